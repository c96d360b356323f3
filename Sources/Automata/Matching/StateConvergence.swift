/// Determines the row of a run from the last bytes that it read, whatever row it was in before.
///
/// This is the subset construction from the set of all undecided rows: a step maps each row of a
/// set and drops decided rows. If one row is left, the run is in this row, unless the input was
/// decided before. If no row is left, the input was decided. Automata that search, check or
/// tokenize converge in a few bytes; counters never converge.
///
/// The sets are computed once, for short words first, so that looking back takes one look-up per
/// byte. Sets beyond `maximumSteps` steps of single rows are replaced by the set of all undecided
/// rows, which includes them.
///
/// The idea that runs from all states converge is that of Mytkowicz, Musuvathi and Schulte,
/// *Data-parallel finite-state machines* (2014, doi:10.1145/2541940.2541988).
///
/// - Complexity: O(`maximumSteps`) time and space.
package struct StateConvergence: Sendable {
    /// A set: the index of its first cell or, for a set of one row, the bitwise complement of that
    /// row. The dead row stands for the empty set.
    private typealias Code = Int32

    private let columnCount: Int
    private let start: Code
    /// The code of each set and column.
    private let next: [Code]

    private static let none: Code = ~0

    /// Fails if no explored word leads to a set of one row.
    ///
    /// - Parameter stop: the all-accepting row, if a run stops there.
    package init?(_ rows: RowTargets, stoppingAt stop: Int?, maximumSteps: Int) {
        var sets = RowSets(rows, stop: stop)
        sets.explore(maximumSteps: maximumSteps)
        guard sets.converge else { return nil }
        columnCount = rows.columnCount
        start = sets.start
        next = sets.next
    }

    var byteCount: Int { next.count * 4 }

    /// Returns the only row left after a prefix of the bytes, and the prefix's length, or `nil` if
    /// several rows are left after all bytes. The dead row stands for an empty set.
    @inline(__always)
    package func survivor(
        of bytes: UnsafeBufferPointer<UInt8>, classes: UnsafePointer<UInt8>
    ) -> (row: Int, byteCount: Int)? {
        next.withUnsafeBufferPointer { next in
            var code = start
            var index = 0
            while code >= 0, index < bytes.count {
                code = next[Int(code) &+ Int(classes[Int(bytes[index])])]
                index &+= 1
            }
            return code >= 0 ? nil : (Int(~code), index)
        }
    }

    /// The sets of rows during their construction.
    private struct RowSets {
        private let rows: RowTargets
        private let stop: Int
        /// The elements of all sets of two or more rows, and the end of each set.
        private var elements: [UInt32] = []
        private var ends: [Int] = []
        private var setOfFingerprint: [UInt64: Int] = [:]
        /// The last image that contained each row.
        private var stamps: [Int]
        private var stamp = 0
        private let slotHash = SlotHash()
        private(set) var start: Code = StateConvergence.none
        private(set) var next: [Code] = []

        init(_ rows: RowTargets, stop: Int?) {
            self.rows = rows
            self.stop = stop ?? 0
            stamps = Array(repeating: 0, count: rows.rowCount)
            elements = (0..<rows.rowCount).map { UInt32(truncatingIfNeeded: $0) }
            start = closeSet(from: 0)
        }

        /// Whether some set has one row.
        var converge: Bool { Self.isOneRow(start) || next.contains(where: Self.isOneRow) }

        private static func isOneRow(_ code: Code) -> Bool { code < StateConvergence.none }

        /// Expands sets in the order of discovery.
        mutating func explore(maximumSteps: Int) {
            var set = 0
            var stepCount = 0
            while set < ends.count {
                let range = self.range(of: set)
                stepCount += range.count * rows.columnsOfBytes.count
                guard stepCount <= maximumSteps else { break }
                next.append(contentsOf: repeatElement(StateConvergence.none, count: rows.columnCount))
                for column in rows.columnsOfBytes {
                    let first = elements.count
                    for index in range {
                        elements.append(rows.targets[Int(elements[index]) * rows.columnCount + column])
                    }
                    next[set * rows.columnCount + column] = closeSet(from: first)
                }
                set += 1
            }
            let known = next.count
            for index in next.indices where next[index] >= known { next[index] = start }
        }

        private func range(of set: Int) -> Range<Int> { (set == 0 ? 0 : ends[set - 1])..<ends[set] }

        /// Creates a set of the elements from `first` on, without duplicates and decided rows.
        ///
        /// - Returns: its code. If the set exists already, it is the existing code, and the
        ///   elements are removed.
        private mutating func closeSet(from first: Int) -> Code {
            stamp += 1
            var fingerprint: UInt64 = 0
            var end = first
            for index in first..<elements.count {
                let row = elements[index]
                guard row != 0, Int(row) != stop, stamps[Int(row)] != stamp else { continue }
                stamps[Int(row)] = stamp
                elements[end] = row
                end += 1
                fingerprint &+= slotHash.scattered(UInt64(row))
            }
            elements.removeLast(elements.count - end)
            let count = end - first
            if count < 2 {
                let row = count == 0 ? 0 : elements[first]
                elements.removeLast(count)
                return ~Code(truncatingIfNeeded: row)
            }
            if let set = setOfFingerprint[fingerprint] {
                let range = self.range(of: set)
                if range.count == count, elements[range].allSatisfy({ stamps[Int($0)] == stamp }) {
                    elements.removeLast(count)
                    return Code(truncatingIfNeeded: set * rows.columnCount)
                }
            }
            guard let code = Code(exactly: ends.count * rows.columnCount) else {
                elements.removeLast(count)
                return start
            }
            setOfFingerprint[fingerprint] = ends.count
            ends.append(elements.count)
            return code
        }
    }
}
