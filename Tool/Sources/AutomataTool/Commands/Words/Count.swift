import ArgumentParser
import Automata
import AutomataCounting

struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count the accepted words, exactly.",
        usage: "automata count <file> [<options>]",
        discussion: """
            Prints the number of words of a length, up to a length, or of all where there are finitely many; all digits of \
            it, and nothing else. Each word counts once, however many runs accept it, and a class of bytes or characters \
            counts as many times as it has members. Lengths of millions are fine.

            With --series, --recurrence or --growth, what is printed is the generating function of the numbers of words of \
            each length, their shortest linear recurrence, or the rate at which they grow in the long run.

            Example:
              automata count ends-with-01.jff --length 1000000
              automata count keywords.mata
              automata count ends-with-01.jff --series
            """)

    @OptionGroup var source: WordSource
    @OptionGroup var lengths: LengthOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Method: \(NamedCase<CountingMethod>.list). All give the same number.",
            valueName: "name"))
    var method = NamedCase(CountingMethod.automatic)

    @Flag(name: .long, help: "Print the generating function instead.")
    var series = false

    @Flag(name: .long, help: "Print the linear recurrence instead.")
    var recurrence = false

    @Flag(name: .long, help: "Print the growth rate instead.")
    var growth = false

    func validate() throws {
        let kinds = [series, recurrence, growth].count { $0 }
        if kinds > 1 { throw ValidationError("--series, --recurrence and --growth exclude each other.") }
        if kinds > 0, lengths.length != nil || lengths.upTo != nil {
            throw ValidationError("--series, --recurrence and --growth are about all lengths.")
        }
    }

    func run() throws {
        let command = self
        try source.print { (automaton, context) throws(ToolError) in
            let text = try command.source.checked { () throws(AutomataError) in
                try command.text(WordCounter(automaton, budget: context.budget), budget: context.budget)
            }
            guard let text else {
                throw ToolError("there are infinitely many words; count those of a --length, or --up-to one")
            }
            return text + "\n"
        }
    }

    /// Returns the text that is printed; `nil` for the number of infinitely many words.
    private func text(_ counter: WordCounter, budget: Budget) throws(AutomataError) -> String? {
        if series { return try counter.generatingFunction(budget: budget).description }
        if recurrence { return try counter.recurrence(budget: budget).description }
        if growth { return try counter.growthRate(budget: budget).description }
        if let length = lengths.length {
            return try counter.count(ofLength: length, using: method.value, budget: budget)
                .text(budget: budget)
        }
        if let length = lengths.upTo {
            return try counter.count(upToLength: length, using: method.value, budget: budget)
                .text(budget: budget)
        }
        return try counter.countOfAllWords(budget: budget)?.text(budget: budget)
    }
}
