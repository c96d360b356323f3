internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// Lists of positions that share parts: a concatenation takes constant time.
struct PositionRopes {
    typealias Position = PositionAutomaton.Position

    /// A list: a concatenation, or if the highest bit is set, a single position.
    struct Rope: DenseID { let rawValue: UInt32 }

    /// The two parts of each concatenation.
    private var parts: [(left: Rope, right: Rope)] = []

    /// The empty list.
    static var empty: Rope { .absent }
    private static var leafBit: UInt32 { 1 << 31 }

    static func position(_ position: Position) -> Rope { Rope(rawValue: position.rawValue | leafBit) }

    var byteCount: Int { 8 * parts.count }

    mutating func concatenation(_ left: Rope, _ right: Rope) -> Rope {
        if left == Self.empty { return right }
        if right == Self.empty { return left }
        parts.append((left, right))
        return Rope(truncatingIfNeeded: parts.count - 1)
    }

    /// Calls the body with each position, from left to right.
    @inline(__always)
    func expand(_ rope: Rope, _ body: (Position) -> Void) {
        if rope == Self.empty { return }
        if let position = Self.position(of: rope) { return body(position) }
        var pending = [rope]
        while let rope = pending.popLast() {
            if let position = Self.position(of: rope) {
                body(position)
            } else {
                pending.append(parts[Int(rope)].right)
                pending.append(parts[Int(rope)].left)
            }
        }
    }

    @inline(__always)
    private static func position(of rope: Rope) -> Position? {
        rope.rawValue & leafBit == 0 ? nil : Position(rawValue: rope.rawValue & ~leafBit)
    }
}

/// A walk over an expression that numbers its positions and finds those that follow each other.
struct PositionWalk {
    private let storage: ExpressionStorage
    private let isNullable: [Bool]
    private let mergesLeaves: Bool
    private(set) var sets: SymbolSets
    private(set) var leaves: [SymbolSetID] = []
    private(set) var ropes = PositionRopes()
    /// The list of ropes that follow each position.
    private(set) var followHeads: [Link] = []
    private(set) var followRopes: [PositionRopes.Rope] = []
    private(set) var followNext: [Link] = []
    private var mergedSets: [NodeID: SymbolSetID] = [:]
    private var fragments: [Fragment] = []
    private var tasks: [Task] = []

    /// An element of a list of ropes.
    struct Link: DenseID { let rawValue: UInt32 }

    /// The first and the last positions of a part's words.
    struct Fragment {
        var first = PositionRopes.empty
        var last = PositionRopes.empty
    }

    /// A pending step at a node.
    private struct Task {
        enum Step { case visit, join, joinAlternatives, loop, repeated }
        var step: Step
        var node: NodeID
        /// Whether an enclosing star joins the node's last positions to its first ones.
        var isLooped: Bool
        /// The number of alternatives, or of finished copies.
        var count: UInt32 = 0
    }

    init(_ expression: RegularExpression, _ measures: ExpressionMeasures, mergingLeaves: Bool) {
        storage = expression.storage
        isNullable = measures.isNullable
        mergesLeaves = mergingLeaves
        sets = storage.sets
        guard expression.hasAssertions else { return }
        for assertion in RegularExpression.Assertion.allCases {
            sets.append([assertion.symbol(after: expression.alphabet.count)])
        }
    }

    mutating func fragment(of root: NodeID, budget: Budget) throws(AutomataError) -> Fragment {
        tasks = [Task(step: .visit, node: root, isLooped: false)]
        var pace = BudgetPace()
        while let task = tasks.popLast() {
            if pace.isDue(states: leaves.count, work: followRopes.count) {
                guard followRopes.count < maximumCount / 2 else { throw .tooLarge("transitions") }
                try budget.check(
                    statesBuilt: leaves.count, statesPending: tasks.count,
                    bytes: 8 * leaves.count + 8 * followRopes.count + ropes.byteCount + 12 * tasks.count)
            }
            let node = storage.nodes[Int(task.node)]
            switch task.step {
            case .visit: visit(task, node)
            case .join:
                let right = fragments.removeLast()
                let left = fragments.removeLast()
                let (leftIsNullable, rightIsNullable) = (isNullable[Int(node.left)], isNullable[Int(node.right)])
                if !(task.isLooped && leftIsNullable && rightIsNullable) { follow(left.last, by: right.first) }
                fragments.append(
                    Fragment(
                        first: leftIsNullable ? ropes.concatenation(left.first, right.first) : left.first,
                        last: rightIsNullable ? ropes.concatenation(left.last, right.last) : right.last))
            case .joinAlternatives:
                var whole = Fragment()
                for fragment in fragments.suffix(Int(task.count)) {
                    whole.first = ropes.concatenation(whole.first, fragment.first)
                    whole.last = ropes.concatenation(whole.last, fragment.last)
                }
                fragments.removeLast(Int(task.count))
                fragments.append(whole)
            case .loop:
                let body = fragments[fragments.count - 1]
                follow(body.last, by: body.first)
            case .repeated: joinCopy(task, node)
            }
        }
        return fragments.removeLast()
    }

