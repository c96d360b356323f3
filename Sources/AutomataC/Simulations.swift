// The functions here are described in automata_components.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata
internal import ComponentFormats
internal import Components
internal import Statecharts

extension automata_simulation_options: SizedStruct {
    static var reservedBytes: Range<Int> { bytes(of: \.reserved) }
}

// MARK: - Calls of simulations

/// Runs the body of a function that lets components handle messages, or that sends from outside.
private func work(
    on pointer: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (SimulationHandle) throws(CallError) -> Void
) -> automata_status {
    call(error) { () throws(CallError) in
        guard try !SimulationHandle.required(pointer).host.isBusy else {
            throw .assembly(.misplaced("a handler can't call this for its own simulation; send through a port instead"))
        }
        try SimulationHandle.keeping(pointer, body)
    }
}

// MARK: - Starting and ending

@c @implementation
public func automata_simulation_start(
    _ assembly: OpaquePointer?, _ options: UnsafePointer<automata_simulation_options>?,
    _ simulation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(simulation, "simulation", error) { () throws(CallError) in
        let assembly = try AssemblyHandle.required(assembly)
        let simulation = SimulationHandle(try automata_simulation_options.given(options))
        simulation.host.isBusy = true
        try simulation.start(assembly)
        simulation.host.isBusy = false
        return simulation.host.isFreed ? nil : simulation
    }
}

@c @implementation
public func automata_simulation_free(_ simulation: OpaquePointer?) {
    guard let host = SimulationHandle.from(simulation)?.host else { return }
    if host.isBusy { host.isFreed = true } else { SimulationHandle.free(simulation) }
}

// MARK: - Running

@c @implementation
public func automata_simulation_send(
    _ simulation: OpaquePointer?, _ port: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
    _ value: UnsafePointer<automata_statechart_value>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    work(on: simulation, error) { simulation throws(CallError) in
        let (port, message) = (
            try Argument.zeroTerminatedText(port, "port"), try Argument.zeroTerminatedText(message, "message")
        )
        try simulation.send(message, try Value(orNull: value), to: port)
    }
}

@c @implementation
public func automata_simulation_ask(
    _ simulation: OpaquePointer?, _ port: UnsafePointer<CChar>?, _ command: UnsafePointer<CChar>?,
    _ request: UnsafePointer<automata_statechart_value>?, _ answer: UnsafeMutablePointer<automata_statechart_value>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    answer?.initialize(to: automata_statechart_value())
    return work(on: simulation, error) { simulation throws(CallError) in
        let (port, command) = (try Argument.port(port, "port"), try Argument.zeroTerminatedText(command, "command"))
        let place = try required(answer, "answer")
        let result = try simulation.ask(command, try Value(orNull: request), of: port)
        let text = simulation.lend([result.characters])
        place.initialize(to: result.lent(text[0], text.lent.items[0].length))
    }
}

@c @implementation
public func automata_simulation_step(
    _ simulation: OpaquePointer?, _ stepped: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    stepped?.initialize(to: false)
    return work(on: simulation, error) { simulation throws(CallError) in
        let isDone = try simulation.step()
        stepped?.initialize(to: isDone)
    }
}

@c @implementation
public func automata_simulation_run(
    _ simulation: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    work(on: simulation, error) { simulation throws(CallError) in
        var count = 0
        try simulation.run(&count)
    }
}

@c @implementation
public func automata_simulation_advance(
    _ simulation: OpaquePointer?, _ time: UInt64, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    work(on: simulation, error) { simulation throws(CallError) in
        guard time != .max else {
            throw .invalidArgument("'time' is AUTOMATA_MACHINE_NO_TIME; give the time until which to advance")
        }
        try simulation.advance(to: Duration(nanoseconds: time))
    }
}

// MARK: - Looking

@c @implementation
public func automata_simulation_time(_ simulation: OpaquePointer?) -> UInt64 {
    SimulationHandle.from(simulation)?.simulation?.time.nanoseconds(rounding: .down) ?? 0
}

