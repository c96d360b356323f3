// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Statecharts

extension automata_statechart_state_definition: SizedStruct {}
extension automata_statechart_transition_definition: SizedStruct {}

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
            throw .statechart(.duplicateName("there is a state '\(state.name)' already; rename one"))
        }
        states[key] = chart.add(state, in: parent)
    }

    func add(_ transition: Statechart.Transition, from source: UnsafePointer<CChar>?) throws(CallError) {
        chart[try index(of: source)].transitions.append(transition)
    }

    /// Adds a submachine.
    func add(_ submachine: Statechart) throws(CallError) {
        guard !chart.submachines.contains(where: { $0.name.utf8.elementsEqual(submachine.name.utf8) }) else {
            throw .statechart(.duplicateName("there is a submachine '\(submachine.name)' already; rename one"))
        }
        var (flat, inner) = (submachine, submachine.submachines)
        flat.submachines = []
        inner.removeAll { one in chart.submachines.contains { $0.name.utf8.elementsEqual(one.name.utf8) } }
        chart.submachines.append(flat)
        chart.submachines += inner
    }
}

// MARK: - Definitions

/// A state or a transition that C defines, with its name in messages.
private struct NamedDefinition {
    /// The name in messages.
    let title: String

    func error(_ sentence: String) -> CallError { .invalidArgument("\(title): \(sentence)") }

    /// Returns a required text, which is zero-terminated.
    func string(_ text: UnsafePointer<CChar>, _ member: StaticString) throws(CallError) -> String {
        try Argument.string(text, Argument.zeroTerminated, member)
    }

    func optionalString(_ text: UnsafePointer<CChar>?, _ member: StaticString) throws(CallError) -> String? {
        guard let text else { return nil }
        return try string(text, member)
    }

    func required(
        _ text: UnsafePointer<CChar>?, _ member: StaticString, remedy: String
    ) throws(CallError) -> String {
        guard let text else { throw error("'\(member)' is NULL; \(remedy)") }
        return try string(text, member)
    }

    func strings(
        _ start: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ member: StaticString
    ) throws(CallError) -> [String] {
        var strings: [String] = []
        for (index, text) in try Argument.array(start, count, member).enumerated() {
            guard let text else { throw error("'\(member)[\(index)]' is NULL; set it, or lower '\(member)_count'") }
            strings.append(try string(text, member))
        }
        return strings
    }

    func actions(
        _ start: UnsafePointer<automata_statechart_action>?, _ count: Int, _ member: StaticString
    ) throws(CallError) -> [Statechart.Action] {
        var actions: [Statechart.Action] = []
        for (index, action) in try Argument.array(start, count, member).enumerated() {
            let owner = NamedDefinition(title: "\(title): '\(member)[\(index)]'")
            actions.append(try Statechart.Action(action, of: owner))
        }
        return actions
    }
}

extension Statechart.Action {
    fileprivate init(_ action: automata_statechart_action, of owner: NamedDefinition) throws(CallError) {
        switch action.kind {
        case AUTOMATA_STATECHART_ACTION_PERFORM:
            self = .perform(try owner.required(action.name, "name", remedy: "name the action"))
        case AUTOMATA_STATECHART_ACTION_RAISE:
            self = .raise(try owner.required(action.name, "name", remedy: "name the event"))
        case AUTOMATA_STATECHART_ACTION_SEND:
            let delay = action.delay == 0 ? nil : Duration(nanoseconds: action.delay)
            let send = Statechart.Send(
                try owner.required(action.name, "name", remedy: "name the event"), after: delay,
                id: try owner.optionalString(action.id, "id"))
            self = .send(send)
        case AUTOMATA_STATECHART_ACTION_CANCEL:
            let id = try owner.required(action.id, "id", remedy: "give the id of the events to cancel")
            self = .cancel(.literal(.text(id)))
        case AUTOMATA_STATECHART_ACTION_ADD_REGION:
            self = .addRegion(to: try owner.required(action.name, "name", remedy: "name the state"))
        case AUTOMATA_STATECHART_ACTION_REMOVE_REGION: self = .removeRegion
        default: throw owner.error("invalid 'kind'; expected a constant of automata_statechart_action_kind")
        }
    }
}

extension Statechart.State.Kind {
    fileprivate init(_ kind: automata_statechart_state_kind, of state: NamedDefinition) throws(CallError) {
        switch kind {
        case AUTOMATA_STATECHART_STATE_PLAIN: self = .state
        case AUTOMATA_STATECHART_STATE_ORTHOGONAL: self = .orthogonal
        case AUTOMATA_STATECHART_STATE_FINAL: self = .final
        case AUTOMATA_STATECHART_STATE_SHALLOW_HISTORY: self = .shallowHistory
        case AUTOMATA_STATECHART_STATE_DEEP_HISTORY: self = .deepHistory
        case AUTOMATA_STATECHART_STATE_CHOICE: self = .choice
        case AUTOMATA_STATECHART_STATE_JUNCTION: self = .junction
        case AUTOMATA_STATECHART_STATE_ENTRY_POINT: self = .entryPoint
        case AUTOMATA_STATECHART_STATE_EXIT_POINT: self = .exitPoint
        case AUTOMATA_STATECHART_STATE_TERMINATE: self = .terminate
        case AUTOMATA_STATECHART_STATE_REGIONS: self = .regions
        default: throw state.error("invalid 'kind'; expected a constant of automata_statechart_state_kind")
        }
    }
}

extension Statechart.State {
    fileprivate init(_ definition: automata_statechart_state_definition) throws(CallError) {
        let name = try NamedDefinition(title: "a state").required(definition.name, "name", remedy: "name the state")
        let state = NamedDefinition(title: "the state '\(name)'")
        self.init(name, try Kind(definition.kind, of: state))
        if let initial = try state.optionalString(definition.initial, "initial") { self.initial = [initial] }
        let entry = try state.actions(definition.entry, definition.entry_count, "entry")
        let exit = try state.actions(definition.exit, definition.exit_count, "exit")
        if !entry.isEmpty { self.entry = [entry] }
        if !exit.isEmpty { self.exit = [exit] }
        deferred = try state.strings(definition.deferred, definition.deferred_count, "deferred").map { .init($0) }
        submachine = try state.optionalString(definition.submachine, "submachine")
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
            trigger = .events([.init(event)])
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
        self.init(
            trigger, if: try transition.optionalString(definition.guard, "guard").map { .named($0) },
            to: (target.map { [$0] } ?? []) + fork,
            do: try transition.actions(definition.actions, definition.action_count, "actions"))
        joinedSources = try transition.strings(definition.join, definition.join_count, "join")
        isLocal = definition.is_local
    }
}

// MARK: - Functions

@c @implementation
public func automata_statechart_builder_new(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ isOrthogonal: Bool,
    _ builder: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(builder, "builder", error) { () throws(CallError) in
        StatechartBuilderHandle(
            Statechart(try Argument.string(name, length, "name"), isOrthogonal: isOrthogonal))
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
        try StatechartBuilderHandle.required(builder).add(StatechartHandle.required(chart).chart.chart)
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
