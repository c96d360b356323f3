@_spi(Tool) internal import Automata
internal import AlgorithmSupport
internal import RegularExpressions
public import WorkLimits

extension LanguageExpression {
    /// Parses an expression over automata.
    ///
    /// - Complexity: O(length).
    /// - Throws: ``LanguageExpressionError`` with the place of the error, or with the limit of the
    ///   budget that was reached.
    public init(parsing text: String, budget: Budget = .default) throws(LanguageExpressionError) {
        try self.init(parsing: Array(text.utf8), budget: budget)
    }

    /// Parses an expression over automata from bytes, which must be UTF-8.
    ///
    /// - Complexity: O(length).
    /// - Throws: ``LanguageExpressionError`` with the place of the error, or with the limit of the
    ///   budget that was reached.
    public init(parsing text: [UInt8], budget: Budget = .default) throws(LanguageExpressionError) {
        try self.init(parsing: text, named: "an automaton", budget: budget)
    }

    /// Parses an expression over automata.
    ///
    /// - Parameters:
    ///   - text: The text, which must be UTF-8.
    ///   - operand: The word for a named automaton in messages.
    ///   - budget: The bound on bytes, and the cancellation check.
    @_spi(Tool) public init(
        parsing text: [UInt8], named operand: String, budget: Budget = .default
    ) throws(LanguageExpressionError) {
        self = try LanguageParser.parse(text, operand: operand, budget)
    }
}

/// A parser of expressions over automata.
///
///     expression    = exclusive { ( "|" | "∪" ) exclusive }
///     exclusive     = difference { ( "^" | "△" ) difference }
///     difference    = intersection { ( "-" | "\" | "∖" ) intersection }
///     intersection  = concatenation { ( "&" | "∩" ) concatenation }
///     concatenation = prefixed { prefixed }
///     prefixed      = { "!" | "¬" } repeated
///     repeated      = primary { "*" | "+" | "?" | bounds }
///     bounds        = "{" number [ "," [ number ] ] "}"
///     primary       = name | quoted | word | function "(" [ argument { "," argument } ] ")"
///                   | "(" expression ")"
///     word          = "<" characters ">"
///     argument      = expression | word | number | bounds, as the function has it
///
/// A `+` before an operand is followed by white space, but not preceded by it, as in `a+ b`. A name
/// is a run of characters other than white space, quotes and operators. A `-` or `\` within a name
/// belongs to it, so as an operator it needs white space around it. A name directly before `(` is a
/// function. In a word, `\>` and `\\` stand for `>` and `\`.
private struct LanguageParser {
    private var scanner: LanguageScanner
    private let operand: String
    private var stack = LanguageNodeStack()
    private var groups: [Group] = []
    private var steps: BudgetSteps

    /// An open parenthesis.
    private struct Group {
        /// The function, if it encloses an argument list.
        var function: LanguageFunction?
        /// The offset of the parenthesis, or of the function's name.
        var offset: Int
        /// The number of the function's languages parsed so far.
        var languageCount = 0

        /// Whether it is complete after the last language.
        var isComplete: Bool {
            guard let function else { return true }
            return languageCount + 1 == function.languageCount && !function.takesDetail
        }
    }

    static func parse(
        _ bytes: [UInt8], operand: String, _ budget: Budget
    ) throws(LanguageExpressionError) -> LanguageExpression {
        guard bytes.count < maximumCount else {
            throw LanguageExpressionError(
                .tooLarge, line: 1, column: 1, message: "the expression is longer than 4 GiB", remedy: "split it")
        }
        // The expression keeps the text, for error positions.
        var parser = LanguageParser(
            scanner: try LanguageScanner(bytes, operand: operand), operand: operand,
            steps: BudgetSteps(BudgetWatch(budget, states: 0, bytes: bytes.count)))
        try parser.expression()
        return LanguageExpression(
            nodes: parser.stack.nodes, names: parser.scanner.names, words: parser.scanner.words,
            offsets: parser.stack.offsets, text: bytes)
    }

