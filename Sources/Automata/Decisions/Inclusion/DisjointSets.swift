/// Union-find over numbers, with path halving; a number that is new begins as a set of its own.
///
/// Tarjan: *Efficiency of a good but not linear set union algorithm*, J. ACM 22 (1975),
/// doi:10.1145/321879.321884.
struct DisjointSets: ~Copyable {
    private var parents = ScratchBuffer<UInt32>(capacity: 64)

    var byteCount: Int { parents.byteCount }

    /// - Returns: `false` if both are in one set already.
    @inline(__always)
    mutating func join(_ one: UInt32, _ other: UInt32) -> Bool {
        while parents.count <= Int(max(one, other)) { parents.append(UInt32(truncatingIfNeeded: parents.count)) }
        let (one, other) = (root(one), root(other))
        if one == other { return false }
        // The later one joins the earlier one: as good as by rank on these chains, and
        // deterministic.
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
