internal import AlgorithmSupport

/// A cache of the results of parts.
struct PartCache: ~Copyable {
    /// The result for a part without assignments; other results are nodes.
    static var unsatisfiable: Int32 { -1 }

    /// A key and its result.
    struct Entry: BitwiseCopyable {
        var hash: UInt64
        var keyStart: Int
        var keyCount: Int32
        var result: Int32
    }

    private var entries = ScratchBuffer<Entry>()
    /// The slots of a hash table: one more than the number of an entry, or 0.
    private var slots = ScratchBuffer<UInt32>(repeating: 0, count: 1 << 10)
    /// The keys of all entries.
    private var keys = ScratchBuffer<UInt8>()
    private var key = ScratchBuffer<UInt8>()
    private var hash: UInt64 = 0

    /// The number of parts with a result.
    var count: Int { entries.count }

    /// The bytes that are held.
    var byteCount: Int { entries.byteCount + slots.byteCount + keys.byteCount }

    /// Returns the result for a part; `nil` if there is none yet.
    mutating func result(
        for part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator
    ) -> Int32? {
        write(part, numbers, propagator)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, Int(entry.keyCount) == key.count, isKey(at: entry.keyStart) { return entry.result }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Stores the result for a part that has none yet.
    mutating func insert(
        _ result: Int32, for part: Part, _ numbers: borrowing ScratchBuffer<UInt32>,
        _ propagator: borrowing Propagator
    ) {
        write(part, numbers, propagator)
        if (entries.count + 1) * 2 > slots.count { grow() }
        let start = keys.count
        for index in 0..<key.count { keys.append(key[index]) }
        entries.append(Entry(hash: hash, keyStart: start, keyCount: Int32(key.count), result: result))
        place(entries.count - 1)
    }

    private func isKey(at start: Int) -> Bool {
        for index in 0..<key.count where keys[start + index] != key[index] { return false }
        return true
    }

    private mutating func grow() {
        slots = ScratchBuffer(repeating: 0, count: slots.count * 2)
        for entry in 0..<entries.count { place(entry) }
    }

    private func place(_ entry: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: entries[entry].hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(entry + 1)
    }

    /// Writes the key of a part: the distances between its numbers, and what its bounds allow.
    private mutating func write(
        _ part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator
    ) {
        key.truncate(to: 0)
        hash = 0
        append(UInt64(part.variables.count))
        append(UInt64(part.clauses.count))
        var last: UInt32 = 0
        for position in part.start..<part.boundsEnd {
            if position == part.variablesEnd || position == part.clausesEnd { last = 0 }
            append(UInt64(numbers[position] &- last))
            last = numbers[position]
            if position >= part.clausesEnd {
                let bound = Int(numbers[position])
                append(UInt64(bitPattern: Int64(propagator.limits[bound] - propagator.trueWeights[bound] + 1)))
            }
        }
        hash ^= hash >> 29
    }

    @inline(__always)
    private mutating func append(_ number: UInt64) {
        hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        var rest = number
        while rest >= 0x80 {
            key.append(UInt8(truncatingIfNeeded: rest | 0x80))
            rest >>= 7
        }
        key.append(UInt8(truncatingIfNeeded: rest))
    }
}
