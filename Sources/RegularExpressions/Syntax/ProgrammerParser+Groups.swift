internal import Automata

extension ProgrammerParser {
    mutating func openGroup() throws(RegularExpressionError) {
        let offset = text.offset
        let flagsBefore = flags
        text.advance()
        if text.next == UInt8(ascii: "*") {
            throw text.error(
                .syntax, at: offset,
                "settings such as (*UTF) aren't supported", remedy: "use the options, or write (\\* for the characters"
            )
        }
        // Flags for the rest of the enclosing group, and comments, open no group.
        if text.consume("?"), try !groupHead(offset) { return }
        outerFlags.append(flagsBefore)
        stack.openGroup(at: offset)
    }

    mutating func closeGroup() throws(RegularExpressionError) {
        guard let flagsBefore = outerFlags.popLast() else {
            throw text.error(.syntax, "this ')' has no '(' before it", remedy: "write \\) for the character")
        }
        try checkNegation()
        text.advance()
        flags = flagsBefore
        let node = stack.closeGroup()
        stack.append(try parseQuantifiers(after: node))
    }

    /// Parses the text after `(?`.
    ///
    /// - Returns: whether a group was opened.
    private mutating func groupHead(_ offset: Int) throws(RegularExpressionError) -> Bool {
        guard let byte = text.next else {
            throw unclosed(offset)
        }
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "|"):
            text.advance()
            return true
        case UInt8(ascii: "#"):
            try skipComment(offset)
            return false
        case UInt8(ascii: "="), UInt8(ascii: "!"):
            throw notRegular(offset, "look-ahead", "write (?o) to use & for intersection and ! for complement")
        case UInt8(ascii: ">"):
            throw notRegular(offset, "an atomic group", "write (?:…) for a plain group")
        case UInt8(ascii: "<"):
            if text.peek(1) == UInt8(ascii: "=") || text.peek(1) == UInt8(ascii: "!") {
                throw notRegular(offset, "look-behind", "write (?o) to use & for intersection and ! for complement")
            }
            try groupName(offset, ending: ">")
            return true
        case UInt8(ascii: "'"):
            try groupName(offset, ending: "'")
            return true
        case UInt8(ascii: "P"):
            if text.peek(1) == UInt8(ascii: "<") {
                text.advance()
                try groupName(offset, ending: ">")
                return true
            }
            if text.peek(1) == UInt8(ascii: "=") { throw notRegular(offset, "a back reference", nil) }
            throw notRegular(offset, "recursion", nil)
        case UInt8(ascii: "("): throw notRegular(offset, "a condition", "write the alternatives")
        case UInt8(ascii: "R"), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            throw notRegular(offset, "recursion", nil)
        case UInt8(ascii: "-") where text.peek(1).map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true:
            throw notRegular(offset, "recursion", nil)
        case UInt8(ascii: "C"): throw notRegular(offset, "a callout", nil)
        default: return try groupFlags(offset)
        }
    }

    /// Skips the rest of `(?#…)`.
    mutating func skipComment(_ offset: Int) throws(RegularExpressionError) {
        while let byte = text.next, byte != UInt8(ascii: ")") { text.advance() }
        guard text.consume(")") else { throw text.error(.syntax, at: offset, "this comment has no ')'") }
    }

    func notRegular(_ offset: Int, _ construct: String, _ remedy: String?) -> RegularExpressionError {
        text.error(
            .notRegular, at: offset, "\(construct) isn't supported in a purely regular expression",
            remedy: remedy ?? "remove it")
    }

    /// Parses `<name>` from its first character on.
    private mutating func groupName(_ offset: Int, ending: Unicode.Scalar) throws(RegularExpressionError) {
        text.advance()
        let start = text.offset
        while let byte = text.next, CharacterClasses.word.contains(UInt32(byte)) || byte >= 0x80 { text.advance() }
        guard text.offset > start, text.consume(ending) else {
            throw text.error(
                .syntax, at: offset, "invalid group name; expected letters, digits and _, then \(ending)")
        }
    }

    /// Parses flags such as `i-s:` or `i-s)`.
    private mutating func groupFlags(_ offset: Int) throws(RegularExpressionError) -> Bool {
        var setsFlags = true
        if text.consume("^") { flags = Flags(RegularExpression.Options()) }
        while let byte = text.next {
            switch byte {
            case UInt8(ascii: "i"): flags.ignoresCase = setsFlags
            case UInt8(ascii: "s"): flags.dotMatchesNewline = setsFlags
            case UInt8(ascii: "m"): flags.anchorsMatchLines = setsFlags
            case UInt8(ascii: "x"): flags.ignoresWhitespace = setsFlags
            case UInt8(ascii: "o"): flags.enablesBooleanOperators = setsFlags
            // Greediness affects the match that is found, not the language; and groups aren't
            // numbered here.
            case UInt8(ascii: "U"), UInt8(ascii: "J"), UInt8(ascii: "n"), UInt8(ascii: "a"), UInt8(ascii: "u"): break
            case UInt8(ascii: "-") where setsFlags: setsFlags = false
            case UInt8(ascii: ":"):
                text.advance()
                return true
            case UInt8(ascii: ")"):
                text.advance()
                return false
            default:
                throw text.error(.syntax, "invalid flag '\(text.character)'", remedy: "use i, m, s, x or o")
            }
            text.advance()
        }
        throw unclosed(offset)
    }
}
