/// The search for a word on which two sides differ, over pairs of the sets of states that it leads to: the determinizations of both
/// sides, built on the way, in step.
///
/// A pair is left out where the pairs that are known imply that its sets agree, as the sets that agree on a word are closed under the
/// rules applied. So the first difference found breadth-first is the shortlex-least.
struct PairSearch: ~Copyable {
    /// What is asked.
    enum Question {
        /// Whether *X* is included in *Y*: whether *X* ∪ *Y* and *Y* agree.
        case inclusion
        case equivalence
    }

    /// Which pairs are superfluous.
    enum Rule {
        /// Those that were met.
        case visited
        /// Those that the met ones imply by equivalence: union-find on sets. For inclusion the same as ``visited``, as sets *X* ∪ *Y* stand
        /// in one pair only.
        case unionFind
        /// Those that the met ones imply by equivalence and by joining sets.
        case congruence
        /// Those that the met ones with one of their sets imply by equivalence and by joining sets, asked no more often than it pays: of
        /// deterministic sides, say, almost no pair is implied, and asking takes longer than following it.
        case congruenceOfKin
    }

    struct Pair: BitwiseCopyable {
        var left: MacroStateID
        var right: MacroStateID
        var parent: SearchNodeID
        var symbolClass: Symbol
        /// The next pair of the same size, on the list of those that wait.
        var next: SearchNodeID = .absent
        /// The pair before with the same left set, and the one with the same right set.
        var leftKin: SearchNodeID = .absent
        var rightKin: SearchNodeID = .absent
    }

    private let question: Question
    private let rule: Rule
    private let isBreadthFirst: Bool
    private let budget: Budget
    private var left: MacroStates
    private var right: MacroStates
    private var pairs: ScratchBuffer<Pair>
    private var nextPair = 0
    /// The pairs that wait, depth-first.
    private var stack = ScratchBuffer<SearchNodeID>(capacity: 64)
    /// The first waiting pair of each size, smallest sets first.
    private var waiting: ScratchBuffer<SearchNodeID>
    private var smallest = 0
    private var waitingCount = 0
    private let isSmallestFirst: Bool
    private var met = PairSet()
    private var forest = DisjointSets()
    /// The words of the sets being closed, and which pairs were applied.
    private let closedLeft: ScratchBuffer<UInt64>
    private let closedRight: ScratchBuffer<UInt64>
    private var unapplied = ScratchBuffer<SearchNodeID>(capacity: 64)
    /// The last pair of each left set, and of each right one.
    private var lastOfLeft = ScratchBuffer<SearchNodeID>()
    private var lastOfRight = ScratchBuffer<SearchNodeID>()
    /// Where the sides aren't dense: the classes that the sets being explored read.
    private var classes = GatheredRuns()
    private let isDense: Bool
    private let problemBytes: Int
    /// What others hold of the budget's bytes.
    private var otherBytes = 0
    private var ownWork = 0
    /// What comparing a pair with another one counts: more where sets are long.
    private let comparingWork: Int
    private var asking = AskingPace()
    private var isStarted = false
    private var outlook = SearchOutlook()
    private var pace = BudgetPace()
    private var found: (parent: SearchNodeID, symbolClass: Symbol)?
    /// The sets that the difference found leads to, where one of them is empty: some word from the
    /// other one completes it.
    private var aloneSets: (left: MacroStateID, right: MacroStateID)?

    init(
        _ problem: InclusionProblem, _ question: Question, rule: Rule, isBreadthFirst: Bool, budget: Budget
    ) {
        self.question = question
        self.rule = rule
        self.isBreadthFirst = isBreadthFirst
        self.budget = budget
        isDense = problem.left.isDense
        problemBytes = problem.byteCount
        left = MacroStates(problem.left)
        right = MacroStates(problem.right)
        comparingWork = 2 + (problem.left.wordCount + problem.right.wordCount) / 8
        pairs = ScratchBuffer(capacity: 64)
        isSmallestFirst = rule == .congruenceOfKin && !isBreadthFirst
        waiting = ScratchBuffer(
            repeating: .absent, count: isSmallestFirst ? problem.left.stateCount + problem.right.stateCount + 1 : 0)
        closedLeft = ScratchBuffer(repeating: 0, count: problem.left.wordCount)
        closedRight = ScratchBuffer(repeating: 0, count: problem.right.wordCount)
    }

