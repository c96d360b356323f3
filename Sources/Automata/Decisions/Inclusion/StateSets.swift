/// Unique sets of states as bit sets in one arena, numbered in the order of discovery.
struct StateSets: ~Copyable {
    let wordCount: Int
    private var arena: ScratchBuffer<UInt64>
    private var sizes = ScratchBuffer<UInt32>(capacity: 64)
    private var accepting = ScratchBuffer<Bool>(capacity: 64)
    /// The bitwise or of a set's words. A set is a subset only if its fingerprint is one.
    private var fingerprints = ScratchBuffer<UInt64>(capacity: 64)
    /// An index by open addressing: a set's number + 1, or 0. The number of slots is a power of
    /// two.
    private var slots = ScratchBuffer<UInt32>(repeating: 0, count: 256)
    private let slotHash = SlotHash()
    private let finalWords: ScratchBuffer<UInt64>

    /// Creates an empty collection for sets of a side's states.
    init(_ side: InclusionSide) {
        wordCount = side.wordCount
        arena = ScratchBuffer(capacity: wordCount * 64)
        finalWords = ScratchBuffer(side.finalWords)
    }

    /// The number of sets.
    var count: Int { sizes.count }

    var byteCount: Int {
        arena.byteCount + sizes.byteCount + fingerprints.byteCount + accepting.byteCount + slots.byteCount
    }

    /// Returns the words of a set.
    @inline(__always)
    func words(of set: MacroStateID) -> UnsafeMutablePointer<UInt64> { arena.base + Int(set) &* wordCount }

    /// Returns the states of a set in ascending order.
    func states(of set: MacroStateID) -> [StateID] {
        let words = words(of: set)
        return (0..<StateID(truncatingIfNeeded: wordCount * 64)).filter { words[$0.word] & $0.bit != 0 }
    }

    /// Returns the number of states of a set.
    @inline(__always)
    func size(of set: MacroStateID) -> Int { Int(sizes[Int(set)]) }

    @inline(__always)
    func fingerprint(of set: MacroStateID) -> UInt64 { fingerprints[Int(set)] }

    /// Returns whether a set has a final state.
    @inline(__always)
    func isAccepting(_ set: MacroStateID) -> Bool { accepting[Int(set)] }

    /// Returns whether a set is a subset of another one.
    @inline(__always)
    func isSubset(_ inner: MacroStateID, of outer: MacroStateID) -> Bool {
        let (inner, outer) = (words(of: inner), words(of: outer))
        for word in 0..<wordCount where inner[word] & ~outer[word] != 0 { return false }
        return true
    }

    /// Begins an empty set, and returns its words, to be filled before it is kept.
    @inline(__always)
    mutating func begin() -> UnsafeMutablePointer<UInt64> {
        arena.appendUninitialized(wordCount)
        let tail = arena.base + (arena.count - wordCount)
        for word in 0..<wordCount { tail[word] = 0 }
        return tail
    }

    /// Keeps the set that was begun unless it is known, and returns its number.
    @inline(__always)
    mutating func keep() -> (number: MacroStateID, isNew: Bool) {
        let tail = arena.base + (arena.count - wordCount)
        var hash: UInt64 = 0
        var size = 0
        for word in 0..<wordCount {
            hash = slotHash.mixed(hash ^ tail[word])
            size &+= tail[word].nonzeroBitCount
        }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let other = MacroStateID(rawValue: slots[slot] - 1)
            if sizes[Int(other)] == UInt32(truncatingIfNeeded: size), isEqual(words(of: other), tail) {
                arena.truncate(to: arena.count - wordCount)
                return (other, false)
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
        if count * 2 > slots.count { growSlots() }
        return (number, true)
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
            let number = MacroStateID(truncatingIfNeeded: set)
            let bits = words(of: number)
            var hash: UInt64 = 0
            for word in 0..<wordCount { hash = slotHash.mixed(hash ^ bits[word]) }
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = number.rawValue + 1
        }
    }
}
