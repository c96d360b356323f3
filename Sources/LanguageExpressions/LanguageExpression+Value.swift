@_spi(Tool) public import Automata
internal import AlgorithmSupport
internal import RegularExpressions
public import WorkLimits

extension LanguageExpression {
    /// Returns the language of the expression, with names looked up in a dictionary.
    ///
    /// All automata and words in the expression are first aligned to the union of their alphabets.
    /// Complements, distances and `any()` always refer to that union. The outermost operation
    /// determines whether the result is a DFA, an NFA or an ε-NFA.
    ///
    /// ```swift
    /// let rest = try LanguageExpression(parsing: "all - (a | b) <end>")
    ///     .value(of: ["all": all, "a": a, "b": b])
    /// ```
    ///
    /// - Parameters:
    ///   - automata: the automata by name. Names are compared by their bytes; entries that the
    ///     expression doesn't mention are ignored.
    ///   - separator: the text between the symbols of a word. If `nil`, each Unicode scalar is a
    ///     symbol, or each byte if the symbols are bytes.
    ///   - budget: limits the states of each operation, and the bytes of all operations together.
    /// - Complexity: that of the operations in the expression; an operand shared by several
    ///   operations is computed once.
    /// - Throws: ``LanguageExpressionError`` with the reason
    ///   ``LanguageExpressionError/Reason/unknownName``, or
    ///   ``LanguageExpressionError/Reason/operation(_:)`` and the place of the operand or the
    ///   operator that failed.
    public func value(
        of automata: [String: Automaton], separator: String? = nil, budget: Budget = .default
    ) throws(LanguageExpressionError) -> Automaton {
        // A dictionary's own look-up would treat canonically equivalent names as equal.
        var known: [[UInt8]: Automaton] = [:]
        for (name, automaton) in automata { known[Array(name.utf8)] = automaton }
        return try value(separator: separator, budget: budget) { known[Array($0.utf8)] }
    }

    /// Returns the language of the expression, with names looked up by a function.
    ///
    /// The function is called once for each of ``names``, in their order, before the evaluation.
    ///
    /// - Complexity: that of the operations in the expression; an operand shared by several
    ///   operations is computed once.
    /// - Throws: The errors of ``value(of:separator:budget:)``; the reason is
    ///   ``LanguageExpressionError/Reason/unknownName`` if the function returns `nil`.
    public func value(
        separator: String? = nil, budget: Budget = .default, automatonNamed automaton: (String) -> Automaton?
    ) throws(LanguageExpressionError) -> Automaton {
        var operands: [Automaton] = []
        for (number, name) in names.enumerated() {
            guard let operand = automaton(name) else { throw unknownName(LanguageNameID(number)) }
            operands.append(operand)
        }
        return try value(ofOperands: operands, separator: separator, budget: budget)
    }

    /// Returns the language of the expression, given the automaton of each of ``names``, in order.
    @_spi(Tool) public func value(
        ofOperands operands: [Automaton], separator: String?, budget: Budget
    ) throws(LanguageExpressionError) -> Automaton {
        var evaluation = try LanguageEvaluation(self, operands, separator: separator, budget: budget)
        return try evaluation.value()
    }

    /// Returns the error for a name without an automaton.
    package func unknownName(_ id: LanguageNameID) -> LanguageExpressionError {
        let name = nameTable[id]
        let suggestion = Self.suggestion(for: name).map { "; \($0)" } ?? ""
        return error(
            .unknownName, at: firstMention(of: id), "no automaton is named '\(name.printable)'",
            remedy: "add one of this name, or fix the name" + suggestion)
    }

    /// Suggests a fix for an unknown name that contains the sign of an operator or is the name of a
    /// function; otherwise returns `nil`.
    @_spi(Tool) public static func suggestion(for name: String) -> String? {
        if LanguageFunction(named: Array(name.utf8)[...]) != nil {
            return "write the ( of a function directly after its name"
        }
        if name.hasPrefix("~"), !name.hasPrefix("~/") { return "write !a for complement" }
        guard let sign = name.unicodeScalars.first(where: { $0 == "-" || $0 == "\\" }) else { return nil }
        return "put spaces around a \(sign) that subtracts"
    }

