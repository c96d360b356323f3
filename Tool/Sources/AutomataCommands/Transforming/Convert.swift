import ArgumentParser
import Automata

struct Convert: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write automata in another format.",
        discussion: """
            The automaton doesn't change. If a format can't represent it, for example because of two initial states, \
            the smallest change that keeps the language is made, and a note on standard error describes the change.

            Example:
              automata convert ends-with-01.jff -o ends-with-01.mata
              automata convert automata/ --output-dir json --to json
              generate | automata convert - --from att --to dot | dot -Tpdf -o picture.pdf
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton { automaton }
}
