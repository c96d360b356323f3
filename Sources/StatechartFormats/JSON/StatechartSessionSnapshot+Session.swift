internal import Statecharts
internal import TextSupport

/// The parts of sessions in JSON.
extension StatechartSessionSnapshot.Session {
    private enum Key: String, JSONKey {
        case number, closed, machine, last, variables, unbound, regions, scripts, arguments, done
        case sent, invoked, pending, inbox, outbox, children
    }

    /// The greatest depth of sessions, which bounds recursion.
    private static let maximumDepth = 64

    func write(to json: inout JSONOutput) throws(TextProblem) {
        json.open("{", inLines: true)
        json.key(Key.number)
        json.number(number)
        json.member(Key.closed, ifSet: isClosed)
        for event in machine.deferred + machine.raised + machine.sent + machine.timers.map(\.event) {
            try event.payload?.requireFinite()
        }
        json.key(Key.machine)
        json.open("{", inLines: true)
        machine.writeMembers(to: &json, .values)
        json.close("}")
        if let lastEvent {
            json.key(Key.last)
            try json.write(lastEvent)
        }
        json.key(Key.variables)
        try json.write(variables.compactMapValues(\.self), of: "variable")
        json.key(Key.unbound)
        json.strings(variables.compactMap { $0.value == nil ? $0.key : nil }.sorted())
        if !regionVariables.isEmpty {
            json.key(Key.regions)
            json.open("{")
            for region in Array(regionVariables.keys).sorted() {
                json.key(String(region))
                try json.write((regionVariables[region] ?? [:]).compactMapValues(\.self), of: "variable")
            }
            json.close("}")
        }
        if let scripts {
            json.key(Key.scripts)
            try scripts.requireFinite("the data of scripts")
            json.write(scripts)
        }
        if !arguments.isEmpty {
            json.key(Key.arguments)
            try json.write(arguments, of: "argument")
        }
        if let done {
            json.key(Key.done)
            try json.write(done)
        }
        json.key(Key.sent)
        json.number(sentCount)
        json.key(Key.invoked)
        json.number(invokedCount)
        try json.lines(Key.pending, pendingInvocations) { (json, position) throws(TextProblem) in
            json.open("{")
            json.members(of: position)
            json.close("}")
        }
        try json.lines(Key.inbox, inbox) { (json, event) throws(TextProblem) in try json.write(event) }
        try json.lines(Key.outbox, outbox) { (json, outgoing) throws(TextProblem) in try json.write(outgoing) }
        try json.lines(Key.children, children) { (json, child) throws(TextProblem) in try json.write(child) }
        json.close("}")
    }

    init(from cursor: inout JSONCursor, depth: Int) throws(TextProblem) {
        self.init(.init(active: []))
        cursor.skipBlanks()
        let start = cursor.position
        try TextProblem.check(depth: depth, upTo: Self.maximumDepth, "nested sessions", at: start)
        var unbound: [String] = []
        let found = try cursor.object("a session", Key.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .number: number = try cursor.wholeNumber()
            case .closed: isClosed = try cursor.flag()
            case .machine: machine = try cursor.machine()
            case .last: lastEvent = try cursor.event()
            case .variables: variables = try cursor.values().mapValues { .some($0) }
            case .unbound: unbound = try cursor.names()
            case .regions:
                try cursor.object("regions") { (cursor, name, offset) throws(TextProblem) in
                    guard let region = Int(name) else {
                        throw TextProblem(offset: offset, message: "expected the number of a region in quotes")
                    }
                    regionVariables[region] = try cursor.values().mapValues { .some($0) }
                }
            case .scripts: scripts = try cursor.value(upTo: ValueSize.maximumOfScripts)
            case .arguments: arguments = try cursor.values()
            case .done: done = try PayloadCoding.values.read(&cursor)
            case .sent: sentCount = try cursor.wholeNumber()
            case .invoked: invokedCount = try cursor.wholeNumber()
            case .pending:
                pendingInvocations = try cursor.list { (cursor) throws(TextProblem) in
                    try StatechartSessionSnapshot.Child(from: &cursor, depth: nil).position
                }
            case .inbox: inbox = try cursor.list { (cursor) throws(TextProblem) in try cursor.event() }
            case .outbox: outbox = try cursor.list { (cursor) throws(TextProblem) in try cursor.outgoing() }
            case .children:
                children = try cursor.list { (cursor) throws(TextProblem) in
                    try StatechartSessionSnapshot.Child(from: &cursor, depth: depth + 1)
                }
            }
        }
        for name in unbound where variables[name] == nil { variables[name] = .some(nil) }
        for key in [Key.number, .machine] where found[key] == nil { throw .missing(key, of: "the session", at: start) }
    }
}

extension StatechartSessionSnapshot.Child {
    fileprivate enum Key: String, JSONKey { case state, index, region, id, chart, session }

