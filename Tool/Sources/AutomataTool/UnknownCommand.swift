import ArgumentParser
@_spi(Tool) import Automata

extension AutomataCommand {
    /// What to say where the first of the arguments is no command; `nil` where it is one, or an option.
    static func noCommand(in arguments: ArraySlice<String>) -> String? {
        noCommand(in: arguments, of: AutomataCommand.self, named: configuration.commandName ?? "")
    }

    private static func noCommand(
        in arguments: ArraySlice<String>, of parent: any ParsableCommand.Type, named path: String
    ) -> String? {
        let commands = parent.configuration.subcommands
        guard let word = arguments.first, !commands.isEmpty, !word.hasPrefix("-") else { return nil }
        if let command = commands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) {
            return noCommand(in: arguments.dropFirst(), of: command, named: "\(path) \(word)")
        }
        var names = commands.map { $0._commandName }
        if parent == AutomataCommand.self {
            if word == "help" { return nil }
            names.append("help")
        }
        let alike = Spelling.alike(word, among: names)
        let hint = alike.isEmpty ? "" : " Did you mean \(alike.joined(separator: ", "))?"
        return "There is no command '\(word.shown)'.\(hint) \(path) --help lists the commands."
    }
}
