import ArgumentParser
import Automata

struct Shortest: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the shortest word that an automaton accepts.",
        usage: "automata shortest <file> [<options>]",
        discussion: """
            Of the shortest the least in the order of the symbols, as automata accepts reads it; an empty line is the empty word. \
            --rejected prints the shortest word over the automaton's symbols that it rejects. Of a class of symbols one member is \
            printed.

            Exit codes: 0 there is one, 1 there is none, 2 an error.

            Example:
              automata shortest ends-with-01.jff
              automata eval 'a.mata - b.mata' | automata shortest -
            """)

    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "The shortest word that is rejected.")
    var rejected = false

    @OptionGroup var spelling: SpellingOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let search = WordSearch(path: file, separator: spelling.separator, input: input, limits: limits)
        let isRejected = rejected
        try search.run { automaton, budget throws(AutomataError) in
            let witness =
                isRejected ? try automaton.shortestRejectedWord(budget: budget) : automaton.shortestWord()
            return WordSearch.Finding(witness: witness)
        }
    }
}
