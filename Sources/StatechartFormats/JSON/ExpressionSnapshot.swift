package import Statecharts
internal import TextSupport

/// The state of a run of a chart with expressions, and its data, for JSON.
package struct ExpressionSnapshot {
    /// The state of the machine.
    package var machine: StateMachineSnapshot<ExpressionBehavior.Payload>
    /// The variables that have values.
    package var variables: [String: Value] = [:]
    /// The variables of dynamic regions that have values, by the region's number.
    package var regionVariables: [Int: [String: Value]] = [:]
    /// The number of identifiers created for events.
    package var sentCount = 0

    /// Creates a snapshot from that of a machine and from the machine's behavior.
    package init(_ machine: StateMachineSnapshot<ExpressionBehavior.Payload>, _ behavior: ExpressionBehavior) {
        self.machine = machine
        variables = behavior.variables.compactMapValues(\.self)
        regionVariables = behavior.regionVariables.mapValues { $0.compactMapValues(\.self) }
        sentCount = behavior.sentCount
    }

    /// The data of the waiting events.
    package var waitingData: [Value] {
        let events = machine.deferred + machine.raised + machine.sent + machine.timers.map(\.event)
        return events.compactMap(\.payload?.data)
    }

    /// An upper bound of the number of bytes of the data as JSON.
    package var dataByteBound: Int {
        let values = [.record(variables)] + regionVariables.values.map { .record($0) } + waitingData
        return values.reduce(0) { $0 + 64 + 6 * $1.byteCount }
    }

    /// Reads a snapshot from bytes of JSON.
    ///
    /// - Throws: An error with line and column if the text isn't a snapshot.
    package init(json text: UnsafeRawBufferPointer) throws(StatechartFormatError) {
        do throws(TextProblem) {
            var cursor = JSONCursor(text)
            var data = SnapshotData()
            machine = try StateMachineSnapshot(from: &cursor, .values) { (cursor, _) throws(TextProblem) in
                data = try SnapshotData(from: &cursor)
            }
            try cursor.finish("the end of the snapshot")
            (variables, regionVariables, sentCount) = (data.variables, data.regionVariables, data.sentCount)
        } catch {
            throw StatechartFormatError(error, in: text, name: nil)
        }
        machine.nameEvents()
    }

    /// The snapshot as JSON in UTF-8.
    package var jsonBytes: [UInt8] {
        var json = JSONOutput()
        json.open("{", inLines: true)
        machine.writeMembers(to: &json, .values)
        json.key(SnapshotKeys.data)
        json.open("{")
        json.key(SnapshotData.Key.variables)
        json.write(variables)
        json.key(SnapshotData.Key.regions)
        json.open("{")
        for (region, variables) in regionVariables.sorted(by: { $0.key < $1.key }) {
            json.key(String(region))
            json.write(variables)
        }
        json.close("}")
        json.key(SnapshotData.Key.sent)
        json.number(sentCount)
        json.close("}")
        json.close("}")
        return json.text.bytes + [UInt8(ascii: "\n")]
    }
}

/// The data of a run.
private struct SnapshotData {
    var variables: [String: Value] = [:]
    var regionVariables: [Int: [String: Value]] = [:]
    var sentCount = 0

    enum Key: String, JSONKey {
        case variables, regions, sent
    }

    init() {}

    init(from cursor: inout JSONCursor) throws(TextProblem) {
        try cursor.object("the data", Key.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .variables: variables = try cursor.values()
            case .regions:
                try cursor.object("regions") { (cursor, name, offset) throws(TextProblem) in
                    guard let region = Int(name) else {
                        throw TextProblem(offset: offset, message: "expected the number of a region in quotes")
                    }
                    regionVariables[region] = try cursor.values()
                }
            case .sent: sentCount = try cursor.wholeNumber()
            }
        }
    }
}

// MARK: - Events

/// Stands for a missing name until `nameEvents()`; an event may have an empty name.
private let missingName = "\0"

extension PayloadCoding<ExpressionBehavior.Payload> {
    private enum Key: String, JSONKey {
        case value, name, id, origin, error
        /// Only sessions have these.
        case target, transport, text, ends
        case invokeID = "invoke"
    }

    /// The coding of values as objects; a string stands for the number that a C program sent.
    static var values: Self {
        Self(
            write: { payload, json in
                json.open("{")
                json.key(Key.value)
                json.write(payload.data)
                json.member(Key.name, payload.name)
                json.member(Key.id, payload.sendID)
                json.member(Key.origin, payload.origin)
                json.member(Key.error, payload.errorMessage)
                json.member(Key.invokeID, payload.invokeID)
                json.member(Key.target, payload.target)
                json.member(Key.transport, payload.transport)
                json.member(Key.text, payload.inlineText)
                json.member(Key.ends, ifSet: payload.endsSession)
                json.close("}")
            },
            read: { cursor throws(TextProblem) in
                cursor.skipBlanks()
                var payload = ExpressionBehavior.Payload(name: missingName)
                if cursor.peek == UInt8(ascii: "\"") {
                    let number: UInt64 = try cursor.payload()
                    payload.data = .number(Double(number))
                    return payload
                }
                try cursor.object("the data of an event", Key.self) { (cursor, key) throws(TextProblem) in
                    switch key {
                    case .value: payload.data = try cursor.value()
                    case .name: payload.name = try cursor.string()
                    case .id: payload.sendID = try cursor.string()
                    case .origin: payload.origin = try cursor.string()
                    case .error: payload.errorMessage = try cursor.string()
                    case .invokeID: payload.invokeID = try cursor.string()
                    case .target: payload.target = try cursor.string()
                    case .transport: payload.transport = try cursor.string()
                    case .text: payload.inlineText = try cursor.string()
                    case .ends: payload.endsSession = try cursor.flag()
                    }
                }
                return payload
            })
    }
}

extension StateMachineSnapshot<ExpressionBehavior.Payload> {
    /// Gives data without a name the name of its event.
    mutating func nameEvents() {
        func name(_ event: inout Event) {
            if event.payload?.name == missingName { event.payload?.name = event.name }
        }
        for index in deferred.indices { name(&deferred[index]) }
        for index in raised.indices { name(&raised[index]) }
        for index in sent.indices { name(&sent[index]) }
        for index in timers.indices { name(&timers[index].event) }
    }
}
