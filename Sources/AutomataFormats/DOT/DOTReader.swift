internal import Automata
internal import TextSupport

/// Reads an automaton off a graph: final states are circled twice, initial ones have an arrow out of nothing.
struct DOTReader {
    private let input: TextInput
    private let graph: DOTGraph
    /// The alphabet that the text gives, as our writer does; guesses are made only where it doesn't.
    private let givenAlphabet: Alphabet?
    private var isMarker: [Bool] = []
    private var states: [StateID] = []
    private var stateCount = 0
    private var parts = AutomatonParts()
    private var notes: [String] = []

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> ReadText {
        var reader = try DOTReader(input)
        var result = try reader.result()
        if options.symbolsAreBytes, result.automaton.alphabet.kind == .named {
            result.automaton = try result.automaton.readingSymbolsAsBytes(
                listed: reader.givenAlphabet != nil, in: input, firstOffsets: [])
        }
        return result
    }

    private init(_ input: TextInput) throws(FormatError) {
        self.input = input
        graph = try DOTParser.parse(input)
        givenAlphabet = try DOTAlphabet.alphabet(of: graph, in: input)
    }

    private mutating func result() throws(FormatError) -> ReadText {
        findMarkers()
        numberStates()
        try findInitialStates()
        for node in graph.nodes.indices where !isMarker[node] && Self.isFinal(graph.nodes[node]) {
            parts.finalStates.insert(states[node])
        }
        let alphabet = try addEdges()
        do {
            let (table, note) = try UniqueNames.table(stateNames())
            if let note { notes.append(note) }
            return ReadText(
                automaton: try parts.automaton(alphabet: alphabet, stateCount: stateCount, names: table), notes: notes)
        } catch { throw input.error(error) }
    }

    // MARK: States

    private static func has(_ attribute: [UInt8]?, _ value: String) -> Bool {
        attribute.map { $0.elementsEqual(value.utf8) } ?? false
    }

