internal import Statecharts

/// A chart without the parts whose values an exploration doesn't know: data of events, scripts, and
/// variables that depend on these.
///
/// A condition over unknown values becomes a named guard, to which both answers are possible, so
/// that the abstract chart has all runs of the original one. Actions on unknown values are left
/// out.
struct ChartAbstraction {
    private(set) var chart: Statechart
    /// The variables without a known value.
    private(set) var unknown: Set<String>
    /// The conditions on data of the current event alone, by the names of their guards.
    private(set) var dataGuards: [String: DataGuard] = [:]
    /// The guards of failures that nothing but known data of events brings about.
    private(set) var silentGuards: Set<String> = []
    /// The events that may be current; empty for all.
    private var currentEvents: [Statechart.EventPattern] = []
    /// The conditions that became guards.
    private(set) var guards: Set<String> = []
    /// The parts of the chart by which it may have runs that the abstract chart lacks.
    private(set) var omissions: Set<String> = []
    /// The chart itself with marks of outputs; `nil` if these aren't observed.
    private(set) var marked: Statechart?
    /// Whether some values of outputs aren't explored.
    private(set) var losesOutputValues = false
    /// The marks of outputs, if these are observed.
    private var marks: OutputMarks?
    private let isScripted: Bool
    private let answers: [String: Bool]
    /// The errors that the chart reacts to.
    private let errors: Set<String>
    private let declared: Set<String>
    /// Whether errors are outcomes here; those of reactions to errors might come without end.
    private var exploresErrors = true
    /// The guards that say whether something fails.
    private(set) var failures: Set<String> = []
    /// The maximum number of failures that are outcomes, as each may double the moves.
    private static let maximumFailureCount = 10

    /// Whether actions that leave the configuration alone, such as events for others, are marked.
    private let marksActions: Bool

    /// Abstracts a chart.
    ///
    /// - Parameters:
    ///   - unknown: Variables whose values aren't explored.
    ///   - answers: The answers of guards that are known.
    ///   - outputs: The outputs to mark; `nil` for none.
    ///   - marksActions: Whether a named action stands for each event that is sent to others.
    init(
        _ original: Statechart, unknown: Set<String>, answers: [String: Bool], marking outputs: StatechartOutputs?,
        marksActions: Bool = false
    ) {
        chart = original
        (self.unknown, self.answers, self.marksActions) = (unknown, answers, marksActions)
        isScripted = original.scriptLanguage != nil
        let states = ([original] + original.submachines).flatMap(\.states)
        let patterns = states.flatMap { $0.deferred + $0.transitions.flatMap(\.patterns) }
        errors = Set([.execution, .communication].filter { error in patterns.contains { $0.matches(error) } })
        declared = Set(states.flatMap(\.variables).map(\.name))
        self.unknown.formUnion(RelevantVariables(original).irrelevant)
        findUnknownVariables()
        if let outputs {
            let known = self
            marks = OutputMarks(outputs: outputs) { known.isUnknown($0) }
            marked = marks?.marked(original)
        }
        chart = abstracted(original)
        chart.submachines = original.submachines.map { abstracted($0) }
    }

    // MARK: - Variables

    /// Finds the variables whose values depend on unknown ones.
    private mutating func findUnknownVariables() {
        var count = -1
        while count != unknown.count {
            count = unknown.count
            for state in ([chart] + chart.submachines).flatMap(\.states) {
                for variable in state.variables {
                    if let value = variable.value, isUnknown(value) { unknown.insert(variable.name) }
                }
                for invocation in state.invocations {
                    if let location = invocation.idLocation { unknown.insert(location) }
                    noteAssignments(invocation.finalize, areUnknown: true)
                }
                for actions in state.entry + state.exit + [state.initialActions] { noteAssignments(actions) }
                for transition in state.transitions { noteAssignments(transition.actions) }
            }
        }
    }

    private mutating func noteAssignments(_ actions: [Statechart.Action], areUnknown: Bool = false) {
        for action in actions.flattened {
            switch action {
            case .assign(let name, let value): if areUnknown || isUnknown(value) { unknown.insert(name) }
            case .forEach(let item, let index, let list, _):
                if areUnknown || isUnknown(list) { unknown.formUnion([item] + (index.map { [$0] } ?? [])) }
            case .send(let send): if let location = send.idLocation { unknown.insert(location) }
            default: break
            }
        }
    }

    /// Returns whether an expression depends on a value that isn't known.
    private func isUnknown(_ expression: Expression) -> Bool {
        if isScripted, !isLiteral(expression) { return true }
        return expression.parts.contains { part in
            switch part {
            case .variable(let name): name == "_event" || unknown.contains(name)
            case .script, .inline: true
            default: false
            }
        }
    }

    // MARK: - The abstract chart

