/// An error of a contract.
public enum ContractError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no state.
    case noStates
    /// A transition names a state that doesn't exist.
    case unknownState(Int, count: Int)
    /// Two transitions on one action leave a state.
    case duplicateTransition(state: Int, Contract.Action)
    /// A text, or the name in an action, can't be an action.
    case invalidAction(String)
    /// The table is too large.
    case tooLarge
    /// An expression is wrong at a column, counted from 1.
    case invalidExpression(column: Int, String)
    /// The language of an expression, an automaton or a chart is empty.
    case emptyLanguage
    /// An automaton or a chart can't be a contract, for a reason.
    case notConvertible(String)
    /// The budget has run out, for a reason.
    case stopped(String)

    /// The error, with what to do.
    public var description: String {
        switch self {
        case .noStates: "a contract needs a state; add the start"
        case .unknownState(let state, let count): "unknown state \(state); number the states from 0 to \(count - 1)"
        case .duplicateTransition(let state, let action):
            "two transitions on \(action.description.printable) leave state \(state); keep one"
        case .invalidAction(let text):
            "invalid action \(text.quoted); write !message, ?message or timeout, without spaces and ( ) | * + ! ? in names"
        case .tooLarge: "the contract has too many states and actions; divide it"
        case .invalidExpression(let column, let message): "column \(column): \(message)"
        case .emptyLanguage:
            "the contract allows no conversation, not even an empty one; let a final state be reachable"
        case .notConvertible(let reason), .stopped(let reason): reason
        }
    }
}
