public import Statecharts
internal import TextSupport

extension StateMachineSnapshot where Payload: LosslessStringConvertible {
    /// The snapshot as JSON, which ``init(json:inputName:)`` reads.
    ///
    /// Payloads are written as strings, because many JSON readers round large numbers.
    ///
    /// - Complexity: O(length of the text).
    public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// Reads a snapshot from JSON. Only the keys `format`, `version` and `active` are required.
    ///
    /// - Parameters:
    ///   - json: The text, as ``json`` writes it.
    ///   - inputName: The text's name in messages.
    /// - Complexity: O(length of the text).
    /// - Throws: An error with line and column if the text isn't a snapshot.
    public init(json: String, inputName: String? = nil) throws(StatechartFormatError) {
        let bytes = Array(json.utf8)
        let result = bytes.withUnsafeBytes { text in Self.read(text, inputName) }
        self = try result.get()
    }

    /// Reads a snapshot from bytes of JSON.
    ///
    /// - Throws: An error with line and column if the text isn't a snapshot.
    @_spi(Tool)
    public init(json: UnsafeRawBufferPointer) throws(StatechartFormatError) { self = try Self.read(json, nil).get() }

    /// The snapshot as JSON in UTF-8.
    @_spi(Tool)
    public var jsonBytes: [UInt8] {
        var json = JSONOutput()
        json.open("{", inLines: true)
        writeMembers(to: &json, .strings)
        json.close("}")
        return json.text.bytes + [UInt8(ascii: "\n")]
    }

    private static func read(_ text: UnsafeRawBufferPointer, _ name: String?) -> Result<Self, StatechartFormatError> {
        do throws(TextProblem) {
            var cursor = JSONCursor(text)
            let snapshot = try Self(from: &cursor, .strings) { (_, offset) throws(TextProblem) in
                throw TextProblem(
                    offset: offset, message: "unexpected data of a chart with expressions",
                    remedy: "resume the run with that chart")
            }
            try cursor.finish("the end of the snapshot")
            return .success(snapshot)
        } catch {
            return .failure(StatechartFormatError(error, in: text, name: name))
        }
    }
}

/// The coding of the data of events.
struct PayloadCoding<Payload> {
    let write: (Payload, inout JSONOutput) -> Void
    let read: (inout JSONCursor) throws(TextProblem) -> Payload
}

extension PayloadCoding where Payload: LosslessStringConvertible {
    /// The coding of data as strings.
    static var strings: Self {
        Self(write: { $1.string($0.description) }, read: { cursor throws(TextProblem) in try cursor.payload() })
    }
}

extension StateMachineSnapshot {
    /// Writes the members of the snapshot's object.
    func writeMembers(to json: inout JSONOutput, _ coding: PayloadCoding<Payload>) {
        json.member(SnapshotKeys.format, SnapshotKeys.name)
        json.key(SnapshotKeys.version)
        json.number(SnapshotKeys.number)
        json.key(SnapshotKeys.active)
        json.strings(active)
        json.key(SnapshotKeys.noted)
        json.write(noted: noted)
        json.write(SnapshotKeys.initialized, initialized: initialized)
        json.key(SnapshotKeys.regionCount)
        json.number(regionCount)
        json.list(SnapshotKeys.regions, regions) { $0.write($1) }
        json.key(SnapshotKeys.time)
        json.write(time)
        json.key(SnapshotKeys.ended)
        json.flag(hasEnded)
        for (key, events) in [(SnapshotKeys.deferred, deferred), (.raised, raised), (.sent, sent)] {
            json.list(key, events) { $0.writeMembers(of: $1, coding) }
        }
        json.list(SnapshotKeys.timers, timers) { $0.writeMembers(of: $1, coding) }
    }

