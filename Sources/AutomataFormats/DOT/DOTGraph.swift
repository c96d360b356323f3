internal import Automata

/// A directed graph as DOT describes it, with the attributes that tell an automaton.
struct DOTGraph {
    typealias Node = UInt32

    /// The attributes of a node or an edge that matter; `nil` where one isn't given.
    struct Attributes {
        var shape: [UInt8]?
        var style: [UInt8]?
        var peripheries: [UInt8]?
        var label: DOTLexer.Identifier?

        mutating func set(_ name: [UInt8], _ value: DOTLexer.Identifier) {
            switch String(decoding: name, as: UTF8.self) {
            case "shape": shape = value.bytes
            case "style": style = value.bytes
            case "peripheries": peripheries = value.bytes
            case "label": label = value
            default: break
            }
        }
    }

    struct Edge {
        var source: Node
        var target: Node
        /// The label's number in ``labels``.
        var label: Int
        var offset: Int
    }

    var ids = NameTable()
    var nodes: [Attributes] = []
    var edges: [Edge] = []
    /// The distinct labels of edges, in runs.
    var labels: [DOTLexer.Identifier?] = [nil]
    /// Attributes of the graph itself.
    var attributes: [[UInt8]: DOTLexer.Identifier] = [:]

    /// So many edges may be asked for by any text, as edges between groups multiply, and more by one that is longer.
    static let freeEdgeCount = 10_000_000
}

/// Reads the whole of DOT's grammar but undirected graphs; ports and attributes that say nothing about automata are
/// skipped.
struct DOTParser {
    private var lexer: DOTLexer
    private var graph = DOTGraph()
    private var nodeDefaults = DOTGraph.Attributes()
    private var edgeDefaults = DOTGraph.Attributes()
    private var depth = 0
    private var pace = ReadingPace()
    private static let maximumDepth = 100

    static func parse(_ input: TextInput) throws(FormatError) -> DOTGraph {
        var parser = DOTParser(lexer: try DOTLexer(input))
        try parser.parseGraph()
        return parser.graph
    }

    private init(lexer: DOTLexer) {
        self.lexer = lexer
    }

    private mutating func parseGraph() throws(FormatError) {
        _ = try take(keyword: "strict")
        if isAt(keyword: "graph") {
            throw lexer.error(expected: "'digraph', as an automaton's edges have a direction")
        }
        guard try take(keyword: "digraph") else { throw lexer.error(expected: "'digraph'") }
        if case .identifier = lexer.token { _ = try identifier() }
        try expect(UInt8(ascii: "{"))
        _ = try statements()
        try expect(UInt8(ascii: "}"))
        guard lexer.token == .end else { throw lexer.error(expected: "the end of the file after one graph") }
    }

    /// The statements up to a closing brace; returns the nodes that they name.
    private mutating func statements() throws(FormatError) -> [DOTGraph.Node] {
        var nodes: [DOTGraph.Node] = []
        while lexer.token != .punctuation(UInt8(ascii: "}")) {
            if try take(UInt8(ascii: ";")) { continue }
            if pace.isDue(at: lexer.offset) { try check() }
            nodes += try statement()
        }
        return nodes
    }

    private func check() throws(FormatError) {
        try lexer.input.check(bytes: graph.edges.count * MemoryLayout<DOTGraph.Edge>.stride)
    }

    private mutating func statement() throws(FormatError) -> [DOTGraph.Node] {
        if try take(keyword: "node") {
            for (name, value) in try attributes() { nodeDefaults.set(name, value) }
            return []
        }
        if try take(keyword: "edge") {
            for (name, value) in try attributes() { edgeDefaults.set(name, value) }
            return []
        }
        if try take(keyword: "graph") {
            for (name, value) in try attributes() where depth == 0 { graph.attributes[name] = value }
            return []
        }
        let start = lexer.offset
        var ends: [[DOTGraph.Node]] = []
        if isAt(keyword: "subgraph") || lexer.token == .punctuation(UInt8(ascii: "{")) {
            ends.append(try subgraph())
        } else {
            let id = try identifier()
            if try take(UInt8(ascii: "=")) {
                let value = try identifier()
                if depth == 0 { graph.attributes[id.bytes] = value }
                return []
            }
            ends.append([try node(id)])
        }
        while true {
            if lexer.token == .undirectedEdge { throw lexer.error(expected: "'->'") }
            guard lexer.token == .arrow else { break }
            try lexer.advance()
            if isAt(keyword: "subgraph") || lexer.token == .punctuation(UInt8(ascii: "{")) {
                ends.append(try subgraph())
            } else {
                ends.append([try node(try identifier())])
            }
        }
        let attributes = try attributes()
        if ends.count == 1 {
            // Attributes after a subgraph are no statement of their own, but after a node they are its.
            for node in ends[0] { for (name, value) in attributes { graph.nodes[Int(node)].set(name, value) } }
            return ends[0]
        }
        try addEdges(ends, attributes, at: start)
        return ends.flatMap { $0 }
    }

