internal import TextSupport

/// A run as a program sees it that listens to an inspector.
@_spi(Tool) public struct InspectionReader: Sendable {
    /// Whether the run may be paused.
    public private(set) var allowsControl = false
    /// The parts and channels.
    public private(set) var assembly = Assembly()
    /// The states of charts, by the names of their parts.
    public private(set) var states: [String: [ChartReport.State]] = [:]
    /// The latest events, with their numbers.
    public private(set) var events: [(number: Int, event: TraceEvent)] = []
    /// The latest failures.
    public private(set) var failures: [ComponentFailure] = []
    /// The number of events that the run told, but not to this program.
    public private(set) var missedCount = 0
    /// Whether the run waits for a request.
    public private(set) var isPaused = false
    /// The stop at a breakpoint that made the run pause.
    public private(set) var stop: String?
    /// The part that is about to handle a message, and the message, if the run waits there.
    public private(set) var next: (part: String, id: String)?
    /// Whether the run has ended.
    public private(set) var hasEnded = false
    /// The numbers of messages that wait for parts, as of the last answer about them; `nil` if
    /// they aren't known.
    public private(set) var waitingCounts: [(part: String, count: Int)]?
    /// The first messages that wait; `nil` if they aren't known.
    public private(set) var waitingMessages: [String]?
    /// The error of the last request; `nil` if it was carried out.
    public private(set) var refusal: String?

    /// The maximum number of events, and of failures, that are kept.
    public static let eventLimit = 10_000

    /// Creates the view of a run that nothing is known of.
    public init() {}

    /// A line that isn't of the protocol.
    public struct Problem: Error, CustomStringConvertible {
        /// The problem, with what to do.
        public let description: String
    }

    /// The error of a component of another program, as its text.
    private struct ToldError: Error, CustomStringConvertible { let description: String }

    /// The kinds of lines.
    public enum Line: Sendable { case news, answer }

    /// Reads a line of an inspector.
    ///
    /// Keys and kinds of news that aren't known are skipped.
    ///
    /// - Returns: Whether it is news or the answer to a request.
    /// - Throws: ``Problem`` if the line isn't of the protocol.
    /// - Complexity: O(*n*) for *n* bytes, amortized.
    @discardableResult
    public mutating func read(_ line: [UInt8]) throws(Problem) -> Line {
        var fields: Result<Fields, TextProblem> = .success(Fields())
        line.withUnsafeBytes { bytes in
            fields = Result { () throws(TextProblem) in
                var cursor = JSONCursor(bytes)
                let fields = try Fields(&cursor)
                try cursor.finish("the end of the line")
                return fields
            }
        }
        do throws(TextProblem) { return try take(fields.get()) } catch {
            throw Problem(
                description: "the program sent a line that isn't of the protocol of inspectors: \(error.message); "
                    + "build both programs with the same version of Automata")
        }
    }

    private mutating func take(_ fields: Fields) throws(TextProblem) -> Line {
        guard let kind = fields.texts["news"] else {
            refusal = fields.texts["error"]
            if fields.texts["answer"] == InspectionRequest.waiting.rawValue {
                (waitingCounts, waitingMessages) = (fields.counts, fields.messages)
            }
            return .answer
        }
        try take(kind, fields)
        return .news
    }

    /// The maximum number of parts inside each other.
    private static let depthLimit = 100

    /// Checks that each part has a name of its own, and that a picture of parts inside others ends.
    private static func check(_ parts: [Assembly.Part]) throws(TextProblem) {
        var containers: [String: String] = [:]
        for part in parts where containers.updateValue(part.container, forKey: part.name) != nil {
            throw TextProblem(message: "two parts of one name")
        }
        for part in parts {
            var (name, depth) = (part.name, 0)
            // One that contains itself has no end, either.
            while let container = containers[name] {
                (name, depth) = (container, depth + 1)
                if depth > depthLimit { throw TextProblem(message: "more than \(depthLimit) parts inside each other") }
            }
        }
    }

