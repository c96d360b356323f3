import ArgumentParser
import Automata

struct Convert: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write automata in another format, as they are.",
        discussion: """
            Nothing is added to the automaton or taken from it. A format that can't hold it as it stands, say for its \
            two initial states, gets the least change that keeps the language, and a note on standard error says so.

            Example:
              automata convert ends-with-01.jff -o ends-with-01.mata
              automata convert automata/ --output-dir json --to json
              generate | automata convert - --from att --to dot | dot -Tpdf -o picture.pdf
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) -> Automaton { automaton }
}
