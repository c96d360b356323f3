internal import Automata
internal import TextSupport

/// The parts of an automaton that a reader has collected.
struct AutomatonParts {
    var sources: [StateID] = []
    var symbols: [Symbol] = []
    var targets: [StateID] = []
    var moveSources: [StateID] = []
    var moveTargets: [StateID] = []
    var initialStates: StateSet = []
    var finalStates: StateSet = []

    @inline(__always)
    mutating func addTransition(from source: StateID, on symbol: Symbol, to target: StateID) {
        sources.append(source)
        symbols.append(symbol)
        targets.append(target)
    }

    /// Reserves memory for the transitions of a text; untouched memory costs nothing.
    mutating func reserve(_ count: Int) {
        sources.reserveCapacity(count)
        symbols.reserveCapacity(count)
        targets.reserveCapacity(count)
    }

    /// Reserves memory for the transitions of a text with one per line.
    mutating func reserve(for input: TextInput) {
        reserve(min(input.count / 10, max(0, input.budget.maximumBytes - input.others.bytes) / 24))
    }

    /// The number of bytes of the transitions, as lists and as rows together.
    var byteCount: Int { 2 * (12 * sources.count + 8 * moveSources.count) }

    /// The bytes in use, including spare capacity.
    var capacityByteCount: Int {
        4 * (sources.capacity + symbols.capacity + targets.capacity + moveSources.capacity + moveTargets.capacity)
    }

    /// Returns the number of bytes that the given number of states takes, as rows and while rows
    /// are created.
    static func byteCount(ofStates count: Int) -> Int { 20 * count }

    /// Replaces each state with another one.
    mutating func renumberStates(
        steps: inout BudgetSteps, _ newState: (StateID) -> StateID
    ) throws(AutomataError) {
        try renumberTransitions(steps: &steps, newState)
        initialStates = StateSet(initialStates.map(newState))
        finalStates = StateSet(finalStates.map(newState))
    }

    /// Replaces each state in transitions and epsilon moves with another one.
    mutating func renumberTransitions(
        steps: inout BudgetSteps, _ newState: (StateID) -> StateID
    ) throws(AutomataError) {
        try Self.replaceEach(&sources, steps: &steps, by: newState)
        try Self.replaceEach(&targets, steps: &steps, by: newState)
        try Self.replaceEach(&moveSources, steps: &steps, by: newState)
        try Self.replaceEach(&moveTargets, steps: &steps, by: newState)
    }

    /// Replaces each symbol with another one.
    mutating func renumberSymbols(
        steps: inout BudgetSteps, _ newSymbol: (Symbol) -> Symbol
    ) throws(AutomataError) {
        try Self.replaceEach(&symbols, steps: &steps, by: newSymbol)
    }

    @inline(__always)
    private static func replaceEach<ID: DenseID>(
        _ ids: inout [ID], steps: inout BudgetSteps, by newID: (ID) -> ID
    ) throws(AutomataError) {
        for index in ids.indices {
            try steps.step()
            ids[index] = newID(ids[index])
        }
    }

    @inline(__always)
    mutating func addEpsilonMove(from source: StateID, to target: StateID) {
        moveSources.append(source)
        moveTargets.append(target)
    }

    /// Returns the automaton in the most specific model that can represent it; all ids must be in
    /// range.
    ///
    /// If the names of all states are `q0`, `q1`, … in order, they are dropped, as these are the
    /// names of states without names.
    func automaton(
        alphabet: Alphabet, stateCount: Int, names: NameTable?, positions: [StatePosition]? = nil,
        steps: inout BudgetSteps
    ) throws(AutomataError) -> Automaton {
        guard sources.count <= maximumCount, moveSources.count <= maximumCount else { throw .tooLarge("transitions") }
        let annotations = StateAnnotations(
            names: names.flatMap { $0.areDefaultStateNames ? nil : $0 }, positions: positions)
        let rows = try Transitions(
            stateCount: stateCount, sources: sources, symbols: symbols, targets: targets, steps: &steps)
        if moveSources.isEmpty {
            return Automaton(
                mostSpecific: NFA(
                    alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
                    annotations: annotations))
        }
        return .epsilonNFA(
            EpsilonNFA(
                alphabet: alphabet, rows: rows,
                epsilon: try EpsilonMoves(
                    stateCount: stateCount, sources: moveSources, targets: moveTargets, steps: &steps),
                initialStates: initialStates, finalStates: finalStates, annotations: annotations))
    }
}

extension NameTable {
    /// Whether the names are `q0`, `q1`, … in order, which are the names of states that have none.
    var areDefaultStateNames: Bool {
        var expected = TextOutput()
        for index in 0..<count {
            expected.bytes.removeAll(keepingCapacity: true)
            expected.append("q")
            expected.append(index)
            if utf8(at: index) != expected.bytes[...] { return false }
        }
        return true
    }
}