    private mutating func take(_ kind: String, _ fields: Fields) throws(TextProblem) {
        let part = fields.texts["part"]
        switch kind {
        case "run":
            guard fields.numbers["version"] == Double(InspectionJournal.version) else {
                throw TextProblem(message: "unknown version of the protocol")
            }
            allowsControl = fields.flags["allowsControl"] ?? false
        case "assembly":
            try Self.check(fields.parts)
            assembly = Assembly(parts: fields.parts, channels: fields.channels)
            let names = Set(fields.parts.map(\.name))
            states = states.filter { names.contains($0.key) }
        case "removed":
            assembly.removePart(part ?? "")
            states[part ?? ""] = nil
        case "states":
            if let part, assembly.parts.contains(where: { $0.name == part }) { states[part] = fields.states }
        case "event":
            guard fields.texts["kind"] != nil, let number = fields.numbers["number"].flatMap(Int.init(exactly:)) else {
                throw TextProblem(message: "incomplete event")
            }
            // A later version may have further kinds.
            guard let event = fields.event else { break }
            events.append((number, event))
            if events.count > 2 * Self.eventLimit { events.removeFirst(events.count - Self.eventLimit) }
        case "missed":
            let count = max(0, fields.numbers["count"].flatMap(Int.init(exactly:)) ?? 0)
            missedCount += min(count, .max - missedCount)
        case "failure":
            let error = ToldError(description: fields.texts["error"] ?? "")
            failures.append(ComponentFailure(component: part ?? "", error: error, time: fields.time))
            if failures.count > 2 * Self.eventLimit { failures.removeFirst(failures.count - Self.eventLimit) }
        case "paused":
            (isPaused, stop) = (true, fields.texts["breakpoint"])
            next = fields.texts["id"].map { (part ?? "", $0) }
        case "resumed": (isPaused, next, stop) = (false, nil, nil)
        case "ended": (isPaused, next, stop, hasEnded) = (false, nil, nil, true)
        default: break
        }
    }
}

/// The members of a line, by their names.
private struct Fields {
    var texts: [String: String] = [:]
    var numbers: [String: Double] = [:]
    var flags: [String: Bool] = [:]
    var parts: [Assembly.Part] = []
    var channels: [Assembly.Channel] = []
    var states: [ChartReport.State] = []
    var counts: [(part: String, count: Int)]?
    var messages: [String]?

    init() {}

    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        try cursor.object("an object") { cursor, key, _ throws(TextProblem) in
            switch key {
            case "parts": parts = try cursor.list { cursor throws(TextProblem) in try Assembly.Part(&cursor) }
            case "channels": channels = try cursor.list { cursor throws(TextProblem) in try Assembly.Channel(&cursor) }
            case "states": states = try cursor.list { cursor throws(TextProblem) in try ChartReport.State(&cursor) }
            case "counts": counts = try cursor.list { cursor throws(TextProblem) in try Self.count(&cursor) }
            case "messages": messages = try cursor.list { cursor throws(TextProblem) in try cursor.string() }
            default: try take(key, &cursor)
            }
        }
    }

    private static func count(_ cursor: inout JSONCursor) throws(TextProblem) -> (part: String, count: Int) {
        var (part, count) = ("", 0)
        try cursor.object("a number of messages") { cursor, key, _ throws(TextProblem) in
            switch key {
            case "part": part = try cursor.string()
            case "count": count = try cursor.wholeNumber()
            default: try cursor.skipValue()
            }
        }
        return (part, count)
    }

    private mutating func take(_ key: String, _ cursor: inout JSONCursor) throws(TextProblem) {
        cursor.skipBlanks()
        switch cursor.peek {
        case UInt8(ascii: "\"")?: texts[key] = try cursor.string()
        case UInt8(ascii: "t")?, UInt8(ascii: "f")?: flags[key] = try cursor.flag()
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?, UInt8(ascii: "n")?: try cursor.skipValue()
        default: numbers[key] = try cursor.number()
        }
    }

    var time: Duration { numbers["time"].map { .milliseconds(1) * max(0, min($0, 1e15)) } ?? .zero }

    var event: TraceEvent? {
        let kind: TraceEvent.Kind
        switch texts["kind"] {
        case "sent": kind = .sent
        case "handled": kind = .handled
        case "lost":
            guard let reason = texts["reason"].flatMap(MessageLoss.init) else { return nil }
            kind = .lost(reason)
        case "failed": kind = .failed
        case "restarted": kind = .restarted
        default: return nil
        }
        return TraceEvent(
            kind, at: time, id: texts["id"].flatMap(MessageID.init), component: texts["part"] ?? "",
            port: texts["message"] ?? "",
            body: texts["body"] ?? texts["error"] ?? (kind == .sent ? () : nil) as (any Sendable)?,
            cause: texts["cause"].flatMap(MessageID.init))
    }
}

