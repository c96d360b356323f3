internal import Statecharts
internal import TextSupport

/// Reads statecharts of sismic, in YAML.
///
/// Guards and actions are Python there, and names here; only `active(…)`, `after(…)` and `send(…)`
/// have a meaning.
struct SismicReader {
    private var outline: OutlineChart
    private var nodes: [ByteKey: Int] = [:]
    /// The values of the states, by their nodes.
    private var sources: [DataValue] = []

    static func chart(from text: UnsafeRawBufferPointer) throws(TextProblem) -> PlacedChart {
        let document = try YAMLTree.read(text)
        guard let chart = document["statechart"] else { throw document.problem("expected the key 'statechart'") }
        guard let root = chart["root state"] else { throw chart.problem("expected the key 'root state'") }
        var reader = SismicReader(outline: OutlineChart("", offset: root.offset))
        for (key, offset, value) in try chart.members("a statechart")
        where !["name", "description", "root state"].contains(key) {
            guard key == "preamble" else {
                throw .unknown("key", key, among: ["name", "description", "preamble", "root state"], at: offset)
            }
            if !value.isNull { reader.outline.note(offset, "the preamble is left out; its variables aren't known") }
        }
        try reader.addStates(root)
        for node in reader.sources.indices { try reader.read(node) }
        return try reader.outline.placed()
    }

    private init(outline: OutlineChart) { self.outline = outline }

    // MARK: - States

