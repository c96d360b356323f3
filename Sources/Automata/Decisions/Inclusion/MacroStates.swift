/// The sets of states that words lead to, found when they are asked for: the subset construction,
/// lazily.
///
/// Sets are bit sets in one arena, each there once, so that equal sets have equal numbers; the
/// successors of a set are remembered, in a row with a cell for each class or, where the side isn't
/// dense, in a hash table. Where a simulation preorder is given, sets are closed downwards under
/// it: that changes no language, makes sets equal that differ in simulated states only, and makes
/// comparing sets up to simulation a comparison of bits.
struct MacroStates: ~Copyable {
    let wordCount: Int
    let classCount: Int
    /// The set that the empty word leads to.
    private(set) var initial: MacroStateID = 0
    private let side: InclusionSide
    private var arena: ScratchBuffer<UInt64>
    /// The successors of each set, those of one set one after another, ``DenseID/absent`` for those
    /// not asked for yet.
    private var successors: ScratchBuffer<MacroStateID>
    /// The known successors in `successors`, each with its set and class as the key, if the side
    /// isn't dense.
    private var steps = PairTable()
    /// The runs of the states of one set, by class, if the side isn't dense.
    private var gathered = GatheredRuns()
    private var gatheredSet = MacroStateID.absent
    private var sizes: ScratchBuffer<UInt32>
    private var accepting: ScratchBuffer<Bool>
    /// The union of a set's words: where one isn't within another's, the one set isn't within the
    /// other.
    private var fingerprints: ScratchBuffer<UInt64>
    /// Open addressing: a set's number + 1; the number of slots is a power of two.
    private var slots: ScratchBuffer<UInt32>
    private let finalWords: ScratchBuffer<UInt64>
    /// The targets of each run as bit sets, where these are closed or where lists would be longer.
    private var targetBits: ScratchBuffer<UInt64>
    private let usesBits: Bool
    /// For each state the states that it simulates, itself not among them; empty without a
    /// simulation.
    private let below: ScratchBuffer<UInt64>
    private let scratch: ScratchBuffer<UInt64>
    private let slotHash = SlotHash()
    /// Steps taken, for the pace of whoever shares its time with others.
    private(set) var work = 0

    /// - Parameter below: for each state the states that it simulates, itself among them,
    ///   `wordCount` words a state.
    init(_ side: InclusionSide, below: [UInt64]? = nil) {
        let words = side.wordCount
        wordCount = words
        classCount = side.classCount
        self.side = side
        arena = ScratchBuffer(capacity: words * 64)
        successors = ScratchBuffer(capacity: side.isDense ? side.classCount * 64 : 64)
        sizes = ScratchBuffer(capacity: 64)
        accepting = ScratchBuffer(capacity: 64)
        fingerprints = ScratchBuffer(capacity: 64)
        slots = ScratchBuffer(repeating: 0, count: 256)
        var finalWords = ScratchBuffer<UInt64>(capacity: words)
        finalWords.append(contentsOf: side.finalWords)
        self.finalWords = finalWords
        scratch = ScratchBuffer(repeating: 0, count: words)
        let runs = side.runCount
        usesBits = below != nil || (runs * words <= 1 << 15 && side.targets.count > runs * words)
        targetBits = ScratchBuffer(repeating: 0, count: usesBits ? runs * words : 0)
        var belowBits = ScratchBuffer<UInt64>(capacity: below?.count ?? 0)
        if let below {
            belowBits.append(contentsOf: below)
            for state in 0..<side.stateCount { belowBits[state * words + (state >> 6)] &= ~(1 << UInt64(state & 63)) }
        }
        self.below = belowBits
        if usesBits { fillTargetBits() }
        arena.appendUninitialized(words)
        for word in 0..<words { arena[word] = 0 }
        for state in side.initialStates {
            arena[state.word] |= state.bit
            if let below { for word in 0..<words { arena[word] |= below[Int(state) * words + word] } }
        }
        initial = keepTail()
    }

