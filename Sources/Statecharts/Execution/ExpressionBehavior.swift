internal import TextSupport

/// The behavior of charts whose guards and actions are expressions over the charts' own variables.
///
/// Names take the place of enums, so that any chart that was read from a file can be run:
///
///     let chart = try CompiledStatechart<ExpressionBehavior>(chart)
///     var data = ExpressionBehavior(for: chart.chart)
///     var machine = try StateMachine(chart, running: &data)
///     try machine.send("coin", .number(2), to: &data)
///
/// A guard with a name holds if the variable of that name is true. An action with a name is noted
/// in ``log``. Each of the regions that come and go has variables of its own, those of the
/// submachine; `_region` is the region's number there.
public struct ExpressionBehavior: StatechartBehavior, Sendable {
    /// The variables; `nil` stands for one that has no value yet.
    public var variables: [String: Value?]
    /// The variables of the regions that come and go, by the region's number.
    public var regionVariables: [Int: [String: Value?]] = [:]
    /// Values that actions logged and named actions, the oldest first.
    public var log: [LogEntry] = []
    /// The greatest number of actions that one event may lead to; each 8 KiB of a value that is
    /// assigned count as one.
    public var actionLimit = 100_000
    /// A listener that gets what would be added to ``log``, in its place.
    public var onLog: (@Sendable (LogEntry) -> Void)?
    /// A listener that is told each condition and action that fails, and why.
    public var onFailure: (@Sendable (Failure) -> Void)?

    private let chartName: String
    /// The variables that each region has.
    private let freshRegion: [String: Value?]
    private var sentCount = 0
    private var actionCount = 0
    private var mostActions = 0
    /// The event whose actions are counted.
    private var countedEvent: UInt32 = 0

    /// Creates the data of a chart, without values.
    public init(for chart: Statechart) {
        chartName = chart.name
        let copied = chart.submachines(of: chart.states.filter { $0.kind != .regions })
        let inRegions = chart.submachines(
            of: (chart.states + copied.flatMap(\.states)).filter { $0.kind == .regions })
        variables = Self.unbound(in: [chart] + copied)
        freshRegion = Self.unbound(in: inRegions)
    }

    /// The variables that charts declare, without values.
    private static func unbound(in charts: [Statechart]) -> [String: Value?] {
        let names = charts.flatMap(\.states).flatMap(\.variables).map(\.name)
        return Dictionary(names.map { ($0, nil) }, uniquingKeysWith: { first, _ in first })
    }

    /// Something that an action logged.
    public struct LogEntry: Hashable, Sendable {
        /// The label, or the name of an action.
        public let label: String
        /// The value; `nil` for an action.
        public let value: Value?
    }

    // MARK: - Guards and actions

    /// Returns whether a condition holds.
    ///
    /// - Throws: ``ExpressionError`` if its value isn't a truth value, or there is none.
    public func holds(_ condition: Guard, in step: borrowing Step<Self>) throws -> Bool {
        try holds(checking: condition.condition, Environment(behavior: self, step: copy step))
    }

    private func holds(checking condition: Statechart.Condition, _ environment: Environment) throws -> Bool {
        do { return try holds(condition, environment) } catch {
            report(error, .condition(condition))
            throw error
        }
    }

    private func report(_ error: any Error, _ subject: Failure.Subject) {
        guard let onFailure, let error = error as? ExpressionError else { return }
        onFailure(Failure(subject: subject, error: error))
    }

    /// Carries out an action.
    ///
    /// - Throws: ``ExpressionError`` if an expression has no value, or a variable isn't there.
    public mutating func perform(_ action: Action, in step: inout Step<Self>) throws {
        if step.eventCount != countedEvent { (actionCount, countedEvent) = (0, step.eventCount) }
        // Beyond the limit there is room to react to the failure.
        mostActions = max(actionLimit, actionCount + min(actionLimit, 1000))
        do { try perform(action.action, &step) } catch {
            report(error, .action(action.action))
            throw error
        }
    }

    private func holds(_ condition: Statechart.Condition, _ environment: Environment) throws -> Bool {
        switch condition {
        case .named(let name): try Expression.variable(name).isTrue(in: environment)
        case .expression(let expression): try expression.isTrue(in: environment)
        case .isActive(let name): environment.isActive(name) ?? false
        case .not(let inner): try !holds(inner, environment)
        case .all(let list): try list.allSatisfy { try holds($0, environment) }
        case .any(let list): try list.contains { try holds($0, environment) }
        }
    }

    private func value(_ expression: Expression, _ step: Step<Self>) throws(ExpressionError) -> Value {
        try expression.value(in: Environment(behavior: self, step: step))
    }

