import ArgumentParser
import ToolSupport

extension AutomataCommand {
    /// A command, and the arguments after its name.
    struct CommandMatch {
        var command: any ParsableCommand.Type
        var arguments: ArraySlice<String>
    }

    /// A message about an unknown command, and the group in which it was searched.
    struct UnknownCommand: Error {
        var message: String
        var parent: any ParsableCommand.Type
    }

    /// Returns the command that the first arguments name, which is a group if no subcommand
    /// follows.
    static func command(in arguments: ArraySlice<String>) -> Result<CommandMatch, UnknownCommand> {
        command(in: CommandMatch(command: AutomataCommand.self, arguments: arguments), named: name)
    }

    private static func command(in found: CommandMatch, named path: String) -> Result<CommandMatch, UnknownCommand> {
        let commands = found.command.configuration.subcommands
        guard let word = found.arguments.first, !commands.isEmpty, !word.hasPrefix("-") else { return .success(found) }
        if let command = commands.first(where: { $0._commandName == word || $0.configuration.aliases.contains(word) }) {
            let rest = CommandMatch(command: command, arguments: found.arguments.dropFirst())
            return Self.command(in: rest, named: "\(path) \(word)")
        }
        var names = commands.map { $0._commandName }
        if found.command == AutomataCommand.self {
            if word == "help" { return .success(found) }
            names.append("help")
        }
        let alike = NameSuggestions.names(like: word, among: names)
        let hint = alike.isEmpty ? "" : " Did you mean \(alike.joined(separator: ", "))?"
        return .failure(
            UnknownCommand(
                message: "There is no command '\(word.shown)'.\(hint) \(path) --help lists the commands.",
                parent: found.command))
    }
}
