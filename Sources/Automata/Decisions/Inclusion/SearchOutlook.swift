/// How much work a search has left, guessed from what it does: where exploring finds less than one thing to explore for each that it explores,
/// what waits soon runs out.
struct SearchOutlook: BitwiseCopyable {
    /// The guess; ``Int/max`` where no end is in sight.
    private(set) var remainingWork = Int.max
    private var exploredBefore = 0
    private var foundBefore = 0
    private var workBefore = 0

    /// Looks at what a search has explored, found and done since the last look.
    mutating func look(explored: Int, found: Int, work: Int) {
        let (newlyExplored, newlyFound) = (explored - exploredBefore, found - foundBefore)
        // Few of them tell little.
        if newlyExplored < 8 { return }
        remainingWork = .max
        if newlyFound < newlyExplored {
            let rounds = Double(found - explored) / Double(newlyExplored - newlyFound)
            let guess = rounds * Double(work - workBefore)
            if guess < 1e15 { remainingWork = Int(guess) }
        }
        (exploredBefore, foundBefore, workBefore) = (explored, found, work)
    }
}
