/// The search for a word that the left side accepts and the right one doesn't, over pairs of a state of the left side and the set
/// of states that the same word leads to on the right.
///
/// With `prunes`, a pair is left out where another one, (*q*, *R*), makes it superfluous: where *q* accepts all that *p* does and
/// *R* is within *S*, any counterexample from (*p*, *S*) is one from (*q*, *R*) as well. What is kept is an antichain. Without,
/// each pair is visited once: the product with the determinized right side, built on the way.
///
/// Pairs that one word leads to are a group; they share the set. Breadth-first, groups are made in shortlex order of
/// their words, and a pair is only left out in favour of one with an earlier word, so that the first counterexample found is the
/// shortlex-least.
struct AntichainSearch: ~Copyable {
    enum Order {
        /// The shortest words first; finds the shortlex-least counterexample.
        case breadthFirst
        /// The smallest sets first, as these make most others superfluous and are nearest to a counterexample.
        case smallestFirst
        case depthFirst
    }

    struct Group: BitwiseCopyable {
        var set: UInt32
        var firstMember: UInt32
        var memberCount: UInt32
        var parent: UInt32
        var symbolClass: UInt32
        /// The next group of the same size, on the list of those that wait.
        var next: UInt32
    }

    struct Entry: BitwiseCopyable {
        var fingerprint: UInt64
        var set: UInt32
        var size: UInt32
    }

    /// A growing list of one left state's sets.
    struct Bucket: BitwiseCopyable {
        var base: UnsafeMutablePointer<Entry>?
        var count = 0
        var capacity = 0
    }

    private let left: InclusionSide
    private let problemBytes: Int
    private let order: Order
    private let prunes: Bool
    private let simulation: InclusionSimulation?
    private var sets: MacroStates
    private var groups: ScratchBuffer<Group>
    private var members: ScratchBuffer<State>
    private let buckets: ScratchBuffer<Bucket>
    private var bucketBytes = 0
    /// A row of left states for each set: the pairs that have been looked at.
    private var seen: ScratchBuffer<UInt64>
    /// The pairs that are still in the antichain.
    private var live: ScratchBuffer<UInt64>
    /// The first waiting group of each size; with depth-first order there is one list only.
    private var waiting: ScratchBuffer<UInt32>
    private var smallest = 0
    private var nextGroup = 0
    private var pendingCount = 0
    private var ownWork = 0
    private var scanning = ScanLimit()
    private var isStarted = false
    private var pace = BudgetPace()
    private let budget: Budget
    /// What others hold of the budget's bytes.
    private var otherBytes = 0
    /// Where the left side isn't dense: the members that are explored, by the classes that they read.
    private var gathered = GatheredRuns()
    /// The group and class that a counterexample was found at; `.none` as class for the group's own word.
    private var found: (group: UInt32, symbolClass: UInt32)?

    init(
        _ problem: InclusionProblem, order: Order, prunes: Bool = true, simulation: InclusionSimulation? = nil,
        budget: Budget
    ) {
        left = problem.left
        self.order = order
        self.prunes = prunes
        self.simulation = simulation
        self.budget = budget
        problemBytes = problem.byteCount
        sets = MacroStates(problem.right, below: simulation?.rightBelow)
        groups = ScratchBuffer(capacity: 64)
        members = ScratchBuffer(capacity: 64)
        buckets = ScratchBuffer(repeating: Bucket(), count: problem.left.stateCount)
        seen = ScratchBuffer(capacity: 64)
        live = ScratchBuffer(capacity: 64)
        waiting = ScratchBuffer(
            repeating: .none, count: order == .smallestFirst ? problem.right.stateCount + 1 : 1)
    }

    deinit {
        for state in 0..<buckets.count { buckets[state].base?.deallocate() }
    }

    var byteCount: Int {
        problemBytes + sets.byteCount + groups.byteCount + members.byteCount + bucketBytes + seen.byteCount
            + live.byteCount + buckets.byteCount + waiting.byteCount + gathered.byteCount
            + (simulation?.byteCount ?? 0)
    }

    /// Steps taken so far, comparable between searches.
    var work: Int { ownWork + sets.work }

