internal import Automata
internal import AutomataFormats
internal import Machines
internal import TextSupport

/// Reads a Mealy or Moore machine from a graph.
struct DOTMachineReader {
    private let text: MachineText
    private let graph: LabeledGraph
    private var pace = BudgetPace()

    init(_ text: MachineText) throws(FormatError) {
        self.text = text
        graph = try LabeledGraph(text.bytes, options: text.options)
    }

    mutating func read() throws(FormatError) -> MachineReadResult {
        if let refusal = graph.system.refusalAsMachine {
            throw text.error(refusal.message, at: 0, remedy: refusal.remedy)
        }
        guard graph.initialNodes.count == 1, let initial = graph.initialNodes.first else {
            throw text.error("the graph marks \(graph.initialNodes.count) initial states; a machine has one", at: 0)
        }
        let machine: Machine =
            graph.system == .mealy ? .mealy(try mealy(initial: initial)) : .moore(try moore(initial: initial))
        var notes = graph.notes
        if graph.system == .labeledStates { notes.append("the labels of states are read as outputs") }
        return MachineReadResult(machine: machine, notes: notes)
    }

    private mutating func mealy(initial: Int) throws(FormatError) -> MealyMachine {
        var builder = try text.checked { () throws(AutomataError) in
            try MealyMachine.Builder(inputs: graph.inputs ?? [], outputs: graph.outputs ?? [])
        }
        for name in stateNames(graph.nodes.map { $0.label ?? $0.id }) {
            _ = try text.checked { () throws(AutomataError) in try builder.state(named: name) }
        }
        for edge in graph.edges {
            if pace.isDue(at: builder.byteCount) { try text.check(bytes: graph.byteCount + builder.byteCount) }
            let (label, offset) = edge.label.map { graph.labels[$0] } ?? ("", 0)
            guard let pairs = MachineLabel.pairs(in: label, isOwn: isOwn) else {
                throw text.error(
                    "expected 'input/output' as the edge's label, found \(Message.quoted(label.utf8))", at: offset)
            }
            for pair in pairs {
                try text.checked(at: offset) { () throws(AutomataError) in
                    try builder.addTransition(
                        from: StateID(edge.source), on: pair.input, output: pair.output, to: StateID(edge.target))
                }
            }
        }
        builder.initialState = StateID(initial)
        return try text.checked { () throws(AutomataError) in try builder.build(budget: text.budget) }
    }

    private mutating func moore(initial: Int) throws(FormatError) -> MooreMachine {
        var builder = try text.checked { () throws(AutomataError) in
            try MooreMachine.Builder(inputs: graph.inputs ?? [], outputs: graph.outputs ?? [])
        }
        var states: [(name: String?, output: String)] = []
        for node in graph.nodes {
            guard let state = MachineLabel.state(in: node.label ?? "", isOwn: isOwn) else {
                throw text.error(
                    "expected 'name|output' as the label of the state \(Message.quoted(node.id.utf8)), found "
                        + Message.quoted((node.label ?? "").utf8), at: node.offset)
            }
            states.append(state)
        }
        for (name, output) in zip(stateNames(zip(states, graph.nodes).map { $0.name ?? $1.id }), states.map(\.output)) {
            _ = try text.checked { () throws(AutomataError) in try builder.addState(named: name, output: output) }
        }
        for edge in graph.edges {
            if pace.isDue(at: builder.byteCount) { try text.check(bytes: graph.byteCount + builder.byteCount) }
            let (label, offset) = edge.label.map { graph.labels[$0] } ?? ("", 0)
            guard let inputs = MachineLabel.inputs(in: label, isOwn: isOwn), !inputs.contains("") || isOwn else {
                throw text.error("expected an input as the edge's label; name one", at: offset)
            }
            for input in inputs {
                try text.checked(at: offset) { () throws(AutomataError) in
                    try builder.addTransition(from: StateID(edge.source), on: input, to: StateID(edge.target))
                }
            }
        }
        builder.initialState = StateID(initial)
        return try text.checked { () throws(AutomataError) in try builder.build(budget: text.budget) }
    }

    /// Whether the library wrote the text, so that nothing must be guessed.
    private var isOwn: Bool { graph.inputs != nil }

    /// Returns the names, or the nodes' ids if two names are equal.
    private func stateNames(_ names: [String]) -> [String] {
        Set(names.map { ByteKey($0) }).count == names.count ? names : graph.nodes.map(\.id)
    }
}
