/// Numbers of the tuples that a search meets, each packed into 64 bits, in the order of discovery.
///
/// The keys are in one array, and the index holds only their numbers: open addressing, at most half
/// full.
///
/// ``PairIndex`` numbers pairs of states of two automata instead. The number of possible pairs is
/// known, so once many of them are met, it uses one cell for each and no slots.
struct PairTable: ~Copyable {
    private(set) var keys: ScratchBuffer<UInt64>
    /// A key's number + 1; 0 for a free slot.
    private var slots: ScratchBuffer<UInt32>
    private var mask: Int
    private let slotHash = SlotHash()

    init(minimumCapacity: Int = 0) {
        var slotCount = 64
        while slotCount < minimumCapacity * 2 { slotCount *= 2 }
        keys = ScratchBuffer(capacity: slotCount / 2)
        slots = ScratchBuffer(repeating: 0, count: slotCount)
        mask = slotCount - 1
    }

    var count: Int { keys.count }

    /// The number of bytes in use.
    var byteCount: Int { keys.byteCount + slots.byteCount }

    @inline(__always)
    subscript(number: Int) -> UInt64 { keys[number] }

    /// Returns the number of a key, and whether it is new.
    @inline(__always)
    mutating func insert(_ key: UInt64) -> (number: UInt32, isNew: Bool) {
        var slot = hash(key) & mask
        while slots.base[slot] != 0 {
            let number = slots.base[slot] &- 1
            if keys.base[Int(number)] == key { return (number, false) }
            slot = (slot &+ 1) & mask
        }
        let number = UInt32(truncatingIfNeeded: keys.count)
        keys.append(key)
        slots.base[slot] = number &+ 1
        if keys.count * 2 > slots.count { grow() }
        return (number, true)
    }

    /// Returns the number of a known key.
    func number(of key: UInt64) -> UInt32? {
        var slot = hash(key) & mask
        while slots.base[slot] != 0 {
            let number = slots.base[slot] &- 1
            if keys.base[Int(number)] == key { return number }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    @inline(__always)
    private func hash(_ key: UInt64) -> Int { Int(truncatingIfNeeded: slotHash.mixed(key)) }

    @inline(never)
    private mutating func grow() {
        let newSlots = ScratchBuffer<UInt32>(repeating: 0, count: slots.count * 2)
        mask = newSlots.count - 1
        for number in 0..<keys.count {
            var slot = hash(keys.base[number]) & mask
            while newSlots.base[slot] != 0 { slot = (slot &+ 1) & mask }
            newSlots.base[slot] = UInt32(truncatingIfNeeded: number &+ 1)
        }
        slots = newSlots
    }
}
