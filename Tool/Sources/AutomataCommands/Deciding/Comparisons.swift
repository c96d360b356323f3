import ArgumentParser
import Automata
import AutomataFiles
import TextSupport
import ToolSupport

struct Equivalent: TwoAutomataDecision {
    static let configuration = CommandConfiguration(
        commandName: "equivalent",
        abstract: "Test whether two automata accept the same words.",
        usage: "automata equivalent <first> <second> [<options>]",
        discussion: """
            If not, the shortest word that only one automaton accepts is shown, with the name of this automaton. With \
            --json the keys are answer, acceptedBy and word.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata equivalent mine.jff solution.jff
              automata equivalent old.mata new.mata --quiet || echo changed
            """)

    @OptionGroup var operands: TwoOperands
    @OptionGroup var comparison: ComparisonOptions
    @OptionGroup var options: DecisionOptions

    static let property = "equivalent"

    func yesSentence() -> String { "\(name(0)) and \(name(1)) accept the same words" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let verdict = try automata[0].equivalence(
            to: automata[1], using: comparison.algorithm.value, budget: budget)
        return Answer(verdict) { difference in
            let side = difference.isAcceptedByFirst ? 0 : 1
            return Reason(
                text: "only \(name(side)) accepts \(difference.witness.quoted)",
                fields: [
                    "acceptedBy": RawText.readable(files[side]), "word": difference.witness.jsonSymbols,
                ])
        }
    }
}

struct Included: TwoAutomataDecision {
    static let configuration = CommandConfiguration(
        commandName: "included",
        abstract: "Test whether the second of two automata accepts every word of the first.",
        usage: "automata included <first> <second> [<options>]",
        discussion: """
            If not, the shortest word that the first accepts and the second rejects is shown. With --json the \
            keys are answer and word.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata included implementation.mata specification.mata
              automata included a.mata b.mata --algorithm congruence
            """)

    @OptionGroup var operands: TwoOperands
    @OptionGroup var comparison: ComparisonOptions
    @OptionGroup var options: DecisionOptions

    static let property = "included"

    func yesSentence() -> String { "\(name(1)) accepts every word that \(name(0)) accepts" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let verdict = try automata[0].inclusion(
            in: automata[1], using: comparison.algorithm.value, budget: budget)
        return Answer(verdict) { witness in
            Reason(
                text: "\(name(0)) accepts \(witness.quoted), and \(name(1)) doesn't",
                fields: ["word": witness.jsonSymbols])
        }
    }
}

struct Disjoint: TwoAutomataDecision {
    static let configuration = CommandConfiguration(
        commandName: "disjoint",
        abstract: "Test whether no word is accepted by both of two automata.",
        usage: "automata disjoint <first> <second> [<options>]",
        discussion: """
            If not, the shortest word that both accept is shown. With --json the keys are answer and word.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata disjoint keywords.jff identifiers.jff
            """)

    @OptionGroup var operands: TwoOperands
    @OptionGroup var options: DecisionOptions

    static let property = "disjoint"

    func yesSentence() -> String { "no word is accepted by both \(name(0)) and \(name(1))" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let common = try automata[0].commonWord(with: automata[1], budget: budget)
        return Answer(
            common.map {
                Reason(text: "both \(name(0)) and \(name(1)) accept \($0.quoted)", fields: ["word": $0.jsonSymbols])
            })
    }
}

struct Isomorphic: TwoAutomataDecision {
    static let configuration = CommandConfiguration(
        commandName: "isomorphic",
        abstract: "Test whether two DFAs differ only in the names of their states.",
        usage: "automata isomorphic <first> <second> [<options>]",
        discussion: """
            Compares the states that can be reached, over the symbols of both. If the answer is no, the first difference is \
            shown: a word that only one of the DFAs can read or accepts, or two words that lead to the same state in only one \
            of them. With --json the keys are answer, reason (path, acceptance or commonState), in (the file of that DFA) and \
            words. automata equivalent compares the languages instead.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata isomorphic homework.jff solution.jff
              automata minimize homework.jff | automata isomorphic - solution.jff
            """)

    @OptionGroup var operands: TwoOperands
    @OptionGroup var options: DecisionOptions

    static let property = "isomorphic"

    func yesSentence() -> String { "\(name(0)) and \(name(1)) differ only in the names of their states" }

    func check(_ automata: [Automaton]) throws(ToolError) {
        for (index, automaton) in automata.enumerated() {
            _ = try automaton.requiredDFA(for: "automata isomorphic", called: name(index))
        }
    }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let alphabet = try automata[0].alphabet.joint(with: automata[1].alphabet)
        var dfas: [DFA] = []
        for case let dfa? in automata.map(\.unchangedDFA) { dfas.append(try dfa.aligned(to: alphabet, budget: budget)) }
        return Answer(dfas[0].isomorphismObstacle(to: dfas[1]).map(reason))
    }

    private func reason(_ obstacle: IsomorphismObstacle) -> Reason {
        let (kind, text, words, isInFirst): (String, String, [Witness], Bool)
        switch obstacle {
        case .alphabets: preconditionFailure("both are over the joint alphabet")
        case .path(let word, let isFirst):
            (kind, words, isInFirst) = ("path", [word], isFirst)
            text = word.word.isEmpty ? "has an initial state" : "has a path for \(word.quoted)"
        case .acceptance(let word, let isFirst):
            (kind, words, isInFirst) = ("acceptance", [word], isFirst)
            text = "accepts \(word.quoted)"
        case .commonState(let one, let other, let isFirst):
            (kind, words, isInFirst) = ("commonState", [one, other], isFirst)
            text = "leads \(one.quoted) and \(other.quoted) to the same state"
        }
        let side = isInFirst ? 0 : 1
        return Reason(
            text: "only \(name(side)) \(text)",
            fields: ["reason": kind, "in": RawText.readable(files[side]), "words": words.map(\.jsonSymbols)])
    }
}
