import ArgumentParser
@_spi(Tool) import Automata
import TextSupport
import ToolSupport

/// A word of one automaton that a command looks for and prints.
struct WordSearch {
    let path: String
    /// Files that are read beside it.
    var companions: [String] = []
    let separator: String?
    /// Whether the finding is printed as a JSON object.
    let isJSON: Bool
    let input: InputOptions
    let limits: LimitOptions

    /// Prints the word, or ends with exit code 1 if there is none.
    ///
    /// - Parameters:
    ///   - check: refuses an automaton that the options can't be about.
    ///   - find: is given the automaton and its companions; returns the word, and the reason why
    ///     there is none.
    func run(
        checking check: @escaping @Sendable (Automaton) throws(ToolError) -> Void = { _ in },
        _ find: @escaping @Sendable ([Automaton], Budget) throws(AutomataError) -> (word: Witness?, absence: String)
    ) throws {
        let reader = try input.makeReader(limits: limits, asksAboutWords: true)
        let (file, separator, isJSON) = (InputFile(path: path), separator, isJSON)
        let files = [file] + companions.map { InputFile(path: $0) }
        let isFound = try limits.run(on: file.name) { context throws(ToolError) in
            let automata = try reader.read(files, context).map(\.automaton)
            try check(automata[0])
            let (word, absence) = try context.checked { () throws(AutomataError) in
                try find(automata, context.budget)
            }
            if word == nil { context.note(absence) }
            if isJSON {
                var object: JSONObject = ["word": word?.jsonSymbols]
                if word == nil { object.add("reason", absence) }
                context.write(object.line)
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
