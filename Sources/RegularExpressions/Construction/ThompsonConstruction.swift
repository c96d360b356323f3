package import Automata
package import WorkLimits

/// Thompson's construction between two given states. No transition enters the first state or leaves
/// the last one. Neighbors in a concatenation share a state.
package struct ThompsonConstruction {
    private let storage: ExpressionStorage
    private let pieces: BooleanPieces
    private let budget: Budget
    private let alphabetCount: Int
    private var stateCount = 2
    private var sources: [StateID] = []
    private var symbols: [Symbol] = []
    private var targets: [StateID] = []
    private var moveSources: [StateID] = []
    private var moveTargets: [StateID] = []
    private var tasks: [Task] = []
    private var pace = BudgetPace()

    /// A pending node between two states.
    private struct Task {
        var node: NodeID
        var from: StateID
        var to: StateID
        /// The number of copies of a repetition that are finished.
        var copies: UInt32 = 0
    }

    static func run(
        _ expression: RegularExpression, root: NodeID, pieces: BooleanPieces, budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        try pieces.measures.check(root, budget)
        var construction = ThompsonConstruction(expression, pieces, budget)
        try construction.build(root)
        return try construction.automaton(expression)
    }

    private init(_ expression: RegularExpression, _ pieces: BooleanPieces, _ budget: Budget) {
        storage = expression.storage
        self.pieces = pieces
        self.budget = budget
        alphabetCount = expression.alphabet.count
    }

    /// Builds the automaton of an expression, with assertions as symbols beyond the alphabet.
    package static func marked(
        _ expression: RegularExpression, root: NodeID, pieces: BooleanPieces, budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        try pieces.measures.check(root, budget)
        var construction = ThompsonConstruction(expression, pieces, budget)
        try construction.build(root)
        return try construction.marked()
    }

    private func marked() throws(AutomataError) -> EpsilonNFA {
        // Names of symbols for assertions, which exist only until those are resolved.
        let names = (0..<alphabetCount + RegularExpression.Assertion.allCases.count).map(String.init)
        return EpsilonNFA(
            alphabet: try Alphabet(names),
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            epsilon: EpsilonMoves(stateCount: stateCount, sources: moveSources, targets: moveTargets),
            initialStates: [0], finalStates: [1])
    }

    private func automaton(_ expression: RegularExpression) throws(AutomataError) -> EpsilonNFA {
        let rows = Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets)
        let epsilon = EpsilonMoves(stateCount: stateCount, sources: moveSources, targets: moveTargets)
        guard expression.hasAssertions else {
            return EpsilonNFA(
                alphabet: expression.alphabet, rows: rows, epsilon: epsilon, initialStates: [0], finalStates: [1])
        }
        let nfa = try marked().removingEpsilonMoves(budget: budget)
        return EpsilonNFA(
            try expression.nfa(nfa.rows, initial: nfa.initialStates, final: nfa.finalStates, budget: budget))
    }

    private mutating func build(_ root: NodeID) throws(AutomataError) {
        tasks = [Task(node: root, from: 0, to: 1)]
        while let task = tasks.popLast() {
            if pace.isDue(states: stateCount, work: symbols.count + moveSources.count) { try check() }
            if let piece = pieces[task.node] {
                try insert(piece, task)
            } else {
                build(task)
            }
        }
        try check()
    }

    private func check() throws(AutomataError) {
        guard stateCount < maximumCount / 2, symbols.count < maximumCount / 2, moveSources.count < maximumCount / 2
        else { throw .tooLarge("states or transitions") }
        try budget.check(
            statesBuilt: stateCount, statesPending: tasks.count,
            bytes: 16 * stateCount + 28 * symbols.count + 28 * moveSources.count + 16 * tasks.count)
    }

    private mutating func newState() -> StateID {
        stateCount += 1
        return StateID(stateCount - 1)
    }

    private mutating func move(from source: StateID, to target: StateID) {
        moveSources.append(source)
        moveTargets.append(target)
    }

    private mutating func transition(from source: StateID, on symbol: Symbol, to target: StateID) {
        sources.append(source)
        symbols.append(symbol)
        targets.append(target)
    }

    private mutating func build(_ task: Task) {
        let (from, to) = (task.from, task.to)
        let node = storage.nodes[Int(task.node)]
        switch node.kind {
        case .empty: break
        case .epsilon: move(from: from, to: to)
        case .symbols:
            for symbol in storage.sets[node.set] { transition(from: from, on: symbol, to: to) }
        case .assertion:
            transition(from: from, on: node.assertion.symbol(after: alphabetCount), to: to)
        case .concatenation:
            let middle = newState()
            tasks.append(Task(node: node.right, from: middle, to: to))
            tasks.append(Task(node: node.left, from: from, to: middle))
        case .union:
            for child in storage.children(of: node).reversed() {
                let (start, end) = (newState(), newState())
                move(from: from, to: start)
                move(from: end, to: to)
                tasks.append(Task(node: child, from: start, to: end))
            }
        case .star:
            let (start, end) = (newState(), newState())
            move(from: from, to: start)
            move(from: from, to: to)
            move(from: end, to: start)
            move(from: end, to: to)
            tasks.append(Task(node: node.child, from: start, to: end))
        case .repetition: buildCopy(task, node)
        // These are inserted as pieces.
        case .intersection, .complement: break
        }
    }

    /// Builds one copy of a repetition's operand, and schedules a task for the others, so that they
    /// aren't all pending at once.
    private mutating func buildCopy(_ task: Task, _ node: ExpressionNode) {
        let (least, most) = (node.least, node.most)
        let number = task.copies + 1
        if task.copies >= least { move(from: task.from, to: task.to) }
        if most == unbounded, number >= least {
            let (start, end) = (newState(), newState())
            move(from: task.from, to: start)
            move(from: end, to: start)
            move(from: end, to: task.to)
            tasks.append(Task(node: node.child, from: start, to: end))
        } else if number == most {
            tasks.append(Task(node: node.child, from: task.from, to: task.to))
        } else {
            let middle = newState()
            tasks.append(Task(node: task.node, from: middle, to: task.to, copies: number))
            tasks.append(Task(node: node.child, from: task.from, to: middle))
        }
    }

    /// Inserts a copy of an automaton between two states.
    private mutating func insert(_ piece: DFA, _ task: Task) throws(AutomataError) {
        let first = stateCount
        func copy(_ state: StateID) -> StateID { StateID(first + Int(state)) }
        guard piece.stateCount < maximumCount / 4 - stateCount else { throw .tooLarge("states") }
        stateCount += piece.stateCount
        for transition in piece.transitions {
            self.transition(from: copy(transition.source), on: transition.symbol, to: copy(transition.target))
        }
        if let initial = piece.initialState { move(from: task.from, to: copy(initial)) }
        for final in piece.finalStates { move(from: copy(final), to: task.to) }
    }
}
