/// Disjoint sets of numbers: union-find with path halving. Each new number forms its own set.
///
/// - Reference: R. E. Tarjan, Efficiency of a good but not linear set union algorithm, Journal of
///   the ACM 22, 1975, doi:10.1145/321879.321884.
@usableFromInline
package struct DisjointSets: ~Copyable {
    @usableFromInline
    var parents = ScratchBuffer<UInt32>(capacity: 64)

    /// Creates an empty collection, to which ``join(_:_:)`` adds numbers.
    package init() {}

    package var byteCount: Int { parents.byteCount }

    /// Joins the sets of two numbers.
    ///
    /// - Returns: `false` if they are in the same set already.
    @inlinable @inline(__always) @discardableResult
    package mutating func join(_ one: UInt32, _ other: UInt32) -> Bool {
        while parents.count <= Int(max(one, other)) { parents.append(UInt32(truncatingIfNeeded: parents.count)) }
        let (one, other) = (root(of: one), root(of: other))
        if one == other { return false }
        // The greater root joins the smaller one, which is deterministic and as fast as by rank.
        if one < other { parents[Int(other)] = one } else { parents[Int(one)] = other }
        return true
    }

    /// Returns the least number in the set that contains `number`.
    package func least(inSetOf number: UInt32) -> UInt32 {
        Int(number) < parents.count ? root(of: number) : number
    }

    @inlinable @inline(__always)
    func root(of number: UInt32) -> UInt32 {
        var number = number
        while parents[Int(number)] != number {
            parents[Int(number)] = parents[Int(parents[Int(number)])]
            number = parents[Int(number)]
        }
        return number
    }
}