    private func fillTargetBits() {
        for run in 0..<side.runCount {
            let bits = targetBits.base + run * wordCount
            for index in side.range(ofRun: run) {
                let target = Int(side.targets[index])
                bits[target >> 6] |= 1 << UInt64(target & 63)
                if below.count > 0 {
                    let closure = below.base + target * wordCount
                    for word in 0..<wordCount { bits[word] |= closure[word] }
                }
            }
        }
    }

    /// The number of sets found so far.
    var count: Int { sizes.count }

    var byteCount: Int {
        arena.byteCount + successors.byteCount + steps.byteCount + gathered.byteCount + sizes.byteCount
            + fingerprints.byteCount + accepting.byteCount + slots.byteCount + targetBits.byteCount + below.byteCount
    }

    /// The bits of a set.
    @inline(__always)
    func words(of set: MacroStateID) -> UnsafeMutablePointer<UInt64> { arena.base + Int(set) &* wordCount }

    /// The states of a set, ascending.
    func states(of set: MacroStateID) -> [StateID] {
        let words = words(of: set)
        return (0..<StateID(truncatingIfNeeded: side.stateCount)).filter { words[$0.word] & $0.bit != 0 }
    }

    /// The number of states of a set.
    @inline(__always)
    func size(of set: MacroStateID) -> Int { Int(sizes[Int(set)]) }

    @inline(__always)
    func fingerprint(of set: MacroStateID) -> UInt64 { fingerprints[Int(set)] }

    /// Whether a set has a final state.
    @inline(__always)
    func isAccepting(_ set: MacroStateID) -> Bool { accepting[Int(set)] }

    /// Whether each state of one set is in the other.
    @inline(__always)
    func isSubset(_ inner: MacroStateID, of outer: MacroStateID) -> Bool {
        let (inner, outer) = (words(of: inner), words(of: outer))
        for word in 0..<wordCount where inner[word] & ~outer[word] != 0 { return false }
        return true
    }

    /// Whether the numbers of sets, and of two more things for each, fit 32 bits.
    var hasRoom: Bool { count < maximumCount / 4 && steps.count < maximumCount / 2 }

    /// The set that a set and a class lead to.
    @inline(__always)
    mutating func successor(of set: MacroStateID, on symbolClass: Int) -> MacroStateID {
        if !side.isDense { return searchedSuccessor(of: set, on: symbolClass) }
        let known = successors[Int(set) &* classCount &+ symbolClass]
        if known != .absent { return known }
        let found = makeSuccessor(of: set, on: symbolClass)
        successors[Int(set) &* classCount &+ symbolClass] = found
        return found
    }

    @inline(never)
    private mutating func searchedSuccessor(of set: MacroStateID, on symbolClass: Int) -> MacroStateID {
        let (number, isNew) = steps.insert(UInt64(set) << 32 | UInt64(symbolClass))
        if !isNew { return successors[Int(number)] }
        gather(set)
        arena.appendUninitialized(wordCount)
        let tail = arena.base + (arena.count - wordCount)
        for word in 0..<wordCount { tail[word] = 0 }
        for index in gathered.indices(of: symbolClass) { unite(gathered.item(at: index), into: tail) }
        let found = keepTail()
        successors.append(found)
        return found
    }

    /// Adds the classes that states of a set read, where the side isn't dense.
    mutating func addClasses(of set: MacroStateID, to classes: inout GatheredRuns) {
        gather(set)
        for index in 0..<gathered.count { classes.append(0, of: Symbol(gathered.symbolClass(at: index))) }
    }

    private mutating func gather(_ set: MacroStateID) {
        if gatheredSet == set { return }
        gatheredSet = set
        gathered.removeAll()
        let source = words(of: set)
        for word in 0..<wordCount {
            var bits = source[word]
            while bits != 0 {
                let state = word << 6 | bits.trailingZeroBitCount
                bits &= bits &- 1
                for run in side.runs(of: state) { gathered.append(run, of: side.symbolClass(ofRun: run)) }
            }
        }
        work &+= gathered.count
        gathered.sort()
    }