@c @implementation
public func automata_simulation_deadline(_ simulation: OpaquePointer?) -> UInt64 {
    let deadline = SimulationHandle.from(simulation)?.simulation?.deadline
    return deadline?.nanoseconds(rounding: .up) ?? .max
}

@c @implementation
public func automata_simulation_active_states(
    _ simulation: OpaquePointer?, _ component: UnsafePointer<CChar>?
) -> automata_names {
    lend(simulation) { simulation in
        guard let component = try? Argument.zeroTerminatedText(component, "component") else { return [] }
        return simulation.simulation?.activeStateNames(ofPart: component) ?? []
    }
}

@c @implementation
public func automata_simulation_failures(_ simulation: OpaquePointer?) -> automata_names {
    lend(simulation) { simulation in
        guard let run = simulation.simulation else { return [] }
        let count = run.removedFailureCount
        let removed = count > 0 ? ["\(count) earlier failures aren't kept"] : []
        return removed + run.failures.map { "\($0.component): \($0.error)".printable }
    }
}

@c @implementation
public func automata_simulation_inspect(
    _ simulation: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ allowsControl: Bool,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    work(on: simulation, error) { simulation throws(CallError) in
        let path = path == nil ? nil : try Argument.zeroTerminatedText(path, "path")
        try simulation.inspect(at: path, allowsControl)
    }
}

private func lend(_ simulation: OpaquePointer?, _ texts: (SimulationHandle) -> [String]) -> automata_names {
    guard let simulation = SimulationHandle.from(simulation) else { return automata_names(items: nil, count: 0) }
    return simulation.lend(texts(simulation)).lent
}

// MARK: - Changes

@c @implementation
public func automata_simulation_add(
    _ simulation: OpaquePointer?, _ component: UnsafePointer<automata_component_definition>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    change(simulation, error) { (assembly, host) throws(CallError) in
        let component = try HostComponent(component)
        _ = try running { () throws(ComponentError) in
            try assembly.add(component.name, mailbox: component.mailbox, file: "", line: 0) { component.make(host) }
        }
    }
}

@c @implementation
public func automata_simulation_connect(
    _ simulation: OpaquePointer?, _ output: UnsafePointer<CChar>?, _ input: UnsafePointer<CChar>?,
    _ kind: automata_channel_kind, _ capacity: UInt64, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    change(simulation, error) { (assembly, _) throws(CallError) in
        let channel = try HostChannel(output, input, kind, capacity)
        try running { () throws(ComponentError) in
            try assembly.connect([channel.output], to: [channel.input], as: channel.kind, capacity: channel.capacity)
        }
    }
}

@c @implementation
public func automata_simulation_disconnect(
    _ simulation: OpaquePointer?, _ port: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    change(simulation, error) { (assembly, _) throws(CallError) in
        let port = try Argument.port(port, "port")
        try running { () throws(ComponentError) in try assembly.disconnect(port) }
    }
}

@c @implementation
public func automata_simulation_remove(
    _ simulation: OpaquePointer?, _ component: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    change(simulation, error) { (assembly, _) throws(CallError) in
        let name = try Argument.zeroTerminatedText(component, "component")
        try running { () throws(ComponentError) in try assembly.remove(name) }
    }
}

/// Changes the parts of a run, which handlers may do, too.
private func change(
    _ simulation: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (RunningAssembly, ComponentHost) throws(CallError) -> Void
) -> automata_status {
    call(error) { () throws(CallError) in
        // A new component starts at once, and those that end may answer.
        try SimulationHandle.keeping(simulation) { simulation throws(CallError) in
            try body(try simulation.run().assembly, simulation.host)
        }
    }
}

@c @implementation
public func automata_simulation_contains(_ simulation: OpaquePointer?, _ component: UnsafePointer<CChar>?) -> Bool {
    guard let name = try? Argument.zeroTerminatedText(component, "component") else { return false }
    return SimulationHandle.from(simulation)?.simulation?.assembly.contains(name) ?? false
}