    private mutating func visit(_ task: Task, _ node: ExpressionNode) {
        switch node.kind {
        // Intersections and complements are pieces, which are inserted elsewhere.
        case .empty, .epsilon, .intersection, .complement: fragments.append(Fragment())
        case .symbols: addPosition(node.set)
        case .assertion: addPosition(SymbolSetID(storage.sets.count + Int(node.assertion.rawValue)))
        case .concatenation:
            let (leftIsNullable, rightIsNullable) = (isNullable[Int(node.left)], isNullable[Int(node.right)])
            tasks.append(Task(step: .join, node: task.node, isLooped: task.isLooped))
            tasks.append(Task(step: .visit, node: node.right, isLooped: task.isLooped && leftIsNullable))
            tasks.append(Task(step: .visit, node: node.left, isLooped: task.isLooped && rightIsNullable))
        case .union: visitAlternatives(task, node)
        case .star: loop(over: node.child, isLooped: task.isLooped, task)
        case .repetition:
            if node.least <= 1, node.most == unbounded { return loop(over: node.child, isLooped: task.isLooped, task) }
            if node.least == 0, node.most == 1 {
                return tasks.append(Task(step: .visit, node: node.child, isLooped: task.isLooped))
            }
            tasks.append(Task(step: .repeated, node: task.node, isLooped: false, count: 1))
            let isLast = max(node.least, 1) == 1 && node.most == unbounded
            tasks.append(Task(step: .visit, node: node.child, isLooped: isLast))
        }
    }

    private mutating func loop(over body: NodeID, isLooped: Bool, _ task: Task) {
        if !isLooped { tasks.append(Task(step: .loop, node: task.node, isLooped: false)) }
        tasks.append(Task(step: .visit, node: body, isLooped: true))
    }

    /// Joins the last fragment, a copy of a repetition's operand, to the copies before it, and
    /// schedules the next copy.
    ///
    /// Optional copies come last: *r*{2,4} is *r* *r* (*r* *r*?)?. If *r* is nullable, only the
    /// first copy isn't optional.
    private mutating func joinCopy(_ task: Task, _ node: ExpressionNode) {
        let (least, most) = (node.least, node.most)
        let bodyIsNullable = isNullable[Int(node.child)]
        let number = task.count
        if number > 1 {
            let copy = fragments.removeLast()
            var whole = fragments.removeLast()
            let before = fragments.removeLast()
            follow(before.last, by: copy.first)
            // A word may end after this copy if enough copies were read.
            let mayEnd = bodyIsNullable || number >= least
            whole.last = mayEnd ? ropes.concatenation(whole.last, copy.last) : PositionRopes.empty
            fragments.append(copy)
            fragments.append(whole)
        } else {
            let copy = fragments[fragments.count - 1]
            let mayEnd = bodyIsNullable || number >= least
            fragments.append(Fragment(first: copy.first, last: mayEnd ? copy.last : PositionRopes.empty))
        }
        // Now the last copy is part of the whole fragment.
        let isDone = most == unbounded ? number >= max(least, 1) : number == most
        if isDone {
            let whole = fragments.removeLast()
            let copy = fragments.removeLast()
            if most == unbounded { follow(copy.last, by: copy.first) }
            fragments.append(whole)
        } else {
            tasks.append(Task(step: .repeated, node: task.node, isLooped: false, count: number + 1))
            let isLast = most == unbounded && number + 1 >= least
            tasks.append(Task(step: .visit, node: node.child, isLooped: isLast))
        }
    }

    private mutating func visitAlternatives(_ task: Task, _ node: ExpressionNode) {
        let children = storage.children(of: node)
        var count = UInt32(0)
        let start = tasks.count
        var hasMerged = false
        let merged = mergesLeaves ? mergedLeaf(task.node, children) : nil
        for child in children.reversed() {
            if merged != nil, storage.nodes[Int(child)].kind == .symbols {
                hasMerged = true
                continue
            }
            tasks.append(Task(step: .visit, node: child, isLooped: task.isLooped))
            count += 1
        }
        if hasMerged, let merged {
            addPosition(merged)
            count += 1
        }
        if count > 1 {
            tasks.insert(
                Task(step: .joinAlternatives, node: task.node, isLooped: task.isLooped, count: count), at: start)
        }
    }

    /// Returns the set of all leaves among a union's children, if there are two or more.
    private mutating func mergedLeaf(_ union: NodeID, _ children: ArraySlice<NodeID>) -> SymbolSetID? {
        if let known = mergedSets[union] { return known == .absent ? nil : known }
        var symbols: [Symbol] = []
        var leafCount = 0
        for child in children where storage.nodes[Int(child)].kind == .symbols {
            symbols.append(contentsOf: storage.sets[storage.nodes[Int(child)].set])
            leafCount += 1
        }
        guard leafCount > 1 else {
            mergedSets[union] = .absent
            return nil
        }
        let set = sets.append(symbols.sorted().uniqued())
        mergedSets[union] = set
        return set
    }

    private mutating func addPosition(_ leaf: SymbolSetID) {
        let rope = PositionRopes.position(PositionRopes.Position(leaves.count))
        leaves.append(leaf)
        followHeads.append(.absent)
        fragments.append(Fragment(first: rope, last: rope))
    }

    /// Makes the positions of one list follow each position of another.
    private mutating func follow(_ last: PositionRopes.Rope, by first: PositionRopes.Rope) {
        if first == PositionRopes.empty { return }
        ropes.expand(last) { position in
            followRopes.append(first)
            followNext.append(followHeads[Int(position)])
            followHeads[Int(position)] = Link(truncatingIfNeeded: followRopes.count - 1)
        }
    }
}
