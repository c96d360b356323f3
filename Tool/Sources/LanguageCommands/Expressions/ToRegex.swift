import ArgumentParser
@_spi(Tool) import Automata
import RegularExpressions
import ToolSupport

struct ToRegex: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "to-regex",
        abstract: "Print a regular expression for an automaton's language.",
        usage: "automata to-regex <file> [<options>]",
        discussion: """
            The expression is simplified. automata regex makes an automaton of the same language from it. The \
            expression can be exponentially long. It is usually shorter for a smaller automaton, so minimize large \
            automata first; for small automata the tool tries this if neither --by nor --order is given. Textbook \
            syntax is for named symbols, programmer syntax for bytes and characters; by default the symbols determine \
            the syntax.

            --steps prints each step of the elimination: the removed state, and the remaining transitions \
            with their expressions.

            Example:
              automata to-regex ends-with-01.jff
              automata minimize ends-with-01.jff | automata to-regex -
              automata to-regex ends-with-01.jff --steps --order numbers
              automata to-regex ends-with-01.jff --by equations --plain
            """)

    @OptionGroup var source: WordSource

    @Option(
        help: ArgumentHelp(
            "The syntax: textbook or programmer. (default: textbook for named symbols, otherwise programmer)",
            valueName: "syntax"))
    var syntax: NamedCase<RegularExpression.Syntax>?

    @Option(help: ArgumentHelp("The method: automatic, state-elimination or equations.", valueName: "method"))
    var by = NamedCase(ExpressionExtraction.automatic)

    @Option(
        help: ArgumentHelp(
            "The elimination order: automatic, numbers, degree, weight, cycles or bridges.", valueName: "order"))
    var order = NamedCase(EliminationOrder.automatic)

    @Flag(help: "Don't simplify the expression.")
    var plain = false

    @Flag(help: "Print each step of the state elimination.")
    var steps = false

    func validate() throws {
        if steps, by.value == .equations {
            throw ValidationError("--steps shows the elimination of states; leave out --by equations.")
        }
    }

    func run() throws {
        let command = self
        try source.run(dependsOnSymbols: false) { (automaton, context) throws(ToolError) in
            if let name = automaton.alphabet.firstNonUTF8Name {
                throw ToolError(
                    "the symbol '\(name.printable)' isn't UTF-8, and an expression can't name it; run "
                        + "'automata homomorphism' to give it another name")
            }
            context.write(
                try context.checked { () throws(AutomataError) in try command.text(for: automaton, context.budget) })
        }
    }

    private func text(for automaton: Automaton, _ budget: Budget) throws(AutomataError) -> String {
        let syntax = syntax?.value ?? (automaton.alphabet.kind == .named ? .textbook : .programmer)
        if steps { return try stepsText(for: automaton, syntax, budget) }
        let expression = try automaton.regularExpression(
            by: by.value, order: order.value, simplifying: !plain, budget: budget)
        return try expression.text(syntax: syntax, budget: budget) + "\n"
    }

    private func stepsText(
        for automaton: Automaton, _ syntax: RegularExpression.Syntax, _ budget: Budget
    ) throws(AutomataError) -> String {
        let steps = try ExtendedNFA(automaton, budget: budget).eliminationSteps(
            order: order.value, simplifying: !plain, budget: budget)
        var text = ""
        for step in steps {
            if let state = step.eliminatedState { text += "\nwithout \(state.printable)\n" }
            text += try step.automaton.text(syntax: syntax, budget: budget)
            if text.utf8.count > budget.maximumBytes {
                throw .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
            }
        }
        return text
    }
}