    // MARK: - Structure

    private mutating func expression() throws(LanguageExpressionError) {
        var wantsOperand = true
        while true {
            do throws(AutomataError) {
                try steps.step(
                    holding: stack.byteCount + 2 * scanner.byteCount
                        + 3 * MemoryLayout<Group>.stride / 2 * groups.capacity)
            } catch {
                throw LanguageExpressionError(.operation(error), message: error.description)
            }
            scanner.skipSpace()
            if wantsOperand {
                wantsOperand = try !parseOperand()
            } else if scanner.next == nil {
                break
            } else {
                wantsOperand = try parseOperator()
            }
        }
        guard groups.isEmpty else { throw scanner.unexpected(wanting: endOfGroup) }
        stack.finishOperators()
    }

    /// Parses an operand, or a prefix of one.
    ///
    /// - Returns: whether it was an operand.
    private mutating func parseOperand() throws(LanguageExpressionError) -> Bool {
        let start = scanner.offset
        if let (sign, length) = scanner.sign, sign == .complement {
            stack.appendComplement(at: start)
            scanner.advance(length)
            return false
        }
        switch scanner.next {
        case UInt8(ascii: "("):
            scanner.advance()
            open(Group(offset: start))
            return false
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            try append(name: scanner.quotedName()[...], at: start)
        case UInt8(ascii: "<"):
            stack.append(LanguageNode(kind: .word, first: try scanner.word().rawValue), at: start)
        default:
            let name = scanner.bareName()
            guard !name.isEmpty else { throw scanner.missingOperand }
            // Only a name directly before `(` is a function: "a (b)" is a concatenation.
            guard scanner.next == UInt8(ascii: "(") else {
                try append(name: name, at: start)
                return true
            }
            return try parseCall(name, at: start)
        }
        return true
    }

    private mutating func append(name: ArraySlice<UInt8>, at start: Int) throws(LanguageExpressionError) {
        stack.append(LanguageNode(kind: .name, first: try scanner.id(ofName: name).rawValue), at: start)
    }

    /// Parses an operator, a parenthesis or a comma after an operand.
    ///
    /// - Returns: whether another operand has to follow.
    private mutating func parseOperator() throws(LanguageExpressionError) -> Bool {
        let start = scanner.offset
        if let (sign, length) = scanner.sign, sign != .complement {
            stack.append(sign, at: start)
            scanner.advance(length)
            return true
        }
        switch scanner.next {
        case UInt8(ascii: "*"): parseRepetition(RepetitionBounds(0))
        case UInt8(ascii: "+"):
            if scanner.hasPlusLikeUnion {
                throw scanner.failure(
                    "this + may mean union or repetition", remedy: "write a | b for union, a+ b for repetition")
            }
            parseRepetition(RepetitionBounds(1))
        case UInt8(ascii: "?"): parseRepetition(RepetitionBounds(0, 1))
        case UInt8(ascii: "{"): stack.appendRepetition(try scanner.bounds(), at: start)
        case UInt8(ascii: ")") where !groups.isEmpty: try closeGroup()
        case UInt8(ascii: ",") where groups.last?.function != nil: return try parseComma()
        default:
            guard scanner.startsOperand else { throw scanner.unexpected(wanting: endOfGroup) }
            stack.append(.concatenation, at: start)
            return true
        }
        return false
    }

    private mutating func parseRepetition(_ counts: RepetitionBounds) {
        stack.appendRepetition(counts, at: scanner.offset)
        scanner.advance()
    }

    private mutating func open(_ group: Group) {
        groups.append(group)
        stack.openGroup()
    }

    /// The text that may follow a language instead of an operator.
    private var endOfGroup: String {
        guard let group = groups.last else { return "an operator or the end" }
        return group.isComplete ? "')'" : "','"
    }

