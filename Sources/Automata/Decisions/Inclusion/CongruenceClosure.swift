/// The pairs of sets that others imply by equivalence and by joining sets: their congruence closure.
///
/// Bonchi, Pous: *Checking NFA equivalence with bisimulations up to congruence*, POPL 2013,
/// doi:10.1145/2429069.2429124.
struct CongruenceClosure: ~Copyable {
    private let question: PairSearch.Question
    /// What comparing a pair with another one counts: more where sets are long.
    private let comparingWork: Int
    /// The words of the sets being closed.
    private let closedLeft: ScratchBuffer<UInt64>
    private let closedRight: ScratchBuffer<UInt64>
    private var unapplied = ScratchBuffer<SearchNodeID>(capacity: 64)
    private var kin = PairKin()
    private var asking = AskingPace()

    init(_ problem: InclusionProblem, _ question: PairSearch.Question) {
        self.question = question
        comparingWork = 2 + (problem.left.wordCount + problem.right.wordCount) / 8
        closedLeft = ScratchBuffer(repeating: 0, count: problem.left.wordCount)
        closedRight = ScratchBuffer(repeating: 0, count: problem.right.wordCount)
    }

    var byteCount: Int { closedLeft.byteCount + closedRight.byteCount + unapplied.byteCount + kin.byteCount }

