/// A machine that reads what happens in runs, and judges them. Its states are numbered as they are
/// found.
protocol TraceMonitor: AnyObject {
    /// The observer's name, or the property.
    var subject: String { get }
    /// The state before the first step.
    func start() throws(AnalysisError) -> UInt32
    /// Returns the state after an observed event, by its number in the table.
    func next(after state: UInt32, on symbol: UInt32) throws(AnalysisError) -> UInt32
    /// Whether all runs that lead to the state are wrong.
    func isFailed(_ state: UInt32) -> Bool
    /// Whether something must still happen.
    func isOpen(_ state: UInt32) -> Bool
    /// Returns the state of the search for what must happen after a trace, from one of its states
    /// or from its first one; `nil` if it has happened.
    func search(after state: UInt32?, over trace: [UInt32]) -> UInt32?
    /// Whether ``isOpen(_:)`` can be true.
    var hasObligations: Bool { get }
    /// The reason of a failure, after "the observer" or the property.
    func message(failing state: UInt32, on event: String) -> String
    var stateCount: Int { get }
    var byteCount: Int { get }
}

extension TraceMonitor {
    /// Returns the state after a trace.
    ///
    /// - Returns: The state, and the number of the observed event at which the monitor failed.
    func next(
        after state: UInt32, over trace: [UInt32]
    ) throws(AnalysisError) -> (state: UInt32, failure: UInt32?) {
        var state = state
        if isFailed(state) { return (state, nil) }
        for symbol in trace {
            state = try next(after: state, on: symbol)
            if isFailed(state) { return (state, symbol) }
        }
        return (state, nil)
    }
}
