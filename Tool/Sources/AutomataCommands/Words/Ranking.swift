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

    @Flag(name: .long, help: "Count only words of the same length.")
    var withinLength = false

    func run() throws {
        let command = self
        try source.print { (automaton, context) throws(ToolError) in
            try command.source.checked { () throws(AutomataError) in
                let letters = try automaton.alphabet.letters(
                    argument: command.word, separator: command.spelling.separator)
                let ranking = try WordRanking(automaton, budget: context.budget)
                return try ranking.rank(of: letters, withinLength: command.withinLength, budget: context.budget)
                    .digits(budget: context.budget) + "\n"
            }
        }
    }
}

struct Unrank: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unrank",
        abstract: "Print the accepted word at a position.",
        usage: "automata unrank <file> <place> [<options>]",
        discussion: """
            Words are in the order of automata words, and counted from 0; with --length only words of that \
            length count. Positions can have any number of digits. A position beyond the last word is an error.

            Example:
              automata unrank ends-with-01.jff 1000000000000000000000000
            """)

    @OptionGroup var source: WordSource

    @Argument(help: ArgumentHelp("The position, a number from 0.", valueName: "place"))
    var place: String

    @OptionGroup var spelling: SpellingOptions

    @Option(name: .long, help: ArgumentHelp("Only words of this length.", valueName: "number"))
    var length: Int?

    func validate() throws {
        guard let place = BigInteger(place), place.signum >= 0 else {
            throw ValidationError("A place is a number from 0 on.")
        }
        if let length, length < 0 { throw ValidationError("A length is a number from 0 on.") }
    }

    func run() throws {
        let command = self
        let place = BigInteger(place) ?? BigInteger()
        try source.run { (reading, context) throws(ToolError) in
            let word = try command.source.checked { () throws(AutomataError) in
                let ranking = try WordRanking(reading.automaton, budget: context.budget)
                guard let length = command.length else { return try ranking.word(at: place, budget: context.budget) }
                return try ranking.word(at: place, ofLength: length, budget: context.budget)
            }
            guard let word else { throw ToolError("there are not so many words") }
            var writer = WordWriter(reading.automaton.alphabet, separator: command.spelling.separator)
            try writer.append(word)
            try writer.flush()
            return Product(destination: .standardOutput, bytes: [], notes: reading.notes)
        }
    }
}
