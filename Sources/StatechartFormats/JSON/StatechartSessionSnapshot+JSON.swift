public import Statecharts
internal import TextSupport

extension StatechartSessionSnapshot {
    /// Returns the snapshot as JSON, which ``init(json:inputName:)`` reads.
    ///
    /// - Complexity: O(length of the text).
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

    /// Reads a snapshot from JSON.
    ///
    /// - Parameters:
    ///   - json: The text, as ``json()`` returns it.
    ///   - inputName: The text's name in messages.
    /// - Complexity: O(length of the text).
    /// - Throws: ``StatechartFormatError`` with line and column if the text isn't a snapshot.
    public init(json: String, inputName: String? = nil) throws(StatechartFormatError) {
        self = try JSONCursor.whole(json, named: inputName, "the snapshot") { (cursor) throws(TextProblem) in
            try Self(from: &cursor)
        }
    }

    /// Reads a snapshot from bytes of JSON.
    ///
    /// - Throws: ``StatechartFormatError`` with line and column if the text isn't a snapshot.
    public init(json text: UnsafeRawBufferPointer, inputName: String? = nil) throws(StatechartFormatError) {
        self = try JSONCursor.whole(text, named: inputName, "the snapshot") { (cursor) throws(TextProblem) in
            try Self(from: &cursor)
        }
    }

    // MARK: - Members

    private enum Key: String, JSONKey { case format, version, chart, time, clock, sessions, seed, first }

    /// The format's name, and the version that is written and read.
    private static let (formatName, formatVersion) = ("statechart-session", 1)

    func write(to json: inout JSONOutput) throws(TextProblem) {
        json.open("{", inLines: true)
        json.member(Key.format, Self.formatName)
        json.key(Key.version)
        json.number(Self.formatVersion)
        json.key(Key.time)
        json.write(time)
        json.key(Key.clock)
        json.write(clockStart)
        json.key(Key.sessions)
        json.number(sessionCount)
        json.member(Key.seed, String(randomSeed))
        json.key(Key.first)
        try first.write(to: &json)
        json.key(Key.chart)
        try json.chart(chart)
        json.close("}")
    }

    init(from cursor: inout JSONCursor) throws(TextProblem) {
        self.init(chart: Statechart(""))
        cursor.skipBlanks()
        let start = cursor.position
        let found = try cursor.object("a snapshot", Key.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .format: try cursor.require(format: Self.formatName)
            case .version: try cursor.require(version: Self.formatVersion)
            case .chart: chart = try StatechartJSONReader.chart(from: &cursor)
            case .time: time = try cursor.time()
            case .clock: clockStart = try cursor.time()
            case .sessions: sessionCount = try cursor.wholeNumber()
            case .seed: randomSeed = try cursor.payload()
            case .first: first = try Session(from: &cursor, depth: 0)
            }
        }
        for key in [Key.format, .version, .chart, .first, .sessions] where found[key] == nil {
            throw .missing(key, of: "the snapshot", at: start)
        }
    }
}

extension JSONOutput {
    /// Writes a chart as a value.
    mutating func chart(_ chart: Statechart) throws(TextProblem) {
        value(String(decoding: try JSONOutput.text(of: chart).dropLast(), as: UTF8.self))
    }
}

extension JSONCursor {
    mutating func require(format name: String) throws(TextProblem) {
        skipBlanks()
        let start = position
        let found = try string()
        guard found != name else { return }
        let kinds = [
            "statechart-session": "invokes charts or sends events by transports",
            SnapshotKeys.name: "neither invokes charts nor sends events by transports",
        ]
        let kind = kinds[name].flatMap { _ in kinds[found] }
        let cause = kind.map { ", but the snapshot is of a version of the chart that \($0)" } ?? ""
        throw TextProblem(
            offset: start, message: "expected the format '\(name)'\(cause)",
            remedy: kind.map { _ in "restore it with that version" })
    }

    mutating func require(version: Int) throws(TextProblem) {
        skipBlanks()
        let start = position
        guard try wholeNumber() == version else {
            throw TextProblem(offset: start, message: "expected version \(version)")
        }
    }
}
