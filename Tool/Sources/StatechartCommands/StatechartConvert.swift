import ArgumentParser
import StatechartFormats
import ToolSupport

struct StatechartConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a statechart in another format.",
        usage: "automata statechart convert <file> [<options>]",
        discussion: """
            Charts that can't run are converted, too. The formats json and scxml hold whole charts. The others are \
            for other tools, and lose parts: xstate, plantuml and mermaid are read and written; smcat, sismic \
            and sct (itemis CREATE) are only read; dot (a picture), markdown and csv (tables of transitions) \
            are only written. A .json file is read as xstate if its content is XState's; a .json output is written as json \
            unless --to names xstate. Notes tell what the reader left out or guessed, and what the written format lacks. Comments and the layout of the text \
            aren't kept.

            Example:
              automata statechart convert traffic-lights.scxml -o traffic-lights.json
              automata statechart convert machine.json --to scxml -o machine.scxml
              automata statechart convert traffic-lights.scxml -o transitions.csv
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
            if !StatechartFormat.complete.contains(reading.format) {
                for note in reading.document.warnings {
                    Messages.note(note.message.shown, at: "\(file.name):\(note.line):\(note.column)")
                }
            }
            if !reading.document.skippedNamespaces.isEmpty {
                let names = reading.document.skippedNamespaces.joined(separator: ", ")
                Messages.note("elements and attributes of other namespaces are left out: \(names.shown)", at: file.name)
            }
            let (format, text): (StatechartFormat, String)
            do throws(StatechartFormatError) {
                format = chosen ?? reading.format
                text = try format.text(of: reading.chart)
            } catch {
                throw ToolError(error.sentence, isLimit: error.isLimit)
            }
            for loss in format.losses(of: reading.chart) { Messages.note(loss, at: file.name) }
            try context.checkTime()
            try context.write(text, to: item.destination)
        }
    }
}
