import ArgumentParser
@_spi(Tool) import Automata
import TextSupport
import ToolSupport

struct Empty: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "empty",
        abstract: "Test whether an automaton accepts no word.",
        usage: "automata empty <file> [<options>]",
        discussion: """
            If not, the shortest accepted word is shown. With --json the keys are answer and word.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata empty errors.mata
              automata eval 'a.mata & b.mata' | automata empty -
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var options: DecisionOptions

    static let property = "empty"

    func yesSentence() -> String { "\(name(0)) accepts no word" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let word = automata[0].shortestWord()
        return Answer(word.map { Reason(text: "\(name(0)) accepts \($0.quoted)", fields: ["word": $0.jsonSymbols]) })
    }
}

struct Universal: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "universal",
        abstract: "Test whether an automaton accepts every word over its symbols.",
        usage: "automata universal <file> [<options>]",
        discussion: """
            --over, --alphabet and --all-symbols choose other symbols. If the automaton rejects a word, the shortest such word \
            is shown. With --json the keys are answer and word.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata universal everything.mata
              automata universal handled.mata --over events.mata
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var comparison: ComparisonOptions
    @OptionGroup(title: "Symbols") var symbols: AlphabetOptions
    @OptionGroup var options: DecisionOptions

    static let property = "universal"

    var files: [String] { [operand.file] + symbols.companions }

    func check(_ automata: [Automaton]) throws(ToolError) { try symbols.check(automata[0]) }

    func yesSentence() -> String { "\(name(0)) accepts every word over \(symbols.description ?? "its symbols")" }

    private func alphabet(for automata: [Automaton]) throws(AutomataError) -> Alphabet? {
        try symbols.alphabet(kind: automata[0].alphabet.kind, companions: Array(automata.dropFirst()))
    }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let verdict = try automata[0].universality(
            over: alphabet(for: automata), using: comparison.algorithm.value, budget: budget)
        return Answer(verdict) { Reason(text: "\(name(0)) rejects \($0.quoted)", fields: ["word": $0.jsonSymbols]) }
    }
}

struct Finite: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "finite",
        abstract: "Test whether an automaton accepts finitely many words.",
        usage: "automata finite <file> [<options>]",
        discussion: """
            If not, a word is shown whose middle part can be repeated any number of times, as in the pumping \
            lemma. With --json the keys are answer, prefix, cycle and suffix.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata finite ends-with-01.jff
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var options: DecisionOptions

    static let property = "finite"

    func yesSentence() -> String { "\(name(0)) accepts finitely many words" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        Answer(isYes: automata[0].isFinite) { budget throws(AutomataError) in
            try automata[0].pumpingTriple(budget: budget).map { reason($0) }
        }
    }

    private func reason(_ found: PumpingTriple) -> Reason {
        func json(_ word: [Symbol]) -> [JSONText] { Witness(word, over: found.alphabet).jsonSymbols }
        let words = (0...2).map { rounds in
            rounds == 0 && found.length == found.cycle.count ? "ε" : found.word(rounds: rounds).description
        }
        return Reason(
            text: "\(name(0)) accepts \(found), that is \(words.joined(separator: ", ")) and so on",
            fields: ["prefix": json(found.prefix), "cycle": json(found.cycle), "suffix": json(found.suffix)])
    }
}

struct Unambiguous: OneAutomatonDecision {
    static let configuration = CommandConfiguration(
        commandName: "unambiguous",
        abstract: "Test whether every word has at most one accepting run.",
        usage: "automata unambiguous <file> [<options>]",
        discussion: """
            If not, the shortest word with two runs is shown, and both runs. With --json the keys are answer, word and \
            runs, which lists the states of each run, including those after ε-moves.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata unambiguous tokens.jff
            """)

    @OptionGroup var operand: OneOperand
    @OptionGroup var options: DecisionOptions

    static let property = "unambiguous"

    func yesSentence() -> String { "no word has two accepting runs in \(name(0))" }

    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer {
        let verdict = try automata[0].unambiguity(budget: budget)
        return Answer(isYes: verdict.holds) { budget throws(AutomataError) in
            try verdict.counterexample(budget: budget).map { reason($0, in: automata[0]) }
        }
    }

    private func reason(_ found: Ambiguity, in automaton: Automaton) -> Reason {
        func text(_ run: RunPath) -> String {
            run.moves.reduce("\n  " + automaton.name(of: run.start).printable) { text, move in
                let read = move.symbol.map { Witness([$0], over: found.witness.alphabet).description }
                return text + " —\(read ?? "ε")→ \(automaton.name(of: move.target).printable)"
            }
        }
        let runs = [found.first, found.second].map { $0.states.map(automaton.name) }
        return Reason(
            text: "\(found.witness.quoted) has two accepting runs in \(name(0))" + text(found.first)
                + text(found.second),
            fields: ["word": found.witness.jsonSymbols, "runs": runs])
    }
}
