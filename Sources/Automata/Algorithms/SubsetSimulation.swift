/// The states that a nondeterministic automaton can be in, advanced symbol by symbol.
struct SubsetSimulation {
    private let rows: Transitions
    private let epsilon: EpsilonMoves?
    /// The current states in the order of discovery, closed under epsilon moves.
    private(set) var current: [StateID] = []
    private var next: [StateID] = []
    /// The step in which each state was last reached, so that nothing has to be cleared.
    private var reachedIn: [UInt32]
    private var stepNumber: UInt32 = 0

    init(rows: Transitions, epsilon: EpsilonMoves?) {
        self.rows = rows
        self.epsilon = epsilon
        reachedIn = Array(repeating: 0, count: rows.stateCount)
    }

    /// Returns whether a word leads from some of the initial states to some of the final ones.
    mutating func reaches(_ final: StateSet, from initial: StateSet, by word: some Sequence<Symbol>) -> Bool {
        start(in: initial)
        for symbol in word {
            step(on: symbol)
            if current.isEmpty { return false }
        }
        return current.contains(where: final.contains)
    }

    mutating func start(in states: StateSet) {
        beginStep()
        for state in states { reach(state) }
        endStep()
    }

    mutating func step(on symbol: Symbol) {
        beginStep()
        for state in current {
            for index in rows.range(of: state, on: symbol) { reach(rows.targets[index]) }
        }
        endStep()
    }

    private mutating func beginStep() {
        next.removeAll(keepingCapacity: true)
        stepNumber &+= 1
        if stepNumber == 0 {
            for state in reachedIn.indices { reachedIn[state] = 0 }
            stepNumber = 1
        }
    }

    private mutating func reach(_ state: StateID) {
        guard reachedIn[Int(state)] != stepNumber else { return }
        reachedIn[Int(state)] = stepNumber
        next.append(state)
    }

    /// Follows the epsilon moves of all states of the step, including new ones.
    private mutating func endStep() {
        if let epsilon {
            var index = 0
            while index < next.count {
                for move in epsilon.range(of: next[index]) { reach(epsilon.targets[move]) }
                index += 1
            }
        }
        swap(&current, &next)
    }
}
