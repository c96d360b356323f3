/// A partition of states or of transitions whose sets can be split.
///
/// Members of a set are neighbors in `elements`. To split, members are marked, which moves them to
/// the front of their set. Then each set with marked and unmarked members becomes two, and the
/// smaller half gets a new number. All operations take time proportional to the marked members.
///
/// - Reference: A. Valmari, P. Lehtinen, Efficient minimization of DFAs with partial transition
///   functions, STACS 2008, doi:10.4230/LIPIcs.STACS.2008.1328.
package struct RefinablePartition<Element: DenseID>: ~Copyable {
    private let elements: ScratchBuffer<Element>
    private let locations: ScratchBuffer<ElementLocation>
    private var bounds: ScratchBuffer<SetBounds>
    /// The sets that have marked members.
    private var touched = ScratchBuffer<UInt32>()

    package var setCount: Int { bounds.count }

    /// Creates a partition from the class number of each element. No class may be empty.
    package init(classes: UnsafePointer<UInt32>, elementCount: Int, classCount: Int) {
        elements = ScratchBuffer(repeating: 0, count: elementCount)
        locations = ScratchBuffer(repeating: ElementLocation(position: 0, set: 0), count: elementCount)
        // Capacity for the maximum number of sets: memory that isn't reached isn't touched either.
        bounds = ScratchBuffer(capacity: elementCount)
        for _ in 0..<classCount { bounds.append(SetBounds(start: 0, end: 0, firstUnmarked: 0)) }
        for element in 0..<elementCount { bounds.base[Int(classes[element])].end &+= 1 }
        var start: UInt32 = 0
        for set in 0..<classCount {
            let end = start &+ bounds.base[set].end
            bounds.base[set] = SetBounds(start: start, end: start, firstUnmarked: start)
            start = end
        }
        for element in 0..<elementCount {
            let set = classes[element]
            let position = bounds.base[Int(set)].end
            elements.base[Int(position)] = Element(truncatingIfNeeded: element)
            locations.base[element] = ElementLocation(position: position, set: set)
            bounds.base[Int(set)].end = position &+ 1
        }
    }

    /// Returns the number of the set that contains an element.
    @inline(__always)
    package func set(of element: Int) -> UInt32 { locations[element].set }

    @inline(__always)
    package func size(of set: Int) -> Int {
        let bounds = bounds[set]
        return Int(bounds.end &- bounds.start)
    }

    /// Returns the members of a set as a part of `elements`; splits move members only within it.
    @inline(__always)
    package func members(of set: Int) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: elements.base + Int(bounds[set].start), count: size(of: set))
    }

    /// Marks an element. A marked element stays marked, and the only element of a set can't be
    /// split off.
    @inline(__always)
    package mutating func mark(_ element: Int) {
        let location = locations[element]
        let setBounds = bounds[Int(location.set)]
        let target = setBounds.firstUnmarked
        if location.position < target || setBounds.end &- setBounds.start == 1 { return }
        let other = elements[Int(target)]
        elements[Int(location.position)] = other
        locations.base[Int(other)].position = location.position
        elements[Int(target)] = Element(truncatingIfNeeded: element)
        locations.base[element].position = target
        if target == setBounds.start { touched.append(location.set) }
        bounds.base[Int(location.set)].firstUnmarked = target &+ 1
    }

    /// Splits the sets that have marked members, and removes the marks.
    @inline(__always)
    package mutating func split() {
        for index in 0..<touched.count {
            let set = Int(touched[index])
            let old = bounds[set]
            let middle = old.firstUnmarked
            bounds.base[set].firstUnmarked = old.start
            if middle == old.end { continue }
            let new = UInt32(truncatingIfNeeded: bounds.count)
            let half: SetBounds
            if middle &- old.start <= old.end &- middle {
                half = SetBounds(start: old.start, end: middle, firstUnmarked: old.start)
                bounds[set] = SetBounds(start: middle, end: old.end, firstUnmarked: middle)
            } else {
                half = SetBounds(start: middle, end: old.end, firstUnmarked: middle)
                bounds.base[set].end = middle
            }
            bounds.append(half)
            for position in Int(half.start)..<Int(half.end) { locations.base[Int(elements[position])].set = new }
        }
        touched.truncate(to: 0)
    }
}

/// The position and the set of an element of a partition, next to each other in memory.
struct ElementLocation: BitwiseCopyable {
    var position: UInt32
    var set: UInt32
}

/// The bounds of a set of a partition: the range of its members, and the end of the marked ones.
struct SetBounds: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var firstUnmarked: UInt32
}

/// A transition, by its index in the rows.
struct TransitionID: DenseID { let rawValue: UInt32 }
