@_spi(Tool) internal import Automata
internal import CAutomata
internal import ComponentFormats
internal import Components
internal import Statecharts

/// A run of an assembly, for one thread at a time.
final class SimulationHandle: Handle {
    static let kind: StaticString = "simulation"

    let host: ComponentHost
    let options: automata_simulation_options
    let maximumSteps: Int
    /// The run, once its components are made.
    private(set) var simulation: Simulation?
    private var environment: PartReference<ValueComponent>?
    private(set) var assembly = Assembly()
    /// The socket at which others watch the run.
    private var inspector: Inspector?
    /// Says what is wrong with the body of a message for a port of JSON; `nil` if nothing is.
    private var problem: (PortReference, String, Value) -> String? = { _, _, _ in nil }
    /// The texts that are lent until the next call.
    private var lentNames: StableNames?
    /// The memory that is reserved for the messages that wait.
    private var reservedCount = 0

    init(_ options: automata_simulation_options) {
        self.options = options
        maximumSteps = options.maximum_steps == 0 ? 1_000_000 : Int(clamping: options.maximum_steps)
        let (note, context) = (options.note, options.context)
        host = ComponentHost { sentence in
            if let note { sentence.printable.withCString { note($0, context) } }
        }
        host.handle = self
    }

    deinit {
        host.handle = nil
        // Commands that end now must not reach handlers.
        host.isFreed = true
    }

    func start(_ handle: AssemblyHandle) throws(CallError) {
        var run = Simulation.Options()
        (run.seed, run.isShuffled) = (options.seed, options.is_shuffled)
        if options.trace_limit > 0 { run.traceLimit = Int(min(options.trace_limit, 1_000_000)) }
        let (host, received) = (host, options.received.map { HostHandler(function: $0, context: options.context) })
        let collect: @Sendable (ValueMessage) -> Void = { message in
            if let received { try? host.handle(message, received) }
        }
        problem = handle.problem
        (simulation, environment) = try handle.with(host, seed: options.seed, received: collect) {
            (assembly, environment) throws(CallError) in
            self.assembly = assembly
            return (try running { () throws(ComponentError) in try Simulation(assembly, run) }, environment)
        }
    }

    /// The run, which START handlers don't have yet.
    func run() throws(CallError) -> Simulation {
        guard let simulation else {
            throw .assembly(.misplaced("the simulation starts; change it in a later handler"))
        }
        return simulation
    }

    /// Calls a function that may call handlers; if one frees the simulation, it lives until then.
    static func keeping(
        _ pointer: OpaquePointer?, _ body: (SimulationHandle) throws(CallError) -> Void
    ) throws(CallError) {
        let simulation = try required(pointer)
        try MemoryReservation.reserveMemory(0)
        let isFirst = !simulation.host.isBusy
        simulation.host.isBusy = true
        defer {
            if isFirst { simulation.host.isBusy = false }
            if isFirst, simulation.host.isFreed { free(pointer) }
        }
        try body(simulation)
    }

    /// Lets others watch the run at a socket; at none if the path is `nil`.
    func inspect(at path: String?, _ allowsControl: Bool) throws(CallError) {
        let run = try run()
        // Its path may be the same.
        inspector?.close()
        inspector = nil
        guard let path else { return }
        do throws(InspectionError) { inspector = try run.inspect(at: path, allowsControl: allowsControl) } catch {
            throw .assembly(.inspection(error))
        }
    }

    // MARK: - Sending

    func send(_ message: String, _ body: Value, to port: String) throws(CallError) {
        let run = try run()
        guard let dot = port.lastIndex(of: ".") else { return try send(message, body, through: port, of: run) }
        let reference = PortReference(String(port[..<dot]), String(port[port.index(after: dot)...]))
        if let problem = problem(reference, message, body) { throw .invalidArgument(problem) }
        try reaching { () throws(ComponentError) in try run.send(message, body, to: reference) }
    }

    /// Runs what sends from outside, where a port is invalid only by its name.
    private func reaching(_ body: () throws(ComponentError) -> Void) throws(CallError) {
        do throws(ComponentError) { try body() } catch {
            guard case .invalidPort = error else { throw .assembly(.run(error)) }
            throw .assembly(.unknownName(error.description))
        }
    }