    /// Reads an invoked session, or the position of an invocation alone if `depth` is `nil`.
    fileprivate init(from cursor: inout JSONCursor, depth: Int?) throws(TextProblem) {
        self.init(
            position: .init(state: "", index: 0, region: 0), invokeID: "", chart: nil,
            session: .init(.init(active: [])))
        cursor.skipBlanks()
        let start = cursor.position
        let found = try cursor.object("an invocation", Key.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .state: position.state = try cursor.string()
            case .index: position.index = try cursor.wholeNumber()
            case .region: position.region = try cursor.wholeNumber()
            case .id: invokeID = try cursor.string()
            case .chart: chart = try StatechartJSONReader.chart(from: &cursor)
            case .session: session = try StatechartSessionSnapshot.Session(from: &cursor, depth: depth ?? 0)
            }
        }
        for key in depth == nil ? [Key.state] : [.state, .id, .session] where found[key] == nil {
            throw .missing(key, of: "the invocation", at: start)
        }
    }
}

// MARK: - Events

/// The keys of events and of events with a target.
private enum EventKey: String, JSONKey { case event, cause, data, target }

extension JSONOutput {
    fileprivate mutating func write(_ values: [String: Value], of kind: String) throws(TextProblem) {
        for name in Array(values.keys).sorted() {
            try values[name]?.requireFinite("the \(kind) \(Message.quoted(name.utf8))")
        }
        write(values)
    }

    fileprivate mutating func write(_ payload: ExpressionBehavior.Payload) throws(TextProblem) {
        try payload.requireFinite()
        PayloadCoding.values.write(payload, &self)
    }

    fileprivate mutating func write(_ event: StatechartSessionSnapshot.Event) throws(TextProblem) {
        open("{")
        member(EventKey.event, event.name)
        member(EventKey.cause, event.cause.rawValue)
        if let payload = event.payload {
            key(EventKey.data)
            try write(payload)
        }
        close("}")
    }

    fileprivate mutating func write(_ outgoing: StatechartSessionSnapshot.OutgoingEvent) throws(TextProblem) {
        open("{")
        member(EventKey.target, outgoing.target)
        key(EventKey.data)
        try write(outgoing.payload)
        close("}")
    }

    fileprivate mutating func members(of position: StatechartSessionSnapshot.InvocationPosition) {
        typealias Key = StatechartSessionSnapshot.Child.Key
        member(Key.state, position.state)
        key(Key.index)
        number(position.index)
        key(Key.region)
        number(position.region)
    }

    fileprivate mutating func write(_ child: StatechartSessionSnapshot.Child) throws(TextProblem) {
        typealias Key = StatechartSessionSnapshot.Child.Key
        open("{")
        members(of: child.position)
        member(Key.id, child.invokeID)
        if let chart = child.chart {
            key(Key.chart)
            try self.chart(chart)
        }
        key(Key.session)
        try child.session.write(to: &self)
        close("}")
    }
}

extension JSONCursor {
    fileprivate mutating func machine() throws(TextProblem) -> StateMachineSnapshot<ExpressionBehavior.Payload> {
        skipBlanks()
        var machine = try StateMachineSnapshot(from: &self, .values) { (_, offset) throws(TextProblem) in
            throw TextProblem(offset: offset, message: "unexpected key 'data'; the session itself has the data")
        }
        machine.nameEvents()
        return machine
    }

    fileprivate mutating func event() throws(TextProblem) -> StatechartSessionSnapshot.Event {
        var event = StatechartSessionSnapshot.Event(name: "", payload: nil, cause: .sent)
        skipBlanks()
        let start = position
        let found = try object("an event", EventKey.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .event: event.name = try cursor.string()
            case .cause: event.cause = try cursor.cause()
            case .data: event.payload = try PayloadCoding.values.read(&cursor)
            case .target: throw TextProblem(offset: start, message: "unexpected key 'target' of an event")
            }
        }
        guard found[.event] != nil else { throw .missing(EventKey.event, of: "the event", at: start) }
        return event
    }

    /// Reads the cause of a step.
    mutating func cause() throws(TextProblem) -> StepCause {
        skipBlanks()
        let start = position
        let name = try string()
        guard let cause = StepCause(rawValue: name) else {
            throw .unknown("cause", name, among: StepCause.allCases.map(\.rawValue), at: start)
        }
        return cause
    }

    fileprivate mutating func outgoing() throws(TextProblem) -> StatechartSessionSnapshot.OutgoingEvent {
        var outgoing = StatechartSessionSnapshot.OutgoingEvent(target: "", payload: .init(name: ""))
        skipBlanks()
        let start = position
        let found = try object("an event", EventKey.self) { (cursor, key) throws(TextProblem) in
            switch key {
            case .target: outgoing.target = try cursor.string()
            case .data: outgoing.payload = try PayloadCoding.values.read(&cursor)
            case .event, .cause: throw TextProblem(offset: start, message: "expected only 'target' and 'data'")
            }
        }
        for key in [EventKey.target, .data] where found[key] == nil { throw .missing(key, of: "the event", at: start) }
        return outgoing
    }
}

extension ExpressionBehavior.Payload {
    /// Throws if a number in the data isn't finite.
    fileprivate func requireFinite() throws(TextProblem) {
        try data.requireFinite("the data of the event \(Message.quoted(name.utf8))")
    }
}

extension Value {
    /// Throws if a number isn't finite.
    func requireFinite(_ title: String) throws(TextProblem) {
        var open = [self]
        while let next = open.popLast() {
            switch next {
            case .null, .boolean, .text: break
            case .number(let number):
                guard number.isFinite else {
                    throw TextProblem(message: "\(title) contains \(number), which JSON lacks; use a finite number")
                }
            case .list(let items): open += items
            case .record(let members): open += members.values
            }
        }
    }
}
