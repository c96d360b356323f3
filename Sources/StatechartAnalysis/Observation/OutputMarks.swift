internal import Statecharts

/// Finds the outputs that actions of a chart have, and marks them in the chart: a named action or a
/// log entry whose name begins with a mark is an output for ``OutputTrace``.
struct OutputMarks {
    let outputs: StatechartOutputs
    /// The variables whose values aren't explored.
    var isUnknown: (Expression) -> Bool

    /// The first character of the name of an output, which no name in a file has.
    static let mark: Unicode.Scalar = "\u{1}"
    /// The first character of the label of a log entry with the value of the last output, which the
    /// exploration leaves out.
    static let lastValue: Unicode.Scalar = "\u{3}"
    /// The same for an output that the exploration leaves out.
    static let furtherValue: Unicode.Scalar = "\u{4}"
    /// The label of log entries that are no outputs.
    static let silent = "\u{2}"

    /// Returns actions that mark the outputs of an action, but for named actions, which are outputs
    /// themselves.
    func marks(of action: Statechart.Action) -> [Statechart.Action] {
        switch action {
        case .log(let label, let value) where outputs.contains(.logs): marks(label, value)
        case .send(let send) where outputs.contains(.sent) && send.leavesChart: marks(of: send)
        case .custom(let custom) where outputs.contains(.actions): [Self.output(custom.name)]
        default: []
        }
    }

    /// Returns whether the value of an output is left out.
    func losesValue(_ action: Statechart.Action) -> Bool {
        switch action {
        case .log(_, let value?): outputs.contains(.logs) && isUnknown(value)
        case .send(let send):
            outputs.contains(.sent) && send.leavesChart && send.values.contains { isUnknown($0.value) }
        default: false
        }
    }

    private static func output(_ text: String) -> Statechart.Action { .perform(String(mark) + text) }

    private func marks(_ label: String, _ value: Expression?) -> [Statechart.Action] {
        guard let value, !isUnknown(value) else { return [Self.output(label.isEmpty ? "log" : label)] }
        guard case .literal(let constant) = value else { return [.log(String(Self.mark) + label, value)] }
        return [Self.output(outputs.text(label, constant))]
    }

    private func marks(of send: Statechart.Send) -> [Statechart.Action] {
        let name = Self.name(of: send)
        let delay = send.delay.map { "+" + Self.text(of: $0) } ?? ""
        let known = send.values.filter { !isUnknown($0.value) }
        return [Self.output(name + delay)]
            + known.flatMap { marks(Self.name(of: $0, in: name), $0.value) }
    }

    private static func name(of send: Statechart.Send) -> String {
        text(of: send.event) + "@" + ((send.target ?? send.transport).map(text) ?? "")
    }

    private static func name(of field: Statechart.Field, in send: String) -> String {
        field.name.isEmpty ? send : send + "." + field.name
    }

    private static func text(of expression: Expression) -> String {
        switch expression {
        case .literal(.text(let text)): text
        case .script(let text), .inline(let text): text
        default: "\(expression)"
        }
    }

    // MARK: - The chart itself

    /// Returns actions that note the values of outputs that the exploration leaves out.
    private func values(of action: Statechart.Action) -> [Statechart.Action] {
        guard losesValue(action) else { return [] }
        switch action {
        case .log(let label, let value): return [.log(String(Self.lastValue) + label, value)]
        case .send(let send):
            let name = Self.name(of: send)
            return send.values.filter { isUnknown($0.value) }.map {
                .log(String(Self.furtherValue) + Self.name(of: $0, in: name), $0.value)
            }
        default: return []
        }
    }

    /// Returns the chart with marked outputs. An event for others is only marked, as nobody gets it
    /// when the engine runs the chart alone.
    func marked(_ original: Statechart) -> Statechart {
        var chart = original
        chart.submachines = original.submachines.map { marked($0) }
        for index in chart.states.indices {
            chart[index].entry = chart[index].entry.map { marked($0) }
            chart[index].exit = chart[index].exit.map { marked($0) }
            chart[index].initialActions = marked(chart[index].initialActions)
            for transition in chart[index].transitions.indices {
                chart[index].transitions[transition].actions = marked(chart[index].transitions[transition].actions)
            }
        }
        return chart
    }

    private func marked(_ actions: [Statechart.Action]) -> [Statechart.Action] {
        actions.flatMap { action -> [Statechart.Action] in
            switch action {
            case .log(_, let value): return [.log(Self.silent, value)] + marks(of: action) + values(of: action)
            case .send(let send) where send.leavesChart:
                return send.values.map { .log(Self.silent, $0.value) } + marks(of: action) + values(of: action)
            case .custom: return marks(of: action)
            case .choose(let branches):
                return [.choose(branches.map { .init(if: $0.condition, do: marked($0.actions)) })]
            case .forEach(let item, let index, let list, let actions):
                return [.forEach(item: item, index: index, list: list, do: marked(actions))]
            default: return [action]
            }
        }
    }
}

extension Statechart.Send {
    /// Whether another receiver than the chart itself gets the event.
    var leavesChart: Bool {
        switch transport {
        case nil, .literal(.text("")), .literal(.text("scxml")), .literal(.text(ExpressionBehavior.processor)): break
        default: return true
        }
        switch target {
        case nil, .literal(.text("")), .literal(.text("#_internal")): return false
        default: return true
        }
    }

    /// The data of the event, with the names of fields.
    fileprivate var values: [Statechart.Field] {
        switch content {
        case nil: []
        case .value(let value)?: [.init("", value)]
        case .fields(let fields)?: fields
        }
    }
}
