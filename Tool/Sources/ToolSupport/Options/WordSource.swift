package import ArgumentParser
package import Automata

/// The options for reading the automaton of a command about words.
package struct WordSource: ParsableArguments {
    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    package var file: String

    @OptionGroup(title: "Input") package var input: InputOptions
    @OptionGroup(title: "Limits") package var limits: LimitOptions

    package init() {}

    /// Reads the automaton, does the work, and returns the result.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether only errors are printed.
    ///   - force: Whether files are replaced.
    @discardableResult
    package func run<Value: Sendable>(
        isQuiet: Bool = false, replacing force: Bool = false, dependsOnSymbols: Bool = true,
        _ work: @escaping @Sendable (Automaton, WorkContext) throws(ToolError) -> Value
    ) throws -> Value {
        try run(isQuiet: isQuiet, replacing: force, dependsOnSymbols: dependsOnSymbols, with: []) {
            automata, context throws(ToolError) in try work(automata[0], context)
        }
    }

    /// Reads the automaton and the files `companions`, does the work, and returns the result.
    package func run<Value: Sendable>(
        isQuiet: Bool = false, replacing force: Bool = false, dependsOnSymbols: Bool = true, with companions: [String],
        _ work: @escaping @Sendable ([Automaton], WorkContext) throws(ToolError) -> Value
    ) throws -> Value {
        let reader = try input.makeReader(limits: limits, dependsOnSymbols: dependsOnSymbols)
        let files = ([file] + companions).map { InputFile(path: $0) }
        return try limits.run(on: file, isQuiet: isQuiet, replacing: force) { context throws(ToolError) in
            let automata = try reader.read(files, context).map(\.automaton)
            context.report("working")
            return try work(automata, context)
        }
    }
}
