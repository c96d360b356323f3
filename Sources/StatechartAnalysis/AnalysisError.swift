internal import Automata
public import Statecharts

/// The reason why a chart can't be explored.
public enum AnalysisError: Error, Sendable, CustomStringConvertible {
    /// The chart has errors, or a budget stopped its compilation.
    case chart(StatechartError)
    /// The chart has states with dynamic regions, whose number has no bound.
    case dynamicRegions(state: String)
    /// The chart has more configurations than the limit; `causes` lists the parts of the chart that
    /// multiply their number most, such as a region with its number of states.
    case tooManyStates(reached: Int, limit: Int, causes: [String])
    /// One configuration has more moves than the limit.
    case tooManyMoves(limit: Int)
    /// The work was cancelled, or there isn't enough memory.
    case stopped(LimitError)
    /// A condition over states isn't valid; the text says why.
    case invalidCondition(String)
    /// A property of runs isn't valid; the text says why.
    case invalidProperty(String)
    /// A chart can't be an observer in an exploration; the text says why.
    case invalidObserver(String)
    /// The chart has no event with that name.
    case unknownEvent(String)
    /// The chart has no variable with that name.
    case unknownVariable(String)

    /// Creates the error of an algorithm for automata that a budget has stopped.
    init(_ error: AutomataError) {
        self =
            switch error {
            case .budgetExceeded(let built, let limit): .stopped(.budgetExceeded(built: built, limit: limit))
            case .cancelled(let built): .stopped(.cancelled(built: built))
            case .tooLarge(let things): .stopped(.tooLarge(things))
            default: .stopped(.tooLarge("configurations"))
            }
    }

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .chart(let error): "\(error)"
        case .dynamicRegions(let state):
            "the state '\(state)' has dynamic regions, whose number has no bound; make it an orthogonal state"
        case .tooManyStates(let reached, let limit, let causes):
            "there are more than \(limit) configurations (\(reached) were reached); raise the limit, or make the chart "
                + "smaller\(causes.isEmpty ? "" : "; most are due to " + causes.joined(separator: ", "))"
        case .tooManyMoves(let limit):
            "one configuration has more than \(limit) moves; use fewer guards at once"
        case .stopped(let error): error.description
        case .invalidCondition(let reason), .invalidProperty(let reason), .invalidObserver(let reason): reason
        case .unknownEvent(let name): "unknown event '\(name)'; name an event of the chart"
        case .unknownVariable(let name): "unknown variable '\(name)'; name a variable of the chart"
        }
    }
}
