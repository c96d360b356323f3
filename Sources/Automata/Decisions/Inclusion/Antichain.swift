/// An antichain of pairs of a left state and a set of right states: none subsumes another one.
///
/// A pair subsumes another one if it has the same state and a subset. With a simulation, it is
/// enough if its state simulates the other state; sets are closed under the simulation.
struct Antichain: ~Copyable {
    struct Entry: BitwiseCopyable {
        var fingerprint: UInt64
        var set: MacroStateID
        var size: UInt32
    }

    /// A growing list of one state's sets.
    struct Bucket: BitwiseCopyable {
        var base: UnsafeMutablePointer<Entry>?
        var count = 0
        var capacity = 0
    }

    private let wordCount: Int
    private let simulation: InclusionSimulation?
    private let marksPairs: Bool
    private let buckets: ScratchBuffer<Bucket>
    private var bucketBytes = 0
    /// The pairs in the antichain, as a bit set of left states for each set.
    private var marks = ScratchBuffer<UInt64>()
    /// The steps taken so far.
    private(set) var work = 0

    /// - Parameter marksPairs: Whether ``has(_:_:)`` may be called.
    init(_ left: InclusionSide, simulation: InclusionSimulation?, marksPairs: Bool) {
        wordCount = left.wordCount
        self.simulation = simulation
        self.marksPairs = marksPairs
        buckets = ScratchBuffer(repeating: Bucket(), count: left.stateCount)
    }

    deinit {
        for state in 0..<buckets.count { buckets[state].base?.deallocate() }
    }

    var byteCount: Int { bucketBytes + marks.byteCount + buckets.byteCount + (simulation?.byteCount ?? 0) }

    /// Extends the rows of marks to a total number of words.
    @inline(__always)
    mutating func extendRows(to wordCount: Int) {
        while marks.count < wordCount { marks.append(0) }
    }

    /// Returns whether a pair that was added is still in the antichain.
    ///
    /// - Requires: Pairs are marked.
    @inline(__always)
    func has(_ state: StateID, _ set: MacroStateID) -> Bool {
        marks[Int(set) &* wordCount &+ state.word] & state.bit != 0
    }

    @inline(__always)
    private func mark(_ state: StateID, _ set: MacroStateID, _ isThere: Bool) {
        let index = Int(set) &* wordCount &+ state.word
        marks[index] = isThere ? marks[index] | state.bit : marks[index] & ~state.bit
    }

    /// Adds a pair, and removes the pairs that it subsumes.
    ///
    /// - Returns: `false` if the pair is subsumed.
    @inline(never)
    mutating func insert(_ state: StateID, _ set: MacroStateID, _ sets: borrowing StateSets) -> Bool {
        let workBefore = work
        let isNew = insertUnlessCovered(state, set, sets)
        // A comparison of sets takes longer than other steps.
        work &+= work &- workBefore &+ 8
        return isNew
    }

    private mutating func insertUnlessCovered(_ state: StateID, _ set: MacroStateID, _ sets: borrowing StateSets)
        -> Bool
    {
        let entry = Entry(
            fingerprint: sets.fingerprint(of: set), set: set, size: UInt32(truncatingIfNeeded: sets.size(of: set)))
        if let simulation {
            if simulation.isSimulated(state, bySomeOf: sets.words(of: set)) { return false }
            for other in simulation.leftSimulators(state) where hasSubset(of: entry, in: Int(other), sets) {
                return false
            }
            work &+= simulation.leftSimulators(state).count &+ simulation.leftSimulated(state).count
            for other in simulation.leftSimulated(state) { removeSupersets(of: entry, in: other, sets) }
        } else {
            if hasSubset(of: entry, in: Int(state), sets) { return false }
            removeSupersets(of: entry, in: state, sets)
        }
        append(entry, to: Int(state))
        if marksPairs { mark(state, set, true) }
        return true
    }

    @inline(__always)
    private mutating func hasSubset(of set: Entry, in state: Int, _ sets: borrowing StateSets) -> Bool {
        let bucket = buckets[state]
        guard let entries = bucket.base else { return false }
        var index = 0
        defer { work &+= index }
        while index < bucket.count {
            let entry = entries[index]
            if entry.fingerprint & ~set.fingerprint == 0, entry.size <= set.size, sets.isSubset(entry.set, of: set.set)
            {
                // A set that subsumed one pair is likely to subsume the next.
                if index > 0 { swap(&entries[index], &entries[index / 2]) }
                return true
            }
            index &+= 1
        }
        return false
    }

    @inline(__always)
    private mutating func removeSupersets(of set: Entry, in state: StateID, _ sets: borrowing StateSets) {
        var bucket = buckets[Int(state)]
        guard let entries = bucket.base else { return }
        work &+= bucket.count
        var index = 0
        while index < bucket.count {
            let entry = entries[index]
            if set.fingerprint & ~entry.fingerprint == 0, set.size <= entry.size, sets.isSubset(set.set, of: entry.set)
            {
                if marksPairs { mark(state, entry.set, false) }
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
}
