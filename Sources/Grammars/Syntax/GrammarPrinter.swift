public import Automata
public import WorkLimits

extension Grammar {
    /// Returns the grammar in the usual notation, one line per left side. Parsing the text with the
    /// same terminals gives an equal grammar.
    ///
    /// Symbols are written without spaces if each is a letter or another single character. Names
    /// that could be misread stand in quotes or angle brackets.
    ///
    /// - Complexity: O(length of the result and of all names).
    /// - Throws: `AutomataError` if the budget stops the work.
    public func text(budget: Budget = .default) throws(AutomataError) -> String {
        try budget.check(bytes: 0)
        let printer = GrammarPrinter(self)
        var text = MeasuredText(budget)
        try printer.write(to: &text)
        try text.beginWriting()
        try printer.write(to: &text)
        return text.text
    }

    /// Returns one production as text, such as `S → aS`.
    ///
    /// - Complexity: O(size of the grammar).
    public func text(of production: Production) -> String { GrammarPrinter(self).text(of: production) }
}

extension Grammar: CustomStringConvertible {
    /// The grammar in the usual notation, or its size if it is large.
    public var description: String {
        let size = "a grammar of \(nonterminalCount) nonterminals and \(rules.count) productions"
        guard rules.symbols.count <= 1 << 12 else { return size }
        return (try? text(budget: Budget(maximumBytes: 1 << 16))) ?? size
    }
}

/// A printer whose text ``GrammarParser`` parses to the same grammar.
struct GrammarPrinter {
    private let grammar: Grammar
    private var nonterminals: [String] = []
    private var terminals: [String] = []
    /// The text between two symbols.
    private let separator: String

    private static var maximumLineWidth: Int { 100 }

    init(_ grammar: Grammar) {
        self.grammar = grammar
        let style = GrammarStyle(grammar)
        separator = style.omitsSpaces ? "" : " "
        terminals = style.terminalTexts()
        nonterminals = style.nonterminalTexts()
    }

    func write<Watch: WorkWatch>(to text: inout MeasuredText<Watch>) throws(Watch.Failure) {
        let rules = grammar.rules
        // The first left side must be the start symbol's, even without a production.
        if rules.count == 0 || rules.symbols[rules.left(of: 0)] != [GrammarSymbol.nonterminal(0).code] {
            try text.append(nonterminals[0] + " → ∅\n")
        }
        var width = 0
        var indentation = 0
        for production in 0..<rules.count {
            let left = rules.left(of: production)
            let right = side(rules.symbols[rules.right(of: production)], isLeft: false)
            if production > 0, rules.symbols[left] == rules.symbols[rules.left(of: production - 1)] {
                if width + right.utf8.count > Self.maximumLineWidth {
                    try text.append("\n")
                    try text.append(spaces: indentation)
                    width = indentation
                } else {
                    try text.append(" ")
                }
                try text.append("| ")
            } else {
                if production > 0 { try text.append("\n") }
                let leftSide = side(rules.symbols[left], isLeft: true)
                try text.append(leftSide)
                try text.append(" → ")
                indentation = min(leftSide.unicodeScalars.count + 1, 20)
                width = leftSide.unicodeScalars.count
            }
            try text.append(right)
            width += right.unicodeScalars.count + 3
        }
        if rules.count > 0 { try text.append("\n") }
        // Nonterminals in no production, which come last in the normal order.
        for nonterminal in firstUnused..<Nonterminal(grammar.nonterminalCount) {
            try text.append(nonterminals[Int(nonterminal)])
            try text.append(" → ∅\n")
        }
    }

    func text(of production: Grammar.Production) -> String {
        side(production.left.map(\.code)[...], isLeft: true) + " → "
            + side(production.right.map(\.code)[...], isLeft: false)
    }

    /// The first nonterminal in no production, other than the start symbol; all later ones are in
    /// none.
    private var firstUnused: Nonterminal {
        var last: Nonterminal = 0
        for code in grammar.rules.symbols {
            if case .nonterminal(let nonterminal) = GrammarSymbol(code: code) { last = max(last, nonterminal) }
        }
        return last + 1
    }

