internal import Automata
internal import TextSupport

/// A graph in DOT with its labels as texts, for readers of other systems than acceptors.
package struct LabeledGraph: Sendable {
    /// A node that isn't the marker of an initial state.
    package struct Node: Sendable {
        package var id: String
        /// The label; `nil` if there is none, or if it is the id.
        package var label: String?
        /// The offset of the label in the text.
        package var offset: Int
    }

    /// An edge between nodes.
    package struct Edge: Sendable {
        package var source: Int
        package var target: Int
        /// The index of the label in ``LabeledGraph/labels``; `nil` if there is none.
        package var label: Int?
    }

    package internal(set) var system = DOTSystem.acceptor
    package internal(set) var nodes: [Node] = []
    package internal(set) var edges: [Edge] = []
    /// All labels, with the offset of their first mention.
    package internal(set) var labels: [(text: String, offset: Int)] = []
    package internal(set) var initialNodes: [Int] = []
    /// The lists in the attributes of the graph; `nil` for none.
    package internal(set) var inputs: [String]?
    package internal(set) var outputs: [String]?
    /// Notes about guesses.
    package internal(set) var notes: [String] = []

    /// The bytes in use, about.
    package var byteCount: Int { 64 * (nodes.count + labels.count) + 24 * edges.count }

    /// Reads a graph. Which nodes are initial is decided as for acceptors.
    package init(_ text: UnsafeRawBufferPointer, options: ReadOptions) throws(FormatError) {
        guard let start = text.baseAddress else {
            throw FormatError(inputName: options.inputName, message: "the file is empty; expected 'digraph'")
        }
        self = try DOTReader.labeledGraph(
            TextInput(
                start: start.assumingMemoryBound(to: UInt8.self), count: text.count, name: options.inputName,
                budget: options.budget))
    }

    init() {}

    /// Returns a text as a quoted string.
    package static func quoted(_ text: [UInt8]) -> [UInt8] { DOTLabel.quoted(text) }

    /// Returns names as the value of an attribute.
    package static func list(_ names: [String]) -> [UInt8] {
        quoted(Array(names.map { DOTLabel.entry(for: Array($0.utf8)) }.joined(separator: [UInt8(ascii: ",")])))
    }
}

extension DOTReader {
    fileprivate static func labeledGraph(_ input: TextInput) throws(FormatError) -> LabeledGraph {
        guard String(validating: input.slice(0..<input.count), as: UTF8.self) != nil else {
            throw input.error("the text isn't UTF-8; convert it, such as with iconv")
        }
        var reader = try DOTReader(input)
        try reader.findMarkers()
        reader.numberStates()
        try reader.findInitialStates()
        return try reader.labeledGraph()
    }

    private func labeledGraph() throws(FormatError) -> LabeledGraph {
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        var result = LabeledGraph()
        result.system = graph.system(isMarker: isMarker)
        result.inputs = try list("inputs")
        result.outputs = try list("outputs")
        result.notes = notes
        result.initialNodes = parts.initialStates.map { Int($0) }
        result.labels = (0..<graph.labels.count).map { (text(graph.labels.utf8(at: $0)), graph.labelOffsets[$0]) }
        for node in graph.nodes.indices where !isMarker[node] {
            let label = graph.nodes[node].label.flatMap { $0 == .absent ? nil : Int($0) }
            result.nodes.append(
                LabeledGraph.Node(
                    id: text(graph.ids.utf8(at: node)), label: label.map { result.labels[$0].text },
                    offset: label.map { result.labels[$0].offset } ?? 0))
        }
        for edge in graph.edges where !isMarker[Int(edge.source)] {
            result.edges.append(
                LabeledGraph.Edge(
                    source: Int(states[Int(edge.source)]), target: Int(states[Int(edge.target)]),
                    label: edge.label == .absent ? nil : Int(edge.label)))
        }
        return result
    }

    /// Returns the names that an attribute of the graph lists.
    private func list(_ name: String) throws(FormatError) -> [String]? {
        guard let text = graph.attributes[name].map(DOTLabel.text) else { return nil }
        if text.isEmpty { return [] }
        var names: [String] = []
        var isList = true
        let areSeparated = DOTLabel.forEachEntry(of: text[...]) { entry in
            if let entry { names.append(String(decoding: entry, as: UTF8.self)) } else { isList = false }
        }
        guard areSeparated, isList else {
            throw input.error("expected the attribute '\(name)' to list names, separated by commas, and not ε")
        }
        return names
    }
}