    /// Sends through a port of the environment.
    private func send(_ message: String, _ body: Value, through port: String, of run: Simulation) throws(CallError) {
        guard let environment else {
            throw .assembly(.unknownName("the environment has no port '\(port)'; write component.port"))
        }
        let isKnown = try running { () throws(ComponentError) in
            try run.with(environment) { $0.outputs.sends(message, through: port) }
        }
        guard isKnown else {
            throw .assembly(
                .unknownName("the environment has no port '\(port)' with a message '\(message)'; fix the names"))
        }
        var failure: CallError?
        try running { () throws(ComponentError) in
            try run.with(environment) { environment in
                do throws(CallError) { try environment.outputs.sendForC(message, body, port) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// Sends a command, and runs until it is answered.
    func ask(_ command: String, _ request: Value, of port: PortReference) throws(CallError) -> Value {
        let run = try run()
        var (result, count): (Swift.Result<Value, CommandError>?, Int) = (nil, 0)
        try reaching { () throws(ComponentError) in try run.ask(command, request, of: port) { result = $0 } }
        try self.run(&count) { result != nil }
        while result == nil, !host.isFreed, let deadline = run.deadline { try fire(deadline, of: run, &count) }
        switch result ?? .failure(.unanswered) {
        case .success(let answer): return answer
        case .failure(let reason): throw .assembly(.refused(reason))
        }
    }

    // MARK: - Running

    /// Handles the next message.
    ///
    /// - Returns: Whether there was one.
    func step() throws(CallError) -> Bool {
        let run = try run()
        try reserveMemory(for: run)
        return try running { () throws(ComponentError) in try run.step() }
    }

    /// Handles messages until none waits.
    ///
    /// - Parameter count: The number of messages that were handled before.
    func run(_ count: inout Int, until isDone: () -> Bool = { false }) throws(CallError) {
        let run = try run()
        while !isDone(), !host.isFreed {
            guard try step() else { return }
            count += 1
            if count >= maximumSteps, run.waitingCount > 0, !isDone() {
                throw .assembly(.run(.tooManySteps(limit: maximumSteps)))
            }
        }
    }

    func advance(to time: Duration) throws(CallError) {
        let run = try run()
        var count = 0
        try self.run(&count)
        while !host.isFreed, let next = run.deadline, next <= time { try fire(next, of: run, &count) }
        if run.time < time, !host.isFreed {
            try running { () throws(ComponentError) in try run.advance(by: time - run.time) }
        }
    }

    /// Advances to a deadline, and handles all that follows.
    func fire(_ deadline: Duration, of run: Simulation, _ count: inout Int) throws(CallError) {
        // It stops after each message, so that memory can be reserved for the next ones.
        try? run.advance(by: max(.zero, deadline - run.time), limit: 1)
        count += 1
        if count >= maximumSteps { throw .assembly(.run(.tooManySteps(limit: maximumSteps))) }
        try self.run(&count)
    }

    /// Reserves memory for queues that double.
    private func reserveMemory(for run: Simulation) throws(CallError) {
        let count = run.waitingCount
        guard count > 2 * reservedCount || count < reservedCount / 4 else { return }
        reservedCount = max(1024, count)
        try MemoryReservation.reserveMemory(256 * reservedCount)
    }

    // MARK: - Lending

    /// Returns texts that are lent until the next call.
    func lend(_ texts: [String]) -> StableNames {
        let names = StableNames(texts)
        lentNames = names
        return names
    }
}

/// Runs what may fail by an error of components.
func running<Result>(_ body: () throws(ComponentError) -> Result) throws(CallError) -> Result {
    do throws(ComponentError) { return try body() } catch { throw .assembly(.run(error)) }
}

extension ValueOutputs {
    /// Sends a message at once or later.
    func sendForC(_ message: String, _ body: Value, _ port: String, after delay: Duration = .zero) throws(CallError) {
        guard sends(message, through: port) else {
            throw .assembly(.unknownName("unknown message '\(message)' of an output port '\(port)'; fix the names"))
        }
        do throws(ExpressionError) { try send(message, body, through: port, after: delay) } catch {
            throw .invalidArgument(error.description)
        }
    }
}
