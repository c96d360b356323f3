internal import Automata
internal import TextSupport

/// Reads an automaton from a graph: final states have a double circle, initial ones an arrow from
/// nowhere.
struct DOTReader {
    let input: TextInput
    let graph: DOTGraph
    /// The alphabet that the text gives, as this library writes it; `nil` if the symbols must be
    /// found in the labels.
    private let givenAlphabet: Alphabet?
    private(set) var isMarker: [Bool] = []
    private(set) var states: [StateID] = []
    private var stateCount = 0
    private(set) var parts = AutomatonParts()
    private(set) var notes: [String] = []
    /// The bytes that are held besides the transitions.
    private var heldBytes = 0
    private var pace = BudgetPace()
    private var step = 0

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> ReadResult {
        var reader = try DOTReader(input)
        var result = try reader.result()
        if options.symbolsAreBytes, result.automaton.alphabet.kind == .named {
            result.automaton = try result.automaton.readingSymbolsAsBytes(
                listsAlphabet: reader.givenAlphabet != nil, in: input, firstOffsets: [])
        }
        return result
    }

    init(_ input: TextInput) throws(FormatError) {
        self.input = input
        graph = try DOTParser.parse(input)
        givenAlphabet = try DOTAlphabet.alphabet(of: graph, in: input)
    }

    private mutating func result() throws(FormatError) -> ReadResult {
        // Markers, states and the meanings of labels.
        heldBytes = graph.byteCount + 10 * graph.nodes.count + 16 * graph.labels.count
        try check()
        try findMarkers()
        if givenAlphabet == nil, let refusal = graph.system(isMarker: isMarker).refusalAsAcceptor {
            throw input.error(at: 0, refusal.message, remedy: refusal.remedy)
        }
        numberStates()
        try findInitialStates()
        for node in graph.nodes.indices where !isMarker[node] && Self.isFinal(graph.nodes[node]) {
            parts.finalStates.insert(states[node])
        }
        let alphabet = try addEdges()
        let names = try stateNames()
        try check()
        do throws(AutomataError) {
            var steps = steps
            let automaton = try parts.automaton(
                alphabet: alphabet, stateCount: stateCount, names: names, positions: positions(), steps: &steps)
            return ReadResult(automaton: automaton, notes: notes)
        } catch { throw input.error(error) }
    }

    private func check() throws(FormatError) {
        try input.check(statesBuilt: stateCount, bytes: heldBytes + parts.byteCount)
    }

    private var steps: BudgetSteps { input.steps(statesBuilt: stateCount, bytes: heldBytes + parts.byteCount) }

    /// Checks the budget regularly in loops over nodes and edges.
    @inline(__always)
    private mutating func checkBudget() throws(FormatError) {
        step += 8
        if pace.isDue(at: step) { try check() }
    }

    // MARK: States

    private static func isFinal(_ node: DOTGraph.Attributes) -> Bool {
        node.shape == .doubleCircle || node.hasSeveralPeripheries ?? false
    }

    /// Finds the nodes that only mark initial states: drawn as a point or not at all, without
    /// incoming edges, and without symbols on outgoing ones.
    mutating func findMarkers() throws(FormatError) {
        let emptyLabel = graph.labels.id(of: "") as DOTGraph.LabelID?
        for node in graph.nodes {
            try checkBudget()
            let isUndrawn = node.style?.contains(.invisible) ?? false || node.shape == .undrawn
            let isUnlabeled = givenAlphabet == nil && emptyLabel != nil && node.label == emptyLabel
            isMarker.append(!Self.isFinal(node) && (isUndrawn || isUnlabeled))
        }
        var hasOutgoingEdge = [Bool](repeating: false, count: isMarker.count)
        for edge in graph.edges {
            try checkBudget()
            isMarker[Int(edge.target)] = false
            hasOutgoingEdge[Int(edge.source)] = true
            if edge.label != .absent, edge.label != emptyLabel { isMarker[Int(edge.source)] = false }
        }
        for node in isMarker.indices where !hasOutgoingEdge[node] { isMarker[node] = false }
    }

    mutating func numberStates() {
        states.reserveCapacity(isMarker.count)
        for isMarker in isMarker {
            states.append(StateID(truncatingIfNeeded: stateCount))
            if !isMarker { stateCount += 1 }
        }
    }

    /// Returns the states' names: their labels if there are some and no two are equal, otherwise
    /// their ids.
    private mutating func stateNames() throws(FormatError) -> NameTable {
        if let names = try stateNames(areLabels: true) { return names }
        return try stateNames(areLabels: false) ?? NameTable()
    }

    /// Returns the states' names, labels if there are some, or ids; `nil` if two are equal.
    private mutating func stateNames(areLabels: Bool) throws(FormatError) -> NameTable? {
        var names = NameTable()
        let heldBytesBefore = heldBytes
        defer { heldBytes = heldBytesBefore }
        for node in graph.nodes.indices where !isMarker[node] {
            heldBytes = heldBytesBefore + 2 * names.byteCount
            try checkBudget()
            let name = (areLabels ? label(of: node) : nil) ?? graph.ids.utf8(at: node)
            do throws(AutomataError) {
                guard try name.withUnsafeBufferPointer({ (name) throws(AutomataError) in try names.intern(name).isNew })
                else { return nil }
            } catch { throw input.error(error) }
        }
        return names
    }

    /// Returns the positions of the states; `nil` if there are none.
    private func positions() -> [StatePosition]? {
        if graph.positions.isEmpty { return nil }
        let states = graph.nodes.indices.lazy.filter { !isMarker[$0] }
        return StatePosition.completed(
            states.map { $0 < graph.positions.count ? graph.positions[$0] : nil })
    }

