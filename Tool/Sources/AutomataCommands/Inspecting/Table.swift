import ArgumentParser
import Automata
import TextSupport
import ToolSupport

struct Table: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Print the transition table, as in textbooks.",
        usage: "automata table <file> [<options>]",
        discussion: """
            Each state has a row, with → before initial and ← before final states. Each symbol has a column, and so \
            does ε if there are ε-moves.

            With --json the keys are symbols and states, each state with name, initial, final, targets (a list for each \
            symbol) and, if there are ε-moves, epsilonTargets.

            Example:
              automata table ends-with-01.jff
              automata minimize ends-with-01.jff | automata table - --from jff
            """)

    @OptionGroup var source: WordSource

    @Flag(help: "Print the table as a JSON object.")
    var json = false

    func run() throws {
        let json = json
        try source.run(dependsOnSymbols: false) { (automaton, context) throws(ToolError) in
            try Self.checkSize(of: automaton)
            context.write(
                try context.checked { () throws(AutomataError) in
                    try json
                        ? Self.json(automaton).line(within: context.budget)
                        : automaton.transitionTable(budget: context.budget)
                })
        }
    }

    private static func json(_ automaton: Automaton) -> JSONObject {
        let (view, names) = (automaton.asEpsilonNFA, JSONNames(automaton))
        let hasEpsilonMoves = automaton.model == .epsilonNFA
        let states = view.states.lazy.map { state in
            var object: JSONObject = [
                "name": names[state], "initial": view.isInitial(state), "final": view.isFinal(state),
                "targets": JSONList(
                    view.alphabet.symbols.lazy.map { names.list(view.targets(from: state, on: $0)) }),
            ]
            if hasEpsilonMoves { object.add("epsilonTargets", names.list(view.epsilonTargets(from: state))) }
            return object
        }
        return ["symbols": automaton.alphabet.names, "states": JSONList(states)]
    }

    /// The maximum number of cells; a larger table is unreadable, and its text would fill the
    /// memory.
    private static let maximumCells = 1_000_000

    private static func checkSize(of automaton: Automaton) throws(ToolError) {
        let (cells, overflows) = automaton.stateCount.multipliedReportingOverflow(by: automaton.alphabet.count)
        if overflows || cells > maximumCells {
            throw ToolError(
                "too large for a table: \(grouped(automaton.stateCount)) states and "
                    + "\(grouped(automaton.alphabet.count)) symbols; automata convert --to json writes all transitions")
        }
    }
}
