/// The pairs of sets that a search has met, and those that they imply by a rule.
struct KnownPairs: ~Copyable {
    /// A rule that tells which pairs are superfluous.
    enum Rule {
        /// Those that were met.
        case visited
        /// Those that the met ones imply by equivalence: union-find on sets. For inclusion the same
        /// as ``visited``, as sets *X* ∪ *Y* stand in one pair only.
        case unionFind
        /// Those that the met ones imply by equivalence and by joining sets.
        case congruence
    }

    private let rule: Rule
    private let question: PairSearch.Question
    private var met = PairTable()
    private var forest = DisjointSets()
    private var congruence: CongruenceClosure

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, _ rule: Rule) {
        (self.question, self.rule) = (question, rule)
        congruence = CongruenceClosure(problem, question)
    }

    var byteCount: Int { met.byteCount + forest.byteCount + congruence.byteCount }

    /// Adds a pair.
    ///
    /// - Parameter explored: The pairs that are explored or wait.
    /// - Returns: false where the pair is superfluous.
    @inline(__always)
    mutating func insert(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing StateSets, _ right: borrowing StateSets,
        explored: borrowing ScratchBuffer<PairSearch.Pair>, _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        if rule == .visited || question == .inclusion {
            if !met.insert(UInt64(x) << 32 | UInt64(y)).isNew { return false }
        } else if !forest.join(x.rawValue << 1, y.rawValue << 1 | 1) {
            return false
        }
        if rule != .congruence { return true }
        return try !congruence.implies(x, y, left, right, explored, &limits)
    }
}
