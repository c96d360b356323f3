/// A recording of a run with all its inputs, which can be replayed.
///
///     var recording = StatechartRecording<Never>()
///     try machine.send(.push, to: &door, recorder: &recording)
///
/// A recording grows with every event. If the payloads can be encoded, so can the recording. A run
/// whose guards and actions depend on the behavior and the events alone ends in the same
/// configuration when it is replayed.
public struct StatechartRecording<Payload>: StatechartRecorder {
    /// The inputs, the oldest first.
    public private(set) var inputs: [Input] = []
    /// The steps. The first step is the start, if the start was recorded.
    public private(set) var steps: [Step] = []

    /// An input from outside.
    public enum Input {
        /// An event with its data, and the number of the only region that sees it; `nil` if all
        /// regions see it.
        case event(String, Payload?, region: Int?)
        /// The time since the start to which the run advanced.
        case time(Duration)
    }

    /// One step.
    public struct Step: Hashable, Sendable, Codable {
        /// The event's name; empty if the step needed no event.
        public let event: String
        /// The cause of the step.
        public let cause: StepCause
        /// The time since the start.
        public let time: Duration
        /// The states that were left, in this order.
        public fileprivate(set) var exits: [String] = []
        /// The transitions that were taken, in this order.
        public fileprivate(set) var transitions: [Transition] = []
        /// The states that were entered, in this order.
        public fileprivate(set) var entries: [String] = []
    }

    /// A transition, by its source and its index in the source's transitions.
    public struct Transition: Hashable, Sendable, Codable {
        /// The state that has the transition.
        public let source: String
        /// The transition's index among the state's transitions.
        public let index: Int

        package init(source: String, index: Int) {
            self.source = source
            self.index = index
        }
    }

    /// Creates a recording, empty or with inputs to replay.
    public init(inputs: [Input] = []) { self.inputs = inputs }

    /// Creates a recording that was saved.
    package init(inputs: [Input], steps: [Step]) { (self.inputs, self.steps) = (inputs, steps) }

    /// Records an event.
    public mutating func received<Other>(_ event: String, _ payload: Other?, region: Int?) {
        inputs.append(.event(event, payload as? Payload, region: region))
    }

    /// Records that the time advanced.
    public mutating func waited(until time: Duration) { inputs.append(.time(time)) }

    /// Records the beginning of a step.
    public mutating func began(event: String, cause: StepCause, at time: Duration) {
        steps.append(Step(event: event, cause: cause, time: time))
    }

    /// Records a state that was left.
    public mutating func left(_ state: String) {
        if !steps.isEmpty { steps[steps.count - 1].exits.append(state) }
    }

    /// Records a transition.
    public mutating func took(source: String, _ index: Int) {
        if !steps.isEmpty { steps[steps.count - 1].transitions.append(Transition(source: source, index: index)) }
    }

    /// Records a state that was entered.
    public mutating func entered(_ state: String) {
        if !steps.isEmpty { steps[steps.count - 1].entries.append(state) }
    }
}

extension StatechartRecording: Codable where Payload: Codable {}
extension StatechartRecording.Input: Codable where Payload: Codable {}
extension StatechartRecording: Sendable where Payload: Sendable {}
extension StatechartRecording.Input: Sendable where Payload: Sendable {}
extension StatechartRecording: Equatable where Payload: Equatable {}
extension StatechartRecording.Input: Equatable where Payload: Equatable {}
extension StatechartRecording: Hashable where Payload: Hashable {}
extension StatechartRecording.Input: Hashable where Payload: Hashable {}

extension StateMachine {
    /// Sends the events of a recording again, at their times.
    ///
    /// - Throws: An error if a limit is reached; the replay then ends.
    public mutating func replay(
        _ recording: StatechartRecording<Behavior.Payload>, to behavior: inout Behavior
    ) throws(StateMachineError) {
        var recorder = NoRecorder()
        try replay(recording, to: &behavior, recorder: &recorder)
    }

    /// Sends the events of a recording again, at their times, with a recorder.
    ///
    /// - Parameters:
    ///   - recording: The recording of a run that began like this one.
    ///   - behavior: The behavior, as it was when the recording began.
    ///   - recorder: A listener, such as another recording to compare.
    /// - Throws: An error if a limit is reached; the replay then ends.
    public mutating func replay(
        _ recording: StatechartRecording<Behavior.Payload>, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        for input in recording.inputs {
            switch input {
            case .time(let time): try advance(until: time, to: &behavior, recorder: &recorder)
            case .event(let name, let payload, let region):
                guard let event = Behavior.Event(rawValue: name) else { continue }
                if let region {
                    try send(event, payload, inRegion: region, to: &behavior, recorder: &recorder)
                } else {
                    try send(event, payload, to: &behavior, recorder: &recorder)
                }
            }
        }
    }

    @inlinable @inline(__always)
    func recordInput<Recorder: StatechartRecorder>(
        _ recorder: inout Recorder, _ event: Behavior.Event, _ payload: Behavior.Payload?, region: Int?
    ) {
        if Recorder.isRecording { recorder.received(event.rawValue, payload, region: region) }
    }

    @inlinable @inline(__always)
    func recordInput<Recorder: StatechartRecorder>(_ recorder: inout Recorder, _ time: Duration) {
        if Recorder.isRecording { recorder.waited(until: time) }
    }
}
