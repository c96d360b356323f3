/// The partition of states that a minimization algorithm computes, as the class of each state.
package struct StateClasses: ~Copyable {
    /// The class of each state.
    package var classes: ScratchBuffer<UInt32>
    /// The class of each state before the last round, if there was one.
    var previous: ScratchBuffer<UInt32>
    var count: Int
    var previousCount = 1
    /// The state from which all states are accessible.
    let initialState: StateID

    /// Creates one class of all states.
    package init(_ input: borrowing MinimizationInput) {
        classes = ScratchBuffer(repeating: 0, count: input.stateCount)
        previous = ScratchBuffer()
        count = min(1, input.stateCount)
        initialState = input.order.first ?? 0
    }

    var stateCount: Int { classes.count }

    /// Whether each state is alone in its class.
    var isDiscrete: Bool { count == stateCount }

    /// Whether the partition is stable: states of a class have equal shape, and targets in equal
    /// classes. The check is exact, and stops at the first two states that disagree.
    func isStable(_ rows: some RefinableRows) -> Bool { isStable(rows, classes: classes.base) }

    /// Whether a narrow copy of the classes is stable.
    @inline(__always)
    func isStable<Class: FixedWidthInteger & UnsignedInteger>(
        _ rows: some RefinableRows, classes: UnsafePointer<Class>
    ) -> Bool {
        if isDiscrete { return true }
        let members = ScratchBuffer<StateID>(repeating: .absent, count: count)
        for state in 0..<stateCount {
            let stateClass = Int(truncatingIfNeeded: classes[state])
            let member = members.base[stateClass]
            if member == .absent {
                members.base[stateClass] = StateID(truncatingIfNeeded: state)
            } else if !rows.agree(state, Int(member), classes: classes) {
                return false
            }
        }
        return true
    }

    /// Creates the coarsest partition to start from: states are separated exactly by finality and
    /// by the symbols of their transitions.
    mutating func startFromRows(_ rows: some RefinableRows) {
        let multipliers = Multipliers(count: rows.maximumRowLength + 1, seed: 0)
        var index = SignatureIndex(stateCount: stateCount)
        index.reset(expectedCount: 2)
        var members = ScratchBuffer<StateID>()
        multipliers.withBuffer { multipliers in
            for state in 0..<stateCount {
                classes[state] = index.id(of: rows.shapeHash(of: state, multipliers: multipliers)) { id in
                    rows.haveEqualShape(state, Int(members[Int(id)]))
                }
                if index.count > members.count { members.append(StateID(truncatingIfNeeded: state)) }
            }
        }
        count = index.count
        previousCount = 1
    }
}

/// Odd random numbers that are multiplied with the entries of a row to hash it.
package struct Multipliers: ~Copyable {
    private let numbers: ScratchBuffer<UInt64>

    init(count: Int, seed: UInt64) {
        numbers = ScratchBuffer(repeating: 0, count: count)
        for index in 0..<count { numbers[index] = Self.number(UInt64(index), seed: seed) }
    }

    /// Returns one of the numbers, which differ in each process.
    @inline(__always)
    static func number(_ index: UInt64, seed: UInt64) -> UInt64 {
        SlotHash().scattered(seed &* 0xD1B5_4A32_D192_ED03 &+ index) | 1
    }

    /// Creates equal multipliers, so that many hashes collide, for tests.
    package init(count: Int, allEqualTo number: UInt64) {
        numbers = ScratchBuffer(repeating: number, count: count)
    }

    @inline(__always)
    func withBuffer<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: numbers.base, count: numbers.count))
    }
}

/// Numbers of hashes in the order of discovery.
///
/// A slot holds the upper bits of a hash and its id + 1, so that a look-up takes one memory access.
/// Hashes that differ only in the other bits are treated as equal, so callers compare or check at
/// the end.
struct SignatureIndex: ~Copyable {
    private var slots = ScratchBuffer<UInt64>()
    private var slotCount: UInt64 = 0
    private var growthCount = 0
    private(set) var count = 0
    private let idMask: UInt64
    private let maximumSlotCount: Int

    init(stateCount: Int) {
        let bits = 64 - UInt64(stateCount + 1).leadingZeroBitCount
        idMask = (1 << UInt64(bits)) - 1
        maximumSlotCount = stateCount * 2 + 64
    }

    /// Removes all hashes, and reserves capacity for about `expectedCount`.
    mutating func reset(expectedCount: Int) {
        count = 0
        let wantedCount = min(maximumSlotCount, max(64, expectedCount * Self.slotsPerClass(expectedCount)))
        if slots.count < wantedCount {
            slots = ScratchBuffer(repeating: 0, count: wantedCount)
        } else {
            slots.base.update(repeating: 0, count: wantedCount)
        }
        setSlotCount(wantedCount)
    }

    private mutating func setSlotCount(_ newCount: Int) {
        slotCount = UInt64(newCount)
        growthCount = newCount < maximumSlotCount ? newCount / Self.slotsPerClass(newCount / 8) : .max
    }

    /// Returns the number of slots per id: many while they fit the cache, because otherwise every
    /// second access is mispredicted.
    private static func slotsPerClass(_ count: Int) -> Int { count <= 1 << 12 ? 8 : 2 }

    /// Returns the id of a hash, a new one if no equal hash satisfies `isEqual`.
    @inline(__always)
    mutating func id(of hash: UInt64, where isEqual: (UInt32) -> Bool) -> UInt32 {
        let tag = hash & ~idMask
        var slot = Int(truncatingIfNeeded: ((hash >> 32) &* slotCount) >> 32)
        while true {
            let entry = slots.base[slot]
            if entry == 0 { break }
            if entry & ~idMask == tag {
                let id = UInt32(truncatingIfNeeded: entry & idMask) &- 1
                if isEqual(id) { return id }
            }
            slot &+= 1
            if slot == Int(truncatingIfNeeded: slotCount) { slot = 0 }
        }
        let id = UInt32(truncatingIfNeeded: count)
        count &+= 1
        slots.base[slot] = tag | UInt64(truncatingIfNeeded: count)
        if count > growthCount { grow() }
        return id
    }

    /// Returns the id of a hash, which is added if it's new.
    @inline(__always)
    mutating func id(of hash: UInt64) -> UInt32 { id(of: hash) { _ in true } }

    @inline(never)
    private mutating func grow() {
        let oldCount = Int(slotCount)
        let newCount = min(maximumSlotCount, oldCount * 4)
        let newSlots = ScratchBuffer<UInt64>(repeating: 0, count: newCount)
        for old in 0..<oldCount {
            let entry = slots.base[old]
            if entry == 0 { continue }
            var slot = Int(truncatingIfNeeded: ((entry >> 32) &* UInt64(newCount)) >> 32)
            while newSlots.base[slot] != 0 { slot = slot + 1 == newCount ? 0 : slot + 1 }
            newSlots.base[slot] = entry
        }
        slots = newSlots
        setSlotCount(newCount)
    }
}
