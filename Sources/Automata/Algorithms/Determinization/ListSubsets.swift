/// The subset construction on lists of states, for large automata whose subsets are small.
///
/// Candidates are written to the end of the arena, unsorted, one batch at a time. Then each is
/// looked up and, if it is new, moved down to the known subsets. Each state carries the stamp of
/// the last candidate that it joined. Stamps identify duplicates, and compare a known subset with a
/// candidate. Hashes are sums, so that order doesn't matter. Subsets of one state have a table of
/// their own.
struct ListSubsets: ~Copyable {
    private let classCount: Int
    private let keepsEmptySubset: Bool
    private let finalStates: ScratchBuffer<UInt64>
    /// The known subsets one after another, then the candidates of the batch.
    private var members = ScratchBuffer<StateID>(capacity: 64)
    private var ends = ScratchBuffer<UInt32>(capacity: 32)
    private(set) var rows: ResultRows
    /// The stamp of each state in the lower half of a word, and its hash in the upper one, for a
    /// single load.
    private let marks: ScratchBuffer<UInt64>
    private var stamp: UInt32 = 0
    /// A subset's number + 1 in the lower half, its hash in the upper one.
    private var slots = ScratchBuffer<UInt64>(repeating: 0, count: 64)
    /// The number + 1 of the subset of only this state.
    private let singletons: ScratchBuffer<UInt32>
    /// The subsuming states, and for each state a mask of the states that subsume it.
    private var subsumingStates: ScratchBuffer<StateID>
    private var subsumers: ScratchBuffer<UInt32>
    private var emptySubset: StateID?
    /// The rest of each member's row while its classes are scanned.
    private var cursors = ScratchBuffer<Cursor>(capacity: 16)
    private var gathered: ClassBuckets
    private var batch = ScratchBuffer<ListCandidate>(capacity: 64)
    /// The number of transitions followed.
    private var followedCount = 0
    /// The cells read to warm the cache, stored so that the reads aren't optimized away.
    private var touched: UInt64 = 0

    init(_ source: borrowing SubsetSource, keepsEmptySubset: Bool) {
        classCount = source.classCount
        self.keepsEmptySubset = keepsEmptySubset
        subsumingStates = ScratchBuffer(capacity: source.subsumingStates.states.count)
        subsumingStates.append(contentsOf: source.subsumingStates.states)
        subsumers = ScratchBuffer(capacity: source.subsumingStates.subsumers.count)
        subsumers.append(contentsOf: source.subsumingStates.subsumers)
        rows = ResultRows(classCount: source.classCount)
        marks = ScratchBuffer(repeating: 0, count: source.stateCount)
        let slotHash = SlotHash()
        for state in 0..<source.stateCount {
            marks[state] = slotHash.scattered(UInt64(truncatingIfNeeded: state)) & ~0xFFFF_FFFF
        }
        singletons = ScratchBuffer(repeating: 0, count: source.stateCount)
        gathered = ClassBuckets(classCount: source.classCount)
        finalStates = ScratchBuffer(repeating: 0, count: source.stateCount / 64 + 1)
        for state in source.finalStates { finalStates[state.word] |= state.bit }
        if keepsEmptySubset || !source.initialStates.isEmpty {
            var candidate = begin(on: 0)
            for state in source.initialStates { join(state, &candidate) }
            finish(candidate)
            _ = number(of: batch[0])
        }
    }

    /// Returns the members of a subset, ascending.
    func members(of subset: Int) -> [StateID] {
        range(of: subset).map { members[$0] }.sorted()
    }

    @inline(__always)
    private func range(of subset: Int) -> Range<Int> {
        (subset == 0 ? 0 : Int(ends[subset - 1]))..<Int(ends[subset])
    }

    /// The end of the last known subset.
    @inline(__always)
    private var memberEnd: Int { ends.count == 0 ? 0 : Int(ends[ends.count - 1]) }

    /// The number of bytes of the subsets, their index and their rows.
    var byteCount: Int {
        members.byteCount + ends.byteCount + rows.byteCount + marks.byteCount + slots.byteCount + singletons.byteCount
    }

    // MARK: Exploration

