internal import CAutomata
internal import Statecharts

/// A state or a transition that C defines, with its name in messages.
struct NamedDefinition {
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

    /// Parses an optional expression.
    func expression(_ text: UnsafePointer<CChar>?, _ member: StaticString) throws(CallError) -> Expression? {
        guard let text = try optionalString(text, member) else { return nil }
        do throws(ExpressionError) { return try Expression(parsing: text) } catch {
            let sentence = "\(title): in '\(member)': \(error.message)"
            throw .statechart(.expression(ExpressionError(offset: error.offset, sentence)))
        }
    }

    /// Parses the data of an event.
    func content(_ text: UnsafePointer<CChar>?) throws(CallError) -> Statechart.Content? {
        try expression(text, "value").map { .value($0) }
    }

    /// Returns a list of actions, in which those within others are between an opening and an end.
    func actions(
        _ start: UnsafePointer<automata_statechart_action>?, _ count: Int, _ member: StaticString
    ) throws(CallError) -> [Statechart.Action] {
        var list = NestedActions()
        for (index, action) in try Argument.array(start, count, member).enumerated() {
            try list.add(action, of: NamedDefinition(title: "\(title): '\(member)[\(index)]'"))
        }
        return try list.actions(of: NamedDefinition(title: "\(title): '\(member)'"))
    }
}

extension Statechart.Action {
    /// Creates an action that has no others in it.
    init(_ action: automata_statechart_action, of owner: NamedDefinition) throws(CallError) {
        switch action.kind {
        case AUTOMATA_STATECHART_ACTION_PERFORM:
            self = .perform(try owner.required(action.name, "name", remedy: "name the action"))
        case AUTOMATA_STATECHART_ACTION_RAISE:
            self = .raise(
                try owner.required(action.name, "name", remedy: "name the event"), try owner.content(action.value))
        case AUTOMATA_STATECHART_ACTION_SEND:
            let delay = action.delay == 0 ? nil : Duration(nanoseconds: action.delay)
            var send = Statechart.Send(
                try owner.required(action.name, "name", remedy: "name the event"), after: delay,
                id: try owner.optionalString(action.id, "id"))
            send.content = try owner.content(action.value)
            self = .send(send)
        case AUTOMATA_STATECHART_ACTION_CANCEL:
            let id = try owner.required(action.id, "id", remedy: "give the id of the events to cancel")
            self = .cancel(.literal(.text(id)))
        case AUTOMATA_STATECHART_ACTION_ADD_REGION:
            self = .addRegion(to: try owner.required(action.name, "name", remedy: "name the state"))
        case AUTOMATA_STATECHART_ACTION_REMOVE_REGION: self = .removeRegion
        case AUTOMATA_STATECHART_ACTION_ASSIGN:
            let name = try owner.required(action.name, "name", remedy: "name the variable")
            guard let value = try owner.expression(action.value, "value") else {
                throw owner.error("'value' is NULL; give an expression")
            }
            self = .assign(name, value)
        case AUTOMATA_STATECHART_ACTION_LOG:
            self = .log(
                try owner.optionalString(action.name, "name") ?? "", try owner.expression(action.value, "value"))
        case AUTOMATA_STATECHART_ACTION_OTHER:
            throw owner.error("actions of this 'kind' come only from texts; read the chart from a text")
        default: throw owner.error("invalid 'kind'; expected a constant of automata_statechart_action_kind")
        }
    }
}
