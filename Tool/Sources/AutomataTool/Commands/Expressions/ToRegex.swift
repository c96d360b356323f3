import ArgumentParser
@_spi(Tool) import Automata

struct ToRegex: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "to-regex",
        abstract: "Print a regular expression of an automaton's language.",
        usage: "automata to-regex <file> [<options>]",
        discussion: """
            The expression is made as short as simple laws make it, and read again by automata regex it is an automaton of the same \
            language. It can be exponentially long, and mostly is shorter for a smaller automaton: minimize large ones first. For small \
            ones that is tried, as long as neither --by nor --order says what to do. Textbooks' expressions are for symbols with names, \
            programmers' for bytes and characters; without --syntax the symbols decide.

            With --steps each step of the elimination is printed: the state that is taken out, and the transitions that are left, \
            with their expressions.

            Example:
              automata to-regex ends-with-01.jff
              automata minimize ends-with-01.jff | automata to-regex -
              automata to-regex ends-with-01.jff --steps --order numbers
              automata to-regex ends-with-01.jff --by equations --plain
            """)

    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "As whom to write it: textbook or programmer. (default: textbook for symbols with names, else programmer)",
            valueName: "syntax"))
    var syntax: NamedCase<RegularExpression.Syntax>?

    @Option(
        name: .long,
        help: ArgumentHelp("The method: automatic, state-elimination or equations.", valueName: "method"))
    var by = NamedCase(ExpressionExtraction.automatic)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Which state comes next: automatic, numbers, degree, weight, cycles or bridges.", valueName: "order"))
    var order = NamedCase(EliminationOrder.automatic)

    @Flag(name: .long, help: "Don't make the expression shorter; it is as the method gives it.")
    var plain = false

    @Flag(name: .long, help: "Print each step of the elimination of states.")
    var steps = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if steps, by.value == .equations {
            throw ValidationError("--steps shows the elimination of states; leave --by equations out.")
        }
    }

    func run() throws {
        let command = self
        let reader = try input.makeReader(limits: limits)
        let file = InputFile(path: file)
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            if let name = reading.automaton.alphabet.nameBeyondUTF8 {
                throw ToolError(
                    "the symbol '\(name.printable)' isn't UTF-8, and an expression can't name it; automata homomorphism gives it "
                        + "another name", at: file.name)
            }
            context.report("working")
            let text: String
            do throws(AutomataError) {
                text = try command.text(for: reading.automaton, context.budget)
            } catch {
                throw ToolError(error, at: nil, limits: command.limits)
            }
            return Product(destination: .standardOutput, bytes: Array(text.utf8), notes: reading.notes)
        }
        if failures > 0 { throw ExitCode(2) }
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
            if let state = step.eliminated { text += "\nwithout \(state.printable)\n" }
            text += try step.automaton.text(syntax: syntax, budget: budget)
            if text.utf8.count > budget.maximumBytes {
                throw .budgetExceeded(statesBuilt: 0, limit: .bytes(budget.maximumBytes))
            }
        }
        return text
    }
}
