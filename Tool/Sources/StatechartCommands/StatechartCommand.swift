package import ArgumentParser
import StatechartFormats
import ToolSupport

/// The group of commands for statecharts.
package struct StatechartCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "statechart",
        abstract: "Check, analyze, run, compare, view, draw and convert statecharts, or make tests and programs.",
        usage: "automata statechart <command> <file> [<options>]",
        discussion: """
            Statecharts are read and written as .scxml, the W3C's State Chart XML, and as the tool's .json; also \
            as JSON of XState and as .puml (PlantUML) and .mmd (Mermaid). .smcat (state-machine-cat), .yaml \
            (sismic) and .sct (itemis CREATE) are read, too. A file named - is standard input.

            Example:
              automata statechart check traffic-lights.scxml
              automata statechart analyze traffic-lights.scxml
              automata statechart run traffic-lights.scxml +4000 button
              automata statechart view traffic-lights.scxml
              automata statechart draw traffic-lights.scxml -o traffic-lights.svg
              automata statechart convert traffic-lights.scxml -o traffic-lights.json
              automata statechart generate traffic-lights.scxml -o traffic_lights.h
              automata statechart flatten traffic-lights.scxml -o traffic-lights.mata
              automata statechart equivalent door.scxml simpler-door.scxml
              automata statechart tests traffic-lights.scxml
              automata statechart test turnstile.scxml -- ./turnstile
              automata statechart coverage login.scxml login.expect.ndjson
              automata statechart info statecharts/
            """,
        subcommands: [
            StatechartCheck.self, StatechartAnalyze.self, StatechartRun.self, StatechartView.self, StatechartDraw.self,
            StatechartConvert.self, StatechartGenerate.self, StatechartFlatten.self, StatechartEquivalent.self,
            StatechartTestsCommand.self, StatechartTestCommand.self, StatechartCoverageCommand.self,
            StatechartInfo.self,
        ])

    package init() {}

    package func run() throws { throw ValidationError("Name a command; automata statechart --help lists them.") }
}

/// The options for the statecharts of a command.
struct StatechartFiles: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files and folders with statecharts; - is standard input.", valueName: "file"),
        completion: .file())
    private var files: [String]

    @Flag(help: "Print a JSON object for each file, one on each line.")
    var json = false

    @OptionGroup(title: "Input") private var input: StatechartInputOptions
    @OptionGroup(title: "Batch") private var batch: BatchOptions
    @OptionGroup(title: "Limits") private var limits: StatelessLimitOptions

    /// Does the work on each file; returns the results.
    @discardableResult
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (_ index: Int, InputFile, StatechartReader, WorkContext) throws(ToolError) -> Value
    ) throws -> [Value] {
        let reader = input.reader
        return try InputList(files, contents: .statecharts).run(limits.options, batch) {
            index, file, context throws(ToolError) in try work(index, file, reader, context)
        }
    }
}

/// The options for reading statecharts.
struct StatechartInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format; by default determined by the extension, then by the content.", valueName: "format"))
    var from: NamedCase<StatechartFormat>?

    var reader: StatechartReader { StatechartReader(format: from?.value) }
}
