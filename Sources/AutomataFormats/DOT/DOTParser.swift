internal import Automata

/// Reads the whole grammar of DOT except for undirected graphs. Ports and irrelevant attributes are
/// skipped.
struct DOTParser {
    private var lexer: DOTLexer
    private var graph = DOTGraph()
    private var nodeDefaults = DOTGraph.Attributes()
    private var edgeDefaults = DOTGraph.Attributes()
    private var groups = [Group()]
    /// The nodes at the ends of edges in the open statements; outer groups come first.
    private var ends: [DOTGraph.Node] = []
    private var endStarts: [Int] = []
    /// The nodes that inner groups have named so far.
    private var members: [DOTGraph.Node] = []
    /// The number of the last group that named each node; groups are numbered as they end.
    private var lastGroup: [Int] = []
    private var closedGroupCount = 0
    /// The position in the last attributes.
    private var position: StatePosition?
    private var pace = BudgetPace()
    private static let maximumDepth = 100

    static func parse(_ input: TextInput) throws(FormatError) -> DOTGraph {
        var parser = DOTParser(lexer: try DOTLexer(input))
        try parser.parseGraph()
        try parser.check()
        return parser.graph
    }

    private init(lexer: DOTLexer) {
        self.lexer = lexer
    }

    private mutating func parseGraph() throws(FormatError) {
        _ = try consume(keyword: "strict")
        if isAt(keyword: "graph") {
            throw lexer.error(expected: "'digraph', as an automaton's edges have a direction")
        }
        guard try consume(keyword: "digraph") else { throw lexer.error(expected: "'digraph'") }
        if case .identifier = lexer.token { _ = try identifier() }
        try expect(UInt8(ascii: "{"))
        try statements()
        try expect(UInt8(ascii: "}"))
        guard lexer.token == .end else { throw lexer.error(expected: "the end of the file after one graph") }
    }

    /// An open group of statements in braces; the outermost one is the graph itself.
    private struct Group {
        /// The index in ``members`` of the group's first node.
        var firstMember = 0
        /// The defaults to restore at its end.
        var outerDefaults = (node: DOTGraph.Attributes(), edge: DOTGraph.Attributes())
        /// The offset of its current statement in the text, and the index of the statement's first
        /// end in ``endStarts``.
        var start = 0
        var firstEnd = 0
    }

    /// Reads the statements up to the graph's closing brace. Nested groups are in a list, as
    /// recursion might take too much stack.
    private mutating func statements() throws(FormatError) {
        while true {
            if lexer.token == .punctuation(UInt8(ascii: "}")) {
                if groups.count == 1 { return }
                try closeGroup()
            } else if try !consume(UInt8(ascii: ";")) {
                try beginStatement()
            }
        }
    }

    /// Opens a group.
    private mutating func openGroup() throws(FormatError) {
        if try consume(keyword: "subgraph"), case .identifier = lexer.token { _ = try identifier() }
        guard groups.count <= Self.maximumDepth else {
            throw lexer.error(expected: "at most \(Self.maximumDepth) nested subgraphs")
        }
        try expect(UInt8(ascii: "{"))
        groups.append(Group(firstMember: members.count, outerDefaults: (nodeDefaults, edgeDefaults)))
    }

    /// Closes a group; the nodes that it names, each once, become an end in the enclosing
    /// statement.
    private mutating func closeGroup() throws(FormatError) {
        let group = groups.removeLast()
        (nodeDefaults, edgeDefaults) = group.outerDefaults
        try lexer.advance()
        try checkBudget()
        closedGroupCount += 1
        lastGroup.append(contentsOf: repeatElement(0, count: graph.nodes.count - lastGroup.count))
        endStarts.append(ends.count)
        for node in members[group.firstMember...] where lastGroup[Int(node)] != closedGroupCount {
            lastGroup[Int(node)] = closedGroupCount
            ends.append(node)
        }
        members.removeSubrange(group.firstMember...)
        try continueStatement()
    }

    /// Checks the budget regularly.
    private mutating func checkBudget() throws(FormatError) {
        if pace.isDue(at: lexer.offset + graph.edges.count * MemoryLayout<DOTGraph.Edge>.stride) { try check() }
    }

