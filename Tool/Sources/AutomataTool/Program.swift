import ArgumentParser
import ComponentCommands
import FeatureCommands
import Glibc
import StatechartCommands
import ToolSupport

/// The entry point of the tool, which converts every outcome to an exit code.
public enum Program {
    /// The exit code of every error, including wrong usage.
    static let failureCode: Int32 = 2

    /// Runs the command that the arguments name, and ends the process.
    public static func main() {
        // The command whose usage is shown with an error.
        var requestedCommand: any ParsableCommand.Type = AutomataCommand.self
        do {
            var arguments = Arguments.all
            // Known without the commands.
            if arguments == ["--version"] { finish(AutomataCommand.version) }
            // The command, or the one that help is wanted for.
            let asksForHelp = arguments.first == "help"
            let found = AutomataCommand.command(in: asksForHelp ? arguments.dropFirst() : arguments[...])
            if case .failure(let unknown) = found {
                requestedCommand = unknown.parent
                throw ValidationError(unknown.message)
            }
            var named = try asksForHelp ? nil : found.get()
            if let rest = named?.arguments, let command = named?.command as? any PreprocessingCommand.Type {
                requestedCommand = command
                let processedArguments = try command.preprocess(Array(rest))
                requestedCommand = AutomataCommand.self
                named?.arguments = processedArguments[...]
                arguments = arguments.dropLast(rest.count) + processedArguments
            }
            if let message = Arguments.noOption(in: arguments) { throw ValidationError(message) }
            if let found = named {
                let joined = Arguments.joiningNumbers(in: found.arguments, of: found.command)
                arguments = arguments.dropLast(found.arguments.count) + joined
                named?.arguments = joined[...]
            }
            if let named, let message = Arguments.emptyValue(in: named.arguments, of: named.command) {
                requestedCommand = named.command
                throw ValidationError(message)
            }
            var command = try parse(arguments, of: named)
            if command is AutomataCommand {
                throw ValidationError("Missing command; automata --help lists all commands.")
            }
            // One that only groups others says so with its own usage.
            if command is StatechartCommand || command is ComponentsCommand || command is FeaturesCommand {
                requestedCommand = type(of: command)
            }
            try Interrupts.watch()
            try command.run()
            end(0)
        } catch let error as ToolError {
            fail(error)
        } catch let code as ExitCode {
            end(code.rawValue)
        } catch {
            var message = requestedCommand.fullMessage(for: error)
            // Alone, a command doesn't know the one around it.
            if requestedCommand != AutomataCommand.self {
                let name = requestedCommand._commandName
                message = message.replacing("See '\(name) ", with: "See '\(AutomataCommand.name) \(name) ")
            }
            guard requestedCommand.exitCode(for: error).isSuccess else {
                message = Arguments.withCorrectedHint(message)
                if message.hasPrefix("Error: ") { message = "automata: error: " + message.dropFirst(7) }
                Messages.plain(message)
                end(failureCode)
            }
            // --help and completion scripts.
            let isScript = Arguments.all.first == "--generate-completion-script"
            finish(isScript ? CompletionScript.completingHelp(message) : message)
        }
    }

    /// Parses the arguments of one command. The root command takes over if they are wrong or ask
    /// for help; it is slow, because it looks at all commands.
    private static func parse(
        _ arguments: [String], of found: AutomataCommand.CommandMatch?
    ) throws -> any ParsableCommand {
        if let found, found.command.configuration.subcommands.isEmpty,
            let command = try? found.command.parseAsRoot(Array(found.arguments)), type(of: command) == found.command
        {
            return command
        }
        return try AutomataCommand.parseAsRoot(arguments)
    }

    /// Prints a requested text, and ends the process.
    private static func finish(_ text: String) -> Never {
        do throws(ToolError) {
            try StandardOutput.write(text + "\n")
        } catch {
            fail(error)
        }
        end(0)
    }

    private static func fail(_ error: ToolError) -> Never {
        Messages.error(error)
        end(failureCode)
    }

    /// Ends the process without exit handlers, because other threads may still be at work.
    private static func end(_ code: Int32) -> Never { _exit(code) }
}
