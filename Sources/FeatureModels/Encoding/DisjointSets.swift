/// A partition of numbers whose sets can be united.
///
/// - Reference: R. E. Tarjan, Efficiency of a good but not linear set union algorithm, Journal of
///   the ACM 22, 1975, doi:10.1145/321879.321884.
struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    /// Returns the least element of the set that contains another one.
    mutating func representative(of element: Int) -> Int {
        var element = element
        while parents[element] != element {
            parents[element] = parents[parents[element]]
            element = parents[element]
        }
        return element
    }

    /// Unites the sets of two elements.
    mutating func unite(_ left: Int, _ right: Int) {
        let (left, right) = (representative(of: left), representative(of: right))
        parents[max(left, right)] = min(left, right)
    }
}
