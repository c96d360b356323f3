// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Statecharts

@c @implementation
public func automata_machine_send_value(
    _ machine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ value: UnsafePointer<automata_statechart_value>?, _ fate: UnsafeMutablePointer<automata_machine_fate>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    fate?.initialize(to: AUTOMATA_MACHINE_FATE_IGNORED)
    return work(on: machine, error) { run throws(CallError) in
        let name = try Argument.string(name, length, "name")
        let value = try Value(value)
        try run.reserveMemory(for: value)
        let result = try MachineHandle.required(machine).engine.send(name, .value(value))
        fate?.initialize(to: result.forC)
    }
}

@c @implementation
public func automata_machine_evaluate(
    _ machine: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ value: UnsafeMutablePointer<automata_statechart_value>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    value?.initialize(to: automata_statechart_value())
    func evaluate() throws(CallError) {
        let machine = try MachineHandle.required(machine)
        let text = try Argument.string(text, length, "text")
        let result = try required(value, "value")
        // A copy of a value, and its text.
        try MemoryReservation.reserveMemory(8 * machine.run.pointee.valueBytes)
        let expression: Expression
        do throws(ExpressionError) { expression = try Expression(parsing: text) } catch {
            throw .statechart(.expression(error))
        }
        result.initialize(to: machine.lend(try machine.engine.value(expression)))
    }
    if MachineHandle.from(machine)?.run.pointee.reading != nil {
        return call(error) { () throws(CallError) in try evaluate() }
    }
    return work(on: machine, error) { _ throws(CallError) in try evaluate() }
}

@c @implementation
public func automata_machine_assign(
    _ machine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ value: UnsafePointer<automata_statechart_value>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let machine = try MachineHandle.required(machine)
        let name = try Argument.string(name, length, "name")
        let value = try Value(value)
        guard machine.run.pointee.writing != nil || machine.idleEngine != nil else {
            throw .statechart(
                .misplaced("only an action can assign variables during a call for its machine; assign them later"))
        }
        try machine.run.reserveMemory(for: value)
        try machine.engine.assign(value, to: name)
    }
}

@c @implementation
public func automata_machine_send_from_service(
    _ machine: OpaquePointer?, _ service: UInt32, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ value: UnsafePointer<automata_statechart_value>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    @inline(never)
    func send() throws(CallError) {
        let machine = try MachineHandle.required(machine)
        let name = name == nil ? nil : try Argument.string(name, length, "name")
        let value = value == nil ? .null : try Value(value)
        try machine.run.reserveMemory(for: value)
        guard case .session(let session) = machine.engine else {
            throw .outOfRange("the machine has no services; only a chart with an invocation can start one")
        }
        let runs = !machine.run.pointee.isHandling
        try session.send(name, value, fromService: service, runs: runs)
    }
    if MachineHandle.from(machine)?.run.pointee.isHandling ?? false {
        return call(error) { () throws(CallError) in try send() }
    }
    return work(on: machine, error) { _ throws(CallError) in try send() }
}

extension UnsafeMutablePointer<HostRun> {
    /// Reserves memory for copies of a value.
    fileprivate func reserveMemory(for value: Value) throws(CallError) {
        guard let size = try? value.size() else { return }
        pointee.valueBytes = Swift.max(pointee.valueBytes, size)
        try MemoryReservation.reserveMemory(size)
    }
}
