import Automata
import AutomataCounting

extension BigInteger {
    /// Returns the decimal digits, within a budget.
    func digits(budget: Budget) throws(AutomataError) -> String {
        do throws(LimitError) { return try text(budget: budget) } catch { throw AutomataError(error) }
    }
}
