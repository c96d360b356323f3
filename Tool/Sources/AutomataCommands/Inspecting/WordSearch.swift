import ArgumentParser
@_spi(Tool) import Automata
import TextSupport
import ToolSupport

/// The options of a command that finds and prints a word of an automaton.
struct WordSearch: ParsableArguments {
    @OptionGroup var source: WordSource

    @Flag(help: "Print the word as a JSON object.")
    var json = false

    /// Prints the word, or ends with exit code 1 if there is none.
    ///
    /// - Parameters:
    ///   - symbols: Other symbols, whose automata are read, too.
    ///   - separator: The text between symbols.
    ///   - check: Throws an error if the options don't apply to the automaton.
    ///   - find: Returns a word of the automaton, which its companions follow, and the reason if
    ///     there is none.
    func run(
        symbols: AlphabetOptions? = nil, separator: String?,
        checking check: @escaping @Sendable (Automaton) throws(ToolError) -> Void = { _ in },
        _ find: @escaping @Sendable ([Automaton], Budget) throws(AutomataError) -> (word: Witness?, absence: String)
    ) throws {
        let isJSON = json
        let isFound = try source.run(with: symbols?.companions ?? []) { automata, context throws(ToolError) in
            try symbols?.check(automata[0])
            try check(automata[0])
            let (word, absence) = try context.checked { () throws(AutomataError) in
                try find(automata, context.budget)
            }
            if word == nil { context.note(absence) }
            if isJSON {
                context.write((["word": word?.jsonSymbols] + (word == nil ? ["reason": absence] : [:])).line)
            } else if let word {
                var writer = WordWriter(word.alphabet, separator: separator)
                try writer.append(word.alphabet.sampleLetters(of: word.word))
                try writer.flush()
            }
            return word != nil
        }
        if !isFound { throw ExitCode(1) }
    }
}