    var work: Int { ownWork + left.work + right.work }

    /// What is left to do, as a guess.
    var remainingWork: Int { outlook.remainingWork }

    var byteCount: Int {
        problemBytes + left.byteCount + right.byteCount + pairs.byteCount + stack.byteCount + met.byteCount
            + forest.byteCount + unapplied.byteCount + classes.byteCount + closedLeft.byteCount + closedRight.byteCount
            + waiting.byteCount + lastOfLeft.byteCount + lastOfRight.byteCount
    }

    var statesBuilt: Int { pairs.count + left.count + right.count }

    /// The pairs that were found and not followed yet.
    private var pendingCount: Int { isBreadthFirst ? pairs.count - nextPair : stack.count + waitingCount }

    /// Goes on until there is an answer or so much more work was done.
    ///
    /// - Parameter bytes: what others hold of the same budget.
    /// - Returns: whether the answer to the question is yes; `nil` where that isn't known yet.
    mutating func advance(by allowance: Int = .max, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
        let limit = allowance == .max ? Int.max : work + allowance
        otherBytes = bytes
        if !isStarted {
            isStarted = true
            if try !add(left.initial, right.initial, parent: .absent, symbolClass: .absent) { return false }
        }
        while let number = pop() {
            if pace.isDue(states: statesBuilt, work: work) { try check() }
            let pair = pairs[Int(number)]
            if isDense {
                for symbolClass in 0..<left.classCount {
                    // Large sets are much work, and so is asking whether many pairs imply another.
                    if symbolClass & 7 == 7, pace.isDue(states: statesBuilt, work: work) { try check() }
                    if try !addSuccessor(of: pair, number, on: symbolClass) { return false }
                }
            } else {
                classes.removeAll()
                left.addClasses(of: pair.left, to: &classes)
                if question == .equivalence { right.addClasses(of: pair.right, to: &classes) }
                classes.sort()
                for index in 0..<classes.count {
                    if index & 7 == 7, pace.isDue(states: statesBuilt, work: work) { try check() }
                    if try !addSuccessor(of: pair, number, on: classes.symbolClass(at: index)) { return false }
                }
            }
            if work > limit {
                outlook.look(explored: pairs.count - pendingCount, found: pairs.count, work: work)
                return nil
            }
        }
        return true
    }

    @inline(__always)
    private mutating func addSuccessor(
        of pair: Pair, _ number: SearchNodeID, on symbolClass: Int
    ) throws(AutomataError) -> Bool {
        let x = left.successor(of: pair.left, on: symbolClass)
        let y = right.successor(of: pair.right, on: symbolClass)
        ownWork &+= 1
        return try add(x, y, parent: number, symbolClass: Symbol(truncatingIfNeeded: symbolClass))
    }

    private func check() throws(AutomataError) {
        try budget.check(statesBuilt: statesBuilt, statesPending: pendingCount, bytes: byteCount + otherBytes)
        guard left.hasRoom, right.hasRoom, pairs.count < maximumCount / 2 else { throw .tooLarge("pairs of states") }
    }

    /// The classes of the word that led to the difference found; breadth-first, the difference.
    func counterexample() -> [Symbol] {
        guard var (parent, symbolClass) = found else { return [] }
        var word: [Symbol] = []
        while symbolClass != .absent {
            word.append(symbolClass)
            symbolClass = pairs[Int(parent)].symbolClass
            parent = pairs[Int(parent)].parent
        }
        return word.reversed()
    }

    /// The difference that was found, as far as it was followed.
    func departure() -> Departure {
        guard let aloneSets else { return Departure(after: counterexample()) }
        let isOnLeft = left.size(of: aloneSets.left) > 0
        let states = isOnLeft ? left.states(of: aloneSets.left) : right.states(of: aloneSets.right)
        return Departure(after: counterexample(), alone: states, isOnLeft: isOnLeft)
    }

    private mutating func pop() -> SearchNodeID? {
        if isBreadthFirst {
            if nextPair == pairs.count { return nil }
            nextPair += 1
            return SearchNodeID(truncatingIfNeeded: nextPair - 1)
        }
        if isSmallestFirst {
            if waitingCount == 0 { return nil }
            waitingCount -= 1
            while waiting[smallest] == .absent { smallest += 1 }
            let number = waiting[smallest]
            waiting[smallest] = pairs[Int(number)].next
            return number
        }
        if stack.count == 0 { return nil }
        let number = stack[stack.count - 1]
        stack.truncate(to: stack.count - 1)
        return number
    }

