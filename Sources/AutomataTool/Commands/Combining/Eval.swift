import ArgumentParser
import Automata

struct Eval: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work out an expression over automata in files.",
        usage: "automata eval <expression> [<options>]",
        discussion: """
            From the tightest to the loosest:
              a*  a+  a?  a{2}  a{2,}  a{2,5}   repetition
              !a                               complement, over the symbols of all files in the expression
              a b                              concatenation
              a & b                            intersection
              a - b                            difference, with spaces around the -
              a ^ b                            symmetric difference
              a | b                            union
              <ab>                             the word ab; <> is the empty word
              \(LanguageFunction.allCases.map(\.usage).joined(separator: " "))
            Names with other characters than letters, digits and ._-/ are put in quotes; (…) groups. All automata are read \
            over the union of their symbols and those of the words first; any() is each of them on its own.

            Example:
              automata eval 'a.mata & !(b.jff | c.att)' -o d.mata
              automata eval 'minimize(sign.jff? digit.jff+)' --to svg -o integer.svg
              automata eval 'lengths(identifiers.mata - neighbourhood(<while>, 1), {1,8})' -o names.mata
            """)

    @Argument(help: ArgumentHelp("The expression, in quotes for the shell.", valueName: "expression"))
    var expression: String

    @OptionGroup var spelling: SpellingOptions

    @OptionGroup(title: "Output") var result: ResultOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    @Flag(name: .shortAndLong, help: "No progress and no notes on standard error; errors only.")
    var quiet = false

    func run() throws {
        let expression = try ExpressionParser.parse(expression)
        let (names, words, separator) = (expression.files, expression.words, spelling.separator)
        try Combination(
            files: names.map { InputFile(path: $0) }, options: result, input: input, limits: limits, isQuiet: quiet
        ).run { automata, budget throws(AutomataError) in
            try LanguageEvaluator(
                Array(zip(names, automata)), words: words, separator: separator, budget: budget
            ).value(of: expression)
        }
    }
}
