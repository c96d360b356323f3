import ArgumentParser
import Automata

struct Draw: TransformingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw automata: SVG, PDF or PNG.",
        discussion: """
            Graphviz draws the picture and must be installed. The automaton is drawn as it is; every command that \
            writes automata draws its result too, with --to svg or an output named .svg.

            Example:
              automata draw ends-with-01.jff -o ends-with-01.svg
              automata minimize ends-with-01.jff -o minimal.pdf
              automata draw automata/ --output-dir pictures --to png
            """)

    @OptionGroup var options: TransformOptions

    var defaultFormat: OutputFormat? { .picture(.svg) }

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton { automaton }
}
