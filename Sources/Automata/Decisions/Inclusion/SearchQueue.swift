/// The number of a set of states, in the order of discovery: a state of the subset construction.
struct MacroStateID: DenseID { let rawValue: UInt32 }

/// The number of a node of a search, in the order of discovery.
struct SearchNodeID: DenseID { let rawValue: UInt32 }

/// The nodes of a search, the order in which they are explored, and the words that lead to them.
package struct SearchQueue: ~Copyable {
    /// An order of nodes.
    package enum Order {
        /// Shortest words first, in shortlex order.
        case breadthFirst
        /// Smallest sets first, because they subsume most other sets and are nearest to a
        /// difference.
        case smallestFirst
        case depthFirst
    }

    struct Node: BitwiseCopyable {
        var parent: SearchNodeID
        var symbolClass: Symbol
        /// The next waiting node of the same size.
        var next: SearchNodeID
    }

    let order: Order
    private var nodes = ScratchBuffer<Node>(capacity: 64)
    /// The first waiting node of each size. Depth-first, all nodes count as one size.
    private var waiting: ScratchBuffer<SearchNodeID>
    private var smallest = 0
    private var exploredCount = 0
    /// The length of the words of the explored nodes, breadth-first.
    private(set) var depth = 0
    private var levelEnd = 1
    /// An estimate of the remaining work; ``Int/max`` if no end is in sight.
    private(set) var remainingWork = Int.max
    private var before = (explored: 0, found: 0, work: 0)

    /// - Parameter maximumSize: The largest size of a node.
    init(_ order: Order, maximumSize: Int) {
        self.order = order
        waiting = ScratchBuffer(repeating: .absent, count: order == .smallestFirst ? maximumSize + 1 : 1)
    }

    /// The number of nodes.
    var count: Int { nodes.count }
    /// The number of nodes that wait to be explored.
    var waitingCount: Int { nodes.count - exploredCount }
    var byteCount: Int { nodes.byteCount + waiting.byteCount }

    /// Adds a node that another node and a class lead to.
    @inline(__always)
    mutating func append(from parent: SearchNodeID, on symbolClass: Symbol, size: Int) {
        var node = Node(parent: parent, symbolClass: symbolClass, next: .absent)
        if order != .breadthFirst {
            let size = order == .smallestFirst ? size : 0
            node.next = waiting[size]
            waiting[size] = SearchNodeID(truncatingIfNeeded: nodes.count)
            if size < smallest { smallest = size }
        }
        nodes.append(node)
    }

    /// Removes and returns the next node in order, or `nil` if none waits.
    @inline(__always)
    mutating func popFirst() -> SearchNodeID? {
        if exploredCount == nodes.count { return nil }
        exploredCount += 1
        if order == .breadthFirst {
            if exploredCount > levelEnd {
                levelEnd = nodes.count
                depth += 1
            }
            return SearchNodeID(truncatingIfNeeded: exploredCount - 1)
        }
        while waiting[smallest] == .absent { smallest += 1 }
        let number = waiting[smallest]
        waiting[smallest] = nodes[Int(number)].next
        return number
    }

    /// Returns the word that leads to a node, continued by a class unless that is absent.
    func word(to node: SearchNodeID, on symbolClass: Symbol) -> [Symbol] {
        var (node, symbolClass) = (node, symbolClass)
        var word: [Symbol] = []
        while symbolClass != .absent {
            word.append(symbolClass)
            symbolClass = nodes[Int(node)].symbolClass
            node = nodes[Int(node)].parent
        }
        return word.reversed()
    }

    /// Estimates the remaining work from the progress since the last estimate. An end is in sight
    /// if fewer nodes are found than explored.
    mutating func estimateRemainingWork(after work: Int) {
        let (explored, found) = (exploredCount - before.explored, count - before.found)
        // A few nodes don't show a trend.
        if explored < 8 { return }
        remainingWork = .max
        if found < explored {
            let estimatedWork = Double(waitingCount) / Double(explored - found) * Double(work - before.work)
            if estimatedWork < 1e15 { remainingWork = Int(estimatedWork) }
        }
        before = (exploredCount, count, work)
    }
}

/// The budget of a search, and the steps that count toward it.
struct SearchLimits {
    let budget: Budget
    /// The bytes that other searches hold of the same budget.
    var otherBytes = 0
    /// The steps taken so far, except steps that parts of the search count.
    var work = 0
    private var pace = BudgetPace()

    init(_ budget: Budget) { self.budget = budget }

    /// Returns whether the budget should be checked.
    @inline(__always)
    mutating func isCheckDue(states: Int, work: Int) -> Bool { pace.isDue(states: states, work: work) }

    /// Checks the budget.
    func check(states: Int, waiting: Int, bytes: Int) throws(AutomataError) {
        try budget.check(statesBuilt: states, statesPending: waiting, bytes: bytes + otherBytes)
    }

    /// Counts steps that build nothing, and checks the budget if there were many.
    @inline(never)
    mutating func count(_ steps: Int) throws(AutomataError) {
        work &+= steps
        if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: 0) }
    }
}
