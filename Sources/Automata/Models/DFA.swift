/// A deterministic finite automaton, partial or total.
///
/// An immutable value: copies share storage, and every algorithm returns a new one. A missing
/// transition rejects; a DFA is *total* if no transition is missing. The initial state is optional:
/// the trim DFA of the empty language has no states.
///
/// ```swift
/// let even = try DFA(
///     alphabet: ["0", "1"],
///     transitions: [
///         ("even", "0", "even"), ("even", "1", "odd"),
///         ("odd", "0", "odd"), ("odd", "1", "even"),
///     ],
///     initial: "even", final: ["even"])
/// even.accepts("0110")  // true
/// ```
///
/// Invariants: all ids are in range; the table is dense if and only if at least half of its cells
/// are full. As this depends on the content alone, structurally equal automata compare equal.
public struct DFA: FiniteAutomaton {
    /// The transition function: one cell per state and symbol, or sparse rows if most cells would
    /// be empty.
    package enum Table: Sendable, Hashable {
        /// Rows of `alphabet.count` targets; ``DenseID/absent`` for no transition.
        case dense([StateID])
        case sparse(Transitions)

        /// Returns whether a dense table isn't larger than sparse rows. Dense cells take 4 bytes
        /// and sparse ones 8, so the table must be at least half full.
        @inline(__always)
        package static func isDenseBetter(stateCount: Int, symbolCount: Int, transitionCount: Int) -> Bool {
            stateCount.multipliedReportingOverflow(by: symbolCount).overflow == false
                && stateCount * symbolCount <= 2 * transitionCount
        }

        /// The number of bytes of cells or rows.
        var byteCount: Int {
            switch self {
            case .dense(let cells): cells.count * 4
            case .sparse(let rows): rows.count * 8 + rows.offsets.count * 4
            }
        }
    }

    /// Σ, the input symbols.
    public let alphabet: Alphabet
    /// *n*, the number of states.
    public let stateCount: Int
    /// *m*, the number of transitions; a class of symbols counts once.
    public let transitionCount: Int
    /// The state from which every run starts, or `nil` if there is none.
    public let initialState: StateID?
    /// *F*, the states in which an accepting run ends.
    public let finalStates: StateSet
    package let table: Table
    package let annotations: StateAnnotations

    /// Creates a DFA from a table that already satisfies the invariants.
    package init(
        alphabet: Alphabet, stateCount: Int, transitionCount: Int, table: Table, initialState: StateID?,
        finalStates: StateSet, annotations: StateAnnotations = StateAnnotations()
    ) {
        assert(annotations.fit(stateCount: stateCount))
        self.alphabet = alphabet
        self.stateCount = stateCount
        self.transitionCount = transitionCount
        self.table = table
        self.initialState = initialState
        self.finalStates = finalStates
        self.annotations = annotations
    }

    /// Creates a DFA from rows with at most one target per symbol, stored in the smaller form.
    ///
    /// - Complexity: O(*m*), or O(*n* *k*) if the dense table is smaller.
    package init(
        alphabet: Alphabet, rows: Transitions, initialState: StateID?, finalStates: StateSet,
        annotations: StateAnnotations = StateAnnotations()
    ) {
        let symbolCount = alphabet.count
        let isDense = Table.isDenseBetter(
            stateCount: rows.stateCount, symbolCount: symbolCount, transitionCount: rows.count)
        self.init(
            alphabet: alphabet, stateCount: rows.stateCount, transitionCount: rows.count,
            table: isDense ? .dense(rows.denseTargets(symbolCount: symbolCount)) : .sparse(rows),
            initialState: initialState, finalStates: finalStates, annotations: annotations)
    }

    /// Creates a DFA from a dense table of targets, stored in the smaller form.
    ///
    /// - Complexity: O(*n* *k*).
    package init(
        alphabet: Alphabet, stateCount: Int, denseTargets: [StateID], initialState: StateID?, finalStates: StateSet,
        annotations: StateAnnotations = StateAnnotations()
    ) {
        var transitionCount = 0
        for target in denseTargets where target != .absent { transitionCount += 1 }
        self.init(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, denseTargets: denseTargets,
            initialState: initialState, finalStates: finalStates, annotations: annotations)
    }

