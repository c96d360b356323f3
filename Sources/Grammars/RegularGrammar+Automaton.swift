public import Automata
public import WorkLimits

extension RegularGrammar {
    /// Returns the automaton of ``epsilonNFA(budget:)`` in its most specific model: a DFA, an NFA,
    /// or, if there are unit productions, an ε-NFA.
    ///
    /// - Complexity: that of ``epsilonNFA(budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func automaton(budget: Budget = .default) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try epsilonNFA(budget: budget))
    }

    /// Returns an automaton without epsilon moves for the grammar's language.
    ///
    /// - Complexity: that of ``epsilonNFA(budget:)``, and of
    ///   `FiniteAutomaton.removingEpsilonMoves(budget:)` if there are unit productions.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func nfa(budget: Budget = .default) throws(AutomataError) -> NFA {
        try epsilonNFA(budget: budget).removingEpsilonMoves(budget: budget)
    }

    /// Returns an automaton whose states are the nonterminals, with their names.
    ///
    /// Right-linear: the start symbol is the initial state. *A* → *aB* becomes a transition, and
    /// *A* → *B* an epsilon move; *A* → ε makes *A* final, and *A* → *a* becomes a transition to a
    /// new final state `F`. Longer right sides use intermediate states `q1`, `q2`, …, and equal
    /// ends of right sides share these states. Left-linear: the transitions are reversed, and
    /// initial and final states exchanged; the new state is the initial state `I`.
    ///
    /// - Complexity: O(length of the productions and names).
    /// - Throws: `AutomataError` if the budget stops the work.
    ///
    /// Hopcroft, Ullman: *Introduction to Automata Theory, Languages, and Computation*, 1979,
    /// section 9.1.
    public func epsilonNFA(budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        var construction = LinearConstruction(self, budget)
        return try construction.run()
    }
}

/// The construction of a regular grammar's automaton. For a left-linear grammar, right sides are
/// read backward, and the result is reversed.
private struct LinearConstruction {
    private let grammar: Grammar
    private let isLeft: Bool
    private let budget: Budget
    private var names: NameTable
    /// The state in which productions without a nonterminal end.
    private var end: StateID?
    /// The states within right sides, by the next symbol and the state after it.
    private var inner: [UInt64: StateID] = [:]
    private var nextInnerName = 1
    private var sources: [StateID] = []
    private var symbols: [Symbol] = []
    private var targets: [StateID] = []
    private var moveSources: [StateID] = []
    private var moveTargets: [StateID] = []
    private var finalStates: [StateID] = []

    init(_ grammar: RegularGrammar, _ budget: Budget) {
        self.grammar = grammar.grammar
        isLeft = grammar.direction == .left
        self.budget = budget
        names = grammar.grammar.names
    }

    mutating func run() throws(AutomataError) -> EpsilonNFA {
        let rules = grammar.rules
        var pace = BudgetPace()
        var word: [Symbol] = []
        for production in 0..<rules.count {
            if pace.isDue(states: production, work: rules.left(of: production).lowerBound) { try check() }
            var source: StateID = 0
            if case .nonterminal(let left) = GrammarSymbol(code: rules.symbols[rules.left(of: production).lowerBound]) {
                source = StateID(left.rawValue)
            }
            word.removeAll(keepingCapacity: true)
            var target: StateID?
            for code in rules.symbols[rules.right(of: production)] {
                switch GrammarSymbol(code: code) {
                case .nonterminal(let nonterminal): target = StateID(nonterminal.rawValue)
                case .terminal(let symbol): word.append(symbol)
                }
            }
            if isLeft { word.reverse() }
            try add(from: source, word, to: target)
        }
        try check()
        let moves: EpsilonMoves
        let rows: Transitions
        let initial = StateSet([0])
        let final = StateSet(finalStates)
        if isLeft {
            rows = Transitions(stateCount: names.count, sources: targets, symbols: symbols, targets: sources)
            moves = EpsilonMoves(stateCount: names.count, sources: moveTargets, targets: moveSources)
        } else {
            rows = Transitions(stateCount: names.count, sources: sources, symbols: symbols, targets: targets)
            moves = EpsilonMoves(stateCount: names.count, sources: moveSources, targets: moveTargets)
        }
        return EpsilonNFA(
            alphabet: grammar.terminals, rows: rows, epsilon: moves, initialStates: isLeft ? final : initial,
            finalStates: isLeft ? initial : final, annotations: StateAnnotations(names: names))
    }

    private mutating func add(from source: StateID, _ word: [Symbol], to target: StateID?) throws(AutomataError) {
        guard let first = word.first else {
            guard let target else {
                finalStates.append(source)
                return
            }
            if source == target { return }
            moveSources.append(source)
            moveTargets.append(target)
            return
        }
        var next: StateID
        if let target { next = target } else { next = try endState() }
        for symbol in word.dropFirst().reversed() { next = try innerState(before: symbol, next) }
        addTransition(source, first, next)
    }

    private mutating func addTransition(_ source: StateID, _ symbol: Symbol, _ target: StateID) {
        sources.append(source)
        symbols.append(symbol)
        targets.append(target)
    }

    private mutating func endState() throws(AutomataError) -> StateID {
        if let end { return end }
        let letter = isLeft ? "I" : "F"
        var name = letter
        var number = 1
        while names.index(of: name) != nil {
            name = letter + String(number)
            number += 1
        }
        let state = StateID(try names.intern(name).id)
        end = state
        finalStates.append(state)
        return state
    }

    /// Returns the state whose only transition leads on the symbol to the given state.
    private mutating func innerState(before symbol: Symbol, _ next: StateID) throws(AutomataError) -> StateID {
        let key = UInt64(symbol) << 32 | UInt64(next)
        if let state = inner[key] { return state }
        var name: String
        repeat {
            name = "q\(nextInnerName)"
            nextInnerName += 1
        } while names.index(of: name) != nil
        let state = StateID(try names.intern(name).id)
        inner[key] = state
        addTransition(state, symbol, next)
        if state.rawValue & 0xFFF == 0 { try check() }
        return state
    }

    private func check() throws(AutomataError) {
        let count = sources.count + moveSources.count
        guard count < maximumCount else { throw .tooLarge("transitions") }
        try budget.check(
            statesBuilt: names.count, bytes: names.byteCount + 40 * count + 40 * inner.count + 16 * names.count)
    }
}