    /// Reads a snapshot.
    ///
    /// - Parameter readData: Reads the value of the key `data` at the given offset.
    init(
        from cursor: inout JSONCursor, _ coding: PayloadCoding<Payload>,
        readData: (inout JSONCursor, Int) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        self.init(active: [])
        let found = try cursor.object("a snapshot", SnapshotKeys.self) { (cursor, key) throws(TextProblem) in
            cursor.skipBlanks()
            let start = cursor.position
            switch key {
            case .format:
                try cursor.require(format: SnapshotKeys.name)
            case .version:
                guard try cursor.wholeNumber() == SnapshotKeys.number else {
                    throw TextProblem(offset: start, message: "expected version \(SnapshotKeys.number)")
                }
            case .active: active = try cursor.names()
            case .noted: noted = try cursor.noted()
            case .initialized: initialized = try cursor.names()
            case .regionCount: regionCount = try cursor.wholeNumber()
            case .regions: regions = try cursor.list { (cursor) throws(TextProblem) in try Region(from: &cursor) }
            case .time: time = try cursor.time()
            case .ended: hasEnded = try cursor.flag()
            case .deferred: deferred = try Event.events(from: &cursor, coding)
            case .raised: raised = try Event.events(from: &cursor, coding)
            case .sent: sent = try Event.events(from: &cursor, coding)
            case .timers: timers = try cursor.list { (cursor) throws(TextProblem) in try Timer(from: &cursor, coding) }
            case .data: try readData(&cursor, start)
            }
        }
        for key in [SnapshotKeys.format, .version, .active] where found[key] == nil {
            throw .missing(key, of: "the snapshot", at: 0)
        }
    }
}

/// The keys of snapshots.
enum SnapshotKeys: String, JSONKey {
    case format, version, active, noted, initialized, regionCount, regions, time, ended, deferred, raised, sent, timers
    /// The data of a chart with expressions.
    case data

    /// The format's name, and the version that is written and read.
    static let (name, number) = ("statechart-machine", 1)
}

extension TextProblem {
    static func missing(_ key: some JSONKey, of object: String, at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "missing key '\(key.rawValue)' of \(object)", remedy: "add it")
    }
}

/// The keys of regions.
private enum RegionKeys: String, JSONKey {
    case number, state, active, noted, initialized
}

/// The keys of events, and the keys that only timers have.
private enum EventKeys: String, JSONKey {
    case event, region, data
    case at, id, state, place
}

extension StateMachineSnapshot.Region {
    fileprivate init(from cursor: inout JSONCursor) throws(TextProblem) {
        self.init(number: 0, state: "", active: [])
        cursor.skipBlanks()
        let start = cursor.position
        let found = try cursor.object("a region", RegionKeys.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .number: number = try cursor.wholeNumber()
            case .state: state = try cursor.string()
            case .active: active = try cursor.names()
            case .noted: noted = try cursor.noted()
            case .initialized: initialized = try cursor.names()
            }
        }
        for key in [RegionKeys.number, .state] where found[key] == nil {
            throw .missing(key, of: "the region", at: start)
        }
    }
}

extension StateMachineSnapshot.Event {
    fileprivate static func events(
        from cursor: inout JSONCursor, _ coding: PayloadCoding<Payload>
    ) throws(TextProblem) -> [Self] {
        try cursor.list { (cursor) throws(TextProblem) in
            let timer = try StateMachineSnapshot.Timer(from: &cursor, coding, isEvent: true)
            return timer.event
        }
    }
}

extension StateMachineSnapshot.Timer {
    /// Reads a timer, or an event, which has fewer keys.
    fileprivate init(
        from cursor: inout JSONCursor, _ coding: PayloadCoding<Payload>, isEvent: Bool = false
    ) throws(TextProblem) {
        self.init(event: .init(name: ""), deadline: .zero)
        cursor.skipBlanks()
        let start = cursor.position
        let found = try cursor.object(isEvent ? "an event" : "a timer", EventKeys.self) {
            (cursor, key) throws(TextProblem) in
            switch key {
            case .event: event.name = try cursor.string()
            case .region: event.region = try cursor.wholeNumber()
            case .data: event.payload = try coding.read(&cursor)
            case .at: deadline = try cursor.time()
            case .id: id = try cursor.string()
            case .state: state = try cursor.string()
            case .place: place = try cursor.wholeNumber()
            }
        }
        for key in isEvent ? [EventKeys.event] : found[.state] == nil ? [.at, .event] : [.at] where found[key] == nil {
            throw .missing(key, of: isEvent ? "the event" : "the timer", at: start)
        }
        for key in [EventKeys.at, .id, .state, .place] where isEvent {
            guard let offset = found[key] else { continue }
            throw .unknown("key", key.rawValue, in: "an event", among: ["event", "region", "data"], at: offset)
        }
    }
}

