internal import Automata
public import Components
internal import RegularExpressions
public import WorkLimits

extension Contract {
    /// Creates the contract whose conversations are the words of an expression.
    ///
    ///     let talk = try Contract("(!fetch (?fetched | !cancel))*")
    ///
    /// | text | meaning |
    /// |---|---|
    /// | `!fetch` | the component sends `fetch` |
    /// | `?fetched` | it receives `fetched`, or the answer to its command of that name |
    /// | `!requests.fetch` | it sends `fetch` through `requests`, if others send `fetch`, too |
    /// | `timeout` | it receives a message from itself, through an event port, as of timers |
    /// | `a b` | `a`, then `b` |
    /// | `a \| b` | `a` or `b` |
    /// | `a*`, `a+`, `a?` | `a` any number of times, at least once, at most once |
    /// | `()` | no message |
    ///
    /// The sign `?` directly before a name is that of receiving, and belongs to what is before it
    /// otherwise; between two, as in `!a?b`, it is an error.
    ///
    /// - Complexity: O(2ⁿ) at worst for *n* actions in the text; O(*n*) for most.
    /// - Throws: ``ContractError/invalidExpression(column:_:)``, or ``ContractError/stopped(_:)``
    ///   by the budget.
    public init(_ expression: String, budget: Budget = .default) throws(ContractError) {
        let parsed = try ContractParser.parse(expression)
        let dfa: DFA
        do throws(AutomataError) { dfa = try parsed.dfa(budget: budget) } catch {
            throw .stopped(error.description)
        }
        try self.init(dfa, budget: budget)
    }
}
