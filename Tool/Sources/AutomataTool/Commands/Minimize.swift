import ArgumentParser
import Automata

struct Minimize: TransformingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn automata into the smallest DFAs of the same language.",
        discussion: """
            The minimal DFA is trim and partial, and unique: its states are numbered breadth-first from the initial \
            one in the order of the symbols. Automata that aren't deterministic are determinized first, which \
            --max-states, --max-memory and --timeout bound.

            Example:
              automata minimize ends-with-01.jff -o minimal.jff
              automata minimize automata/ --output-dir minimal --jobs 4 --keep-going
              cat ends-with-01.att | automata minimize - --from att --to dot
            """,
        aliases: ["minimise"])

    @OptionGroup var options: TransformOptions

    @Flag(name: .long, help: "Add a sink, so that every state has a transition on every symbol.")
    var total = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to minimize: \(NamedCase<MinimizationAlgorithm>.list). All give the same DFA.",
            valueName: "name"))
    var algorithm = NamedCase(MinimizationAlgorithm.automatic)

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        .dfa(try automaton.minimized(using: algorithm.value, total: total, budget: budget))
    }
}
