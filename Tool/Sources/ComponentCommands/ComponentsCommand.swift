package import ArgumentParser
import ToolSupport

/// The group of commands for components.
package struct ComponentsCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "components",
        abstract:
            "Check, draw and run assemblies of components that are statecharts, trace their messages, and watch programs.",
        usage: "automata components <command> <file> [<options>]",
        discussion: """
            An assembly is a JSON file: components with ports, whose behavior is a statechart in a file beside it \
            (.scxml, or another format of automata statechart), channels between the ports, and the ports of the \
            environment. In a chart, each message is the event of its name, its body is _event.data, and what is \
            sent to the target #_port goes out through that port. A file named - is standard input.

            Example of an assembly:
              {"components": {
                 "door": {"chart": "door.scxml", "in": {"hand": ["push"]},
                          "out": {"state": ["opened"]}},
                 "light": {"chart": "light.scxml", "in": {"door": ["opened"]}}},
               "channels": [{"from": "door.state", "to": "light.door"}],
               "environment": {"hand": "door.hand"}}

            Example:
              automata components check house.json
              automata components draw house.json -o house.svg
              automata components run house.json hand.push +3s hand.push
              automata components trace house.json hand.push
              automata components run house.json hand.push --inspect
              automata components run house.json hand.push +3s --record house.trace
              automata components trace --from house.trace --part light
              automata components run house.json --replay house.trace --mock door
            """,
        subcommands: [
            ComponentsCheck.self, ComponentsDraw.self, ComponentsRun.self, ComponentsInspect.self, ComponentsTrace.self,
        ])

    package init() {}

    package func run() throws { throw ValidationError("Name a command; automata components --help lists them.") }
}
