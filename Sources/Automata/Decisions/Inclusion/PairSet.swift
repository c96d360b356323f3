/// A set of pairs of numbers, packed; open addressing, a pair + 1 in each slot.
struct PairSet: ~Copyable {
    private var slots = ScratchBuffer<UInt64>(repeating: 0, count: 64)
    private var count = 0
    private let slotHash = SlotHash()

    var byteCount: Int { slots.byteCount }
    var isEmpty: Bool { count == 0 }

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

/// Union-find over numbers, which join as they are met; paths are halved.
///
/// Tarjan: *Efficiency of a good but not linear set union algorithm*, J. ACM 22 (1975),
/// doi:10.1145/321879.321884.
struct DisjointSets: ~Copyable {
    private var parents = ScratchBuffer<UInt32>(capacity: 64)

    var byteCount: Int { parents.byteCount }

    /// - Returns: false where both were in one set already.
    @inline(__always)
    mutating func join(_ one: UInt32, _ other: UInt32) -> Bool {
        while parents.count <= Int(max(one, other)) { parents.append(UInt32(truncatingIfNeeded: parents.count)) }
        let (one, other) = (root(one), root(other))
        if one == other { return false }
        // The later one joins the earlier one: as good as by rank on these chains, and
        // deterministic.
        if one < other { parents[Int(other)] = one } else { parents[Int(one)] = other }
        return true
    }

    @inline(__always)
    private func root(_ element: UInt32) -> UInt32 {
        var element = element
        while parents[Int(element)] != element {
            parents[Int(element)] = parents[Int(parents[Int(element)])]
            element = parents[Int(element)]
        }
        return element
    }
}
