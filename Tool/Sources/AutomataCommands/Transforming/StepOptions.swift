import ArgumentParser
import Automata
import Diagrams
import ToolSupport

/// The options for printing the steps of an algorithm instead of its result.
struct StepOptions: ParsableArguments {
    @Flag(help: "Print the steps of the construction, for the first 64 states, instead of its result.")
    var steps = false

    @Flag(help: "Print all steps as a JSON object.")
    var json = false

    @OptionGroup var strip: StripOptions

    func validate() throws {
        if !steps, json || strip.draw != nil {
            throw ValidationError("\(json ? "--json" : "--draw") needs --steps.")
        }
    }
}

/// The steps of an algorithm, ready to be printed.
struct StepReport {
    var text: String
    /// The pictures, if requested.
    var strip: Diagram.Strip?
    var notes: [String] = []
}

extension TransformingCommand {
    /// Prints the steps of the work on one file.
    ///
    /// - Parameters:
    ///   - steps: The options.
    ///   - title: The title of the drawing.
    ///   - report: Makes the report on an automaton.
    func runSteps(
        _ steps: StepOptions, title: String,
        _ report: @escaping @Sendable (Automaton, Budget) throws(AutomataError) -> StepReport
    ) throws {
        let output = options.output
        guard output.outputDir == nil, options.files.count == 1, let path = options.files.first,
            !FolderListing.isFolder(path)
        else { throw ToolError("--steps needs exactly one file; leave out --output-dir") }
        guard output.to == nil else { throw ToolError("--steps prints text, or with --json an object; leave out --to") }
        let file = InputFile(path: path)
        let destination = Destination(output.output ?? "-")
        if case .file(let path) = destination {
            try OutputFormat.check(path, holds: "steps", named: steps.json ? "json" : "txt")
            if let obstacle = OutputFile.obstacle(at: path, replacing: output.force) { throw obstacle }
        }
        try steps.strip.check(input: file, output: destination, replacing: output.force)
        let reader = try options.input.makeReader(limits: options.limits)
        try options.limits.run(on: file.name, isQuiet: options.batch.quiet, replacing: output.force) {
            context throws(ToolError) in
            let automaton = try reader.read(file, context).automaton
            context.report("working")
            let found = try context.checked { () throws(AutomataError) in try report(automaton, context.budget) }
            context.note(found.notes)
            try steps.strip.write(found.strip, title: title, context)
            try context.write(found.text, to: destination)
        }
    }
}
