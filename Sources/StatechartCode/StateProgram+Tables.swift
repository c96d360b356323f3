package import Statecharts
internal import TextSupport
package import WorkLimits

extension StateProgram {
    /// Compiles a chart, and unpacks its tables.
    ///
    /// - Throws: An error that lists all problems of the chart, including invoked charts and
    ///   dynamic regions, which generated code doesn't support.
    package init(_ chart: Statechart, budget: Budget = .default) throws(StatechartError) {
        let tables = try chart.preparedForCode.tables(budget: budget)
        try Self.checkGeneration(of: chart)
        do throws(LimitError) { try self.init(tables, chart, budget) } catch { throw StatechartError(error) }
    }

    private static func checkGeneration(of chart: Statechart) throws(StatechartError) {
        var problems: [StatechartFinding] = []
        for chart in [chart] + chart.submachines {
            for state in chart.states {
                if state.invocations.contains(where: \.isOfChart) {
                    problems.append(
                        StatechartFinding(
                            path: [state.name],
                            message: "generated code can't invoke charts; make the invoked chart a submachine"))
                }
                if state.invocations.contains(where: { !$0.finalize.isEmpty }) {
                    problems.append(
                        StatechartFinding(
                            path: [state.name],
                            message: "generated code has no 'finalize'; move its actions to the transitions"))
                }
                if state.kind == .regions {
                    problems.append(
                        StatechartFinding(
                            path: [state.name],
                            message: "generated code has no dynamic regions; use an orthogonal state"))
                }
            }
        }
        if !problems.isEmpty { throw StatechartError(problems) }
    }

    private init(_ tables: Tables, _ chart: Statechart, _ budget: Budget) throws(LimitError) {
        let core = tables.core.pointee
        let reader = ChartReader(tables)
        let itemCount = core.entries.count + core.operations.count + core.candidates.count + core.transitions.count
        var steps = LimitedSteps(BudgetWatch(budget, bytes: 32 * itemCount + 256 * core.stateCount))
        (name, hasScopedVariables) = (chart.name, chart.hasScopedVariables)
        eventTable = tables.events
        guards = tables.guards.map { Function($0.content) }
        actions = tables.actions.map { Function($0.content) }
        activities = tables.activities.map { activity in
            activity.invocation.map { Function($0) } ?? Function(name: activity.name, text: activity.name)
        }
        hasEventless = core.hasEventless
        isConcurrent = (0..<core.stateCount).contains { core.states[$0].kind == .orthogonal }
        for (state, name) in tables.stateNames.enumerated() {
            try steps.step(1 + core.eventCount / 8)
            let entry = core.states[state]
            orthogonalCounts.append((orthogonalCounts.last ?? 0) + (entry.kind == .orthogonal ? 1 : 0))
            states.append(
                State(
                    name: name, parent: Int(entry.parent), last: Int(entry.last), kind: Kind(entry.kind),
                    doneEvent: entry.doneEvent == 0 ? nil : Int(entry.doneEvent), reportsEnd: entry.reportsEnd,
                    entry: reader.statements(entry.entry), exit: reader.statements(entry.exit),
                    initial: reader.targets(entry.initial), initialProgram: reader.statements(entry.initialProgram),
                    choices: reader.choices(of: state)))
        }
        for number in 0..<core.entries.count {
            try steps.step()
            let entry = core.entries[number]
            entries.append((Int(entry.state), reader.statements(entry.program)))
        }
        for number in 0..<core.transitions.count {
            try steps.step()
            transitions.append(reader.transition(number))
        }
        mergeInitialValues(tables)
        for number in 0..<core.histories.count {
            let entry = core.histories[number]
            histories.append(
                History(
                    parent: Int(entry.parent), isDeep: entry.isDeep, targets: reader.targets(entry.targets),
                    statements: reader.statements(entry.program)))
        }
        for number in 0..<core.timers.count {
            let entry = core.timers[number]
            timers.append(
                Timer(
                    state: entry.state < 0 ? nil : Int(entry.state), event: Int(entry.event), delay: entry.delay,
                    identifier: Int(entry.identifier)))
        }
        for event in 0..<core.eventCount {
            let states = core.deferrals[event].indices.map { Int(core.deferrers[$0]) }
            if !states.isEmpty { deferrers.append((event, states)) }
            // Nobody sends an event of generated code by a name that the chart doesn't mention.
            let isShared = eventNames[event].utf8.suffix(2).elementsEqual(".*".utf8)
            if core.hasReaction[event], !eventNames[event].isEmpty, !isShared { events.append(event) }
        }
    }
}

