import ArgumentParser
import Automata
import ToolSupport

struct Draw: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw automata: SVG, TikZ for LaTeX, PDF or PNG.",
        discussion: """
            States have the positions of the file, or a layout with few crossings. The automaton is drawn unchanged. \
            Every command that writes automata can draw its result, with --to svg or an output named .svg. \
            PDF and PNG are made by rsvg-convert of librsvg, or else drawn by Graphviz, with its own layout. At most 5,000 states and \
            5,000 transitions are drawn.

            Example:
              automata draw ends-with-01.jff -o ends-with-01.svg
              automata draw ends-with-01.jff -o ends-with-01.tex
              automata minimize ends-with-01.jff -o minimal.pdf
              automata draw automata/ --output-dir pictures --layout dot
            """)

    @OptionGroup var options: TransformOptions

    @Option(
        help: ArgumentHelp(
            "Positions of states: automatic (the file's if it has any), anew (a new layout), dot (Graphviz's layout).",
            valueName: "name"))
    var layout = NamedCase(Layout.automatic)

    enum Layout: String, CaseIterable, Sendable {
        case automatic, anew, dot
    }

    var defaultFormat: OutputFormat? { .picture(.svg) }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        layout.value == .automatic ? automaton : try automaton.withStatePositions(nil)
    }

    func prepare(_ result: Automaton, _ context: WorkContext) throws(ToolError) -> Automaton {
        guard layout.value == .dot else { return result }
        try AutomatonPicture.check(result)
        return try Graphviz.withPositions(result, context)
    }
}
