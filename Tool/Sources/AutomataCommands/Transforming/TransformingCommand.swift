import ArgumentParser
import Automata
import AutomataFormats
import ToolSupport

/// The options of a command that transforms automata.
struct TransformOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files and folders with automata; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
}

/// A command that reads automata, transforms each, and writes the results.
protocol TransformingCommand: ParsableCommand, Sendable {
    var options: TransformOptions { get }

    /// The format that is written if neither an option nor the output's name says it; `nil` stands
    /// for the input's format.
    var defaultFormat: OutputFormat? { get }

    /// The files that are read in addition to each automaton.
    var companions: [String] { get }

    /// Whether the result depends on the accepted words, and not on the structure alone.
    var dependsOnSymbols: Bool { get }

    /// Throws an error if the options don't apply to the automaton.
    func check(_ automaton: Automaton) throws(ToolError)

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton

    /// Prepares a result for its format, such as with positions of states for a picture.
    func prepare(_ result: Automaton, _ context: WorkContext) throws(ToolError) -> Automaton

    /// Transforms an automaton with the automata of the companions.
    func transform(
        _ automaton: Automaton, with companions: [Automaton], budget: Budget
    ) throws(AutomataError) -> Automaton
}

extension TransformingCommand {
    var defaultFormat: OutputFormat? { nil }
    var companions: [String] { [] }
    var dependsOnSymbols: Bool { false }

    func check(_ automaton: Automaton) throws(ToolError) {}

    func prepare(_ result: Automaton, _ context: WorkContext) throws(ToolError) -> Automaton { result }

    func transform(
        _ automaton: Automaton, with companions: [Automaton], budget: Budget
    ) throws(AutomataError) -> Automaton {
        try transform(automaton, budget: budget)
    }

    func run() throws { try runOnFiles() }

    /// Works on all files and writes the results.
    func runOnFiles() throws {
        var output = options.output
        if let defaultFormat {
            let pictures = OutputFormat.Picture.allCases.map(\.rawValue)
            output.to = try OutputFormat.chosen(output.to, forOutput: output.output, choices: pictures) ?? defaultFormat
        }
        let plan = try OutputPlan(options.files, options: output)
        let reader = try options.input.makeReader(limits: options.limits, dependsOnSymbols: dependsOnSymbols)
        let companions = companions.map { InputFile(path: $0) }
        try plan.run(options.limits, options.batch) { item, context throws(ToolError) in
            let readings = try reader.read([item.input] + companions, context)
            let reading = readings[0]
            try check(reading.automaton)
            context.report("working")
            let result = try context.checked { () throws(AutomataError) in
                try transform(reading.automaton, with: readings.dropFirst().map(\.automaton), budget: context.budget)
            }
            try context.write(
                prepare(result, context), in: item.format ?? OutputFormat(reading.format), to: item.destination)
        }
    }
}
