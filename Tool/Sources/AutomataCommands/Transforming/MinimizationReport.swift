@_spi(Tool) import Automata
import Diagrams
import ToolSupport

extension StepReport {
    /// The table of distinguishable pairs, round by round, and the blocks of equivalent states.
    init(_ table: DistinguishabilityTable, json: Bool, drawing: Bool, budget: Budget) throws(AutomataError) {
        text = json ? try Self.json(table, budget) : try table.text(budget: budget) + Self.dropped(from: table)
        guard drawing else { return }
        strip = Diagram.Strip(table)
        if table.automaton.stateCount > Diagram.Strip.usualLimit {
            notes.append("\(Diagram.Strip.usualLimit) of \(grouped(table.automaton.stateCount)) states are drawn")
        }
        if table.roundCount > Diagram.Strip.usualLimit {
            notes.append("\(Diagram.Strip.usualLimit) of \(grouped(table.roundCount)) rounds are drawn")
        }
    }

    /// Tells which block isn't a state of the minimal DFA; empty if each one is.
    private static func dropped(from table: DistinguishabilityTable) -> String {
        let live = table.automaton.coaccessibleStates
        guard let dead = table.blocks.first(where: { $0.contains { !live.contains($0) } }) else { return "" }
        let names = dead.prefix(64).map { table.automaton.name(of: $0).printable } + (dead.count > 64 ? ["…"] : [])
        return "dropped: {\(names.joined(separator: ","))}, from which no final state is accessible\n"
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
}
