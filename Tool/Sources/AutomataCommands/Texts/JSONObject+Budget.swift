import Automata
import TextSupport

extension JSONObject {
    /// Returns the object on a line of its own.
    ///
    /// - Throws: ``AutomataError`` if the text is longer than the budget allows, or it is
    ///   cancelled.
    func line(within budget: Budget) throws(AutomataError) -> String {
        var (itemsLeft, isCancelled) = (0, false)
        let line = line { byteCount in
            itemsLeft -= 1
            if itemsLeft < 0 {
                itemsLeft = 4096
                isCancelled = budget.isCancelled?() ?? false
            }
            return isCancelled || byteCount > budget.maximumBytes
        }
        if let line { return line }
        throw isCancelled
            ? .cancelled(statesBuilt: 0) : .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
    }
}
