import ArgumentParser

/// The shell completion scripts, with additions that the parser's scripts lack.
enum CompletionScript {
    /// Returns the parser's script, extended to complete the commands after `help`.
    static func completingHelp(_ script: String) -> String {
        if script.hasPrefix("#!/bin/bash") { return replacingHelp(in: script, by: bash) }
        if script.hasPrefix("#compdef") { return replacingHelp(in: script, by: zsh) }
        return script + "\n" + fish
    }

    /// The commands that can follow `help`, and the subcommands of each group.
    private static let commands = names(in: AutomataCommand.self)
    private static let groups = AutomataCommand.configuration.subcommands.map { ($0._commandName, names(in: $0)) }
        .filter { !$0.1.isEmpty }

    private static func names(in command: any ParsableCommand.Type) -> String {
        command.configuration.subcommands.map { $0._commandName }.joined(separator: " ")
    }

    /// Replaces the body of the function that completes the arguments of `help`.
    private static func replacingHelp(in script: String, by body: String) -> String {
        let head = "_\(AutomataCommand.name)_help() {\n"
        guard let start = script.firstRange(of: head)?.upperBound,
            let end = script[start...].firstRange(of: "\n}\n")?.lowerBound
        else { return script }
        return script[..<start] + body + script[end...]
    }

    /// The code for bash, in which the words after `help` are those that nothing has parsed yet,
    /// including the word to complete.
    private static var bash: String {
        let offer = { (names: String) in "COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\")) ;;" }
        let further = groups.map { "    2:\($0)) \(offer($1))" }
        return
            (["    case \"${#unparsed_words[@]}:${unparsed_words[0]}\" in"] + further
            + ["    [01]:*) \(offer(commands))", "    esac"]).joined(separator: "\n")
    }

    private static var zsh: String {
        let further = groups.map { "    3:\($0)) compadd -- \($1) ;;" }
        return
            (["    case \"${CURRENT}:${words[2]}\" in"] + further
            + ["    2:*) compadd -- \(commands) ;;", "    *) return 1 ;;", "    esac"]).joined(separator: "\n")
    }

    private static var fish: String {
        let condition =
            "__\(AutomataCommand.name)_should_offer_completions_for_positional \"\(AutomataCommand.name) help\""
        let first = "complete -c \(AutomataCommand.name) -n '\(condition) -eq 1' -fa '\(commands)'"
        let further = groups.map { name, names in
            "complete -c \(AutomataCommand.name) -n '\(condition) -eq 2; and contains \(name) (commandline -opc)' -fa '\(names)'"
        }
        return ([first] + further).joined(separator: "\n")
    }
}
