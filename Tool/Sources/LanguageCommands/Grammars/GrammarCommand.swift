import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import AutomataFormats
import Grammars
import TextSupport
import ToolSupport

struct GrammarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grammar",
        abstract: "Make automata from regular grammars, or print the class of grammars.",
        usage: "automata grammar <file> ... [<options>]",
        discussion: """
            A grammar is written as in textbooks: S → 0A | ε, or with -> or ::=, a production on each line. The first left side is the \
            start symbol. Capital letters, names in <…> and symbols alone on a left side are nonterminals. If there are spaces \
            between symbols, or left sides are words, spaces separate symbols; otherwise each letter is a symbol. Quotes make a terminal of \
            any text, and # begins a comment line. Documentation/grammars.md has all rules.

            The states of the automaton are the nonterminals of a right-linear or left-linear grammar. --class prints \
            the type of any grammar in the Chomsky hierarchy, and the production that rules out the next type. With \
            --json the keys are file, type, class, properties and, except for type 3, reason.

            Example:
              automata grammar even-zeros.grm -o even-zeros.jff
              echo 'S -> 1S | 0A | ε
              A -> 1A | 0S' | automata grammar - --to svg -o even-zeros.svg
              automata grammar --class homework/*.grm
              automata grammar --print --trim grammar.grm
            """)

    @Argument(
        help: ArgumentHelp("Files and folders with grammars; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(name: .customLong("class"), help: "Print the grammar's type in the Chomsky hierarchy, and the reason.")
    var printsClass = false

    @Flag(help: "Print a JSON object with the class of each file, one on each line.")
    var json = false

    @Flag(name: .customLong("print"), help: "Print the grammar, of any type, with its productions sorted.")
    var prints = false

    @Flag(help: "Remove useless nonterminals first.")
    var trim = false

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if json, !printsClass { throw ValidationError("--json needs --class.") }
        try ValidationError.check(atMostOne: ["--class": printsClass, "--print": prints])
        if printsClass || prints, output.output != nil || output.outputDir != nil || output.to != nil {
            throw ValidationError(
                "--class and --print write to standard output; leave out --output, --output-dir and --to.")
        }
    }

    func run() throws {
        if printsClass || prints {
            try show()
        } else {
            try makeAutomata()
        }
    }

    private func show() throws {
        let inputs = try InputList(files, contents: .grammars)
        let (command, isAlone) = (self, inputs.files.count == 1)
        try inputs.run(limits, batch) { _, file, context throws(ToolError) in
            let grammar = try command.read(file, context)
            if command.printsClass {
                let report = ClassReport(grammar)
                context.write(
                    command.json
                        ? report.json(fileName: file.name) : report.text(fileName: isAlone ? nil : file.name))
            } else {
                let text = try context.checked { () throws(AutomataError) in try grammar.text(budget: context.budget) }
                context.write((isAlone ? "" : "# \(file.name.shown)\n") + text)
            }
        }
    }

    private func makeAutomata() throws {
        var output = output
        output.to = try output.format() ?? .text(.mata)
        let plan = try OutputPlan(files, contents: .grammars, options: output)
        let command = self
        try plan.run(limits, batch) { item, context throws(ToolError) in
            let read = try command.read(item.input, context)
            context.report("working")
            let grammar: RegularGrammar
            do throws(GrammarError) { grammar = try RegularGrammar(read) } catch {
                throw ToolError(error, at: item.input.name)
            }
            let automaton = try context.checked { () throws(AutomataError) in
                try grammar.automaton(budget: context.budget)
            }
            try context.write(automaton, in: item.format ?? .text(.mata), to: item.destination)
        }
    }

    private func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Grammar {
        let grammar = try GrammarReader(limits: limits).read(file, context)
        guard trim else { return grammar }
        do throws(GrammarError) { return try grammar.trimmed() } catch { throw ToolError(error, at: file.name) }
    }
}

/// The place of a grammar in Chomsky's hierarchy, in words.
private struct ClassReport {
    private let type: ChomskyType
    private let name: String
    /// Further properties, with their names and their texts for people.
    private let properties: [(name: String, text: String)]
    /// The reason why the grammar isn't of the next type.
    private let reason: String?

    init(_ grammar: Grammar) {
        let kinds: [(GrammarProperty, String?)]
        type = grammar.type
        switch type {
        case .regular:
            name = "regular"
            kinds = [(.rightLinear, nil), (.leftLinear, nil)]
        case .contextFree:
            name = "context-free"
            kinds = [(.linear, nil)]
        case .contextSensitive:
            name = "context-sensitive"
            kinds =
                grammar.has(.contextSensitive)
                ? [(.contextSensitive, "each production with its context")] : [(.monotonic, nil)]
        case .unrestricted:
            name = "unrestricted"
            kinds = []
        }
        properties = kinds.filter { grammar.has($0.0) }.map { ($0.rawValue, $1 ?? $0.rawValue) }
        reason = grammar.obstacleToNextType.map { grammar.explanation(of: $0) }
    }

    func text(fileName: String?) -> String {
        let extras = properties.map(\.text).joined(separator: ", ")
        var text = fileName.map { $0.shown + ": " } ?? ""
        text += "type \(type.rawValue), \(name)" + (extras.isEmpty ? "" : " (\(extras))") + "\n"
        if let reason { text += "  not type \(type.rawValue + 1): \(reason)\n" }
        return text
    }

    func json(fileName: String) -> String {
        var object: JSONObject = [
            "file": RawText.readable(fileName), "type": type.rawValue, "class": name,
            "properties": properties.map(\.name),
        ]
        if let reason { object.add("reason", RawText.readable(reason)) }
        return object.line
    }
}
