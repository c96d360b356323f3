/// Union-find over numbers, with path halving. A new number is in a set by itself.
///
/// Tarjan: *Efficiency of a good but not linear set union algorithm*, J. ACM 22 (1975),
/// doi:10.1145/321879.321884.
struct DisjointSets: ~Copyable {
    private var parents = ScratchBuffer<UInt32>(capacity: 64)

    var byteCount: Int { parents.byteCount }

    /// Joins the sets of two numbers.
    ///
    /// - Returns: `false` if they are in the same set already.
    @inline(__always)
    mutating func join(_ one: UInt32, _ other: UInt32) -> Bool {
        while parents.count <= Int(max(one, other)) { parents.append(UInt32(truncatingIfNeeded: parents.count)) }
        let (one, other) = (root(one), root(other))
        if one == other { return false }
        // The greater root joins the smaller one, which is deterministic and as fast as by rank.
        if one < other { parents[Int(other)] = one } else { parents[Int(one)] = other }
        return true
    }

    @inline(__always)
    private func root(_ element: UInt32) -> UInt32 {
        var element = element
        while parents[Int(element)] != element {
            parents[Int(element)] = parents[Int(parents[Int(element)])]
            element = parents[Int(element)]
        }
        return element
    }
}
