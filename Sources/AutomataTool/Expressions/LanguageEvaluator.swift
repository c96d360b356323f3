import Automata

/// Works out expressions over automata that have one alphabet.
struct LanguageEvaluator {
    /// The automata in the files that the expression names.
    private let automata: [String: Automaton]
    /// The symbols of all of them together, which complements are over.
    private let alphabet: Alphabet
    private let budget: Budget

    /// Aligns the automata.
    init(_ automata: [(name: String, automaton: Automaton)], budget: Budget) throws(AutomataError) {
        var alphabet = automata[0].automaton.alphabet
        for (_, automaton) in automata.dropFirst() { alphabet = try alphabet.joint(with: automaton.alphabet) }
        var aligned: [String: Automaton] = [:]
        for (name, automaton) in automata {
            aligned[name] = try automaton.aligned(to: alphabet, budget: budget)
        }
        self.automata = aligned
        self.alphabet = alphabet
        self.budget = budget
    }

    func value(of expression: LanguageExpression) throws(AutomataError) -> Automaton {
        switch expression {
        case .file(let name):
            guard let automaton = automata[name] else { throw .unknownState(name) }
            return automaton
        case .union(let operands): return try .union(of: values(of: operands), budget: budget)
        case .intersection(let operands): return try .intersection(of: values(of: operands), budget: budget)
        case .concatenation(let operands):
            var result = try value(of: operands[0])
            for operand in operands.dropFirst() {
                result = try result.concatenation(value(of: operand), budget: budget)
            }
            return result
        case .difference(let left, let right):
            return try value(of: left).difference(value(of: right), budget: budget)
        case .symmetricDifference(let left, let right):
            return try value(of: left).symmetricDifference(value(of: right), budget: budget)
        case .complement(let operand):
            return .dfa(try value(of: operand).complement(over: alphabet, budget: budget))
        case .repetition(let operand, let least, let most):
            return try value(of: operand).repeated(from: least, to: most, budget: budget)
        case .function(let function, let arguments):
            return try call(function, values(of: arguments))
        }
    }

    private func values(of expressions: [LanguageExpression]) throws(AutomataError) -> [Automaton] {
        var values: [Automaton] = []
        for expression in expressions { values.append(try value(of: expression)) }
        return values
    }

    private func call(_ function: LanguageFunction, _ arguments: [Automaton]) throws(AutomataError) -> Automaton {
        let operand = arguments[0]
        switch function {
        case .minimize: return .dfa(try operand.minimized(budget: budget))
        case .determinize: return .dfa(try operand.determinized(budget: budget))
        case .reduce: return try operand.reduced(budget: budget)
        case .trim: return operand.trimmed()
        case .reverse: return operand.reversed()
        case .prefixes: return operand.prefixes()
        case .suffixes: return operand.suffixes()
        case .factors: return operand.factors()
        case .subsequences: return operand.subsequences()
        case .leftQuotient: return try operand.leftQuotient(by: arguments[1], budget: budget)
        case .rightQuotient: return try operand.rightQuotient(by: arguments[1], budget: budget)
        case .shuffle: return try operand.shuffle(arguments[1], budget: budget)
        }
    }
}
