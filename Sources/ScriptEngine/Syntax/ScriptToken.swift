/// A token of ECMAScript, by its place in the source.
struct ScriptToken {
    enum Kind {
        case word, number, string, pattern, sign
        /// A text between back quotes, or the part of it before, between or after expressions.
        case template(begins: Bool, ends: Bool)
    }

    let kind: Kind
    let range: Range<Int>
    let line: Int
    let followsNewline: Bool
    /// The token that closes the bracket, or opens it.
    var partner: Int?
    /// A Boolean value that indicates whether a brace opens or closes an object.
    var isObject = false
    /// A Boolean value that indicates whether a colon belongs to `? :`.
    var isCondition = false
    /// A Boolean value that indicates whether a colon ends a key or a label.
    var isLabel = false
}

/// Splits a source into tokens.
struct ScriptTokenizer {
    private let source: [UInt8]
    private(set) var tokens: [ScriptToken] = []
    private var (index, line, isFresh) = (0, 1, true)
    /// The open brackets: token numbers; templates are marked by their first part.
    private var open: [Int] = []
    /// The number of `?` without `:` and of `case` without `:` in the open brackets.
    private var (conditions, cases): ([Int: Int], Set<Int>) = ([:], [])

    private static let signs = [
        ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&",
        "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
    ].map { Array($0.utf8) }
    private static let wordsBeforeOperands: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do",
    ]
    /// The words before `(` that aren't names of functions.
    static let wordsBeforeBrackets = wordsBeforeOperands.union(wordsBeforeConditions).union(["switch", "catch"])
    private static let wordsBeforeBlocks: Set<String> = ["else", "do", "try", "finally"]
    private static let wordsBeforeConditions: Set<String> = ["if", "while", "for", "with"]

    /// Returns the tokens, or `nil` if the source isn't made of tokens or its brackets don't match.
    static func tokens(of source: [UInt8]) -> [ScriptToken]? {
        var tokenizer = ScriptTokenizer(source: source)
        while tokenizer.skipBlanks() { guard tokenizer.next() else { return nil } }
        return tokenizer.open.isEmpty && tokenizer.index == source.count ? tokenizer.tokens : nil
    }

    private init(source: [UInt8]) { self.source = source }

    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < source.count ? source[index + offset] : 0 }

    private func starts(with text: [UInt8]) -> Bool {
        index + text.count <= source.count && source[index..<index + text.count].elementsEqual(text)
    }

    /// Advances by one byte.
    private mutating func step() {
        if byte() == 0x0A || byte() == 0x0D && byte(1) != 0x0A { (line, isFresh) = (line + 1, true) }
        index += 1
    }

    /// Skips blanks and comments; returns false at the end.
    private mutating func skipBlanks() -> Bool {
        while index < source.count {
            if byte() <= 0x20 {
                step()
            } else if starts(with: Array("//".utf8)) {
                while index < source.count, byte() != 0x0A, byte() != 0x0D { index += 1 }
            } else if starts(with: Array("/*".utf8)) {
                index += 2
                while index < source.count, !starts(with: Array("*/".utf8)) { step() }
                index = min(index + 2, source.count)
            } else {
                return true
            }
        }
        return false
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x24 || byte == 0x5F || byte == 0x5C || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte
            || 0x61...0x7A ~= byte
    }

    private func text(_ token: ScriptToken?) -> String {
        token.map { String(decoding: source[$0.range], as: UTF8.self) } ?? ""
    }

    private mutating func next() -> Bool {
        let (start, startLine) = (index, line)
        let isFirst = isFresh
        isFresh = false
        let kind: ScriptToken.Kind
        let first = byte()
        if 0x30...0x39 ~= first || first == 0x2E && 0x30...0x39 ~= byte(1) {
            while Self.isWordByte(byte()) || byte() == 0x2E
                || (byte() == 0x2B || byte() == 0x2D) && source[index - 1] | 0x20 == 0x65 && byte(1) | 0x20 != 0x78
                    && source[start] != 0x30
            { index += 1 }
            kind = .number
        } else if Self.isWordByte(first) {
            while Self.isWordByte(byte()) { index += 1 }
            kind = .word
        } else if first == 0x22 || first == 0x27 {
            guard skipString(first) else { return false }
            kind = .string
        } else if first == 0x60 || first == 0x7D && open.last.map({ isTemplate($0) }) == true {
            if first == 0x7D { open.removeLast() }
            guard let ends = skipTemplate() else { return false }
            if !ends { open.append(tokens.count) }
            kind = .template(begins: first == 0x60, ends: ends)
        } else if first == 0x2F, takesOperand {
            guard skipPattern() else { return false }
            kind = .pattern
        } else {
            let sign = Self.signs.first { starts(with: $0) }
            // `a ?.5 : b` has a number.
            let isNumber = sign == Array("?.".utf8) && 0x30...0x39 ~= byte(2)
            index += isNumber ? 1 : sign?.count ?? 1
            kind = .sign
        }
        tokens.append(ScriptToken(kind: kind, range: start..<index, line: startLine, followsNewline: isFirst))
        if case .sign = kind, index == start + 1 { return matchBracket(first) }
        if case .word = kind, let bracket = open.last, isBrace(bracket), !tokens[bracket].isObject,
            text(tokens.last) == "case", !isProperty(tokens.count - 1)
        {
            cases.insert(bracket)
        }
        return true
    }

    private func isTemplate(_ token: Int) -> Bool { if case .template = tokens[token].kind { true } else { false } }

    private mutating func skipString(_ quote: UInt8) -> Bool {
        index += 1
        while index < source.count, byte() != quote {
            if byte() == 0x5C { index += 1 } else if byte() == 0x0A { return false }
            if index < source.count { step() }
        }
        index += 1
        return index <= source.count
    }

    /// Skips to the end of a template or to its next expression; returns whether it has ended.
    private mutating func skipTemplate() -> Bool? {
        index += 1
        while index < source.count {
            if byte() == 0x60 {
                index += 1
                return true
            }
            if byte() == 0x24, byte(1) == 0x7B {
                index += 2
                return false
            }
            if byte() == 0x5C { index += 1 }
            if index < source.count { step() }
        }
        return nil
    }

    private mutating func skipPattern() -> Bool {
        index += 1
        var isInClass = false
        while index < source.count, isInClass || byte() != 0x2F {
            if byte() == 0x0A { return false }
            if byte() == 0x5C {
                index += 1
            } else if byte() == 0x5B {
                isInClass = true
            } else if byte() == 0x5D {
                isInClass = false
            }
            index += 1
        }
        index += 1
        while Self.isWordByte(byte()) { index += 1 }
        return index <= source.count
    }

    /// A Boolean value that indicates whether an operand comes next, not an operator.
    private var takesOperand: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .word: return isOperator(tokens.count - 1)
        case .number, .string, .pattern: return false
        case .template(_, let ends): return !ends
        case .sign:
            switch text(last) {
            case "]", "++", "--": return false
            case "}": return !last.isObject
            case ")":
                guard let start = last.partner, start > 0 else { return false }
                return Self.wordsBeforeConditions.contains(text(tokens[start - 1])) && !isProperty(start - 1)
            default: return true
            }
        }
    }

    private func isProperty(_ index: Int) -> Bool { index > 0 && [".", "?."].contains(text(tokens[index - 1])) }

    /// Returns whether an operand follows a word; `of` is an operator in the head of a loop.
    private func isOperator(_ index: Int) -> Bool {
        guard Self.wordsBeforeOperands.contains(text(tokens[index])), !isProperty(index) else { return false }
        guard text(tokens[index]) == "of" else { return true }
        guard let bracket = open.last, bracket > 0, bracket < index - 1 else { return false }
        return text(tokens[bracket - 1]) == "for"
            && ![";", "=", "let", "var", "const"].contains(text(tokens[index - 1]))
    }

    /// Tells the colon of `? :` and of `case` from those behind keys and labels.
    private mutating func matchColon() {
        let bracket = open.last ?? -1
        if let count = conditions[bracket], count > 0 {
            conditions[bracket] = count - 1
            tokens[tokens.count - 1].isCondition = true
        } else if cases.remove(bracket) == nil {
            tokens[tokens.count - 1].isLabel = true
        }
    }

    private mutating func matchBracket(_ byte: UInt8) -> Bool {
        let current = tokens.count - 1
        switch byte {
        case 0x3F: conditions[open.last ?? -1, default: 0] += 1
        case 0x3A: matchColon()
        case 0x3B: conditions[open.last ?? -1] = nil
        case 0x28, 0x5B: open.append(current)
        case 0x7B:
            tokens[current].isObject = beginsObject(current)
            open.append(current)
        case 0x29, 0x5D, 0x7D:
            guard let start = open.popLast(), source[tokens[start].range.lowerBound] == (byte == 0x29 ? 0x28 : byte - 2)
            else { return false }
            (tokens[start].partner, tokens[current].partner) = (current, start)
            tokens[current].isObject = tokens[start].isObject
        default: break
        }
        return true
    }

    private func beginsObject(_ brace: Int) -> Bool {
        guard brace > 0 else { return false }
        let last = tokens[brace - 1]
        switch last.kind {
        case .word:
            return isOperator(brace - 1) && !Self.wordsBeforeBlocks.contains(text(last))
                || ["var", "let", "const"].contains(text(last))
        case .template(_, let ends): return !ends
        case .sign:
            switch text(last) {
            case ")", ";", "{", "}", "=>", "]": return false
            case ":": return last.isCondition || open.last.map { tokens[$0].isObject || !isBrace($0) } ?? false
            default: return true
            }
        default: return false
        }
    }

    private func isBrace(_ token: Int) -> Bool { source[tokens[token].range.lowerBound] == 0x7B }
}
