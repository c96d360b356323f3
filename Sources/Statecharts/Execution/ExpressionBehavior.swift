internal import TextSupport

/// The behavior of charts whose guards and actions are expressions over the charts' own variables.
///
/// Names are used instead of enums, so that any chart from a file can run:
///
///     let chart = try CompiledStatechart<ExpressionBehavior>(chart)
///     var data = ExpressionBehavior(for: chart.chart)
///     var machine = try StateMachine(chart, running: &data)
///     try machine.send("coin", .number(2), to: &data)
///
/// A named guard holds only if there is a variable of that name and it is true. A named action is
/// added to ``log``. Each dynamic region has its own copies of the submachine's variables, and its
/// number as the variable `_region`.
public struct ExpressionBehavior: StatechartBehavior, Sendable {
    /// The variables; `nil` stands for a variable without a value yet.
    public var variables: [String: Value?]
    /// The variables of dynamic regions, by the region's number.
    public var regionVariables: [Int: [String: Value?]] = [:]
    /// The logged values and named actions, the oldest first.
    public var log: [LogEntry] = []
    /// The answers of named guards, which precede variables with the same names.
    public var guards: [String: Bool] = [:]
    /// The time from the beginning of 1970 to the start of the chart's clock, for dates in scripts.
    public var clockStart = Duration.zero
    /// The maximum number of actions for one event; each 8 KiB of an assigned value counts as an
    /// action.
    public var actionLimit = 100_000
    /// A listener that gets the log entries, which then aren't added to ``log``.
    public var onLog: (@Sendable (LogEntry) -> Void)?
    /// A listener that gets each failed condition and action, with the reason.
    public var onFailure: (@Sendable (Failure) -> Void)?

    /// A function that carries out custom actions; `nil` if all of them fail.
    ///
    /// If it throws an error, `error.execution` is raised.
    public var onCustomAction: CustomActionHandler?

    /// The chart's scripting language, which holds the variables; `nil` if the chart has no
    /// scripts.
    public internal(set) var scripts: (any StatechartScripting)?
    /// The data of the chart's final state, after the run has ended.
    public var doneData: Value? { done?.data }
    /// The event with which the chart ended.
    var done: Payload?
    /// The session's identifier.
    var sessionID = "session"
    /// The identifier of the invocation that began the session.
    package var invokeID: String?
    /// The connection to other sessions, if there are any.
    var mailbox: SessionMailbox?
    package var onSend: (@Sendable (_ target: String, Payload, _ delay: Duration) throws(ExpressionError) -> Bool)?
    /// The program that has named guards and actions; `nil` if they are variables and log entries.
    package var host: (any StatechartHost)?
    /// Initial values from outside, which override those of the chart.
    var arguments: [String: Value] = [:]

    let chartName: String
    /// The variables of each new region.
    let newRegionVariables: [String: Value?]
    package var sentCount = 0
    private var actionCount = 0
    private var maximumActions = 0
    /// The event whose actions are counted.
    private var countedEvent: UInt32 = 0

    /// Creates the behavior of a chart, whose variables have no values yet.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - scripts: An instance of the chart's scripting language for this behavior alone; `nil` if
    ///     the chart has no scripting language.
    public init(for chart: Statechart, scripts: (any StatechartScripting)? = nil) {
        chartName = chart.name
        self.scripts = scripts
        let copied = chart.submachines(of: chart.states.filter { $0.kind != .regions })
        let inRegions = chart.submachines(of: (chart.states + copied.flatMap(\.states)).filter { $0.kind == .regions })
        variables = Self.variablesWithoutValues(in: [chart] + copied)
        newRegionVariables = Self.variablesWithoutValues(in: inRegions)
        guard let scripts else { return }
        for name in (Array(variables.keys) + newRegionVariables.keys).sorted() { try? scripts.declare(name) }
    }

    /// Returns the variables that charts declare, without values.
    private static func variablesWithoutValues(in charts: [Statechart]) -> [String: Value?] {
        let names = charts.flatMap(\.states).flatMap(\.variables).map(\.name)
        return Dictionary(names.map { ($0, nil) }, uniquingKeysWith: { first, _ in first })
    }

    /// An entry of the log.
    public struct LogEntry: Hashable, Sendable {
        /// The label of a logged value, or the name of an action.
        public let label: String
        /// The logged value; `nil` for an action.
        public let value: Value?

        fileprivate static func console(_ line: String) -> Self { Self(label: "console", value: .text(line)) }
    }

    // MARK: - Guards and actions

