@_spi(Tool) public import Automata
internal import AlgorithmSupport
internal import TextSupport
public import WorkLimits

extension Grammar {
    /// Parses a grammar in the usual notation.
    ///
    /// A production is a line with a left side, an arrow (`→`, `->` or `::=`) and right sides
    /// separated by `|`. A line that begins with `|`, or follows a line that ends with `|` or an
    /// arrow, continues the previous line. `ε` is the empty word. The first left side is the start
    /// symbol. Spaces separate symbols if there are spaces between symbols anywhere, or if a left
    /// side is a word. Otherwise, each letter is a symbol. A symbol is a nonterminal if it begins
    /// with a capital letter or stands alone on a left side. `<…>` marks a nonterminal, and quotes
    /// mark a terminal.
    ///
    /// If `terminals` is given, only these terminals may occur; a class of bytes or scalars is
    /// written as its name. Otherwise the terminals that occur form the alphabet, sorted by name.
    ///
    /// - Complexity: O(length of the text).
    /// - Throws: ``GrammarError`` with the place of the error, or with the limit of the budget that
    ///   was reached.
    public init(
        parsing text: String, terminals: Alphabet? = nil, budget: Budget = .default
    ) throws(GrammarError) {
        try self.init(parsing: Array(text.utf8), terminals: terminals, budget: budget)
    }

    /// Parses a grammar in the usual notation from bytes in UTF-8.
    ///
    /// - Complexity: O(length of the text).
    /// - Throws: ``GrammarError`` with the place of the error, or with the limit of the budget that
    ///   was reached.
    public init(
        parsing text: [UInt8], terminals: Alphabet? = nil, budget: Budget = .default
    ) throws(GrammarError) {
        self = try GrammarParser.parse(text, terminals, budget)
    }
}

/// A parser of a grammar's text.
///
///     grammar      = { production newline }
///     production   = side arrow alternative { "|" alternative }
///     alternative  = side | "ε" | "∅"
///     side         = symbol { symbol }
///
/// The text is first divided into tokens, and the tokens into sides, regardless of their meaning.
/// Then the left sides and the spaces determine the symbols.
struct GrammarParser {
    private let bytes: [UInt8]
    private let tokens: [GrammarToken]
    private let texts: NameTable
    private let alphabet: Alphabet?

    /// Left and right sides by their tokens; a right side belongs to the last left side before it.
    private var sides: [(tokens: Range<Int>, isLeft: Bool)] = []
    /// The first token after a space within a side; it shows that spaces separate symbols.
    private var firstSeparatedToken: Int?
    private var areSymbolsSeparated = false
    /// Whether each text stands alone on a left side.
    private var isLeftSide: [Bool]
    /// The first letters of names with digits that stand alone on left sides.
    private var indexedLetters: Set<Unicode.Scalar> = []

    private var nonterminals = NameTable()
    private var terminals = NameTable()
    private var classNames: [String: Symbol]?
    private var rules = GrammarRules()
    private var steps: BudgetSteps

    static func parse(_ bytes: [UInt8], _ alphabet: Alphabet?, _ budget: Budget) throws(GrammarError) -> Grammar {
        var parser = try GrammarParser(bytes, alphabet, budget)
        try parser.findSides()
        parser.determineSeparation()
        return try parser.makeGrammar()
    }

