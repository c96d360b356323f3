/// The search for the cheapest groups that cover items, each exactly once: branch and bound.
///
/// The first item that isn't covered is covered by each of its groups, the cheapest one first. A
/// branch ends if its lower bound isn't less than the least cost found so far. The bound adds the
/// least share of a group's cost for each open item.
struct CoverSearch {
    /// A set of items.
    struct Candidate {
        /// The items, as bits.
        let items: UInt64
        let cost: Double
    }

    private let candidates: [Candidate]
    /// For each item, the candidates without a lower item, by ascending cost for each of their
    /// items.
    private var byFirstItem: [[Int]]
    /// The least cost of the items from each one on.
    private var bounds: [Double]
    private var stepsLeft: Int
    private var chosen: [Int] = []
    private var best: (cost: Double, chosen: [Int])?

    /// The maximum number of items.
    static let maximumItemCount = 64
    /// The maximum number of steps; then the best cover so far is taken.
    private static let maximumStepCount = 5_000

    /// Returns the candidates of the cheapest cover, or `nil` if there is none.
    ///
    /// - Complexity: At most 5,000 steps, each in proportion to the candidates of an item.
    static func cheapest(_ candidates: [Candidate], itemCount: Int) -> [Int]? {
        var search = CoverSearch(candidates, itemCount)
        search.cover(0, itemCount, 0)
        return search.best?.chosen
    }

    private init(_ candidates: [Candidate], _ itemCount: Int) {
        self.candidates = candidates
        byFirstItem = Array(repeating: [], count: itemCount)
        var least = Array(repeating: Double.infinity, count: itemCount)
        for (index, candidate) in candidates.enumerated() {
            let share = candidate.cost / Double(candidate.items.nonzeroBitCount)
            byFirstItem[candidate.items.trailingZeroBitCount].append(index)
            for item in 0..<itemCount where candidate.items >> UInt64(item) & 1 != 0 {
                least[item] = min(least[item], share)
            }
        }
        func share(_ index: Int) -> Double { candidates[index].cost / Double(candidates[index].items.nonzeroBitCount) }
        for item in byFirstItem.indices { byFirstItem[item].sort { (share($0), $0) < (share($1), $1) } }
        bounds = least
        stepsLeft = Self.maximumStepCount
    }

    private mutating func cover(_ covered: UInt64, _ itemCount: Int, _ cost: Double) {
        stepsLeft -= 1
        if stepsLeft < 0, best != nil { return }
        var bound = cost
        var first = itemCount
        for item in (0..<itemCount).reversed() where covered >> UInt64(item) & 1 == 0 {
            bound += bounds[item]
            first = item
        }
        if let best, bound >= best.cost { return }
        guard first < itemCount else { return best = (cost, chosen) }
        for index in byFirstItem[first] where candidates[index].items & covered == 0 {
            chosen.append(index)
            cover(covered | candidates[index].items, itemCount, cost + candidates[index].cost)
            chosen.removeLast()
        }
    }
}
