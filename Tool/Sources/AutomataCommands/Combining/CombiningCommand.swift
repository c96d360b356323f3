import ArgumentParser
import Automata
import AutomataFormats
import ToolSupport

/// The options of a command that makes one automaton of several.
struct CombineOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The automata; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup(title: "Output") var result: ResultOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    @Flag(name: .shortAndLong, help: "Print only errors, without progress and notes, on standard error.")
    var quiet = false

    func validate() throws {
        if files.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("Standard input, -, can be read once only.")
        }
    }
}

/// A command that reads several automata and makes one of them.
protocol CombiningCommand: ParsableCommand, Sendable {
    var options: CombineOptions { get }
    /// The number of automata that it takes.
    static var operandCount: ClosedRange<Int> { get }
    /// Files that other options than the operands name; their automata follow those of the
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
                "\(count) \(count == 1 ? "file is" : "files are") named, and "
                    + (wanted.lowerBound == wanted.upperBound ? "" : "at least ")
                    + "\(wanted.lowerBound) \(wanted.lowerBound == 1 ? "is" : "are") wanted.")
        }
    }

    func run() throws {
        let files = (options.files + companions).map { InputFile(path: $0) }
        let command = self
        try Combination(
            files: files, options: options.result, input: options.input, limits: options.limits, isQuiet: options.quiet
        ).run { automata, budget throws(AutomataError) in try command.combine(automata, budget: budget) }
    }
}

/// Reads several automata, makes one of them, and writes it.
struct Combination {
    let files: [InputFile]
    let options: ResultOptions
    let input: InputOptions
    let limits: LimitOptions
    let isQuiet: Bool

    func run(_ combine: @escaping @Sendable ([Automaton], Budget) throws(AutomataError) -> Automaton) throws {
        let limits = limits
        try run { automata, budget throws(ToolError) in
            do throws(AutomataError) {
                return try combine(automata, budget)
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
        }
    }

    func run(_ combine: @escaping @Sendable ([Automaton], Budget) throws(ToolError) -> Automaton) throws {
        let format = try options.format()
        let destination = try options.destination()
        let reader = try input.makeReader(limits: limits, asksAboutWords: true)
        let (files, limits) = (files, limits)
        let runner = BatchRunner(
            names: [files.count == 1 ? files[0].name : files.isEmpty ? "automata" : "\(files.count) files"],
            limits: limits,
            settings: BatchSettings(isQuiet: isQuiet), force: options.force)
        let failures = try runner.run { _, context throws(ToolError) in
            let readings = try reader.read(jointly: files, context)
            context.report("working")
            let result = try combine(readings.map(\.automaton), context.budget)
            context.report("writing")
            let text = try AutomatonWriter.text(
                of: result, in: format ?? OutputFormat(readings.first?.format ?? .text(.mata)), limits: limits,
                context: context)
            return Product(
                destination: destination, bytes: text.bytes, notes: readings.flatMap(\.notes) + text.notes)
        }
        if failures > 0 { throw ExitCode(2) }
    }
}
