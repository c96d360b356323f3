import ArgumentParser
import Automata

struct Determinize: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "determinize",
        abstract: "Turn NFAs and ε-NFAs into DFAs of the same language.",
        discussion: """
            The DFA is trim and partial. Its states are numbered breadth-first from the initial one in the order of \
            the symbols. The DFA can be exponentially large: --max-states, --max-memory and --timeout bound the work. \
            A file that exceeds these limits fails; other files are still processed.

            --steps shows the subset construction: each set of states, its successor on each symbol, and whether \
            the successor is new. States and sets that lead to no final state are kept.

            Example:
              automata determinize ends-with-01.jff --names
              automata determinize automata/ --output-dir dfa --timeout 10
              automata determinize ends-with-01.jff --steps --draw steps.svg
            """,
        aliases: ["determinise"])

    @OptionGroup var options: TransformOptions

    @Flag(help: "Add a sink, so that every state has a transition on every symbol.")
    var total = false

    @Flag(
        name: .long,
        help: ArgumentHelp(
            """
            Name each state after the subset that it stands for, such as {q0,q2}. For an ε-NFA, subsets are ε-closed. \
            Without --names, subsets with a state that accepts every word may share a state.
            """))
    var names = false

    @OptionGroup(title: "Steps") var steps: StepOptions

    func run() throws {
        guard steps.steps else { return try runOnFiles() }
        let (total, json, drawing) = (total, steps.json, steps.strip.draw != nil)
        try runSteps(steps, title: "Determinization") { automaton, budget throws(AutomataError) in
            try StepReport(
                automaton.determinizationSteps(total: total, budget: budget), json: json, drawing: drawing,
                budget: budget)
        }
    }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        .dfa(try automaton.determinized(total: total, namingSubsets: names, budget: budget))
    }
}
