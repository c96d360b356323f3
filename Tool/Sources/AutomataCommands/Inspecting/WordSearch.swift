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

    /// The finding: the word, or the reason why there is none if that isn't plain.
    struct Finding {
        let witness: Witness?
        var notes: [String] = []

        var json: String {
            var facts = FactList()
            facts.add("word", json: witness?.json ?? "null", text: nil)
            for note in notes where witness == nil { facts.add("reason", json: JSONString.quoted(note), text: nil) }
            return facts.json
        }
    }

    /// Prints the word, or ends with exit code 1 if there is none.
    ///
    /// - Parameters:
    ///   - check: refuses an automaton that the options can't be about.
    ///   - find: is given the automaton and its companions.
    func run(
        checking check: @escaping @Sendable (Automaton) throws(ToolError) -> Void = { _ in },
        _ find: @escaping @Sendable ([Automaton], Budget) throws(AutomataError) -> Finding
    ) throws {
        let reader = try input.makeReader(limits: limits, asksAboutWords: true)
        let (file, limits, separator, isJSON) = (InputFile(path: path), limits, separator, isJSON)
        let files = [file] + companions.map { InputFile(path: $0) }
        let isFound = Monitor(false)
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let readings = try reader.read(jointly: files, context)
            if let automaton = readings.first?.automaton { try check(automaton) }
            let finding: Finding
            do throws(AutomataError) {
                finding = try find(readings.map(\.automaton), context.budget)
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            isFound.update { $0 = finding.witness != nil }
            if isJSON {
                try StandardOutput.write(finding.json)
            } else if let witness = finding.witness {
                var writer = WordWriter(witness.alphabet, separator: separator)
                try writer.append(witness.alphabet.sampleLetters(of: witness.word))
                try writer.flush()
            }
            return Product(
                destination: .standardOutput, bytes: [], notes: readings.flatMap(\.notes) + finding.notes)
        }
        if failures > 0 { throw ExitCode(2) }
        if !isFound.withLock({ $0 }) { throw ExitCode(1) }
    }
}