    /// Returns the first node that mentions a name.
    func firstMention(of name: LanguageNameID) -> Int {
        nodes.firstIndex { $0.kind == .name && $0.name == name } ?? nodes.count - 1
    }
}

/// Evaluates an expression node by node; the last values are the operands of the next node.
private struct LanguageEvaluation {
    private let expression: LanguageExpression
    /// The automata of the names, over the joint alphabet.
    private var operands: [Automaton] = []
    /// The joint alphabet of all automata and words.
    private let alphabet: Alphabet
    private let separator: String?
    private let budget: Budget
    private var values: [Value] = []
    /// The number of bytes of values that only the evaluation holds.
    private var heldBytes = 0

    private struct Value {
        var automaton: Automaton
        var byteCount: Int
    }

    // MARK: - One alphabet

    init(
        _ expression: LanguageExpression, _ operands: [Automaton], separator: String?, budget: Budget
    ) throws(LanguageExpressionError) {
        self.expression = expression
        self.separator = separator
        self.budget = budget
        var alphabets: [Alphabet] = []
        let kind = operands.first?.alphabet.kind ?? .named
        for (number, operand) in operands.enumerated() {
            guard operand.alphabet.kind == kind else { throw Self.incompatibility(expression, operands, number) }
            alphabets.append(operand.alphabet)
        }
        let alignment: AlphabetAlignment
        do throws(AutomataError) {
            if expression.wordTable.count > 0 {
                alphabets.append(
                    try Alphabet(
                        spelledBy: expression.words.map { Array($0.utf8) }, separator: separator.map { Array($0.utf8) },
                        kind: kind))
            }
            alignment = try AlphabetAlignment(alphabets)
        } catch {
            throw expression.error(.operation(error), at: 0, error.description)
        }
        alphabet = alignment.alphabet
        for (number, operand) in operands.enumerated() {
            do throws(AutomataError) {
                let map = alignment.maps[number]
                let aligned = try operand.aligned(by: map, budget: remainingBudget)
                if !map.isIdentity || operand.alphabet.count != alphabet.count { heldBytes += aligned.byteCount }
                self.operands.append(aligned)
            } catch {
                throw failure(error, at: expression.firstMention(of: LanguageNameID(number)))
            }
        }
    }

    private static func incompatibility(
        _ expression: LanguageExpression, _ operands: [Automaton], _ number: Int
    ) -> LanguageExpressionError {
        let error = AutomataError.incompatibleAlphabets(operands[0].alphabet.kind, operands[number].alphabet.kind)
        let position = expression.firstMention(of: LanguageNameID(number))
        let names = [0, number].map { "'\(expression.names[$0].printable)'" }.joined(separator: " and ")
        return expression.error(.operation(error), at: position, "\(names) can't be combined: \(error)")
    }

    // MARK: - Node by node

    mutating func value() throws(LanguageExpressionError) -> Automaton {
        for (index, node) in expression.nodes.enumerated() {
            do throws(AutomataError) {
                try evaluate(node)
            } catch {
                throw failure(error, at: index)
            }
        }
        return values[values.count - 1].automaton
    }

    private mutating func evaluate(_ node: LanguageNode) throws(AutomataError) {
        if node.kind == .name {
            values.append(Value(automaton: operands[Int(node.name)], byteCount: 0))
            heldBytes += Self.valueBytes
            return
        }
        // Linear operations don't check the budget.
        try budget.check(statesBuilt: 0, bytes: heldBytes)
        let count = node.operandCount
        let result = try apply(node, to: values[(values.count - count)...])
        for value in values[(values.count - count)...] { heldBytes -= value.byteCount + Self.valueBytes }
        values.removeLast(count)
        let byteCount = result.byteCount
        values.append(Value(automaton: result, byteCount: byteCount))
        heldBytes += byteCount + Self.valueBytes
    }

    /// The number of bytes of a value in addition to its transitions, including the cost for each
    /// operand of an operation.
    private static let valueBytes = 256