    /// - Returns: false where the sets show a difference.
    @inline(__always)
    private mutating func add(
        _ x: MacroStateID, _ y: MacroStateID, parent: SearchNodeID, symbolClass: Symbol
    ) throws(AutomataError) -> Bool {
        let isLeftEmpty = left.size(of: x) == 0
        if question == .inclusion, isLeftEmpty { return true }
        if !met.insert(UInt64(x) << 32 | UInt64(y)) { return true }
        let (acceptsLeft, acceptsRight) = (left.isAccepting(x), right.isAccepting(y))
        let isRightEmpty = right.size(of: y) == 0
        if acceptsLeft != acceptsRight, acceptsLeft || question == .equivalence {
            found = (parent, symbolClass)
            return false
        }
        // Both sides are trim, so that some word is accepted from each set but the empty one.
        if isLeftEmpty != isRightEmpty, !isBreadthFirst {
            found = (parent, symbolClass)
            aloneSets = (x, y)
            return false
        }
        if isLeftEmpty, isRightEmpty { return true }
        if rule != .visited, question == .equivalence, !forest.join(x.rawValue << 1, y.rawValue << 1 | 1) {
            return true
        }
        switch rule {
        case .visited, .unionFind: break
        case .congruence: if try isImplied(x, y) { return true }
        case .congruenceOfKin: if try isImpliedByKin(x, y) { return true }
        }
        var pair = Pair(left: x, right: y, parent: parent, symbolClass: symbolClass)
        if rule == .congruenceOfKin {
            let number = SearchNodeID(truncatingIfNeeded: pairs.count)
            (pair.leftKin, pair.rightKin) = (lastOfLeft[Int(x)], lastOfRight[Int(y)])
            lastOfLeft[Int(x)] = number
            lastOfRight[Int(y)] = number
        }
        if isSmallestFirst {
            let size = left.size(of: x) + right.size(of: y)
            pair.next = waiting[size]
            waiting[size] = SearchNodeID(truncatingIfNeeded: pairs.count)
            if size < smallest { smallest = size }
            waitingCount += 1
        } else if !isBreadthFirst {
            stack.append(SearchNodeID(truncatingIfNeeded: pairs.count))
        }
        pairs.append(pair)
        return true
    }

    /// Whether two sets, *X* and *Y*, are equal in the congruence closure of the pairs that have one of them: *X* agrees with *X* ∪ *Y* where some
    /// *X*′ within *X* agrees with *Y*, or *Y* is within the union of what agrees with *X*; and *Y* the other way round. Of inclusion, only
    /// the latter is asked.
    private mutating func isImpliedByKin(_ x: MacroStateID, _ y: MacroStateID) throws(AutomataError) -> Bool {
        while lastOfLeft.count < left.count { lastOfLeft.append(.absent) }
        while lastOfRight.count < right.count { lastOfRight.append(.absent) }
        let (leftKin, rightKin) = (lastOfLeft[Int(x)], lastOfRight[Int(y)])
        if leftKin == .absent && rightKin == .absent || !asking.isDue(work: work) { return false }
        let workBefore = ownWork
        clear()
        var compared = 0
        var isXJoint = question == .inclusion
        var isYJoint = false
        var next = rightKin
        while next != .absent, !(isXJoint && isYJoint) {
            let pair = pairs[Int(next)]
            next = pair.rightKin
            isXJoint = isXJoint || left.isSubset(pair.left, of: x)
            isYJoint = isYJoint || Self.covers(x, left, closedLeft, with: pair.left)
            compared &+= 1
            if compared & 63 == 0 { try countComparisons(64) }
        }
        next = leftKin
        while next != .absent, !(isXJoint && isYJoint) {
            let pair = pairs[Int(next)]
            next = pair.leftKin
            isYJoint = isYJoint || right.isSubset(pair.right, of: y)
            isXJoint = isXJoint || Self.covers(y, right, closedRight, with: pair.right)
            compared &+= 1
            if compared & 63 == 0 { try countComparisons(64) }
        }
        ownWork &+= (compared & 63) &* comparingWork
        asking.note(work: ownWork &- workBefore, isHit: isXJoint && isYJoint)
        return isXJoint && isYJoint
    }

