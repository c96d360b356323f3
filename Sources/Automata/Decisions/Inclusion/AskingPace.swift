/// How often to ask whether the pairs that are known imply another one: always while the answer often is yes, as each yes saves all that the
/// pair leads to, and otherwise for a share of the work.
struct AskingPace {
    private static let free = 1 << 11

    private var asked = 0
    private var hits = 0
    private var work = 0

    /// - Parameter total: the work of the search, asking included.
    @inline(__always)
    func isDue(work total: Int) -> Bool { hits * 8 >= asked || work * 4 < total + Self.free }

    @inline(__always)
    mutating func note(work: Int, isHit: Bool) {
        self.work &+= work
        asked += 1
        if isHit { hits += 1 }
        if asked == 128 { (asked, hits) = (64, hits / 2) }
    }
}
