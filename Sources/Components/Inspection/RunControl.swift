/// Pauses a run for its listeners.
protocol RunControl: Sendable {
    /// Whether the run is paused, and the message that it is about to handle, if that is known.
    var state: (isPaused: Bool, next: TraceEvent?) { get }
    /// Stops the run before its next message.
    func pause()
    /// Lets the run handle one message.
    ///
    /// - Returns: Whether the run is paused.
    func step() -> Bool
    /// Lets the run go on.
    func resume()
    /// Lets the run go on if a listener has paused it, as none is left.
    ///
    /// - Parameter isFinal: Whether the run can't be paused any more.
    func release(isFinal: Bool)
}

/// Pauses a system.
final class SystemControl: RunControl {
    private weak let host: SystemHost?
    private let news: InspectionNews
    /// Whether a listener has paused it, and not the program.
    private let hasPaused = Guarded(false)

    init(_ host: SystemHost, _ news: InspectionNews) { (self.host, self.news) = (host, news) }

    var state: (isPaused: Bool, next: TraceEvent?) { (host?.shared.withLock(\.pause.isOn) ?? false, nil) }

    func pause() {
        hasPaused.withLock { $0 = true }
        host?.beginPause()
    }

    func step() -> Bool {
        guard let host, state.isPaused else { return false }
        Task { [news] in
            _ = await host.step(nil)
            news.notePause()
        }
        return true
    }

    func resume() {
        hasPaused.withLock { $0 = false }
        host?.resume()
    }

    func release(isFinal: Bool) { if hasPaused.withLock({ $0 }) { resume() } }
}
