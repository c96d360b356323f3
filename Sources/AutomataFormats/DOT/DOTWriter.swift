internal import Automata
internal import TextSupport

/// Writes DOT for pictures that can also be read back without loss.
///
/// The transitions from one state to another are one edge whose label lists their symbols.
struct DOTWriter {
    private let automaton: EpsilonNFA
    private var output = TextOutput()
    private var watch: WritingWatch
    /// The spelling of each node, and the label if it isn't the id.
    private var ids: [[UInt8]] = []
    private var labels: [[UInt8]]?
    private let positions: [StatePosition]?
    private var symbols: [[UInt8]]

    static func write(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) -> WriteResult {
        if let names = automaton.names, names.bytes.contains(0) {
            throw FormatError(message: "DOT can't represent a state name with a NUL byte", remedy: "write JSON")
        }
        var writer = try DOTWriter(automaton, budget)
        try writer.writeAll()
        return WriteResult(bytes: writer.output.bytes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        positions = automaton.statePositions
        watch = WritingWatch(budget)
        if case .named(let names) = automaton.alphabet.storage {
            symbols = try watch.map(0..<names.count) { DOTLabel.entry(for: Array(names.utf8(at: $0))) }
        } else {
            symbols = automaton.alphabet.names.map { DOTLabel.entry(for: Array($0.utf8)) }
        }
        guard let names = automaton.names else {
            ids = try watch.map(0..<automaton.stateCount) { Array("q\($0)".utf8) }
            return
        }
        let texts = try watch.map(0..<names.count) { Array(names.utf8(at: $0)) }
        if texts.allSatisfy(Self.canBeID) {
            ids = try watch.map(texts.indices) { Self.id(texts[$0]) }
        } else {
            ids = try watch.map(texts.indices) { Array("s\($0)".utf8) }
            labels = try watch.map(texts.indices) { DOTLabel.quoted(texts[$0]) }
        }
    }

    private mutating func writeAll() throws(FormatError) {
        let alphabet = DOTAlphabet.attribute(automaton.alphabet)
        output.append("digraph automaton {\n  rankdir=LR;\n  ")
        output.append(alphabet.name)
        output.append("=")
        output.append(DOTLabel.quoted(alphabet.value))
        output.append(";\n  node [shape=circle];\n")
        for state in automaton.states {
            try watch.check(count: output.bytes.count)
            output.append("  ")
            output.append(ids[Int(state)])
            writeAttributes(of: state)
            output.append(";\n")
        }
        try writeInitialStates()
        for state in automaton.states { try writeEdges(from: state) }
        output.append("}\n")
    }

    /// Writes the attributes of a state's node in brackets, if there are any.
    private mutating func writeAttributes(of state: StateID) {
        var separator: StaticString = " ["
        if let labels {
            output.append(separator)
            output.append("label=")
            output.append(labels[Int(state)])
            separator = ", "
        }
        if automaton.isFinal(state) {
            output.append(separator)
            output.append("shape=doublecircle")
            separator = ", "
        }
        if let positions {
            output.append(separator)
            DOTPosition.append(positions[Int(state)], to: &output)
            separator = ", "
        }
        if labels != nil || automaton.isFinal(state) || positions != nil { output.append("]") }
    }

    /// Writes an invisible node with an arrow for each initial state.
    private mutating func writeInitialStates() throws(FormatError) {
        var prefix = Array("_start".utf8)
        while ids.contains(where: { $0.starts(with: prefix) || $0.dropFirst().starts(with: prefix) }) {
            prefix.insert(UInt8(ascii: "_"), at: 0)
        }
        for state in automaton.initialStates {
            try watch.check(count: output.bytes.count)
            var id = prefix
            if automaton.initialStates.count > 1 { id += Array("\(state)".utf8) }
            output.append("  ")
            output.append(id)
            output.append(" [shape=point, style=invis")
            if let positions {
                output.append(", ")
                // Graphviz's nodes are 54 points wide, so that the arrow is as long as half a node.
                DOTPosition.append(positions[Int(state)], left: 54, to: &output)
            }
            output.append("];\n  ")
            output.append(id)
            output.append(" -> ")
            output.append(ids[Int(state)])
            output.append(";\n")
        }
    }

    private mutating func writeEdges(from state: StateID) throws(FormatError) {
        var edges = automaton.epsilonTargets(from: state).map { (target: $0, symbol: Symbol?.none) }
        for index in automaton.rows.range(of: state) {
            edges.append((automaton.rows.targets[index], automaton.rows.symbols[index]))
        }
        // By target, then ε, then the symbols in order.
        edges.sort { ($0.target, $0.symbol.map { Int($0) } ?? -1) < ($1.target, $1.symbol.map { Int($0) } ?? -1) }
        var index = 0
        while index < edges.count {
            try watch.check(count: output.bytes.count)
            let target = edges[index].target
            var label: [UInt8] = []
            while index < edges.count, edges[index].target == target {
                if !label.isEmpty { label.append(UInt8(ascii: ",")) }
                label += edges[index].symbol.map { symbols[Int($0)] } ?? Array("ε".utf8)
                index += 1
            }
            output.append("  ")
            output.append(ids[Int(state)])
            output.append(" -> ")
            output.append(ids[Int(target)])
            output.append(" [label=")
            output.append(DOTLabel.quoted(label))
            output.append("];\n")
        }
    }

    // MARK: Names

    /// Returns whether a name can be a node's id, quoted if necessary, and is drawn unchanged.
    private static func canBeID(_ name: [UInt8]) -> Bool {
        !name.isEmpty
            && !name.contains { byte in
                byte < 0x20 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "&")
            }
    }

    private static func id(_ name: [UInt8]) -> [UInt8] {
        let isPlain =
            name.first.map(DOTLexer.isLetter) ?? false
            && name.allSatisfy { $0 < 0x80 && (DOTLexer.isLetter($0) || $0 &- UInt8(ascii: "0") <= 9) }
        let isNumber =
            name.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } && (name.count == 1 || name.first != UInt8(ascii: "0"))
        let identifier = DOTLexer.Identifier(bytes: name, kind: .plain)
        let isKeyword = ["node", "edge", "graph", "digraph", "subgraph", "strict"].contains { identifier.isKeyword($0) }
        return isPlain && !isKeyword || isNumber ? name : [UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")]
    }
}