    private mutating func abstracted(_ original: Statechart) -> Statechart {
        var chart = original
        chart.scriptLanguage = nil
        for index in chart.states.indices {
            let state = chart[index]
            let values = state.variables.compactMap(\.value)
            let mayFail = !state.invocations.isEmpty || hasData(state.doneData) || values.contains(where: isUnknown)
            if mayFail, !errors.isEmpty {
                omissions.insert("errors of initial values, results and invocations are left out")
            }
            chart[index].variables.removeAll { unknown.contains($0.name) || isScripted }
            chart[index].doneData = nil
            chart[index].invocations = []
            chart[index].entry = chart[index].entry.map { abstracted($0) }
            chart[index].exit = chart[index].exit.map { abstracted($0) }
            chart[index].initialActions = abstracted(chart[index].initialActions)
            for transition in chart[index].transitions.indices {
                let old = chart[index].transitions[transition]
                exploresErrors = old.canFail
                currentEvents = old.patterns
                defer { (exploresErrors, currentEvents) = (true, []) }
                chart[index].transitions[transition].condition = old.condition.map { abstracted($0) }
                chart[index].transitions[transition].actions = abstracted(old.actions)
            }
        }
        return chart
    }

    /// Returns a condition in which each part with unknown values is a guard.
    private mutating func abstracted(_ condition: Statechart.Condition) -> Statechart.Condition {
        switch condition {
        case .named(let name): return answers[name].map { $0 ? .all([]) : .any([]) } ?? condition
        case .isActive: return condition
        case .not(let inner): return .not(abstracted(inner))
        case .all(let list): return .all(list.map { abstracted($0) })
        case .any(let list): return .any(list.map { abstracted($0) })
        case .expression(let expression):
            if case .variable(let name) = expression, answers[name] != nil { return abstracted(.named(name)) }
            guard isUnknown(expression) else { return condition }
            if case .script(let text) = expression { return unknownCondition(text, condition) }
            guard let parts = Statechart.Condition(logic: expression) else {
                return unknownCondition("\(expression)", condition)
            }
            return abstracted(parts)
        }
    }

    /// Returns a guard that may also fail.
    private mutating func unknownCondition(
        _ text: String, _ condition: Statechart.Condition
    ) -> Statechart.Condition {
        let plain = named(text)
        if dataGuards[text] == nil {
            dataGuards[text] = DataGuard(condition, currentEvents)
        } else {
            dataGuards[text]?.add(currentEvents)
        }
        var failure = failure(of: text)
        if failure == nil, dataGuards[text] != nil {
            failure = .named(text + " fails here")
            silentGuards.insert(text + " fails here")
        }
        guard let failure else { return plain }
        if case .named(let name) = failure { dataGuards[text]?.failures.append(name) }
        return .any([.all([failure, .expression(.failing)]), plain])
    }

    /// Returns a guard that says whether something fails; `nil` if the chart doesn't react to that.
    private mutating func failure(of text: String, _ error: String = .execution) -> Statechart.Condition? {
        guard errors.contains(error) else { return nil }
        guard exploresErrors, failures.count < Self.maximumFailureCount else {
            omissions.insert("some errors of actions and conditions are left out")
            return nil
        }
        var name = text + " fails"
        while !failures.insert(name).inserted { name += "'" }
        return named(name)
    }

    /// Returns what is left of an action without effect: its failure.
    private mutating func failing(
        _ text: String, _ error: String = .execution, else rest: [Statechart.Action] = []
    ) -> [Statechart.Action] {
        guard let failure = failure(of: text, error) else { return rest }
        // The engine raises the error of these, and leaves out the rest of the block.
        var send = Statechart.Send("error")
        send.target = .literal(.text("#_parent"))
        let action = error == .execution ? Statechart.Action.log("", .failing) : .send(send)
        return [.choose([.init(if: failure, do: [action])])] + rest
    }

    private func hasData(_ content: Statechart.Content?) -> Bool {
        switch content {
        case nil: false
        case .value(let value): !isLiteral(value)
        case .fields(let fields): fields.contains { !isLiteral($0.value) }
        }
    }

    private mutating func named(_ text: String) -> Statechart.Condition {
        guards.insert(text)
        return .named(text)
    }

    private mutating func abstracted(_ actions: [Statechart.Action]) -> [Statechart.Action] {
        actions.flatMap { action in
            if marks?.losesValue(action) ?? false { losesOutputValues = true }
            return abstracted(action) + (marks?.marks(of: action) ?? [])
        }
    }

