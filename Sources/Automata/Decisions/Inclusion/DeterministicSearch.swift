/// The comparison of two deterministic sides: by union-find on states for equivalence, by a table
/// of pairs for inclusion.
///
/// It searches breadth-first and takes classes in order. A pair is left out only if it agrees on
/// all words on which earlier pairs agree, so the first difference is the shortlex-least one.
///
/// - Complexity: O((*n*₁ + *n*₂) *k* α) for equivalence, O(*n*₁ *n*₂ *k*) for inclusion. With very
///   many classes, the cost is proportional to the transitions instead of *n* *k*.
///
/// Hopcroft, Karp: *A linear algorithm for testing equivalence of finite automata*, Cornell
/// University TR 71-114 (1971), hdl:1813/5958.
package struct DeterministicSearch: ~Copyable {
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
    private var visited = PairTable()
    package private(set) var trace: SearchTrace?

    package init(_ problem: InclusionProblem, _ question: PairSearch.Question, wantsShortest: Bool, budget: Budget) {
        self.problem = problem
        self.question = question
        self.wantsShortest = wantsShortest
        limits = SearchLimits(budget)
    }

    /// Searches to the end, and returns whether the answer to the question is yes.
    package mutating func run() throws(AutomataError) -> Bool {
        let (left, right) = (problem.left, problem.right)
        if !add(left.initialStates.first ?? .absent, right.initialStates.first ?? .absent, .absent, .absent) {
            return false
        }
        while let number = queue.popFirst() {
            if limits.isCheckDue(states: pairs.count, work: limits.work) {
                try limits.check(
                    states: pairs.count, waiting: queue.waitingCount,
                    bytes: problem.byteCount + pairs.byteCount + queue.byteCount + forest.byteCount + visited.byteCount)
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

    /// Adds the successors of a pair on the classes that its states read.
    ///
    /// - Returns: `false` if they show a difference.
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

    @inline(__always)
    private static func target(_ side: InclusionSide, _ state: StateID, _ symbolClass: Int) -> StateID {
        if state == .absent { return .absent }
        let range = side.range(Int(state), symbolClass)
        return range.isEmpty ? .absent : side.targets[range.lowerBound]
    }

    /// Adds a pair that a class leads to.
    ///
    /// - Returns: `false` if its states show a difference.
    @inline(__always)
    private mutating func add(_ p: StateID, _ q: StateID, _ parent: SearchNodeID, _ symbolClass: Symbol) -> Bool {
        if p == .absent, q == .absent || question == .inclusion { return true }
        let accepts = (p != .absent && problem.left.isFinal(p), q != .absent && problem.right.isFinal(q))
        if accepts.0 != accepts.1, accepts.0 || question == .equivalence {
            trace = SearchTrace(after: queue.word(to: parent, on: symbolClass))
            return false
        }
        // Both sides are trim, so a run on only one side leads to a difference.
        if !wantsShortest, p == .absent || q == .absent {
            trace = SearchTrace(
                after: queue.word(to: parent, on: symbolClass), alone: [p == .absent ? q : p], isOnLeft: q == .absent)
            return false
        }
        let isNew =
            switch question {
            case .equivalence: forest.join(Self.element(p), Self.element(q) + leftCount)
            case .inclusion: visited.insert(UInt64(p) << 32 | UInt64(q)).isNew
            }
        if isNew {
            queue.append(from: parent, on: symbolClass, size: 1)
            pairs.append(Pair(left: p, right: q))
        }
        return true
    }

    /// Returns the element of the forest for a state of a side, or for no state.
    @inline(__always)
    private static func element(_ state: StateID) -> UInt32 { state.rawValue &+ 1 }

    private var leftCount: UInt32 { UInt32(truncatingIfNeeded: problem.left.stateCount + 1) }
}
