/// A cache of operation results, in which a later one may displace an earlier one.
struct OperationMemo: ~Copyable {
    private struct Entry {
        var first: UInt32
        var second: UInt32
        var result: UInt32
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var mask: Int

    private static let maximumCount = 1 << 22

    init() {
        mask = (1 << 10) - 1
        entries = .allocate(capacity: mask + 1)
        clear()
    }

    deinit { entries.deallocate() }

    /// The bytes held.
    var byteCount: Int { (mask + 1) * MemoryLayout<Entry>.stride }

    /// Removes all results.
    mutating func clear() {
        entries.initialize(repeating: Entry(first: .max, second: .max, result: 0), count: mask + 1)
    }

    /// Grows the memo to a number of nodes, within bounds.
    mutating func grow(toward count: Int) {
        let size = min(count, Self.maximumCount)
        guard size > mask + 1 else { return }
        let old = entries
        let oldCount = mask + 1
        mask = size - 1
        entries = .allocate(capacity: size)
        clear()
        for index in 0..<oldCount where old[index].first != .max {
            entries[slot(old[index].first, old[index].second)] = old[index]
        }
        old.deallocate()
    }

    @inline(__always)
    private func slot(_ first: UInt32, _ second: UInt32) -> Int {
        let word = (UInt64(first) << 32 | UInt64(second)) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: word >> 36) & mask
    }

    /// The result for a key; `nil` if there is none.
    @inline(__always)
    subscript(first: UInt32, second: UInt32) -> UInt32? {
        get {
            let entry = entries[slot(first, second)]
            return entry.first == first && entry.second == second ? entry.result : nil
        }
    }

    /// Stores the result for a key.
    @inline(__always)
    mutating func keep(_ result: UInt32, for first: UInt32, _ second: UInt32) {
        entries[slot(first, second)] = Entry(first: first, second: second, result: result)
    }
}
