package import ArgumentParser
package import Automata

/// The automaton that a command about words is asked for, and how it is read.
package struct WordSource: ParsableArguments {
    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    package var file: String

    @OptionGroup(title: "Input") package var input: InputOptions
    @OptionGroup(title: "Limits") package var limits: LimitOptions

    package init() {}

    /// Reads the automaton, and prints the result of the work.
    package func print(
        _ work: @escaping @Sendable (Automaton, WorkContext) throws(ToolError) -> String
    ) throws {
        try run { (reading, context) throws(ToolError) in
            Product(
                destination: .standardOutput, bytes: Array(try work(reading.automaton, context).utf8),
                notes: reading.notes)
        }
    }

    package func run(
        _ work: @escaping @Sendable (AutomatonReader.Reading, WorkContext) throws(ToolError) -> Product
    ) throws {
        let reader = try input.makeReader(limits: limits, asksAboutWords: true)
        let file = InputFile(path: file)
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            context.report("working")
            return try work(reading, context)
        }
        if failures > 0 { throw ExitCode(2) }
    }

    /// Does what the core can refuse, and says so with the options that help.
    package func checked<Result>(_ body: () throws(AutomataError) -> Result) throws(ToolError) -> Result {
        do { return try body() } catch { throw ToolError(error, at: nil, limits: limits) }
    }
}
