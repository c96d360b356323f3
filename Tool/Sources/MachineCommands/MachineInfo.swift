import ArgumentParser
import Automata
import Machines
import ToolSupport

struct MachineInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe a machine: its kind, size, inputs and outputs.",
        usage: "automata machine info <file> [<options>]",
        discussion: """
            With --json the keys are kind (Mealy or Moore), states, transitions, inputs, outputs, complete (every state reads every \
            input) and minimalStates (the states of the smallest equivalent machine).

            Example:
              automata machine info toggle.dot
              automata machine info toggle.dot --json
            """)

    @OptionGroup var source: MachineSource

    @Flag(help: "Print the facts as a JSON object.")
    var json = false

    func run() throws {
        let json = json
        try source.run { reading, context throws(ToolError) in
            let machine = reading.machine
            let minimal = try context.checked { () throws(AutomataError) in
                try machine.minimized(budget: context.budget)
            }
            var facts = FactList()
            facts.add("kind", text: machine.kindName)
            facts.add("states", machine.stateCount)
            facts.add("transitions", machine.transitionCount)
            facts.add("inputs", machine.inputs.names)
            facts.add("outputs", machine.outputs.names)
            facts.add("complete", json: machine.isComplete, text: machine.isComplete ? "yes" : "no")
            facts.add(
                "minimalStates", json: minimal.stateCount, text: grouped(minimal.stateCount), title: "minimal states")
            context.write(json ? facts.json : facts.list)
        }
    }
}