    /// Adds the targets of a run to a set.
    @inline(__always)
    private mutating func unite(_ run: Int, into set: UnsafeMutablePointer<UInt64>) {
        if usesBits {
            work &+= wordCount
            let row = targetBits.base + run &* wordCount
            for word in 0..<wordCount { set[word] |= row[word] }
            return
        }
        var index = Int(side.starts.base[run])
        let end = Int(side.starts.base[run &+ 1])
        work &+= 1 &+ end &- index
        let targets = side.targets.base
        while index < end {
            let target = Int(targets[index])
            set[target >> 6] |= 1 &<< UInt64(truncatingIfNeeded: target & 63)
            index &+= 1
        }
    }

    @inline(never)
    private mutating func makeSuccessor(of set: MacroStateID, on symbolClass: Int) -> MacroStateID {
        arena.appendUninitialized(wordCount)
        let tail = arena.base + (arena.count - wordCount)
        for word in 0..<wordCount { tail[word] = 0 }
        let source = words(of: set)
        let words = wordCount
        if below.count > 0 {
            // A state that another one simulates adds nothing, as the other's targets are closed.
            for word in 0..<words { scratch[word] = source[word] }
            for word in 0..<words {
                while scratch[word] != 0 {
                    let bit = scratch[word].trailingZeroBitCount
                    let state = word << 6 | bit
                    scratch[word] &= scratch[word] &- 1
                    work &+= words
                    let dominated = below.base + state &* words
                    let row = targetBits.base + (state &* classCount &+ symbolClass) &* words
                    for other in 0..<words {
                        scratch[other] &= ~dominated[other]
                        tail[other] |= row[other]
                    }
                }
            }
        } else {
            for word in 0..<words {
                var bits = source[word]
                while bits != 0 {
                    let state = word << 6 | bits.trailingZeroBitCount
                    bits &= bits &- 1
                    unite(state &* classCount &+ symbolClass, into: tail)
                }
            }
        }
        return keepTail()
    }

    /// The number of the set at the arena's end, which is kept there where it is new.
    private mutating func keepTail() -> MacroStateID {
        let tail = arena.base + (arena.count - wordCount)
        var hash: UInt64 = 0
        var size = 0
        for word in 0..<wordCount {
            hash = slotHash.mixed(hash ^ tail[word])
            size &+= tail[word].nonzeroBitCount
        }
        work &+= 4 &+ wordCount
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let other = MacroStateID(rawValue: slots[slot] - 1)
            if sizes[Int(other)] == UInt32(truncatingIfNeeded: size), isEqual(words(of: other), tail) {
                arena.truncate(to: arena.count - wordCount)
                return other
            }
            slot = (slot + 1) & mask
        }
        let number = MacroStateID(truncatingIfNeeded: count)
        slots[slot] = number.rawValue + 1
        sizes.append(UInt32(truncatingIfNeeded: size))
        var common: UInt64 = 0
        var union: UInt64 = 0
        for word in 0..<wordCount {
            common |= tail[word] & finalWords[word]
            union |= tail[word]
        }
        accepting.append(common != 0)
        fingerprints.append(union)
        if side.isDense {
            successors.appendUninitialized(classCount)
            (successors.base + (successors.count - classCount)).update(repeating: .absent, count: classCount)
        }
        if count * 2 > slots.count { growSlots() }
        return number
    }

    @inline(__always)
    private func isEqual(_ left: UnsafeMutablePointer<UInt64>, _ right: UnsafeMutablePointer<UInt64>) -> Bool {
        for word in 0..<wordCount where left[word] != right[word] { return false }
        return true
    }

    private mutating func growSlots() {
        slots = ScratchBuffer(repeating: 0, count: slots.count * 4)
        let mask = slots.count - 1
        for set in 0..<count {
            let bits = words(of: MacroStateID(truncatingIfNeeded: set))
            var hash: UInt64 = 0
            for word in 0..<wordCount { hash = slotHash.mixed(hash ^ bits[word]) }
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: set) + 1
        }
    }
}