    /// Creates a DFA from a dense table with `transitionCount` targets, stored in the smaller form.
    ///
    /// - Complexity: O(1), or O(*n* *k*) if the sparse form is smaller.
    package init(
        alphabet: Alphabet, stateCount: Int, transitionCount: Int, denseTargets: [StateID], initialState: StateID?,
        finalStates: StateSet, annotations: StateAnnotations = StateAnnotations()
    ) {
        let isDense = Table.isDenseBetter(
            stateCount: stateCount, symbolCount: alphabet.count, transitionCount: transitionCount)
        self.init(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount,
            table: isDense
                ? .dense(denseTargets)
                : .sparse(Transitions(denseTargets: denseTargets, stateCount: stateCount, symbolCount: alphabet.count)),
            initialState: initialState, finalStates: finalStates, annotations: annotations)
    }

    /// Creates an automaton with the given transitions between named states.
    ///
    /// States are numbered in order of appearance: initial state, transitions, final states.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that isn't in the
    ///   alphabet; ``AutomataError/nondeterministic(state:symbol:targets:)`` for a state with two
    ///   targets on one symbol.
    public init(
        alphabet: Alphabet, transitions: [(String, String, String)], initial: String?, final: [String]
    ) throws(AutomataError) {
        try self.init(
            NFA(
                alphabet: alphabet, transitions: transitions, initial: initial.map { [$0] } ?? [], final: final))
    }

    /// Creates a DFA from an NFA that is already deterministic; for other NFAs see
    /// ``FiniteAutomaton/determinized(total:namingSubsets:budget:)``.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: ``AutomataError/severalInitialStates(_:)``;
    ///   ``AutomataError/nondeterministic(state:symbol:targets:)`` with the first state and symbol
    ///   that have several targets.
    public init(_ nfa: NFA) throws(AutomataError) {
        if nfa.initialStates.count > 1 { throw .severalInitialStates(nfa.initialStates.map(nfa.name)) }
        if let (state, symbol) = nfa.rows.conflict {
            throw .nondeterministic(
                state: nfa.name(of: state), symbol: nfa.alphabet.name(of: symbol),
                targets: nfa.targets(from: state, on: symbol).map(nfa.name))
        }
        self.init(
            alphabet: nfa.alphabet, rows: nfa.rows, initialState: nfa.initialStates.first,
            finalStates: nfa.finalStates, annotations: nfa.annotations)
    }

    /// The initial state as a set, which is empty if there is none.
    public var initialStates: StateSet { initialState.map { [$0] } ?? [] }

    /// The names of the states as a table, if they have any.
    package var names: NameTable? { annotations.names }

    /// Returns whether runs start in this state.
    public func isInitial(_ state: StateID) -> Bool { state == initialState }

    /// δ as a list, by source, then symbol.
    ///
    /// - Complexity: O(1), or O(*n* *k*) for a DFA with a dense table, for which each call makes a
    ///   new list. Keep the list if you need it again.
    public var transitions: some RandomAccessCollection<Automaton.Transition> & Sendable { TransitionList(sparseRows) }

    /// Returns the transitions that leave a state, by symbol.
    ///
    /// - Complexity: O(*d*) for *d* transitions from the state, or O(*k*) in a dense table.
    public func transitions(from state: StateID) -> some RandomAccessCollection<Automaton.Transition> & Sendable {
        switch table {
        case .dense(let targets):
            let row = Int(state) * alphabet.count
            return alphabet.symbols.compactMap { symbol in
                let target = targets[row + Int(symbol)]
                return target == .absent ? nil : Automaton.Transition(from: state, on: symbol, to: target)
            }
        case .sparse(let rows):
            return rows.range(of: state).map {
                Automaton.Transition(from: state, on: rows.symbols[$0], to: rows.targets[$0])
            }
        }
    }