extension StateProgram {
    /// Makes one function of those that set variables at the start.
    private mutating func mergeInitialValues(_ tables: Tables) {
        let start = transitions.count - 1
        let values = transitions[start].statements.prefix { statement in
            guard case .perform(let action) = statement, case .assign = tables.actions[action].content else {
                return false
            }
            return true
        }
        guard values.count > 1 else { return }
        let texts = values.map { if case .perform(let action) = $0 { actions[action].text } else { "" } }
        transitions[start].statements.replaceSubrange(values.indices, with: [.perform(actions.count)])
        actions.append(Function(name: "set variables", text: texts.joined(separator: "\n")))
    }
}

/// Reads parts of the engine's tables.
private struct ChartReader {
    let core: Core
    let tables: Tables

    /// The identifiers of delayed events.
    private let identifiers: Set<Int>

    init(_ tables: Tables) {
        let timers = tables.core.pointee.timers
        (core, self.tables) = (tables.core.pointee, tables)
        identifiers = Set((0..<timers.count).map { Int(timers[$0].identifier) })
    }

    func targets(_ range: Range32) -> [StateProgram.Target] {
        range.indices.map { index in
            let target = core.targets[index]
            return target < 0 ? .history(Int(~target)) : .state(Int(target))
        }
    }

    func transition(_ number: Int) -> StateProgram.Transition {
        let entry = core.transitions[number]
        return StateProgram.Transition(
            source: Int(entry.source), condition: entry.condition == 0 ? nil : condition(Int(entry.condition)),
            joinedSources: entry.sources.indices.dropFirst().map { Int(core.targets[$0]) },
            exits: entry.exits.indices, statements: statements(entry.program),
            entries: entry.dependsOnHistory ? nil : entry.entries.indices,
            targets: targets(entry.targets), hasDynamicDomain: entry.hasDynamicDomain, isLocal: entry.isLocal)
    }

    /// Returns the state's own transitions for each event; those of enclosing states come after.
    func choices(of state: Int) -> [(events: [Int], transitions: [Int])] {
        let entry = core.states[state]
        // A state without transitions has its parent's row.
        if state > 0, entry.row == core.states[entry.parent].row { return [] }
        let events = (0..<core.eventCount).filter { !tables.events.names[$0].utf8.suffix(2).elementsEqual(".*".utf8) }
        let own = events.map { (event: $0, transitions: transitions(from: state, on: $0)) }
        return own.filter { !$0.transitions.isEmpty }.grouped(by: \.transitions, \.event)
            .map { (events: $0.values, transitions: $0.key) }
    }

    private func transitions(from state: Int, on event: Int) -> [Int] {
        var own: [Int] = []
        var candidate = core.firstCandidates[Int(core.states[state].row) + event]
        while candidate != 0 {
            let transition = Int(core.candidates[candidate].transition)
            let sources = core.transitions[transition].sources
            guard sources.indices.contains(where: { Int(core.targets[$0]) == state }) else { break }
            own.append(transition)
            candidate = core.candidates[candidate].next
        }
        return own
    }

