import ArgumentParser
import AutomataFiles
import ComponentFormats
import Components
import TextSupport
import ToolSupport

struct ComponentsTrace: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print or draw the messages of a run, or of a file that a run has written.",
        usage: """
            automata components trace <file> [<message> | +<ms>] ... [<options>]
            automata components trace --from <trace> [<options>]
            """,
        discussion: """
            Runs the steps as automata components run does, and prints a line for each message that a component handled or \
            lost: the time, the message, and its cause, that is the message that its sender was handling. Components that \
            fail or are restarted have lines, too.

            --from prints the file of automata components run --record instead, in constant memory. The options --part, \
            --message, --flow, --after, --before, --kind and --text choose what is shown; all conditions must be met. A \
            flow is a message with all that it set off.

            With --to (json, mermaid, svg, pdf, png) or by the extension of the output the messages are JSON objects, one on each \
            line, with the keys id, time (in milliseconds), sender, receiver, port, type, body, cause and, if the \
            message wasn't handled, lost; or a sequence diagram.

            Exit codes: 0 done, 2 an error, also if the trace is cut off, or a component failed in this run.

            Example:
              automata components trace expenses.json button.fetch +2s
              automata components trace expenses.json button.fetch +2s --json
              automata components trace expenses.json button.fetch +2s -o run.svg
              automata components trace --from run.trace --part service --after 1.5s
              automata components trace --from run.trace --kind lost --kind failed
              automata components trace --from run.trace --flow environment/1 -o flow.svg
            """)

    @OptionGroup var steps: RunSteps

    @Option(
        help: ArgumentHelp("A trace to print in place of a run; - is standard input.", valueName: "trace"),
        completion: .file())
    var from: String?

    @OptionGroup var output: TextOutputOptions<TraceFormat>

    @Flag(help: "Print the messages as JSON objects, one on each line, as --to json does.")
    var json = false

    @OptionGroup(title: "What is shown") var shown: TraceFilterOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if from == nil { return try steps.checkAssembly() }
        if steps.assembly != nil || steps.hasSteps {
            throw ValidationError(
                "--from prints a trace without a run; leave out the assembly, messages and their options.")
        }
    }

    func run() throws {
        let format = try output.format() ?? (json ? .json : .text)
        let plan = try output.plan(for: InputFile(path: from ?? steps.file), as: format)
        let (command, list) = (self, try steps.ofArguments())
        let hasFailed = Monitor(false)
        try plan.run(limits.options) { item, context throws(ToolError) in
            let document = try command.document(item, context)
            var printer = TracePrinter(format, command.shown, item, context)
            // What comes before an error shows what led to it.
            var failure: ToolError?
            do throws(ToolError) {
                if let document {
                    try command.run(list, document, &printer, context, hasFailed, &failure)
                } else {
                    try printer.add(TraceFile(item.input), context)
                }
            } catch { failure = error }
            try printer.finish()
            if let failure { throw failure }
        }
        if hasFailed.withLock({ $0 }) { throw ExitCode(2) }
    }

    /// Reads the assembly, if one is given, and checks that the output takes the place of no input.
    private func document(_ item: OutputPlan.Item, _ context: WorkContext) throws(ToolError) -> AssemblyDocument? {
        if from == nil { return try steps.document(context, output: item.destination.path) }
        try item.input.check([item.destination.path].compactMap(\.self))
        return nil
    }

    private func run(
        _ list: [ScriptStep], _ document: AssemblyDocument, _ printer: inout TracePrinter, _ context: WorkContext,
        _ hasFailed: Monitor<Bool>,
        _ failure: inout ToolError?
    ) throws(ToolError) {
        let run = try steps.begin(document, steps.options)
        do throws(ToolError) { try steps.perform(list, on: run, context) { _, _ in } } catch { failure = error }
        if !run.simulation.failures.isEmpty { hasFailed.withLock { $0 = true } }
        let removed = run.simulation.removedTraceEventCount
        if removed > 0 { context.note("the oldest \(grouped(removed)) events of the trace are left out") }
        printer.components = run.parts.map(\.name)
        for event in run.simulation.trace { try printer.add(event) }
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
