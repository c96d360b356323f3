@_spi(Tool) import Automata
import Diagrams
import ToolSupport

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
