public import ComponentAnalysis
public import Components
internal import Statecharts
internal import TextSupport
public import WorkLimits

extension AssemblyDocument {
    /// Runs the assembly under all orders of messages, timers and faults, until one fails.
    ///
    ///     let check = try document.checkSchedules()
    ///     if let failure = check.failure { print(failure) }
    ///
    /// Components without a chart drop what they receive. Charts with scripts can't be explored.
    ///
    /// - Parameters:
    ///   - checks: What is sent, and what must hold; `nil` for those of the file.
    ///   - budget: The budget, of states and bytes.
    /// - Returns: The first failure, and how much was tried.
    /// - Throws: ``ScheduleError``
    /// - Complexity: As that of `Assembly/checkSchedules(_:budget:sending:)`.
    public func checkSchedules(
        _ checks: AssemblyChecks? = nil, budget: Budget = .default
    ) throws(ScheduleError) -> ScheduleCheck {
        let checks = checks ?? self.checks ?? AssemblyChecks()
        if let problem = problem(with: checks) { throw .invalidOption(problem) }
        let (assembly, environment) = assembly()
        let ports = EnvironmentPorts(assembly, environment)
        return try assembly.checkSchedules(checks.options, budget: budget) { simulation in
            try ports.send(checks, in: simulation)
        }
    }

    /// Checks each component with contracts, and each two components that talk, whatever the others
    /// do.
    ///
    /// - Parameters:
    ///   - checks: Examples of what is sent, and which messages may be ignored; `nil` for those of
    ///     the file. Other messages of the environment have no body, or a simple one of their type.
    ///   - components: The components to check; `nil` for all.
    ///   - budget: The budget of states for each check.
    /// - Throws: ``ScheduleError``
    /// - Complexity: As that of `Assembly/checkConversations(_:of:budget:sending:)`.
    public func checkConversations(
        _ checks: AssemblyChecks? = nil, of components: [String]? = nil, budget: Budget = .default
    ) throws(ScheduleError) -> [ConversationCheck] {
        let checks = checks ?? self.checks ?? AssemblyChecks()
        if let problem = problem(with: checks) { throw .invalidOption(problem) }
        let (assembly, environment) = assembly()
        let ports = EnvironmentPorts(assembly, environment)
        return try assembly.checkConversations(checks.options, of: components, budget: budget) { simulation in
            try ports.send(checks, in: simulation)
            let examples = Set(checks.sent.compactMap(\.message))
            for message in ports.messages where !examples.contains(message) {
                try ports.sendExamples(of: message, in: simulation)
            }
        }
    }

    /// Repeats a conversation that fails, and returns what happens to its messages.
    ///
    /// - Throws: ``ScheduleError`` if the assembly can't run.
    public func events(of failure: ConversationCheck.Failure) throws(ScheduleError) -> [TraceEvent] {
        let events = EventList()
        var options = Simulation.Options()
        options.onEvent = events.add
        do throws(ComponentError) {
            try failure.simulation(of: assembly, options).run()
        } catch { throw .invalid(error) }
        return events.all
    }

    /// Returns the first problem with names of checks; `nil` if the assembly has them all.
    func problem(with checks: AssemblyChecks) -> String? {
        let names = AssemblyNames(tree)
        return checks.names.lazy.compactMap { names.problem(with: $0) }.first.map { LocatedProblem($0()).sentence }
    }
}

extension EnvironmentPorts {
    /// Sends the messages of checks.
    func send(_ checks: AssemblyChecks, in simulation: Simulation) throws {
        for step in checks.sent { if let message = step.message { try send(message, step.body, in: simulation) } }
    }

    /// Sends a message without a body, or with simple bodies of its type.
    func sendExamples(of message: String, in simulation: Simulation) throws {
        let bodies: [Value] = [
            .null, .boolean(false), .boolean(true), .number(0), .number(1), .text(""), .list([]), .record([:]),
        ]
        var hasSent = false
        for body in bodies {
            do {
                try send(message, body, in: simulation)
                hasSent = true
            } catch is ExpressionError { continue }
            if body == .null { break }
        }
        if !hasSent {
            throw ExpressionError("'\(message)' has no simple body; give an example by 'send' of the checks")
        }
    }
}
