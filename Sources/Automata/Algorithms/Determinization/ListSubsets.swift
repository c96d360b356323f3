/// The subset construction on lists of states, for large automata whose subsets are small.
///
/// A candidate is written at the end of the arena, unsorted, and taken back where it is known. Each state carries the stamp
/// of the last candidate that it joined, so that duplicates, and a known subset's equality with the candidate, are told by stamps;
/// hashes are sums, so that order doesn't matter. Subsets of one state have a table of their own.
struct ListSubsets: ~Copyable {
    private let classCount: Int
    private let keepsEmptySubset: Bool
    private let finalStates: ScratchBuffer<UInt64>
    private var members = ScratchBuffer<State>(capacity: 64)
    private var ends = ScratchBuffer<UInt32>(capacity: 32)
    private(set) var rows: SubsetRows
    /// The stamp in the lower half of each state's word and its hash in the upper one: one load brings both.
    private let marks: ScratchBuffer<UInt64>
    private var stamp: UInt32 = 0
    private var slots = ScratchBuffer<UInt64>(repeating: 0, count: 64)
    /// The number + 1 of the subset that has just this state.
    private let singletons: ScratchBuffer<UInt32>
    private var emptySubset: State?
    /// Where there are few classes, each state's row split by class; else the members' rows are sorted by class anew each time.
    private let classRows: ClassRows?
    private var gathered: Buckets

    init(_ source: borrowing SubsetSource, keepsEmptySubset: Bool) {
        classCount = source.classCount
        self.keepsEmptySubset = keepsEmptySubset
        rows = SubsetRows(classCount: source.classCount)
        marks = ScratchBuffer(repeating: 0, count: source.stateCount)
        for state in 0..<source.stateCount {
            var hash = UInt64(truncatingIfNeeded: state + 1) &* 0x9E37_79B9_7F4A_7C15
            hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
            marks[state] = hash & 0xFFFF_FFFF_0000_0000
        }
        singletons = ScratchBuffer(repeating: 0, count: source.stateCount)
        gathered = Buckets(classCount: source.classCount)
        classRows = source.classCount <= 8 ? ClassRows(source) : nil
        finalStates = ScratchBuffer(repeating: 0, count: source.stateCount / 64 + 1)
        for state in source.finalStates { finalStates[Int(state >> 6)] |= 1 << UInt64(state & 63) }
        if keepsEmptySubset || !source.initialStates.isEmpty {
            var candidate = begin()
            for state in source.initialStates { join(state, &candidate) }
            _ = number(of: candidate)
        }
    }

    /// The members of a subset, ascending.
    func members(of subset: Int) -> [State] {
        range(of: subset).map { members[$0] }.sorted()
    }

    @inline(__always)
    private func range(of subset: Int) -> Range<Int> {
        (subset == 0 ? 0 : Int(ends[subset - 1]))..<Int(ends[subset])
    }

    private var byteCount: Int {
        members.byteCount + ends.byteCount + rows.byteCount + marks.byteCount + slots.byteCount + singletons.byteCount
    }

    // MARK: Exploration

    /// Explores all subsets, unless it may give up and they turn out so large that bit sets are the better choice.
    ///
    /// - Returns: whether the exploration came to its end.
    mutating func explore(
        _ source: borrowing SubsetSource, budget: Budget, mayGiveUp: Bool
    ) throws(AutomataError) -> Bool {
        let longMean = 4 + source.stateCount / 32
        var next = 0
        var nextLook = 64
        while next < ends.count {
            if next & 0x3FF == 0x3FF || ends.count > budget.maximumStates { try check(budget, explored: next) }
            if next == nextLook {
                nextLook *= 2
                if mayGiveUp, members.count > longMean * ends.count { return false }
            }
            let members = range(of: next)
            rows.beginRow()
            if members.count == 1 {
                followRow(of: self.members[members.lowerBound], source)
            } else if classRows != nil {
                followByClass(members, source)
            } else {
                follow(members, source)
            }
            rows.endRow()
            next += 1
        }
        try check(budget, explored: next)
        return true
    }