    private mutating func addStates(_ root: DataValue) throws(TextProblem) {
        var open = [(value: root, parent: 0, depth: 0)]
        while let (value, parent, depth) = open.popLast() {
            try TextProblem.check(
                depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested states", at: value.offset)
            guard let name = try value["name"]?.text("a state's name"), !name.isEmpty else {
                throw value.problem("expected the key 'name' in a state")
            }
            var node = 0
            if sources.isEmpty {
                outline.nodes[0].state.name = name
            } else {
                node = try outline.add(Statechart.State(name), in: parent, at: value.offset)
            }
            sources.append(value)
            guard nodes.updateValue(node, forKey: ByteKey(name)) == nil else {
                throw value.problem("duplicate state \(Message.quoted(name.utf8))", "rename one")
            }
            let children = ["states", "parallel states"].compactMap { value[$0] }.filter { !$0.isNull }
            guard children.count < 2 else { throw value.problem("expected 'states' or 'parallel states', found both") }
            if value["parallel states"] != nil { outline.nodes[node].state.kind = .orthogonal }
            open += (children.first?.items ?? []).reversed().map { ($0, node, depth + 1) }
        }
    }

    private mutating func read(_ node: Int) throws(TextProblem) {
        for (key, offset, value) in try sources[node].members("a state") where !value.isNull {
            switch key {
            case "name", "states", "parallel states": break
            case "type": try readType(try value.text("a type"), of: node, at: value.offset)
            case "initial": outline.nodes[node].initial = [try target(value)]
            case "memory":
                let edge = OutlineChart.Edge(transition: .init(.always), targets: [try target(value)], offset: offset)
                outline.nodes[node].edges.append(edge)
            case "on entry": outline.nodes[node].state.entry = [actions(try value.text("code"), at: offset)]
            case "on exit": outline.nodes[node].state.exit = [actions(try value.text("code"), at: offset)]
            case "transitions": try readTransitions(value, of: node)
            case "contract": outline.note(offset, "contracts are left out")
            default:
                throw .unknown(
                    "key", key, in: "a state",
                    among: [
                        "name", "type", "initial", "memory", "on entry", "on exit", "transitions", "states",
                        "parallel states", "contract",
                    ], at: offset)
            }
        }
    }

    private mutating func readType(_ type: String, of node: Int, at offset: Int) throws(TextProblem) {
        switch type {
        case "final": outline.nodes[node].state.kind = .final
        case "shallow history": outline.nodes[node].state.kind = .shallowHistory
        case "deep history": outline.nodes[node].state.kind = .deepHistory
        default:
            throw .unknown("type of state", type, among: ["final", "shallow history", "deep history"], at: offset)
        }
    }

    private func target(_ value: DataValue) throws(TextProblem) -> Int {
        let name = try value.text("a state's name")
        if let node = nodes[ByteKey(name)] { return node }
        throw .unknown("state", name, among: nodes.keys.prefix(200).map(\.text).sorted(), at: value.offset)
    }

    // MARK: - Transitions

    private mutating func readTransitions(_ value: DataValue, of node: Int) throws(TextProblem) {
        var edges: [(priority: Int, edge: OutlineChart.Edge)] = []
        for item in value.items {
            var edge = OutlineChart.Edge(transition: .init(.always), targets: [], offset: item.offset)
            var (priority, delay) = (0, Duration?.none)
            for (key, offset, value) in try item.members("a transition") where !value.isNull {
                switch key {
                case "target": edge.targets = [try target(value)]
                case "event": edge.transition.trigger = .events([.init(try value.text("an event"))])
                case "guard":
                    (edge.transition.condition, delay) = condition(try value.text("a guard"), at: offset)
                case "action": edge.transition.actions = actions(try value.text("code"), at: offset)
                case "priority":
                    let text = try value.text("a priority")
                    guard let number = ["low": -1, "high": 1][text] ?? Int(text) else {
                        throw value.problem("expected a priority: low, high or a whole number")
                    }
                    priority = number
                case "contract": outline.note(offset, "contracts are left out")
                default:
                    throw .unknown(
                        "key", key, in: "a transition",
                        among: ["target", "event", "guard", "action", "priority", "contract"], at: offset)
                }
            }
            if let delay {
                if edge.transition.trigger == .always {
                    edge.transition.trigger = .after(delay)
                } else {
                    edge.transition.condition = .named(item["guard"]?.scalar ?? "")
                    outline.note(item.offset, "times in guards of events are names of guards here")
                }
            }
            edges.append((priority, edge))
        }
        let order = edges.indices.sorted { first, second in
            edges[first].priority == edges[second].priority
                ? first < second : edges[first].priority > edges[second].priority
        }
        outline.nodes[node].edges += order.map { edges[$0].edge }
    }

    /// A note about code that isn't a plain name.
    private mutating func noteCode(_ code: String, at offset: Int) {
        let isName = code.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        if !isName { outline.note(offset, "Python code is kept as names of guards and actions") }
    }

    /// Returns the condition of a guard, or the time of `after(…)`.
    private mutating func condition(
        _ text: String, at offset: Int
    ) -> (condition: Statechart.Condition?, delay: Duration?) {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let argument = Self.argument(of: "after", in: text), let delay = Duration(delay: argument + "s") {
            return (nil, delay)
        }
        if text == "True" || text == "False" { return (text == "True" ? nil : .any([]), nil) }
        if text.utf8.starts(with: "not ".utf8) {
            let inner = String(text.dropFirst(4)).trimmed
            if let argument = Self.argument(of: "active", in: inner), let name = Self.string(argument),
                nodes[ByteKey(name)] != nil
            {
                return (.not(.isActive(name)), nil)
            }
        }
        if let argument = Self.argument(of: "active", in: text), let name = Self.string(argument),
            nodes[ByteKey(name)] != nil
        {
            return (.isActive(name), nil)
        }
        for word in ["after(", "idle("] where text.utf8.starts(with: word.utf8) {
            outline.note(offset, "times in longer guards are names of guards here")
        }
        noteCode(text, at: offset)
        return (.named(text), nil)
    }

    /// Returns the actions of Python code: a line each, or the whole if it has indented lines.
    private mutating func actions(_ code: String, at offset: Int) -> [Statechart.Action] {
        let lines = code.split(whereSeparator: \.isNewline)
        guard !lines.contains(where: { $0.first?.isWhitespace == true }) else {
            noteCode(code, at: offset)
            return [.perform(code)]
        }
        var actions: [Statechart.Action] = []
        for line in lines.map({ String($0).trimmed }) where !line.isEmpty && line.first != "#" {
            let arguments = Self.argument(of: "send", in: line)?.split(separator: ",", maxSplits: 1)
            if let name = arguments?.first.flatMap({ Self.string(String($0).trimmed) }) {
                if arguments?.count == 2 { outline.note(offset, "arguments of sent events are left out") }
                actions.append(.raise(name))
            } else {
                noteCode(line, at: offset)
                actions.append(.perform(line))
            }
        }
        return actions
    }

    /// Returns what stands in the brackets of a call, if a text is only this call.
    private static func argument(of function: String, in text: String) -> String? {
        let rest = text.utf8.dropFirst(function.utf8.count)
        guard text.utf8.starts(with: function.utf8), rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")"),
            !rest.dropFirst().dropLast().contains(UInt8(ascii: ")"))
        else { return nil }
        return String(rest.dropFirst().dropLast()).map { $0.trimmed }
    }

    /// Returns the text of a string of Python without escapes.
    private static func string(_ text: String) -> String? {
        let bytes = text.utf8
        guard bytes.count > 2, let quote = bytes.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
            bytes.last == quote,
            !bytes.dropFirst().dropLast().contains(where: { $0 == quote || $0 == UInt8(ascii: "\\") })
        else { return nil }
        return String(bytes.dropFirst().dropLast())
    }
}
