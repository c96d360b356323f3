public import Statecharts
internal import TextSupport

/// A recording of a session, with everything that a replay needs: the chart, the seed of random
/// numbers, and the snapshot from which the session was resumed, if any.
public struct StatechartSessionRecording: Hashable, Sendable {
    /// The chart of the recorded session.
    public var chart: Statechart
    /// The seed of random numbers in scripts.
    public var randomSeed: UInt64
    /// The restored sessions before the first input; `nil` if the recording begins with a new
    /// session.
    public var start: StatechartSessionSnapshot?
    /// The inputs and the steps of the first session.
    public var recording: StatechartRecording<ExpressionBehavior.Payload>

    /// Creates a recording.
    public init(
        chart: Statechart, randomSeed: UInt64, start: StatechartSessionSnapshot? = nil,
        recording: StatechartRecording<ExpressionBehavior.Payload> = .init()
    ) {
        (self.chart, self.randomSeed, self.start, self.recording) = (chart, randomSeed, start, recording)
    }

    /// Throws an error if a chart differs from the recorded chart.
    ///
    /// - Throws: `SnapshotError` with the first differences.
    public func check(of chart: Statechart) throws(SnapshotError) {
        let snapshot = StatechartSessionSnapshot(chart: self.chart)
        do throws(SnapshotError) { try snapshot.check(of: chart) } catch {
            let text = error.description
            throw SnapshotError("the recording" + text.dropFirst("the snapshot".count))
        }
    }

    // MARK: - JSON

    private enum Key: String, JSONKey { case format, version, chart, seed, start, inputs, steps }
    private enum InputKey: String, JSONKey { case time, event, data }
    private enum StepKey: String, JSONKey { case event, cause, time, left, taken, entered }
    private enum TransitionKey: String, JSONKey { case source, transition }

    /// The format's name, and the version that is written and read.
    private static let (formatName, formatVersion) = ("statechart-recording", 1)

    /// Returns the recording as JSON, which ``init(json:inputName:)`` reads.
    ///
    /// - Throws: ``StatechartFormatError`` if JSON can't represent a number or the chart.
    public func json() throws(StatechartFormatError) -> String {
        do throws(TextProblem) {
            var json = JSONOutput()
            try write(to: &json)
            return String(decoding: json.text.bytes, as: UTF8.self) + "\n"
        } catch {
            throw StatechartFormatError(message: error.message, remedy: error.remedy, isLimit: error.isLimit)
        }
    }

    private func write(to json: inout JSONOutput) throws(TextProblem) {
        json.open("{", inLines: true)
        json.member(Key.format, Self.formatName)
        json.key(Key.version)
        json.number(Self.formatVersion)
        json.member(Key.seed, String(randomSeed))
        json.key(Key.inputs)
        json.open("[", inLines: true)
        for input in recording.inputs {
            json.item()
            json.open("{")
            switch input {
            case .time(let time):
                json.key(InputKey.time)
                json.write(time)
            case .event(let name, let payload, _):
                json.member(InputKey.event, name)
                let data = payload?.data ?? .null
                try data.requireFinite("the data of the event \(Message.quoted(name.utf8))")
                if data != .null {
                    json.key(InputKey.data)
                    json.write(data)
                }
            }
            json.close("}")
        }
        json.close("]")
        json.key(Key.steps)
        json.open("[", inLines: true)
        for step in recording.steps {
            json.item()
            json.open("{")
            json.member(StepKey.event, step.event)
            json.member(StepKey.cause, step.cause.rawValue)
            json.key(StepKey.time)
            json.write(step.time)
            json.key(StepKey.left)
            json.strings(step.exits)
            json.key(StepKey.taken)
            json.open("[")
            for transition in step.transitions {
                json.item()
                json.open("{")
                json.member(TransitionKey.source, transition.source)
                json.key(TransitionKey.transition)
                json.number(transition.index)
                json.close("}")
            }
            json.close("]")
            json.key(StepKey.entered)
            json.strings(step.entries)
            json.close("}")
        }
        json.close("]")
        if let start {
            json.key(Key.start)
            try start.write(to: &json)
        }
        json.key(Key.chart)
        try json.chart(chart)
        json.close("}")
    }

