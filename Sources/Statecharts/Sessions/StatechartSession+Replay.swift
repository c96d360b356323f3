/// Recordings of sessions.
extension StatechartSession {
    /// Sends the events of a recording again, at their times.
    ///
    /// The replayed session takes the same steps as the recorded session if both have the same
    /// chart, the same ``StatechartContext/randomSeed``, and the same loaded charts.
    ///
    /// - Parameters:
    ///   - recording: The recording of a session with the same beginning.
    ///   - recorder: A listener, such as another recording to compare.
    /// - Throws: ``StateMachineError`` if a limit is reached; the replay then ends.
    public func replay(
        _ recording: StatechartRecording<ExpressionBehavior.Payload>, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        for input in recording.inputs { try take(input, recorder: &recorder) }
    }

    /// Sends the events of a recording again, at their times.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the replay then ends.
    public func replay(_ recording: StatechartRecording<ExpressionBehavior.Payload>) throws(StateMachineError) {
        var recorder = NoRecorder()
        try replay(recording, recorder: &recorder)
    }

    /// Processes one input of a recording.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached.
    package func take(
        _ input: StatechartRecording<ExpressionBehavior.Payload>.Input, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        switch input {
        case .time(let time): try advance(until: time, recorder: &recorder)
        case .event(let name, let payload, _): try send(name, payload?.data ?? .null, recorder: &recorder)
        }
    }

    /// The seed of random numbers in scripts, which a replay needs; see
    /// ``StatechartContext/randomSeed``.
    public var randomSeed: UInt64 { family.randomSeed }
}
