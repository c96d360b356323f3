// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Statecharts

extension automata_statechart_state_definition: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}
extension automata_statechart_transition_definition: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

/// A chart in the making, for one thread at a time.
final class StatechartBuilderHandle: Handle {
    static let kind: StaticString = "builder"

    private(set) var chart: Statechart
    /// The states except the root, by the bytes of their names.
    private var states: [[UInt8]: Int] = [:]

    init(_ chart: Statechart) { self.chart = chart }

    /// Returns the index of a state; the root's for NULL.
    private func index(of name: UnsafePointer<CChar>?) throws(CallError) -> Int {
        guard let name else { return 0 }
        let text = try Argument.string(name, Argument.zeroTerminated, "a text of the definition")
        guard let index = states[Array(text.utf8)] else { throw .unknownState(text) }
        return index
    }

    func add(_ state: Statechart.State, in parent: UnsafePointer<CChar>?) throws(CallError) {
        let parent = try index(of: parent)
        let key = Array(state.name.utf8)
        guard states[key] == nil else {
            throw .statechart(.duplicateName("there is a state '\(state.name)' already; rename one of the two"))
        }
        states[key] = chart.add(state, in: parent)
    }

    func add(_ transition: Statechart.Transition, from source: UnsafePointer<CChar>?) throws(CallError) {
        chart[try index(of: source)].transitions.append(transition)
    }

    /// Adds a submachine.
    func add(_ submachine: Statechart) throws(CallError) {
        guard !chart.submachines.contains(where: { $0.name.utf8.elementsEqual(submachine.name.utf8) }) else {
            throw .statechart(
                .duplicateName("there is a submachine '\(submachine.name)' already; rename one of the two"))
        }
        var flat = submachine
        flat.submachines = []
        var added = [flat]
        for inner in submachine.submachines {
            guard let other = chart.submachines.first(where: { $0.name.utf8.elementsEqual(inner.name.utf8) }) else {
                added.append(inner)
                continue
            }
            // Two charts may share a submachine.
            guard other == inner else {
                throw .statechart(
                    .duplicateName("there is another submachine '\(inner.name)' already; rename one of the two"))
            }
        }
        chart.submachines += added
    }
}

// MARK: - Definitions

extension Statechart.State.Kind {
    fileprivate init(_ kind: automata_statechart_state_kind, of state: NamedDefinition) throws(CallError) {
        guard let known = Self.allCases.first(where: { $0.forC == kind }) else {
            throw state.error("invalid 'kind'; expected a constant of automata_statechart_state_kind")
        }
        self = known
    }

    /// The constant of C.
    var forC: automata_statechart_state_kind {
        switch self {
        case .state: AUTOMATA_STATECHART_STATE_PLAIN
        case .orthogonal: AUTOMATA_STATECHART_STATE_ORTHOGONAL
        case .final: AUTOMATA_STATECHART_STATE_FINAL
        case .shallowHistory: AUTOMATA_STATECHART_STATE_SHALLOW_HISTORY
        case .deepHistory: AUTOMATA_STATECHART_STATE_DEEP_HISTORY
        case .choice: AUTOMATA_STATECHART_STATE_CHOICE
        case .junction: AUTOMATA_STATECHART_STATE_JUNCTION
        case .entryPoint: AUTOMATA_STATECHART_STATE_ENTRY_POINT
        case .exitPoint: AUTOMATA_STATECHART_STATE_EXIT_POINT
        case .terminate: AUTOMATA_STATECHART_STATE_TERMINATE
        case .regions: AUTOMATA_STATECHART_STATE_REGIONS
        }
    }
}

extension Statechart.State {
    fileprivate init(_ definition: automata_statechart_state_definition) throws(CallError) {
        let name = try NamedDefinition(title: "a state").required(definition.name, "name", remedy: "name the state")
        let state = NamedDefinition(title: "the state '\(name)'")
        self.init(name, try Kind(definition.kind, of: state))
        let initial = try state.optionalString(definition.initial, "initial").map { [$0] } ?? []
        self.initial =
            initial + (try state.strings(definition.initial_fork, definition.initial_fork_count, "initial_fork"))
        initialActions = try state.actions(
            definition.initial_actions, definition.initial_action_count, "initial_actions")
        let entry = try state.actions(definition.entry, definition.entry_count, "entry")
        let exit = try state.actions(definition.exit, definition.exit_count, "exit")
        if !entry.isEmpty { self.entry = [entry] }
        if !exit.isEmpty { self.exit = [exit] }
        for (index, event) in try state.strings(definition.deferred, definition.deferred_count, "deferred").enumerated()
        {
            guard !event.isEmpty else { throw state.error("'deferred[\(index)]' is empty; write '*' for all events") }
            deferred.append(.init(event))
        }
        submachine = try state.optionalString(definition.submachine, "submachine")
        isSealed = definition.is_sealed
        for variable in try Argument.array(definition.variables, definition.variable_count, "variables") {
            variables.append(
                Statechart.Variable(
                    try state.required(variable.name, "variables", remedy: "name each variable"),
                    try state.expression(variable.value, "variables")))
        }
    }
}

