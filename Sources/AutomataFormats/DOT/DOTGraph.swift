internal import Automata

/// A directed graph as DOT describes it, with the attributes that tell an automaton.
struct DOTGraph {
    struct Node: DenseID { let rawValue: UInt32 }

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
    private var groups = [Group()]
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
        try statements()
        try expect(UInt8(ascii: "}"))
        guard lexer.token == .end else { throw lexer.error(expected: "the end of the file after one graph") }
    }

    /// A group of statements in braces that is being read; the outermost one is the graph itself.
    private struct Group {
        /// What its statements name so far.
        var nodes: [DOTGraph.Node] = []
        /// The defaults to go back to at its end.
        var outerDefaults = (node: DOTGraph.Attributes(), edge: DOTGraph.Attributes())
        /// Where its present statement starts, and what that has edges between.
        var start = 0
        var ends: [[DOTGraph.Node]] = []
    }

    /// Reads the statements up to the graph's closing brace. Groups within groups are kept in a list, as calls of this function would take
    /// more stack than a thread may have.
    private mutating func statements() throws(FormatError) {
        while true {
            if lexer.token == .punctuation(UInt8(ascii: "}")) {
                if groups.count == 1 { return }
                try closeGroup()
            } else if try !take(UInt8(ascii: ";")) {
                if pace.isDue(at: lexer.offset + edgeBytes) { try check() }
                try beginStatement()
            }
        }
    }

    /// Goes into a group.
    private mutating func openGroup() throws(FormatError) {
        if try take(keyword: "subgraph"), case .identifier = lexer.token { _ = try identifier() }
        guard groups.count <= Self.maximumDepth else {
            throw lexer.error(expected: "at most \(Self.maximumDepth) nested subgraphs")
        }
        try expect(UInt8(ascii: "{"))
        groups.append(Group(outerDefaults: (nodeDefaults, edgeDefaults)))
    }

    /// Leaves a group; the nodes that it names, each once, take their part in the statement that it stands in.
    private mutating func closeGroup() throws(FormatError) {
        let group = groups.removeLast()
        (nodeDefaults, edgeDefaults) = group.outerDefaults
        try lexer.advance()
        var isSeen: Set<DOTGraph.Node> = []
        innermost.ends.append(group.nodes.filter { isSeen.insert($0).inserted })
        try continueStatement()
    }

    private func check() throws(FormatError) { try lexer.input.check(bytes: edgeBytes) }

    /// What the edges take so far.
    private var edgeBytes: Int { graph.edges.count * MemoryLayout<DOTGraph.Edge>.stride }

    private var innermost: Group {
        get { groups[groups.count - 1] }
        _modify { yield &groups[groups.count - 1] }
    }

    private mutating func beginStatement() throws(FormatError) {
        if try take(keyword: "node") {
            for (name, value) in try attributes() { nodeDefaults.set(name, value) }
            return
        }
        if try take(keyword: "edge") {
            for (name, value) in try attributes() { edgeDefaults.set(name, value) }
            return
        }
        if try take(keyword: "graph") {
            for (name, value) in try attributes() where groups.count == 1 { graph.attributes[name] = value }
            return
        }
        innermost.start = lexer.offset
        innermost.ends.removeAll(keepingCapacity: true)
        if isAtGroup { return try openGroup() }
        let id = try identifier()
        if try take(UInt8(ascii: "=")) {
            let value = try identifier()
            if groups.count == 1 { graph.attributes[id.bytes] = value }
            return
        }
        let node = try node(id)
        innermost.ends.append([node])
        try continueStatement()
    }

    private var isAtGroup: Bool { isAt(keyword: "subgraph") || lexer.token == .punctuation(UInt8(ascii: "{")) }

    /// Reads what follows a node or a group: further ones behind arrows, up to the next group, or the statement's end.
    private mutating func continueStatement() throws(FormatError) {
        while true {
            if lexer.token == .undirectedEdge { throw lexer.error(expected: "'->'") }
            guard lexer.token == .arrow else { break }
            try lexer.advance()
            if isAtGroup { return try openGroup() }
            let node = try node(try identifier())
            innermost.ends.append([node])
        }
        let attributes = try attributes()
        let (ends, start) = (innermost.ends, innermost.start)
        if ends.count == 1 {
            // Attributes after a subgraph are no statement of their own, but after a node they are its.
            for node in ends[0] { for (name, value) in attributes { graph.nodes[Int(node)].set(name, value) } }
        } else {
            try addEdges(ends, attributes, at: start)
        }
        for end in ends { innermost.nodes += end }
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
                if pace.isDue(at: lexer.offset + edgeBytes) { try check() }
                for target in ends[index] {
                    graph.edges.append(
                        DOTGraph.Edge(source: source, target: target, label: graph.labels.count - 1, offset: offset))
                }
            }
        }
    }

    private mutating func node(_ id: DOTLexer.Identifier) throws(FormatError) -> DOTGraph.Node {
        while try take(UInt8(ascii: ":")) { _ = try identifier() }
        do {
            let (node, isNew) = try id.bytes.withUnsafeBufferPointer { try graph.ids.intern($0) }
            if isNew { graph.nodes.append(nodeDefaults) }
            return DOTGraph.Node(node)
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
