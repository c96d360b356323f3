internal import CAutomata
internal import Statecharts
internal import TextSupport

/// The reason why a text isn't a snapshot of a machine.
struct SnapshotTextError: TextualError {
    let line: Int?
    let column: Int?
    let message: String
    let remedy: String?

    init(_ problem: TextProblem, in text: UnsafeRawBufferPointer) {
        let place = problem.offset.map { TextPlace(of: $0, in: text) }
        (line, column, message, remedy) = (place?.line, place?.column, problem.message, problem.remedy)
    }
}

/// A machine's snapshot as JSON.
enum SnapshotText {
    typealias Snapshot = StateMachineSnapshot<UInt64>

    private static let format = "statechart-machine"

    // MARK: - Writing

    static func text(of snapshot: Snapshot) -> [UInt8] {
        var output = TextOutput()
        output.append(string: "{\"format\": \"\(format)\", \"version\": 1")
        output.append(",\n \"active\": ")
        write(snapshot.active, to: &output) { JSONString.append($0.utf8, to: &$1) }
        output.append(",\n \"noted\": ")
        write(snapshot.noted, to: &output)
        output.append(string: ",\n \"regionCount\": \(snapshot.regionCount)")
        output.append(",\n \"regions\": ")
        write(snapshot.regions, to: &output) { region, output in
            output.append(string: "{\"number\": \(region.number), \"state\": ")
            JSONString.append(region.state.utf8, to: &output)
            output.append(", \"active\": ")
            write(region.active, to: &output) { JSONString.append($0.utf8, to: &$1) }
            output.append(", \"noted\": ")
            write(region.noted, to: &output)
            output.append("}")
        }
        output.append(",\n \"time\": ")
        write(snapshot.time, to: &output)
        output.append(string: ",\n \"ended\": \(snapshot.hasEnded)")
        for (key, events) in [("deferred", snapshot.deferred), ("raised", snapshot.raised), ("sent", snapshot.sent)] {
            output.append(string: ",\n \"\(key)\": ")
            write(events, to: &output) { event, output in
                output.append("{")
                write(event, to: &output)
                output.append("}")
            }
        }
        output.append(",\n \"timers\": ")
        write(snapshot.timers, to: &output) { timer, output in
            output.append("{\"at\": ")
            write(timer.deadline, to: &output)
            output.append(", ")
            if let state = timer.state {
                output.append("\"state\": ")
                JSONString.append(state.utf8, to: &output)
                output.append(string: ", \"place\": \(timer.place)")
                if let region = timer.event.region { output.append(string: ", \"region\": \(region)") }
            } else {
                write(timer.event, to: &output)
                output.append(", \"id\": ")
                JSONString.append(timer.id.utf8, to: &output)
            }
            output.append("}")
        }
        output.append("}\n")
        return output.bytes
    }

    private static func write<Item>(
        _ items: [Item], to output: inout TextOutput, _ body: (Item, inout TextOutput) -> Void
    ) {
        output.append("[")
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(", ") }
            body(item, &output)
        }
        output.append("]")
    }

    /// Writes the states that histories remember.
    private static func write(_ noted: [String: [String]], to output: inout TextOutput) {
        output.append("{")
        for (index, noted) in noted.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.append(", ") }
            JSONString.append(noted.key.utf8, to: &output)
            output.append(": ")
            write(noted.value, to: &output) { JSONString.append($0.utf8, to: &$1) }
        }
        output.append("}")
    }

    /// Writes seconds and attoseconds.
    private static func write(_ time: Duration, to output: inout TextOutput) {
        output.append(string: "[\(time.components.seconds), \(time.components.attoseconds)]")
    }

    /// Writes an event; its number is a string, as many JSON readers round large numbers.
    private static func write(_ event: Snapshot.Event, to output: inout TextOutput) {
        output.append("\"event\": ")
        JSONString.append(event.name.utf8, to: &output)
        if let region = event.region { output.append(string: ", \"region\": \(region)") }
        if let data = event.payload { output.append(string: ", \"data\": \"\(data)\"") }
    }

    // MARK: - Reading

    static func snapshot(from text: UnsafeRawBufferPointer) throws(TextProblem) -> Snapshot {
        guard !text.isEmpty else {
            throw TextProblem(
                message: "the text is empty", remedy: "give the one that automata_machine_snapshot() wrote")
        }
        var cursor = JSONCursor(text)
        var (snapshot, found) = (Snapshot(active: []), Set<String>())
        try cursor.object("a machine's snapshot") { (cursor, key, offset) throws(TextProblem) in
            try check(key, at: offset, &found)
            switch key {
            case "format":
                guard try cursor.string() == format else {
                    throw TextProblem(offset: offset, message: "expected the format '\(format)'")
                }
            case "version":
                guard try cursor.wholeNumber() == 1 else {
                    throw TextProblem(offset: offset, message: "expected version 1")
                }
            case "active": snapshot.active = try cursor.names()
            case "noted": snapshot.noted = try cursor.noted()
            case "regionCount": snapshot.regionCount = try cursor.wholeNumber()
            case "regions":
                snapshot.regions = try cursor.list { (cursor) throws(TextProblem) in try cursor.region() }
            case "time": snapshot.time = try cursor.time()
            case "ended": snapshot.hasEnded = try cursor.flag()
            case "deferred": snapshot.deferred = try cursor.events()
            case "raised": snapshot.raised = try cursor.events()
            case "sent": snapshot.sent = try cursor.events()
            case "timers":
                snapshot.timers = try cursor.list { (cursor) throws(TextProblem) in try cursor.timer() }
            default: throw problem(unknown: key, of: "a snapshot", at: offset)
            }
        }
        try cursor.finish("the end of the snapshot")
        for key in ["format", "version", "active"] where !found.contains(key) {
            throw TextProblem(offset: 0, message: "the key '\(key)' is missing")
        }
        return snapshot
    }

    fileprivate static func problem(unknown key: String, of thing: String, at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "\(thing) has no key \(Message.quoted(key.utf8))")
    }

    fileprivate static func check(_ key: String, at offset: Int, _ found: inout Set<String>) throws(TextProblem) {
        guard found.insert(key).inserted else {
            throw TextProblem(offset: offset, message: "the key \(Message.quoted(key.utf8)) stands twice")
        }
    }
}

