internal import AlgorithmSupport

/// A list of numbers for each index, all in one buffer.
struct Rows: ~Copyable {
    private let starts: ScratchBuffer<UInt32>
    private let items: ScratchBuffer<UInt32>

    /// Groups pairs by their first number, and keeps their order within a group.
    init(_ pairs: [(row: Int, item: Int)], rowCount: Int) {
        var ends = [UInt32](repeating: 0, count: rowCount + 1)
        for pair in pairs { ends[pair.row + 1] += 1 }
        for row in 0..<rowCount { ends[row + 1] += ends[row] }
        starts = ScratchBuffer(ends)
        items = ScratchBuffer(repeating: 0, count: pairs.count)
        for pair in pairs {
            items[Int(ends[pair.row])] = UInt32(pair.item)
            ends[pair.row] += 1
        }
    }

    /// Returns the positions of a list.
    @inline(__always)
    func range(_ row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

    /// Accesses the number at a position.
    @inline(__always)
    subscript(position: Int) -> Int { Int(items[position]) }

    /// The numbers of all lists together.
    var count: Int { items.count }
}
