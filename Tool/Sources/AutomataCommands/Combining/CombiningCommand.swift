import ArgumentParser
import Automata
import AutomataFormats
import ToolSupport

/// The options for making one automaton of several.
struct CombinationOptions: ParsableArguments {
    @OptionGroup(title: "Output") var result: ResultOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    @Flag(name: .shortAndLong, help: "Print only errors on standard error, without progress and notes.")
    var quiet = false

    /// Reads automata, makes one of them, and writes it.
    func run(
        on files: [String],
        _ combine: @escaping @Sendable ([Automaton], WorkContext) throws(ToolError) -> Automaton
    ) throws {
        let (format, destination) = (try result.format(), try result.destination())
        let reader = try input.makeReader(limits: limits, dependsOnSymbols: true)
        let files = files.map { InputFile(path: $0) }
        let name = files.count == 1 ? files[0].name : files.isEmpty ? "automata" : "\(files.count) files"
        try limits.run(on: name, isQuiet: quiet, replacing: result.force) { context throws(ToolError) in
            let readings = try reader.read(files, context)
            context.report("working")
            let automaton = try combine(readings.map(\.automaton), context)
            let usual = OutputFormat(readings.first?.format ?? .text(.mata))
            try context.write(automaton, in: format ?? usual, to: destination)
        }
    }
}

/// The options of a command that makes one automaton of several.
struct CombineOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The automata; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var output: CombinationOptions

    func validate() throws {
        try ValidationError.check(standardInputs: files)
    }
}

/// A command that reads several automata and makes one of them.
protocol CombiningCommand: ParsableCommand, Sendable {
    var options: CombineOptions { get }
    /// The allowed number of operands.
    static var operandCount: ClosedRange<Int> { get }
    /// The files that options name in addition to the operands; their automata follow those of the
    /// operands.
    var companions: [String] { get }

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton
}

extension CombiningCommand {
    static var operandCount: ClosedRange<Int> { 1...Int.max }
    var companions: [String] { [] }

    func validate() throws {
        let (count, wanted) = (options.files.count, Self.operandCount)
        guard wanted.contains(count) else {
            throw ValidationError(
                "expected " + (wanted.lowerBound == wanted.upperBound ? "" : "at least ")
                    + "\(wanted.lowerBound) file\(wanted.lowerBound == 1 ? "" : "s"), found \(count).")
        }
    }

    func run() throws {
        let command = self
        try options.output.run(on: options.files + companions) { automata, context throws(ToolError) in
            try context.checked { () throws(AutomataError) in try command.combine(automata, budget: context.budget) }
        }
    }
}
