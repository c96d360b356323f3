import ArgumentParser
import Automata

struct RemoveEpsilon: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-epsilon",
        abstract: "Turn ε-NFAs into NFAs of the same language.",
        discussion: """
            A state gets the transitions of all states that its ε-moves lead to. States that were entered only by ε-moves \
            are dropped; the others keep their names. An automaton without ε-moves is written unchanged.

            Example:
              automata remove-epsilon float.jff -o float-nfa.jff
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        automaton.model == .epsilonNFA ? .nfa(try automaton.removingEpsilonMoves(budget: budget)) : automaton
    }
}
