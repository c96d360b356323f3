import ArgumentParser
import StatechartFormats
import Statecharts
import ToolSupport

struct StatechartDraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw a statechart: SVG, a page, PDF or PNG, or text for Graphviz, Mermaid and PlantUML.",
        usage: "automata statechart draw <file> [<options>]",
        discussion: """
            The chart is drawn unchanged, even if it can't run. Without --to the extension of the output decides \
            (.svg, .html, .dot, .gv, .mmd, .puml, .pdf, .png); otherwise the picture is SVG. --submachines draws the charts of \
            submachine states below the chart, only in SVG. PDF and PNG are made by rsvg-convert of librsvg, or else \
            drawn by Graphviz, with its own layout.

            --depth folds the states on the last level: they show their names instead of their insides, and transitions \
            from or to states inside end at their borders. --state draws only the inside of a state. An .html page shows \
            states of any level: a click opens a state; it needs a browser, but no server.

            --active fills states, like the active states of a run. statechart run --draw draws the end of a run.

            Example:
              automata statechart draw traffic-lights.scxml -o traffic-lights.svg
              automata statechart draw traffic-lights.scxml --active Paused -o paused.svg
              automata statechart draw traffic-lights.scxml --to mermaid
              automata statechart draw microwave.scxml --depth 1 -o overview.svg
              automata statechart draw traffic-lights.scxml --state Lights -o lights.pdf
              automata statechart draw microwave.scxml -o microwave.html
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<DrawingFormat>

    @Option(help: ArgumentHelp("The names of active states, with commas between them.", valueName: "names"))
    var active: String?

    @Option(
        help: ArgumentHelp("The number of levels to draw; states on the last one are folded.", valueName: "levels"),
        transform: number(from: 1, to: 1_000_000))
    var depth: Int?

    @Option(help: ArgumentHelp("The state whose inside alone is drawn.", valueName: "name"))
    var state: String?

    @Flag(help: "Draw the charts of submachine states, too.")
    var submachines = false

    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let file = InputFile(path: file)
        let picture = try output.format() ?? .svg
        if submachines, picture != .svg { throw ValidationError("--submachines needs an SVG picture.") }
        let plan = try output.plan(for: file, as: picture)
        let reader = input.reader
        let command = self
        let names = (active ?? "").split(separator: ",").map(String.init)
        try plan.run(limits.options) { item, context throws(ToolError) in
            let chart = try reader.read(file, context).chart
            let known = RunStateNames(chart)
            if let unknown = (names + [command.state].compactMap(\.self)).first(where: { known.state($0) == nil }) {
                let alike = NameSuggestions.names(like: unknown, among: chart.states.map(\.name))
                throw ToolError(
                    "the chart has no state '\(unknown.shown)'"
                        + (alike.isEmpty ? "" : "; did you mean \(alike.joined(separator: ", "))?"))
            }
            let bytes = try picture.bytes(
                of: chart, highlighting: StatechartHighlight(active: names), drawsSubmachines: command.submachines,
                showing: StatechartExcerpt(of: command.state, depth: command.depth), context)
            let text: StatechartFormat? = picture == .mermaid ? .mermaid : picture == .plantuml ? .plantUML : nil
            for loss in text?.losses(of: chart) ?? [] { Messages.note(loss, at: file.name) }
            try context.checkTime()
            try context.write(bytes, to: item.destination)
        }
    }
}
