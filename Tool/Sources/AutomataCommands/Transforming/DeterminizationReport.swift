@_spi(Tool) import Automata
import Diagrams
import TextSupport
import ToolSupport

extension StepReport {
    /// Creates the report on a subset construction: each set, its successors, and whether they are
    /// new.
    init(
        _ steps: DeterminizationSteps<Automaton>, json: Bool, drawing: Bool, budget: Budget
    ) throws(AutomataError) {
        text = json ? try Self.json(steps).line(within: budget) : try steps.text(budget: budget)
        guard drawing else { return }
        strip = Diagram.Strip(steps)
        if steps.subsets.count > Diagram.Strip.defaultLimit {
            notes.append("\(Diagram.Strip.defaultLimit) of \(grouped(steps.subsets.count)) subsets are drawn")
        }
    }

    private static func json(_ steps: DeterminizationSteps<Automaton>) -> JSONObject {
        let names = JSONNames(steps.automaton)
        let subsets = steps.subsets.enumerated().lazy.map { index, subset in
            ["states": names.list(subset), "final": steps.result.isFinal(StateID(index))] as JSONObject
        }
        let transitions = steps.steps.lazy.map { step in
            [
                "from": Int(step.source), "symbol": names[symbol: step.symbol],
                "moved": names.list(step.targetsBeforeClosure),
                "to": Int(step.target), "new": step.isNew,
            ] as JSONObject
        }
        return [
            "initial": names.list(steps.initialStates), "subsets": JSONList(subsets), "steps": JSONList(transitions),
        ]
    }
}