    /// Returns whether a condition holds.
    ///
    /// - Throws: ``ExpressionError`` if the condition has no value, or its value isn't a truth
    ///   value.
    public func holds(_ condition: Guard, in step: borrowing Step<Self>) throws -> Bool {
        try holds(checking: condition.condition, Environment(behavior: self, step: copy step))
    }

    private func holds(checking condition: Statechart.Condition, _ environment: Environment) throws -> Bool {
        defer { if let onLog { scripts?.takeLog().forEach { onLog(.console($0)) } } }
        do { return try holds(condition, environment) } catch {
            report(error, .condition(condition))
            throw error
        }
    }

    func report(_ error: any Error, _ subject: Failure.Subject) {
        guard let onFailure, let error = error as? ExpressionError else { return }
        onFailure(Failure(subject: subject, error: error))
    }

    /// Carries out an action.
    ///
    /// - Throws: ``ExpressionError`` if an expression has no value, or a variable doesn't exist.
    public mutating func perform(_ action: Action, in step: inout Step<Self>) throws {
        if step.counts.events != countedEvent { (actionCount, countedEvent) = (0, step.counts.events) }
        // Some actions beyond the limit may react to the failure.
        maximumActions = max(actionLimit, actionCount + min(actionLimit, 1000))
        defer { logScripts() }
        do { try perform(action.action, &step) } catch {
            report(error, .action(action.action))
            throw error
        }
    }

    private func holds(_ condition: Statechart.Condition, _ environment: Environment) throws -> Bool {
        switch condition {
        case .named(let name): try environment.answer(ofGuard: name) ?? holds(variable: name, environment)
        case .expression(.script(let script)): try environment.isTrue(script: script)
        case .expression(let expression): try expression.isTrue(in: environment)
        case .isActive(let name): environment.isActive(name) ?? false
        case .not(let inner): try !holds(inner, environment)
        case .all(let list): try list.allSatisfy { try holds($0, environment) }
        case .any(let list): try list.contains { try holds($0, environment) }
        }
    }

    /// Returns whether the variable that stands for a guard is true.
    private func holds(variable name: String, _ environment: Environment) throws -> Bool {
        do { return try Expression.variable(name).isTrue(in: environment) } catch {
            guard !isDeclared(name), host == nil else { throw error }
            // An event about a guard that no program has could lead to the same guard without end.
            report(error, .condition(.named(name)))
            throw HandledFailure()
        }
    }

    @inline(never)
    package func value(_ expression: Expression, _ step: Step<Self>) throws(ExpressionError) -> Value {
        if case .inline(let text) = expression, let scripts { return scripts.value(ofInline: text) }
        return try expression.value(in: Environment(behavior: self, step: step))
    }

    private mutating func perform(_ action: Statechart.Action, _ step: inout Step<Self>) throws {
        actionCount += 1
        guard actionCount <= maximumActions else {
            throw ExpressionError("one event led to more than \(actionLimit) actions; look for loops without end")
        }
        switch action {
        case .choose(let branches): try choose(branches, &step)
        case .forEach(let item, let index, .script(let list), let actions):
            try forEach(item, index, script: list, actions, &step)
        case .forEach(let item, let index, let list, let actions):
            try forEach(item, index, try value(list, step), actions, &step)
        default: try performSimple(action, &step)
        }
    }

    /// Carries out an action without actions within it.
    ///
    /// It isn't inlined, so that actions within actions take little stack.
    @inline(never)
    private mutating func performSimple(_ action: Statechart.Action, _ step: inout Step<Self>) throws {
        switch action {
        case .choose, .forEach: break
        case .perform(let name):
            step.add(.performed, name)
            guard let host else { return add(LogEntry(label: name, value: nil)) }
            try host.perform(name, &self, in: &step)
        case .raise(let name, let content): try raise(name, content, &step)
        case .send(let send): try self.send(send, &step)
        case .cancel(let id):
            let id = try value(id, step).text(of: "an identifier")
            step.cancel(id: id)
        case .assign(let name, .unbound):
            if let scripts { try scripts.declare(name) } else { set(name, nil, in: step) }
        case .assign(let name, let expression):
            let first = arguments.isEmpty ? nil : arguments.removeValue(forKey: name)
            let expression = first.map { .literal($0) } ?? expression
            if scripts != nil { return try assign(expression, toScripted: name, step) }
            let value = try value(expression, step)
            actionCount += try value.size() >> 13
            try assign(value, to: name, in: step)
        case .log(let label, let expression):
            let logged = try expression.map { try value($0, step) } ?? Value.null
            logScripts()
            add(LogEntry(label: label, value: logged))
        case .script(let script): try run(script, step)
        case .addRegion(let name): step.addRegion(to: Name(rawValue: name))
        case .removeRegion: if let region = step.region { step.removeRegion(region) }
        case .custom(let custom): try perform(custom, &step)
        }
    }

