/// Items, each of a state and a class that the state reads, sorted by class.
///
/// They avoid a query for each class: an alphabet can have many classes, but most states read only
/// few of them.
struct MemberTransitions: ~Copyable {
    /// The class in the upper half, the item in the lower one.
    private var entries = ScratchBuffer<UInt64>(capacity: 64)

    var count: Int { entries.count }
    var byteCount: Int { entries.byteCount }

    mutating func removeAll() { entries.truncate(to: 0) }

    /// Adds an item below 2³², before the items are sorted.
    @inline(__always)
    mutating func append(_ item: Int, of symbolClass: Symbol) {
        entries.append(UInt64(symbolClass) << 32 | UInt64(truncatingIfNeeded: item))
    }

    /// Gathers the offsets of elements in a range of a list by the classes that their states read.
    @inline(__always)
    mutating func gather<Element>(
        _ side: InclusionSide, _ list: borrowing ScratchBuffer<Element>, _ range: Range<Int>,
        _ state: (Element) -> StateID
    ) {
        removeAll()
        if side.isDense {
            for symbolClass in 0..<side.classCount {
                for index in range where !side.range(Int(state(list[index])), symbolClass).isEmpty {
                    append(index &- range.lowerBound, of: Symbol(truncatingIfNeeded: symbolClass))
                }
            }
            return
        }
        for index in range {
            for run in side.runs(of: Int(state(list[index]))) {
                append(index &- range.lowerBound, of: side.symbolClass(ofRun: run))
            }
        }
        sort()
    }

    mutating func sort() { entries.sortAndDeduplicate(from: 0) }

    @inline(__always)
    func symbolClass(at index: Int) -> Int { Int(truncatingIfNeeded: entries[index] >> 32) }

    @inline(__always)
    func item(at index: Int) -> Int { Int(truncatingIfNeeded: entries[index] & 0xFFFF_FFFF) }

    /// Returns the end of the items of a class, given the index of the first item.
    @inline(__always)
    func end(ofClassAt index: Int) -> Int {
        var end = index + 1
        while end < entries.count, entries[end] >> 32 == entries[index] >> 32 { end += 1 }
        return end
    }

    /// Returns the indices of the items of a class.
    func indices(of symbolClass: Int) -> Range<Int> {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if self.symbolClass(at: middle) < symbolClass { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && self.symbolClass(at: low) == symbolClass ? low..<end(ofClassAt: low) : low..<low
    }
}
