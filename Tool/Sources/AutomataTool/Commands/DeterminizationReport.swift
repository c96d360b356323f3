@_spi(Tool) import Automata
import Diagrams
import TextSupport

extension StepReport {
    /// The subset construction: each set, its successors, and whether they are new.
    init(
        _ steps: DeterminizationSteps<Automaton>, json: Bool, drawing: Bool, budget: Budget
    ) throws(AutomataError) {
        text = json ? try Self.json(steps, budget) : try steps.text(budget: budget)
        guard drawing else { return }
        strip = Diagram.Strip(steps)
        if steps.subsets.count > Diagram.Strip.usualLimit {
            notes.append("\(Diagram.Strip.usualLimit) of \(grouped(steps.subsets.count)) subsets are drawn")
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
