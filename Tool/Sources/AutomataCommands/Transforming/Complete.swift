import ArgumentParser
import Automata

struct Complete: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete",
        abstract: "Add a sink state, so that every state has a transition on every symbol.",
        discussion: """
            A DFA stays a DFA, an NFA an NFA. A total automaton is written unchanged.

            Example:
              automata complete keywords.mata -o total.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        try automaton.completed(budget: budget)
    }
}
