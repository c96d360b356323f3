import ArgumentParser
import Automata

extension AutomataCommand {
    /// What to say where the tool's first argument is no command; `nil` where it is one, or an option.
    static func noCommand(named word: String) -> String? {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        let aliases = configuration.subcommands.flatMap { $0.configuration.aliases }
        if word.hasPrefix("-") || names.contains(word) || aliases.contains(word) { return nil }
        let wanted = word.lowercased()
        let close = wanted.isEmpty ? [] : names.filter { $0.hasPrefix(wanted) || isClose($0, to: wanted) }
        let hint = close.isEmpty ? "" : " Did you mean \(close.prefix(3).joined(separator: ", "))?"
        return "There is no command '\(word.printable)'.\(hint) automata --help lists the commands."
    }

    /// Whether one letter in three or fewer makes the difference, or nothing but the order of the letters.
    private static func isClose(_ name: String, to word: String) -> Bool {
        guard word.count <= 40 else { return false }
        if name.sorted() == word.sorted() { return true }
        var letters = Set(name.map { String($0) })
        letters.formUnion(word.map { String($0) })
        guard let alphabet = try? Alphabet(letters.sorted()), let spelled = try? alphabet.word(word) else {
            return false
        }
        let neighbours = try? NFA.words(within: max(1, name.count / 3), of: spelled, over: alphabet)
        return neighbours?.accepts(name) ?? false
    }
}