    private mutating func addEdges(
        _ ends: [[DOTGraph.Node]], _ attributes: [([UInt8], DOTLexer.Identifier)], at offset: Int
    ) throws(FormatError) {
        var edge = edgeDefaults
        for (name, value) in attributes { edge.set(name, value) }
        if graph.labels[graph.labels.count - 1] != edge.label { graph.labels.append(edge.label) }
        for index in 1..<ends.count {
            let count = ends[index - 1].count.multipliedReportingOverflow(by: ends[index].count)
            let maximum = max(DOTGraph.freeEdgeCount, lexer.input.count)
            guard !count.overflow, count.partialValue <= maximum - graph.edges.count else {
                throw lexer.input.error(
                    at: offset, "expected at most \(maximum) edges, found more")
            }
            for source in ends[index - 1] {
                if pace.isDue(at: lexer.offset + graph.edges.count) { try check() }
                for target in ends[index] {
                    graph.edges.append(
                        DOTGraph.Edge(source: source, target: target, label: graph.labels.count - 1, offset: offset))
                }
            }
        }
    }

    /// A group of statements in braces, with defaults of its own; returns the nodes that it names, each once.
    private mutating func subgraph() throws(FormatError) -> [DOTGraph.Node] {
        if try take(keyword: "subgraph"), case .identifier = lexer.token { _ = try identifier() }
        guard depth < Self.maximumDepth else {
            throw lexer.error(expected: "at most \(Self.maximumDepth) nested subgraphs")
        }
        try expect(UInt8(ascii: "{"))
        let defaults = (nodeDefaults, edgeDefaults)
        depth += 1
        let nodes = try statements()
        depth -= 1
        (nodeDefaults, edgeDefaults) = defaults
        try expect(UInt8(ascii: "}"))
        var isSeen: Set<DOTGraph.Node> = []
        return nodes.filter { isSeen.insert($0).inserted }
    }

    private mutating func node(_ id: DOTLexer.Identifier) throws(FormatError) -> DOTGraph.Node {
        while try take(UInt8(ascii: ":")) { _ = try identifier() }
        do {
            let (node, isNew) = try id.bytes.withUnsafeBufferPointer { try graph.ids.intern($0) }
            if isNew { graph.nodes.append(nodeDefaults) }
            return node
        } catch { throw lexer.input.error("\(error)") }
    }

    /// Any number of attribute lists in brackets.
    private mutating func attributes() throws(FormatError) -> [([UInt8], DOTLexer.Identifier)] {
        var attributes: [([UInt8], DOTLexer.Identifier)] = []
        while try take(UInt8(ascii: "[")) {
            while try !take(UInt8(ascii: "]")) {
                let name = try identifier()
                let value =
                    try take(UInt8(ascii: "="))
                    ? try identifier() : DOTLexer.Identifier(bytes: Array("true".utf8), kind: .plain)
                attributes.append((name.bytes, value))
                if try take(UInt8(ascii: ",")) { continue }
                _ = try take(UInt8(ascii: ";"))
            }
        }
        return attributes
    }

    // MARK: Tokens

    private func isAt(keyword: String) -> Bool {
        if case .identifier(let identifier) = lexer.token { identifier.isKeyword(keyword) } else { false }
    }

    private mutating func take(keyword: String) throws(FormatError) -> Bool {
        guard isAt(keyword: keyword) else { return false }
        try lexer.advance()
        return true
    }

    private mutating func take(_ punctuation: UInt8) throws(FormatError) -> Bool {
        guard lexer.token == .punctuation(punctuation) else { return false }
        try lexer.advance()
        return true
    }

    private mutating func expect(_ punctuation: UInt8) throws(FormatError) {
        guard try take(punctuation) else { throw lexer.error(expected: "'\(UnicodeScalar(punctuation))'") }
    }

    /// A name, with the strings that `+` joins to it.
    private mutating func identifier() throws(FormatError) -> DOTLexer.Identifier {
        guard case .identifier(var identifier) = lexer.token else {
            throw lexer.error(expected: lexer.token == .end ? "'}'" : "a name")
        }
        while identifier.kind == .quoted, try lexer.skipPlus() {
            try lexer.advance()
            guard case .identifier(let next) = lexer.token, next.kind == .quoted else {
                throw lexer.error(expected: "a string in quotes after '+'")
            }
            identifier.bytes += next.bytes
        }
        try lexer.advance()
        return identifier
    }
}
