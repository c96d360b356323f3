import ArgumentParser
import Automata
import ToolSupport

struct Shortest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shortest",
        abstract: "Print the shortest word that an automaton accepts.",
        usage: "automata shortest <file> [<options>]",
        discussion: """
            Prints the lexicographically first of the shortest words, in the notation of automata accepts; the empty word is an empty line, \
            and ε on a terminal. --rejected prints the shortest rejected word, over the automaton's symbols or those of --over, \
            --alphabet or --all-symbols. --synchronizing prints the shortest synchronizing word of a DFA, which leads from all \
            states to the same state. For a class of symbols one member is printed.

            With --json the keys are word (a list of symbols; null if there is none) and, with null, reason.

            Exit codes: 0 there is such a word, 1 there is none, 2 an error.

            Example:
              automata shortest ends-with-01.jff
              automata eval 'a.mata - b.mata' | automata shortest -
              automata shortest handled.mata --rejected --over events.mata
              automata shortest machine.jff --synchronizing
            """)

    @OptionGroup var search: WordSearch

    @Flag(help: "Print the shortest rejected word.")
    var rejected = false

    @Flag(help: "Print the shortest word that leads from all states of a DFA to the same state.")
    var synchronizing = false

    @OptionGroup(title: "Symbols") var symbols: AlphabetOptions

    func validate() throws {
        if rejected, synchronizing {
            throw ValidationError("--rejected and --synchronizing exclude each other; give one of them.")
        }
        if !rejected, symbols.isGiven {
            throw ValidationError("--over, --alphabet and --all-symbols need --rejected.")
        }
    }

    func run() throws {
        let (isRejected, isSynchronizing, symbols) = (rejected, synchronizing, symbols)
        let check = { @Sendable (automaton: Automaton) throws(ToolError) in
            if isSynchronizing { _ = try automaton.requiredDFA(for: "--synchronizing") }
        }
        try search.run(symbols: symbols, separator: symbols.spelling.separator, checking: check) {
            automata, budget throws(AutomataError) in
            let automaton = automata[0]
            if isSynchronizing, let dfa = automaton.unchangedDFA {
                return (
                    try dfa.shortestSynchronizingWord(budget: budget), "no word leads from all states to the same state"
                )
            }
            if !isRejected { return (automaton.shortestWord(), "no word is accepted") }
            let alphabet = try symbols.alphabet(
                kind: automaton.alphabet.kind, companions: Array(automata.dropFirst()))
            return (try automaton.shortestRejectedWord(over: alphabet, budget: budget), "no word is rejected")
        }
    }
}
