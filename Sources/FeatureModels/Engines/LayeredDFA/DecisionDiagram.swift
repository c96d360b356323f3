internal import AlgorithmSupport
internal import WorkLimits

/// Functions of Boolean variables as reduced ordered decision diagrams with shared nodes.
///
/// A function is the number of a node; 0 is false, 1 is true. Each other node tests a variable and
/// leads to a node for either value. Invariants:
/// - The variables along a path follow the order.
/// - The children of a node differ, and no two nodes test the same variable with the same
///   children, so that equal functions are equal nodes.
///
/// Nodes stay until a call of ``collect(keeping:)`` or ``sift(isThorough:keeping:)``.
///
/// - Reference: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE
///   Transactions on Computers 35, 1986, doi:10.1109/TC.1986.1676819.
package struct DecisionDiagram: ~Copyable {
    /// A function, given by the number of its node.
    package typealias Function = UInt32

    /// A node in use, or a free place, whose ``next`` is the next free place.
    struct Node {
        var variable: UInt32
        var low: Function
        var high: Function
        /// The next node in the same bucket of the variable; 0 after the last node.
        var next: UInt32
    }

    /// The nodes of one variable, hashed by their children.
    struct Table {
        var buckets: UnsafeMutablePointer<UInt32>
        var mask: Int
        var count: Int
    }

    /// The variable of the constants and of free places.
    static let noVariable = UInt32.max
    /// The maximum number of nodes, which leaves two bits for the operation in keys of the memo.
    static let maximumCount = 1 << 30

    package let variableCount: Int
    /// The variable at each level.
    package private(set) var order: [Int]
    /// The level of each variable, the lowest level number at the root.
    let levels: UnsafeMutablePointer<UInt32>
    let tables: UnsafeMutablePointer<Table>
    var nodes: UnsafeMutablePointer<Node>
    /// The number of places for nodes.
    private(set) var capacity: Int
    /// The number of places that have been used.
    private(set) var end = 2
    /// The first free place below ``end``; 0 if there is none.
    private(set) var firstFree: UInt32 = 0
    /// The number of nodes in use, including the nodes of the constants.
    package private(set) var nodeCount = 2
    /// The number of nodes at which an operation gives up, so that the order can change first.
    var giveUpNodeCount = Int.max
    /// The variables that were dropped, as others define them.
    var droppedVariables: [Int] = []
    /// The number of sifting steps left. Limits on nodes and bytes don't bound the time of sifting.
    package var siftingStepsLeft: Int
    /// Results of operations.
    var memo = OperationMemo()
    let budget: Budget
    /// The states and bytes that others hold at the same time.
    private let held: (states: Int, bytes: Int)
    /// The steps until the next check of the budget.
    var stepsLeft = 0
    private var bucketBytes: Int
    private let stackBytes: Int
    /// The stack of operations: twice the length of a path, since quantification contains
    /// disjunctions.
    let stack: UnsafeMutablePointer<Frame>
    var stackCount = 0

    /// Creates a diagram without functions.
    ///
    /// - Requires: The order has each variable once.
    /// - Throws: The budget's error.
    package init(
        order: [Int], budget: Budget, held: (states: Int, bytes: Int) = (0, 0)
    ) throws(LimitError) {
        variableCount = order.count
        self.order = order
        self.budget = budget
        self.held = held
        let steps = budget.maximumStates.multipliedReportingOverflow(by: Self.siftingStepsPerState)
        siftingStepsLeft = steps.overflow ? .max : steps.partialValue
        capacity = 1 << 10
        bucketBytes = order.count * (MemoryLayout<Table>.stride + 4 + 4 * Self.firstBuckets)
        let stackSize = 2 * order.count + 2
        stackBytes = stackSize * MemoryLayout<Frame>.stride
        let bytes = capacity * MemoryLayout<Node>.stride + bucketBytes + stackBytes
        try budget.check(built: held.states, bytes: held.bytes + bytes)
        levels = .allocate(capacity: max(1, order.count))
        tables = .allocate(capacity: max(1, order.count))
        nodes = .allocate(capacity: capacity)
        stack = .allocate(capacity: stackSize)
        for (level, variable) in order.enumerated() { levels[variable] = UInt32(level) }
        for variable in 0..<order.count {
            let buckets = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.firstBuckets)
            buckets.initialize(repeating: 0, count: Self.firstBuckets)
            tables[variable] = Table(buckets: buckets, mask: Self.firstBuckets - 1, count: 0)
        }
        for constant in 0..<2 {
            nodes[constant] = Node(variable: Self.noVariable, low: UInt32(constant), high: UInt32(constant), next: 0)
        }
    }

    deinit {
        for variable in 0..<variableCount { tables[variable].buckets.deallocate() }
        tables.deallocate()
        levels.deallocate()
        nodes.deallocate()
        stack.deallocate()
    }

    private static let firstBuckets = 4
    /// The steps of sifting for each state that the budget allows.
    private static let siftingStepsPerState = 1 << 9

    /// The bytes held.
    var byteCount: Int {
        capacity * MemoryLayout<Node>.stride + bucketBytes + memo.byteCount + stackBytes
    }

    /// Checks the budget.
    mutating func check(furtherBytes: Int = 0) throws(LimitError) {
        stepsLeft = 1 << 16
        try budget.check(
            built: held.states + nodeCount - 2, bytes: held.bytes + byteCount + furtherBytes)
    }

    /// The steps for work that frees memory, which only cancellation ends.
    var stepsWithoutLimit: LimitedSteps {
        var budget = budget
        (budget.maximumStates, budget.maximumBytes) = (.max, .max)
        return LimitedSteps(BudgetWatch(budget, states: held.states + nodeCount - 2, bytes: held.bytes + byteCount))
    }

    /// Returns the level of a node's variable, and the number of variables for a constant.
    @inline(__always)
    package func level(of function: Function) -> Int {
        function < 2 ? variableCount : Int(levels[Int(nodes[Int(function)].variable)])
    }

    /// Returns the functions for a false and for a true variable of a node.
    package func children(of function: Function) -> (low: Function, high: Function) {
        (nodes[Int(function)].low, nodes[Int(function)].high)
    }

    @inline(__always)
    static func hash(_ low: Function, _ high: Function) -> Int {
        var word = UInt64(low) << 32 | UInt64(high)
        word &*= 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: word >> 32)
    }

    /// Returns the function that is `low` if the variable is false, and `high` if it is true.
    ///
    /// - Requires: The level of the variable is above the levels of both functions.
    /// - Throws: The budget's error.
    @inline(__always)
    package mutating func node(_ variable: Int, _ low: Function, _ high: Function) throws(LimitError) -> Function {
        if low == high { return low }
        let hash = Self.hash(low, high)
        let table = tables[variable]
        var found = table.buckets[hash & table.mask]
        while found != 0 {
            let node = nodes[Int(found)]
            if node.low == low, node.high == high { return found }
            found = node.next
        }
        return try insertNode(variable, low, high, hash: hash)
    }

    /// Adds a node that the diagram doesn't have yet.
    private mutating func insertNode(
        _ variable: Int, _ low: Function, _ high: Function, hash: Int
    ) throws(LimitError) -> Function {
        if tables[variable].count > 2 * tables[variable].mask { try growTable(variable) }
        let slot = try allocateSlot()
        nodes[Int(slot)] = Node(variable: UInt32(variable), low: low, high: high, next: 0)
        link(slot, variable, hash: hash)
        return slot
    }

    /// Puts a node into the table of a variable.
    @inline(__always)
    mutating func link(_ slot: UInt32, _ variable: Int, hash: Int) {
        let bucket = tables[variable].buckets + hash & tables[variable].mask
        nodes[Int(slot)].next = bucket.pointee
        bucket.pointee = slot
        tables[variable].count += 1
    }

    private mutating func allocateSlot() throws(LimitError) -> UInt32 {
        if firstFree == 0, end == capacity { try growArena() }
        return popReservedSlot()
    }

    /// Reserves memory for further nodes.
    mutating func reserveSlots(_ count: Int) throws(LimitError) {
        while capacity - nodeCount < count { try growArena() }
    }

    /// Returns a slot for a node, for which there is room.
    @inline(__always)
    mutating func popReservedSlot() -> UInt32 {
        nodeCount += 1
        stepsLeft -= 16
        if firstFree == 0 {
            end += 1
            return UInt32(end - 1)
        }
        let slot = firstFree
        firstFree = nodes[Int(slot)].next
        return slot
    }

    /// Frees a node's slot, which is in no table.
    @inline(__always)
    mutating func release(_ slot: UInt32) {
        nodes[Int(slot)].variable = Self.noVariable
        nodes[Int(slot)].next = firstFree
        firstFree = slot
        nodeCount -= 1
    }

    private mutating func growArena() throws(LimitError) {
        guard capacity < Self.maximumCount else { throw .tooLarge("decision diagram") }
        let stride = MemoryLayout<Node>.stride
        try check(furtherBytes: 2 * capacity * stride)
        let grown = UnsafeMutablePointer<Node>.allocate(capacity: 2 * capacity)
        grown.moveInitialize(from: nodes, count: end)
        nodes.deallocate()
        nodes = grown
        capacity *= 2
        memo.grow(toward: capacity)
    }

    mutating func growTable(_ variable: Int) throws(LimitError) {
        let table = tables[variable]
        let count = 4 * (table.mask + 1)
        if count >= 1 << 12 { try check(furtherBytes: 4 * count) }
        let buckets = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        buckets.initialize(repeating: 0, count: count)
        for bucket in 0...table.mask {
            var slot = table.buckets[bucket]
            while slot != 0 {
                let node = nodes[Int(slot)]
                let target = buckets + Self.hash(node.low, node.high) & (count - 1)
                nodes[Int(slot)].next = target.pointee
                target.pointee = slot
                slot = node.next
            }
        }
        table.buckets.deallocate()
        bucketBytes += 4 * (count - table.mask - 1)
        tables[variable].buckets = buckets
        tables[variable].mask = count - 1
    }

    /// Exchanges the variables of a level and the next one, without a change to the nodes.
    mutating func exchangeLevels(_ level: Int) {
        order.swapAt(level, level + 1)
        levels[order[level]] = UInt32(level)
        levels[order[level + 1]] = UInt32(level + 1)
    }
}
