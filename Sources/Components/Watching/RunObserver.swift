/// A program's own view of a run, which is told in the run's turns what happens.
///
/// It must not send messages of the run, nor block, but for a pause of a simulation.
protocol RunObserver: AnyObject, Sendable {
    func observe(_ news: RunNews)
}

/// Something that a run tells its observers.
enum RunNews: Sendable {
    /// As ``Reports/happened``.
    case happened(Int, TraceEvent)
    case added(Assembly.Part)
    case removed(String)
    /// Channels have changed.
    case rewired
    /// A chart is in other states, or in these when the observer came.
    case states(part: String, [ChartReport.State])
    case failed(ComponentFailure)
    /// A pause of a system began or ended, or came to another stop.
    case paused
    /// The run has ended.
    case ended
}
