internal import CAutomata
internal import Statecharts

/// The machine of a handle.
///
/// Each call is compiled for both behaviors, because a generic call takes ten times as long.
enum MachineEngine {
    /// All guards and actions are functions of the program.
    case plain(HostMachine<HostBehavior>)
    case withExpressions(HostMachine<ExpressionBehavior>)
    /// Other charts or services run together with the chart.
    case session(HostSession)

    func start() throws(CallError) {
        switch self {
        case .plain(let machine): try machine.start()
        case .withExpressions(let machine): try machine.start()
        case .session(let machine): try machine.start()
        }
    }

    func restore(_ text: UnsafeRawBufferPointer) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.restore(text)
        case .withExpressions(let machine): try machine.restore(text)
        case .session(let machine): try machine.restore(text)
        }
    }

    /// Returns a copy of the machine for another handle.
    func copy(_ run: UnsafeMutablePointer<HostRun>) throws(CallError) -> MachineEngine {
        switch self {
        case .plain(let machine): .plain(try machine.copy(run))
        case .withExpressions(let machine): .withExpressions(try machine.copy(run))
        case .session(let machine): .session(try machine.copy(run))
        }
    }

    // MARK: - Events and time

    func send(_ number: Int, _ data: EventData) throws(CallError) -> EventFate {
        switch self {
        case .plain(let machine): try machine.send(number, data)
        case .withExpressions(let machine): try machine.send(number, data)
        case .session(let machine): try machine.send(number, data)
        }
    }

    func send(_ name: String, _ data: EventData) throws(CallError) -> EventFate {
        if let error = StateMachineError(event: name) { throw .statechart(.machine(error)) }
        return switch self {
        case .plain(let machine): try machine.send(name, data)
        case .withExpressions(let machine): try machine.send(name, data)
        case .session(let machine): try machine.send(name, data)
        }
    }

    func send(_ number: Int, _ data: EventData, toRegion region: UInt32) throws(CallError) -> EventFate {
        switch self {
        case .plain(let machine): try machine.send(number, data, toRegion: region)
        case .withExpressions(let machine): try machine.send(number, data, toRegion: region)
        case .session(let machine): try machine.send(number, data, toRegion: region)
        }
    }

    func advance(to time: Duration) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.advance(to: time)
        case .withExpressions(let machine): try machine.advance(to: time)
        case .session(let machine): try machine.advance(to: time)
        }
    }

    // MARK: - Inspecting, between calls

    var isMade: Bool {
        switch self {
        case .plain(let machine): machine.isMade
        case .withExpressions(let machine): machine.isMade
        case .session(let machine): machine.isMade
        }
    }

    var deadline: Duration? {
        switch self {
        case .plain(let machine): machine.deadline
        case .withExpressions(let machine): machine.deadline
        case .session(let machine): machine.deadline
        }
    }

    var hasEnded: Bool {
        switch self {
        case .plain(let machine): machine.hasEnded
        case .withExpressions(let machine): machine.hasEnded
        case .session(let machine): machine.hasEnded
        }
    }

    var enabledEvents: [automata_statechart_event] {
        switch self {
        case .plain(let machine): machine.enabledEvents
        case .withExpressions(let machine): machine.enabledEvents
        case .session(let machine): machine.enabledEvents
        }
    }

    func forEachActiveAtomicState(_ body: (Int) -> Void) {
        switch self {
        case .plain(let machine): machine.forEachActiveAtomicState(body)
        case .withExpressions(let machine): machine.forEachActiveAtomicState(body)
        case .session(let machine): machine.forEachActiveAtomicState(body)
        }
    }

    func snapshot() throws(CallError) -> [UInt8] {
        switch self {
        case .plain(let machine): try machine.snapshot()
        case .withExpressions(let machine): try machine.snapshot()
        case .session(let machine): try machine.snapshot()
        }
    }

    // MARK: - Inspecting, also within guards and actions

    var time: Duration {
        switch self {
        case .plain(let machine): machine.time
        case .withExpressions(let machine): machine.time
        case .session(let machine): machine.time
        }
    }

    func isActive(_ state: Int) -> Bool {
        switch self {
        case .plain(let machine): machine.isActive(state)
        case .withExpressions(let machine): machine.isActive(state)
        case .session(let machine): machine.isActive(state)
        }
    }

    func value(_ expression: Expression) throws(CallError) -> Value {
        switch self {
        case .plain(let machine): try machine.value(expression)
        case .withExpressions(let machine): try machine.value(expression)
        case .session(let machine): try machine.value(expression)
        }
    }

    func assign(_ value: Value, to name: String) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.assign(value, to: name)
        case .withExpressions(let machine): try machine.assign(value, to: name)
        case .session(let machine): try machine.assign(value, to: name)
        }
    }

    // MARK: - Within guards and actions

    var eventNumber: Int? {
        switch self {
        case .plain(let machine): machine.eventNumber
        case .withExpressions(let machine): machine.eventNumber
        case .session(let machine): machine.eventNumber
        }
    }

    var eventData: UInt64 {
        switch self {
        case .plain(let machine): machine.eventData
        case .withExpressions(let machine): machine.eventData
        case .session(let machine): machine.eventData
        }
    }

    var region: Int? {
        switch self {
        case .plain(let machine): machine.region
        case .withExpressions(let machine): machine.region
        case .session(let machine): machine.region
        }
    }

    func raise(_ number: Int, _ data: UInt64) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.raise(number, data)
        case .withExpressions(let machine): try machine.raise(number, data)
        case .session(let machine): try machine.raise(number, data)
        }
    }

    func send(_ number: Int, _ data: UInt64, after delay: Duration, id: String) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.send(number, data, after: delay, id: id)
        case .withExpressions(let machine): try machine.send(number, data, after: delay, id: id)
        case .session(let machine): try machine.send(number, data, after: delay, id: id)
        }
    }

    func cancel(id: String) throws(CallError) {
        switch self {
        case .plain(let machine): try machine.cancel(id: id)
        case .withExpressions(let machine): try machine.cancel(id: id)
        case .session(let machine): try machine.cancel(id: id)
        }
    }
}