    private mutating func perform(_ action: Statechart.Action, _ step: inout Step<Self>) throws {
        actionCount += 1
        guard actionCount <= mostActions else {
            throw ExpressionError("one event led to more than \(actionLimit) actions; look for loops without end")
        }
        switch action {
        case .perform(let name): add(LogEntry(label: name, value: nil))
        case .raise(let name, let content): try raise(name, content, &step)
        case .send(let send): try self.send(send, &step)
        case .cancel(let id): step.cancel(id: try value(id, step).text(of: "an identifier"))
        case .assign(let name, .unbound): set(name, nil, in: step)
        case .assign(let name, let expression):
            let value = try value(expression, step)
            actionCount += try value.size() >> 13
            try assign(value, to: name, in: step)
        case .log(let label, let expression):
            add(LogEntry(label: label, value: try expression.map { try value($0, step) } ?? .null))
        case .choose(let branches): try choose(branches, &step)
        case .forEach(let item, let index, let list, let actions):
            try forEach(item, index, try value(list, step), actions, &step)
        case .addRegion(let name): step.addRegion(to: Name(rawValue: name))
        case .removeRegion: if let region = step.region { step.removeRegion(region) }
        }
    }

    private mutating func add(_ entry: LogEntry) { if let onLog { onLog(entry) } else { log.append(entry) } }

    private mutating func perform(_ actions: [Statechart.Action], _ step: inout Step<Self>) throws {
        for action in actions { try perform(action, &step) }
    }

    private mutating func assign(_ value: Value, to name: String, in step: Step<Self>) throws(ExpressionError) {
        guard variables[name] != nil || step.region != nil && freshRegion[name] != nil else {
            throw ExpressionError("there is no variable \(Message.quoted(name.utf8)); declare it")
        }
        set(name, value, in: step)
    }

    /// Gives a variable a value: the region's own if it has one of that name.
    private mutating func set(_ name: String, _ value: Value?, in step: Step<Self>) {
        guard let region = step.region, freshRegion[name] != nil else { return variables[name] = .some(value) }
        if regionVariables[region] == nil {
            // A new one: those that have ended are forgotten.
            let present = Set(step.regionNumbers)
            regionVariables = regionVariables.filter { present.contains($0.key) }
            regionVariables[region] = freshRegion
        }
        regionVariables[region]?[name] = .some(value)
    }

    /// Carries out the first branch whose condition holds; one that fails doesn't.
    private mutating func choose(_ branches: [Statechart.Branch], _ step: inout Step<Self>) throws {
        for branch in branches {
            if let condition = branch.condition {
                let environment = Environment(behavior: self, step: step)
                do { if try !holds(checking: condition, environment) { continue } } catch {
                    step.raise(.error)
                    continue
                }
            }
            return try perform(branch.actions, &step)
        }
    }

    private mutating func forEach(
        _ item: String, _ index: String?, _ list: Value, _ actions: [Statechart.Action], _ step: inout Step<Self>
    ) throws {
        guard case .list(let values) = list else {
            throw ExpressionError("a loop takes a list, not \(list.kindName)")
        }
        for name in [item, index].compactMap(\.self) {
            guard case .variable = try? Expression(parsing: name), !name.hasPrefix("_") else {
                throw ExpressionError("\(Message.quoted(name.utf8)) can't be a variable of a loop")
            }
            if variables[name] == nil, freshRegion[name] == nil { variables[name] = .some(nil) }
        }
        for (place, value) in values.enumerated() {
            set(item, value, in: step)
            if let index { set(index, .number(Double(place)), in: step) }
            try perform(actions, &step)
        }
    }

    // MARK: - Events

    /// The most bytes of an event's data, times the number of events that wait. All that wait take a
    /// small multiple of that.
    private static let mostWaitingBytes = 1 << 26

    /// Returns data for an event, which are checked, as `_event` nests them and queues keep them.
    private func data(_ content: Statechart.Content?, _ step: Step<Self>) throws(ExpressionError) -> Value {
        let data: Value
        switch content {
        case nil: return .null
        case .value(let expression): data = try value(expression, step)
        case .fields(let fields):
            var record: [String: Value] = [:]
            for field in fields { record[field.name] = try value(field.value, step) }
            data = .record(record)
        }
        guard try data.size() * (1 + step.waitingCount) <= Self.mostWaitingBytes else {
            throw ExpressionError("too many events with much data wait; send fewer, or less data")
        }
        return data
    }

    /// Raises an event; without its data if that can't be had, as whoever waits for it must not
    /// wait for ever.
    private mutating func raise(_ name: String, _ content: Statechart.Content?, _ step: inout Step<Self>) throws {
        do {
            let data = try data(content, step)
            step.raise(Name(rawValue: name), Payload(name: name, data: data))
        } catch {
            report(error, .action(.raise(name, content)))
            step.raise(.error)
            step.raise(Name(rawValue: name), Payload(name: name))
            throw HandledFailure()
        }
    }

