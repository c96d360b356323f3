import ArgumentParser
import Automata
import ToolSupport

struct Table: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Print the transition table, as in textbooks.",
        usage: "automata table <file> [<options>]",
        discussion: """
            There is a row for each state, with → before initial and ← before final ones, and a column for each symbol, and for ε if \
            there are ε-moves.

            With --json the keys are symbols and states, each state with name, initial, final, targets (a list for each \
            symbol) and, if there are ε-moves, epsilonTargets.

            Example:
              automata table ends-with-01.jff
              automata minimize ends-with-01.jff | automata table - --from jff
            """)

    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "Print the table as a JSON object.")
    var json = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let reader = try input.makeReader(limits: limits)
        let file = InputFile(path: file)
        let (limits, json) = (limits, json)
        let runner = BatchRunner(names: [file.name], limits: limits)
        let failures = try runner.run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            try Self.checkSize(of: reading.automaton)
            let table: String
            do throws(AutomataError) {
                table =
                    json
                    ? try Self.json(reading.automaton, context.budget)
                    : try reading.automaton.transitionTable(budget: context.budget)
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            return Product(destination: .standardOutput, bytes: Array(table.utf8), notes: reading.notes)
        }
        if failures > 0 { throw ExitCode(2) }
    }

    private static func json(_ automaton: Automaton, _ budget: Budget) throws(AutomataError) -> String {
        let (view, names) = (automaton.asEpsilonNFA, JSONNames(automaton))
        var text = BoundedText(budget)
        try text.append("{\"symbols\": \(FactList.json(automaton.alphabet.names)), \"states\": [")
        for state in view.states {
            try text.append(
                (state == 0 ? "" : ", ") + "{\"name\": \(names[state]), \"initial\": \(view.isInitial(state)), "
                    + "\"final\": \(view.isFinal(state)), \"targets\": [")
            for symbol in view.alphabet.symbols {
                try text.append((symbol == 0 ? "" : ", ") + names.list(view.targets(from: state, on: symbol)))
            }
            try text.append("]")
            if automaton.model == .epsilonNFA {
                try text.append(", \"epsilonTargets\": \(names.list(view.epsilonTargets(from: state)))")
            }
            try text.append("}")
        }
        try text.append("]}\n")
        return text.text
    }

    /// Nobody reads more cells than this, and their text would fill the memory.
    private static let mostCells = 1_000_000

    private static func checkSize(of automaton: Automaton) throws(ToolError) {
        let (cells, overflows) = automaton.stateCount.multipliedReportingOverflow(by: automaton.alphabet.count)
        if overflows || cells > mostCells {
            throw ToolError(
                "too large for a table: \(grouped(automaton.stateCount)) states and "
                    + "\(grouped(automaton.alphabet.count)) symbols; convert --to json has all transitions")
        }
    }
}
