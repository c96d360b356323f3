/// The search for a bisimulation between the initial states of two sides, which shows that one's language is
/// included in the other's, or the same; that there is none shows nothing.
///
/// Rounds keep states together that have transitions on the same classes to states that were together.
/// A round never parts what is bisimilar, so that a difference between the initial states ends the
/// matter, which most automata show after a round or two. Rounds compare hashes; so what none parts any
/// more is compared exactly before it counts. If that takes as long as the coarsest partition that is
/// stable would (``Transitions/bisimulation(accepting:symbolCount:budget:)``), that one is made.
struct Bisimilarity: LanguageSearch, ~Copyable {
    private let problem: InclusionProblem
    private let left: InclusionSide
    private let right: InclusionSide
    private let question: PairSearch.Question
    /// The transitions of both sides; the states of the right one follow those of the left one.
    private var offsets: ScratchBuffer<UInt32>
    private var symbolClasses: ScratchBuffer<Symbol>
    private var targets: ScratchBuffer<StateID>
    /// The class of each state of both sides.
    private var classes: ScratchBuffer<UInt32>
    private var classCount: Int
    /// For each class where it was last met: the end of a run, or the round and side.
    private let metIn: ScratchBuffer<UInt64>
    private var mark: UInt64 = 0
    private let budget: Budget
    private let slotHash = SlotHash()
    /// Steps taken so far, as the searches count them.
    private(set) var work = 0
    private(set) var hasGivenUp = false

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, budget: Budget) {
        (self.problem, self.budget) = (problem, budget)
        left = problem.left
        right = problem.right
        self.question = question
        let count = left.stateCount + right.stateCount
        let transitionCount = left.transitionCount + right.transitionCount
        offsets = ScratchBuffer(capacity: count + 1)
        symbolClasses = ScratchBuffer(capacity: transitionCount)
        targets = ScratchBuffer(capacity: transitionCount)
        offsets.append(contentsOf: left.rows.offsets)
        for state in 1..<right.stateCount + 1 {
            offsets.append(right.rows.offsets[state] + UInt32(truncatingIfNeeded: left.transitionCount))
        }
        symbolClasses.append(contentsOf: left.rows.symbols)
        symbolClasses.append(contentsOf: right.rows.symbols)
        targets.append(contentsOf: left.rows.targets)
        for target in right.rows.targets { targets.append(target + left.stateCount) }
        classes = ScratchBuffer(repeating: 0, count: count)
        metIn = ScratchBuffer(repeating: 0, count: max(1, count))
        let finalCount = left.finalStateCount + right.finalStateCount
        classCount = finalCount > 0 && finalCount < count ? 2 : 1
        if classCount == 1 { return }
        for state in 0..<count where isFinal(state) { classes[state] = 1 }
    }

    private var stateCount: Int { classes.count }

    private var roundWork: Int { problem.roundWork }

    /// What both sides hold, and the rounds at their end.
    var byteCount: Int { problem.byteCount + problem.roundByteCount }

    /// A guess isn't made.
    var remainingWork: Int { .max }

    func departure() -> Departure? { nil }

    private func isFinal(_ state: Int) -> Bool {
        state < left.stateCount
            ? left.isFinal(StateID(truncatingIfNeeded: state))
            : right.isFinal(StateID(truncatingIfNeeded: state - left.stateCount))
    }

    mutating func advance(by allowance: Int, besides bytes: Int) throws(AutomataError) -> Bool? {
        let limit = allowance == .max ? Int.max : work + allowance
        repeat {
            if !agrees() {
                hasGivenUp = true
                return nil
            }
            if work > problem.bisimulationWork { return try isStable(besides: bytes) }
            try budget.check(statesBuilt: 0, bytes: bytes + byteCount)
            work += roundWork
            let before = classCount
            refine()
            if classCount == before {
                hasGivenUp = !isExact()
                return hasGivenUp ? nil : true
            }
        } while work < limit
        return nil
    }

    /// Whether the coarsest stable partition has the initial states of both sides in the same blocks.
    private mutating func isStable(besides bytes: Int) throws(AutomataError) -> Bool? {
        work += problem.bisimulationWork
        let partition = try problem.disjointUnion.bisimulation(
            accepting: problem.finalStatesOfUnion, symbolCount: problem.classCount, budget: budget.besides(bytes))
        let blocks = (
            left: Set(left.initialStates.map(partition.block(of:))),
            right: Set(right.initialStates.map { partition.block(of: $0 + left.stateCount) })
        )
        hasGivenUp = question == .equivalence ? blocks.left != blocks.right : !blocks.left.isSubset(of: blocks.right)
        return hasGivenUp ? nil : true
    }

    /// Whether the initial states of both sides are in the same classes.
    private mutating func agrees() -> Bool {
        mark += 2
        for state in right.initialStates { metIn[Int(classes[Int(state) + left.stateCount])] = mark }
        for state in left.initialStates {
            let number = Int(classes[Int(state)])
            if metIn[number] < mark { return false }
            metIn[number] = mark + 1
        }
        if question == .inclusion { return true }
        return right.initialStates.allSatisfy { metIn[Int(classes[Int($0) + left.stateCount])] == mark + 1 }
    }

    private mutating func refine() {
        var signatures = PairTable(minimumCapacity: min(stateCount, classCount * 4))
        let refined = ScratchBuffer<UInt32>(repeating: 0, count: stateCount)
        for state in 0..<stateCount { refined[state] = signatures.insert(signature(of: state)).number }
        classes = refined
        classCount = signatures.count
    }

    /// A hash of a state's class and of the set of pairs of a symbol class and a class that it leads to.
    private mutating func signature(of state: Int) -> UInt64 {
        var hash = slotHash.signature(UInt64(classes[state]) | 1 << 63)
        let slotHash = slotHash
        forEachStep(of: state) { hash = hash &+ slotHash.signature($0) }
        return hash
    }

    /// Visits each pair of a symbol class and a class that a state leads to, once.
    @inline(__always)
    private mutating func forEachStep(of state: Int, _ visit: (UInt64) -> Void) {
        var previous = Symbol.absent
        for index in Int(offsets[state])..<Int(offsets[state + 1]) {
            let symbolClass = symbolClasses[index]
            if symbolClass != previous {
                previous = symbolClass
                mark += 2
            }
            let target = classes[Int(targets[index])]
            if metIn[Int(target)] == mark { continue }
            metIn[Int(target)] = mark
            visit(UInt64(symbolClass) << 32 | UInt64(target))
        }
    }

    /// Whether the states of each class lead to the same classes by more than their hashes.
    private mutating func isExact() -> Bool {
        var steps = ScratchBuffer<UInt64>(capacity: targets.count + classCount)
        let starts = ScratchBuffer<Int>(repeating: -1, count: classCount)
        let ends = ScratchBuffer<Int>(repeating: 0, count: classCount)
        for state in 0..<stateCount {
            let number = Int(classes[state])
            let start = steps.count
            steps.append(isFinal(state) ? .max : .max - 1)
            forEachStep(of: state) { steps.append($0) }
            steps.sortAndDeduplicate(from: start)
            if starts[number] < 0 {
                (starts[number], ends[number]) = (start, steps.count)
                continue
            }
            let count = steps.count - start
            if count != ends[number] - starts[number] { return false }
            for index in 0..<count where steps[start + index] != steps[starts[number] + index] { return false }
            steps.truncate(to: start)
        }
        return true
    }
}