extension JSONCursor {
    fileprivate mutating func names() throws(TextProblem) -> [String] {
        try list { (cursor) throws(TextProblem) in
            cursor.skipBlanks()
            return try cursor.string()
        }
    }

    fileprivate mutating func noted() throws(TextProblem) -> [String: [String]] {
        var noted: [String: [String]] = [:]
        try object("an object") { (cursor, name, offset) throws(TextProblem) in
            guard noted.updateValue(try cursor.names(), forKey: name) == nil else {
                throw TextProblem(offset: offset, message: "the key \(Message.quoted(name.utf8)) stands twice")
            }
        }
        return noted
    }

    fileprivate mutating func region() throws(TextProblem) -> SnapshotText.Snapshot.Region {
        var (region, found) = (SnapshotText.Snapshot.Region(number: 0, state: "", active: []), Set<String>())
        try object("a region") { (cursor, key, offset) throws(TextProblem) in
            try SnapshotText.check(key, at: offset, &found)
            switch key {
            case "number": region.number = try cursor.wholeNumber()
            case "state": region.state = try cursor.string()
            case "active": region.active = try cursor.names()
            case "noted": region.noted = try cursor.noted()
            default: throw SnapshotText.problem(unknown: key, of: "a region", at: offset)
            }
        }
        return region
    }

    fileprivate mutating func time() throws(TextProblem) -> Duration {
        skipBlanks()
        let start = position
        let parts = try list { (cursor) throws(TextProblem) in try cursor.wholeNumber() }
        guard parts.count == 2 else {
            throw TextProblem(offset: start, message: "expected a list of seconds and attoseconds")
        }
        return Duration(secondsComponent: Int64(parts[0]), attosecondsComponent: Int64(parts[1]))
    }

    /// Reads the number in a string.
    private mutating func eventData() throws(TextProblem) -> UInt64 {
        skipBlanks()
        let start = position
        guard let data = UInt64(try string()) else {
            throw TextProblem(offset: start, message: "expected a number of 64 bits in quotes")
        }
        return data
    }

    fileprivate mutating func events() throws(TextProblem) -> [SnapshotText.Snapshot.Event] {
        try list { (cursor) throws(TextProblem) in
            var (event, found) = (SnapshotText.Snapshot.Event(name: ""), Set<String>())
            try cursor.object("an event") { (cursor, key, offset) throws(TextProblem) in
                try SnapshotText.check(key, at: offset, &found)
                switch key {
                case "event": event.name = try cursor.string()
                case "region": event.region = try cursor.wholeNumber()
                case "data": event.payload = try cursor.eventData()
                default: throw SnapshotText.problem(unknown: key, of: "an event", at: offset)
                }
            }
            return event
        }
    }

    fileprivate mutating func timer() throws(TextProblem) -> SnapshotText.Snapshot.Timer {
        var timer = SnapshotText.Snapshot.Timer(event: .init(name: ""), deadline: .zero)
        var found = Set<String>()
        try object("a timer") { (cursor, key, offset) throws(TextProblem) in
            try SnapshotText.check(key, at: offset, &found)
            switch key {
            case "at": timer.deadline = try cursor.time()
            case "event": timer.event.name = try cursor.string()
            case "region": timer.event.region = try cursor.wholeNumber()
            case "data": timer.event.payload = try cursor.eventData()
            case "id": timer.id = try cursor.string()
            case "state": timer.state = try cursor.string()
            case "place": timer.place = try cursor.wholeNumber()
            default: throw SnapshotText.problem(unknown: key, of: "a timer", at: offset)
            }
        }
        return timer
    }
}
