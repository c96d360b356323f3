/// Disjoint sets of the numbers below a bound that can be split.
///
/// Members of a set are neighbours in `elements`. To split, members are marked, which moves them to the front of their set;
/// then each set with marked and unmarked members becomes two, and the smaller half gets a new number. Everything takes time in
/// proportion to the marked members.
///
/// - Reference: A. Valmari, P. Lehtinen, Efficient minimization of DFAs with partial transition functions, STACS 2008,
///   doi:10.4230/LIPIcs.STACS.2008.1328.
struct RefinablePartition: ~Copyable {
    private let elements: ScratchBuffer<UInt32>
    private let position: ScratchBuffer<UInt32>
    /// The set of each element.
    let setOf: ScratchBuffer<UInt32>
    private var starts: ScratchBuffer<UInt32>
    private var ends: ScratchBuffer<UInt32>
    private var marked: ScratchBuffer<UInt32>
    /// The sets that have marked members.
    private var touched: ScratchBuffer<UInt32>

    var setCount: Int { starts.count }

    /// The partition by the given classes, numbered as they are; each of them has a member.
    init(classes: UnsafePointer<UInt32>, elementCount: Int, classCount: Int) {
        elements = ScratchBuffer(repeating: 0, count: elementCount)
        position = ScratchBuffer(repeating: 0, count: elementCount)
        setOf = ScratchBuffer(repeating: 0, count: elementCount)
        starts = ScratchBuffer(repeating: 0, count: classCount)
        ends = ScratchBuffer(repeating: 0, count: classCount)
        marked = ScratchBuffer(repeating: 0, count: classCount)
        touched = ScratchBuffer()
        for element in 0..<elementCount { ends[Int(classes[element])] += 1 }
        var start: UInt32 = 0
        for set in 0..<classCount {
            starts[set] = start
            start += ends[set]
            ends[set] = starts[set]
        }
        for element in 0..<elementCount {
            let set = classes[element]
            let place = ends[Int(set)]
            setOf[element] = set
            elements[Int(place)] = UInt32(truncatingIfNeeded: element)
            position[element] = place
            ends[Int(set)] = place + 1
        }
    }

    @inline(__always)
    func size(of set: Int) -> Int { Int(ends[set] &- starts[set]) }

    /// The members of a set; splitting it later moves them within these bounds only.
    @inline(__always)
    func members(of set: Int) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: elements.base + Int(starts[set]), count: size(of: set))
    }

    /// Marks an element; one that is marked already stays so.
    @inline(__always)
    mutating func mark(_ element: Int) {
        let set = Int(setOf[element])
        let old = position[element]
        let new = starts[set] &+ marked[set]
        if old < new { return }
        let other = elements[Int(new)]
        elements[Int(old)] = other
        position[Int(other)] = old
        elements[Int(new)] = UInt32(truncatingIfNeeded: element)
        position[element] = new
        if marked[set] == 0 { touched.append(UInt32(truncatingIfNeeded: set)) }
        marked[set] = marked[set] &+ 1
    }

    /// Splits the sets that have marked members, and takes the marks off.
    @inline(__always)
    mutating func split() {
        for index in 0..<touched.count {
            let set = Int(touched[index])
            let (start, end) = (starts[set], ends[set])
            let middle = start &+ marked[set]
            marked[set] = 0
            if middle == end { continue }
            let new = UInt32(truncatingIfNeeded: starts.count)
            if middle &- start <= end &- middle {
                starts.append(start)
                ends.append(middle)
                starts[set] = middle
            } else {
                starts.append(middle)
                ends.append(end)
                ends[set] = middle
            }
            marked.append(0)
            for place in starts[Int(new)]..<ends[Int(new)] { setOf[Int(elements[Int(place)])] = new }
        }
        touched.truncate(to: 0)
    }
}
