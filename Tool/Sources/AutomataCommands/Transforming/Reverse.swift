import ArgumentParser
import Automata

struct Reverse: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse",
        abstract: "Reverse all transitions, so that words are read backwards.",
        discussion: """
            Initial and final states are exchanged. The reverse of a DFA is an NFA in general.

            Example:
              automata reverse ends-with-01.jff -o begins-with-10.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton {
        automaton.reversed()
    }
}
