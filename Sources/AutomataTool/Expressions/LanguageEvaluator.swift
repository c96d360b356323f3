import Automata

/// Works out expressions over automata that have one alphabet.
struct LanguageEvaluator {
    /// The automata in the files that the expression names, by the bytes of the names.
    private let automata: [[UInt8]: Automaton]
    /// The symbols of all of them and of the words together, which complements are over.
    private let alphabet: Alphabet
    /// What stands between the symbols of words.
    private let separator: String?
    private let budget: Budget

    /// Aligns the automata.
    init(
        _ automata: [(name: String, automaton: Automaton)], words: [String], separator: String?, budget: Budget
    ) throws(AutomataError) {
        let kind = automata.first?.automaton.alphabet.kind ?? .named
        var alphabet: Alphabet = automata.first?.automaton.alphabet ?? []
        for (_, automaton) in automata.dropFirst() { alphabet = try alphabet.joint(with: automaton.alphabet) }
        for word in words {
            alphabet = try alphabet.joint(with: Alphabet(spelledBy: word, separator: separator, kind: kind))
        }
        self.separator = separator
        var aligned: [[UInt8]: Automaton] = [:]
        for (name, automaton) in automata {
            aligned[Array(name.utf8)] = try automaton.aligned(to: alphabet, budget: budget)
        }
        self.automata = aligned
        self.alphabet = alphabet
        self.budget = budget
    }

    func value(of expression: LanguageExpression) throws(AutomataError) -> Automaton {
        switch expression {
        case .file(let name):
            guard let automaton = automata[Array(name.utf8)] else { throw .unknownState(name) }
            return automaton
        case .word(let word): return try neighbourhood(of: word, distance: 0)
        case .union(let operands): return try .union(of: values(of: operands), budget: budget)
        case .intersection(let operands): return try .intersection(of: values(of: operands), budget: budget)
        case .concatenation(let operands):
            return try .concatenation(of: values(of: operands), budget: budget)
        case .difference(let left, let right):
            return try value(of: left).difference(value(of: right), budget: budget)
        case .symmetricDifference(let left, let right):
            return try value(of: left).symmetricDifference(value(of: right), budget: budget)
        case .complement(let operand):
            return .dfa(try value(of: operand).complement(over: alphabet, budget: budget))
        case .repetition(let operand, let counts):
            return try value(of: operand).repeated(from: counts.from, to: counts.to, budget: budget)
        case .function(let function, let arguments, let detail):
            return try call(function, values(of: arguments), detail)
        }
    }

    private func values(of expressions: [LanguageExpression]) throws(AutomataError) -> [Automaton] {
        var values: [Automaton] = []
        for expression in expressions { values.append(try value(of: expression)) }
        return values
    }

    /// The words that so many errors at most make of a word.
    private func neighbourhood(of word: String, distance: Int) throws(AutomataError) -> Automaton {
        let word = try alphabet.word(word, separator: separator)
        return Automaton(
            mostSpecific: try NFA.words(within: distance, of: word, over: alphabet, budget: budget))
    }

    /// Each symbol on its own.
    private func anySymbol() throws(AutomataError) -> Automaton {
        var builder = DFA.Builder(alphabet: alphabet)
        let (first, last) = (try builder.addState(), try builder.addState())
        for symbol in alphabet.symbols { try builder.addTransition(from: first, on: symbol, to: last) }
        builder.initialState = first
        builder.insertFinal(last)
        return .dfa(try builder.build(budget: budget))
    }

    private func call(
        _ function: LanguageFunction, _ arguments: [Automaton], _ detail: LanguageFunction.Detail
    ) throws(AutomataError) -> Automaton {
        switch detail {
        case .lengths(let counts):
            if let most = counts.to {
                return try arguments[0].restricted(toLengths: counts.from...most, budget: budget)
            }
            return try arguments[0].restricted(toLengths: counts.from..., budget: budget)
        case .symbols(let symbols):
            let operand = arguments[0]
            // By name, as the operand may be over fewer symbols by now.
            let kept = try alphabet.word(symbols, separator: separator)
            return try operand.aligned(to: alphabet, budget: budget).projected(onto: kept)
        case .distance(of: let word, let distance):
            return try neighbourhood(of: word, distance: distance)
        case .none: break
        }
        guard let operand = arguments.first else { return try anySymbol() }
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
        // Those have been answered above.
        case .lengths, .project, .neighbourhood, .any: return operand
        }
    }
}
