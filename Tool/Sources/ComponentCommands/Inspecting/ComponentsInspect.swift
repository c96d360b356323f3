import ArgumentParser
import PageServing
import ToolSupport

struct ComponentsInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Watch a running program of components in the browser.",
        usage: "automata components inspect <socket> [<options>]",
        discussion: """
            Opens a page with the components, their channels and states, the latest events, the flow of each message, \
            and failures, while the program runs. The program makes the socket by one line: inspect(at:) of a \
            ComponentSystem or a Simulation in Swift, automata_simulation_inspect() in C. If the program allows it, the \
            page pauses the run, and takes single steps; the run goes on when nobody watches any more.

            A page that is too slow never stops the program: it is told how many events it has missed.

            The page connects only to this machine, and only with the printed address. The command ends some seconds after \
            the last page was closed.

            Exit codes: 0 done, 2 an error.

            Example:
              automata components inspect /run/user/1000/shop.sock
              automata components inspect shop.sock --no-open --port 8080 --keep
            """)

    @Argument(help: ArgumentHelp("The program's socket.", valueName: "socket"), completion: .file())
    var socket: String

    @OptionGroup var page: PageOptions

    func run() throws {
        let program: WatchedProgram
        do throws(ToolError) { program = try WatchedProgram(at: socket) } catch {
            Messages.error(error)
            throw ExitCode(2)
        }
        try page.serve(LivePage(program), startingAt: "components.html", stateFolder: PageOptions.stateFolder())
    }
}
