internal import Automata
internal import AutomataFormats
internal import Machines
internal import TextSupport

/// Writes DOT that AutomataLib, LearnLib and AALpy read, too: nodes `s0`, `s1` and so on, the node
/// `__start0`, and labels without blanks around the slash, which AALpy would take into names.
///
/// The attributes `inputs` and `outputs` of the graph keep what no transition has.
struct DOTMachineWriter {
    private var output = TextOutput()

    static func text(of machine: Machine) throws(FormatError) -> [UInt8] {
        var writer = DOTMachineWriter()
        switch machine {
        case .mealy(let machine): writer.write(machine)
        case .moore(let machine): writer.write(machine)
        }
        guard !writer.output.bytes.contains(0) else {
            throw FormatError(message: "DOT can't represent a name with a NUL byte", remedy: "write JSON")
        }
        return writer.output.bytes
    }

    private mutating func write(_ machine: MealyMachine) {
        begin("mealy", inputs: machine.inputs, outputs: machine.outputs)
        for state in machine.states {
            writeState(state, label: LabeledGraph.quoted(Array(machine.name(of: state).utf8)), attributes: "")
        }
        let (inputs, outputs) = (parts(machine.inputs), parts(machine.outputs))
        for transition in machine.transitions {
            writeEdge(
                from: transition.source, to: transition.target,
                label: inputs[Int(transition.input)] + [UInt8(ascii: "/")] + outputs[Int(transition.output)])
        }
        end(initial: machine.initialState)
    }

    private mutating func write(_ machine: MooreMachine) {
        begin("moore", inputs: machine.inputs, outputs: machine.outputs)
        let (inputs, outputs) = (parts(machine.inputs), parts(machine.outputs))
        for state in machine.states {
            let label =
                Self.recordField(MachineLabel.part(for: machine.name(of: state))) + [UInt8(ascii: "|")]
                + Self.recordField(outputs[Int(machine.stateOutputs[Int(state)])])
            writeState(
                state, label: [UInt8(ascii: "\"")] + label + [UInt8(ascii: "\"")],
                attributes: ", shape=record, style=rounded")
        }
        for state in machine.states {
            for input in machine.inputs.symbols {
                guard let target = machine.target(from: state, on: input) else { continue }
                writeEdge(from: state, to: target, label: inputs[Int(input)])
            }
        }
        end(initial: machine.initialState)
    }

    private func parts(_ alphabet: Alphabet) -> [[UInt8]] { alphabet.names.map(MachineLabel.part) }

    private mutating func begin(_ name: StaticString, inputs: Alphabet, outputs: Alphabet) {
        output.append("digraph ")
        output.append(name)
        output.append(" {\ninputs=")
        output.append(LabeledGraph.list(inputs.names))
        output.append(";\noutputs=")
        output.append(LabeledGraph.list(outputs.names))
        output.append(";\n")
    }

    private mutating func writeState(_ state: StateID, label: [UInt8], attributes: StaticString) {
        output.append("s")
        output.append(Int(state))
        output.append(" [label=")
        output.append(label)
        output.append(attributes)
        output.append("];\n")
    }

    private mutating func writeEdge(from source: StateID, to target: StateID, label: [UInt8]) {
        output.append("s")
        output.append(Int(source))
        output.append(" -> s")
        output.append(Int(target))
        output.append(" [label=")
        output.append(LabeledGraph.quoted(label))
        output.append("];\n")
    }

    private mutating func end(initial: StateID) {
        output.append("__start0 [label=\"\", shape=none];\n__start0 -> s")
        output.append(Int(initial))
        output.append(" [label=\"\"];\n}\n")
    }

    /// Returns a text as a field of a record, in which Graphviz gives these signs a meaning.
    private static func recordField(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { byte -> [UInt8] in
            "{}|<>".utf8.contains(byte)
                ? [UInt8(ascii: "\\"), byte] : Array(LabeledGraph.quoted([byte]).dropFirst().dropLast())
        }
    }
}
