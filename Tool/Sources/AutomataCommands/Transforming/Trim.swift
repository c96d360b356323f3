import ArgumentParser
import Automata

struct Trim: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Drop states that no accepting run visits.",
        discussion: """
            The remaining states are accessible from an initial state and lead to a final state. The model doesn't \
            change: a trim DFA is a DFA, a trim NFA an NFA.

            Example:
              automata trim divisible-by-3.json -o -
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton {
        automaton.trimmed()
    }
}