    /// Reads a recording from JSON.
    ///
    /// - Parameters:
    ///   - json: The text, as ``json()`` returns it.
    ///   - inputName: The text's name in messages.
    /// - Throws: ``StatechartFormatError`` with line and column if the text isn't a recording.
    public init(json: String, inputName: String? = nil) throws(StatechartFormatError) {
        self = try JSONCursor.whole(json, named: inputName, "the recording") { (cursor) throws(TextProblem) in
            try Self(from: &cursor)
        }
    }

    private init(from cursor: inout JSONCursor) throws(TextProblem) {
        self.init(chart: Statechart(""), randomSeed: 0)
        var inputs: [StatechartRecording<ExpressionBehavior.Payload>.Input] = []
        var steps = StatechartRecording<ExpressionBehavior.Payload>()
        cursor.skipBlanks()
        let start = cursor.position
        let found = try cursor.object("a recording", Key.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .format: try cursor.require(format: Self.formatName)
            case .version: try cursor.require(version: Self.formatVersion)
            case .chart: chart = try StatechartJSONReader.chart(from: &cursor)
            case .seed: randomSeed = try cursor.payload()
            case .start: self.start = try StatechartSessionSnapshot(from: &cursor)
            case .inputs: inputs = try cursor.list { (cursor) throws(TextProblem) in try Self.input(&cursor) }
            case .steps:
                _ = try cursor.list { (cursor) throws(TextProblem) in try Self.step(&cursor, into: &steps) }
            }
        }
        for key in [Key.format, .version, .chart, .inputs] where found[key] == nil {
            throw .missing(key, of: "the recording", at: start)
        }
        recording = StatechartRecording(inputs: inputs, steps: steps.steps)
    }

    private static func input(
        _ cursor: inout JSONCursor
    ) throws(TextProblem) -> StatechartRecording<ExpressionBehavior.Payload>.Input {
        var (time, name, data) = (Duration?.none, String?.none, Value.null)
        cursor.skipBlanks()
        let start = cursor.position
        try cursor.object("an input", InputKey.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .time: time = try cursor.time()
            case .event: name = try cursor.string()
            case .data: data = try cursor.value()
            }
        }
        switch (time, name) {
        case (let time?, nil): return .time(time)
        case (nil, let name?): return .event(name, .init(name: name, data: data), region: nil)
        default: throw TextProblem(offset: start, message: "expected either 'time' or 'event' in an input")
        }
    }

    private static func step(
        _ cursor: inout JSONCursor, into steps: inout StatechartRecording<ExpressionBehavior.Payload>
    ) throws(TextProblem) {
        var (event, cause, time) = ("", StepCause.sent, Duration.zero)
        var (left, taken, entered) = ([String](), [(source: String, index: Int)](), [String]())
        try cursor.object("a step", StepKey.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .event: event = try cursor.string()
            case .cause: cause = try cursor.cause()
            case .time: time = try cursor.time()
            case .left: left = try cursor.names()
            case .taken:
                taken = try cursor.list { (cursor) throws(TextProblem) in
                    var (source, index) = ("", 0)
                    try cursor.object("a transition", TransitionKey.self) { (cursor, key) throws(TextProblem) in
                        switch key {
                        case .source: source = try cursor.string()
                        case .transition: index = try cursor.wholeNumber()
                        }
                    }
                    return (source, index)
                }
            case .entered: entered = try cursor.names()
            }
        }
        steps.began(event: event, cause: cause, at: time)
        for state in left { steps.left(state) }
        for transition in taken { steps.took(source: transition.source, transition.index) }
        for state in entered { steps.entered(state) }
    }
}