    func condition(_ number: Int) -> StateProgram.Condition {
        let entry = core.conditions[number]
        let operands = { (Int(entry.first)..<Int(entry.first + entry.count)).map { condition($0) } }
        switch entry.kind {
        case .named: return .named(Int(entry.first))
        case .isActive: return .isActive(Int(entry.first))
        // The variables of a state belong to the functions of the user, and scopes to behaviors.
        case .isInitialized, .isTarget: return .any([])
        case .not:
            let inner = condition(Int(entry.first))
            if case .not(let twice) = inner { return twice }
            return .not(inner)
        case .all: return .all(operands())
        case .any: return .any(operands())
        }
    }

    // MARK: - Operations

    func statements(_ range: Range32) -> [StateProgram.Statement] { statements(range.indices) }

    private func statements(_ range: Range<Int>) -> [StateProgram.Statement] {
        var (found, index) = ([StateProgram.Statement](), range.lowerBound)
        while index < range.upperBound {
            let operation = core.operations[index]
            switch operation.code {
            case .jump: index = max(index + 1, Int(operation.operand))
            case .jumpUnless:
                let choice = choice(at: index)
                found.append(choice.statement)
                index = choice.end
            default:
                if let statement = simple(operation) { found.append(statement) }
                index += 1
            }
        }
        return found
    }

    /// Reads a branch: a test, a jump to what follows if it fails, the branch, and a jump to the
    /// end.
    private func choice(at index: Int) -> (statement: StateProgram.Statement, end: Int) {
        let test = condition(Int(core.operations[index].operand))
        let otherwise = Int(core.operations[index + 1].operand)
        var (branchEnd, end) = (otherwise, otherwise)
        if otherwise - 1 > index + 1, case let last = core.operations[otherwise - 1], last.code == .jump,
            Int(last.operand) >= otherwise
        {
            (branchEnd, end) = (otherwise - 1, Int(last.operand))
        }
        return (
            .choose(test, then: statements(index + 2..<branchEnd), otherwise: statements(otherwise..<end)), end
        )
    }

    private func raise(_ event: Int) -> StateProgram.Statement? { core.hasReaction[event] ? .raise(event) : nil }

    private func simple(_ operation: Operation) -> StateProgram.Statement? {
        let operand = Int(operation.operand)
        switch operation.code {
        case .perform:
            switch tables.actions[operand].content {
            // The variables of a state that is left.
            case .assign(_, .unbound): return nil
            case .raise(let name, _): return raise(tables.events.number(of: name))
            default: return .perform(operand)
            }
        case .raise, .complete: return raise(operand)
        case .send: return .send(operand)
        case .startTimer: return .startTimer(operand)
        // Nothing else has the identifier.
        case .cancel: return identifiers.contains(operand) ? .cancel(operand) : nil
        case .startActivity: return .begin(activity: operand)
        case .stopActivity: return .end(activity: operand)
        case .finish: return .finish(operand)
        case .terminate: return .terminate
        // The exit of each state stops its timers.
        case .stopTimers, .jump, .jumpUnless, .initialize, .addRegion, .removeRegion, .callScope: return nil
        }
    }
}

extension StateProgram.Function {
    init(_ condition: Statechart.Condition) {
        switch condition {
        case .named(let name): self.init(name: name, text: name)
        default: self.init(name: nil, text: condition.text)
        }
    }

    init(_ action: Statechart.Action) {
        let name: String? =
            switch action {
            case .perform(let name): name
            case .assign(let variable, _): "set \(variable)"
            case .log(let label, _): "log \(label)"
            case .send(let send): "send \(send.event)"
            case .forEach(_, _, let list, _): "for each \(list)"
            default: nil
            }
        self.init(name: name, text: action.text)
    }

    /// A service, which begins and ends like an activity.
    init(_ invocation: Statechart.Invocation) {
        let kind = invocation.kind.map { if case .literal(.text(let name)) = $0 { name } else { $0.description } }
        self.init(name: kind, text: invocation.text)
    }
}

extension StateProgram.Kind {
    fileprivate init(_ kind: StateEntry.Kind) {
        switch kind {
        case .simple, .regions, .terminate: self = .simple
        case .composite: self = .composite
        case .orthogonal: self = .orthogonal
        case .final: self = .final
        }
    }
}
