public import Automata
public import WorkLimits

extension RegularGrammar {
    /// Creates a grammar for an automaton's language, whose nonterminals are the states.
    ///
    /// Right-linear: a transition from *p* to *q* on *a* becomes *p* → *aq*, an epsilon move
    /// becomes *p* → *q*, and a final state *q* becomes *q* → ε. The start symbol is the initial
    /// state. If there isn't exactly one initial state, the start symbol is a new `S` with a unit
    /// production for each. Left-linear: a transition becomes *q* → *pa*, an epsilon move becomes
    /// *q* → *p*, and an initial state *p* becomes *p* → ε. The start symbol is the only final
    /// state, or a new `S` with unit productions.
    ///
    /// Nonterminals are named like the states, or `q0`, `q1`, … if the states have no names; the
    /// terminals are the automaton's alphabet. ``trimmed()`` removes useless nonterminals.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: `AutomataError` if the budget stops the work; `AutomataError.tooLarge(_:)` for 2³¹
    ///   or more states or symbols.
    ///
    /// Hopcroft, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 1979,
    /// section 9.1.
    public init(
        _ automaton: some FiniteAutomaton, direction: Direction = .right, budget: Budget = .default
    ) throws(AutomataError) {
        let automaton = automaton.asEpsilonNFA
        guard automaton.stateCount < Int(GrammarSymbol.nonterminalBit) - 1 else { throw .tooLarge("states") }
        guard automaton.alphabet.count <= Int(GrammarSymbol.nonterminalBit) else { throw .tooLarge("symbols") }
        // The memory of the productions while they are ordered.
        let size = automaton.stateCount + automaton.transitionCount
        let (bytes, overflow) = size.multipliedReportingOverflow(by: 100)
        try budget.check(statesBuilt: automaton.stateCount, bytes: overflow ? .max : bytes)
        let numbering = StartNumbering(direction == .right ? automaton.initialStates : automaton.finalStates)
        let names = try numbering.names(of: automaton)
        let rules = try Self.rules(of: automaton, numbering, direction, budget)
        self.init(Grammar(rules, names: names, terminals: automaton.alphabet), direction)
    }

    /// Returns the productions. Those of a left-linear grammar are the right-linear ones of the
    /// reversed automaton, read backward.
    private static func rules(
        of automaton: EpsilonNFA, _ numbering: StartNumbering, _ direction: Direction, _ budget: Budget
    ) throws(AutomataError) -> GrammarRules {
        let source = direction == .right ? automaton : automaton.reversed()
        var rules = GrammarRules()
        if numbering.hasOwnStart {
            for state in source.initialStates { try rules.append(0, [numbering.code(of: state)]) }
        }
        var pace = BudgetPace()
        for (index, state) in breadthFirstOrder(of: source).enumerated() {
            if pace.isDue(states: index, work: rules.symbols.count) {
                try budget.check(statesBuilt: source.stateCount, bytes: rules.byteCount)
            }
            let left = numbering.number(of: state)
            for index in source.rows.range(of: state) {
                let symbol = GrammarSymbol.terminal(source.rows.symbols[index]).code
                let target = numbering.code(of: source.rows.targets[index])
                try rules.append(left, direction == .right ? [symbol, target] : [target, symbol])
            }
            for target in source.epsilonTargets(from: state) {
                try rules.append(left, [numbering.code(of: target)])
            }
            if source.isFinal(state) { try rules.append(left, []) }
        }
        return rules
    }

    /// Returns all states in breadth-first order, so that a nonterminal's productions soon follow
    /// its first use.
    private static func breadthFirstOrder(of automaton: EpsilonNFA) -> [StateID] {
        var order: [StateID] = []
        order.reserveCapacity(automaton.stateCount)
        var isVisited = [Bool](repeating: false, count: automaton.stateCount)
        var next = 0
        func visit(_ state: StateID) {
            if isVisited[Int(state)] { return }
            isVisited[Int(state)] = true
            order.append(state)
        }
        func explore() {
            while next < order.count {
                let state = order[next]
                next += 1
                for target in automaton.rows.targets[automaton.rows.range(of: state)] { visit(target) }
                for target in automaton.epsilonTargets(from: state) { visit(target) }
            }
        }
        for state in automaton.initialStates { visit(state) }
        explore()
        for state in automaton.states {
            visit(state)
            explore()
        }
        return order
    }
}

/// A numbering of states as nonterminals with the start symbol as 0.
private struct StartNumbering {
    /// The state that is the start symbol, or `nil` if the start symbol is a new nonterminal.
    private let start: StateID?

    init(_ starts: StateSet) { start = starts.count == 1 ? starts.first : nil }

    var hasOwnStart: Bool { start == nil }

    func number(of state: StateID) -> Nonterminal {
        if let start, state >= start { return state == start ? 0 : Nonterminal(state.rawValue) }
        return Nonterminal(state.rawValue + 1)
    }

    func code(of state: StateID) -> UInt32 { GrammarSymbol.nonterminal(number(of: state)).code }

    /// Returns the names of the nonterminals in their order.
    func names(of automaton: EpsilonNFA) throws(AutomataError) -> NameTable {
        var names = NameTable(minimumCapacity: automaton.stateCount + 1)
        func append(_ state: StateID) throws(AutomataError) {
            if let table = automaton.names {
                try table.withUTF8(at: Int(state)) { (name) throws(AutomataError) in _ = try names.intern(name) }
            } else {
                try names.intern(automaton.name(of: state))
            }
        }
        if let start { try append(start) } else { try names.intern(ownName(automaton)) }
        for state in automaton.states where state != start { try append(state) }
        return names
    }

    /// Returns `S`, with a number if a state has that name.
    private func ownName(_ automaton: EpsilonNFA) -> String {
        var name = "S"
        var number = 1
        while automaton.state(named: name) != nil {
            name = "S\(number)"
            number += 1
        }
        return name
    }
}