extension Statechart {
    /// Creates a chart with only a root.
    fileprivate init(rootedAt definition: automata_statechart_state_definition) throws(CallError) {
        let root = try State(definition)
        self.init(root.name)
        guard definition.parent == nil else { throw .invalidArgument("the root has a 'parent'; set it to NULL") }
        guard root.submachine == nil else {
            throw .invalidArgument("the root has a 'submachine'; give it to a state within the root")
        }
        guard root.kind == .state || root.kind == .orthogonal else {
            throw .invalidArgument(
                "the root has an invalid 'kind'; expected AUTOMATA_STATECHART_STATE_PLAIN or …_ORTHOGONAL")
        }
        self.root = root
    }
}

extension Statechart.Transition {
    fileprivate init(_ definition: automata_statechart_transition_definition) throws(CallError) {
        let title =
            try NamedDefinition(title: "a transition").optionalString(definition.source, "source")
            .map { "a transition of '\($0)'" } ?? "a transition of the root"
        let transition = NamedDefinition(title: title)
        let trigger: Trigger
        switch definition.trigger {
        case AUTOMATA_STATECHART_TRIGGER_EVENT:
            let event = try transition.required(
                definition.event, "event",
                remedy: "name an event, or set 'trigger' to AUTOMATA_STATECHART_TRIGGER_ALWAYS if none is needed")
            let patterns = event.split(separator: " ").map { Statechart.EventPattern(String($0)) }
            guard !patterns.isEmpty else { throw transition.error("'event' names no event; write '*' for all events") }
            trigger = .events(patterns)
        case AUTOMATA_STATECHART_TRIGGER_ALWAYS: trigger = .always
        case AUTOMATA_STATECHART_TRIGGER_COMPLETION: trigger = .completion
        case AUTOMATA_STATECHART_TRIGGER_AFTER: trigger = .after(Duration(nanoseconds: definition.delay))
        default: throw transition.error("invalid 'trigger'; expected a constant of automata_statechart_trigger")
        }
        let fork = try transition.strings(definition.fork, definition.fork_count, "fork")
        let target = try transition.optionalString(definition.target, "target")
        if target == nil, !fork.isEmpty {
            throw transition.error(
                "'fork' has states, but 'target' is NULL; move the first state from 'fork' to 'target'")
        }
        let guarded = try transition.optionalString(definition.guard, "guard").map { Statechart.Condition.named($0) }
        let condition = try transition.expression(definition.condition, "condition")
            .map { Statechart.Condition.expression($0) }
        let conditions = [guarded, condition].compactMap(\.self)
        self.init(
            trigger, if: conditions.count < 2 ? conditions.first : .all(conditions),
            to: (target.map { [$0] } ?? []) + fork,
            do: try transition.actions(definition.actions, definition.action_count, "actions"))
        joinedSources = try transition.strings(definition.join, definition.join_count, "join")
        isLocal = definition.is_local
    }
}

// MARK: - Functions

@c @implementation
public func automata_statechart_builder_new(
    _ root: UnsafePointer<automata_statechart_state_definition>?,
    _ builder: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(builder, "builder", error) { () throws(CallError) in
        guard root != nil else { throw .invalidArgument("'root' is NULL") }
        let definition = try automata_statechart_state_definition.given(root)
        return StatechartBuilderHandle(try Statechart(rootedAt: definition))
    }
}

@c @implementation
public func automata_statechart_builder_free(_ builder: OpaquePointer?) { StatechartBuilderHandle.free(builder) }

@c @implementation
public func automata_statechart_builder_add_state(
    _ builder: OpaquePointer?, _ state: UnsafePointer<automata_statechart_state_definition>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let builder = try StatechartBuilderHandle.required(builder)
        guard state != nil else { throw .invalidArgument("'state' is NULL") }
        let definition = try automata_statechart_state_definition.given(state)
        try builder.add(try Statechart.State(definition), in: definition.parent)
    }
}

@c @implementation
public func automata_statechart_builder_add_transition(
    _ builder: OpaquePointer?, _ transition: UnsafePointer<automata_statechart_transition_definition>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let builder = try StatechartBuilderHandle.required(builder)
        guard transition != nil else { throw .invalidArgument("'transition' is NULL") }
        let definition = try automata_statechart_transition_definition.given(transition)
        try builder.add(try Statechart.Transition(definition), from: definition.source)
    }
}

@c @implementation
public func automata_statechart_builder_add_submachine(
    _ builder: OpaquePointer?, _ chart: OpaquePointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        try StatechartBuilderHandle.required(builder).add(StatechartHandle.required(chart).compiled.chart)
    }
}

@c @implementation
public func automata_statechart_builder_build(
    _ builder: OpaquePointer?, _ options: UnsafePointer<automata_statechart_options>?,
    _ chart: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(chart, "chart", error) { () throws(CallError) in
        let builder = try StatechartBuilderHandle.required(builder)
        return try automata_statechart_options.given(options).compile(builder.chart)
    }
}
