internal import Automata
internal import WorkLimits

/// Brzozowski's automaton: its states are the derivatives of an expression, up to cheap laws of
/// union and intersection.
///
/// The derivative of an expression by a symbol denotes the words that complete the symbol to a word
/// of the expression. It is computed from the derivatives of its parts, which are all stored.
///
/// Brzozowski: *Derivatives of regular expressions*, Journal of the ACM 11(4), 1964,
/// doi:10.1145/321239.321249; Owens, Reppy, Turon: *Regular-expression derivatives re-examined*,
/// Journal of Functional Programming 19 (2009), doi:10.1017/S0956796808007090.
struct DerivativeConstruction {
    private let alphabetCount: Int
    private let sets: SymbolSets
    private let budget: Budget
    private var arena: NullableArena
    private var derivatives: [UInt64: NodeID] = [:]
    private var pace = BudgetPace()

    static func run(
        _ expression: RegularExpression, root: NodeID, budget: Budget
    ) throws(AutomataError) -> DFA {
        try ExpressionMeasures(expression.storage).check(root, budget)
        var construction = DerivativeConstruction(expression, budget)
        return try construction.automaton(expression, root)
    }

    private init(_ expression: RegularExpression, _ budget: Budget) {
        alphabetCount = expression.alphabet.count
        sets = expression.storage.sets
        self.budget = budget
        arena = NullableArena(expression.storage, sorted: true)
    }

    private mutating func automaton(
        _ expression: RegularExpression, _ root: NodeID
    ) throws(AutomataError) -> DFA {
        // Assertions are treated as symbols until they are resolved.
        let symbolCount =
            alphabetCount
            + (expression.hasAssertions ? RegularExpression.Assertion.allCases.count : 0)
        var states = [arena.newNodes[Int(root)]]
        var numbers = [states[0]: StateID(0)]
        var final = StateSet()
        var sources: [StateID] = []
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        var next = 0
        while next < states.count {
            if arena.isNullable(states[next]) { final.insert(StateID(next)) }
            for symbol in 0..<Symbol(symbolCount) {
                try checkBudget(states.count, pending: states.count - next, transitions: symbols.count)
                let derivative = try derivative(of: states[next], by: symbol)
                if derivative == ExpressionInterner.empty { continue }
                let target: StateID
                if let known = numbers[derivative] {
                    target = known
                } else {
                    target = StateID(states.count)
                    numbers[derivative] = target
                    states.append(derivative)
                }
                sources.append(StateID(next))
                symbols.append(symbol)
                targets.append(target)
            }
            guard symbols.count < maximumCount / 2 else { throw .tooLarge("transitions") }
            next += 1
        }
        let rows = Transitions(stateCount: states.count, sources: sources, symbols: symbols, targets: targets)
        return try expression.nfa(rows, initial: [0], final: final, budget: budget).determinized(budget: budget)
    }

    private mutating func checkBudget(_ states: Int, pending: Int, transitions: Int) throws(AutomataError) {
        if pace.isDue(states: states, work: derivatives.count + transitions) || states > budget.maximumStates {
            try budget.check(
                statesBuilt: states, statesPending: pending,
                bytes: arena.byteCount + 24 * derivatives.count + 28 * transitions + 40 * states)
        }
    }

    /// Returns the derivative of a node, after computing its children's derivatives.
    private mutating func derivative(of root: NodeID, by symbol: Symbol) throws(AutomataError) -> NodeID {
        var pending = [root]
        while let node = pending.last {
            if derivatives[key(node, symbol)] != nil {
                pending.removeLast()
                continue
            }
            try checkBudget(0, pending: pending.count, transitions: 0)
            let countBefore = pending.count
            for child in arena.childrenWithSteps(of: node) where derivatives[key(child, symbol)] == nil {
                pending.append(child)
            }
            if pending.count > countBefore { continue }
            pending.removeLast()
            derivatives[key(node, symbol)] = makeDerivative(of: node, by: symbol)
        }
        return known(root, symbol)
    }

    private func key(_ node: NodeID, _ symbol: Symbol) -> UInt64 { UInt64(node) << 32 | UInt64(symbol) }

    private func known(_ node: NodeID, _ symbol: Symbol) -> NodeID {
        derivatives[key(node, symbol)] ?? ExpressionInterner.empty
    }

    private mutating func makeDerivative(of number: NodeID, by symbol: Symbol) -> NodeID {
        let node = arena.interner[number]
        switch node.kind {
        case .empty, .epsilon: return ExpressionInterner.empty
        case .symbols:
            return contains(node.set, symbol) ? ExpressionInterner.epsilon : ExpressionInterner.empty
        case .assertion:
            return symbol == node.assertion.symbol(after: alphabetCount)
                ? ExpressionInterner.epsilon : ExpressionInterner.empty
        case .concatenation:
            let left = arena.concatenation(known(node.left, symbol), node.right)
            return arena.isNullable(node.left) ? arena.union([left, known(node.right, symbol)]) : left
        case .union: return arena.union(arena.interner.children(of: node).map { known($0, symbol) })
        case .intersection: return arena.intersection(arena.interner.children(of: node).map { known($0, symbol) })
        case .complement: return arena.complement(known(node.child, symbol))
        case .star, .repetition:
            let rest = arena.afterOneCopy(number)
            return arena.concatenation(known(node.child, symbol), rest)
        }
    }

    private func contains(_ set: SymbolSetID, _ symbol: Symbol) -> Bool {
        let range = sets.range(of: set)
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if sets.symbols[middle] < symbol { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && sets.symbols[low] == symbol
    }
}
