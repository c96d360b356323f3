import ArgumentParser
import Automata
import AutomataCounting
import ToolSupport

struct Sample: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample",
        abstract: "Draw accepted words at random, with equal probabilities.",
        usage: "automata sample <file> (--length <number> | --up-to <number>) [<options>]",
        discussion: """
            Prints a word on each line, of a length or up to a length. Words are independent, so a word can occur \
            twice. The same --seed gives the same words everywhere; without a seed each call gives other words.

            Example:
              automata sample ends-with-01.jff --length 20 --count 5
              automata sample machine.mata --up-to 100 --count 1000 --seed 1
            """)

    @OptionGroup var source: WordSource
    @OptionGroup var lengths: LengthOptions
    @OptionGroup var spelling: SpellingOptions

    @Option(help: ArgumentHelp("Number of words to draw. (default: 1)", valueName: "count"), transform: number(from: 0))
    var count = 1

    @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "number"), transform: number(from: 0))
    var seed: UInt64?

    func validate() throws {
        if lengths.length == nil, lengths.upTo == nil {
            throw ValidationError("Give the length of the words with --length or --up-to.")
        }
    }

    func run() throws {
        let command = self
        try source.run { (automaton, context) throws(ToolError) in try command.draw(automaton, context) }
    }

    /// The number of words that are drawn before they are printed.
    private static var batchSize: Int { 1024 }

    private func draw(_ automaton: Automaton, _ context: WorkContext) throws(ToolError) {
        let sampler = try context.checked { () throws(AutomataError) in
            if let length = lengths.length {
                try WordSampler(automaton, ofLength: length, budget: context.budget)
            } else {
                try WordSampler(automaton, upToLength: lengths.upTo ?? 0, budget: context.budget)
            }
        }
        var generator = SeededGenerator(seed: seed ?? UInt64.random(in: 0...UInt64.max))
        var writer = WordWriter(automaton.alphabet, separator: spelling.separator)
        var rest = count
        while rest > 0 {
            let words = try context.checked { () throws(AutomataError) in
                try sampler.words(min(rest, Self.batchSize), using: &generator, budget: context.budget)
            }
            if words.isEmpty { throw ToolError("no word with such a length is accepted") }
            for word in words { try writer.append(word) }
            rest -= words.count
        }
        try writer.flush()
    }
}
