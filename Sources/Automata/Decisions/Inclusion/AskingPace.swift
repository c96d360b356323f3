/// How often to ask whether the pairs that are known imply another one: nearly always while the answer often is yes, as each yes saves all
/// that the pair leads to, and otherwise for a share of the work.
///
/// A question can take as long as there are pairs, and so all of them the square of that. So even where most are worth it, they take no more
/// than a part of the work that leaves the search within a constant factor of one that never asks.
struct AskingPace {
    private static let free = 1 << 11

    private var asked = 0
    private var hits = 0
    private var work = 0

    /// - Parameter total: the work of the search, asking included.
    @inline(__always)
    func isDue(work total: Int) -> Bool {
        let (parts, whole) = hits * 8 >= asked ? (7, 8) : (1, 4)
        return work * whole < total * parts + Self.free
    }

    @inline(__always)
    mutating func note(work: Int, isHit: Bool) {
        self.work &+= work
        asked += 1
        if isHit { hits += 1 }
        if asked == 128 { (asked, hits) = (64, hits / 2) }
    }
}
