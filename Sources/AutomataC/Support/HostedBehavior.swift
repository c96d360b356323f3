internal import CAutomata
@_spi(Tool) internal import StatechartFormats
internal import Statecharts
internal import TextSupport

/// The data of an event from C.
enum EventData {
    case number(UInt64)
    case value(Value)
}

/// A behavior of charts that C programs run.
protocol HostedBehavior: StatechartBehavior {
    /// Makes a machine, which isn't started.
    static func engine(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<Self>, _ run: UnsafeMutablePointer<HostRun>,
        _ options: automata_machine_options
    ) -> MachineEngine
    /// Creates the behavior of a new machine.
    init(_ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options)

    /// Returns the behavior of a copy of the machine.
    func copy(_ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options)
        -> Self

    /// Returns the data of an event for the engine; the event is added after `count` waiting
    /// events.
    static func payload(
        _ data: EventData, ofEvent name: @autoclosure () -> String, behind count: @autoclosure () -> Int
    ) throws(CallError) -> Payload

    /// Returns the number that a program sent with an event; 0 if it sent something else.
    static func number(in payload: Payload) -> UInt64

    /// Returns the value of an expression.
    func value(_ expression: Expression, _ step: Step<Self>) throws(ExpressionError) -> Value

    /// Gives a variable a value.
    mutating func assign(_ value: Value, to name: String, in step: Step<Self>) throws(ExpressionError)

    /// Returns the behavior that a callback works on; `nil` outside of callbacks.
    static func current(_ run: HostRun) -> UnsafeMutablePointer<Self>?

    /// Returns the JSON of a snapshot.
    func json(of snapshot: StateMachineSnapshot<Payload>) throws(CallError) -> [UInt8]

    /// Reads a snapshot of a run of a chart, and takes its data.
    mutating func snapshot(
        json text: UnsafeRawBufferPointer, of chart: Statechart
    ) throws(CallError) -> StateMachineSnapshot<Payload>
}

// MARK: - Guards and actions of the program alone

extension HostBehavior: HostedBehavior {
    static func engine(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<HostBehavior>, _ run: UnsafeMutablePointer<HostRun>,
        _ options: automata_machine_options
    ) -> MachineEngine {
        .plain(HostMachine(chart, compiled, run, options))
    }

    init(_ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options) {
        self.run = run
    }

    func copy(
        _ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) -> HostBehavior {
        HostBehavior(run: run)
    }

    @inline(__always)
    static func payload(
        _ data: EventData, ofEvent name: @autoclosure () -> String, behind count: @autoclosure () -> Int
    ) throws(CallError) -> UInt64 {
        switch data {
        case .number(let number): return number
        case .value(.null): return 0
        case .value(let value):
            guard case .number(let number) = value, let natural = UInt64(exactly: number) else {
                throw .outOfRange("events of charts without expressions carry natural numbers; send such a number")
            }
            return natural
        }
    }

    static func number(in payload: UInt64) -> UInt64 { payload }

    func value(_ expression: Expression, _ step: Step<HostBehavior>) throws(ExpressionError) -> Value {
        try expression.value(in: StateEnvironment(step: step))
    }

    mutating func assign(_ value: Value, to name: String, in step: Step<HostBehavior>) throws(ExpressionError) {
        throw ExpressionError("unknown variable '\(name)'; declare it in the chart")
    }

    static func current(_ run: HostRun) -> UnsafeMutablePointer<HostBehavior>? { nil }

    func json(of snapshot: StateMachineSnapshot<UInt64>) -> [UInt8] { snapshot.jsonBytes }

    mutating func snapshot(
        json text: UnsafeRawBufferPointer, of chart: Statechart
    ) throws(CallError) -> StateMachineSnapshot<UInt64> {
        do throws(StatechartFormatError) { return try StateMachineSnapshot(json: text) } catch {
            throw .statechart(.reading(error))
        }
    }

    /// The states of a machine without variables.
    private struct StateEnvironment: ExpressionEnvironment {
        let step: Step<HostBehavior>

        func value(of variable: String) -> Value? { nil }

        func isActive(_ state: String) -> Bool? { step.isActive(named: state) ?? false }
    }
}

// MARK: - Expressions

extension ExpressionBehavior: HostedBehavior {
    static func engine(
        _ chart: StatechartHandle, _ compiled: CompiledStatechart<ExpressionBehavior>,
        _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) -> MachineEngine {
        chart.needsSession
            ? .session(HostSession(chart, compiled, run, options))
            : .withExpressions(HostMachine(chart, compiled, run, options))
    }

    init(_ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options) {
        self.init(for: chart.compiled.chart)
        connect(chart, run, options)
    }

    func copy(
        _ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) -> ExpressionBehavior {
        var copy = self
        copy.connect(chart, run, options)
        return copy
    }

    private mutating func connect(
        _ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) {
        let host = HostFunctions(run: run, guards: chart.guards, actions: chart.actions, options: options)
        self.host = host
        onLog = { host.add($0) }
        onFailure = nil
        if options.note != nil { onFailure = { host.report($0) } }
    }

    static func payload(
        _ data: EventData, ofEvent name: @autoclosure () -> String, behind count: @autoclosure () -> Int
    ) throws(CallError) -> Payload {
        switch data {
        case .value(let value):
            do throws(ExpressionError) { try check(value, behind: count()) } catch {
                throw .statechart(.tooLarge(error))
            }
            return Payload(name: name(), data: value)
        case .number(let number):
            guard let value = Double(exactly: number) else {
                throw .outOfRange(
                    "\(number) has no exact value as a double, this chart's number type; send a smaller number")
            }
            return Payload(name: name(), data: .number(value))
        }
    }

    static func number(in payload: Payload) -> UInt64 {
        if case .number(let number) = payload.data { UInt64(exactly: number) ?? 0 } else { 0 }
    }

    static func current(_ run: HostRun) -> UnsafeMutablePointer<ExpressionBehavior>? { run.data }

    func json(of snapshot: StateMachineSnapshot<Payload>) throws(CallError) -> [UInt8] {
        let snapshot = ExpressionSnapshot(snapshot, self)
        try MemoryReservation.reserveMemory(snapshot.dataByteBound)
        return snapshot.jsonBytes
    }

    mutating func snapshot(
        json text: UnsafeRawBufferPointer, of chart: Statechart
    ) throws(CallError) -> StateMachineSnapshot<Payload> {
        let snapshot: ExpressionSnapshot
        do throws(StatechartFormatError) { snapshot = try ExpressionSnapshot(json: text) } catch {
            throw .statechart(.reading(error))
        }
        do throws(ExpressionError) { try Self.check(waiting: snapshot.waitingData) } catch {
            throw .statechart(.tooLarge(error))
        }
        let numbers = Set(snapshot.machine.regions.map(\.number))
        let regions = snapshot.regionVariables.filter { numbers.contains($0.key) }
        restore(snapshot.variables, inRegions: regions, of: chart)
        sentCount = snapshot.sentCount
        return snapshot.machine
    }
}
