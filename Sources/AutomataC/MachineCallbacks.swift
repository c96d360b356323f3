// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Statecharts

// MARK: - Within guards and actions

@c @implementation
public func automata_machine_event(_ machine: OpaquePointer?) -> automata_statechart_event {
    guard let machine = MachineHandle.from(machine) else { return .max }
    return machine.engine.eventNumber.map { machine.chart.event($0) } ?? .max
}

@c @implementation
public func automata_machine_event_data(_ machine: OpaquePointer?) -> UInt64 {
    MachineHandle.from(machine)?.engine.eventData ?? 0
}

@c @implementation
public func automata_machine_region(_ machine: OpaquePointer?) -> UInt32 {
    UInt32(MachineHandle.from(machine)?.engine.region ?? 0)
}

@c @implementation
public func automata_machine_invocation_id(_ machine: OpaquePointer?) -> UnsafePointer<CChar>? {
    let machine = MachineHandle.from(machine)
    return machine?.run.pointee.data?.pointee.invokeID.flatMap { machine?.lend($0)[0] }
}

@c @implementation
public func automata_machine_callback_name(_ machine: OpaquePointer?) -> UnsafePointer<CChar>? {
    MachineHandle.from(machine)?.run.pointee.name
}

@c @implementation
public func automata_machine_raise(
    _ machine: OpaquePointer?, _ event: automata_statechart_event, _ data: UInt64,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let number = try MachineHandle.run(of: machine).number(of: event)
        try MachineHandle.required(machine).engine.raise(number, data)
    }
}

@c @implementation
public func automata_machine_send_later(
    _ machine: OpaquePointer?, _ event: automata_statechart_event, _ data: UInt64, _ delay: UInt64,
    _ id: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let number = try MachineHandle.run(of: machine).number(of: event)
        let id = try Argument.string(id, length, "id")
        let delay = Duration(nanoseconds: delay)
        try MachineHandle.required(machine).engine.send(number, data, after: delay, id: id)
    }
}

@c @implementation
public func automata_machine_cancel(
    _ machine: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let machine = try MachineHandle.required(machine)
        try machine.engine.cancel(id: try Argument.string(id, length, "id"))
    }
}
