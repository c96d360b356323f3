import ArgumentParser
import Glibc

/// Starts the tool and turns every way it can end into an exit code.
@main
enum Main {
    /// The code of every error, wrong usage too.
    static let failureCode: Int32 = 2

    static func main() {
        do {
            if let word = CommandLine.arguments.dropFirst().first, let message = AutomataCommand.noCommand(named: word)
            {
                throw ValidationError(message)
            }
            var command = try AutomataCommand.parseAsRoot()
            if command is AutomataCommand {
                throw ValidationError("Name a command; automata --help lists them.")
            }
            try Interrupts.watch()
            try command.run()
            end(0)
        } catch let error as ToolError {
            Messages.error(error)
            end(failureCode)
        } catch let code as ExitCode {
            end(code.rawValue)
        } catch {
            guard AutomataCommand.exitCode(for: error).isSuccess else {
                var message = AutomataCommand.fullMessage(for: error)
                if message.hasPrefix("Error: ") { message = "automata: error: " + message.dropFirst(7) }
                Messages.plain(message)
                end(failureCode)
            }
            // --help, --version and completion scripts.
            AutomataCommand.exit(withError: error)
        }
    }

    /// Ends the process without running what other threads, one of them perhaps given up at work, may still use.
    private static func end(_ code: Int32) -> Never { _exit(code) }
}
