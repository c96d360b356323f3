@_spi(Tool) import Automata
import Diagrams
import TextSupport
import ToolSupport

extension StepReport {
    /// Creates the report on the distinguishable pairs, round by round, and the blocks of
    /// equivalent states.
    init(_ table: DistinguishabilityTable, json: Bool, drawing: Bool, budget: Budget) throws(AutomataError) {
        text =
            json
            ? try Self.json(table).line(within: budget) : try table.text(budget: budget) + Self.dropped(from: table)
        guard drawing else { return }
        strip = Diagram.Strip(table)
        if table.automaton.stateCount > Diagram.Strip.defaultLimit {
            notes.append("\(Diagram.Strip.defaultLimit) of \(grouped(table.automaton.stateCount)) states are drawn")
        }
        if table.roundCount > Diagram.Strip.defaultLimit {
            notes.append("\(Diagram.Strip.defaultLimit) of \(grouped(table.roundCount)) rounds are drawn")
        }
    }

    /// Returns a line about the block that isn't a state of the minimal DFA; empty if there is
    /// none.
    private static func dropped(from table: DistinguishabilityTable) -> String {
        let coaccessibleStates = table.automaton.coaccessibleStates
        guard let dead = table.blocks.first(where: { $0.contains { !coaccessibleStates.contains($0) } }) else {
            return ""
        }
        let names = dead.prefix(64).map { table.automaton.name(of: $0).printable } + (dead.count > 64 ? ["…"] : [])
        return "dropped: {\(names.joined(separator: ","))}, from which no final state is accessible\n"
    }

    private static func json(_ table: DistinguishabilityTable) -> JSONObject {
        let automaton = table.automaton
        let names = JSONNames(automaton)
        let pairs = automaton.states.lazy.flatMap { second in
            (0..<second).lazy.compactMap { first in
                table.mark(of: first, second).map { mark in
                    [
                        "states": [names[first], names[second]], "round": mark.round,
                        "symbol": mark.symbol.map { names[symbol: $0] },
                    ] as JSONObject
                }
            }
        }
        return [
            "states": names.list(automaton.states), "final": names.list(automaton.finalStates),
            "pairs": JSONList(pairs), "blocks": JSONList(table.blocks.lazy.map { names.list($0) }),
        ]
    }
}