    /// Explores all subsets, unless it may give up and they are so large that bit sets are better.
    ///
    /// - Returns: whether the exploration was completed.
    mutating func explore(
        _ source: borrowing SubsetSource, budget: Budget, mayGiveUp: Bool
    ) throws(AutomataError) -> Bool {
        let batchCount = 16
        let giveUpMeanSize = 4 + source.stateCount / 32
        var rowEnds = ScratchBuffer<Int>(capacity: batchCount)
        var pace = BudgetPace()
        var next = 0
        var nextCheck = 64
        while next < ends.count {
            if pace.isDue(states: next, work: followedCount + rows.cellCount) || ends.count > budget.maximumStates {
                try check(budget, explored: next)
            }
            if next >= nextCheck {
                nextCheck *= 2
                if mayGiveUp, memberEnd > giveUpMeanSize * ends.count { return false }
            }
            let end = min(next + batchCount, ends.count)
            batch.truncate(to: 0)
            rowEnds.truncate(to: 0)
            for subset in next..<end {
                let members = range(of: subset)
                if members.count == 1 {
                    followRow(of: self.members[members.lowerBound], source)
                } else if classCount <= 8 {
                    followByClass(members, source)
                } else {
                    follow(members, source)
                }
                rowEnds.append(batch.count)
            }
            if slots.count > 1 << 14 { touchSlots() }
            var index = 0
            for row in 0..<end - next {
                rows.beginRow()
                while index < rowEnds[row] {
                    rows.append(number(of: batch[index]), on: Int(batch[index].symbolClass))
                    index += 1
                }
                rows.endRow()
            }
            members.truncate(to: memberEnd)
            next = end
        }
        try check(budget, explored: next)
        return true
    }

