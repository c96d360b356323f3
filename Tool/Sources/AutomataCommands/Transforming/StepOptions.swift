import ArgumentParser
import Automata
import Diagrams
import ToolSupport

/// The steps of an algorithm in the place of its result.
struct StepOptions: ParsableArguments {
    @Flag(name: .long, help: "Print the steps of the construction, for the first 64 states, instead of its result.")
    var steps = false

    @Flag(name: .long, help: "Print all steps as a JSON object.")
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
        else { throw ToolError("--steps takes one file, and no --output-dir") }
        guard output.to == nil else { throw ToolError("--steps prints text, or with --json an object; leave out --to") }
        let file = InputFile(path: path)
        let destination = Destination(output.output ?? "-")
        if case .file(let path) = destination {
            try OutputFormat.check(path, holds: "steps", named: steps.json ? "json" : "txt")
            if let obstacle = OutputFile.obstacle(at: path, replacing: output.force) { throw obstacle }
        }
        try steps.strip.check(input: file, output: destination, replacing: output.force)
        let (reader, limits) = (try options.input.makeReader(limits: options.limits), options.limits)
        let runner = BatchRunner(
            names: [file.name], limits: limits, settings: options.batch.settings, force: output.force)
        let failures = try runner.run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            context.report("working")
            let found: StepReport
            do throws(AutomataError) { found = try report(reading.automaton, context.budget) } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            return Product(
                destination: destination, bytes: Array(found.text.utf8), notes: reading.notes + found.notes,
                files: try steps.strip.pictures(found.strip, title: title))
        }
        if failures > 0 { throw ExitCode(2) }
    }
}
