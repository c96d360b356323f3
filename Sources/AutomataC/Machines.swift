// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
@_spi(Tool) internal import StatechartFormats
internal import Statecharts

extension automata_machine_options: SizedStruct {}

// MARK: - Calls of machines

/// Runs the body of a function that has exclusive access to a machine.
@inline(never)
func work(
    on pointer: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (UnsafeMutablePointer<HostRun>) throws(CallError) -> Void
) -> automata_status {
    call(error) { () throws(CallError) in
        let run = try MachineHandle.run(of: pointer)
        guard !run.pointee.isBusy else {
            throw .statechart(.misplaced("a callback can't call this for its own machine; raise an event instead"))
        }
        run.pointee.isBusy = true
        defer {
            run.pointee.isBusy = false
            // A callback has freed the machine.
            if run.pointee.isFreed { MachineHandle.free(pointer) }
        }
        try body(run)
    }
}

/// Makes a machine, which a callback may free immediately.
private func makeMachine(
    _ chart: OpaquePointer?, _ options: UnsafePointer<automata_machine_options>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (MachineHandle) throws(CallError) -> Void
) -> automata_status {
    make(result, "machine", error) { () throws(CallError) in
        let chart = try StatechartHandle.required(chart)
        let machine = try MachineHandle(chart, try automata_machine_options.given(options))
        machine.run.pointee.isBusy = true
        try body(machine)
        machine.run.pointee.isBusy = false
        return machine.run.pointee.isFreed ? nil : machine
    }
}

extension EventFate {
    var forC: automata_machine_fate {
        switch self {
        case .taken: AUTOMATA_MACHINE_FATE_TAKEN
        case .deferred: AUTOMATA_MACHINE_FATE_DEFERRED
        case .ignored: AUTOMATA_MACHINE_FATE_IGNORED
        }
    }
}

// MARK: - Time

extension Duration {
    private static let billion: UInt64 = 1_000_000_000

    init(nanoseconds: UInt64) {
        self.init(
            secondsComponent: Int64(nanoseconds / Self.billion),
            attosecondsComponent: Int64(nanoseconds % Self.billion * Self.billion))
    }

    /// Returns the nanoseconds, rounded down or up, at most `UInt64.max - 1`.
    func nanoseconds(rounding rule: FloatingPointRoundingRule) -> UInt64 {
        let (seconds, attoseconds) = (UInt64(max(0, components.seconds)), UInt64(max(0, components.attoseconds)))
        let (whole, isLarge) = seconds.multipliedReportingOverflow(by: Self.billion)
        let isRoundedUp = rule == .up && attoseconds % Self.billion > 0
        let (sum, isLarger) = whole.addingReportingOverflow(attoseconds / Self.billion + (isRoundedUp ? 1 : 0))
        return isLarge || isLarger ? .max - 1 : min(sum, .max - 1)
    }
}

// MARK: - Starting and ending

@c @implementation
public func automata_machine_start(
    _ chart: OpaquePointer?, _ options: UnsafePointer<automata_machine_options>?,
    _ machine: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeMachine(chart, options, machine, error) { machine throws(CallError) in
        try machine.engine.start()
    }
}

@c @implementation
public func automata_machine_restore(
    _ chart: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ options: UnsafePointer<automata_machine_options>?, _ machine: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeMachine(chart, options, machine, error) { machine throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        // Timers grow most: one of 24 bytes takes 110 and then 100 more, in arrays that double.
        try MemoryReservation.reserveMemory(24 * text.count)
        try machine.engine.restore(text)
    }
}

@c @implementation
public func automata_machine_free(_ machine: OpaquePointer?) {
    guard let run = try? MachineHandle.run(of: machine) else { return }
    if run.pointee.isBusy { run.pointee.isFreed = true } else { MachineHandle.free(machine) }
}

@c @implementation
public func automata_machine_copy(
    _ machine: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) in
        let machine = try MachineHandle.required(machine)
        guard machine.idleEngine != nil else {
            throw .statechart(
                .misplaced("a callback can't copy the machine that called it; copy the machine after the call"))
        }
        return try MachineHandle(copying: machine, context: context)
    }
}

// MARK: - Events

@c @implementation
public func automata_machine_send(
    _ machine: OpaquePointer?, _ event: automata_statechart_event, _ data: UInt64,
    _ fate: UnsafeMutablePointer<automata_machine_fate>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    guard let run = try? MachineHandle.run(of: machine), let result = run.sendInCell(event, data) else {
        return sendInFull(machine, event, data, sent: nil, fate, error)
    }
    guard run.isIdle else { return sendInFull(machine, event, data, sent: result, fate, error) }
    fate?.initialize(to: result.forC)
    error?.clear()
    return AUTOMATA_OK
}