    private func check(_ budget: Budget, explored: Int) throws(AutomataError) {
        try budget.check(statesBuilt: ends.count, statesPending: ends.count - explored, bytes: byteCount)
        guard rows.hasRoom, members.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    /// Follows a subset of one state: its row is scanned class by class.
    @inline(__always)
    private mutating func followRow(of state: StateID, _ source: borrowing SubsetSource) {
        var index = source.row(of: Int(state)).lowerBound
        let end = source.row(of: Int(state)).upperBound
        followedCount += end - index
        var emptyClass = 0
        while index < end {
            let symbolClass = source.symbolClass(at: index)
            addEmptyCandidates(from: &emptyClass, to: symbolClass)
            var candidate = begin(on: symbolClass)
            repeat {
                join(source.target(at: index), &candidate)
                index += 1
            } while index < end && source.symbolClass(at: index) == symbolClass
            finish(candidate)
        }
        addEmptyCandidates(from: &emptyClass, to: classCount)
    }

    /// Follows a larger subset over few classes: each class is looked up in each member's row.
    @inline(__always)
    private mutating func followByClass(_ subset: Range<Int>, _ source: borrowing SubsetSource) {
        cursors.truncate(to: 0)
        for member in subset {
            let row = source.row(of: Int(members[member]))
            cursors.append(Cursor(index: row.lowerBound, end: row.upperBound))
            followedCount += row.count
        }
        for symbolClass in 0..<classCount {
            var candidate = begin(on: symbolClass)
            for position in 0..<cursors.count {
                var cursor = cursors[position]
                while cursor.index < cursor.end, source.symbolClass(at: cursor.index) == symbolClass {
                    join(source.target(at: cursor.index), &candidate)
                    cursor.index &+= 1
                }
                cursors[position] = cursor
            }
            if keepsEmptySubset || members.count > candidate.start { finish(candidate) }
        }
    }

    /// Follows a larger subset: the members' rows are distributed to buckets, one per class.
    @inline(__always)
    private mutating func follow(_ subset: Range<Int>, _ source: borrowing SubsetSource) {
        gathered.fill(members.base + subset.lowerBound, count: subset.count, source)
        var emptyClass = 0
        while let symbolClass = gathered.nextClass() {
            addEmptyCandidates(from: &emptyClass, to: symbolClass)
            var candidate = begin(on: symbolClass)
            let bucket = gathered.bucket(symbolClass)
            for index in bucket { join(gathered.targets[index], &candidate) }
            followedCount += bucket.count
            finish(candidate)
        }
        addEmptyCandidates(from: &emptyClass, to: classCount)
    }

    /// Adds the empty subset, if it counts, as the successor on all skipped classes.
    @inline(__always)
    private mutating func addEmptyCandidates(from emptyClass: inout Int, to symbolClass: Int) {
        if keepsEmptySubset {
            while emptyClass < symbolClass {
                finish(begin(on: emptyClass))
                emptyClass += 1
            }
        }
        emptyClass = symbolClass + 1
    }

    // MARK: Candidates

    @inline(__always)
    private mutating func begin(on symbolClass: Int) -> ListCandidate {
        advanceStamp()
        return ListCandidate(
            start: members.count, end: members.count, symbolClass: UInt32(truncatingIfNeeded: symbolClass))
    }

    @inline(__always)
    private mutating func advanceStamp() {
        stamp &+= 1
        if stamp == 0 {
            for state in 0..<marks.count { marks[state] &= ~0xFFFF_FFFF }
            stamp = 1
        }
    }

    @inline(__always)
    private mutating func join(_ state: StateID, _ candidate: inout ListCandidate) {
        let mark = marks[Int(state)]
        if UInt32(truncatingIfNeeded: mark) == stamp { return }
        marks[Int(state)] = mark & ~0xFFFF_FFFF | UInt64(stamp)
        members.append(state)
        candidate.hash &+= mark >> 32
    }

    @inline(__always)
    private mutating func finish(_ candidate: ListCandidate) {
        var candidate = candidate
        if subsumingStates.count > 0 { prune(&candidate) }
        candidate.end = members.count
        batch.append(candidate)
    }

    /// Removes superfluous members from the last candidate.
    @inline(never)
    private mutating func prune(_ candidate: inout ListCandidate) {
        var present: UInt32 = 0
        for number in 0..<subsumingStates.count
        where UInt32(truncatingIfNeeded: marks[Int(subsumingStates[number])]) == stamp {
            present |= 1 << UInt32(truncatingIfNeeded: number)
        }
        if present == 0 { return }
        var end = candidate.start
        for index in candidate.start..<members.count {
            let state = members[index]
            if subsumers[Int(state)] & present != 0 {
                candidate.hash &-= marks[Int(state)] >> 32
            } else {
                members[end] = state
                end += 1
            }
        }
        members.truncate(to: end)
    }

    /// Preloads the first slots of the batch's look-ups, and the ends of their subsets, all at
    /// once.
    private mutating func touchSlots() {
        for index in 0..<batch.count where batch[index].end - batch[index].start > 1 {
            let slot = slots[firstSlot(batch[index].tag)]
            if slot != 0 { touched ^= UInt64(members[Int(ends[Int(UInt32(truncatingIfNeeded: slot) - 1)]) - 1]) }
        }
    }

    // MARK: Index

    @inline(__always)
    private func firstSlot(_ tag: UInt64) -> Int { Int(truncatingIfNeeded: tag >> 32) & (slots.count - 1) }

    /// Returns the number of the candidate, which is added to the known subsets if it's new.
    @inline(__always)
    private mutating func number(of candidate: ListCandidate) -> StateID {
        let count = candidate.end - candidate.start
        if count == 1 {
            let state = Int(members[candidate.start])
            if singletons[state] != 0 { return StateID(singletons[state] - 1) }
            let number = add(candidate)
            singletons[state] = number.rawValue + 1
            return number
        }
        if count == 0 {
            if let emptySubset { return emptySubset }
            let number = add(candidate)
            emptySubset = number
            return number
        }
        let tag = candidate.tag
        let mask = slots.count - 1
        var slot = firstSlot(tag)
        var isStamped = false
        while slots[slot] != 0 {
            if (slots[slot] ^ tag) >> 32 == 0 {
                let number = StateID(rawValue: UInt32(truncatingIfNeeded: slots[slot]) - 1)
                if !isStamped {
                    restamp(candidate)
                    isStamped = true
                }
                if isStampedSubset(Int(number), count: count) { return number }
            }
            slot = (slot + 1) & mask
        }
        let number = add(candidate)
        slots[slot] = tag | UInt64(number.rawValue + 1)
        if ends.count * 2 >= slots.count { growIndex() }
        return number
    }

    /// Gives the candidate's members a new common stamp.
    @inline(__always)
    private mutating func restamp(_ candidate: ListCandidate) {
        advanceStamp()
        for index in candidate.start..<candidate.end {
            let state = Int(members[index])
            marks[state] = marks[state] & ~0xFFFF_FFFF | UInt64(stamp)
        }
    }

    /// Whether a known subset has the given size and only members with the current stamp.
    @inline(__always)
    private func isStampedSubset(_ subset: Int, count: Int) -> Bool {
        let range = range(of: subset)
        guard range.count == count else { return false }
        for index in range where UInt32(truncatingIfNeeded: marks[Int(members[index])]) != stamp { return false }
        return true
    }

    private mutating func add(_ candidate: ListCandidate) -> StateID {
        let start = memberEnd
        var isFinal = false
        for index in 0..<candidate.end - candidate.start {
            let state = members[candidate.start + index]
            members[start + index] = state
            isFinal = isFinal || finalStates[state.word] & state.bit != 0
        }
        ends.append(UInt32(truncatingIfNeeded: start + candidate.end - candidate.start))
        rows.addState(isFinal: isFinal)
        return StateID(truncatingIfNeeded: ends.count - 1)
    }

    /// Moves the slots to a larger table by their tags, without reading the subsets.
    @inline(never)
    private mutating func growIndex() {
        let larger = ScratchBuffer<UInt64>(repeating: 0, count: slots.count * 4)
        let mask = larger.count - 1
        for index in 0..<slots.count where slots[index] != 0 {
            var slot = Int(truncatingIfNeeded: slots[index] >> 32) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = slots[index]
        }
        slots = larger
    }
}

/// A position in a row of transitions, and the row's end.
struct Cursor: BitwiseCopyable {
    var index: Int
    var end: Int
}

/// A successor that may be known: a part of the arena, and the sum of its members' hashes.
struct ListCandidate: BitwiseCopyable {
    var start: Int
    var end: Int
    var hash: UInt64 = 0
    var symbolClass: UInt32

    /// The hash in the upper half of a slot; it also selects the slot.
    @inline(__always)
    var tag: UInt64 { (hash &* 0xD6E8_FEB8_6659_FD93) & ~0xFFFF_FFFF }
}