    private mutating func check() throws(FormatError) {
        let lists = (ends.capacity + members.capacity) * 4 + (lastGroup.capacity + endStarts.capacity) * 8
        lexer.heldBytes = graph.byteCount + lists * 3 / 2
        // Each initial state may have a marker.
        try lexer.input.check(statesBuilt: (graph.nodes.count + 1) / 2, bytes: lexer.heldBytes)
    }

    private var innermost: Group {
        get { groups[groups.count - 1] }
        _modify { yield &groups[groups.count - 1] }
    }

    private mutating func beginStatement() throws(FormatError) {
        try checkBudget()
        if try consume(keyword: "node") { return nodeDefaults.update(with: try attributes(of: .node)) }
        if try consume(keyword: "edge") { return edgeDefaults.update(with: try attributes(of: .edge)) }
        if try consume(keyword: "graph") {
            _ = try attributes(of: .graph)
            return
        }
        innermost.start = lexer.offset
        innermost.firstEnd = endStarts.count
        if isAtGroup { return try openGroup() }
        let id = try identifier()
        if try consume(UInt8(ascii: "=")) { return setOfGraph(id, try identifier()) }
        try addEnd(id)
        try continueStatement()
    }

    private var isAtGroup: Bool { isAt(keyword: "subgraph") || lexer.token == .punctuation(UInt8(ascii: "{")) }

    /// Reads the rest of a statement after a node or a group: arrows and nodes, up to the next
    /// group or the end.
    private mutating func continueStatement() throws(FormatError) {
        while true {
            if lexer.token == .undirectedEdge { throw lexer.error(expected: "'->'") }
            guard lexer.token == .arrow else { break }
            try lexer.advance()
            if isAtGroup { return try openGroup() }
            try addEnd(try identifier())
        }
        let firstEnd = innermost.firstEnd
        let firstNode = endStarts[firstEnd]
        if endStarts.count == firstEnd + 1 {
            // Attributes after a subgraph aren't a statement of their own; those after a node
            // belong to it.
            let attributes = try attributes(of: .node)
            for node in ends[firstNode...] {
                graph.nodes[Int(node)].update(with: attributes)
                if let position { graph.setPosition(position, of: node) }
            }
        } else {
            try addEdges(try attributes(of: .edge))
        }
        if groups.count > 1 { members.append(contentsOf: ends[firstNode...]) }
        ends.removeSubrange(firstNode...)
        endStarts.removeSubrange(firstEnd...)
    }

    /// Adds the edges of the current statement, from each end to the next.
    private mutating func addEdges(_ attributes: DOTGraph.Attributes) throws(FormatError) {
        let label = attributes.label ?? edgeDefaults.label ?? .absent
        let maximum = max(DOTGraph.uncheckedEdgeCount, lexer.input.count)
        for end in innermost.firstEnd + 1..<endStarts.count {
            let sources = endStarts[end - 1]..<endStarts[end]
            let targets = endStarts[end]..<(end + 1 < endStarts.count ? endStarts[end + 1] : ends.count)
            let count = sources.count.multipliedReportingOverflow(by: targets.count)
            guard !count.overflow, count.partialValue <= maximum - graph.edges.count else {
                throw lexer.input.error(
                    tooLarge: .tooLarge("edges"), at: innermost.start,
                    "expected at most \(maximum) edges, found more")
            }
            for source in sources {
                for target in targets {
                    try checkBudget()
                    graph.edges.append(DOTGraph.Edge(source: ends[source], target: ends[target], label: label))
                }
            }
        }
    }

    /// Adds the node of an id to the ends of the current statement.
    private mutating func addEnd(_ id: DOTLexer.Identifier) throws(FormatError) {
        try checkBudget()
        while try consume(UInt8(ascii: ":")) { _ = try identifier() }
        do throws(AutomataError) {
            let (node, isNew) = try id.bytes.withUnsafeBufferPointer { (bytes) throws(AutomataError) in
                try graph.ids.intern(bytes)
            }
            if isNew { graph.nodes.append(nodeDefaults) }
            endStarts.append(ends.count)
            ends.append(DOTGraph.Node(node))
        } catch { throw lexer.input.error(error) }
    }