    private mutating func abstracted(_ action: Statechart.Action) -> [Statechart.Action] {
        switch action {
        case .perform, .addRegion, .removeRegion: return [action]
        case .raise(let name, let content):
            guard hasData(content), let failure = failure(of: "raising " + name) else { return [.raise(name)] }
            // The engine also raises the event itself.
            return [.choose([.init(if: failure, do: [.raise(name, .value(.failing))]), .init(do: [.raise(name)])])]
        case .send(let send): return abstracted(send)
        case .cancel(let id): return isUnknown(id) ? omit("an event that is cancelled") : [action]
        case .assign(let name, let value):
            guard isScripted || unknown.contains(name) || isUnknown(value) else { return [action] }
            return isLiteral(value) && declared.contains(name) ? [] : failing("assigning " + name)
        case .log(_, let value):
            guard let value, !isLiteral(value) else { return [] }
            return isUnknown(value) ? failing("logging") : [action]
        case .choose(let branches):
            let branches = branches.map { branch in
                Statechart.Branch(if: branch.condition.map { abstracted($0) }, do: abstracted(branch.actions))
            }
            return [.choose(branches)]
        case .forEach(let item, let index, let list, let actions):
            guard isUnknown(list) else {
                return [.forEach(item: item, index: index, list: list, do: abstracted(actions))]
            }
            omissions.insert("loops over unknown lists run once or not at all")
            let loop = "for \(item) in \(list)"
            return failing(loop, else: [.choose([.init(if: named(loop), do: abstracted(actions))])])
        case .script: return failing("a script")
        case .custom(let custom):
            omissions.insert("the custom action '\(custom.name)' is left out")
            return []
        }
    }

    private func isLiteral(_ expression: Expression) -> Bool { if case .literal = expression { true } else { false } }

    private mutating func omit(_ what: String) -> [Statechart.Action] {
        omissions.insert("the name of \(what) is unknown")
        return []
    }

    /// Returns what is left of the sending of an event to others: a mark.
    private mutating func mark(_ send: Statechart.Send) -> [Statechart.Action] {
        guard marksActions else { return [] }
        guard case .literal(.text(let name)) = send.event else { return omit("an event that is sent") }
        return [.perform("\(TraceRecorder.marker)sent.\(name)")]
    }

    /// Returns the sending of an event to the chart itself without data; events for others are
    /// left out. Both may happen if the target or the transport is computed.
    private mutating func abstracted(_ send: Statechart.Send) -> [Statechart.Action] {
        var plain = send
        switch send.transport {
        case nil, .literal(.text("")), .literal(.text("scxml")), .literal(.text(ExpressionBehavior.processor)): break
        case .literal: return abstractedOther(send)
        default: plain.transport = nil
        }
        switch send.target {
        case nil, .literal(.text("")), .literal(.text("#_internal")): break
        case .literal: return abstractedOther(send)
        default: plain.target = nil
        }
        if plain.transport == send.transport, plain.target == send.target { return abstractedOwn(send) }
        // A computed place may be the chart itself.
        var branches = [Statechart.Branch(if: named("sending \(send.event) to the chart"), do: abstractedOwn(plain))]
        if plain.target != send.target {
            plain.target = .literal(.text("#_internal"))
            branches.append(.init(if: named("raising \(send.event) in the chart"), do: abstractedOwn(plain)))
        }
        return [.choose(branches + [.init(do: abstractedOther(send))])]
    }

    /// Returns what is left of the sending of an event to others.
    private mutating func abstractedOther(_ send: Statechart.Send) -> [Statechart.Action] {
        failing("sending", else: mark(send)) + failing("delivering", .communication)
    }

    /// Returns the sending of an event to the chart itself, without data.
    private mutating func abstractedOwn(_ send: Statechart.Send) -> [Statechart.Action] {
        guard !isUnknown(send.event) else { return omit("an event that is sent") }
        switch send.target {
        case .literal(.text("#_internal")):
            guard case .literal(.text(let name)) = send.event else { return omit("an event that is raised") }
            return hasData(send.content) ? failing("sending " + name, else: [.raise(name)]) : [.raise(name)]
        default: break
        }
        var plain = Statechart.Send("")
        plain.event = send.event
        if let delay = send.delay {
            guard !isUnknown(delay) else { return omit("a delay") }
            plain.delay = delay
        }
        if let id = send.id, !isUnknown(id) { plain.id = id }
        return hasData(send.content) ? failing("sending \(send.event)", else: [.send(plain)]) : [.send(plain)]
    }
}

extension ExpressionBehavior {
    /// The transport between charts.
    static var processor: String { "http://www.w3.org/TR/scxml/#SCXMLEventProcessor" }
}

extension String {
    fileprivate static var execution: String { "error.execution" }
    fileprivate static var communication: String { "error.communication" }
}

extension Expression {
    /// An expression without a value.
    fileprivate static var failing: Self { .binary(.divided, .literal(.number(1)), .literal(.number(0))) }
}

extension Statechart.Transition {
    var patterns: [Statechart.EventPattern] {
        if case .events(let patterns) = trigger { patterns } else { [] }
    }

    /// Whether errors of the transition don't lead to the transition itself.
    fileprivate var canFail: Bool {
        switch trigger {
        case .events: !patterns.contains { $0.matches(.execution) || $0.matches(.communication) }
        case .after, .always, .completion: true
        }
    }
}

extension [Statechart.Action] {
    /// The actions and those within them.
    var flattened: [Statechart.Action] {
        var (found, open) = ([Statechart.Action](), self)
        while let next = open.popLast() {
            found.append(next)
            switch next {
            case .choose(let branches): for branch in branches { open += branch.actions }
            case .forEach(_, _, _, let actions): open += actions
            default: break
            }
        }
        return found
    }
}