/// Sends an event, or does the work that it has left.
@inline(never)
private func sendInFull(
    _ machine: OpaquePointer?, _ event: automata_statechart_event, _ data: UInt64, sent: EventFate?,
    _ fate: UnsafeMutablePointer<automata_machine_fate>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    fate?.initialize(to: AUTOMATA_MACHINE_FATE_IGNORED)
    return work(on: machine, error) { run throws(CallError) in
        let result: EventFate
        if let sent {
            try run.settle()
            result = sent
        } else {
            result = try run.send(try run.number(of: event), data)
        }
        fate?.initialize(to: result.forC)
    }
}

@c @implementation
public func automata_machine_send_named(
    _ machine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int, _ data: UInt64,
    _ fate: UnsafeMutablePointer<automata_machine_fate>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    fate?.initialize(to: AUTOMATA_MACHINE_FATE_IGNORED)
    return work(on: machine, error) { run throws(CallError) in
        let name = try Argument.string(name, length, "name")
        let result = try MachineHandle.required(machine).engine.send(name, .number(data))
        fate?.initialize(to: result.forC)
    }
}

@c @implementation
public func automata_machine_send_to_region(
    _ machine: OpaquePointer?, _ region: UInt32, _ event: automata_statechart_event, _ data: UInt64,
    _ fate: UnsafeMutablePointer<automata_machine_fate>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    fate?.initialize(to: AUTOMATA_MACHINE_FATE_IGNORED)
    return work(on: machine, error) { run throws(CallError) in
        let (machine, number) = (try MachineHandle.required(machine), try run.number(of: event))
        let result = try machine.engine.send(number, .number(data), toRegion: region)
        fate?.initialize(to: result.forC)
    }
}

@c @implementation
public func automata_machine_advance(
    _ machine: OpaquePointer?, _ time: UInt64, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    work(on: machine, error) { _ throws(CallError) in
        guard time != .max else {
            throw .invalidArgument("'time' is AUTOMATA_MACHINE_NO_TIME; give the time until which to advance")
        }
        try MachineHandle.required(machine).engine.advance(to: Duration(nanoseconds: time))
    }
}

// MARK: - Looking

@c @implementation
public func automata_machine_time(_ machine: OpaquePointer?) -> UInt64 {
    MachineHandle.from(machine)?.readableEngine?.time.nanoseconds(rounding: .down) ?? 0
}

@c @implementation
public func automata_machine_deadline(_ machine: OpaquePointer?) -> UInt64 {
    guard let deadline = MachineHandle.from(machine)?.idleEngine?.deadline,
        deadline <= .nanoseconds(UInt64.max - 1)
    else { return .max }
    return deadline.nanoseconds(rounding: .up)
}

@c @implementation
public func automata_machine_is_active(_ machine: OpaquePointer?, _ state: automata_statechart_state) -> Bool {
    guard let machine = MachineHandle.from(machine), Int(state) < machine.chart.stateCount else { return false }
    return machine.readableEngine?.isActive(Int(state)) ?? false
}

@c @implementation
public func automata_machine_active_states(_ machine: OpaquePointer?) -> automata_statechart_states {
    MachineHandle.from(machine)?.activeStates ?? automata_statechart_states(items: nil, count: 0)
}

@c @implementation
public func automata_machine_invocations(_ machine: OpaquePointer?) -> automata_machine_invoked_charts {
    MachineHandle.from(machine)?.invokedCharts ?? automata_machine_invoked_charts(items: nil, count: 0)
}

@c @implementation
public func automata_machine_observed(
    _ machine: OpaquePointer?, _ observer: Int
) -> automata_machine_observation {
    MachineHandle.from(machine)?.observation(observer) ?? automata_machine_observation()
}

@c @implementation
public func automata_machine_has_ended(_ machine: OpaquePointer?) -> Bool {
    MachineHandle.from(machine)?.idleEngine?.hasEnded ?? false
}

@c @implementation
public func automata_machine_enabled_events(
    _ machine: OpaquePointer?, _ events: UnsafeMutablePointer<UnsafeMutablePointer<automata_statechart_event>?>?,
    _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(events, count)
    return work(on: machine, error) { _ throws(CallError) in
        try result.check("events")
        try result.hand(out: try MachineHandle.required(machine).engine.enabledEvents)
    }
}

@c @implementation
public func automata_machine_snapshot(
    _ machine: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return work(on: machine, error) { _ throws(CallError) in
        try result.check("text", "length")
        let text = try MachineHandle.required(machine).engine.snapshot()
        try text.withUnsafeBufferPointer { (text) throws(CallError) in try result.hand(out: text) }
    }
}