    /// Counts comparisons of a pair with others, of which there can be as many as pairs.
    @inline(never)
    private mutating func countComparisons(_ count: Int) throws(AutomataError) {
        ownWork &+= count &* comparingWork
        if pace.isDue(states: statesBuilt, work: work) { try check() }
    }

    /// Adds a set to a union.
    ///
    /// - Returns: whether the union has all of a goal then.
    @inline(__always)
    private static func covers(
        _ goal: MacroStateID, _ sets: borrowing MacroStates, _ union: borrowing ScratchBuffer<UInt64>,
        with set: MacroStateID
    ) -> Bool {
        let (goal, addition) = (sets.words(of: goal), sets.words(of: set))
        var missing: UInt64 = 0
        for word in 0..<sets.wordCount {
            union[word] |= addition[word]
            missing |= goal[word] & ~union[word]
        }
        return missing == 0
    }

    /// Whether two sets are equal in the congruence closure of the pairs.
    @inline(never)
    private mutating func isImplied(_ x: MacroStateID, _ y: MacroStateID) throws(AutomataError) -> Bool {
        switch question {
        case .inclusion:
            // X ∪ Y is below Y where the left sets of the pairs whose right sets are within Y cover X.
            clear()
            let size = right.size(of: y)
            let fingerprint = right.fingerprint(of: y)
            var compared = 0
            ownWork &+= pairs.count
            defer { ownWork &+= (compared & 63) &* comparingWork }
            for index in 0..<pairs.count {
                let pair = pairs[index]
                if right.fingerprint(of: pair.right) & ~fingerprint != 0 || right.size(of: pair.right) > size {
                    continue
                }
                compared &+= 1
                if compared & 63 == 0 { try countComparisons(64) }
                if !right.isSubset(pair.right, of: y) { continue }
                if Self.covers(x, left, closedLeft, with: pair.left) { return true }
            }
            return false
        case .equivalence:
            clear()
            copy(left.words(of: x), left.wordCount, to: closedLeft)
            if try !closes(goal: right.words(of: y), right.wordCount, isRight: true) { return false }
            clear()
            copy(right.words(of: y), right.wordCount, to: closedRight)
            return try closes(goal: left.words(of: x), left.wordCount, isRight: false)
        }
    }

    private func clear() {
        for word in 0..<left.wordCount { closedLeft[word] = 0 }
        for word in 0..<right.wordCount { closedRight[word] = 0 }
    }

    private func copy(
        _ words: UnsafeMutablePointer<UInt64>, _ count: Int, to target: borrowing ScratchBuffer<UInt64>
    ) {
        for word in 0..<count { target[word] = words[word] }
    }

    /// Applies the pairs to the set that is being closed, over and over, until it has the goal or stays the same.
    private mutating func closes(
        goal: UnsafeMutablePointer<UInt64>, _ count: Int, isRight: Bool
    ) throws(AutomataError) -> Bool {
        unapplied.truncate(to: 0)
        for index in 0..<pairs.count { unapplied.append(SearchNodeID(truncatingIfNeeded: index)) }
        while true {
            var kept = 0
            for index in 0..<unapplied.count {
                if index & 63 == 0 { try countComparisons(min(64, unapplied.count - index)) }
                let pair = pairs[Int(unapplied[index])]
                let (x, y) = (left.words(of: pair.left), right.words(of: pair.right))
                if isWithin(x, left.wordCount, closedLeft) {
                    for word in 0..<right.wordCount { closedRight[word] |= y[word] }
                } else if isWithin(y, right.wordCount, closedRight) {
                    for word in 0..<left.wordCount { closedLeft[word] |= x[word] }
                } else {
                    unapplied[kept] = unapplied[index]
                    kept += 1
                    continue
                }
                if isRight ? isWithin(goal, count, closedRight) : isWithin(goal, count, closedLeft) { return true }
            }
            if kept == unapplied.count { return false }
            unapplied.truncate(to: kept)
        }
    }

    @inline(__always)
    private func isWithin(
        _ inner: UnsafeMutablePointer<UInt64>, _ count: Int, _ outer: borrowing ScratchBuffer<UInt64>
    ) -> Bool {
        for word in 0..<count where inner[word] & ~outer[word] != 0 { return false }
        return true
    }
}
