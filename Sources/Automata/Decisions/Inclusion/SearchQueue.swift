/// A set of states that a search met, in the order in which they were met: a state of the automaton
/// that the subset construction makes.
struct MacroStateID: DenseID { let rawValue: UInt32 }

/// A node of a search, in the order in which they were met.
struct SearchNodeID: DenseID { let rawValue: UInt32 }

/// The nodes that a search met, those that wait to be explored, and the words that lead to them.
struct SearchQueue: ~Copyable {
    /// An order of nodes.
    enum Order {
        /// Shortest words first. Nodes are met in shortlex order of their words then.
        case breadthFirst
        /// Smallest sets first, as these make most others superfluous and are nearest to a
        /// difference.
        case smallestFirst
        case depthFirst
    }

    struct Node: BitwiseCopyable {
        var parent: SearchNodeID
        var symbolClass: Symbol
        /// The next node of the same size, on the list of those that wait.
        var next: SearchNodeID
    }

    let order: Order
    private var nodes = ScratchBuffer<Node>(capacity: 64)
    /// The first waiting node of each size; depth-first all are of one size.
    private var waiting: ScratchBuffer<SearchNodeID>
    private var smallest = 0
    private var exploredCount = 0
    /// The length of the words whose nodes are explored, breadth-first.
    private(set) var depth = 0
    private var levelEnd = 1
    /// The work that is left, as a guess; ``Int/max`` if no end is in sight.
    private(set) var remainingWork = Int.max
    private var before = (explored: 0, found: 0, work: 0)

    /// - Parameter maximumSize: The largest size of a node.
    init(_ order: Order, maximumSize: Int) {
        self.order = order
        waiting = ScratchBuffer(repeating: .absent, count: order == .smallestFirst ? maximumSize + 1 : 1)
    }

    /// The number of nodes that were met.
    var count: Int { nodes.count }
    /// The number of those that wait.
    var waitingCount: Int { nodes.count - exploredCount }
    var byteCount: Int { nodes.byteCount + waiting.byteCount }

    /// Adds a node of a size, which a class leads to from another node.
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

    /// Returns the next node in order, which waits no longer; `nil` if none waits.
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

    /// Returns the classes of the word that leads to a node and goes on with a class, if there is
    /// one.
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

    /// Guesses how much work is left, from what was done since the last guess: where exploring
    /// finds less than one node for each that it explores, what waits soon runs out.
    mutating func guessRemainingWork(after work: Int) {
        let (explored, found) = (exploredCount - before.explored, count - before.found)
        // Few of them tell little.
        if explored < 8 { return }
        remainingWork = .max
        if found < explored {
            let guess = Double(waitingCount) / Double(explored - found) * Double(work - before.work)
            if guess < 1e15 { remainingWork = Int(guess) }
        }
        before = (exploredCount, count, work)
    }
}

/// The budget of a search, and what the search counts of it.
struct SearchLimits {
    let budget: Budget
    /// The bytes of the budget that others hold.
    var otherBytes = 0
    /// Steps taken so far, as far as they are counted here.
    var work = 0
    private var pace = BudgetPace()

    init(_ budget: Budget) { self.budget = budget }

    /// Whether the budget is to be asked.
    @inline(__always)
    mutating func isCheckDue(states: Int, work: Int) -> Bool { pace.isDue(states: states, work: work) }

    /// Asks the budget.
    func check(states: Int, waiting: Int, bytes: Int) throws(AutomataError) {
        try budget.check(statesBuilt: states, statesPending: waiting, bytes: bytes + otherBytes)
    }

    /// Counts steps that build nothing, of which there can be very many at a time.
    @inline(never)
    mutating func count(_ steps: Int) throws(AutomataError) {
        work &+= steps
        if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: 0) }
    }
}
