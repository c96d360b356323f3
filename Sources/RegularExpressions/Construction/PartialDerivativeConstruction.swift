internal import Automata
internal import WorkLimits

/// Antimirov's automaton: its states are the partial derivatives of an expression, at most one more
/// than the expression has symbols.
///
/// A step of an expression is a possible first leaf and the rest after it. The steps of each
/// expression are computed once, from those of its parts.
///
/// Antimirov: *Partial derivatives of regular expressions and finite automaton constructions*,
/// Theoretical Computer Science 155 (1996), doi:10.1016/0304-3975(95)00182-4.
struct PartialDerivativeConstruction {
    private let alphabetCount: Int
    private let sets: SymbolSets
    private let budget: Budget
    private var arena: NullableArena
    /// The range of each node's steps, or `nil` if they aren't known yet.
    private var stepRanges: [Range<Int>?] = []
    private var steps: [Step] = []
    private var pace = BudgetPace()

    /// A first leaf, and the rest of the expression after it.
    private struct Step: Hashable {
        var leaf: NodeID
        var rest: NodeID
    }

    static func run(
        _ expression: RegularExpression, root: NodeID, budget: Budget
    ) throws(AutomataError) -> NFA {
        try ExpressionMeasures(expression.storage).check(root, budget)
        var construction = PartialDerivativeConstruction(expression, budget)
        return try construction.automaton(expression, root)
    }

    private init(_ expression: RegularExpression, _ budget: Budget) {
        alphabetCount = expression.alphabet.count
        sets = expression.storage.sets
        self.budget = budget
        arena = NullableArena(expression.storage)
    }

    private mutating func automaton(
        _ expression: RegularExpression, _ root: NodeID
    ) throws(AutomataError) -> NFA {
        var states = [arena.newNodes[Int(root)]]
        var numbers = [states[0]: StateID(0)]
        var final = StateSet()
        var sources: [StateID] = []
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        var next = 0
        while next < states.count {
            try checkBudget(states.count, pending: states.count - next, transitions: symbols.count)
            let source = StateID(next)
            if arena.isNullable(states[next]) { final.insert(source) }
            for step in steps[try stepRange(of: states[next])] {
                let target: StateID
                if let known = numbers[step.rest] {
                    target = known
                } else {
                    target = StateID(states.count)
                    numbers[step.rest] = target
                    states.append(step.rest)
                }
                let leaf = arena.interner[step.leaf]
                let isAssertion = leaf.kind == .assertion
                for symbol in isAssertion ? [leaf.assertion.symbol(after: alphabetCount)] : sets[leaf.set] {
                    sources.append(source)
                    symbols.append(symbol)
                    targets.append(target)
                }
            }
            guard symbols.count < maximumCount / 2 else { throw .tooLarge("transitions") }
            next += 1
        }
        let rows = Transitions(stateCount: states.count, sources: sources, symbols: symbols, targets: targets)
        return try expression.nfa(rows, initial: [0], final: final, budget: budget)
    }

    private mutating func checkBudget(_ states: Int, pending: Int, transitions: Int) throws(AutomataError) {
        if pace.isDue(states: states, work: steps.count + transitions) || states > budget.maximumStates {
            try budget.check(
                statesBuilt: states, statesPending: pending,
                bytes: arena.byteCount + 8 * steps.count + 16 * stepRanges.count + 28 * transitions + 40 * states)
        }
    }

    /// Returns the steps of a node, computed from its children's steps.
    private mutating func stepRange(of root: NodeID) throws(AutomataError) -> Range<Int> {
        var pending = [root]
        while let node = pending.last {
            if range(of: node) != nil {
                pending.removeLast()
                continue
            }
            try checkBudget(0, pending: pending.count, transitions: 0)
            let countBefore = pending.count
            for child in arena.childrenWithSteps(of: node) where range(of: child) == nil { pending.append(child) }
            if pending.count > countBefore { continue }
            pending.removeLast()
            let found = steps(of: node)
            let start = steps.count
            steps.append(contentsOf: found)
            stepRanges.append(
                contentsOf: repeatElement(nil, count: max(0, arena.interner.nodes.count - stepRanges.count)))
            stepRanges[Int(node)] = start..<steps.count
        }
        return range(of: root) ?? 0..<0
    }

    private func range(of node: NodeID) -> Range<Int>? {
        Int(node) < stepRanges.count ? stepRanges[Int(node)] : nil
    }

    private mutating func steps(of number: NodeID) -> [Step] {
        let node = arena.interner[number]
        var result: [Step] = []
        var visited = Set<Step>()
        func add(_ step: Step) { if visited.insert(step).inserted { result.append(step) } }
        switch node.kind {
        // Intersections and complements are pieces, which are inserted elsewhere.
        case .empty, .epsilon, .intersection, .complement: break
        case .symbols, .assertion: add(Step(leaf: number, rest: ExpressionInterner.epsilon))
        case .concatenation:
            for step in steps(known: node.left) {
                add(Step(leaf: step.leaf, rest: arena.concatenation(step.rest, node.right)))
            }
            if arena.isNullable(node.left) { for step in steps(known: node.right) { add(step) } }
        case .union:
            for child in arena.interner.children(of: node) { for step in steps(known: child) { add(step) } }
        case .star, .repetition:
            let rest = arena.afterOneCopy(number)
            for step in steps(known: node.child) {
                add(Step(leaf: step.leaf, rest: arena.concatenation(step.rest, rest)))
            }
        }
        return result
    }

    private func steps(known node: NodeID) -> ArraySlice<Step> { steps[range(of: node) ?? 0..<0] }
}
