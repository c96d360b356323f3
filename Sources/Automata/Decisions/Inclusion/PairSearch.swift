/// A search for a word on which two sides differ, over the pairs of state sets that words lead to.
///
/// Both sides are determinized on the fly. A pair is left out if the known pairs imply by a rule
/// that its sets accept the same words. Rules preserve agreement on each word, so the first
/// difference found breadth-first is the shortlex-least one.
package struct PairSearch: ~Copyable {
    /// A question about two languages.
    package enum Question {
        /// Whether *X* is included in *Y*: whether *X* ∪ *Y* and *Y* agree.
        case inclusion
        case equivalence
    }

    struct Pair: BitwiseCopyable {
        var left: MacroStateID
        var right: MacroStateID
    }

    private let problem: InclusionProblem
    private let question: Question
    private var left: MacroStates
    private var right: MacroStates
    private var queue: SearchQueue
    /// The pairs, each a node of the queue.
    private var pairs = ScratchBuffer<Pair>(capacity: 64)
    private var known: KnownPairs
    /// The classes that the sets being explored read, if the sides aren't dense.
    private var classes = MemberTransitions()
    private var limits: SearchLimits
    package private(set) var trace: SearchTrace?

    package init(
        _ problem: InclusionProblem, _ question: Question, rule: KnownPairs.Rule, order: SearchQueue.Order,
        budget: Budget
    ) {
        (self.problem, self.question) = (problem, question)
        left = MacroStates(problem.left)
        right = MacroStates(problem.right)
        queue = SearchQueue(order, maximumSize: problem.left.stateCount + problem.right.stateCount)
        known = KnownPairs(problem, question, rule)
        limits = SearchLimits(budget)
    }

    var work: Int { limits.work + left.work + right.work }

    var remainingWork: Int { queue.remainingWork }

    package var byteCount: Int {
        problem.byteCount + left.byteCount + right.byteCount + pairs.byteCount + queue.byteCount + known.byteCount
            + classes.byteCount
    }

    private var statesBuilt: Int { pairs.count + left.sets.count + right.sets.count }

    package mutating func advance(by allowance: Int = .max, reserving bytes: Int = 0) throws(AutomataError) -> Bool? {
        let limit = allowance == .max ? Int.max : work + allowance
        limits.otherBytes = bytes
        if queue.count == 0, try !add(left.initial, right.initial, parent: .absent, symbolClass: .absent) {
            return false
        }
        while let number = queue.popFirst() {
            try checkWhereDue()
            if try !explore(number) { return false }
            if work > limit {
                queue.estimateRemainingWork(after: work)
                return nil
            }
        }
        return true
    }

    /// - Returns: `false` if a difference was found.
    @inline(__always)
    private mutating func explore(_ number: SearchNodeID) throws(AutomataError) -> Bool {
        let pair = pairs[Int(number)]
        if problem.left.isDense {
            for symbolClass in 0..<left.classCount {
                // Large sets take long, and so does the check whether many pairs imply another.
                if symbolClass & 7 == 7 { try checkWhereDue() }
                if try !addSuccessor(of: pair, number, on: symbolClass) { return false }
            }
            return true
        }
        classes.removeAll()
        left.addClasses(of: pair.left, to: &classes)
        if question == .equivalence { right.addClasses(of: pair.right, to: &classes) }
        classes.sort()
        for index in 0..<classes.count {
            if index & 7 == 7 { try checkWhereDue() }
            if try !addSuccessor(of: pair, number, on: classes.symbolClass(at: index)) { return false }
        }
        return true
    }

    @inline(__always)
    private mutating func addSuccessor(
        of pair: Pair, _ number: SearchNodeID, on symbolClass: Int
    ) throws(AutomataError) -> Bool {
        let x = left.successor(of: pair.left, on: symbolClass)
        let y = right.successor(of: pair.right, on: symbolClass)
        limits.work &+= 1
        return try add(x, y, parent: number, symbolClass: Symbol(truncatingIfNeeded: symbolClass))
    }

    @inline(__always)
    private mutating func checkWhereDue() throws(AutomataError) {
        guard limits.isCheckDue(states: statesBuilt, work: work) else { return }
        try limits.check(states: statesBuilt, waiting: queue.waitingCount, bytes: byteCount)
        guard left.hasRoom, right.hasRoom, pairs.count < maximumCount / 2 else { throw .tooLarge("pairs of states") }
    }

    /// Adds a pair that a class leads to.
    ///
    /// - Returns: `false` if its sets show a difference.
    @inline(__always)
    private mutating func add(
        _ x: MacroStateID, _ y: MacroStateID, parent: SearchNodeID, symbolClass: Symbol
    ) throws(AutomataError) -> Bool {
        let (isLeftEmpty, isRightEmpty) = (left.sets.size(of: x) == 0, right.sets.size(of: y) == 0)
        if isLeftEmpty, isRightEmpty || question == .inclusion { return true }
        let (acceptsLeft, acceptsRight) = (left.sets.isAccepting(x), right.sets.isAccepting(y))
        if acceptsLeft != acceptsRight, acceptsLeft || question == .equivalence {
            trace = SearchTrace(after: queue.word(to: parent, on: symbolClass))
            return false
        }
        // Both sides are trim, so some word is accepted from each nonempty set.
        if isLeftEmpty != isRightEmpty, queue.order != .breadthFirst {
            trace = SearchTrace(
                after: queue.word(to: parent, on: symbolClass),
                alone: isRightEmpty ? left.sets.states(of: x) : right.sets.states(of: y), isOnLeft: isRightEmpty)
            return false
        }
        if try !known.insert(x, y, left.sets, right.sets, explored: pairs, &limits) { return true }
        queue.append(from: parent, on: symbolClass, size: left.sets.size(of: x) + right.sets.size(of: y))
        pairs.append(Pair(left: x, right: y))
        return true
    }
}
