import ArgumentParser
import Automata
import AutomataFiles
import ComponentFormats
import Components
import Statecharts
import ToolSupport

/// The steps of a run, and how it runs.
struct RunSteps: ParsableArguments {
    @Argument(help: ArgumentHelp("The assembly; - is standard input.", valueName: "file"), completion: .file())
    var assembly: String?

    @Argument(help: ArgumentHelp("Messages and times.", valueName: "message"))
    var steps: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file of further messages and times, one on each line; - is standard input.", valueName: "file"),
        completion: .file())
    var events: String?

    @Option(help: ArgumentHelp("The start of all random numbers. (default: 0)", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Let the seed choose which component handles its next message.")
    var shuffle = false

    @Option(
        help: ArgumentHelp("Maximum number of messages that a step may lead to.", valueName: "count"),
        transform: number(from: 1, to: 1_000_000_000))
    var limit = 100_000

    func validate() throws { try ValidationError.check(standardInputs: [assembly, events]) }

    /// The path of the assembly.
    var file: String { assembly ?? "" }

    /// Throws an error without an assembly.
    func checkAssembly() throws {
        if assembly == nil { throw ValidationError("Name the file of an assembly.") }
    }

    /// Whether options of a run are given, besides the assembly.
    var hasSteps: Bool { !steps.isEmpty || events != nil || seed != nil || shuffle }

    /// Reads the assembly, and tells its warnings.
    ///
    /// - Parameters:
    ///   - scriptLimit: The maximum number of instructions of a script each time it runs.
    ///   - output: A file that is written, and must not be one that is read.
    ///   - inputs: Further files that are read.
    func document(
        _ context: WorkContext, scriptLimit: Int = 1_000_000_000, output: String? = nil, inputs: [String?] = []
    ) throws(ToolError) -> AssemblyDocument {
        let assembly = AssemblyFile(file)
        let document = try assembly.read(context, scriptLimit: scriptLimit)
        document.tellWarnings(context, at: file)
        if let output { try assembly.check([output], inputs: inputs + [events]) }
        return document
    }

    /// The options of the simulation.
    var options: Simulation.Options {
        var options = Simulation.Options()
        (options.seed, options.isShuffled) = (seed ?? 0, shuffle)
        return options
    }

    /// Begins a run.
    func begin(_ document: AssemblyDocument, _ options: Simulation.Options) throws(ToolError) -> ComponentRun {
        do throws(ComponentError) { return try ComponentRun(document, options, stepLimit: limit) } catch {
            throw ToolError("at the start: \(Self.sentence(error))", at: file)
        }
    }

    /// Begins a run for a page.
    func beginInspected(_ document: AssemblyDocument, _ steps: [ScriptStep]) throws(ToolError) -> SimulatedRun {
        let title = document.name ?? InputFile(path: file).title
        do {
            return try SimulatedRun(document, options, after: steps, stepLimit: limit, title: title)
        } catch {
            throw ToolError("at the start: \(Self.sentence(error))", at: file)
        }
    }

    /// Returns the steps of the arguments, which are read before a run begins.
    func ofArguments() throws(ToolError) -> [ScriptStep] {
        var list: [ScriptStep] = []
        for step in steps { list.append(try Self.step(nil) { () throws(ExpressionError) in try .init(parsing: step) }) }
        return list
    }

    /// Carries out the start, steps and those of the file, each with a function that gets its
    /// result.
    func perform(
        _ steps: [ScriptStep], on run: ComponentRun, _ context: WorkContext,
        _ body: (ScriptResult, _ place: String?) throws(ToolError) -> Void
    ) throws(ToolError) {
        for step in [ScriptStep()] + steps { try take(step, on: run, nil, context, body) }
        guard let events else { return }
        try Self.eachLine(of: events, context) { line, place throws(ToolError) in
            let step = try Self.step(place) { () throws(ExpressionError) in try .init(parsing: line) }
            try take(step, on: run, place, context, body)
        }
    }

    /// Carries out the steps of a file with expectations.
    ///
    /// - Returns: The number of steps.
    func perform(
        expectations path: String, on run: ComponentRun, _ context: WorkContext,
        _ body: (ScriptResult, _ place: String?) throws(ToolError) -> Void
    ) throws(ToolError) -> Int {
        var count = 0
        try Self.eachLine(of: path, context) { line, place throws(ToolError) in
            count += 1
            let step = try Self.step(place) { () throws(ExpressionError) in try .init(expectation: line) }
            try take(step, on: run, place, context, body)
        }
        return count
    }

    private func take(
        _ step: ScriptStep, on run: ComponentRun, _ place: String?, _ context: WorkContext,
        _ body: (ScriptResult, _ place: String?) throws(ToolError) -> Void
    ) throws(ToolError) {
        try context.checkTime()
        let result: ScriptResult
        do { result = try run.perform(step) } catch {
            throw ToolError("\(step.text.quoted): \(Self.sentence(error))".shown, at: place ?? file)
        }
        for note in result.notes {
            if let text = note.problem { context.note("'\(note.component)': \(text)".shown) }
        }
        try body(result, place)
    }

    /// Returns what to say of an error of a run.
    private static func sentence(_ error: any Error) -> String {
        guard case .tooManySteps(let limit)? = error as? ComponentError else { return "\(error)" }
        return "more than \(limit) messages; raise --limit, or find the loop by automata components trace"
    }

    private static func step(
        _ place: String?, _ read: () throws(ExpressionError) -> ScriptStep
    ) throws(ToolError) -> ScriptStep {
        do throws(ExpressionError) { return try read() } catch { throw ToolError(error.message.shown, at: place) }
    }

    /// Calls a function with each line that isn't empty and doesn't begin with #.
    private static func eachLine(
        of path: String, _ context: WorkContext, _ body: (String, _ place: String) throws(ToolError) -> Void
    ) throws(ToolError) {
        let file = InputFile(path: path)
        var number = 0
        try file.forEachLine(maximumBytes: context.budget.maximumBytes) { line throws(ToolError) in
            number += 1
            guard let text = String(validating: line, as: UTF8.self) else {
                throw ToolError("this line isn't UTF-8; write it in UTF-8", at: "\(file.name):\(number)")
            }
            if text.hasPrefix("#") || text.allSatisfy(\.isWhitespace) { return }
            try body(text, "\(file.name):\(number)")
        }
    }
}

extension ComponentNote {
    /// The message of a failure; `nil` for a log entry.
    var problem: String? {
        switch kind {
        case .log: nil
        case .failure(let failure):
            switch failure.subject {
            case .condition: "a condition doesn't hold: \(failure.error.message)"
            case .action: "an action fails: \(failure.error.message)"
            case .invocation: "an invocation doesn't begin: \(failure.error.message)"
            }
        case .end(let reason): "failed and has ended: \(reason)"
        }
    }
}
