internal import Automata

/// Reduced ordered decision diagrams over Boolean variables, all in one arena.
///
/// A node is a decision (level, low, high) or a terminal. Terminals are ``empty``, ``full`` and
/// pairs of terminals; nested pairs represent arbitrary sets as function values. Equal functions
/// are the same node.
///
/// R. E. Bryant: Graph-based algorithms for Boolean function manipulation. IEEE Transactions on
/// Computers C-35 (1986). https://doi.org/10.1109/TC.1986.1676819
package struct FormulaDiagram {
    typealias Node = UInt32

    static let empty: Node = 0
    static let full: Node = 1
    private static let terminalLevel = UInt32.max

    enum Operation: UInt32 {
        case and, or, pair, not
    }

    private var levels: [UInt32] = [terminalLevel, terminalLevel]
    private var lowChildren: [Node] = [0, 0]
    private var highChildren: [Node] = [0, 0]
    private var unique = TripleTable()
    private var results = TripleTable()
    private var steps: BudgetSteps

    /// Creates diagrams with steps that check a budget.
    init(steps: BudgetSteps) {
        self.steps = steps
    }

    /// The bytes in use.
    var byteCount: Int { 12 * levels.capacity + unique.byteCount + results.byteCount }

    var count: Int { levels.count }

    func isTerminal(_ node: Node) -> Bool { levels[Int(node)] == Self.terminalLevel }
    func level(_ node: Node) -> Int { Int(levels[Int(node)]) }
    func low(_ node: Node) -> Node { lowChildren[Int(node)] }
    func high(_ node: Node) -> Node { highChildren[Int(node)] }

    /// Returns the function that is true if and only if the variable of this level is true.
    mutating func variable(level: Int) throws(AutomataError) -> Node {
        try decision(UInt32(level), Self.empty, Self.full)
    }

    private mutating func decision(_ level: UInt32, _ low: Node, _ high: Node) throws(AutomataError) -> Node {
        low == high ? low : try node(level, low, high)
    }

    private mutating func node(_ level: UInt32, _ low: Node, _ high: Node) throws(AutomataError) -> Node {
        if let node = unique[level, low, high] { return node }
        guard levels.count < maximumCount else { throw .tooLarge("nodes of decision diagrams") }
        if unique.isFull {
            let heldBytes = byteCount
            try unique.grow(steps: &steps, reserving: heldBytes)
        }
        let node = Node(levels.count)
        levels.append(level)
        lowChildren.append(low)
        highChildren.append(high)
        unique[level, low, high] = node
        return node
    }

    /// Returns the result of an operation on two functions, or of `.not` on the first function.
    ///
    /// The depth of recursion is the number of levels, which the caller limits.
    mutating func apply(_ operation: Operation, _ left: Node, _ right: Node) throws(AutomataError) -> Node {
        switch operation {
        case .and:
            if left == Self.empty || right == Self.empty { return Self.empty }
            if left == Self.full || left == right { return right }
            if right == Self.full { return left }
        case .or:
            if left == Self.full || right == Self.full { return Self.full }
            if left == Self.empty || left == right { return right }
            if right == Self.empty { return left }
        case .not:
            if left <= Self.full { return Self.full - left }
        case .pair:
            if isTerminal(left), isTerminal(right) { return try node(Self.terminalLevel, left, right) }
        }
        if let known = results[operation.rawValue, left, right] { return known }
        let heldBytes = byteCount
        try steps.step(holding: heldBytes)
        let level = min(levels[Int(left)], levels[Int(right)])
        let (leftLow, leftHigh) = branches(of: left, at: level)
        let (rightLow, rightHigh) = branches(of: right, at: level)
        let low = try apply(operation, leftLow, rightLow)
        let high = try apply(operation, leftHigh, rightHigh)
        let result = try decision(level, low, high)
        if results.isFull {
            let heldBytes = byteCount
            try results.grow(steps: &steps, reserving: heldBytes)
        }
        results[operation.rawValue, left, right] = result
        return result
    }

    private func branches(of node: Node, at level: UInt32) -> (low: Node, high: Node) {
        levels[Int(node)] == level ? (lowChildren[Int(node)], highChildren[Int(node)]) : (node, node)
    }
}

/// A hash table of numbers by triples of numbers, with open addressing.
private struct TripleTable {
    private var keys: [(UInt32, UInt32, UInt32)] = []
    private var values: [UInt32] = []
    private(set) var count = 0
    private static let free = UInt32.max

    /// The bytes in use.
    var byteCount: Int { 16 * values.count }

    /// Whether the table must grow before another triple is added.
    var isFull: Bool { (count + 1) * 2 > values.count }

    subscript(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32? {
        get {
            guard count > 0 else { return nil }
            let value = values[slot(a, b, c)]
            return value == Self.free ? nil : value
        }
        set {
            let slot = slot(a, b, c)
            if values[slot] == Self.free { count += 1 }
            keys[slot] = (a, b, c)
            values[slot] = newValue ?? Self.free
        }
    }

    private func slot(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> Int {
        let mask = values.count - 1
        var hash = (UInt64(b) << 32 | UInt64(c)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 29 ^ UInt64(a)) &* 0xBF58_476D_1CE4_E5B9
        var slot = Int(truncatingIfNeeded: hash >> 32) & mask
        while values[slot] != Self.free, keys[slot] != (a, b, c) { slot = (slot + 1) & mask }
        return slot
    }

    /// Doubles the capacity.
    ///
    /// - Parameter bytes: The bytes in use, including this table.
    mutating func grow(steps: inout BudgetSteps, reserving bytes: Int) throws(AutomataError) {
        let (oldKeys, oldValues) = (keys, values)
        let newCount = max(64, values.count * 2)
        // Checks the budget before allocating, as old and new triples are in memory together.
        try steps.check(holding: bytes + 16 * newCount)
        keys = Array(repeating: (0, 0, 0), count: newCount)
        values = Array(repeating: Self.free, count: newCount)
        for (key, value) in zip(oldKeys, oldValues) where value != Self.free {
            try steps.step(holding: bytes + 16 * newCount)
            let slot = slot(key.0, key.1, key.2)
            keys[slot] = key
            values[slot] = value
        }
    }
}