    private func apply(_ node: LanguageNode, to values: ArraySlice<Value>) throws(AutomataError) -> Automaton {
        let operands = values.map(\.automaton)
        let budget = remainingBudget
        switch node.kind {
        case .name: return self.operands[Int(node.name)]
        case .word: return try neighborhood(of: node.word, distance: 0, budget)
        case .union: return try .union(of: operands, budget: budget)
        case .intersection: return try .intersection(of: operands, budget: budget)
        case .concatenation: return try .concatenation(of: operands, budget: budget)
        case .difference: return try operands[0].difference(operands[1], budget: budget)
        case .symmetricDifference: return try operands[0].symmetricDifference(operands[1], budget: budget)
        case .complement: return .dfa(try operands[0].complement(over: alphabet, budget: budget))
        case .repetition:
            let most = node.second == unbounded ? nil : Int(node.second)
            return try operands[0].repeated(from: Int(node.first), to: most, budget: budget)
        case .function:
            guard let function = node.function else { return try anySymbol(budget) }
            return try call(function, node, operands, budget)
        }
    }

    private func call(
        _ function: LanguageFunction, _ node: LanguageNode, _ operands: [Automaton], _ budget: Budget
    ) throws(AutomataError) -> Automaton {
        switch function {
        case .minimize: return .dfa(try operands[0].minimized(budget: budget))
        case .determinize: return .dfa(try operands[0].determinized(budget: budget))
        case .reduce: return Automaton(mostSpecific: try operands[0].reduced(budget: budget))
        case .trim: return operands[0].trimmed()
        case .reverse: return operands[0].reversed()
        case .prefixes: return operands[0].prefixes()
        case .suffixes: return operands[0].suffixes()
        case .factors: return operands[0].factors()
        case .subsequences: return .epsilonNFA(operands[0].subsequences())
        case .cyclicShift: return try operands[0].cyclicShift(budget: budget)
        case .leftQuotient: return try operands[0].leftQuotient(by: operands[1], budget: budget)
        case .rightQuotient: return try operands[0].rightQuotient(by: operands[1], budget: budget)
        case .shuffle: return try operands[0].shuffle(operands[1], budget: budget)
        case .lengths:
            let least = Int(node.second)
            if node.third == unbounded { return try operands[0].restricted(toLengths: least..., budget: budget) }
            return try operands[0].restricted(toLengths: least...Int(node.third), budget: budget)
        case .project:
            // Project by name, because the operand may be over fewer symbols by now.
            let kept = try word(node.word)
            let aligned = try operands[0].aligned(to: alphabet, budget: budget)
            return Automaton(mostSpecific: try aligned.projected(onto: kept))
        case .neighborhood: return try neighborhood(of: node.word, distance: Int(node.third), budget)
        case .any: return try anySymbol(budget)
        }
    }

    private func word(_ id: LanguageWordID) throws(AutomataError) -> [Symbol] {
        try alphabet.word(expression.wordTable[id], separator: separator)
    }

    /// Returns the words within an edit distance of a word.
    private func neighborhood(
        of id: LanguageWordID, distance: Int, _ budget: Budget
    ) throws(AutomataError) -> Automaton {
        let word = try word(id)
        return Automaton(mostSpecific: try NFA.words(within: distance, of: word, over: alphabet, budget: budget))
    }

    /// Returns the language of all one-symbol words.
    private func anySymbol(_ budget: Budget) throws(AutomataError) -> Automaton {
        var builder = DFA.Builder(alphabet: alphabet)
        let (first, last) = (try builder.addState(), try builder.addState())
        for symbol in alphabet.symbols { try builder.addTransition(from: first, on: symbol, to: last) }
        builder.initialState = first
        builder.insertFinal(last)
        return .dfa(try builder.build(budget: budget))
    }

    // MARK: - Budget

    /// The budget minus the bytes of current values.
    private var remainingBudget: Budget {
        var remaining = budget
        remaining.maximumBytes = max(0, budget.maximumBytes - heldBytes)
        return remaining
    }

    /// Returns the error of an operation, with the limit of the whole budget.
    private func failure(_ error: AutomataError, at node: Int) -> LanguageExpressionError {
        var error = error
        if case .budgetExceeded(let built, .bytes) = error {
            error = .budgetExceeded(statesBuilt: built, limit: .bytes(budget.maximumBytes))
        }
        return expression.error(.operation(error), at: node, error.description)
    }
}
