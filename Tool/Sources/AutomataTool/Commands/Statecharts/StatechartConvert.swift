import ArgumentParser
import AutomataFiles
import StatechartFormats

struct StatechartConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a statechart in another format.",
        usage: "automata statechart convert <file> [<options>]",
        discussion: """
            The chart is read and written as it is; it need not be able to run. SCXML and our JSON hold the same \
            charts. Comments and the layout of the text aren't kept.

            Example:
              automata statechart convert traffic-lights.scxml -o traffic-lights.json
              generate | automata statechart convert - --to scxml
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, - for standard output (the default).", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The output's format; without it the extension of the output decides, else the input's format.",
            valueName: "format"))
    var to: NamedCase<StatechartFormat>?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    var force = false

    @OptionGroup(title: "Input") var input: StatechartInputOptions

    func validate() throws {
        if output == "" { throw ValidationError("An output needs a name; - is standard output.") }
    }

    func run() throws {
        let (file, destination) = (InputFile(path: file), Destination(output ?? "-"))
        let chosen = try chosenFormat(for: destination)
        let plan = try OutputPlan(file, to: destination, replacing: force)
        let reader = input.reader
        let runner = BatchRunner(
            names: [file.name], limits: LimitOptions(maxMemory: nil, timeout: nil), force: force)
        let failures = try runner.run { index, context throws(ToolError) in
            let reading = try reader.read(file, context)
            do throws(StatechartFormatError) {
                let text = try (chosen ?? reading.format).text(of: reading.chart)
                return Product(destination: plan.items[index].destination, bytes: Array(text.utf8))
            } catch {
                throw ToolError(error.sentence, isLimit: error.isLimit)
            }
        }
        if failures > 0 { throw ExitCode(2) }
    }

    private func chosenFormat(for destination: Destination) throws(ToolError) -> StatechartFormat? {
        if let to { return to.value }
        guard case .file(let path) = destination, !Path.fileExtension(path).isEmpty else { return nil }
        if let format = StatechartFormat(path: path) { return format }
        throw ToolError(
            "the ending .\(Path.fileExtension(path)) tells no format of statecharts; end the name in .json or .scxml, "
                + "or name the format with --to", at: path)
    }
}
