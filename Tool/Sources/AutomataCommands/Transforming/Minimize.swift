import ArgumentParser
import Automata
import ToolSupport

struct Minimize: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "minimize",
        abstract: "Turn automata into the minimal DFAs of the same language.",
        discussion: """
            The minimal DFA is trim and partial, and unique: its states are numbered breadth-first from the initial \
            one in the order of the symbols. Automata that aren't deterministic are determinized first, which \
            --max-states, --max-memory and --timeout bound.

            --steps shows the textbook table of distinguishable states: the round that marks each pair, the \
            symbol that leads to a pair of the round before, and the resulting blocks. The DFA is made total first.

            Example:
              automata minimize ends-with-01.jff -o minimal.jff
              automata minimize automata/ --output-dir minimal --jobs 4 --keep-going
              cat ends-with-01.att | automata minimize - --from att --to dot
              automata minimize exercise-3-minimize.jff --steps --draw rounds.svg --animate
            """,
        aliases: ["minimise"])

    @OptionGroup var options: TransformOptions

    @Flag(help: "Add a sink, so that every state has a transition on every symbol.")
    var total = false

    @Option(
        help: ArgumentHelp(
            "Algorithm: \(NamedCase<MinimizationAlgorithm>.list). All give the same DFA.",
            valueName: "name"))
    var algorithm = NamedCase(MinimizationAlgorithm.automatic)

    @OptionGroup(title: "Steps") var steps: StepOptions

    func run() throws {
        guard steps.steps else { return try runOnFiles() }
        let (json, drawing) = (steps.json, steps.strip.draw != nil)
        try runSteps(steps, title: "Minimization") { automaton, budget throws(AutomataError) in
            try StepReport(
                automaton.distinguishabilityTable(budget: budget), json: json, drawing: drawing, budget: budget)
        }
    }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        .dfa(try automaton.minimized(using: algorithm.value, total: total, budget: budget))
    }
}
