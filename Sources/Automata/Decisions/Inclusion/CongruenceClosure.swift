/// The congruence closure of pairs of sets: the pairs that they imply by equivalence and union.
///
/// Bonchi, Pous: *Checking NFA equivalence with bisimulations up to congruence*, POPL 2013,
/// doi:10.1145/2429069.2429124.
struct CongruenceClosure: ~Copyable {
    private let question: PairSearch.Question
    /// The steps of a comparison of two pairs, which depend on the length of sets.
    private let comparingWork: Int
    /// The sets that are being closed.
    private let closedLeft: ScratchBuffer<UInt64>
    private let closedRight: ScratchBuffer<UInt64>
    private var unappliedPairs = ScratchBuffer<SearchNodeID>(capacity: 64)

    init(_ problem: InclusionProblem, _ question: PairSearch.Question) {
        self.question = question
        comparingWork = 2 + (problem.left.wordCount + problem.right.wordCount) / 8
        closedLeft = ScratchBuffer(repeating: 0, count: problem.left.wordCount)
        closedRight = ScratchBuffer(repeating: 0, count: problem.right.wordCount)
    }

    var byteCount: Int { closedLeft.byteCount + closedRight.byteCount + unappliedPairs.byteCount }

    /// Returns whether two sets are equal in the congruence closure of the pairs.
    @inline(never)
    mutating func implies(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing StateSets, _ right: borrowing StateSets,
        _ pairs: borrowing ScratchBuffer<PairSearch.Pair>, _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        clear()
        switch question {
        case .inclusion: return try areCovered(x, y, left, right, pairs, &limits)
        case .equivalence:
            copy(left.words(of: x), to: closedLeft)
            if try !closes(right.words(of: y), onLeft: false, left, right, pairs, &limits) { return false }
            clear()
            copy(right.words(of: y), to: closedRight)
            return try closes(left.words(of: x), onLeft: true, left, right, pairs, &limits)
        }
    }

    /// Returns whether the closure has *X* ∪ *Y* and *Y*: whether *X* is covered by the left sets
    /// of the pairs whose right sets are subsets of *Y*.
    private func areCovered(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing StateSets, _ right: borrowing StateSets,
        _ pairs: borrowing ScratchBuffer<PairSearch.Pair>, _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        let (size, fingerprint) = (right.size(of: y), right.fingerprint(of: y))
        var compared = 0
        limits.work &+= pairs.count
        defer { limits.work &+= (compared & 63) &* comparingWork }
        for index in 0..<pairs.count {
            let pair = pairs[index]
            if right.fingerprint(of: pair.right) & ~fingerprint != 0 || right.size(of: pair.right) > size { continue }
            compared &+= 1
            if compared & 63 == 0 { try limits.count(64 &* comparingWork) }
            if right.isSubset(pair.right, of: y), Self.covers(x, left, closedLeft, with: pair.left) { return true }
        }
        return false
    }

    /// Applies the pairs to the set that is being closed until it includes the goal or no longer
    /// grows.
    private mutating func closes(
        _ goal: UnsafeMutablePointer<UInt64>, onLeft isOnLeft: Bool, _ left: borrowing StateSets,
        _ right: borrowing StateSets, _ pairs: borrowing ScratchBuffer<PairSearch.Pair>,
        _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        unappliedPairs.truncate(to: 0)
        for index in 0..<pairs.count { unappliedPairs.append(SearchNodeID(truncatingIfNeeded: index)) }
        while true {
            var kept = 0
            for index in 0..<unappliedPairs.count {
                if index & 63 == 0 { try limits.count(min(64, unappliedPairs.count - index) &* comparingWork) }
                let pair = pairs[Int(unappliedPairs[index])]
                let (x, y) = (left.words(of: pair.left), right.words(of: pair.right))
                if isWithin(x, closedLeft) {
                    for word in 0..<closedRight.count { closedRight[word] |= y[word] }
                } else if isWithin(y, closedRight) {
                    for word in 0..<closedLeft.count { closedLeft[word] |= x[word] }
                } else {
                    unappliedPairs[kept] = unappliedPairs[index]
                    kept += 1
                    continue
                }
                if isOnLeft ? isWithin(goal, closedLeft) : isWithin(goal, closedRight) { return true }
            }
            if kept == unappliedPairs.count { return false }
            unappliedPairs.truncate(to: kept)
        }
    }

    private func clear() {
        for word in 0..<closedLeft.count { closedLeft[word] = 0 }
        for word in 0..<closedRight.count { closedRight[word] = 0 }
    }

    private func copy(_ words: UnsafeMutablePointer<UInt64>, to target: borrowing ScratchBuffer<UInt64>) {
        for word in 0..<target.count { target[word] = words[word] }
    }

    @inline(__always)
    private func isWithin(_ inner: UnsafeMutablePointer<UInt64>, _ outer: borrowing ScratchBuffer<UInt64>) -> Bool {
        for word in 0..<outer.count where inner[word] & ~outer[word] != 0 { return false }
        return true
    }

    /// Adds a set to a union, and returns whether the union then includes a goal.
    @inline(__always)
    private static func covers(
        _ goal: MacroStateID, _ sets: borrowing StateSets, _ union: borrowing ScratchBuffer<UInt64>,
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
}
