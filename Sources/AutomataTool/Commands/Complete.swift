import ArgumentParser
import Automata

struct Complete: TransformingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add a sink state, so that every state has a transition on every symbol.",
        discussion: """
            The model stays what it is. An automaton that is total already is written as it is.

            Example:
              automata complete keywords.mata -o total.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton {
        automaton.completed()
    }
}

extension Automaton {
    /// The automaton with a sink where it needs one.
    func completed() -> Automaton {
        switch self {
        case .dfa(let automaton): .dfa(automaton.completed())
        case .nfa(let automaton): .nfa(automaton.completed())
        case .epsilonNFA(let automaton): .epsilonNFA(automaton.completed())
        }
    }
}