    private init(_ bytes: [UInt8], _ alphabet: Alphabet?, _ budget: Budget) throws(GrammarError) {
        steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: bytes.count))
        self.bytes = bytes
        self.alphabet = alphabet
        (tokens, texts) = try GrammarScanner.scan(bytes, steps: &steps)
        isLeftSide = Array(repeating: false, count: texts.count)
        guard (alphabet?.count ?? 0) <= Int(GrammarSymbol.nonterminalBit) else {
            throw GrammarError(
                .tooLarge, message: "the alphabet has more than 2³¹ symbols, the maximum of a grammar")
        }
    }

    /// Counts steps while tokens, rules and names are held, including copies for ordering.
    private mutating func step(_ count: Int = 1) throws(GrammarError) {
        do throws(AutomataError) {
            try steps.step(
                count,
                holding: GrammarScanner.byteCount(tokens, texts) + 32 * sides.capacity
                    + 3 * (rules.byteCount + nonterminals.byteCount + terminals.byteCount))
        } catch { throw GrammarError(limit: error) }
    }

    // MARK: Sides

    private mutating func findSides() throws(GrammarError) {
        var index = skipNewlines(0)
        while index < tokens.count {
            if tokens[index].kind != .bar || sides.isEmpty { index = try findLeftSide(index) }
            // Here is an arrow, or a bar that continues the line before.
            repeat {
                try step()
                index = try findAlternative(after: index)
            } while index < tokens.count && tokens[index].kind == .bar
            guard index < tokens.count else { break }
            guard tokens[index].kind == .newline else {
                throw error(index, "unexpected second arrow", remedy: "begin each production on its own line")
            }
            index = skipNewlines(index)
        }
        if sides.isEmpty {
            throw GrammarError(
                .syntax, in: bytes, at: bytes.count, "missing production",
                remedy: "write a production such as S → aS | ε")
        }
    }

    private func skipNewlines(_ start: Int) -> Int {
        var index = start
        while index < tokens.count, tokens[index].kind == .newline { index += 1 }
        return index
    }

    /// Parses the left side, and returns its arrow.
    private mutating func findLeftSide(_ start: Int) throws(GrammarError) -> Int {
        var index = start
        while index < tokens.count, tokens[index].kind != .arrow {
            switch tokens[index].kind {
            case .newline:
                throw missingArrow(start..<index)
            case .bar:
                if index == start { throw missingLeftSide(index) }
                throw error(index, "unexpected | on a left side", remedy: "write an arrow before it")
            case .epsilon, .emptySet:
                let sign = String(scalars(of: tokens[index]))
                throw error(index, "unexpected '\(sign)' on a left side", remedy: "write a nonterminal, such as S")
            case .run, .sign, .quoted, .bracketed, .arrow: index += 1
            }
        }
        guard index < tokens.count else {
            throw missingArrow(start..<index)
        }
        if index == start { throw missingLeftSide(index) }
        sides.append((start..<index, true))
        return index
    }

    private func missingLeftSide(_ index: Int) -> GrammarError {
        error(index, "missing left side", remedy: "write a nonterminal, such as S, and an arrow")
    }

    private func missingArrow(_ line: Range<Int>) -> GrammarError {
        let sign = line.first { tokens[$0].kind == .sign && ["=", ":"].contains(texts[tokens[$0].text]) }
        return error(
            sign ?? line.lowerBound, "this line has no arrow (→, -> or ::=)",
            remedy: sign.map { "write -> in place of this \(texts[tokens[$0].text])" }
                ?? "begin it with | to continue the production above")
    }

    /// Parses the alternative after an arrow or a bar, and returns its end: a bar, a newline, an
    /// unexpected arrow, or the end of the text.
    private mutating func findAlternative(after sign: Int) throws(GrammarError) -> Int {
        let start = skipNewlines(sign + 1)
        var index = start
        loop: while index < tokens.count {
            switch tokens[index].kind {
            case .bar, .arrow, .newline: break loop
            case .run, .sign, .quoted, .bracketed, .epsilon, .emptySet: index += 1
            }
        }
        let end = index
        if index < tokens.count, tokens[index].kind == .newline {
            // A bar in the next line continues the production.
            let next = skipNewlines(index)
            if next < tokens.count, tokens[next].kind == .bar { index = next }
        }
        let hasNext = index < tokens.count
        if start == end || hasNext && tokens[index].kind == .arrow && start > sign + 1 {
            let name = tokens[sign].kind == .bar ? "|" : "arrow"
            throw error(sign, "no alternative follows this \(name)", remedy: "write ε for the empty word")
        }
        if end - start > 1, let emptySet = (start..<end).first(where: { tokens[$0].kind == .emptySet }) {
            throw error(emptySet, "unexpected ∅ in an alternative", remedy: "write ε for the empty word")
        }
        sides.append((start..<end, false))
        return index
    }

    // MARK: Separation

    /// Finds out whether spaces separate symbols, and which symbols stand alone on left sides.
    private mutating func determineSeparation() {
        for side in sides where firstSeparatedToken == nil {
            firstSeparatedToken = side.tokens.dropFirst().first { tokens[$0].isAfterSpace }
        }
        areSymbolsSeparated =
            firstSeparatedToken != nil
            || sides.contains { $0.isLeft && $0.tokens.count == 1 && isWord(tokens[$0.tokens.lowerBound]) }
        for side in sides where side.isLeft && side.tokens.count == 1 {
            let token = tokens[side.tokens.lowerBound]
            switch token.kind {
            case .bracketed: isLeftSide[Int(token.text)] = true
            case .run where areSymbolsSeparated || GrammarCharacter.isLetterWithIndex(scalars(of: token)):
                isLeftSide[Int(token.text)] = true
                let name = scalars(of: token)
                if let letter = name.first, name.contains(where: GrammarCharacter.isDigit) {
                    indexedLetters.insert(letter)
                }
            default: break
            }
        }
    }

    private func isWord(_ token: GrammarToken) -> Bool {
        switch token.kind {
        case .run: GrammarCharacter.isWord(Array(scalars(of: token)))
        case .bracketed:
            texts.utf8(of: token.text).count > 1
                && !GrammarCharacter.isLetterWithIndex(texts[token.text].unicodeScalars)
        default: false
        }
    }

    private func scalars(of token: GrammarToken) -> String.UnicodeScalarView {
        String(decoding: bytes[token.start..<token.end], as: UTF8.self).unicodeScalars
    }

    private func error(
        _ token: Int, _ message: String, remedy: String? = nil, _ reason: GrammarError.Reason = .syntax
    ) -> GrammarError {
        GrammarError(reason, in: bytes, at: tokens[token].start, message, remedy: remedy)
    }

    // MARK: Meaning

    private mutating func makeGrammar() throws(GrammarError) -> Grammar {
        var symbolReader = GrammarSymbolReader(
            bytes: bytes, texts: texts, isLeftSide: isLeftSide, indexedLetters: indexedLetters)
        symbolReader.separationReason = areSymbolsSeparated ? separationReason() : nil
        var left: [UInt32] = []
        var right: [UInt32] = []
        for side in sides {
            try step(1 + side.tokens.count)
            if side.isLeft {
                left.removeAll(keepingCapacity: true)
                try append(side.tokens, to: &left, symbolReader)
                try check(left, side.tokens.lowerBound)
                continue
            }
            let first = tokens[side.tokens.lowerBound]
            if first.kind == .emptySet { continue }
            right.removeAll(keepingCapacity: true)
            if !isLambda(side.tokens) { try append(side.tokens, to: &right, symbolReader) }
            do throws(AutomataError) {
                for code in left { rules.append(code) }
                try rules.endSide()
                for code in right { rules.append(code) }
                try rules.endSide()
            } catch {
                throw self.error(side.tokens.lowerBound, error.description, .tooLarge)
            }
        }
        if let alphabet { return Grammar(rules, names: nonterminals, terminals: alphabet) }
        do throws(AutomataError) { return try orderedGrammar() } catch { throw GrammarError(limit: error) }
    }

    private mutating func orderedGrammar() throws(AutomataError) -> Grammar {
        let order = try [Symbol](0..<Symbol(terminals.count)).sorted(steps: &steps) {
            terminals.utf8(of: $0).lexicographicallyPrecedes(terminals.utf8(of: $1))
        }
        var numbers = [Symbol](repeating: 0, count: terminals.count)
        for (symbol, name) in order.enumerated() { numbers[Int(name)] = Symbol(symbol) }
        rules.renumberTerminals(numbers)
        let sorted = Alphabet(try terminals.permuted(by: order, steps: &steps))
        return Grammar(rules, names: nonterminals, terminals: sorted)
    }

    /// Whether a side is λ, the empty word in many books; among other symbols λ is a symbol.
    private func isLambda(_ side: Range<Int>) -> Bool {
        let token = tokens[side.lowerBound]
        return side.count == 1 && token.kind == .run && bytes[token.start..<token.end].elementsEqual("λ".utf8)
            && !isLeftSide[Int(token.text)]
    }

    private func check(_ left: [UInt32], _ token: Int) throws(GrammarError) {
        guard left.contains(where: { $0 & GrammarSymbol.nonterminalBit != 0 }) else {
            throw error(
                token,
                "this left side has no nonterminal",
                remedy:
                    "a nonterminal begins with a capital letter, stands in <…>, or is alone on a left side",
                .invalidLeftSide)
        }
        // It is nonterminal 0 because it is the first one in the text.
        if sides[0].tokens.lowerBound == token, left.count > 1 {
            throw error(
                token,
                "the first left side isn't a single nonterminal, the start symbol",
                remedy: "begin with a production of the start symbol"
            )
        }
    }

    private func separationReason() -> String {
        guard let firstSeparatedToken else { return "as left sides are words" }
        let position = TextPosition(of: tokens[firstSeparatedToken].start, in: bytes)
        return "as in line \(position.line), column \(position.column)"
    }

    private mutating func append(
        _ side: Range<Int>, to codes: inout [UInt32], _ reader: GrammarSymbolReader
    ) throws(GrammarError) {
        for index in side {
            let token = tokens[index]
            switch token.kind {
            case .quoted, .sign: codes.append(try terminal(texts.utf8(of: token.text), at: token.start))
            case .bracketed: codes.append(try nonterminal(texts.utf8(of: token.text), at: token.start))
            case .run:
                try reader.forEachSymbol(of: token) { (name, isNonterminal) throws(GrammarError) in
                    codes.append(
                        isNonterminal
                            ? try nonterminal(name, at: name.startIndex) : try terminal(name, at: name.startIndex))
                }
            case .epsilon, .emptySet, .bar, .arrow, .newline: break
            }
        }
    }

    private mutating func nonterminal(_ name: ArraySlice<UInt8>, at offset: Int) throws(GrammarError) -> UInt32 {
        GrammarSymbol.nonterminal(try Self.intern(name, in: &nonterminals, bytes, offset)).code
    }

    private mutating func terminal(_ name: ArraySlice<UInt8>, at offset: Int) throws(GrammarError) -> UInt32 {
        GrammarSymbol.terminal(try symbol(name, at: offset)).code
    }

    private mutating func symbol(_ name: ArraySlice<UInt8>, at offset: Int) throws(GrammarError) -> Symbol {
        guard let alphabet else { return try Self.intern(name, in: &terminals, bytes, offset) }
        let text = String(decoding: name, as: UTF8.self)
        if case .named(let table) = alphabet.storage {
            if let symbol: Symbol = name.withUnsafeBufferPointer({ table.id(of: $0) }) { return symbol }
        } else {
            if classNames == nil {
                classNames = Dictionary(
                    alphabet.names.enumerated().map { ($0.element, Symbol($0.offset)) },
                    uniquingKeysWith: { first, _ in first })
            }
            // The name of a class of one member is that member, so a part of a class has no name.
            if let symbol = classNames?[text] { return symbol }
        }
        throw GrammarError(
            .unknownSymbol, in: bytes, at: offset,
            "the terminal '\(text.printable)' is not in the alphabet", remedy: "add it there, or remove it")
    }

    private static func intern<ID: DenseID>(
        _ name: ArraySlice<UInt8>, in table: inout NameTable, _ bytes: [UInt8], _ offset: Int
    ) throws(GrammarError) -> ID {
        let id = try? name.withUnsafeBufferPointer { (name) throws(AutomataError) in try table.intern(name).id }
        if let id, id < GrammarSymbol.nonterminalBit { return ID(rawValue: id) }
        throw GrammarError(
            .tooLarge, in: bytes, at: offset, "the grammar has more than 2³¹ nonterminals or terminals",
            remedy: "split it")
    }
}
