import ArgumentParser
import Automata
import AutomataCounting
import TextSupport
import ToolSupport

struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the accepted words, exactly.",
        usage: "automata count <file> [<options>]",
        discussion: """
            Prints only the exact number of words of a length, up to a length, or of all words of a finite language. \
            Each word counts once, even if several runs accept it, and a class of bytes or characters counts as all \
            its members. Lengths can be in the millions.

            --series, --recurrence and --growth print the generating function of the numbers of words of \
            each length, their shortest linear recurrence, or their asymptotic growth rate.

            With --json the key is count; with --series the keys are numerator and denominator (coefficients from the constant \
            term on), with --recurrence coefficients and initialTerms, with --growth lowerBound and \
            upperBound. Whole numbers are strings, because they can have any number of digits.

            Example:
              automata count ends-with-01.jff --length 1000000
              automata count keywords.mata
              automata count ends-with-01.jff --series
            """)

    @OptionGroup var source: WordSource
    @OptionGroup var lengths: LengthOptions

    @Option(
        help: ArgumentHelp("Method: \(NamedCase<CountingMethod>.list). All give the same number.", valueName: "name"))
    var method = NamedCase(CountingMethod.automatic)

    @Flag(help: "Print the generating function instead.")
    var series = false

    @Flag(help: "Print the linear recurrence instead.")
    var recurrence = false

    @Flag(help: "Print the growth rate instead.")
    var growth = false

    @Flag(help: "Print the result as a JSON object.")
    var json = false

    func validate() throws {
        try ValidationError.check(
            atMostOne: ["--series": series, "--recurrence": recurrence, "--growth": growth])
        if series || recurrence || growth, lengths.length != nil || lengths.upTo != nil {
            throw ValidationError(
                "--series, --recurrence and --growth are about all lengths; leave out --length and --up-to.")
        }
    }

    func run() throws {
        let command = self
        try source.run { (automaton, context) throws(ToolError) in
            let text = try context.checked { () throws(AutomataError) in
                try command.text(WordCounter(automaton, budget: context.budget), budget: context.budget)
            }
            guard let text else {
                throw ToolError("the language is infinite; give --length N or --up-to N")
            }
            context.write(text)
        }
    }

    /// Returns the text that is printed; `nil` for the number of infinitely many words.
    private func text(_ counter: WordCounter, budget: Budget) throws(AutomataError) -> String? {
        var object: JSONObject = [:]
        func add(_ key: String, _ numbers: [BigInteger]) throws(AutomataError) {
            var texts: [String] = []
            for number in numbers { texts.append(try number.digits(budget: budget)) }
            object.add(key, texts)
        }
        let text: String
        if series {
            let function = try counter.generatingFunction(budget: budget)
            try add("numerator", function.numerator)
            try add("denominator", function.denominator)
            text = function.description
        } else if recurrence {
            let recurrence = try counter.recurrence(budget: budget)
            try add("coefficients", recurrence.coefficients)
            try add("initialTerms", recurrence.initialTerms)
            text = recurrence.description
        } else if growth {
            let rate = try counter.growthRate(budget: budget)
            object = ["lowerBound": rate.lowerBound, "upperBound": rate.upperBound]
            text = rate.description
        } else {
            guard let count = try count(counter, budget: budget) else { return nil }
            text = try count.digits(budget: budget)
            object = ["count": text]
        }
        return json ? object.line : text + "\n"
    }

    private func count(_ counter: WordCounter, budget: Budget) throws(AutomataError) -> BigInteger? {
        if let length = lengths.length {
            return try counter.count(ofLength: length, using: method.value, budget: budget)
        }
        if let length = lengths.upTo {
            return try counter.count(upToLength: length, using: method.value, budget: budget)
        }
        return try counter.countOfAllWords(budget: budget)
    }
}
