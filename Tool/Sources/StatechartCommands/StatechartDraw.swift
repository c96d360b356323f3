import ArgumentParser
import StatechartFormats
import Statecharts
import ToolSupport

struct StatechartDraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw a statechart: SVG, or text for Graphviz, Mermaid and PlantUML.",
        usage: "automata statechart draw <file> [<options>]",
        discussion: """
            The chart is drawn unchanged, even if it can't run. Without --to the extension of the output decides \
            (.svg, .dot, .gv, .mmd, .puml); otherwise the picture is SVG. --submachines draws the charts of submachine \
            states below the chart, only in SVG.

            --active fills states, like the active states of a run. statechart run --draw draws the end of a run.

            Example:
              automata statechart draw traffic-lights.scxml -o traffic-lights.svg
              automata statechart draw traffic-lights.scxml --active Paused -o paused.svg
              automata statechart draw traffic-lights.scxml --to mermaid
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<StatechartPicture>

    @Option(help: ArgumentHelp("The names of active states, with commas between them.", valueName: "names"))
    var active: String?

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
            if let unknown = names.first(where: { known.state($0) == nil }) {
                let alike = NameSuggestions.names(like: unknown, among: chart.states.map(\.name))
                throw ToolError(
                    "the chart has no state '\(unknown.shown)'"
                        + (alike.isEmpty ? "" : "; did you mean \(alike.joined(separator: ", "))?"))
            }
            let highlight = StatechartHighlight(active: names)
            let text =
                picture == .svg
                ? chart.svg(highlighting: highlight, drawsSubmachines: command.submachines)
                : picture.text(of: chart, highlighting: highlight)
            try context.checkTime()
            try context.write(text, to: item.destination)
        }
    }
}
