internal import Automata
internal import AutomataFormats
internal import Machines
internal import TextSupport

/// Writes KISS2, for Mealy machines whose inputs and outputs are bits.
enum KISS2Writer {
    static func write(_ machine: Machine) throws(FormatError) -> WriteResult {
        guard case .mealy(let machine) = machine else {
            throw FormatError(message: "KISS2 has no Moore machines", remedy: "convert it to a Mealy machine first")
        }
        let inputs = machine.inputs.names
        let outputs = machine.outputs.names
        let inputWidth = try width(of: inputs, allowing: "01", "input")
        let outputWidth = try width(of: outputs, allowing: "01-", "output")
        var states = machine.states.map { machine.name(of: $0) }
        var notes: [String] = []
        if !states.allSatisfy(isWord) {
            states = machine.states.map { "s\($0)" }
            notes.append("states are renamed to s0, s1 and so on, as KISS2 can't hold their names")
        }
        let transitions = machine.transitions
        if Set(transitions.map(\.input)).count < inputs.count {
            notes.append("inputs without a transition are left out")
        }
        var output = TextOutput()
        for (key, value) in [
            (".i", "\(inputWidth)"), (".o", "\(outputWidth)"), (".p", "\(transitions.count)"),
            (".s", "\(states.count)"), (".r", states[Int(machine.initialState)]),
        ] { output.append(string: "\(key) \(value)\n") }
        for transition in transitions {
            output.append(
                string: "\(inputs[Int(transition.input)]) \(states[Int(transition.source)]) "
                    + "\(states[Int(transition.target)]) \(outputs[Int(transition.output)])\n")
        }
        output.append(".e\n")
        return WriteResult(bytes: output.bytes, notes: notes)
    }

    private static func width(
        of names: [String], allowing signs: String, _ what: String
    ) throws(FormatError) -> Int {
        let width = names.first?.utf8.count ?? 0
        for name in names where name.utf8.count != width || name.isEmpty || !name.utf8.allSatisfy(signs.utf8.contains) {
            throw FormatError(
                message: "KISS2 can't represent the \(what) \(Message.quoted(name.utf8)); its \(what)s are bits, "
                    + "as many in each", remedy: "write JSON or DOT")
        }
        return width
    }

    private static func isWord(_ name: String) -> Bool {
        !name.isEmpty && name != "*" && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "#") }
    }
}
