internal import Components
@_spi(Tool) internal import Statecharts
internal import TextSupport

/// The events and targets of a chart, which its ports must have.
struct ChartFacts {
    /// The events that transitions react to.
    private var patterns: [Statechart.EventPattern] = []
    /// The events that the chart sends to ports, in the order of the text.
    private var sent: [(port: String, event: String?)] = []

    init() {}

    init(_ chart: Statechart) {
        var known: Set<[String?]> = []
        for state in ([chart] + chart.submachines).flatMap(\.states) {
            patterns += state.deferred
            for case .events(let list) in state.transitions.map(\.trigger) { patterns += list }
            for block in state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions) {
                block.forEachNested { (action: Statechart.Action) in
                    guard case .send(let send) = action, case .literal(.text(let target))? = send.target,
                        target.hasPrefix("#_"), target != "#_internal", target != "#_parent",
                        !target.hasPrefix("#_scxml_")
                    else { return }
                    var event: String?
                    if case .literal(.text(let name)) = send.event { event = name }
                    let port = String(target.dropFirst(2))
                    if known.insert([port, event]).inserted { sent.append((port, event)) }
                }
            }
        }
    }

    /// Returns what doesn't fit between the chart and the ports of a component.
    func problems(of component: AssemblyTree.Component) -> [String] {
        var problems: [String] = []
        let outputs = component.ports.filter { $0.direction != .input }
        for (name, event) in sent {
            guard let port = outputs.first(where: { $0.name == name }) else {
                let close = Spelling.closestName(to: name, among: outputs.map(\.name))
                problems.append(
                    "the chart sends to \(quoted("#_" + name)), but \(quoted(component.name)) has no output port "
                        + "\(quoted(name)); " + (close.map { "did you mean '#_\($0)'?" } ?? "add it to 'out'"))
                continue
            }
            guard let event, !port.messages.contains(where: { $0.name == event }) else { continue }
            problems.append(
                "the chart sends \(quoted(event)) to \(quoted("#_" + name)), which lacks that message; add it to the port"
            )
        }
        for port in component.ports where port.direction == .input || port.direction == .own {
            for message in port.messages where !patterns.contains(where: { $0.matches(message.name) }) {
                problems.append(
                    "no transition of the chart reacts to \(quoted(message.name)), which the port \(quoted(port.name)) "
                        + "receives; add one or remove the message")
            }
        }
        return problems
    }

    private func quoted(_ name: String) -> String { Message.quoted(name.utf8) }
}
