internal import Automata
internal import TextSupport

/// What a reader has collected of an automaton.
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

    /// Makes room for the transitions of a text; untouched memory costs nothing.
    mutating func reserve(_ count: Int) {
        sources.reserveCapacity(count)
        symbols.reserveCapacity(count)
        targets.reserveCapacity(count)
    }

    /// Makes room for the transitions of a text of lines.
    mutating func reserve(for input: TextInput) { reserve(min(input.count / 10, input.budget.maximumBytes / 24)) }

    /// What the transitions take, and again as rows.
    var byteCount: Int { 2 * (12 * sources.count + 8 * moveSources.count) }

    /// Replaces each state by another.
    mutating func renumberStates(_ newState: (StateID) -> StateID) {
        renumberTransitions(newState)
        initialStates = StateSet(initialStates.map(newState))
        finalStates = StateSet(finalStates.map(newState))
    }

    /// Replaces each state by another in transitions and epsilon moves.
    mutating func renumberTransitions(_ newState: (StateID) -> StateID) {
        for index in sources.indices { sources[index] = newState(sources[index]) }
        for index in targets.indices { targets[index] = newState(targets[index]) }
        for index in moveSources.indices { moveSources[index] = newState(moveSources[index]) }
        for index in moveTargets.indices { moveTargets[index] = newState(moveTargets[index]) }
    }

    @inline(__always)
    mutating func addEpsilonMove(from source: StateID, to target: StateID) {
        moveSources.append(source)
        moveTargets.append(target)
    }

    /// The automaton in the most specific model that holds it; all ids must be in range.
    ///
    /// The names `q0`, `q1`, … of all states in order are those of an automaton without names, and are dropped.
    func automaton(alphabet: Alphabet, stateCount: Int, names: NameTable?) throws(AutomataError) -> Automaton {
        guard sources.count <= maximumCount, moveSources.count <= maximumCount else { throw .tooLarge("transitions") }
        let names = names.flatMap { $0.areDefaultStateNames ? nil : $0 }
        let rows = Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets)
        if moveSources.isEmpty {
            return Automaton(
                mostSpecific: NFA(
                    alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates,
                    names: names))
        }
        return .epsilonNFA(
            EpsilonNFA(
                alphabet: alphabet, rows: rows,
                epsilon: EpsilonMoves(stateCount: stateCount, sources: moveSources, targets: moveTargets),
                initialStates: initialStates, finalStates: finalStates, names: names))
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