    /// Whether a style, a list such as `filled,bold`, has an entry.
    private static func hasStyle(_ style: [UInt8]?, _ value: String) -> Bool {
        guard let style else { return false }
        return style.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }.contains {
            $0.elementsEqual(value.utf8)
        }
    }

    private static func isFinal(_ node: DOTGraph.Attributes) -> Bool {
        if has(node.shape, "doublecircle") { return true }
        return node.peripheries.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { $0 >= 2 } ?? false
    }

    /// Finds the nodes that are no states but the origins of arrows to initial states: drawn as a point or not at all, with
    /// no edge that enters them and no symbol on those that leave.
    private mutating func findMarkers() {
        isMarker = graph.nodes.map { node in
            if Self.isFinal(node) { return false }
            let isUndrawn =
                Self.hasStyle(node.style, "invis") || Self.hasStyle(node.style, "invisible")
                || ["point", "none", "plaintext", "plain"].contains { Self.has(node.shape, $0) }
            return isUndrawn || givenAlphabet == nil && node.label.map { $0.bytes.isEmpty } ?? false
        }
        let labelIsEmpty = graph.labels.map { $0.map { DOTLabel.text(of: $0).isEmpty } ?? true }
        var leaves = [Bool](repeating: false, count: isMarker.count)
        for edge in graph.edges {
            isMarker[Int(edge.target)] = false
            leaves[Int(edge.source)] = true
            if !labelIsEmpty[edge.label] { isMarker[Int(edge.source)] = false }
        }
        for node in isMarker.indices where !leaves[node] { isMarker[node] = false }
    }

    private mutating func numberStates() {
        for isMarker in isMarker {
            states.append(StateID(truncatingIfNeeded: stateCount))
            if !isMarker { stateCount += 1 }
        }
    }

    /// The states' names: their labels where the nodes have some and no two are the same, their ids otherwise.
    private func stateNames() -> [[UInt8]] {
        var names: [[UInt8]] = []
        var areLabels = false
        for node in graph.nodes.indices where !isMarker[node] {
            if let label = graph.nodes[node].label, !label.bytes.elementsEqual("\\N".utf8),
                !label.bytes.isEmpty || givenAlphabet != nil
            {
                areLabels = true
                names.append(DOTLabel.text(of: label))
            } else {
                names.append(Array(graph.ids.utf8(at: node)))
            }
        }
        if areLabels, Set(names).count < names.count {
            names.removeAll()
            for node in graph.nodes.indices where !isMarker[node] {
                names.append(Array(graph.ids.utf8(at: node)))
            }
        }
        return names
    }

    private mutating func findInitialStates() throws(FormatError) {
        for edge in graph.edges where isMarker[Int(edge.source)] {
            parts.initialStates.insert(states[Int(edge.target)])
        }
        guard parts.initialStates.isEmpty, givenAlphabet == nil, stateCount > 0 else { return }
        // OpenFst draws the initial state in bold, and foma not at all differently, but numbers it 0.
        if let bold = graph.nodes.indices.first(where: { Self.hasStyle(graph.nodes[$0].style, "bold") }) {
            parts.initialStates.insert(states[bold])
        } else if let zero = [UInt8(ascii: "0")].withUnsafeBufferPointer({ graph.ids.index(of: $0) }) {
            parts.initialStates.insert(states[zero])
            notes.append("the graph marks no initial state; state 0 was taken, as in what foma writes")
        } else {
            throw input.error(
                at: 0,
                "expected an initial state: an arrow from a node with shape=point, shape=none or style=invis, "
                    + "a node with style=bold, or a node named 0")
        }
    }

    // MARK: Edges

    /// Adds a transition for each symbol of each edge, and returns the alphabet.
    private mutating func addEdges() throws(FormatError) -> Alphabet {
        var symbols = NameTable()
        var canGrow = true
        if let givenAlphabet {
            canGrow = false
            if case .named(let names) = givenAlphabet.storage {
                symbols = names
            } else {
                for name in givenAlphabet.names { _ = try? symbols.intern(name) }
            }
        }
        // What each label means, found where it is first met; a symbol that is nil stands for ε.
        var meanings = [[Symbol?]?](repeating: nil, count: graph.labels.count)
        // One label may stand on many edges, and so a short text for many transitions: they are counted before one is added.
        let maximum = max(DOTGraph.freeEdgeCount, input.count)
        var count = 0
        for edge in graph.edges where !isMarker[Int(edge.source)] {
            if meanings[edge.label] == nil {
                meanings[edge.label] = try meaning(of: edge, symbols: &symbols, canGrow: canGrow)
            }
            count += meanings[edge.label]?.count ?? 0
            guard count <= maximum else {
                throw input.error(at: edge.offset, "expected at most \(maximum) transitions, found more")
            }
        }
        var pace = ReadingPace()
        for edge in graph.edges where !isMarker[Int(edge.source)] {
            if pace.isDue(at: parts.byteCount) { try input.check(bytes: parts.byteCount) }
            let (source, target) = (states[Int(edge.source)], states[Int(edge.target)])
            for symbol in meanings[edge.label] ?? [] {
                if let symbol {
                    parts.addTransition(from: source, on: symbol, to: target)
                } else {
                    parts.addEpsilonMove(from: source, to: target)
                }
            }
        }
        return givenAlphabet ?? Alphabet(parts.numberSymbolsNaturally(symbols).names)
    }

    private func meaning(
        of edge: DOTGraph.Edge, symbols: inout NameTable, canGrow: Bool
    ) throws(FormatError) -> [Symbol?] {
        guard let label = graph.labels[edge.label] else { return [nil] }
        let text = DOTLabel.text(of: label)
        guard let entries = DOTLabel.entries(of: text) else {
            throw input.error(
                at: edge.offset,
                "expected symbols separated by commas as the edge's label, found \(Message.quoted(text))")
        }
        var meaning: [Symbol?] = []
        for entry in entries {
            guard case .symbol(let name) = entry else {
                meaning.append(nil)
                continue
            }
            let symbol: Symbol?
            do {
                symbol = try name.withUnsafeBufferPointer { (bytes) throws(AutomataError) -> Symbol? in
                    canGrow ? Symbol(try symbols.intern(bytes).id) : symbols.id(of: bytes)
                }
            } catch { throw input.error(error, at: edge.offset) }
            guard let symbol else {
                throw input.error(
                    at: edge.offset,
                    "expected symbols of the graph's alphabet as the edge's label, found \(Message.quoted(name))")
            }
            meaning.append(symbol)
        }
        return meaning
    }
}
