public import Automata

extension MealyMachine {
    /// The DFA of the words that the machine can read, with the same states. All are final.
    ///
    /// - Complexity: O(*n* *k*).
    public var inputLanguage: DFA {
        DFA(
            alphabet: inputs, stateCount: stateCount, denseTargets: cells.map(\.target), initialState: initialState,
            finalStates: StateSet(allBelow: stateCount), annotations: StateAnnotations(names: names))
    }

    /// Returns the NFA of the words that the machine can output, with the same states. All are
    /// final.
    ///
    /// - Complexity: O(*n* *k*).
    /// - Throws: ``AutomataError/tooLarge(_:)``.
    public func outputLanguage() throws(AutomataError) -> NFA {
        try automaton(over: outputs) { $0.output }
    }

    /// Returns the DFA of the words of pairs such as `push/click`, one for each input and output
    /// that occur together, with the same states. All are final.
    ///
    /// Tools for automata can work on it, and ``init(traces:separator:)`` makes the machine again.
    ///
    /// - Complexity: O(*n* *k*).
    /// - Throws: ``AutomataError/unsupported(_:)`` if two pairs would have the same name: choose
    ///   another separator.
    public func traceLanguage(separator: String = "/") throws(AutomataError) -> DFA {
        var names = NameTable()
        var symbols: [[Symbol]: Symbol] = [:]
        for input in inputs.symbols {
            for output in Set(states.compactMap { transition(from: $0, on: input)?.output }).sorted() {
                let name = inputs.name(of: input) + separator + outputs.name(of: output)
                let (id, isNew) = try names.intern(name)
                guard isNew else {
                    throw .unsupported("two pairs of input and output are named '\(name)'; choose another separator")
                }
                symbols[[input, output]] = Symbol(id)
            }
        }
        return try DFA(automaton(over: Alphabet(names)) { symbols[[$0.input, $0.output]] ?? .absent })
    }

    private func automaton(
        over alphabet: Alphabet, symbol: (Transition) -> Symbol
    ) throws(AutomataError) -> NFA {
        var builder = NFA.Builder(alphabet: alphabet)
        if let names {
            for state in states { _ = try builder.state(named: names[state]) }
        } else {
            try builder.addStates(stateCount)
        }
        builder.insertInitial(initialState)
        for state in states { builder.insertFinal(state) }
        for transition in transitions {
            try builder.addTransition(from: transition.source, on: symbol(transition), to: transition.target)
        }
        return try builder.build()
    }

    /// Creates the machine whose words of pairs, such as `push/click`, an automaton accepts.
    ///
    /// Each symbol is split at the first `separator`. The language must be that of a machine: not
    /// empty, closed under prefixes, and with one output for an input after each word. States are
    /// those of the minimal DFA.
    ///
    /// - Complexity: that of `minimized(budget:)`.
    /// - Throws: ``AutomataError/unsupported(_:)`` for another language; another ``AutomataError``
    ///   if the budget stops the work.
    public init(
        traces automaton: some FiniteAutomaton, separator: String = "/", budget: Budget = .default
    ) throws(AutomataError) {
        let dfa = try automaton.minimized(budget: budget)
        guard let start = dfa.initialState, dfa.states.allSatisfy({ dfa.isFinal($0) }) else {
            throw .unsupported(
                "the language isn't closed under prefixes, as a machine's is; make all states of the automaton final")
        }
        var pairs: [(input: String, output: String)] = []
        for name in dfa.alphabet.names {
            guard let pair = name.split(at: separator) else {
                throw .unsupported("invalid pair '\(name)'; write an input and an output with '\(separator)' between")
            }
            pairs.append(pair)
        }
        var builder = try Builder()
        for _ in dfa.states { try builder.addState() }
        for transition in dfa.transitions {
            let pair = pairs[Int(transition.symbol)]
            try builder.addTransition(
                from: transition.source, on: pair.input, output: pair.output, to: transition.target)
        }
        builder.initialState = start
        self = try builder.build(budget: budget)
    }
}

extension String {
    /// Returns the texts before and after the first `separator`; `nil` if it doesn't occur.
    package func split(at separator: String) -> (input: String, output: String)? {
        let (text, pattern) = (Array(utf8), Array(separator.utf8))
        guard text.count >= pattern.count, !pattern.isEmpty else { return nil }
        let start = (0...text.count - pattern.count).first { text[$0..<$0 + pattern.count].elementsEqual(pattern) }
        return start.map {
            let rest = text[($0 + pattern.count)...]
            return (String(decoding: text[..<$0], as: UTF8.self), String(decoding: rest, as: UTF8.self))
        }
    }
}
