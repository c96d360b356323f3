public import ComponentAnalysis
internal import Components
internal import Statecharts
internal import TextSupport

/// The checks of an assembly's schedules, as the key `checks` of its file has them: the messages
/// from outside, the faults that happen, and the conditions that must hold.
public struct AssemblyChecks: Sendable {
    /// The messages that the environment sends, in this order, at any time.
    public var sent: [ScriptStep] = []
    /// The faults, and the conditions.
    public var options = ScheduleOptions()

    /// Creates checks without messages from outside and faults.
    public init() {}
}

extension AssemblyChecks {
    /// A name that must be one of the assembly.
    struct Name: Sendable {
        enum Kind { case message, state, part, receivedMessage }

        let kind: Kind
        let text: String
        var offset = 0
    }

    /// The names that must be there.
    var names: [Name] {
        sent.compactMap(\.message).map { Name(kind: .message, text: $0) }
            + (options.never.flatMap(\.self) + options.hot).map { Name(kind: .state, text: $0) }
            + options.mustEnd.map { Name(kind: .part, text: $0) }
            + options.ignored.sorted().map { Name(kind: .receivedMessage, text: $0) }
    }
}

// MARK: - Names in an assembly

extension AssemblyTree {
    /// Returns what is wrong with a name of the checks; `nil` if the assembly has it.
    func problem(with name: AssemblyChecks.Name) -> TextProblem? {
        switch name.kind {
        case .message: problem(ofMessage: name)
        case .part: parts.contains { $0.name == name.text } ? nil : unknownPart(name.text, name)
        case .state: problem(ofState: name)
        case .receivedMessage: problem(ofReceivedMessage: name)
        }
    }

    private typealias Part = (name: String, component: Component)

    /// All components, also those inside others.
    private var parts: [Part] {
        components.flatMap { component in
            guard case .assembly(let inner, _) = component.content else { return [(component.name, component)] }
            return [(component.name, component)] + inner.parts.map { ("\(component.name).\($0.name)", $0.component) }
        }
    }

    private func unknownPart(_ part: String, _ name: AssemblyChecks.Name) -> TextProblem {
        .unknown("component", part, in: "the assembly", among: parts.map(\.name), at: name.offset)
    }

    /// Finds the component whose name begins a text, and the rest of it.
    private func part(of text: String) -> (part: Part, rest: String)? {
        let found = parts.filter { text.hasPrefix($0.name + ".") }.max { $0.name.utf8.count < $1.name.utf8.count }
        return found.map { ($0, String(text.dropFirst($0.name.count + 1))) }
    }

    /// The text before the first dot.
    private func start(of text: String) -> String { String(text.prefix { $0 != "." }) }

    private func problem(ofMessage name: AssemblyChecks.Name) -> TextProblem? {
        let (port, message) = (start(of: name.text), String(name.text.dropFirst(start(of: name.text).count + 1)))
        let ports = environmentPorts(input: .output, output: .input).filter { $0.direction == .output }
        guard let found = ports.first(where: { $0.name == port }) else {
            return .unknown("port", port, in: "the environment", among: ports.map(\.name), at: name.offset)
        }
        let known = found.messages.map(\.name)
        return known.contains(message)
            ? nil
            : .unknown("message", message, in: quoted(port), among: known, at: name.offset)
    }

    private func problem(ofState name: AssemblyChecks.Name) -> TextProblem? {
        guard let (part, state) = part(of: name.text) else {
            guard let part = parts.first(where: { $0.name == name.text }) else {
                return unknownPart(start(of: name.text), name)
            }
            guard case .chart(let loaded) = part.component.content,
                let state = loaded.chart.chart.states.first(where: { !$0.name.isEmpty })
            else {
                return chartless(part.name, name)
            }
            return TextProblem(
                offset: name.offset, message: "invalid state \(quoted(name.text))",
                remedy: "write the component and its state, such as \(quoted(part.name + "." + state.name))")
        }
        guard case .chart(let loaded) = part.component.content else { return chartless(part.name, name) }
        if loaded.chart.number(ofState: state) != nil { return nil }
        return .unknown(
            "state", state, in: quoted(part.name),
            among: loaded.chart.chart.states.map(\.name).filter { !$0.isEmpty },
            at: name.offset)
    }

    private func chartless(_ part: String, _ name: AssemblyChecks.Name) -> TextProblem {
        TextProblem(
            offset: name.offset,
            message: "\(quoted(part)) isn't a chart, and has no states; name a component with a chart")
    }

    private func problem(ofReceivedMessage name: AssemblyChecks.Name) -> TextProblem? {
        guard let (part, rest) = part(of: name.text) else { return unknownPart(start(of: name.text), name) }
        let ports = part.component.ports.filter { $0.direction == .input || $0.direction == .own }
        let port = start(of: rest)
        guard let found = ports.first(where: { $0.name == port }) else {
            return .unknown(
                "port", port, in: quoted(part.name), among: ports.map(\.name), at: name.offset)
        }
        let (message, known) = (String(rest.dropFirst(port.count + 1)), found.messages.map(\.name))
        return known.contains(message)
            ? nil
            : .unknown(
                "message", message, in: quoted("\(part.name).\(port)"), among: known,
                at: name.offset)
    }

    private func quoted(_ name: String) -> String { TextSupport.Message.quoted(name.utf8) }
}