    private mutating func send(_ send: Statechart.Send, _ step: inout Step<Self>) throws {
        var id = try send.id.map { try value($0, step).text(of: "an identifier") }
        if let location = send.idLocation {
            sentCount += 1
            id = "send.\(sentCount)"
            try assign(.text(id ?? ""), to: location, in: step)
        }
        let name = try value(send.event, step).text(of: "an event")
        let target = try send.target.map { try value($0, step) } ?? .text("")
        let transport = try send.transport.map { try value($0, step) } ?? .text("scxml")
        let data = try data(send.content, step)
        let delay = try send.delay.map { expression throws(ExpressionError) in
            let value = try value(expression, step)
            guard let delay = Duration(value) else {
                throw ExpressionError("\(value) is no delay; write a number of milliseconds, or a text such as '1.5s'")
            }
            return delay
        }
        let payload = Payload(name: name, data: data, sendID: id, origin: Self.address)
        switch (transport, target) {
        case (.text("scxml"), _), (.text(Self.transport), _): break
        default: return try fail(.error, id, &step)
        }
        switch target {
        case .text(""), .text(Self.address):
            step.send(Name(rawValue: name), payload, after: delay ?? .zero, id: id ?? "")
        case .text("#_internal"):
            step.raise(Name(rawValue: name), Payload(name: name, data: data, sendID: id))
        case .text(let text) where text.hasPrefix("#_scxml_") || text == "#_parent":
            try fail("error.communication", id, &step)
        default: try fail(.error, id, &step)
        }
    }

    /// Raises an error that names the action which sent an event, and ends the block.
    private func fail(_ error: Name, _ id: String?, _ step: inout Step<Self>) throws {
        step.raise(error, Payload(name: error.rawValue, sendID: id))
        throw HandledFailure()
    }

    static let transport = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
    static let address = "#_scxml_session"
}

extension ExpressionBehavior.Name {
    fileprivate static var error: Self { "error.execution" }
}

extension Value {
    fileprivate func text(of what: String) throws(ExpressionError) -> String {
        guard case .text(let text) = self else { throw ExpressionError("\(what) is a text, not \(kindName)") }
        return text
    }
}

/// A failure of which the behavior has raised the event.
@usableFromInline
struct HandledFailure: Error {
    @usableFromInline
    init() {}
}

// MARK: - Variables

extension Statechart {
    /// The submachines that some states are made of, with those of their states in turn.
    fileprivate func submachines(of states: [State]) -> [Statechart] {
        var (found, open) = ([Statechart](), states.compactMap(\.submachine))
        while let name = open.popLast() {
            guard !found.contains(where: { $0.name == name }), let chart = submachines.first(where: { $0.name == name })
            else { continue }
            found.append(chart)
            open += chart.states.filter { $0.kind != .regions }.compactMap(\.submachine)
        }
        return found
    }
}

extension ExpressionBehavior {
    fileprivate func value(of variable: String, in region: Int?) -> Value? {
        guard let region, freshRegion[variable] != nil else { return variables[variable] ?? nil }
        return regionVariables[region]?[variable] ?? nil
    }

    /// The variables and states that an expression sees.
    private struct Environment: ExpressionEnvironment {
        let behavior: ExpressionBehavior
        let step: Step<ExpressionBehavior>

        func value(of variable: String) -> Value? {
            switch variable {
            case "_event": step.eventRecord
            case "_name": .text(behavior.chartName)
            case "_sessionid": .text("session")
            case "_ioprocessors": .record(["scxml": .record(["location": .text(ExpressionBehavior.address)])])
            case "_region": step.region.map { .number(Double($0)) }
            default: behavior.value(of: variable, in: step.region)
            }
        }

        func isActive(_ state: String) -> Bool? { step.isKnown(state) ? step.isActive(.init(rawValue: state)) : nil }
    }
}

extension Step<ExpressionBehavior> {
    /// The event that is being taken, as expressions see it; `nil` before the first one.
    fileprivate var eventRecord: Value? {
        guard number > 0 else { return nil }
        let name = payload?.name ?? event?.rawValue ?? ""
        let type = name.hasPrefix("error.") ? "platform" : cause == .raised ? "internal" : "external"
        let isFromChart = cause != .raised && payload?.origin != nil
        return .record([
            "name": .text(name), "type": .text(type), "data": payload?.data ?? .null,
            "sendid": payload?.sendID.map { .text($0) } ?? .null,
            "origin": payload?.origin.map { .text($0) } ?? .null,
            "origintype": isFromChart ? .text(ExpressionBehavior.transport) : .null, "invokeid": .null,
        ])
    }

    fileprivate func isKnown(_ state: String) -> Bool { chart.storage.tables.hasState(state) }
}

extension Expression {
    /// The value of a variable that has none.
    static var unbound: Expression { .variable("") }
}

extension StateMachine<ExpressionBehavior> {
    /// Sends an event with a value.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the configuration is legal then.
    @discardableResult
    public mutating func send(
        _ event: String, _ data: Value = .null, to behavior: inout ExpressionBehavior
    ) throws(StateMachineError) -> EventFate {
        try send(.init(rawValue: event), .init(name: event, data: data), to: &behavior)
    }
}
