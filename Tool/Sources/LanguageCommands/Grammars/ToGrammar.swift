import ArgumentParser
import Automata
import Grammars
import ToolSupport

struct ToGrammar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "to-grammar",
        abstract: "Write an automaton as a regular grammar.",
        usage: "automata to-grammar <file> [<options>]",
        discussion: """
            The grammar is right-linear, or with --left left-linear; its nonterminals are the states, with their names. automata grammar \
            can read it. Minimize first for the smallest number of nonterminals.

            Example:
              automata to-grammar ends-with-01.jff
              automata to-grammar ends-with-01.jff --left --letters -o ends-with-01.grm
              automata minimize ends-with-01.jff | automata to-grammar - --strict
            """)

    @OptionGroup var source: WordSource

    @Flag(help: "Write a left-linear grammar: nonterminals stand before terminals.")
    var left = false

    @Flag(help: "Name the nonterminals S, A, B, … instead of using the states' names.")
    var letters = false

    @Flag(help: "Write only productions A → aB and A → a, and S → ε if the start symbol S is on no right side.")
    var strict = false

    @Flag(help: "Remove useless nonterminals.")
    var trim = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, - for standard output (the default).", valueName: "file"),
        completion: .file(), transform: outputName)
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    var force = false

    func run() throws {
        let destination = Destination(output ?? "-")
        if case .file(let path) = destination {
            try OutputFormat.check(path, holds: "a grammar", named: "grm")
            if let obstacle = OutputFile.obstacle(at: path, replacing: force) { throw obstacle }
        }
        let command = self
        try source.run(replacing: force, dependsOnSymbols: false) { (automaton, context) throws(ToolError) in
            let text = try context.checked { () throws(AutomataError) in try command.text(of: automaton, context) }
            if automaton.alphabet.kind != .named {
                context.note(
                    "the terminals are names of classes of bytes or characters; the classes themselves are lost"
                )
            }
            try context.write(text, to: destination)
        }
    }

    private func text(of automaton: Automaton, _ context: WorkContext) throws(AutomataError) -> String {
        var grammar = try RegularGrammar(automaton, direction: left ? .left : .right, budget: context.budget)
        if strict {
            grammar = try grammar.withoutEpsilonProductions().withoutUnitProductions(budget: context.budget)
        }
        if trim { grammar = grammar.trimmed() }
        if letters { grammar = grammar.withLetterNames() }
        context.report("writing")
        return try grammar.grammar.text(budget: context.budget)
    }
}
