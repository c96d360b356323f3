import ArgumentParser
import Automata
import ToolSupport

struct Prefixes: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "prefixes",
        abstract: "Accept the prefixes of the words of an automaton.",
        discussion: """
            The empty word and whole words are included.

            Example:
              automata prefixes keywords.mata -o while-typing.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton { automaton.prefixes() }
}

struct Suffixes: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "suffixes",
        abstract: "Accept the suffixes of the words of an automaton.",
        discussion: """
            The empty word and whole words are included, too.

            Example:
              automata suffixes words.mata -o endings.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton { automaton.suffixes() }
}

struct Factors: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "factors",
        abstract: "Accept the factors (contiguous parts) of the words of an automaton.",
        discussion: """
            Example:
              automata factors words.mata -o pieces.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton { automaton.factors() }
}

struct Subsequences: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "subsequences",
        abstract: "Accept the subsequences (any symbols left out) of the words of an automaton.",
        discussion: """
            Example:
              automata subsequences words.mata -o abbreviations.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        .epsilonNFA(automaton.subsequences())
    }
}

struct CyclicShift: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "cyclic-shift",
        abstract: "Accept the cyclic shifts of the words of an automaton.",
        discussion: """
            For each word uv of the automaton, the result accepts vu, a cyclic shift (conjugate) of uv; a word is also \
            a shift of itself. An automaton with n states has a result with up to n(2n + 1) states: --max-states, \
            --max-memory and --timeout bound the work.

            Example:
              automata cyclic-shift necklaces.mata -o rotations.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        try automaton.cyclicShift(budget: budget)
    }
}

struct RestrictLengths: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restrict-lengths",
        abstract: "Accept the words of an automaton with lengths in a range.",
        discussion: """
            Lengths count symbols. Give --at-least, --at-most or both.

            Example:
              automata restrict-lengths identifiers.jff --at-most 8 -o short.jff
            """)

    @OptionGroup var options: TransformOptions

    @Option(help: ArgumentHelp("Minimum length.", valueName: "count"), transform: number(from: 0, to: 1_000_000))
    var atLeast: Int?

    @Option(help: ArgumentHelp("Maximum length.", valueName: "count"), transform: number(from: 0, to: 1_000_000))
    var atMost: Int?

    func validate() throws {
        if atLeast == nil, atMost == nil { throw ValidationError("Give --at-least, --at-most or both.") }
        try ValidationError.check(atLeast ?? 0, isAtMost: atMost)
    }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        let least = atLeast ?? 0
        if let atMost { return try automaton.restricted(toLengths: least...atMost, budget: budget) }
        return try automaton.restricted(toLengths: least..., budget: budget)
    }
}
