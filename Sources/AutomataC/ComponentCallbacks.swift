// The functions here are described in automata_components.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Components
internal import Statecharts

// MARK: - Within handlers

@c @implementation
public func automata_component_name(_ simulation: OpaquePointer?) -> UnsafePointer<CChar>? {
    SimulationHandle.from(simulation)?.host.currentName
}

@c @implementation
public func automata_component_send(
    _ simulation: OpaquePointer?, _ port: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
    _ value: UnsafePointer<automata_statechart_value>?, _ delay: UInt64, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    within(simulation, error) { host throws(CallError) in
        let (port, message) = (
            try Argument.zeroTerminatedText(port, "port"), try Argument.zeroTerminatedText(message, "message")
        )
        let body = try Value(orNull: value)
        try host.running().outputs.sendForC(message, body, port, after: Duration(nanoseconds: delay))
    }
}

@c @implementation
public func automata_component_ask(
    _ simulation: OpaquePointer?, _ port: UnsafePointer<CChar>?, _ command: UnsafePointer<CChar>?,
    _ request: UnsafePointer<automata_statechart_value>?, _ limit: UInt64,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    within(simulation, error) { host throws(CallError) in
        let (port, command) = (
            try Argument.zeroTerminatedText(port, "port"), try Argument.zeroTerminatedText(command, "command")
        )
        let (request, limit) = (try Value(orNull: request), limit == 0 ? nil : Duration(nanoseconds: limit))
        let outputs = try host.running().outputs
        do throws(ExpressionError) { try outputs.ask(command, request, through: port, within: limit) } catch {
            throw .assembly(.unknownName(error.description))
        }
    }
}

@c @implementation
public func automata_component_answer(
    _ simulation: OpaquePointer?, _ command: UInt64, _ answer: UnsafePointer<automata_statechart_value>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    within(simulation, error) { host throws(CallError) in
        let answer = try Value(orNull: answer)
        try host.take(command)(answer)
    }
}

@c @implementation
public func automata_component_refuse(
    _ simulation: OpaquePointer?, _ command: UInt64, _ reason: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    within(simulation, error) { host throws(CallError) in
        let reason = try Argument.zeroTerminatedText(reason, "reason")
        try host.take(command).refuse(reason)
    }
}

@c @implementation
public func automata_component_end(
    _ simulation: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    within(simulation, error) { host throws(CallError) in
        let name = try host.running().name
        guard let handle = host.handle else { return }
        let assembly = try handle.run().assembly
        try running { () throws(ComponentError) in try assembly.remove(name) }
    }
}

/// Runs the body of a function for the component whose handler runs.
private func within(
    _ simulation: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (ComponentHost) throws(CallError) -> Void
) -> automata_status {
    call(error) { () throws(CallError) in
        let simulation = try SimulationHandle.required(simulation)
        try MemoryReservation.reserveMemory(0)
        try body(simulation.host)
    }
}