    /// Pairs and sets found so far.
    var statesBuilt: Int { members.count + sets.count }

    /// Goes on until there is an answer or so much more work was done.
    ///
    /// - Parameter bytes: what others hold of the same budget.
    /// - Returns: whether the left side is included in the right one; `nil` where that isn't known yet.
    mutating func advance(by allowance: Int = .max, besides bytes: Int = 0) throws(AutomataError) -> Bool? {
        let limit = allowance == .max ? Int.max : work + allowance
        otherBytes = bytes
        if !isStarted {
            isStarted = true
            if !start() { return false }
        }
        while let group = popGroup() {
            if pace.isDue(states: statesBuilt, work: work) { try check() }
            if try !expand(group) { return false }
            if work > limit { return pendingCount == 0 ? true : nil }
        }
        return true
    }

    private func check() throws(AutomataError) {
        try budget.check(statesBuilt: statesBuilt, statesPending: pendingCount, bytes: byteCount + otherBytes)
        guard sets.hasRoom, members.count < maximumCount / 2, groups.count < maximumCount / 2 else {
            throw .tooLarge("pairs of states")
        }
    }

    /// The length of the words whose groups are explored, breadth-first.
    private(set) var depth = 0
    private var levelEnd = 1

    /// The classes of the word of the counterexample that was found.
    func counterexample() -> [UInt32] {
        guard var (group, symbolClass) = found else { return [] }
        var word: [UInt32] = []
        while symbolClass != .none {
            word.append(symbolClass)
            symbolClass = groups[Int(group)].symbolClass
            group = groups[Int(group)].parent
        }
        return word.reversed()
    }

    /// - Returns: false where the empty word is a counterexample.
    private mutating func start() -> Bool {
        extendRows()
        let first = members.count
        for state in left.initialStates {
            if !add(state, sets.initial) {
                found = (.none, .none)
                return false
            }
        }
        closeGroup(sets.initial, first, parent: Int(UInt32.none), Int(UInt32.none))
        return true
    }

