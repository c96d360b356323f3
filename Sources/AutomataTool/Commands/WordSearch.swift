import ArgumentParser
import Automata

/// A word of one automaton that a command looks for and prints.
struct WordSearch {
    let path: String
    let separator: String?
    let input: InputOptions
    let limits: LimitOptions

    /// What was found: the word, or why there is none where that isn't plain.
    struct Finding {
        let witness: Witness?
        var notes: [String] = []
    }

    /// Prints the word; ends with exit code 1 where there is none.
    func run(_ find: @escaping @Sendable (Automaton, Budget) throws(AutomataError) -> Finding) throws {
        let reader = try input.makeReader(limits: limits)
        let (file, limits, separator) = (InputFile(path: path), limits, separator)
        let isFound = Monitor(false)
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            let finding: Finding
            do throws(AutomataError) {
                finding = try find(reading.automaton, context.budget)
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            isFound.update { $0 = finding.witness != nil }
            if let witness = finding.witness {
                var writer = WordWriter(witness.alphabet, separator: separator)
                try writer.append(witness.alphabet.sampleLetters(of: witness.word))
                try writer.flush()
            }
            return Product(destination: .standardOutput, bytes: [], notes: reading.notes + finding.notes)
        }
        if failures > 0 { throw ExitCode(2) }
        if !isFound.withLock({ $0 }) { throw ExitCode(1) }
    }
}