    private mutating func closeGroup() throws(LanguageExpressionError) {
        let group = groups[groups.count - 1]
        if let function = group.function, !group.isComplete { throw missingArguments(of: function) }
        try close(group, detail: (0, 0))
    }

    /// Parses the closing parenthesis of a group, and makes a call if it belongs to a function.
    private mutating func close(_ group: Group, detail: (UInt32, UInt32)) throws(LanguageExpressionError) {
        guard scanner.consume(")") else {
            if let function = group.function, scanner.next == UInt8(ascii: ",") {
                throw superfluousArguments(of: function, at: group.offset)
            }
            throw scanner.unexpected(wanting: "')'")
        }
        stack.closeGroup()
        groups.removeLast()
        if let function = group.function {
            let call = LanguageNode(kind: .function, first: function.rawValue, second: detail.0, third: detail.1)
            stack.append(call, at: group.offset)
        }
    }

    // MARK: - Functions

    /// Parses the parenthesis after a function's name, and all arguments if it takes no languages.
    ///
    /// - Returns: whether the call is complete.
    private mutating func parseCall(
        _ name: ArraySlice<UInt8>, at start: Int
    ) throws(LanguageExpressionError) -> Bool {
        guard let function = LanguageFunction(named: name) else {
            let name = String(decoding: name, as: UTF8.self)
            let remedy =
                LanguageOperator.form(named: name).map { "write \($0)" }
                ?? "the functions are: \(LanguageFunction.allCases.map(\.name).joined(separator: ", "))"
            throw scanner.failure("unknown function '\(name.printable)'", remedy: remedy, at: start)
        }
        scanner.advance()
        let group = Group(function: function, offset: start)
        open(group)
        guard function.languageCount == 0 else { return false }
        scanner.skipSpace()
        if !function.takesDetail, scanner.startsOperand { throw superfluousArguments(of: function, at: start) }
        try close(group, detail: try detail(of: function))
        return true
    }

    /// Parses the comma after a language, and the last argument if it isn't a language.
    ///
    /// - Returns: whether another language has to follow.
    private mutating func parseComma() throws(LanguageExpressionError) -> Bool {
        stack.finishOperators()
        groups[groups.count - 1].languageCount += 1
        let group = groups[groups.count - 1]
        guard let function = group.function else { return false }
        if group.languageCount < function.languageCount {
            scanner.advance()
            return true
        }
        var detail: (UInt32, UInt32) = (0, 0)
        if function.takesDetail {
            scanner.advance()
            scanner.skipSpace()
            detail = try self.detail(of: function)
        }
        try close(group, detail: detail)
        return false
    }

    /// Parses a function's arguments after its languages, and the white space after them.
    private mutating func detail(of function: LanguageFunction) throws(LanguageExpressionError) -> (UInt32, UInt32) {
        defer { scanner.skipSpace() }
        switch function {
        case .lengths:
            let counts = try scanner.bounds()
            return (counts.least, counts.most)
        case .project: return (try scanner.word().rawValue, 0)
        case .neighborhood:
            let word = try scanner.word()
            scanner.skipSpace()
            if scanner.next == UInt8(ascii: ")") { throw missingArguments(of: function) }
            guard scanner.consume(",") else { throw scanner.unexpected(wanting: "','") }
            scanner.skipSpace()
            return (word.rawValue, try scanner.number())
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
            .cyclicShift, .leftQuotient, .rightQuotient, .shuffle, .any:
            return (0, 0)
        }
    }

    private func missingArguments(of function: LanguageFunction) -> LanguageExpressionError {
        scanner.failure("too few arguments for \(function.name); write \(function.usage)")
    }

    private func superfluousArguments(
        of function: LanguageFunction, at offset: Int
    ) -> LanguageExpressionError {
        scanner.failure("too many arguments for \(function.name); write \(function.usage)", at: offset)
    }
}
