internal import Statecharts
internal import TextSupport
internal import XMLSupport

/// Reads statecharts of YAKINDU and itemis CREATE, `.sct` and `.ysc`.
///
/// They are XMI: a chart and composite states have regions, which have vertices with outgoing
/// transitions. The texts of transitions and states are `event [guard] / action`.
struct YakinduReader {
    private let document: XMIDocument
    private var diagram = DiagramOutline(emptyTrigger: .always)
    private var taken = TakenNames()
    /// The nodes of vertices, by their identifiers.
    private var vertices: [ByteKey: Int] = [:]
    /// The elements of vertices, by their nodes.
    private var elements: [(element: Int, node: Int)] = []

    static func chart(from text: UnsafeRawBufferPointer) throws(TextProblem) -> PlacedChart {
        let document = XMIDocument()
        try document.read(xml: text)
        guard let chart = document.elements.indices.first(where: { document.elements[$0].name == "Statechart" }) else {
            throw TextProblem(offset: 0, message: "expected a <Statechart> of YAKINDU or itemis CREATE")
        }
        var reader = YakinduReader(document)
        let element = document.elements[chart]
        reader.diagram.outline.nodes[0].state.name = element["name"] ?? ""
        if element["specification"].map({ !$0.trimmed.isEmpty }) == true {
            reader.diagram.noteSkipped("declarations of events, variables and operations", at: element.offset)
        }
        try reader.addRegions(of: chart)
        for (element, node) in reader.elements { try reader.read(element, node) }
        return try reader.diagram.placed()
    }

    private init(_ document: XMIDocument) { self.document = document }

    // MARK: - States

    private mutating func addRegions(of root: Int) throws(TextProblem) {
        var open = [(element: root, node: 0, depth: 1)]
        while let (owner, node, depth) = open.popLast() {
            try TextProblem.check(
                depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested states",
                at: document.elements[owner].offset)
            let regions = document.children(of: owner, "regions")
            if regions.count > 1 { diagram.outline.nodes[node].state.kind = .orthogonal }
            var added: [(element: Int, node: Int, depth: Int)] = []
            for region in regions {
                var parent = node
                if regions.count > 1 {
                    let name = document.elements[region]["name"] ?? ""
                    let unique = taken.unusedName(from: name.isEmpty ? "region" : name)
                    let offset = document.elements[region].offset
                    parent = try diagram.outline.add(Statechart.State(unique), in: node, at: offset)
                }
                for vertex in document.children(of: region, "vertices") {
                    added.append((vertex, try add(vertex, in: parent), depth + 1))
                }
            }
            open += added.reversed()
        }
    }

    private mutating func add(_ vertex: Int, in parent: Int) throws(TextProblem) -> Int {
        let element = document.elements[vertex]
        let name = (element["name"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: "_")
        let type = (element["type"] ?? "").split(separator: ":").last.map(String.init) ?? ""
        let isNamed = !name.isEmpty && name != "default"
        let node: Int
        switch type {
        case "State", "":
            let unique = taken.unusedName(from: name.isEmpty ? "state" : name)
            if unique != name, !name.isEmpty {
                diagram.outline.warn(
                    element.offset,
                    "a second state \(Message.quoted(name.utf8)) is named \(Message.quoted(unique.utf8))")
            }
            node = try diagram.outline.add(Statechart.State(unique), in: parent, at: element.offset)
        case "Entry":
            switch (element["kind"] ?? "INITIAL").lowercased() {
            case "shallow_history": node = try diagram.history(isDeep: false, in: parent, at: element.offset)
            case "deep_history": node = try diagram.history(isDeep: true, in: parent, at: element.offset)
            default:
                guard !isNamed else {
                    throw element.problem("the named entry \(Message.quoted(name.utf8)) can't be read")
                }
                node = try diagram.start(in: parent, at: element.offset)
            }
        case "Exit":
            guard !isNamed else { throw element.problem("the named exit \(Message.quoted(name.utf8)) can't be read") }
            diagram.noteSkipped("exits, which are final states here,", at: element.offset)
            node = try diagram.final(in: parent, at: element.offset)
        case "FinalState": node = try diagram.final(in: parent, at: element.offset)
        case "Choice": node = try diagram.addMark(.choice, "choice", in: parent, at: element.offset)
        case "Synchronization":
            node = try diagram.addMark(.state, "fork", in: parent, at: element.offset)
            diagram.outline.nodes[node].isBar = true
        default: throw element.problem("a vertex of type \(Message.quoted(type.utf8)) can't be read")
        }
        if let id = element["id"] { vertices[ByteKey(id)] = node }
        elements.append((vertex, node))
        return node
    }

    // MARK: - Texts

    private mutating func read(_ index: Int, _ node: Int) throws(TextProblem) {
        let element = document.elements[index]
        for reaction in Self.reactions(in: element["specification"] ?? "") {
            let words = reaction.split(whereSeparator: \.isWhitespace)
            guard words.first != "every", words.first != "oncycle" else {
                throw element.problem(
                    "the reaction \(Message.quoted(reaction.utf8)) depends on cycles",
                    "use 'after' and a transition to the state itself")
            }
            diagram.bodies.append((node, reaction, element.offset))
        }
        for transition in document.children(of: index, "outgoingTransitions") {
            let arrow = document.elements[transition]
            guard let target = arrow["target"].flatMap({ vertices[ByteKey($0)] }) else {
                throw arrow.problem("unknown target of a transition")
            }
            var text = (arrow["specification"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            // The default branch of a choice has no brackets.
            if ["default", "else"].contains(text) || text.hasPrefix("default /") || text.hasPrefix("else /") {
                let end = text.firstIndex(of: "/") ?? text.endIndex
                text = "[else] " + text[end...]
            }
            if text.hasPrefix("every ") { throw arrow.problem("'every' can't be read", "use 'after'") }
            diagram.arrows.append(.init(source: node, target: target, label: text, offset: arrow.offset))
        }
    }

    /// Divides the text of a state into reactions, which begin on lines with a slash.
    private static func reactions(in text: String) -> [String] {
        var reactions: [[String]] = []
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) {
            guard !line.isEmpty, !line.hasPrefix("//") else { continue }
            if line.utf8.contains(UInt8(ascii: "/")) || reactions.isEmpty {
                reactions.append([line])
            } else {
                reactions[reactions.count - 1].append(line)
            }
        }
        return reactions.map { $0.joined(separator: " ") }
    }
}

/// The elements of an XMI text, in one list.
private final class XMIDocument: XMLReader {
    struct Element {
        var name: String
        var attributes: [String: String]
        var offset: Int
        var children: [Int] = []

        subscript(_ name: String) -> String? { attributes[name] }

        func problem(_ message: String, _ remedy: String? = nil) -> TextProblem {
            TextProblem(offset: offset, message: message, remedy: remedy)
        }
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        try TextProblem.check(
            depth: open.count, upTo: 4 * StatechartFormatLimits.stateDepth, "nested elements", at: attributes.offset)
        var values: [String: String] = [:]
        attributes.forEach { values[$0] = $1 }
        elements.append(Element(name: name, attributes: values, offset: attributes.offset))
        if let last = open.last { elements[last].children.append(elements.count - 1) }
        open.append(elements.count - 1)
    }

    func end(at offset: Int) { open.removeLast() }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func children(of element: Int, _ name: String) -> [Int] {
        elements[element].children.filter { elements[$0].name == name }
    }
}
