import ArgumentParser
import StatechartFormats
import ToolSupport

struct StatechartConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a statechart in another format.",
        usage: "automata statechart convert <file> [<options>]",
        discussion: """
            The chart isn't changed; charts that can't run are converted, too. SCXML and our JSON hold the same \
            charts. Comments and the layout of the text aren't kept.

            Example:
              automata statechart convert traffic-lights.scxml -o traffic-lights.json
              generate | automata statechart convert - --to scxml
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<StatechartFormat>

    @OptionGroup(title: "Input") var input: StatechartInputOptions

    func run() throws {
        let file = InputFile(path: file)
        let chosen = try output.format()
        let plan = try output.plan(for: file, as: chosen)
        let reader = input.reader
        let runner = BatchRunner(
            names: [file.name], limits: LimitOptions(maxMemory: nil, timeout: nil), force: output.force)
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
}