    private mutating func add(_ entry: LogEntry) { if let onLog { onLog(entry) } else { log.append(entry) } }

    /// Adds what scripts have logged.
    mutating func logScripts() {
        guard let scripts else { return }
        for line in scripts.takeLog() { add(.console(line)) }
    }

    mutating func perform(_ actions: [Statechart.Action], _ step: inout Step<Self>) throws {
        for action in actions { try perform(action, &step) }
    }

    package mutating func assign(_ value: Value, to name: String, in step: Step<Self>) throws(ExpressionError) {
        guard variables[name] != nil || step.region != nil && newRegionVariables[name] != nil else {
            throw ExpressionError("unknown variable \(Message.quoted(name.utf8)); declare it")
        }
        if let host, case let size = try value.size(), size >> 13 > 0, !host.mayTake(byteCount: size) {
            throw ExpressionError("there isn't enough memory for a value of \(size) bytes; assign smaller values")
        }
        set(name, value, in: step)
    }

    /// Sets a variable: the region's own if it has one with the name.
    @inline(never)
    private mutating func set(_ name: String, _ value: Value?, in step: Step<Self>) {
        guard let region = step.region, newRegionVariables[name] != nil else { return variables[name] = .some(value) }
        if regionVariables[region] == nil {
            // For a new region, removes the variables of regions that have ended.
            let currentRegionNumbers = Set(step.regionNumbers)
            regionVariables = regionVariables.filter { currentRegionNumbers.contains($0.key) }
            regionVariables[region] = newRegionVariables
        }
        regionVariables[region]?[name] = .some(value)
    }

    /// Carries out the first branch whose condition holds; a failed condition doesn't hold.
    private mutating func choose(_ branches: [Statechart.Branch], _ step: inout Step<Self>) throws {
        for branch in branches where branch.condition.map({ holdsInChoice($0, &step) }) ?? true {
            return try perform(branch.actions, &step)
        }
    }

    @inline(never)
    private func holdsInChoice(_ condition: Statechart.Condition, _ step: inout Step<Self>) -> Bool {
        do { return try holds(checking: condition, Environment(behavior: self, step: step)) } catch {
            step.raise(error)
            return false
        }
    }

    private mutating func forEach(
        _ item: String, _ index: String?, _ list: Value, _ actions: [Statechart.Action], _ step: inout Step<Self>
    ) throws {
        for (position, value) in try values(ofLoop: list, item, index).enumerated() {
            set(item, value, in: step)
            if let index { set(index, .number(Double(position)), in: step) }
            try perform(actions, &step)
        }
    }

    /// Returns the members of a list, and declares the variables of a loop over it.
    @inline(never)
    private mutating func values(ofLoop list: Value, _ item: String, _ index: String?) throws -> [Value] {
        guard case .list(let values) = list else {
            throw ExpressionError("a loop takes a list, not \(list.kindName)")
        }
        for name in [item, index].compactMap(\.self) {
            guard case .variable = try? Expression(parsing: name), !name.hasPrefix("_") else {
                throw ExpressionError("\(Message.quoted(name.utf8)) can't be a variable of a loop; use another name")
            }
            if variables[name] == nil, newRegionVariables[name] == nil { variables[name] = .some(nil) }
        }
        return values
    }
}

// MARK: - Variables

extension ExpressionBehavior {
    /// Gives variables of a chart the values that they had in an earlier run, whose other variables
    /// are ignored.
    ///
    /// - Parameters:
    ///   - values: The values by the names of variables.
    ///   - regions: The values of each dynamic region.
    ///   - chart: The chart.
    package mutating func restore(
        _ values: [String: Value?], inRegions regions: [Int: [String: Value?]], of chart: Statechart
    ) {
        let known = chart.restorableVariables
        variables.merge(values.filter { known.contains($0.key) }) { $1 }
        regionVariables = regions.mapValues { values in
            newRegionVariables.merging(values.filter { newRegionVariables[$0.key] != nil }) { $1 }
        }
    }
}

extension Statechart {
    /// The variables that a run may have, without those that the engine sets.
    var restorableVariables: Set<String> { variableNames.subtracting(Expression.engineVariables.union([""])) }

    /// Returns the submachines of some states, including nested ones.
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
