public import Statecharts

/// The reason why a chart can't observe another one.
public enum ObserverError: Error, Sendable, CustomStringConvertible {
    /// The chart has errors, or a budget stopped its compilation.
    case chart(StatechartError)
    /// The chart has no marked state.
    case noMark
    /// The chart has scripts, but no instance of their language.
    case scripts
    /// The state has an invocation or dynamic regions.
    case unsupported(state: String)
    /// The start of the chart reaches a limit.
    case start(StateMachineError)

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .chart(let error): "\(error)"
        case .noMark: "the observer can't fail; name the state in which it fails 'fail', or begin its name with 'fail.'"
        case .scripts: "the observer has scripts; write its conditions and actions as the library's own expressions"
        case .unsupported(let state):
            "the state '\(state)' of the observer has an invocation or dynamic regions; leave them out"
        case .start(let error): error.description
        }
    }
}
