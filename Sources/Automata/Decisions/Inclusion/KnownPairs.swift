/// The pairs of sets that a search has visited, with a rule for the pairs that they imply.
package struct KnownPairs: ~Copyable {
    /// A rule that determines the superfluous pairs.
    package enum Rule {
        /// A pair is superfluous if the search has already visited it.
        case visited
        /// A pair is superfluous if it is in the equivalence closure of the visited pairs, which
        /// union-find on sets computes. For inclusion, this rule is the same as ``visited``,
        /// because each set *X* ∪ *Y* is in only one pair.
        case unionFind
        /// A pair is superfluous if it is in the congruence closure of the visited pairs.
        case congruence
    }

    private let rule: Rule
    private let question: PairSearch.Question
    private var visited = PairTable()
    private var forest = DisjointSets()
    private var congruence: CongruenceClosure

    init(_ problem: InclusionProblem, _ question: PairSearch.Question, _ rule: Rule) {
        (self.question, self.rule) = (question, rule)
        congruence = CongruenceClosure(problem, question)
    }

    var byteCount: Int { visited.byteCount + forest.byteCount + congruence.byteCount }

    /// Adds a pair.
    ///
    /// - Parameter explored: The pairs that were explored or are waiting.
    /// - Returns: `false` if the pair is superfluous.
    @inline(__always)
    mutating func insert(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing StateSets, _ right: borrowing StateSets,
        explored: borrowing ScratchBuffer<PairSearch.Pair>, _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        if rule == .visited || question == .inclusion {
            if !visited.insert(UInt64(x) << 32 | UInt64(y)).isNew { return false }
        } else if !forest.join(x.rawValue << 1, y.rawValue << 1 | 1) {
            return false
        }
        if rule != .congruence { return true }
        return try !congruence.implies(x, y, left, right, explored, &limits)
    }
}
