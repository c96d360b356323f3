internal import Automata
internal import Machines
internal import TextSupport

/// Writes a machine as our own JSON. States are numbers if they have no names.
struct JSONMachineWriter {
    private var output = JSONOutput()
    private let inputs: [String]
    private let outputs: [String]
    private let states: [String]?

    static func text(of machine: Machine) -> [UInt8] {
        let names: NameTable?
        switch machine {
        case .mealy(let machine): names = machine.names
        case .moore(let machine): names = machine.names
        }
        var writer = JSONMachineWriter(
            inputs: machine.inputs.names, outputs: machine.outputs.names, states: StateNaming.list(names))
        writer.write(machine)
        return writer.output.text.bytes + Array("\n".utf8)
    }

    private init(inputs: [String], outputs: [String], states: [String]?) {
        (self.inputs, self.outputs, self.states) = (inputs, outputs, states)
    }

    private mutating func write(_ machine: Machine) {
        output.open("{", inLines: true)
        output.key("format")
        output.string("automata")
        output.key("version")
        output.number(1)
        switch machine {
        case .mealy(let machine): write(machine)
        case .moore(let machine): write(machine)
        }
        output.close("}")
    }

    private mutating func write(_ machine: MealyMachine) {
        writeNames(kind: "Mealy", stateCount: machine.stateCount, initial: machine.initialState)
        output.key("transitions")
        output.open("[", inLines: true)
        for transition in machine.transitions {
            writeRow(
                from: transition.source, texts: [inputs[Int(transition.input)], outputs[Int(transition.output)]],
                to: transition.target)
        }
        output.close("]")
    }

    private mutating func write(_ machine: MooreMachine) {
        writeNames(kind: "Moore", stateCount: machine.stateCount, initial: machine.initialState)
        output.key("stateOutputs")
        output.strings(machine.stateOutputs.map { outputs[Int($0)] })
        output.key("transitions")
        output.open("[", inLines: true)
        for source in machine.states {
            for input in machine.inputs.symbols {
                guard let target = machine.target(from: source, on: input) else { continue }
                writeRow(from: source, texts: [inputs[Int(input)]], to: target)
            }
        }
        output.close("]")
    }

    private mutating func writeNames(kind: String, stateCount: Int, initial: StateID) {
        output.key("kind")
        output.string(kind)
        output.key("inputs")
        output.strings(inputs)
        output.key("outputs")
        output.strings(outputs)
        output.key("states")
        if let states { output.strings(states) } else { output.number(stateCount) }
        output.key("initial")
        write(initial)
    }

    private mutating func writeRow(from source: StateID, texts: [String], to target: StateID) {
        output.item()
        output.open("[")
        output.item()
        write(source)
        for text in texts {
            output.item()
            output.string(text)
        }
        output.item()
        write(target)
        output.close("]")
    }

    private mutating func write(_ state: StateID) {
        if let states { output.string(states[Int(state)]) } else { output.number(Int(state)) }
    }
}
