/// The row that a run is in after bytes that were read from an unknown row.
///
/// It is the subset construction from the set of all undecided rows: a step maps each row of a set
/// and drops those that end up where the input is decided. A set of one row tells where the run is
/// whatever came before, unless the input was decided before; the empty set tells that it was.
/// Automata that search, check or tokenize get there in a few bytes, counters never do.
///
/// The sets are made once, those of short words first, so that looking back takes one look-up a
/// byte. Those that would take more than `mostSteps` steps of single rows are replaced by the set
/// of all undecided rows, which has their rows among its own.
///
/// The idea that runs from all states converge is that of Mytkowicz, Musuvathi and Schulte,
/// *Data-parallel finite-state machines* (2014, doi:10.1145/2541940.2541988).
///
/// - Complexity: O(`mostSteps`) time and space.
struct StateConvergence: Sendable {
    /// A set, as the index of its first cell; or the complement of the one row that is left, the
    /// dead row for none.
    private typealias Code = Int32

    private let columnCount: Int
    private let start: Code
    /// The code of each set and column.
    private let next: [Code]

    private static let none: Code = ~0

    /// Fails if no word is known after which one row is left.
    ///
    /// - Parameter stop: the row in which everything is accepted, if a run ends there.
    init?(_ rows: RowTargets, stoppingAt stop: Int?, mostSteps: Int) {
        var sets = RowSets(rows, stop: stop)
        sets.explore(mostSteps: mostSteps)
        guard sets.converge else { return nil }
        columnCount = rows.columnCount
        start = sets.start
        next = sets.next
    }

    var byteCount: Int { next.count * 4 }

    /// The row that is left after the first of the bytes, and the number of bytes that it takes;
    /// `nil` if more than one is left after all of them. The dead row says that none is.
    @inline(__always)
    func survivor(
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

    /// The sets of rows while they are being found.
    private struct RowSets {
        private let rows: RowTargets
        private let stop: Int
        /// The elements of all sets of two rows and more, and where each set ends.
        private var elements: [UInt32] = []
        private var ends: [Int] = []
        private var setOfFingerprint: [UInt64: Int] = [:]
        /// For each row the last image that it was in.
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

        /// Expands sets in the order in which they were found.
        mutating func explore(mostSteps: Int) {
            var set = 0
            var stepCount = 0
            while set < ends.count {
                let range = self.range(of: set)
                stepCount += range.count * rows.columnsOfBytes.count
                guard stepCount <= mostSteps else { break }
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

        /// Makes a set of the elements from `first` on, without those that are there twice or
        /// decided.
        ///
        /// - Returns: its code; that of the same set where there is one already, whereupon the
        ///   elements are gone.
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
