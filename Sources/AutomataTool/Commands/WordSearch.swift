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
            let line = finding.witness.map { Array(($0.spelled(separator: separator) + "\n").utf8) }
            return Product(
                destination: .standardOutput, bytes: line ?? [], notes: reading.notes + finding.notes)
        }
        if failures > 0 { throw ExitCode(2) }
        if !isFound.withLock({ $0 }) { throw ExitCode(1) }
    }
}

extension Witness {
    /// The word as it is read back.
    fileprivate func spelled(separator: String?) -> String {
        if word.isEmpty { return "" }
        guard alphabet.kind == .named else { return description }
        return alphabet.text(word, separator: separator)
    }
}