extension MessageID {
    /// Reads the description of an identifier, whose sender is as it is told.
    fileprivate init?(_ text: String) {
        guard let slash = text.lastIndex(of: "/"), let number = Int(text[text.index(after: slash)...]) else {
            return nil
        }
        self.init(sender: String(text[..<slash]), port: 0, number: number)
    }
}

extension PortReference {
    fileprivate init(told text: String) {
        let dot = text.lastIndex(of: ".") ?? text.startIndex
        self.init(String(text[..<dot]), String(text[dot...].dropFirst()))
    }
}

extension Assembly {
    fileprivate init(parts: [Part], channels: [Channel]) {
        self.init(parts: parts)
        self.channels = channels
        numberChannels()
    }

    /// Removes a part, and its ends of channels.
    fileprivate mutating func removePart(_ name: String) {
        parts.removeAll { $0.name == name }
        channels = channels.compactMap { channel in
            let senders = channel.senders.filter { $0.part != name }
            let receivers = channel.receivers.filter { $0.part != name }
            if senders.isEmpty || receivers.isEmpty { return nil }
            return Channel(senders, receivers, channel.kind, capacity: channel.capacity, channel.container)
        }
        numberChannels()
    }
}

extension Assembly.Part {
    fileprivate init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var texts: [String: String] = [:]
        var ports: [Assembly.Port] = []
        try cursor.object("a part") { cursor, key, _ throws(TextProblem) in
            if key == "ports" {
                ports = try cursor.list { cursor throws(TextProblem) in try Assembly.Port(&cursor) }
            } else if ["name", "type", "container"].contains(key) {
                texts[key] = try cursor.string()
            } else {
                try cursor.skipValue()
            }
        }
        self.init(texts["name"] ?? "", texts["container"] ?? "", type: texts["type"] ?? "", ports)
    }
}

extension Assembly.Port {
    fileprivate init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var texts: [String: String] = [:]
        var (messages, isOptional): ([Message], Bool) = ([], false)
        try cursor.object("a port") { cursor, key, _ throws(TextProblem) in
            switch key {
            case "messages":
                messages = try cursor.list { cursor throws(TextProblem) in
                    Message(
                        name: try cursor.string(), type: "", isHandled: true, isCommand: false,
                        body: ObjectIdentifier(Void.self))
                }
            case "isOptional": isOptional = try cursor.flag()
            case "name", "direction", "protocol": texts[key] = try cursor.string()
            default: try cursor.skipValue()
            }
        }
        guard let direction = texts["direction"].flatMap(Direction.init) else {
            throw TextProblem(message: "unknown direction of a port")
        }
        self.init(
            name: texts["name"] ?? "", direction: direction, protocolName: texts["protocol"] ?? "",
            messages: messages, isOptional: isOptional)
    }
}

extension Assembly.Channel {
    fileprivate init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var texts: [String: String] = [:]
        var (senders, receivers): ([PortReference], [PortReference]) = ([], [])
        try cursor.object("a channel") { cursor, key, _ throws(TextProblem) in
            switch key {
            case "senders":
                senders = try cursor.list { cursor throws(TextProblem) in PortReference(told: try cursor.string()) }
            case "receivers":
                receivers = try cursor.list { cursor throws(TextProblem) in PortReference(told: try cursor.string()) }
            case "kind", "container": texts[key] = try cursor.string()
            default: try cursor.skipValue()
            }
        }
        guard let kind = texts["kind"].flatMap(Kind.init) else {
            throw TextProblem(message: "unknown kind of a channel")
        }
        self.init(senders, receivers, kind, capacity: 1_000_000, texts["container"] ?? "")
    }
}

extension ChartReport.State {
    fileprivate init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var (name, depth, isActive) = ("", 0, false)
        try cursor.object("a state") { cursor, key, _ throws(TextProblem) in
            switch key {
            case "name": name = try cursor.string()
            case "depth": depth = try cursor.wholeNumber()
            case "isActive": isActive = try cursor.flag()
            default: try cursor.skipValue()
            }
        }
        self.init(name: name, depth: depth, isActive: isActive)
    }
}
