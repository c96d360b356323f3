import ArgumentParser
@_spi(Tool) import Automata
import ToolSupport

struct Residual: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "residual",
        abstract: "Accept the words that complete a given prefix to a word of the automaton.",
        discussion: """
            A residual is also called a left quotient by a word, or a derivative. The prefix is written like a word of \
            automata accepts.

            Example:
              automata residual keywords.mata --by if -o after-if.mata
              automata residual machine.mata --by 'coin coin' --separator ' '
            """)

    @OptionGroup var options: TransformOptions

    @Option(help: ArgumentHelp("The prefix that the words complete.", valueName: "word"))
    var by: String

    @OptionGroup var spelling: SpellingOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        automaton.residual(by: try automaton.alphabet.word(argument: by, separator: spelling.separator))
    }
}

struct Neighborhood: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "neighborhood",
        abstract: "Accept the words within an edit distance of a word.",
        usage: "automata neighborhood <word> [--distance <count>] [<options>]",
        discussion: """
            The distance is Levenshtein's: the number of inserted, deleted and replaced symbols. New symbols come from \
            the word, or from --over or --alphabet.

            Example:
              automata neighborhood while --distance 1 --over keywords.mata -o near.mata
              automata neighborhood 0110 --distance 2 --alphabet 01 --to dot
            """)

    @Argument(help: ArgumentHelp("The word.", valueName: "word"))
    var word: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Maximum edit distance. (default: 1)", valueName: "count"),
        transform: number(from: 0, to: 1_000_000))
    var distance = 1

    @OptionGroup var symbols: AlphabetOptions
    @OptionGroup var output: CombinationOptions

    func validate() throws {
        if symbols.allSymbols, symbols.over == nil {
            throw ValidationError(
                "--all-symbols needs an automaton, not a word; use --over or --alphabet instead.")
        }
    }

    func run() throws {
        let (word, distance, symbols) = (word, distance, symbols)
        try output.run(on: symbols.companions) { automata, context throws(ToolError) in
            try context.checked { () throws(AutomataError) in
                let separator = symbols.spelling.separator
                let given = try symbols.alphabet(kind: .named, companions: automata)
                let alphabet =
                    if let given {
                        try given.splittingClasses(at: word, separator: separator)
                    } else {
                        try Alphabet(argument: word, separator: separator, kind: .named)
                    }
                return .nfa(
                    try NFA.words(
                        within: distance, of: alphabet.word(argument: word, separator: separator), over: alphabet,
                        budget: context.budget))
            }
        }
    }
}
