/// The lazy subset construction: the sets of states that words lead to.
///
/// Sets are unique bit sets in one arena, so equal sets have equal numbers. The successors of a set
/// are kept in a row with a cell for each class or, if the side isn't dense, in a hash table.
///
/// With a simulation preorder, sets are closed downward under it. This changes no language, makes
/// sets equal that differ only in simulated states, and reduces inclusion up to simulation to
/// inclusion of bit sets.
struct MacroStates: ~Copyable {
    let classCount: Int
    /// The set that the empty word leads to.
    private(set) var initial: MacroStateID = 0
    let side: InclusionSide
    /// The sets found so far.
    private(set) var sets: StateSets
    /// The successors of each set by class; ``DenseID/absent`` if they aren't known yet.
    private var successors: ScratchBuffer<MacroStateID>
    /// The set and class of each successor in `successors`, if the side isn't dense.
    private var steps = PairTable()
    /// The runs of the states of `gatheredSet` by class, if the side isn't dense.
    private var gathered = MemberTransitions()
    private var gatheredSet = MacroStateID.absent
    /// The targets of each run as a bit set, if sets are closed or if lists would be longer.
    private var targetBits: ScratchBuffer<UInt64>
    /// The bit set of the other states that each state simulates; empty without a simulation.
    private let simulatedStates: ScratchBuffer<UInt64>
    private let scratch: ScratchBuffer<UInt64>
    /// The steps taken so far.
    private(set) var work = 0

    /// - Parameter simulatedStates: The bit set of the states that each state simulates, including
    ///   itself, in `wordCount` words.
    init(_ side: InclusionSide, simulatedStates: [UInt64]? = nil) {
        let words = side.wordCount
        classCount = side.classCount
        self.side = side
        sets = StateSets(side)
        successors = ScratchBuffer(capacity: side.isDense ? side.classCount * 64 : 64)
        scratch = ScratchBuffer(repeating: 0, count: words)
        let runs = side.runCount
        let usesBits = simulatedStates != nil || (runs * words <= 1 << 15 && side.targets.count > runs * words)
        targetBits = ScratchBuffer(repeating: 0, count: usesBits ? runs * words : 0)
        var simulatedStateBits = ScratchBuffer<UInt64>(capacity: simulatedStates?.count ?? 0)
        if let simulatedStates {
            simulatedStateBits.append(contentsOf: simulatedStates)
            for state in 0..<side.stateCount {
                simulatedStateBits[state * words + (state >> 6)] &= ~(1 << UInt64(state & 63))
            }
        }
        self.simulatedStates = simulatedStateBits
        if usesBits { fillTargetBits() }
        let set = sets.begin()
        for state in side.initialStates {
            set[state.word] |= state.bit
            if let simulatedStates { for word in 0..<words { set[word] |= simulatedStates[Int(state) * words + word] } }
        }
        initial = keep()
    }

    private var wordCount: Int { sets.wordCount }

    private func fillTargetBits() {
        for run in 0..<side.runCount {
            let bits = targetBits.base + run * wordCount
            for index in side.range(ofRun: run) {
                let target = Int(side.targets[index])
                bits[target >> 6] |= 1 << UInt64(target & 63)
                if simulatedStates.count > 0 {
                    let closure = simulatedStates.base + target * wordCount
                    for word in 0..<wordCount { bits[word] |= closure[word] }
                }
            }
        }
    }

    var byteCount: Int {
        sets.byteCount + successors.byteCount + steps.byteCount + gathered.byteCount + targetBits.byteCount
            + simulatedStates.byteCount
    }

    /// Whether there are few enough sets and successors for numbers of 32 bits.
    var hasRoom: Bool { sets.count < maximumCount / 4 && steps.count < maximumCount / 2 }

    /// Returns the set that a set and a class lead to.
    @inline(__always)
    mutating func successor(of set: MacroStateID, on symbolClass: Int) -> MacroStateID {
        if !side.isDense { return sparseSuccessor(of: set, on: symbolClass) }
        let known = successors[Int(set) &* classCount &+ symbolClass]
        if known != .absent { return known }
        let found = makeSuccessor(of: set, on: symbolClass)
        successors[Int(set) &* classCount &+ symbolClass] = found
        return found
    }

    @inline(never)
    private mutating func sparseSuccessor(of set: MacroStateID, on symbolClass: Int) -> MacroStateID {
        let (number, isNew) = steps.insert(UInt64(set) << 32 | UInt64(symbolClass))
        if !isNew { return successors[Int(number)] }
        gather(set)
        let tail = sets.begin()
        for index in gathered.indices(of: symbolClass) { unite(gathered.item(at: index), into: tail) }
        let found = keep()
        successors.append(found)
        return found
    }

    /// Adds the classes that states of a set read.
    ///
    /// - Requires: The side isn't dense.
    mutating func addClasses(of set: MacroStateID, to classes: inout MemberTransitions) {
        gather(set)
        for index in 0..<gathered.count { classes.append(0, of: Symbol(gathered.symbolClass(at: index))) }
    }

    private mutating func gather(_ set: MacroStateID) {
        if gatheredSet == set { return }
        gatheredSet = set
        gathered.removeAll()
        let source = sets.words(of: set)
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
        if targetBits.count > 0 {
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
        let tail = sets.begin()
        let source = sets.words(of: set)
        let words = wordCount
        if simulatedStates.count > 0 {
            // A state that another one simulates adds nothing, because targets are closed.
            for word in 0..<words { scratch[word] = source[word] }
            for word in 0..<words {
                while scratch[word] != 0 {
                    let bit = scratch[word].trailingZeroBitCount
                    let state = word << 6 | bit
                    scratch[word] &= scratch[word] &- 1
                    work &+= words
                    let simulatedBits = simulatedStates.base + state &* words
                    let row = targetBits.base + (state &* classCount &+ symbolClass) &* words
                    for other in 0..<words {
                        scratch[other] &= ~simulatedBits[other]
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
        return keep()
    }

    /// Keeps the set that was begun, and returns its number.
    private mutating func keep() -> MacroStateID {
        work &+= 4 &+ wordCount
        let (number, isNew) = sets.keep()
        if isNew, side.isDense {
            work &+= classCount / 16
            successors.appendUninitialized(classCount)
            (successors.base + (successors.count - classCount)).update(repeating: .absent, count: classCount)
        }
        return number
    }
}
