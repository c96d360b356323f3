import ArgumentParser
@_spi(Tool) import Automata
import TextSupport
import ToolSupport

struct Deterministic: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "deterministic",
        abstract: "Test whether an automaton has at most one run on every word.",
        usage: "automata deterministic <file> [<options>]",
        discussion: """
            If not, the first reason is shown: two initial states, two targets of one state on one symbol, or an ε-move. \
            With --json the keys are answer, reason (initialStates, targets or epsilonMove), from and symbol \
            if there are any, and states, the states to which a run may go.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata deterministic tokens.jff
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var options: DecisionOptions

    static let property = "deterministic"

    func yesSentence() -> String { "\(name(0)) has at most one run on every word" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        Answer(automata[0].nondeterminism.map { Reason($0, of: automata[0], called: name(0)) })
    }
}

struct Minimal: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "minimal",
        abstract: "Test whether an automaton is the smallest DFA of its language.",
        usage: "automata minimal <file> [<options>]",
        discussion: """
            A total automaton, with a transition from every state on every symbol, is compared only with total DFAs. If it isn't minimal, \
            the reason is shown: an inaccessible state, a state from which no word is accepted, two equivalent states, \
            or nondeterminism. With --json the keys are answer, reason (unreachable, \
            dead, equivalent, or a reason of automata deterministic) and states.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata minimal homework.jff
              automata minimal machine.mata --quiet || automata minimize machine.mata
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var options: DecisionOptions

    static let property = "minimal"

    func yesSentence() -> String { "no smaller DFA accepts the same words as \(name(0))" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let automaton = automata[0]
        guard let dfa = automaton.unchangedDFA else {
            return Answer(
                automaton.nondeterminism.map {
                    var reason = Reason($0, of: automaton, called: name(0))
                    reason.text = "it isn't deterministic: \(reason.text)"
                    return reason
                })
        }
        return Answer(try dfa.nonminimality(budget: budget).map { Reason($0, of: automaton, called: name(0)) })
    }
}

extension Automaton {
    /// The automaton as a DFA; `nil` if it isn't deterministic.
    var unchangedDFA: DFA? {
        Automaton(mostSpecific: self).asDFA
    }

    /// Returns the automaton as a DFA, which an option or a command needs.
    func requiredDFA(for user: String, called name: String? = nil) throws(ToolError) -> DFA {
        if let dfa = unchangedDFA { return dfa }
        let reason = nondeterminism.map { Reason($0, of: self, called: name ?? "the automaton").text } ?? ""
        throw ToolError("\(user) needs a DFA, but \(reason); automata determinize makes a DFA", at: name)
    }
}

extension Reason {
    fileprivate init(_ nondeterminism: Nondeterminism, of automaton: Automaton, called file: String) {
        func name(_ state: StateID) -> String { automaton.name(of: state).printable }
        switch nondeterminism {
        case .initialStates(let first, let second):
            text = "\(file) starts both in \(name(first)) and in \(name(second))"
            fields = ["reason": "initialStates", "states": [first, second].map(automaton.name)]
        case .targets(let source, let symbol, let first, let second):
            let witness = Witness([symbol], over: automaton.alphabet)
            text =
                "'\(witness.description)' leads from \(name(source)) of \(file) both to \(name(first)) and to \(name(second))"
            fields = [
                "reason": "targets", "from": automaton.name(of: source), "symbol": witness.jsonSymbols[0],
                "states": [first, second].map(automaton.name),
            ]
        case .epsilonMove(let source, let target):
            text = "an ε-move leads from \(name(source)) of \(file) to \(name(target))"
            fields = [
                "reason": "epsilonMove", "from": automaton.name(of: source), "states": [automaton.name(of: target)],
            ]
        }
    }

    fileprivate init(_ nonminimality: Nonminimality, of automaton: Automaton, called file: String) {
        func name(_ state: StateID) -> String { automaton.name(of: state).printable }
        switch nonminimality {
        case .unreachable(let state):
            text = "no word leads to \(name(state)) of \(file)"
            fields = ["reason": "unreachable", "states": [automaton.name(of: state)]]
        case .dead(let state):
            text = "no word is accepted from \(name(state)) of \(file)"
            fields = ["reason": "dead", "states": [automaton.name(of: state)]]
        case .equivalent(let first, let second):
            text = "the same words are accepted from \(name(first)) and from \(name(second)) of \(file)"
            fields = ["reason": "equivalent", "states": [first, second].map(automaton.name)]
        }
    }
}
