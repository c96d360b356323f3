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
        let automaton = table.automaton
        let names = JSONNames(automaton)
        var text = BoundedText(budget)
        try text.append("{\"states\": \(names.list(automaton.states)), ")
        try text.append("\"final\": \(names.list(automaton.finalStates)), \"pairs\": [")
        // There are very many pairs, and few marks.
        let heads = automaton.states.map { "{\"states\": [\(names[$0]), " }
        var marks: [DistinguishabilityTable.Mark: String] = [:]
        var isFirst = true
        for second in automaton.states {
            for first in 0..<second {
                guard let mark = table.mark(of: first, second) else { continue }
                if !isFirst { try text.append(", ") }
                try text.append(heads[Int(first)])
                try text.append(names[second])
                if let tail = marks[mark] {
                    try text.append(tail)
                } else {
                    let tail = Self.tail(mark, names)
                    marks[mark] = tail
                    try text.append(tail)
                }
                isFirst = false
            }
        }
        let blocks = table.blocks.map { names.list($0) }
        try text.append("], \"blocks\": [\(blocks.joined(separator: ", "))]}\n")
        return text.text
    }

    private static func tail(_ mark: DistinguishabilityTable.Mark, _ names: JSONNames) -> String {
        "], \"round\": \(mark.round), \"symbol\": \(mark.symbol.map { names[symbol: $0] } ?? "null")}"
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
