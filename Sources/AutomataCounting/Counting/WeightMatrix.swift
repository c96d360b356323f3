internal import Automata

/// A matrix of the numbers of letters from one state to another, in compressed sparse rows.
struct WeightMatrix: Sendable {
    let offsets: [Int]
    let columns: [StateID]
    let weights: [UInt]

    var size: Int { offsets.count - 1 }
    /// The number of entries that aren't zero.
    var count: Int { columns.count }
    var byteCount: Int { offsets.count * 8 + count * 12 }

    @inline(__always)
    func range(of row: Int) -> Range<Int> { offsets[row]..<offsets[row + 1] }

    /// Creates a matrix from the entries that a function adds; entries for the same column are
    /// summed.
    ///
    /// - Complexity: O(*n* + *e* log *d*) for *e* entries and at most *d* in a row.
    init(size: Int, columnCount: Int, _ addRow: (Int, (_ column: Int, _ weight: UInt) -> Void) -> Void) {
        var offsets = [0]
        offsets.reserveCapacity(size + 1)
        var columns: [StateID] = []
        var weights: [UInt] = []
        var sums = [UInt](repeating: 0, count: columnCount)
        var visited: [StateID] = []
        for row in 0..<size {
            visited.removeAll(keepingCapacity: true)
            addRow(row) { column, weight in
                if weight == 0 { return }
                if sums[column] == 0 { visited.append(StateID(column)) }
                sums[column] += weight
            }
            visited.sort()
            for column in visited {
                columns.append(column)
                weights.append(sums[Int(column)])
                sums[Int(column)] = 0
            }
            offsets.append(columns.count)
        }
        self.offsets = offsets
        self.columns = columns
        self.weights = weights
    }

    /// Counts the letters from each state to each other; a letter of two transitions counts twice.
    init(_ nfa: NFA) {
        let widths = nfa.alphabet.widths
        self.init(size: nfa.stateCount, columnCount: nfa.stateCount) { row, add in
            for index in nfa.rows.range(of: StateID(row)) {
                add(Int(nfa.rows.targets[index]), UInt(widths[Int(nfa.rows.symbols[index])]))
            }
        }
    }

    init(offsets: [Int], columns: [StateID], weights: [UInt]) {
        self.offsets = offsets
        self.columns = columns
        self.weights = weights
    }

    /// Returns the transpose.
    ///
    /// - Complexity: O(*n* + *e*).
    func transposed() -> WeightMatrix {
        var starts = [Int](repeating: 0, count: size + 2)
        for column in columns { starts[Int(column) + 2] += 1 }
        for row in 0..<size { starts[row + 2] += starts[row + 1] }
        var newColumns = [StateID](repeating: 0, count: count)
        var newWeights = [UInt](repeating: 0, count: count)
        for row in 0..<size {
            for index in range(of: row) {
                let column = Int(columns[index])
                newColumns[starts[column + 1]] = StateID(row)
                newWeights[starts[column + 1]] = weights[index]
                starts[column + 1] += 1
            }
        }
        starts.removeLast()
        return WeightMatrix(offsets: starts, columns: newColumns, weights: newWeights)
    }

    /// The largest row sum.
    var maximumRowSum: UInt {
        var maximum: UInt = 0
        for row in 0..<size {
            var sum: UInt = 0
            for index in range(of: row) { sum += weights[index] }
            maximum = max(maximum, sum)
        }
        return maximum
    }
}
