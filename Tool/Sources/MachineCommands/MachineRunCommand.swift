import ArgumentParser
import Automata
import AutomataFiles
import Machines
import TextSupport
import ToolSupport

struct MachineRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Print a machine's outputs for inputs.",
        usage: "automata machine run <file> [<input> ...] [<options>]",
        discussion: """
            Each argument is an input. Each line has an input, the output and the next state; a Moore machine's \
            first line has the output and the name of the initial state. With --json the keys are outputs, states and \
            undefined (the input that the last state can't read, or null).

            Exit codes: 0 all inputs were read, 1 an input is undefined, 2 an error.

            Example:
              automata machine run toggle.dot push push
              automata machine run toggle.dot push --json
            """)

    @OptionGroup var source: MachineSource

    @Argument(help: ArgumentHelp("The inputs.", valueName: "input"))
    var inputs: [String] = []

    @Flag(help: "Print the run as a JSON object.")
    var json = false

    func run() throws {
        let command = self
        let isRead = try source.run { reading, context throws(ToolError) in
            let mealy = reading.machine.asMealy
            let inputs = command.inputs.map { RawText.readable($0) }
            let word = try context.checked { () throws(AutomataError) in
                try inputs.enumerated().map { (position, name) throws(AutomataError) in
                    guard let input = mealy.inputs.symbol(named: name) else {
                        throw .unknownSymbol(name, position: position)
                    }
                    return input
                }
            }
            let run = mealy.run(on: word)
            var outputs = run.outputs.map { mealy.outputs.name(of: $0) }
            let states = run.states.map { mealy.name(of: $0) }
            let undefined = run.undefinedPosition.map { inputs[$0] }
            var lines = outputs.indices.map {
                "\(inputs[$0].shown)/\(outputs[$0].shown) \(states[$0 + 1].shown)\n"
            }
            if case .moore(let moore) = reading.machine {
                outputs.insert(moore.initialOutput, at: 0)
                lines.insert("\(moore.initialOutput.shown) \(states[0].shown)\n", at: 0)
            }
            if command.json {
                context.write(
                    (["outputs": outputs, "states": states, "undefined": undefined] as JSONObject).line)
            } else {
                context.write(lines.joined())
                if let undefined, let last = states.last {
                    context.note("the state \(last.quoted) can't read the input \(undefined.quoted)")
                }
            }
            return undefined == nil
        }
        if !isRead { throw ExitCode(1) }
    }
}
