internal import Automata

/// An expression over bytes for the UTF-8 of one scalar out of a set.
///
/// Each byte of a scalar's UTF-8 except the first carries six bits, so scalars are the leaves of a
/// tree with 64 children per node. Equal subtrees are one node, and the bytes that lead to one
/// subtree are one leaf.
enum UTF8Expression {
    static func node(
        of set: ValueSet, _ interner: inout ExpressionInterner, _ leaves: inout LeafTable
    ) -> NodeID {
        var alternatives: [NodeID] = []
        let ascii = set.intersection(ValueSet(sortedRanges: [ValueSet.Range(0, 0x7F)]))
        if !ascii.isEmpty { alternatives.append(interner.leaf(leaves.number(of: ascii))) }
        // For each length: the first scalar, the last one, the bits of the first byte, the bytes
        // after it.
        let lengths: [(lower: UInt32, upper: UInt32, mark: UInt32, following: Int)] = [
            (0x80, 0x7FF, 0xC0, 1), (0x800, 0xFFFF, 0xE0, 2), (0x1_0000, 0x10_FFFF, 0xF0, 3),
        ]
        let scalars = set.intersection(
            ValueSet(sortedRanges: [ValueSet.Range(0, 0xD7FF), ValueSet.Range(0xE000, 0x10_FFFF)]))
        for length in lengths {
            let part = scalars.intersection(ValueSet(sortedRanges: [ValueSet.Range(length.lower, length.upper)]))
            if part.isEmpty { continue }
            let shift = UInt32(6 * length.following)
            let node = branch(
                part, firstBytes: length.lower >> shift...length.upper >> shift, mark: length.mark, base: 0,
                following: length.following, &interner, &leaves)
            if interner[node].kind == .union {
                alternatives.append(contentsOf: interner.children(of: interner[node]))
            } else {
                alternatives.append(node)
            }
        }
        return interner.union(alternatives)
    }

    /// Returns the scalars from `base` on that begin with one of the given bytes, less their mark,
    /// and have the given number of further bytes.
    private static func branch(
        _ set: ValueSet, firstBytes: ClosedRange<UInt32>, mark: UInt32, base: UInt32, following: Int,
        _ interner: inout ExpressionInterner, _ leaves: inout LeafTable
    ) -> NodeID {
        // The bytes that lead to each node, in the order of the nodes' discovery.
        var ends: [(node: NodeID, bytes: [ValueSet.Range])] = []
        let width = UInt32(1) << UInt32(6 * following)
        for byte in firstBytes {
            let lower = base + byte * width
            let node = suffix(set, from: lower, following: following, &interner, &leaves)
            if node == ExpressionInterner.empty { continue }
            let range = ValueSet.Range(mark | byte, mark | byte)
            if let index = ends.firstIndex(where: { $0.node == node }) {
                ends[index].bytes.append(range)
            } else {
                ends.append((node, [range]))
            }
        }
        return interner.union(
            ends.map { end in
                let bytes = interner.leaf(leaves.number(of: ValueSet(end.bytes, in: .bytes)))
                return interner.concatenation(bytes, end.node)
            })
    }

    /// Returns the last bytes of the scalars from `lower` on, 64 to the power of `following` of
    /// them.
    private static func suffix(
        _ set: ValueSet, from lower: UInt32, following: Int,
        _ interner: inout ExpressionInterner, _ leaves: inout LeafTable
    ) -> NodeID {
        if following == 0 {
            return set.contains(lower) ? ExpressionInterner.epsilon : ExpressionInterner.empty
        }
        let width = UInt32(1) << UInt32(6 * following)
        let ranges = set.ranges
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upper < lower { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count, ranges[low].lower < lower + width else { return ExpressionInterner.empty }
        if ranges[low].lower <= lower, ranges[low].upper >= lower + width - 1 {
            let any = interner.leaf(leaves.number(of: ValueSet(sortedRanges: [ValueSet.Range(0x80, 0xBF)])))
            return interner.concatenation(Array(repeating: any, count: following))
        }
        return branch(
            set, firstBytes: 0...63, mark: 0x80, base: lower, following: following - 1, &interner, &leaves)
    }
}
