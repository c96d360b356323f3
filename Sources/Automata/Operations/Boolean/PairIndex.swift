/// Numbers of pairs of states in the order of discovery: the queue of a product, and its index.
///
/// The index holds only numbers, because the pairs are in the queue. A number is in the slot of the
/// pair's hash. Once a good part of all pairs is known, and they are not too many, a table with a
/// cell for each pair replaces the slots.
struct PairIndex: ~Copyable {
    /// The left state of each pair in the upper half, the right one in the lower.
    private(set) var pairs: ScratchBuffer<UInt64>
    /// The number + 1 of a pair, or 0 for a free slot or an unknown pair.
    private var slots: ScratchBuffer<UInt32>
    private let rightCount: Int
    /// The number of cells in the table, or an unreachable number if that is too large.
    private let possiblePairs: Int
    private var isDirect = false
    private let slotHash = SlotHash()

    /// The maximum number of cells in the table: 64 MiB.
    private static var maximumCells: Int { 1 << 24 }

    init(leftCount: Int, rightCount: Int) {
        self.rightCount = rightCount
        let (product, overflow) = leftCount.multipliedReportingOverflow(by: rightCount)
        possiblePairs = overflow || product > Self.maximumCells ? .max : product
        pairs = ScratchBuffer(capacity: 64)
        isDirect = possiblePairs <= 1 << 10
        slots = ScratchBuffer(repeating: 0, count: isDirect ? possiblePairs : 256)
    }

    var count: Int { pairs.count }
    var byteCount: Int { pairs.byteCount + slots.byteCount }

    /// The states of a pair.
    @inline(__always)
    func pair(_ number: Int) -> (left: Int, right: Int) {
        let pair = pairs[number]
        return (Int(truncatingIfNeeded: pair >> 32), Int(truncatingIfNeeded: pair & 0xFFFF_FFFF))
    }

    @inline(__always)
    private func hash(_ pair: UInt64) -> Int { Int(truncatingIfNeeded: slotHash.mixed(pair)) }

    /// Returns the number of a pair, which is added if it's new.
    @inline(__always)
    mutating func number(of left: Int, _ right: Int) -> (number: StateID, isNew: Bool) {
        let pair = UInt64(truncatingIfNeeded: left) << 32 | UInt64(truncatingIfNeeded: right)
        var slot: Int
        if isDirect {
            slot = left &* rightCount &+ right
            if slots[slot] != 0 { return (StateID(rawValue: slots[slot] &- 1), false) }
        } else {
            let mask = slots.count &- 1
            slot = hash(pair) & mask
            while slots[slot] != 0 {
                let known = StateID(rawValue: slots[slot] &- 1)
                if pairs[Int(known)] == pair { return (known, false) }
                slot = (slot &+ 1) & mask
            }
        }
        let number = StateID(truncatingIfNeeded: pairs.count)
        slots[slot] = number.rawValue &+ 1
        pairs.append(pair)
        if !isDirect, pairs.count &* 2 >= slots.count { grow() }
        return (number, true)
    }

    /// The number of slots from which the index grows more slowly, so that memory between two
    /// budget checks stays below the memory already counted.
    private static var manySlots: Int { 1 << 20 }

    @inline(never)
    private mutating func grow() {
        let slotCount = slots.count * (slots.count < Self.manySlots ? 4 : 2)
        // Faster look-ups pay for a table of up to twice the size of the slots.
        isDirect = possiblePairs <= min(slotCount * 2, Self.manySlots + 6 * pairs.count)
        // The slots are freed first: they have nothing that the pairs don't tell.
        slots = ScratchBuffer()
        slots = ScratchBuffer(repeating: 0, count: isDirect ? possiblePairs : slotCount)
        let mask = slotCount - 1
        for number in 0..<pairs.count {
            var slot: Int
            if isDirect {
                let (left, right) = pair(number)
                slot = left * rightCount + right
            } else {
                slot = hash(pairs[number]) & mask
                while slots[slot] != 0 { slot = (slot + 1) & mask }
            }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}
