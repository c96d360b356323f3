package import Automata

extension RowTargets {
    /// Returns where a byte leads from a row.
    ///
    /// - Parameter classes: The column of each byte.
    private func target(_ row: Int, _ byte: UInt8, _ classes: [UInt8]) -> Int {
        Int(targets[row * columnCount + Int(classes[Int(byte)])])
    }

    /// Returns the rows in which the runs from all rows end.
    ///
    /// - Parameters:
    ///   - stops: The rows whose runs are over; they aren't in the result.
    ///   - classes: The column of each byte.
    package func ends(of text: some Sequence<UInt8>, stops: Set<Int>, classes: [UInt8]) -> Set<Int> {
        text.reduce(Set(0..<rowCount).subtracting(stops)) { ends, byte in
            Set(ends.map { target($0, byte, classes) }).subtracting(stops)
        }
    }

    /// Returns the number of cells of a table with a different target than the two bytes one by
    /// one.
    ///
    /// - Parameter classes: The column of each byte.
    package func mistakeCount(in pairs: BytePairTable, classes: [UInt8]) -> Int {
        (0..<rowCount).reduce(0) { count, row in
            count
                + (0..<1 << 16).count { pair in
                    let cell = row * pairs.stride + Int(pairs.columnOfPair[pair])
                    let found =
                        switch pairs.cells {
                        case .shorts(let cells): Int(cells[cell])
                        case .words(let cells): Int(cells[cell])
                        }
                    let middle = target(row, UInt8(pair & 255), classes)
                    return found != target(middle, UInt8(pair >> 8), classes) * pairs.stride
                }
        }
    }
}