    /// Returns the text of a node's label; `nil` if the label is the node's id, or if it is empty
    /// and the text wasn't written by this library.
    private func label(of node: Int) -> ArraySlice<UInt8>? {
        guard let label = graph.nodes[node].label, label != .absent else { return nil }
        let text = graph.labels.utf8(of: label)
        return text.isEmpty && givenAlphabet == nil ? nil : text
    }

    mutating func findInitialStates() throws(FormatError) {
        for edge in graph.edges where isMarker[Int(edge.source)] {
            parts.initialStates.insert(states[Int(edge.target)])
        }
        guard parts.initialStates.isEmpty, givenAlphabet == nil, stateCount > 0 else { return }
        // OpenFst draws the initial state in bold; foma doesn't mark it, but numbers it 0.
        if let bold = graph.nodes.firstIndex(where: { $0.style?.contains(.bold) ?? false }) {
            parts.initialStates.insert(states[bold])
        } else if let nodeNamedZero = [UInt8(ascii: "0")].withUnsafeBufferPointer({ graph.ids.index(of: $0) }) {
            parts.initialStates.insert(states[nodeNamedZero])
            notes.append("the graph marks no initial state; state 0 is used as initial state, as in files of foma")
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
        if let givenAlphabet {
            if case .named(let names) = givenAlphabet.storage {
                symbols = names
            } else {
                for name in givenAlphabet.names { _ = try? symbols.intern(name) }
            }
        }
        let meanings = try meanings(symbols: &symbols)
        heldBytes += 2 * symbols.byteCount
        // Many edges may share a label, so that a short text may mean many transitions: they are
        // counted before any is added.
        let maximum = max(DOTGraph.uncheckedEdgeCount, input.count)
        var count = 0
        for edge in graph.edges where !isMarker[Int(edge.source)] {
            try checkBudget()
            count += meanings.symbols(of: edge.label).count
            guard count <= maximum else {
                throw input.error(
                    tooLarge: .tooLarge("transitions"),
                    at: edge.label == .absent ? 0 : graph.labelOffsets[Int(edge.label)],
                    "expected at most \(maximum) transitions, found more")
            }
        }
        try input.check(statesBuilt: stateCount, bytes: heldBytes + 24 * count)
        parts.reserve(count)
        for edge in graph.edges where !isMarker[Int(edge.source)] {
            let (source, target) = (states[Int(edge.source)], states[Int(edge.target)])
            for symbol in meanings.symbols(of: edge.label) {
                try checkBudget()
                if symbol == .absent {
                    parts.addEpsilonMove(from: source, to: target)
                } else {
                    parts.addTransition(from: source, on: symbol, to: target)
                }
            }
        }
        if let givenAlphabet { return givenAlphabet }
        var steps = steps
        do { return Alphabet(try parts.numberSymbolsNaturally(symbols, steps: &steps)) } catch {
            throw input.error(error)
        }
    }

    /// The symbols that each label lists; ``DenseID/absent`` stands for ε.
    private struct Meanings {
        var symbols: [Symbol] = [.absent]
        /// The start of each label's symbols; index 0 is the ε of edges without a label.
        var starts: [Int] = [1]

        func symbols(of label: DOTGraph.LabelID) -> ArraySlice<Symbol> {
            label == .absent ? symbols[..<1] : symbols[starts[Int(label)]..<starts[Int(label) + 1]]
        }
    }

    /// Returns the meanings of the labels on edges between states. New symbols are added unless the
    /// alphabet is given.
    private mutating func meanings(symbols: inout NameTable) throws(FormatError) -> Meanings {
        var isUsed = [Bool](repeating: false, count: graph.labels.count)
        for edge in graph.edges where edge.label != .absent && !isMarker[Int(edge.source)] {
            try checkBudget()
            isUsed[Int(edge.label)] = true
        }
        var meanings = Meanings()
        let heldBytesBefore = heldBytes
        defer { heldBytes = heldBytesBefore + 4 * meanings.symbols.count }
        for label in 0..<graph.labels.count {
            if isUsed[label] {
                let text = graph.labels.utf8(at: label)
                let areSeparated = try DOTLabel.forEachEntry(of: text) { (name) throws(FormatError) in
                    heldBytes = heldBytesBefore + 8 * meanings.symbols.count + 2 * symbols.byteCount
                    try checkBudget()
                    meanings.symbols.append(try symbol(name, in: &symbols, at: graph.labelOffsets[label]))
                }
                guard areSeparated else {
                    throw input.error(
                        at: graph.labelOffsets[label],
                        "expected symbols separated by commas as the edge's label, found \(Message.quoted(text))")
                }
            }
            meanings.starts.append(meanings.symbols.count)
        }
        return meanings
    }

    private func symbol(
        _ name: ArraySlice<UInt8>?, in symbols: inout NameTable, at offset: Int
    ) throws(FormatError) -> Symbol {
        guard let name else { return .absent }
        let symbol: Symbol?
        do throws(AutomataError) {
            symbol = try name.withUnsafeBufferPointer { (bytes) throws(AutomataError) -> Symbol? in
                givenAlphabet == nil ? Symbol(try symbols.intern(bytes).id) : symbols.id(of: bytes)
            }
        } catch { throw input.error(error, at: offset) }
        guard let symbol else {
            throw input.error(
                at: offset,
                "expected symbols of the graph's alphabet as the edge's label, found \(Message.quoted(name))")
        }
        return symbol
    }
}
