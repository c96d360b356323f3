import ArgumentParser
@_spi(Tool) import Automata

extension AutomataCommand {
    /// A message about a word that is no command, and the command that was to have it.
    struct UnknownCommand {
        var message: String
        var parent: any ParsableCommand.Type
    }

    /// Returns a message if the first of the arguments is no command; `nil` if it is one, or an
    /// option.
    static func noCommand(in arguments: ArraySlice<String>) -> UnknownCommand? {
        noCommand(in: arguments, of: AutomataCommand.self, named: name)
    }

    private static func noCommand(
        in arguments: ArraySlice<String>, of parent: any ParsableCommand.Type, named path: String
    ) -> UnknownCommand? {
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
        return UnknownCommand(
            message: "There is no command '\(word.shown)'.\(hint) \(path) --help lists the commands.", parent: parent)
    }
}
