import Automata

/// A text that a budget bounds.
struct BoundedText {
    private(set) var text = ""
    private let budget: Budget
    private var piecesLeft = 0

    init(_ budget: Budget) {
        self.budget = budget
    }

    mutating func append(_ piece: String) throws(AutomataError) {
        text += piece
        piecesLeft -= 1
        if text.utf8.count > budget.maximumBytes {
            throw .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
        }
        if piecesLeft < 0 {
            piecesLeft = 4096
            if budget.isCancelled?() ?? false { throw .cancelled(statesBuilt: 0) }
        }
    }
}