    private func check(_ budget: Budget, explored: Int) throws(AutomataError) {
        try budget.check(statesBuilt: ends.count, statesPending: ends.count - explored, bytes: byteCount)
        guard rows.hasRoom, members.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    /// The successors of a subset of one state: its row as it is, class by class.
    @inline(__always)
    private mutating func followRow(of state: State, _ source: borrowing SubsetSource) {
        var index = source.row(of: Int(state)).lowerBound
        let end = source.row(of: Int(state)).upperBound
        var emptyClass = 0
        while index < end {
            let symbolClass = source.symbolClass(at: index)
            appendEmptySuccessors(from: &emptyClass, to: symbolClass)
            var candidate = begin()
            repeat {
                join(source.target(at: index), &candidate)
                index += 1
            } while index < end && source.symbolClass(at: index) == symbolClass
            rows.append(number(of: candidate), on: symbolClass)
        }
        appendEmptySuccessors(from: &emptyClass, to: classCount)
    }

    /// The successors of a larger subset over few classes: class after class, the members' parts of it.
    @inline(__always)
    private mutating func followByClass(_ subset: Range<Int>, _ source: borrowing SubsetSource) {
        for symbolClass in 0..<classCount {
            var candidate = begin()
            for member in subset {
                for index in classRows!.range(of: Int(members[member]), on: symbolClass) {
                    join(source.target(at: index), &candidate)
                }
            }
            if keepsEmptySubset || members.count > candidate.start {
                rows.append(number(of: candidate), on: symbolClass)
            }
        }
    }

    /// The successors of a larger subset: the members' rows are dealt out to buckets, one a class.
    @inline(__always)
    private mutating func follow(_ subset: Range<Int>, _ source: borrowing SubsetSource) {
        gathered.fill(members.base + subset.lowerBound, count: subset.count, source)
        var emptyClass = 0
        while let symbolClass = gathered.nextClass() {
            appendEmptySuccessors(from: &emptyClass, to: symbolClass)
            var candidate = begin()
            for index in gathered.bucket(symbolClass) { join(gathered.targets[index], &candidate) }
            rows.append(number(of: candidate), on: symbolClass)
        }
        appendEmptySuccessors(from: &emptyClass, to: classCount)
    }

    /// Where the empty subset counts, it is the successor on all classes that were passed over.
    @inline(__always)
    private mutating func appendEmptySuccessors(from emptyClass: inout Int, to symbolClass: Int) {
        if keepsEmptySubset {
            while emptyClass < symbolClass {
                rows.append(number(of: begin()), on: emptyClass)
                emptyClass += 1
            }
        }
        emptyClass = symbolClass + 1
    }

    // MARK: Candidates

    private struct Candidate {
        var start: Int
        var hash: UInt64 = 0
    }

    @inline(__always)
    private mutating func begin() -> Candidate {
        stamp &+= 1
        if stamp == 0 {
            for state in 0..<marks.count { marks[state] &= 0xFFFF_FFFF_0000_0000 }
            stamp = 1
        }
        return Candidate(start: members.count)
    }

    @inline(__always)
    private mutating func join(_ state: State, _ candidate: inout Candidate) {
        let mark = marks[Int(state)]
        if UInt32(truncatingIfNeeded: mark) == stamp { return }
        marks[Int(state)] = mark & 0xFFFF_FFFF_0000_0000 | UInt64(stamp)
        members.append(state)
        candidate.hash &+= mark >> 32
    }

    /// The number of the candidate, which stays in the arena only where it is new.
    @inline(__always)
    private mutating func number(of candidate: Candidate) -> State {
        let count = members.count - candidate.start
        if count == 1 {
            let state = Int(members[candidate.start])
            if singletons[state] != 0 {
                members.truncate(to: candidate.start)
                return singletons[state] - 1
            }
            let number = add(candidate)
            singletons[state] = number + 1
            return number
        }
        if count == 0 {
            if let emptySubset { return emptySubset }
            let number = add(candidate)
            emptySubset = number
            return number
        }
        let hash = Self.spread(candidate.hash)
        let tag = hash & ~0xFFFF_FFFF
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[slot] != 0 {
            if (slots[slot] ^ tag) >> 32 == 0 {
                let number = UInt32(truncatingIfNeeded: slots[slot]) - 1
                if isCandidate(equalTo: Int(number), count: count) {
                    members.truncate(to: candidate.start)
                    return number
                }
            }
            slot = (slot + 1) & mask
        }
        let number = add(candidate)
        slots[slot] = tag | UInt64(number + 1)
        if ends.count * 2 >= slots.count { growIndex() }
        return number
    }

    @inline(__always)
    private static func spread(_ sum: UInt64) -> UInt64 {
        let product = sum &* 0xD6E8_FEB8_6659_FD93
        return product ^ product >> 32
    }

    /// A subset of the same size is the candidate where each of its states bears the candidate's stamp.
    @inline(__always)
    private func isCandidate(equalTo subset: Int, count: Int) -> Bool {
        let range = range(of: subset)
        guard range.count == count else { return false }
        for index in range where UInt32(truncatingIfNeeded: marks[Int(members[index])]) != stamp { return false }
        return true
    }

    private mutating func add(_ candidate: Candidate) -> State {
        var isFinal = false
        for index in candidate.start..<members.count {
            let state = members[index]
            isFinal = isFinal || finalStates[Int(state >> 6)] >> UInt64(state & 63) & 1 == 1
        }
        ends.append(UInt32(truncatingIfNeeded: members.count))
        rows.addSubset(isFinal: isFinal)
        return State(truncatingIfNeeded: ends.count - 1)
    }

    @inline(never)
    private mutating func growIndex() {
        slots = ScratchBuffer(repeating: 0, count: slots.count * 4)
        let mask = slots.count - 1
        for subset in 0..<ends.count {
            let range = range(of: subset)
            if range.count < 2 { continue }
            var sum: UInt64 = 0
            for index in range { sum &+= marks[Int(members[index])] >> 32 }
            let hash = Self.spread(sum)
            var slot = Int(truncatingIfNeeded: hash >> 20) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = hash & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: subset + 1)
        }
    }
}