    /// Returns whether two sets are equal in the congruence closure of the pairs.
    @inline(never)
    mutating func implies(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing MacroStates, _ right: borrowing MacroStates,
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

    /// Returns whether *X* ∪ *Y* is below *Y*: whether the left sets of the pairs whose right sets are
    /// within *Y* cover *X*.
    private func areCovered(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing MacroStates, _ right: borrowing MacroStates,
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

    /// Applies the pairs to the set that is being closed, over and over, until it has the goal or
    /// stays the same.
    private mutating func closes(
        _ goal: UnsafeMutablePointer<UInt64>, onLeft isOnLeft: Bool, _ left: borrowing MacroStates,
        _ right: borrowing MacroStates, _ pairs: borrowing ScratchBuffer<PairSearch.Pair>,
        _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        unapplied.truncate(to: 0)
        for index in 0..<pairs.count { unapplied.append(SearchNodeID(truncatingIfNeeded: index)) }
        while true {
            var kept = 0
            for index in 0..<unapplied.count {
                if index & 63 == 0 { try limits.count(min(64, unapplied.count - index) &* comparingWork) }
                let pair = pairs[Int(unapplied[index])]
                let (x, y) = (left.words(of: pair.left), right.words(of: pair.right))
                if isWithin(x, closedLeft) {
                    for word in 0..<closedRight.count { closedRight[word] |= y[word] }
                } else if isWithin(y, closedRight) {
                    for word in 0..<closedLeft.count { closedLeft[word] |= x[word] }
                } else {
                    unapplied[kept] = unapplied[index]
                    kept += 1
                    continue
                }
                if isOnLeft ? isWithin(goal, closedLeft) : isWithin(goal, closedRight) { return true }
            }
            if kept == unapplied.count { return false }
            unapplied.truncate(to: kept)
        }
    }

    /// Returns whether two sets are equal in the congruence closure of the pairs that have one of them, and keeps
    /// them as a pair if they aren't: *X* agrees with *X* ∪ *Y* if some *X*′ within *X* agrees with *Y*, or *Y* is
    /// within the union of what agrees with *X*; and *Y* the other way round. Of inclusion, only the latter is asked.
    mutating func kinImply(
        _ x: MacroStateID, _ y: MacroStateID, _ left: borrowing MacroStates, _ right: borrowing MacroStates,
        _ pairs: borrowing ScratchBuffer<PairSearch.Pair>, searchWork: Int, _ limits: inout SearchLimits
    ) throws(AutomataError) -> Bool {
        kin.extend(to: left.count, right.count)
        var (nextLeft, nextRight) = kin.last(x, y)
        if nextLeft == .absent && nextRight == .absent || !asking.isDue(work: searchWork) {
            kin.append(x, y)
            return false
        }
        let workBefore = limits.work
        clear()
        var compared = 0
        var isXJoint = question == .inclusion
        var isYJoint = false
        while nextRight != .absent, !(isXJoint && isYJoint) {
            let pair = pairs[Int(nextRight)]
            nextRight = kin.before(nextRight).right
            isXJoint = isXJoint || left.isSubset(pair.left, of: x)
            isYJoint = isYJoint || Self.covers(x, left, closedLeft, with: pair.left)
            compared &+= 1
            if compared & 63 == 0 { try limits.count(64 &* comparingWork) }
        }
        while nextLeft != .absent, !(isXJoint && isYJoint) {
            let pair = pairs[Int(nextLeft)]
            nextLeft = kin.before(nextLeft).left
            isYJoint = isYJoint || right.isSubset(pair.right, of: y)
            isXJoint = isXJoint || Self.covers(y, right, closedRight, with: pair.right)
            compared &+= 1
            if compared & 63 == 0 { try limits.count(64 &* comparingWork) }
        }
        limits.work &+= (compared & 63) &* comparingWork
        asking.note(work: limits.work &- workBefore, isHit: isXJoint && isYJoint)
        if isXJoint, isYJoint { return true }
        kin.append(x, y)
        return false
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

    /// Adds a set to a union; returns whether the union has all of a goal then.
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
}

/// The pairs of each set, as lists from the last one to the first one.
struct PairKin: ~Copyable {
    struct Links: BitwiseCopyable {
        var left: SearchNodeID
        var right: SearchNodeID
    }

    private var lastOfLeft = ScratchBuffer<SearchNodeID>()
    private var lastOfRight = ScratchBuffer<SearchNodeID>()
    /// For each pair the one before with the same left set, and the one with the same right set.
    private var links = ScratchBuffer<Links>()

    var byteCount: Int { lastOfLeft.byteCount + lastOfRight.byteCount + links.byteCount }

    /// Gives each set a list.
    mutating func extend(to leftCount: Int, _ rightCount: Int) {
        while lastOfLeft.count < leftCount { lastOfLeft.append(.absent) }
        while lastOfRight.count < rightCount { lastOfRight.append(.absent) }
    }

    /// The last pair of each of two sets.
    func last(_ x: MacroStateID, _ y: MacroStateID) -> (left: SearchNodeID, right: SearchNodeID) {
        (lastOfLeft[Int(x)], lastOfRight[Int(y)])
    }

    /// The pairs before one.
    func before(_ pair: SearchNodeID) -> (left: SearchNodeID, right: SearchNodeID) {
        (links[Int(pair)].left, links[Int(pair)].right)
    }

    /// Adds a pair of two sets.
    mutating func append(_ x: MacroStateID, _ y: MacroStateID) {
        let number = SearchNodeID(truncatingIfNeeded: links.count)
        links.append(Links(left: lastOfLeft[Int(x)], right: lastOfRight[Int(y)]))
        lastOfLeft[Int(x)] = number
        lastOfRight[Int(y)] = number
    }
}

/// How often to ask whether the pairs that are known imply another one: nearly always while the answer
/// often is yes, as each yes saves all that the pair leads to, and otherwise for a share of the work.
///
/// A question can take as long as there are pairs, and so all of them the square of that. So even where
/// most are worth it, they take no more than a part of the work that leaves the search within a
/// constant factor of one that never asks.
private struct AskingPace {
    private static let free = 1 << 11

    private var asked = 0
    private var hits = 0
    private var work = 0

    /// - Parameter total: the work of the search, asking included.
    @inline(__always)
    func isDue(work total: Int) -> Bool {
        let (parts, whole) = hits * 8 >= asked ? (7, 8) : (1, 4)
        return work * whole < total * parts + Self.free
    }

    @inline(__always)
    mutating func note(work: Int, isHit: Bool) {
        self.work &+= work
        asked += 1
        if isHit { hits += 1 }
        if asked == 128 { (asked, hits) = (64, hits / 2) }
    }
}
