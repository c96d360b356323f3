import ArgumentParser
@_spi(Tool) import Automata

extension AutomataCommand {
    /// What to say where the tool's first argument is no command; `nil` where it is one, or an option.
    static func noCommand(named word: String) -> String? {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        let aliases = configuration.subcommands.flatMap { $0.configuration.aliases }
        if word.hasPrefix("-") || names.contains(word) || aliases.contains(word) { return nil }
        let alike = Spelling.alike(word, among: names)
        let hint = alike.isEmpty ? "" : " Did you mean \(alike.joined(separator: ", "))?"
        return "There is no command '\(word.shown)'.\(hint) automata --help lists the commands."
    }
}
