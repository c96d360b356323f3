import ArgumentParser
import AutomataFiles
import ComponentFormats
import Components
import TextSupport
import ToolSupport

struct ComponentsTrace: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print or draw the messages of a run.",
        usage: "automata components trace <file> [<message> | +<ms>] ... [<options>]",
        discussion: """
            Runs the steps as automata components run does, and prints a line for each message that a component handled or \
            lost: the time, the message, and its cause, that is the message that its sender was handling.

            With --to (json, mermaid, svg, pdf, png) or by the extension of the output the messages are JSON objects, one on each \
            line, with the keys id, time (in milliseconds), sender, receiver, port, type, body, cause and, if the \
            message wasn't handled, lost; or a sequence diagram.

            Example:
              automata components trace expenses.json button.fetch +2s
              automata components trace expenses.json button.fetch +2s --json
              automata components trace expenses.json button.fetch +2s -o run.svg
            """)

    @OptionGroup var steps: RunSteps
    @OptionGroup var output: TextOutputOptions<TraceFormat>

    @Flag(help: "Print the messages as JSON objects, one on each line, as --to json does.")
    var json = false

    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let format = try output.format() ?? (json ? .json : .text)
        let plan = try output.plan(for: InputFile(path: steps.file), as: format)
        let (steps, list) = (steps, try steps.ofArguments())
        try plan.run(limits.options) { item, context throws(ToolError) in
            let run = try steps.begin(context)
            // The messages show what led to an error.
            var failure: ToolError?
            do throws(ToolError) { try steps.perform(list, on: run, context) { _, _ in } } catch { failure = error }
            let removed = run.simulation.removedTraceEventCount
            if removed > 0 { context.note("the oldest \(grouped(removed)) events of the trace are left out") }
            let messages = run.messages
            let bytes =
                switch format {
                case .text: Array(messages.text.utf8)
                case .json: Array(messages.jsonLines.utf8)
                case .mermaid: Array(messages.mermaid.utf8)
                case .svg: Array(messages.svg(title: item.input.title).utf8)
                case .pdf: try AssemblyPicture.pdf.bytes(of: messages.svg(title: item.input.title), context)
                case .png: try AssemblyPicture.png.bytes(of: messages.svg(title: item.input.title), context)
                }
            try context.write(bytes, to: item.destination)
            if let failure { throw failure }
        }
    }
}

/// A format of the messages of a run.
enum TraceFormat: String, TextFormat {
    case text, json, mermaid, svg, pdf, png

    static let contentName = "messages"
    static let endings = ".txt, .ndjson, .json, .mmd, .svg, .pdf or .png"
    static let usual = "text"
    var needsViewer: Bool { [.svg, .pdf, .png].contains(self) }

    init?(path: String) {
        let names = ["txt": "text", "ndjson": "json", "jsonl": "json", "mmd": "mermaid"]
        let ending = Path.fileExtension(path)
        self.init(rawValue: names[ending] ?? ending)
    }
}

extension MessageSequence {
    /// The messages for a person.
    fileprivate var text: String {
        messages.map { message in
            let body = message.bodyText.map { " \($0)" } ?? ""
            let receiver = message.receiver.isEmpty ? "nobody" : message.receiver
            let lost = message.loss.map { ", lost: \($0.rawValue)" } ?? ""
            let cause = message.cause.map { "  (by \($0))" } ?? ""
            return
                "\(message.time.millisecondText)  \(message.id)  \(message.sender).\(message.port) > \(receiver): \(message.name)\(body)\(lost)\(cause)"
                .shown + "\n"
        }.joined()
    }
}