    /// - Returns: false where a counterexample was found.
    private mutating func expand(_ number: Int) throws(AutomataError) -> Bool {
        let group = groups[number]
        let members = Int(group.firstMember)..<Int(group.firstMember) + Int(group.memberCount)
        if !left.isDense { return try expandSparse(number, group.set, members) }
        for symbolClass in 0..<left.classCount {
            // A large group is much work.
            if members.count > 64, pace.isDue(states: statesBuilt, work: work) { try check() }
            var successor = UInt32.none
            let newFirst = self.members.count
            for member in members {
                let run = Int(self.members[member]) &* left.classCount &+ symbolClass
                if !follow(run, from: self.members[member], of: group.set, symbolClass, to: &successor) {
                    found = (UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: symbolClass))
                    return false
                }
            }
            ownWork &+= 1 &+ members.count
            closeGroup(successor, newFirst, parent: number, symbolClass)
        }
        return true
    }

    /// As ``expand(_:)``, over the classes that members read.
    private mutating func expandSparse(
        _ number: Int, _ set: UInt32, _ members: Range<Int>
    ) throws(AutomataError) -> Bool {
        gathered.removeAll()
        for member in members {
            for run in left.runs(of: Int(self.members[member])) {
                gathered.append(member - members.lowerBound, of: left.symbolClass(ofRun: run))
            }
        }
        gathered.sort()
        var start = 0
        while start < gathered.count {
            if pace.isDue(states: statesBuilt, work: work) { try check() }
            let (symbolClass, end) = (gathered.symbolClass(at: start), gathered.end(ofClassAt: start))
            var successor = UInt32.none
            let newFirst = self.members.count
            for index in start..<end {
                let state = self.members[members.lowerBound + gathered.item(at: index)]
                let run = left.run(Int(state), symbolClass)
                if !follow(run, from: state, of: set, symbolClass, to: &successor) {
                    found = (UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: symbolClass))
                    return false
                }
            }
            ownWork &+= end &- start
            closeGroup(successor, newFirst, parent: number, symbolClass)
            start = end
        }
        return true
    }

    /// Adds what a run of a member leads to, with the successor of its group's set, which is looked up where it is needed first.
    ///
    /// - Returns: false where a counterexample was found.
    @inline(__always)
    private mutating func follow(
        _ run: Int, from state: State, of set: UInt32, _ symbolClass: Int, to successor: inout UInt32
    ) -> Bool {
        var index = Int(left.starts.base[run])
        let end = Int(left.starts.base[run &+ 1])
        if index == end { return true }
        if order != .breadthFirst, prunes, !isLive(state, set) { return true }
        if successor == .none {
            successor = sets.successor(of: set, on: symbolClass)
            extendRows()
        }
        while index < end {
            if !add(left.targets.base[index], successor) { return false }
            index &+= 1
        }
        return true
    }

    /// Gives each set a row in `seen` and `live`.
    @inline(__always)
    private mutating func extendRows() {
        let needed = sets.count &* left.wordCount
        if seen.count >= needed { return }
        // Of a large left side a row is more than what else a set takes.
        ownWork &+= needed &- seen.count
        while seen.count < needed { seen.append(0) }
        if order != .breadthFirst, prunes {
            while live.count < needed { live.append(0) }
        }
    }

    @inline(__always)
    private func isLive(_ state: State, _ set: UInt32) -> Bool {
        live[Int(set) &* left.wordCount &+ Int(state >> 6)] &>> UInt64(state & 63) & 1 == 1
    }

    @inline(__always)
    private func setLive(_ state: State, _ set: UInt32, _ isLive: Bool) {
        let index = Int(set) &* left.wordCount &+ Int(state >> 6)
        let bit: UInt64 = 1 &<< UInt64(state & 63)
        live[index] = isLive ? live[index] | bit : live[index] & ~bit
    }

    /// Adds a pair to the group that is being made, unless it is superfluous.
    ///
    /// - Returns: false where the pair shows that there is a counterexample; breadth-first, where its word is one.
    @inline(__always)
    private mutating func add(_ state: State, _ set: UInt32) -> Bool {
        let index = Int(set) &* left.wordCount &+ Int(state >> 6)
        let bit: UInt64 = 1 &<< UInt64(state & 63)
        if seen[index] & bit != 0 { return true }
        seen[index] |= bit
        if left.isFinal(state), !sets.isAccepting(set) { return false }
        // The left side is trim, so some word from its state is accepted, and nothing is from no state.
        if sets.size(of: set) == 0, order != .breadthFirst { return false }
        if prunes {
            if !insert(state, set) { return true }
            if order != .breadthFirst { setLive(state, set, true) }
        }
        members.append(state)
        return true
    }

    /// - Returns: false where the pair is superfluous.
    @inline(never)
    private mutating func insert(_ state: State, _ set: UInt32) -> Bool {
        let workBefore = ownWork
        let isNew = insertUnlessCovered(state, set)
        let scanned = ownWork &- workBefore
        scanning.note(work: scanned, isHit: !isNew)
        // Comparing sets takes longer than what else is counted.
        ownWork &+= scanned &+ 8
        return isNew
    }

    private mutating func insertUnlessCovered(_ state: State, _ set: UInt32) -> Bool {
        let size = UInt32(truncatingIfNeeded: sets.size(of: set))
        let fingerprint = sets.fingerprint(of: set)
        if let simulation {
            if simulation.isSimulated(state, bySomeOf: sets.words(of: set)) { return false }
            for other in simulation.leftAbove(state) where hasSubset(of: set, size, fingerprint, in: Int(other)) {
                return false
            }
            ownWork &+= simulation.leftAbove(state).count &+ simulation.leftBelow(state).count
            for other in simulation.leftBelow(state) { removeSupersets(of: set, size, fingerprint, in: other) }
        } else {
            if hasSubset(of: set, size, fingerprint, in: Int(state)) { return false }
            removeSupersets(of: set, size, fingerprint, in: state)
        }
        append(Entry(fingerprint: fingerprint, set: set, size: size), to: Int(state))
        return true
    }

    @inline(__always)
    private mutating func hasSubset(of set: UInt32, _ size: UInt32, _ fingerprint: UInt64, in state: Int) -> Bool {
        let bucket = buckets[state]
        guard let entries = bucket.base else { return false }
        let limit = min(bucket.count, scanning.limit)
        var index = 0
        defer { ownWork &+= index }
        while index < limit {
            let entry = entries[index]
            if entry.fingerprint & ~fingerprint == 0, entry.size <= size, sets.isSubset(entry.set, of: set) {
                // What made one pair superfluous is likely to do so with the next.
                if index > 0 { swap(&entries[index], &entries[index / 2]) }
                return true
            }
            index &+= 1
        }
        return false
    }

    @inline(__always)
    private mutating func removeSupersets(
        of set: UInt32, _ size: UInt32, _ fingerprint: UInt64, in state: State
    ) {
        var bucket = buckets[Int(state)]
        guard let entries = bucket.base else { return }
        ownWork &+= min(bucket.count, scanning.limit)
        var index = 0
        while index < bucket.count, index < scanning.limit {
            let entry = entries[index]
            if fingerprint & ~entry.fingerprint == 0, size <= entry.size, sets.isSubset(set, of: entry.set) {
                if order != .breadthFirst { setLive(state, entry.set, false) }
                bucket.count &-= 1
                entries[index] = entries[bucket.count]
            } else {
                index &+= 1
            }
        }
        buckets[Int(state)].count = bucket.count
    }

    @inline(__always)
    private mutating func append(_ entry: Entry, to state: Int) {
        var bucket = buckets[state]
        if bucket.count == bucket.capacity {
            let capacity = max(4, bucket.capacity * 2)
            let base = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
            if let old = bucket.base {
                base.update(from: old, count: bucket.count)
                old.deallocate()
            }
            bucketBytes += (capacity - bucket.capacity) * MemoryLayout<Entry>.stride
            bucket.base = base
            bucket.capacity = capacity
        }
        bucket.base?[bucket.count] = entry
        bucket.count += 1
        buckets[state] = bucket
    }

    /// Makes a group of the members from `first` on, where there are any.
    @inline(__always)
    private mutating func closeGroup(_ set: UInt32, _ first: Int, parent: Int, _ symbolClass: Int) {
        if members.count == first { return }
        let size = order == .smallestFirst ? sets.size(of: set) : 0
        let number = UInt32(truncatingIfNeeded: groups.count)
        groups.append(
            Group(
                set: set, firstMember: UInt32(truncatingIfNeeded: first),
                memberCount: UInt32(truncatingIfNeeded: members.count - first),
                parent: UInt32(truncatingIfNeeded: parent), symbolClass: UInt32(truncatingIfNeeded: symbolClass),
                next: waiting[size]))
        waiting[size] = number
        if size < smallest { smallest = size }
        pendingCount += 1
    }

    /// The group that is next in order.
    @inline(__always)
    private mutating func popGroup() -> Int? {
        if pendingCount == 0 { return nil }
        pendingCount -= 1
        if order == .breadthFirst {
            if nextGroup == levelEnd {
                levelEnd = groups.count
                depth += 1
            }
            nextGroup += 1
            return nextGroup - 1
        }
        while waiting[smallest] == .none { smallest += 1 }
        let number = Int(waiting[smallest])
        waiting[smallest] = groups[number].next
        return number
    }
}

/// How many entries of a list are worth comparing with: where long scans seldom leave out a pair, visiting it costs less than looking.
private struct ScanLimit {
    private(set) var limit = Int.max
    private var scans = 0
    private var work = 0
    private var hits = 0

    @inline(__always)
    mutating func note(work: Int, isHit: Bool) {
        scans &+= 1
        self.work &+= work
        if isHit { hits &+= 1 }
        if scans == 1024 { adapt() }
    }

    private mutating func adapt() {
        if work > scans * 128, hits * 16 < scans {
            limit = max(16, min(limit, work / scans) / 4)
        } else if hits * 4 > scans, limit != .max {
            limit = limit > 1 << 20 ? .max : limit * 4
        }
        (scans, work, hits) = (0, 0, 0)
    }
}
