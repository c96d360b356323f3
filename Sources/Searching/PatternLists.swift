internal import Automata
internal import RegularExpressions
internal import Synchronization
internal import WorkLimits

/// The distinct lists of patterns that match the same word, each with a permanent number.
///
/// The table has no lock, because a forked child process could wait forever for a lock that another
/// thread held during the fork. Lists are added, but never removed. The hash of a list selects a
/// few slots in each table; the list takes the first free slot, so all threads find it there.
///
/// Invariant: table *k* has 2^(*k* + 4) slots, numbered from 2^(*k* + 4) - 16.
package final class PatternLists: @unchecked Sendable {
    // Unchecked: what changes is atomic.
    private let tables: UnsafeMutablePointer<AtomicLazyReference<Table>>

    /// The number of tables, enough for all numbers of 32 bits.
    private static let tableCount = 27
    private static let minimumShift = 4
    /// The number of slots in each table that a list may take.
    private static let probeCount = 8

    private final class List: Sendable {
        let patterns: [Int]
        let hash: Int

        init(_ patterns: [Int], hash: Int) { (self.patterns, self.hash) = (patterns, hash) }
    }

    private final class Table: @unchecked Sendable {
        // Unchecked: what changes is atomic.
        let slots: UnsafeMutablePointer<AtomicLazyReference<List>>
        let count: Int

        init(count: Int) {
            self.count = count
            slots = .allocate(capacity: count)
            for index in 0..<count { (slots + index).initialize(to: AtomicLazyReference()) }
        }

        deinit {
            slots.deinitialize(count: count)
            slots.deallocate()
        }
    }

    package init() {
        tables = .allocate(capacity: Self.tableCount)
        for index in 0..<Self.tableCount { (tables + index).initialize(to: AtomicLazyReference()) }
    }

    deinit {
        tables.deinitialize(count: Self.tableCount)
        tables.deallocate()
    }

    /// Returns the permanent number of a list, which is added if it is new.
    ///
    /// - Complexity: O(log *k*) for *k* lists.
    package func number(of patterns: [Int]) -> UInt32 {
        let hash = patterns.hashValue
        for index in 0..<Self.tableCount {
            let table = table(index)
            for probe in 0..<Self.probeCount {
                let slot = (hash &+ probe) & (table.count - 1)
                let list = table.slots[slot].load() ?? table.slots[slot].storeIfNil(List(patterns, hash: hash))
                if list.hash == hash, list.patterns == patterns {
                    return UInt32(Self.firstNumber(index) + slot)
                }
            }
        }
        // No memory holds so many lists.
        return UInt32.max
    }

    /// Returns the list with the given number, or an empty list if no list has the number.
    package func patterns(numbered number: UInt32) -> [Int] {
        let shifted = Int(number) + (1 << Self.minimumShift)
        let index = Int.bitWidth - 1 - shifted.leadingZeroBitCount - Self.minimumShift
        guard index < Self.tableCount, let table = tables[index].load() else { return [] }
        return table.slots[Int(number) - Self.firstNumber(index)].load()?.patterns ?? []
    }

    private static func firstNumber(_ index: Int) -> Int { ((1 << index) - 1) << minimumShift }

    private func table(_ index: Int) -> Table {
        tables[index].load() ?? tables[index].storeIfNil(Table(count: 1 << (index + Self.minimumShift)))
    }
}
