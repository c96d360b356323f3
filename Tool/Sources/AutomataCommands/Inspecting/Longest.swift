import ArgumentParser
import Automata
import ToolSupport

struct Longest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "longest",
        abstract: "Print the longest word that an automaton accepts.",
        usage: "automata longest <file> [<options>]",
        discussion: """
            Prints the lexicographically first of the longest words, in the notation of automata accepts; the empty word is an empty line, and ε on a terminal. \
            If the language is empty or infinite, a note says so instead. For a class of symbols one member is printed.

            With --json the keys are word (a list of symbols; null if there is none) and, with null, reason.

            Exit codes: 0 there is such a word, 1 there is none, 2 an error.

            Example:
              automata longest keywords.mata
              automata eval 'a.mata - b.mata' | automata longest -
            """)

    @OptionGroup var search: WordSearch
    @OptionGroup var spelling: SpellingOptions

    func run() throws {
        try search.run(separator: spelling.separator) { automata, _ in
            let automaton = automata[0]
            let isEmpty = automaton.shortestWord() == nil
            return (
                automaton.longestWord(),
                isEmpty ? "no word is accepted" : "there is no longest word: infinitely many are accepted"
            )
        }
    }
}
