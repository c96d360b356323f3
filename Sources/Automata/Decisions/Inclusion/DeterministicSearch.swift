/// The comparison of two deterministic sides in step: union-find on states for equivalence, a table
/// of pairs for inclusion.
///
/// Breadth-first over classes in order, so that the first difference met is the shortlex-least; a
/// pair that is left out agrees on all words on which the pairs met before it do.
///
/// O((*n*₁ + *n*₂) *k* α) for equivalence, O(*n*₁ *n*₂ *k*) for inclusion; where there are very
/// many classes, transitions count in place of states times classes.
///
/// Hopcroft, Karp: *A linear algorithm for testing equivalence of finite automata*, Cornell
/// University TR 71-114 (1971), hdl:1813/5958.
struct DeterministicSearch: ~Copyable {
    struct Pair: BitwiseCopyable {
        var left: StateID
        var right: StateID
    }

    private let problem: InclusionProblem
    private let question: PairSearch.Question
    private let wantsShortest: Bool
    private var limits: SearchLimits
    private var queue = SearchQueue(.breadthFirst, maximumSize: 0)
    /// The pairs, each a node of the queue.
    private var pairs = ScratchBuffer<Pair>(capacity: 64)
    private var forest = DisjointSets()
    private var met = PairTable()
    private var departed: Departure?

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, wantsShortest: Bool, budget: Budget) {
        self.problem = problem
        self.question = question
        self.wantsShortest = wantsShortest
        limits = SearchLimits(budget)
    }

    /// - Returns: whether the answer to the question is yes.
    mutating func run() throws(AutomataError) -> Bool {
        let (left, right) = (problem.left, problem.right)
        if !add(left.initialStates.first ?? .absent, right.initialStates.first ?? .absent, .absent, .absent) {
            return false
        }
        while let number = queue.popFirst() {
            if limits.isCheckDue(states: pairs.count, work: limits.work) {
                try limits.check(
                    states: pairs.count, waiting: queue.waitingCount,
                    bytes: problem.byteCount + pairs.byteCount + queue.byteCount + forest.byteCount + met.byteCount)
                guard pairs.count < maximumCount / 2 else { throw .tooLarge("pairs of states") }
            }
            let pair = pairs[Int(number)]
            if !problem.left.isDense {
                if !addSuccessors(of: pair, number) { return false }
                continue
            }
            limits.work &+= problem.classCount
            for symbolClass in 0..<problem.classCount {
                let targets = (
                    Self.target(left, pair.left, symbolClass), Self.target(right, pair.right, symbolClass)
                )
                if !add(targets.0, targets.1, number, Symbol(truncatingIfNeeded: symbolClass)) { return false }
            }
        }
        return true
    }

    /// Adds what a pair leads to, over the classes that one of its states reads.
    ///
    /// - Returns: false where the states show a difference.
    private mutating func addSuccessors(of pair: Pair, _ parent: SearchNodeID) -> Bool {
        let (left, right) = (problem.left, problem.right)
        let leftRuns = pair.left == .absent ? 0..<0 : left.runs(of: Int(pair.left))
        let rightRuns = pair.right == .absent ? 0..<0 : right.runs(of: Int(pair.right))
        var (i, j) = (leftRuns.lowerBound, rightRuns.lowerBound)
        limits.work &+= leftRuns.count &+ rightRuns.count &+ 1
        while i < leftRuns.upperBound || j < rightRuns.upperBound {
            let leftClass = i < leftRuns.upperBound ? left.symbolClass(ofRun: i) : Symbol.absent
            let rightClass = j < rightRuns.upperBound ? right.symbolClass(ofRun: j) : Symbol.absent
            let symbolClass = min(leftClass, rightClass)
            var (p, q) = (StateID.absent, StateID.absent)
            if leftClass == symbolClass {
                p = left.targets[left.range(ofRun: i).lowerBound]
                i += 1
            }
            if rightClass == symbolClass {
                q = right.targets[right.range(ofRun: j).lowerBound]
                j += 1
            }
            if !add(p, q, parent, symbolClass) { return false }
        }
        return true
    }

    /// The difference that was found, as far as it was followed: the whole if the shortest one was
    /// wanted.
    func departure() -> Departure? { departed }

    @inline(__always)
    private static func target(_ side: InclusionSide, _ state: StateID, _ symbolClass: Int) -> StateID {
        if state == .absent { return .absent }
        let range = side.range(Int(state), symbolClass)
        return range.isEmpty ? .absent : side.targets[range.lowerBound]
    }

    /// - Returns: false where the states show a difference.
    @inline(__always)
    private mutating func add(_ p: StateID, _ q: StateID, _ parent: SearchNodeID, _ symbolClass: Symbol) -> Bool {
        if p == .absent, q == .absent || question == .inclusion { return true }
        let accepts = (p != .absent && problem.left.isFinal(p), q != .absent && problem.right.isFinal(q))
        if accepts.0 != accepts.1, accepts.0 || question == .equivalence {
            departed = Departure(after: queue.word(to: parent, on: symbolClass))
            return false
        }
        // Both sides are trim: a run on one side only leads to a difference, if not here.
        if !wantsShortest, p == .absent || q == .absent {
            departed = Departure(
                after: queue.word(to: parent, on: symbolClass), alone: [p == .absent ? q : p], isOnLeft: q == .absent)
            return false
        }
        let isNew =
            switch question {
            case .equivalence: forest.join(Self.element(p), Self.element(q) + leftCount)
            case .inclusion: met.insert(UInt64(p) << 32 | UInt64(q)).isNew
            }
        if isNew {
            queue.append(from: parent, on: symbolClass, size: 1)
            pairs.append(Pair(left: p, right: q))
        }
        return true
    }

    /// An element of the forest for each state of a side, and one for no state.
    @inline(__always)
    private static func element(_ state: StateID) -> UInt32 { state.rawValue &+ 1 }

    private var leftCount: UInt32 { UInt32(truncatingIfNeeded: problem.left.stateCount + 1) }
}