    /// δ(*state*, *symbol*), or `nil` if there is no such transition or the symbol isn't in the
    /// alphabet.
    ///
    /// - Complexity: O(1) in a dense table, O(log *d*) in a sparse one for *d* transitions from the
    ///   state.
    public func target(from state: StateID, on symbol: Symbol) -> StateID? {
        switch table {
        case .dense(let targets):
            let symbolCount = alphabet.count
            // Beyond the row lies the next state's.
            guard Int(symbol) < symbolCount else { return nil }
            let target = targets[Int(state) * symbolCount + Int(symbol)]
            return target == .absent ? nil : target
        case .sparse(let rows):
            return rows.range(of: state, on: symbol).first.map { rows.targets[$0] }
        }
    }

    /// The transitions as sparse rows.
    ///
    /// - Complexity: O(1), or O(*n* *k*) for a dense table.
    package var sparseRows: Transitions {
        switch table {
        case .dense(let targets):
            Transitions(denseTargets: targets, stateCount: stateCount, symbolCount: alphabet.count)
        case .sparse(let rows): rows
        }
    }

    /// Returns the automaton with new names and positions, one per state if any.
    func replacing(_ annotations: StateAnnotations) -> DFA {
        DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: table,
            initialState: initialState, finalStates: finalStates, annotations: annotations)
    }

    /// Returns the automaton with another initial state and other final ones.
    func with(initial: StateID?, final: StateSet) -> DFA {
        DFA(
            alphabet: alphabet, stateCount: stateCount, transitionCount: transitionCount, table: table,
            initialState: initial, finalStates: final, annotations: annotations)
    }
}

// MARK: - Conversion

extension DFA {
    /// The type of results that may be nondeterministic.
    public typealias Nondeterministic = NFA

    /// The model of the automaton.
    public var model: Automaton.Model { .dfa }
    /// The automaton itself.
    public var asDFA: DFA? { self }
    /// The automaton as an NFA with the same states.
    public var asNFA: NFA? { NFA(self) }
    /// The automaton as an ε-NFA with the same states and no epsilon moves.
    public var asEpsilonNFA: EpsilonNFA { EpsilonNFA(NFA(self)) }

    /// Converts an automaton of any model to a DFA of the same language, by determinization unless
    /// it is already deterministic.
    ///
    /// - Complexity: O(1) for a DFA, O(*n* + *m*) for another automaton that is already
    ///   deterministic, otherwise O(2ⁿ) at worst.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public init(
        converting automaton: some FiniteAutomaton, to model: Automaton.Model = .dfa, budget: Budget = .default
    ) throws(AutomataError) {
        if let dfa = automaton.asDFA {
            self = dfa
            return
        }
        let nfa = try NFA(converting: automaton, budget: budget.withoutStateLimit)
        if let dfa = try? DFA(nfa) {
            self = dfa
        } else {
            self = try nfa.determinized(budget: budget)
        }
    }
}

extension Transitions {
    /// Returns the rows as a dense table; they must have at most one target per symbol.
    fileprivate func denseTargets(symbolCount: Int) -> [StateID] {
        var cells = [StateID](repeating: .absent, count: stateCount * symbolCount)
        for state in 0..<stateCount {
            for index in range(of: StateID(state)) { cells[state * symbolCount + Int(symbols[index])] = targets[index] }
        }
        return cells
    }

    /// Creates sparse rows of the cells of a dense table that hold a target.
    fileprivate init(denseTargets: [StateID], stateCount: Int, symbolCount: Int) {
        let none = StateID.absent
        var count = 0
        for target in denseTargets where target != none { count += 1 }
        var offsets = [UInt32](repeating: 0, count: stateCount + 1)
        var symbols = [Symbol](repeating: 0, count: count)
        var targets = [StateID](repeating: 0, count: count)
        denseTargets.withUnsafeBufferPointer { cells in
            symbols.withUnsafeMutableBufferPointer { symbols in
                targets.withUnsafeMutableBufferPointer { targets in
                    var cell = 0
                    var next = 0
                    for state in 0..<stateCount {
                        for symbol in 0..<symbolCount {
                            let target = cells[cell]
                            cell += 1
                            if target == none { continue }
                            symbols[next] = Symbol(truncatingIfNeeded: symbol)
                            targets[next] = target
                            next += 1
                        }
                        offsets[state + 1] = UInt32(truncatingIfNeeded: next)
                    }
                }
            }
        }
        self.init(offsets: offsets, symbols: symbols, targets: targets)
    }
}