extension JSONOutput {
    /// Writes a member that is a list of objects.
    fileprivate mutating func list<Item>(
        _ key: SnapshotKeys, _ items: [Item], _ writeMembers: (inout JSONOutput, Item) -> Void
    ) {
        self.key(key)
        open("[")
        for item in items {
            self.item()
            open("{")
            writeMembers(&self, item)
            close("}")
        }
        close("]")
    }

    fileprivate mutating func write<Payload>(_ region: StateMachineSnapshot<Payload>.Region) {
        key(RegionKeys.number)
        number(region.number)
        member(RegionKeys.state, region.state)
        key(RegionKeys.active)
        strings(region.active)
        key(RegionKeys.noted)
        write(noted: region.noted)
        write(RegionKeys.initialized, initialized: region.initialized)
    }

    fileprivate mutating func writeMembers<Payload>(
        of event: StateMachineSnapshot<Payload>.Event, _ coding: PayloadCoding<Payload>
    ) {
        member(EventKeys.event, event.name)
        writeRegion(event.region)
        guard let payload = event.payload else { return }
        key(EventKeys.data)
        coding.write(payload, &self)
    }

    fileprivate mutating func writeMembers<Payload>(
        of timer: StateMachineSnapshot<Payload>.Timer, _ coding: PayloadCoding<Payload>
    ) {
        key(EventKeys.at)
        write(timer.deadline)
        if let state = timer.state {
            member(EventKeys.state, state)
            key(EventKeys.place)
            number(timer.place)
            writeRegion(timer.event.region)
        } else {
            writeMembers(of: timer.event, coding)
            member(EventKeys.id, timer.id)
        }
    }

    private mutating func writeRegion(_ region: Int?) {
        guard let region else { return }
        key(EventKeys.region)
        number(region)
    }

    /// Writes the states that histories remember.
    fileprivate mutating func write(noted: [String: [String]]) {
        open("{")
        for (history, states) in noted.sorted(by: { $0.key < $1.key }) {
            key(history)
            strings(states)
        }
        close("}")
    }

    /// Writes the states whose variables were initialized, if they aren't the active ones.
    fileprivate mutating func write(_ key: some JSONKey, initialized: [String]?) {
        guard let initialized else { return }
        self.key(key)
        strings(initialized)
    }

    /// Writes seconds and attoseconds.
    mutating func write(_ time: Duration) {
        open("[")
        item()
        value(String(time.components.seconds))
        item()
        value(String(time.components.attoseconds))
        close("]")
    }
}

extension JSONCursor {
    fileprivate mutating func noted() throws(TextProblem) -> [String: [String]] {
        var noted: [String: [String]] = [:]
        try object("an object") { (cursor, name, offset) throws(TextProblem) in
            guard noted.updateValue(try cursor.names(), forKey: name) == nil else {
                throw .duplicateKey(name, at: offset)
            }
        }
        return noted
    }

    mutating func time() throws(TextProblem) -> Duration {
        skipBlanks()
        let start = position
        let parts = try list { (cursor) throws(TextProblem) in try cursor.wholeNumber() }
        guard parts.count == 2 else {
            throw TextProblem(offset: start, message: "expected a list of seconds and attoseconds")
        }
        return Duration(secondsComponent: Int64(parts[0]), attosecondsComponent: Int64(parts[1]))
    }

    /// Reads an event's data, which is a string.
    mutating func payload<Payload: LosslessStringConvertible>() throws(TextProblem) -> Payload {
        skipBlanks()
        let start = position
        let text = try string()
        guard let payload = Payload(text) else {
            throw TextProblem(
                offset: start, message: "invalid data \(Message.quoted(text.utf8))",
                remedy: "expected a value of the type \(Payload.self) in quotes")
        }
        return payload
    }
}