    private func side(_ codes: ArraySlice<UInt32>, isLeft: Bool) -> String {
        if codes.isEmpty { return "ε" }
        var text = ""
        for code in codes {
            if !text.isEmpty { text += separator }
            switch GrammarSymbol(code: code) {
            case .nonterminal(let nonterminal):
                text += Int(nonterminal) < nonterminals.count ? nonterminals[Int(nonterminal)] : "?"
            case .terminal(let symbol):
                let name = Int(symbol) < terminals.count ? terminals[Int(symbol)] : "?"
                // These would begin a comment.
                let beginsComment =
                    name == "#" && isLeft && text.isEmpty || name == "/" && text.utf8.last == UInt8(ascii: "/")
                text += beginsComment ? "\"\(name)\"" : name
            }
        }
        return text
    }
}

/// The spelling of a grammar's symbols.
private struct GrammarStyle {
    /// Whether symbols are written without a space between them.
    private(set) var omitsSpaces = false
    private let nonterminals: [Name]
    private let terminals: [Name]
    /// Whether each nonterminal stands alone on a left side of the text.
    private let isLeftSide: [Bool]
    /// Whether some side has two symbols, so that a space shows that spaces separate symbols.
    private let hasSpaces: Bool
    /// The names of all nonterminals, and all names of one character.
    private let nonterminalNames: Set<[UInt8]>
    private let characters: Set<Unicode.Scalar>

    init(_ grammar: Grammar) {
        let rules = grammar.rules
        nonterminals = (0..<Nonterminal(grammar.names.count)).map { Name(Array(grammar.names.utf8(of: $0))) }
        switch grammar.terminals.storage {
        case .named(let names): terminals = (0..<Symbol(names.count)).map { Name(Array(names.utf8(of: $0))) }
        case .partition(let partition): terminals = partition.names.map { Name(Array($0.utf8)) }
        }
        // The start symbol and unused nonterminals stand alone before an ∅.
        var occurs = [Bool](repeating: false, count: nonterminals.count)
        var isLeftSide = occurs
        var hasSpaces = false
        for production in 0..<rules.count {
            let left = rules.symbols[rules.left(of: production)]
            if left.count == 1, case .nonterminal(let nonterminal)? = left.first.map(GrammarSymbol.init(code:)) {
                isLeftSide[Int(nonterminal)] = true
            }
            hasSpaces = hasSpaces || left.count > 1 || rules.right(of: production).count > 1
        }
        for code in rules.symbols {
            if case .nonterminal(let nonterminal) = GrammarSymbol(code: code) { occurs[Int(nonterminal)] = true }
        }
        isLeftSide[0] = true
        for index in isLeftSide.indices where !occurs[index] { isLeftSide[index] = true }
        self.isLeftSide = isLeftSide
        self.hasSpaces = hasSpaces
        nonterminalNames = Set(nonterminals.map(\.bytes))
        characters = Set((nonterminals + terminals).lazy.compactMap(\.character))
        omitsSpaces = canOmitSpaces(rules)
    }

    /// A name, in UTF-8 or in any bytes from a file.
    private struct Name {
        let bytes: [UInt8]
        /// Its characters, or `nil` if it isn't valid UTF-8.
        var scalars: String.UnicodeScalarView? { String(validating: bytes, as: UTF8.self)?.unicodeScalars }

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The character, if the name has just one.
        var character: Unicode.Scalar? {
            guard bytes.count <= 4, let scalars, scalars.count == 1 else { return nil }
            return scalars.first
        }
    }

    // MARK: Together or apart