/// Where the transitions of each state and class begin.
private struct ClassRows: ~Copyable {
    private let classCount: Int
    private var starts: ScratchBuffer<UInt32>

    init(_ source: borrowing SubsetSource) {
        classCount = source.classCount
        starts = ScratchBuffer(capacity: source.stateCount * source.classCount + 1)
        for state in 0..<source.stateCount {
            let row = source.row(of: state)
            var index = row.lowerBound
            for symbolClass in 0..<classCount {
                starts.append(UInt32(truncatingIfNeeded: index))
                while index < row.upperBound, source.symbolClass(at: index) == symbolClass { index += 1 }
            }
        }
        starts.append(UInt32(truncatingIfNeeded: source.transitionCount))
    }

    @inline(__always)
    func range(of state: Int, on symbolClass: Int) -> Range<Int> {
        let cell = state * classCount + symbolClass
        return Int(starts[cell])..<Int(starts[cell + 1])
    }
}

/// The targets of some states sorted by class, by counting.
private struct Buckets: ~Copyable {
    private let ends: ScratchBuffer<Int>
    private let counts: ScratchBuffer<Int>
    /// A bit a class that has a target; taken away by ``nextClass()``.
    private let used: ScratchBuffer<UInt64>
    private(set) var targets = ScratchBuffer<State>(capacity: 64)
    private var firstUsedWord = 0

    init(classCount: Int) {
        ends = ScratchBuffer(repeating: 0, count: classCount)
        counts = ScratchBuffer(repeating: 0, count: classCount)
        used = ScratchBuffer(repeating: 0, count: classCount / 64 + 1)
    }

    @inline(__always)
    mutating func fill(_ states: UnsafePointer<State>, count: Int, _ source: borrowing SubsetSource) {
        var total = 0
        for position in 0..<count {
            let state = Int(states[position])
            for index in source.row(of: state) {
                let symbolClass = source.symbolClass(at: index)
                counts[symbolClass] += 1
                used[symbolClass >> 6] |= 1 << UInt64(symbolClass & 63)
                total += 1
            }
        }
        targets.truncate(to: 0)
        targets.appendUninitialized(total)
        var start = 0
        for wordIndex in 0..<used.count {
            var word = used[wordIndex]
            while word != 0 {
                let symbolClass = wordIndex * 64 + word.trailingZeroBitCount
                word &= word &- 1
                ends[symbolClass] = start
                start += counts[symbolClass]
            }
        }
        for position in 0..<count {
            let state = Int(states[position])
            for index in source.row(of: state) {
                let symbolClass = source.symbolClass(at: index)
                targets[ends[symbolClass]] = source.target(at: index)
                ends[symbolClass] += 1
            }
        }
        firstUsedWord = 0
    }

    /// The least class with targets that hasn't been asked for yet.
    @inline(__always)
    mutating func nextClass() -> Int? {
        while firstUsedWord < used.count {
            let word = used[firstUsedWord]
            if word != 0 {
                used[firstUsedWord] = word & (word &- 1)
                return firstUsedWord * 64 + word.trailingZeroBitCount
            }
            firstUsedWord += 1
        }
        return nil
    }

    /// The targets of a class; asked for once.
    @inline(__always)
    mutating func bucket(_ symbolClass: Int) -> Range<Int> {
        let end = ends[symbolClass]
        let start = end - counts[symbolClass]
        counts[symbolClass] = 0
        return start..<end
    }
}
