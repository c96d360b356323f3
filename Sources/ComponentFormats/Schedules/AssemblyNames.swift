internal import ComponentAnalysis
internal import Components
internal import Statecharts
internal import TextSupport

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

/// The names of an assembly that checks use.
struct AssemblyNames {
    /// All components, also those inside others, by their full names, and these in order.
    private var parts: [String: AssemblyTree.Component] = [:]
    private var partNames: [String] = []
    /// The messages that the environment sends, by its ports.
    private var sent: [String: [String]] = [:]

    /// Makes a problem, which takes time.
    typealias Problem = () -> TextProblem

    init(_ tree: AssemblyTree) {
        add(tree, prefix: "")
        for port in tree.environmentPorts(input: .output, output: .input) where port.direction == .output {
            sent[port.name] = port.messages.map(\.name)
        }
    }

    private mutating func add(_ tree: AssemblyTree, prefix: String) {
        for component in tree.components {
            let name = prefix + component.name
            parts[name] = component
            partNames.append(name)
            if case .assembly(let inner, _) = component.content { add(inner, prefix: name + ".") }
        }
    }

    /// Returns what is wrong with a name of the checks; `nil` if the assembly has it.
    func problem(with name: AssemblyChecks.Name) -> Problem? {
        // The names of a chart with errors aren't known.
        if parts[name.text]?.isUnread ?? part(of: name.text)?.component.isUnread ?? false { return nil }
        return switch name.kind {
        case .message: problem(ofMessage: name)
        case .part: parts[name.text] == nil ? unknownPart(name.text, name) : nil
        case .state: problem(ofState: name)
        case .receivedMessage: problem(ofReceivedMessage: name)
        }
    }

    private func unknownPart(_ part: String, _ name: AssemblyChecks.Name) -> Problem {
        { .unknown("component", part, in: "the assembly", among: partNames, at: name.offset) }
    }

    private func unknown(
        _ kind: String, _ text: String, in element: String, among known: [String], _ name: AssemblyChecks.Name
    ) -> Problem? {
        if known.contains(text) { return nil }
        return { .unknown(kind, text, in: element, among: known, at: name.offset) }
    }

    /// Finds the component whose name begins a text, the longest one, and the rest of the text.
    private func part(of text: String) -> (name: String, component: AssemblyTree.Component, rest: String)? {
        for index in text.indices.reversed() where text[index] == "." {
            let name = String(text[..<index])
            if let component = parts[name] { return (name, component, String(text[text.index(after: index)...])) }
        }
        return nil
    }

    /// Divides a text at its first dot.
    private func divided(_ text: String) -> (start: String, rest: String) {
        let start = text.prefix { $0 != "." }
        return (String(start), String(text[start.endIndex...].dropFirst()))
    }

    private func problem(ofMessage name: AssemblyChecks.Name) -> Problem? {
        let (port, message) = divided(name.text)
        guard let known = sent[port] else {
            return unknown("port", port, in: "the environment", among: sent.keys.sorted(), name)
        }
        return unknown("message", message, in: quoted(port), among: known, name)
    }

    private func problem(ofState name: AssemblyChecks.Name) -> Problem? {
        guard let (part, component, state) = part(of: name.text) else {
            guard let component = parts[name.text] else { return unknownPart(divided(name.text).start, name) }
            guard let states = states(of: component), let state = states.first else {
                return chartless(name.text, name)
            }
            return {
                TextProblem(
                    offset: name.offset, message: "invalid state \(quoted(name.text))",
                    remedy: "write the component and its state, such as \(quoted(name.text + "." + state))")
            }
        }
        guard case .chart(let loaded) = component.content, let states = states(of: component) else {
            return chartless(part, name)
        }
        if loaded.chart.number(ofState: state) != nil { return nil }
        return { .unknown("state", state, in: quoted(part), among: states, at: name.offset) }
    }

    private func states(of component: AssemblyTree.Component) -> [String]? {
        guard case .chart(let loaded) = component.content else { return nil }
        return loaded.chart.chart.states.map(\.name).filter { !$0.isEmpty }
    }

    private func chartless(_ part: String, _ name: AssemblyChecks.Name) -> Problem {
        {
            TextProblem(
                offset: name.offset,
                message: "\(quoted(part)) isn't a chart, and has no states; name a component with a chart")
        }
    }

    private func problem(ofReceivedMessage name: AssemblyChecks.Name) -> Problem? {
        guard let (part, component, rest) = part(of: name.text) else {
            return unknownPart(divided(name.text).start, name)
        }
        let ports = component.ports.filter { $0.direction == .input || $0.direction == .own }
        let (port, message) = divided(rest)
        guard let found = ports.first(where: { $0.name == port }) else {
            return unknown("port", port, in: quoted(part), among: ports.map(\.name), name)
        }
        return unknown("message", message, in: quoted("\(part).\(port)"), among: found.messages.map(\.name), name)
    }

    private func quoted(_ name: String) -> String { Message.quoted(name.utf8) }
}

extension AssemblyTree.Component {
    /// Whether the component has a chart that couldn't be read.
    fileprivate var isUnread: Bool { if case .chart = behavior { content == nil } else { false } }
}
