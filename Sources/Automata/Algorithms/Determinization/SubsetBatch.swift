/// The successors of a batch of subsets, row after row.
///
/// Memory for a batch is allocated in advance, so that the inner loops write without checks.
struct SubsetBatch<Layout: SubsetLayout>: ~Copyable {
    private let layout: Layout
    /// The number of subsets explored together; smaller if rows are so wide that a batch would not
    /// stay in the cache.
    let rowCapacity: Int
    private let capacity: Int

    private(set) var successors: UnsafeMutablePointer<Layout.Block>
    private(set) var classes: UnsafeMutablePointer<UInt32>
    /// The end of each row.
    let rowEnds: UnsafeMutablePointer<Int>
    /// The number of successors in all rows so far.
    var count = 0
    /// The cells read to warm the cache, stored so that the reads aren't optimized away.
    let touched: UnsafeMutablePointer<UInt64>

    init(layout: Layout, classCount: Int) {
        self.layout = layout
        rowCapacity = max(1, min(16, (4 << 20) / max(1, classCount * layout.byteCount)))
        capacity = max(rowCapacity * classCount, 1)
        successors = .allocate(capacity: capacity * layout.blockCount)
        classes = .allocate(capacity: capacity)
        rowEnds = .allocate(capacity: rowCapacity)
        touched = .allocate(capacity: 1)
        touched.initialize(to: 0)
    }

    var byteCount: Int { capacity * (layout.byteCount + 4) }

    deinit {
        successors.deallocate()
        classes.deallocate()
        rowEnds.deallocate()
        touched.deallocate()
    }

    @inline(__always)
    func successor(_ index: Int) -> UnsafePointer<Layout.Block> {
        UnsafePointer(successors + index * layout.blockCount)
    }

    @inline(__always)
    mutating func append(_ successor: UnsafePointer<Layout.Block>, on symbolClass: Int) {
        layout.copy(successor, to: successors + count * layout.blockCount)
        classes[count] = UInt32(truncatingIfNeeded: symbolClass)
        count &+= 1
    }
}
