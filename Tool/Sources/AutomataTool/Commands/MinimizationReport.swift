@_spi(Tool) import Automata
import Diagrams
import TextSupport

extension StepReport {
    /// The table of distinguishable pairs, round by round, and the blocks of equivalent states.
    init(_ table: DistinguishabilityTable, json: Bool, drawing: Bool, budget: Budget) throws(AutomataError) {
        text = json ? try Self.json(table, budget) : try table.text(budget: budget)
        guard drawing else { return }
        strip = Self.strip(table)
        if table.automaton.stateCount > AutomatonPicture.mostInStrip {
            notes.append("\(AutomatonPicture.mostInStrip) of \(grouped(table.automaton.stateCount)) states are drawn")
        }
        if table.roundCount >= AutomatonPicture.mostInStrip {
            notes.append("\(AutomatonPicture.mostInStrip - 1) of \(grouped(table.roundCount)) rounds are drawn")
        }
    }

    private static func json(_ table: DistinguishabilityTable, _ budget: Budget) throws(AutomataError) -> String {
        let automaton = Automaton.dfa(table.automaton)
        var text = BoundedText(budget)
        try text.append("{\"states\": \(automaton.json(namesOf: automaton.states)), ")
        try text.append("\"final\": \(automaton.json(namesOf: automaton.finalStates)), \"pairs\": [")
        var isFirst = true
        for second in automaton.states {
            for first in 0..<second {
                guard let mark = table.mark(of: first, second) else { continue }
                let names = automaton.json(namesOf: [first, second])
                let symbol = mark.symbol.map { Self.symbol($0, automaton) } ?? "null"
                try text.append(isFirst ? "" : ", ")
                try text.append("{\"states\": \(names), \"round\": \(mark.round), \"symbol\": \(symbol)}")
                isFirst = false
            }
        }
        let blocks = table.blocks.map { automaton.json(namesOf: $0) }
        try text.append("], \"blocks\": [\(blocks.joined(separator: ", "))]}\n")
        return text.text
    }

    /// A picture for each round with a tint for each block, then the DFA of the blocks.
    private static func strip(_ table: DistinguishabilityTable) -> Diagram.Strip {
        let shown = StateSet(allBelow: AutomatonPicture.mostInStrip)
        let diagram = Diagram(table.automaton.restricted(to: shown))
        let ids = diagram.states.map(\.id)
        var frames = (0..<min(table.roundCount, AutomatonPicture.mostInStrip - 1)).map { round in
            let blocks = table.blocks(afterRound: round).map { $0.intersection(shown) }
            var lines = ["round \(round): \(blocks.count) block\(blocks.count == 1 ? "" : "s")"]
            for block in blocks.prefix(12) where !block.isEmpty {
                let names = block.map { table.automaton.name(of: $0) }
                lines.append("{" + names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "") + "}")
            }
            return Diagram.Strip.Frame(
                diagram, groups: blocks.map { Set($0.map { ids[Int($0)] }) }, caption: lines.joined(separator: "\n"))
        }
        let quotient = table.quotient
        let smallest = Diagram(quotient.restricted(to: shown))
        let count = quotient.stateCount
        frames.append(
            Diagram.Strip.Frame(
                smallest, groups: smallest.states.map { [$0.id] },
                caption: "the smallest total DFA: \(grouped(count)) state\(count == 1 ? "" : "s")"))
        return Diagram.Strip(frames)
    }
}
