import ArgumentParser
import Automata
import AutomataCounting
import ToolSupport

struct Rank: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rank",
        abstract: "Print the number of accepted words before a word.",
        usage: "automata rank <file> <word> [<options>]",
        discussion: """
            Words are in the order of automata words, and counted from 0; the word itself need not be \
            accepted. With --within-length only words of its length count. '' is the empty word.

            Example:
              automata rank ends-with-01.jff 1101
            """)

    @OptionGroup var source: WordSource

    @Argument(help: ArgumentHelp("The word.", valueName: "word"))
    var word: String

    @OptionGroup var spelling: SpellingOptions

    @Flag(help: "Count only words of the same length.")
    var withinLength = false

    func run() throws {
        let command = self
        try source.run { (automaton, context) throws(ToolError) in
            let rank = try context.checked { () throws(AutomataError) in
                let letters = try automaton.alphabet.letters(
                    argument: command.word, separator: command.spelling.separator)
                let ranking = try WordRanking(automaton, budget: context.budget)
                return try ranking.rank(of: letters, withinLength: command.withinLength, budget: context.budget)
                    .digits(budget: context.budget)
            }
            context.write(rank + "\n")
        }
    }
}

struct Unrank: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unrank",
        abstract: "Print the accepted word at a position.",
        usage: "automata unrank <file> <position> [<options>]",
        discussion: """
            Words are in the order of automata words, and counted from 0; with --length only words of that \
            length count. Positions can have any number of digits. A position beyond the last word is an error.

            Example:
              automata unrank ends-with-01.jff 1000000000000000000000000
            """)

    @OptionGroup var source: WordSource

    @Argument(
        help: ArgumentHelp("The position, a number from 0.", valueName: "position"),
        transform: number(from: BigInteger()))
    var position: BigInteger

    @OptionGroup var spelling: SpellingOptions

    @Option(help: ArgumentHelp("Count only words of this length.", valueName: "number"), transform: number(from: 0))
    var length: Int?

    func run() throws {
        let command = self
        try source.run { (automaton, context) throws(ToolError) in
            let word = try context.checked { () throws(AutomataError) in
                let ranking = try WordRanking(automaton, budget: context.budget)
                guard let length = command.length else {
                    return try ranking.word(at: command.position, budget: context.budget)
                }
                return try ranking.word(at: command.position, ofLength: length, budget: context.budget)
            }
            guard let word else { throw ToolError("there is no word at this position; positions count from 0") }
            var writer = WordWriter(automaton.alphabet, separator: command.spelling.separator)
            try writer.append(word)
            try writer.flush()
        }
    }
}
