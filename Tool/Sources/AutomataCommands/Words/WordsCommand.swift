import ArgumentParser
@_spi(Tool) import Automata
import ToolSupport

/// The lengths of words that a command is about.
struct LengthOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Words of this length.", valueName: "number"), transform: number(from: 0))
    var length: Int?

    @Option(help: ArgumentHelp("Words up to this length.", valueName: "number"), transform: number(from: 0))
    var upTo: Int?

    func validate() throws {
        try ValidationError.check(atMostOne: ["--length": length != nil, "--up-to": upTo != nil])
    }
}

struct Words: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words",
        abstract: "List the accepted words, short ones first.",
        usage: "automata words <file> [<options>]",
        discussion: """
            Prints a word on each line, in shortlex order: short words before long words, and words of equal length in the order of their \
            symbols. A class of bytes or characters stands for each of its members. The empty word is an empty line, and ε on \
            a terminal. If there are more words than --limit allows, a note says so.

            Example:
              automata words ends-with-01.jff --limit 10
              automata words keywords.mata --all
              automata words ends-with-01.jff --after 1101 --limit 1
            """)

    @OptionGroup var source: WordSource
    @OptionGroup var lengths: LengthOptions
    @OptionGroup var spelling: SpellingOptions

    @Option(
        help: ArgumentHelp("Maximum number of words to list. (default: 1000)", valueName: "count"),
        transform: number(from: 0))
    var limit: Int?

    @Flag(help: "List all words, without a limit.")
    var all = false

    @Flag(help: "Print each word as a JSON array of its symbols, one on each line.")
    var json = false

    @Option(help: ArgumentHelp("Start with the first word after this one.", valueName: "word"))
    var after: String?

    func validate() throws {
        try ValidationError.check(atMostOne: ["--limit": limit != nil, "--all": all])
    }

    func run() throws {
        let command = self
        try source.run { (automaton, context) throws(ToolError) in
            if try !command.list(automaton, context) {
                context.note("there are more words; --limit N lists more, and --all lists all of them")
            }
        }
    }

    /// Prints the words, and returns whether no accepted words are left.
    private func list(_ automaton: Automaton, _ context: WorkContext) throws(ToolError) -> Bool {
        let range = (lengths.length ?? 0)...(lengths.length ?? lengths.upTo ?? Int.max)
        var writer = WordWriter(automaton.alphabet, separator: spelling.separator, isJSON: json)
        var cursor = try context.checked { () throws(AutomataError) in
            try automaton.words(ofLengths: range, budget: context.budget).cursor()
        }
        var start: [Letter]?
        if let after {
            start = try context.checked { () throws(AutomataError) in
                try automaton.alphabet.letters(argument: after, separator: spelling.separator)
            }
        }
        let limit = all ? Int.max : self.limit ?? 1000
        var count = 0
        while true {
            if count & 0xFFF == 0 { try context.checkTime() }
            // Closures can't change the cursor and throw errors of a type.
            let isFound: Bool
            do throws(AutomataError) {
                if let first = start {
                    start = nil
                    isFound = try cursor.moveToFirst(after: first)
                } else {
                    isFound = try cursor.moveToNext()
                }
            } catch {
                try writer.flush()
                throw ToolError(error, at: nil, limits: source.limits)
            }
            if !isFound || count == limit {
                try writer.flush()
                return !isFound
            }
            try writer.append(cursor.word)
            count += 1
        }
    }
}