    // MARK: Attributes

    private enum Owner { case graph, node, edge }

    /// Reads any number of attribute lists in brackets; lists of the graph take effect immediately.
    private mutating func attributes(of owner: Owner) throws(FormatError) -> DOTGraph.Attributes {
        var attributes = DOTGraph.Attributes()
        position = nil
        while try consume(UInt8(ascii: "[")) {
            while try !consume(UInt8(ascii: "]")) {
                try checkBudget()
                let name = try identifier()
                let hasValue = try consume(UInt8(ascii: "="))
                let offset = lexer.offset
                let value = hasValue ? try identifier() : DOTLexer.Identifier(bytes: Array("true".utf8), kind: .plain)
                if owner == .graph {
                    setOfGraph(name, value)
                } else {
                    try set(name, value, at: offset, isNode: owner == .node, in: &attributes)
                }
                if try consume(UInt8(ascii: ",")) { continue }
                _ = try consume(UInt8(ascii: ";"))
            }
        }
        return attributes
    }

    /// Sets an attribute of the graph, but not of a group, if it may give an alphabet.
    private mutating func setOfGraph(_ name: DOTLexer.Identifier, _ value: DOTLexer.Identifier) {
        let name = String(decoding: name.bytes, as: UTF8.self)
        if groups.count == 1, DOTAlphabet.attributeNames.contains(name) { graph.attributes[name] = value }
    }

    private mutating func set(
        _ name: DOTLexer.Identifier, _ value: DOTLexer.Identifier, at offset: Int, isNode: Bool,
        in attributes: inout DOTGraph.Attributes
    ) throws(FormatError) {
        func text() -> String { String(decoding: value.bytes, as: UTF8.self) }
        switch String(decoding: name.bytes, as: UTF8.self) {
        case "shape":
            switch text() {
            case "doublecircle": attributes.shape = .doubleCircle
            case "point", "none", "plaintext", "plain": attributes.shape = .undrawn
            default: attributes.shape = .other
            }
        case "style":
            var style: DOTGraph.Style = []
            for entry in text().split(whereSeparator: { $0 == "," || $0 == " " }) {
                switch entry {
                case "invis", "invisible": style.insert(.invisible)
                case "bold": style.insert(.bold)
                default: break
                }
            }
            attributes.style = style
        case "peripheries": attributes.hasSeveralPeripheries = Int(text()).map { $0 >= 2 } ?? false
        case "label":
            if isNode, value.bytes.elementsEqual("\\N".utf8) {
                attributes.label = .absent
                return
            }
            do throws(AutomataError) {
                let (label, isNew) = try DOTLabel.text(of: value).withUnsafeBufferPointer {
                    (bytes) throws(AutomataError) in
                    try graph.labels.intern(bytes)
                }
                if isNew { graph.labelOffsets.append(offset) }
                attributes.label = DOTGraph.LabelID(label)
            } catch { throw lexer.input.error(error, at: offset) }
        case "modality": graph.isModal = graph.isModal || !isNode
        case "pos": if isNode { position = DOTPosition.position(of: value.bytes) }
        default: break
        }
    }

    // MARK: Tokens

    private func isAt(keyword: String) -> Bool {
        if case .identifier(let identifier) = lexer.token { identifier.isKeyword(keyword) } else { false }
    }

    private mutating func consume(keyword: String) throws(FormatError) -> Bool {
        guard isAt(keyword: keyword) else { return false }
        try lexer.advance()
        return true
    }

    private mutating func consume(_ punctuation: UInt8) throws(FormatError) -> Bool {
        guard lexer.token == .punctuation(punctuation) else { return false }
        try lexer.advance()
        return true
    }

    private mutating func expect(_ punctuation: UInt8) throws(FormatError) {
        guard try consume(punctuation) else { throw lexer.error(expected: "'\(UnicodeScalar(punctuation))'") }
    }

    /// Reads a name, with the strings that `+` joins to it.
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
            try lexer.check(tokenCount: identifier.bytes.count)
        }
        try lexer.advance()
        return identifier
    }
}
