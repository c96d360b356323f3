/// A set of pairs of numbers, packed; open addressing, a pair + 1 in each slot.
struct PairSet: ~Copyable {
    private var slots = ScratchBuffer<UInt64>(repeating: 0, count: 64)
    private var count = 0
    private let slotHash = SlotHash()

    var byteCount: Int { slots.byteCount }

    /// - Returns: false where the pair was there already.
    @inline(__always)
    mutating func insert(_ pair: UInt64) -> Bool {
        let mask = slots.count - 1
        var slot = home(pair) & mask
        while slots[slot] != 0 {
            if slots[slot] == pair + 1 { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = pair + 1
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    @inline(__always)
    private func home(_ pair: UInt64) -> Int { Int(truncatingIfNeeded: slotHash.mixed(pair)) }

    private mutating func grow() {
        let larger = ScratchBuffer<UInt64>(repeating: 0, count: slots.count * 4)
        let mask = larger.count - 1
        for index in 0..<slots.count where slots[index] != 0 {
            var slot = home(slots[index] - 1) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = slots[index]
        }
        slots = larger
    }
}
