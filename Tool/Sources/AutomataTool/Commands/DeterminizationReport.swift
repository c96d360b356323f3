@_spi(Tool) import Automata
import Diagrams
import TextSupport

extension StepReport {
    /// The subset construction: each set, where each symbol leads, and whether that is new.
    init(
        _ steps: DeterminizationSteps<Automaton>, json: Bool, drawing: Bool, budget: Budget
    ) throws(AutomataError) {
        text = json ? try Self.json(steps, budget) : try steps.text(budget: budget)
        guard drawing else { return }
        strip = Self.strip(steps)
        if steps.subsets.count > AutomatonPicture.mostInStrip {
            notes.append("\(AutomatonPicture.mostInStrip) of \(grouped(steps.subsets.count)) subsets are drawn")
        }
    }

    private static func json(
        _ steps: DeterminizationSteps<Automaton>, _ budget: Budget
    ) throws(AutomataError) -> String {
        let names = JSONNames(steps.automaton)
        var text = BoundedText(budget)
        try text.append("{\"initial\": \(names.list(steps.initialStates)), \"subsets\": [")
        for (index, subset) in steps.subsets.enumerated() {
            let isFinal = steps.result.isFinal(StateID(index))
            try text.append(index == 0 ? "" : ", ")
            try text.append("{\"states\": \(names.list(subset)), \"final\": \(isFinal)}")
        }
        try text.append("], \"steps\": [")
        for (index, step) in steps.steps.enumerated() {
            try text.append(index == 0 ? "" : ", ")
            try text.append("{\"from\": \(step.source), \"symbol\": \(names[symbol: step.symbol]), ")
            try text.append("\"moved\": \(names.list(step.moved)), ")
            try text.append("\"to\": \(step.target), \"new\": \(step.isNew)}")
        }
        try text.append("]}\n")
        return text.text
    }

    /// A picture for the initial set, then one for each set with what leaves it. What isn't known
    /// yet is hidden.
    private static func strip(_ steps: DeterminizationSteps<Automaton>) -> Diagram.Strip {
        let count = min(steps.subsets.count, AutomatonPicture.mostInStrip)
        let diagram = Diagram(steps.result.restricted(to: StateSet(allBelow: count)))
        let ids = diagram.states.map(\.id)
        let name = { (state: StateID) in steps.result.name(of: state) }
        if count == 0 {
            return Diagram.Strip([Diagram.Strip.Frame(diagram, caption: "no subset: no state is initial")])
        }
        var known = 1
        var next = 0
        let marks = diagram.transitions.filter(\.isInitialMark).map(\.id)
        var frames = [
            Diagram.Strip.Frame(
                diagram, highlighting: Diagram.Highlight(states: [ids[0]], transitions: Set(marks)),
                hiding: hidden(diagram, exploredCount: 0, knownCount: 1), caption: "start in \(name(0))")
        ]
        for index in 0..<count {
            var lines: [String] = []
            while next < steps.steps.count, steps.steps[next].source == StateID(index) {
                let step = steps.steps[next]
                if step.isNew { known += 1 }
                let symbol = steps.result.alphabet.name(of: step.symbol).symbolLabel.printable
                lines.append("\(name(StateID(index))) —\(symbol)→ \(name(step.target))\(step.isNew ? ", new" : "")")
                next += 1
            }
            if lines.count > 8 { lines = lines.prefix(7) + ["… \(lines.count - 7) more"] }
            let leaving = diagram.transitions.filter { $0.start == ids[index] }.map(\.id)
            frames.append(
                Diagram.Strip.Frame(
                    diagram, highlighting: Diagram.Highlight(states: [ids[index]], transitions: Set(leaving)),
                    hiding: hidden(diagram, exploredCount: index + 1, knownCount: known),
                    caption: lines.isEmpty
                        ? "nothing leaves \(name(StateID(index)))" : lines.joined(separator: "\n")))
        }
        return Diagram.Strip(frames)
    }

    private static func hidden(_ diagram: Diagram, exploredCount: Int, knownCount: Int) -> Diagram.Highlight {
        let explored = Set(diagram.states.prefix(exploredCount).map(\.id))
        let arrows = diagram.transitions.filter { $0.start.map { !explored.contains($0) } ?? false }
        return Diagram.Highlight(
            states: Set(diagram.states.dropFirst(knownCount).map(\.id)), transitions: Set(arrows.map(\.id)))
    }
}

/// The names of states and symbols as JSON, each encoded once: steps name them over and over.
struct JSONNames {
    private let states: [String]
    private let symbols: [String]

    init(_ automaton: some FiniteAutomaton) {
        states = automaton.states.map { JSONString.quoted(automaton.name(of: $0)) }
        symbols = automaton.alphabet.symbols.map { Witness([$0], over: automaton.alphabet).jsonSymbols.joined() }
    }

    subscript(state: StateID) -> String { states[Int(state)] }

    subscript(symbol symbol: Symbol) -> String { symbols[Int(symbol)] }

    /// Returns the names of states as an array.
    func list(_ states: some Sequence<StateID>) -> String {
        "[" + states.map { self[$0] }.joined(separator: ", ") + "]"
    }
}

/// A text that a budget bounds.
struct BoundedText {
    private(set) var text = ""
    private let budget: Budget
    private var piecesLeft = 0

    init(_ budget: Budget) {
        self.budget = budget
    }

    mutating func append(_ piece: String) throws(AutomataError) {
        text += piece
        piecesLeft -= 1
        if text.utf8.count > budget.maximumBytes {
            throw .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
        }
        if piecesLeft < 0 {
            piecesLeft = 4096
            if budget.isCancelled?() ?? false { throw .cancelled(statesBuilt: 0) }
        }
    }
}
