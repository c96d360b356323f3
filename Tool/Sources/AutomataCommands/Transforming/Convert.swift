import ArgumentParser
import Automata

struct Convert: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write automata in another format.",
        discussion: """
            The automaton doesn't change. If a format can't hold it, for example because of \
            two initial states, it gets the least change that keeps the language, and a note on standard error says so.

            Example:
              automata convert ends-with-01.jff -o ends-with-01.mata
              automata convert automata/ --output-dir json --to json
              generate | automata convert - --from att --to dot | dot -Tpdf -o picture.pdf
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton { automaton }
}
