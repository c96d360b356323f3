import ArgumentParser
import StatechartFormats
import ToolSupport

struct StatechartConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a statechart in another format.",
        usage: "automata statechart convert <file> [<options>]",
        discussion: """
            The chart isn't changed; charts that can't run are converted, too. Both formats support the \
            same charts. Comments and the layout of the text aren't kept.

            Example:
              automata statechart convert traffic-lights.scxml -o traffic-lights.json
              generate | automata statechart convert - --to scxml
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<StatechartFormat>

    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let file = InputFile(path: file)
        let chosen = try output.format()
        let plan = try output.plan(for: file, as: chosen)
        let reader = input.reader
        try plan.run(limits.options) { item, context throws(ToolError) in
            let reading = try reader.read(file, context)
            if !reading.document.skippedNamespaces.isEmpty {
                let names = reading.document.skippedNamespaces.joined(separator: ", ")
                Messages.note("elements and attributes of other namespaces are left out: \(names.shown)", at: file.name)
            }
            let text: String
            do throws(StatechartFormatError) { text = try (chosen ?? reading.format).text(of: reading.chart) } catch {
                throw ToolError(error.sentence, isLimit: error.isLimit)
            }
            try context.checkTime()
            try context.write(text, to: item.destination)
        }
    }
}