    private func canOmitSpaces(_ rules: GrammarRules) -> Bool {
        guard terminals.allSatisfy({ $0.character != nil }) else { return false }
        let hasDigits = terminals.contains { $0.character.map(GrammarCharacter.isDigit) ?? false }
        for (index, name) in nonterminals.enumerated() {
            guard let scalars = name.scalars, let first = scalars.first, GrammarCharacter.isUppercase(first),
                GrammarCharacter.isLetterWithIndex(scalars)
            else { return false }
            // Digits belong to the letter before them only if a left side is this name. If a
            // terminal is a digit, that would be ambiguous.
            if scalars.contains(where: GrammarCharacter.isDigit), hasDigits || !isLeftSide[index] { return false }
        }
        // Several symbols on a left side could be read as one name.
        for production in 0..<rules.count where rules.left(of: production).count > 1 {
            var text: [Unicode.Scalar] = []
            for code in rules.symbols[rules.left(of: production)] {
                let name: Name
                switch GrammarSymbol(code: code) {
                case .nonterminal(let nonterminal): name = nonterminals[Int(nonterminal)]
                case .terminal(let symbol): name = terminals[Int(symbol)]
                }
                if let scalars = name.scalars { text += scalars }
            }
            if GrammarCharacter.isWord(text) || GrammarCharacter.isLetterWithIndex(text) { return false }
        }
        return true
    }

    // MARK: Nonterminals

    func nonterminalTexts() -> [String] {
        nonterminals.indices.map { index in
            let name = nonterminals[index]
            if let scalars = name.scalars, isPlain(scalars, isLeftSide: isLeftSide[index]) { return String(scalars) }
            return "<" + escaped(name.bytes, escaping: "<>|\"") + ">"
        }
    }

    private func isPlain(_ scalars: String.UnicodeScalarView, isLeftSide: Bool) -> Bool {
        guard let first = scalars.first, GrammarCharacter.isLetter(first),
            scalars.dropFirst().allSatisfy(GrammarCharacter.continuesName), scalars.count > 1 || first != "λ"
        else { return false }
        let isLetter = GrammarCharacter.isLetterWithIndex(scalars)
        if isLeftSide { return hasSpaces && !omitsSpaces || isLetter }
        return isLetter && GrammarCharacter.isUppercase(first) && !scalars.contains(where: GrammarCharacter.isDigit)
    }

    // MARK: Terminals

    func terminalTexts() -> [String] {
        terminals.map { name in
            if isPlain(name) { return String(decoding: name.bytes, as: UTF8.self) }
            return "\"" + escaped(name.bytes, escaping: "\"") + "\""
        }
    }

    private func isPlain(_ name: Name) -> Bool {
        if let character = name.character {
            return !GrammarCharacter.needsQuotes(character) && !GrammarCharacter.isUppercase(character)
                && !nonterminalNames.contains(name.bytes)
        }
        guard hasSpaces, let scalars = name.scalars, !nonterminalNames.contains(name.bytes), !scalars.isEmpty else {
            return false
        }
        // If each of its letters is a symbol too, the parser rejects the name as ambiguous.
        return scalars.allSatisfy { GrammarCharacter.beginsName($0) && !GrammarCharacter.isUppercase($0) }
            && !scalars.allSatisfy(characters.contains)
    }

    // MARK: Any name

    /// Returns the name with escapes for use in quotes or brackets.
    private func escaped(_ name: [UInt8], escaping quotes: String) -> String {
        if name.isEmpty { return "\\&" }
        var text = ""
        var offset = 0
        while offset < name.count {
            var decoder = UTF8()
            var iterator = name[offset..<min(offset + 4, name.count)].makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
                let digits = String(name[offset], radix: 16, uppercase: true)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
                offset += 1
                continue
            }
            let isOuterSpace = scalar == " " && (offset == 0 || offset == name.count - 1)
            switch scalar {
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\\": text += "\\\\"
            case _ where quotes.unicodeScalars.contains(scalar): text += "\\" + String(scalar)
            case _ where isInvisible(scalar) || isOuterSpace:
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: text.unicodeScalars.append(scalar)
            }
            offset += UTF8.width(scalar)
        }
        return text
    }

    private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return false }
        if GrammarCharacter.isSpace(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
