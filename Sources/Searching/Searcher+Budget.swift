public import Automata
internal import RegularExpressions
public import WorkLimits

extension Searcher {
    /// Calls a function with each match in turn, until the function returns `false`.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: `AutomataError.cancelled(statesBuilt:)` if the budget cancels the search, which is
    ///   checked every few million bytes, or more often if bytes take longer;
    ///   `AutomataError.budgetExceeded(statesBuilt:limit:)` if the machine has too little memory
    ///   for sets of states.
    public func forEachMatch(
        in text: borrowing some SearchableText & ~Copyable & ~Escapable, budget: Budget, _ body: (Match) -> Bool
    ) throws(AutomataError) {
        try text.withSearchedBytes { bytes throws(AutomataError) in
            try forEachMatch(in: bytes, partSize: Self.partSize, budget: budget, body)
        }
    }

    /// The number of bytes between two checks of the budget. A search starts again after each
    /// check, which costs little for parts of this size.
    private static let partSize = 1 << 24

    /// Calls a function with each match in turn, and checks the budget before each part of the
    /// text.
    package func forEachMatch(
        in text: UnsafeRawBufferPointer, partSize: Int, budget: Budget, _ body: (Match) -> Bool
    ) throws(AutomataError) {
        var progress = SearchProgress()
        progress.budget = budget
        var front = AssertionResolution.Side.nothing.rawValue
        var (rest, size) = (text[...], partSize)
        while true {
            try budget.check(statesBuilt: 0)
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
            let isLast = part.count == rest.count
            search(part, from: &progress, front: front, endsText: isLast, vectors: VectorWidth.widest) {
                body($0) ? .next : .stop
            }
            if let failure = progress.failure { throw failure }
            if isLast || progress.cursor.isStopped { return }
            let searchedCount = min(progress.doneCount, part.count)
            if searchedCount > 0 { front = sideOfByte[Int(part[searchedCount - 1])] }
            progress.move(to: searchedCount)
            rest = rest.dropFirst(searchedCount)
            // The next part must be longer than what is left of this one.
            size = max(partSize, 2 * (part.count - searchedCount))
        }
    }
}
