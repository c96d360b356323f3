import Automata
import AutomataFormats
import MachineFormats
import Machines
import Testing

/// Known texts, refusals, and the place of errors.
@Suite struct MachineReadingTests {
    @Test func mealyMachinesOfOtherTools() throws {
        let machine = try MachineFormat.dot.read(Texts.mealy).machine
        #expect(try machine.outputs(for: ["push", "push"]) == ["click", "clack"])
        let tight = Texts.mealy.split(separator: " / " as Substring).joined(separator: "/")
        #expect(try MachineFormat.dot.read(tight).machine == machine)
    }

    @Test func mooreMachinesOfOtherTools() throws {
        let aalpy = try #require(try MachineFormat.dot.read(Texts.aalpyMoore).machine.asMoore)
        #expect(try aalpy.outputs(for: ["tick"]) == ["green", "red"] && aalpy.name(of: 0) == "s0")
        let automataLib = try #require(try MachineFormat.dot.read(Texts.automataLibMoore).machine.asMoore)
        #expect(try automataLib.outputs(for: ["tick"]) == ["red", "green"] && automataLib.name(of: 1) == "1")
        let tight = Texts.automataLibMoore.split(separator: " / " as Substring).joined(separator: "/")
        #expect(try MachineFormat.dot.read(tight).machine == .moore(automataLib))
    }

    /// AALpy reads a label without a separator as an output.
    @Test func statesLabeledWithOutputs() throws {
        let known = try MachineFormat.dot.read(Texts.outputsOnly)
        let machine = try #require(known.machine.asMoore)
        #expect(try machine.outputs(for: ["i", "i"]) == ["red", "green", "red"])
        #expect(machine.state(named: "a") == machine.initialState && known.notes.isEmpty)
        // Names of states, or outputs: the user decides by the command.
        let different = "digraph { a [label=red]; b [label=green]; a -> b [label=i]; s [style=invis]; s -> a; }"
        let read = try MachineFormat.dot.read(different)
        #expect(try read.machine.outputs(for: ["i"]) == ["red", "green"] && read.notes.count == 1)
        let acceptor = try Array(different.utf8).withUnsafeBytes { try Format.dot.read($0) }
        #expect(acceptor.alphabet.names == ["i"])
    }

    @Test(arguments: [
        ("0/1, 1/0", [["0", "1"], ["1", "0"]]), ("0/1\\n1/0", [["0", "1"], ["1", "0"]]),
        ("SYN(V,V) / ACK(a,b)", [["SYN(V,V)", "ACK(a,b)"]]), ("a / b / c", [["a", "b / c"]]),
        ("a / ", [["a", ""]]), ("a/", [["a", ""]]),
    ])
    func labels(label: String, pairs: [[String]]) throws {
        let text = "digraph { s [style=invis]; s -> p; p -> p [label=\"\(label)\"]; }"
        let machine = try MachineFormat.dot.read(text).machine.asMealy
        #expect(
            machine.transitions.map { [machine.inputs.name(of: $0.input), machine.outputs.name(of: $0.output)] }
                == pairs)
    }

    @Test(arguments: [
        (Texts.mealy, "Mealy machine"), (Texts.aalpyMoore, "Moore machine"), (Texts.automataLibMoore, "Moore machine"),
        (Texts.outputsOnly, "Moore machine"),
        (Texts.modal, "modal transition system"), (Texts.decisionProcess, "decision process"),
    ])
    func acceptorsAreNothingElse(text: String, name: String) throws {
        let error = try #require(throws: FormatError.self) {
            try Array(text.utf8).withUnsafeBytes { try Format.dot.read($0) }
        }
        #expect(error.message.hasPrefix("this graph is a") && error.message.count { $0 == ":" } == 1)
        #expect(error.message.firstRange(of: name) != nil && error.remedy != nil)
    }

    @Test(arguments: [Texts.modal, Texts.decisionProcess, "digraph { s [style=invis]; s -> p; p -> p [label=a]; }"])
    func machinesAreNothingElse(text: String) throws {
        #expect(throws: FormatError.self) { try MachineFormat.dot.read(text) }
    }

    /// An acceptor with a final state, or with our list of symbols, may have symbols with slashes.
    @Test(arguments: [
        "digraph { s [style=invis]; s -> p; p -> q [label=\"a/b\"]; q [shape=doublecircle]; }",
        "digraph { alphabet=\"a/b\"; s [style=invis]; s -> p; p -> p [label=\"a/b\"]; }",
    ])
    func slashesInSymbols(text: String) throws {
        let automaton = try Array(text.utf8).withUnsafeBytes { try Format.dot.read($0) }
        #expect(automaton.alphabet.names == ["a/b"])
    }

    @Test func kiss2() throws {
        let machine = try MachineFormat.kiss2.read(Texts.kiss2).machine.asMealy
        #expect(machine.inputs.count == 4 && machine.transitionCount == 8)
        #expect(try machine.outputs(for: ["10", "11", "01", "00"]) == ["-", "1", "-", "0"])
        let text = try MachineFormat.kiss2.write(.mealy(machine)).bytes
        #expect(try MachineFormat.kiss2.read(text).machine.asMealy.isEquivalent(to: machine))
    }

    @Test func json() throws {
        let machine = try MachineFormat.json.read(Texts.json).machine
        #expect(try machine.outputs(for: ["b", "a"]) == ["y", "x"])
        let error = try #require(throws: FormatError.self) {
            try Array(Texts.json.utf8).withUnsafeBytes { try Format.json.read($0) }
        }
        #expect(error.remedy?.hasPrefix("automata machine") == true)
    }

    @Test(arguments: [
        (MachineFormat.dot, "digraph {\np -> p [label=\"/x\"]; }", 1),
        (.dot, "digraph {\ns [style=invis];\ns -> p;\np -> p [label=\"a/x\"];\np -> p [label=\"a/y\"]; }", 0),
        (.dot, "digraph {\ns [style=invis];\ns -> p; s -> q;\np -> p [label=\"a/x\"]; }", 1),
        (.kiss2, ".i 1\n.o 1\n0 a b\n", 3), (.kiss2, ".i 1\n0 a b 1\n", 2), (.kiss2, ".i 1\n.o 1\n2 a b 1\n", 3),
        (.kiss2, ".i 1\n.o 1\n0 a b 11\n", 3), (.kiss2, ".i 1\n.o 1\n0 * b 1\n", 3), (.kiss2, ".i 1\n.o 1\n", 1),
        (.kiss2, ".i x\n", 1), (.kiss2, ".i 1\n.o 1\n.p 2\n0 a b 1\n.e\n", 3),
        (.kiss2, ".i 1\n.s 3\n.o 1\n.p 1\n.r a\n0 a b 1\n", 2),
        (.json, "{\"format\": \"automata\",\n\"format\": 1}", 2),
        (.json, "{\"format\": \"automata\"}", 1), (.json, "{\n\"formt\": 1}", 2), (.json, "", 1),
    ])
    func malformed(format: MachineFormat, text: String, line: Int) throws {
        let error = try #require(throws: FormatError.self) { try format.read(text) }
        #expect((error.line ?? 0) == line, "\(error)")
    }

    @Test(arguments: MachineFormat.allCases) func damagedTextsAreReadOrRefused(format: MachineFormat) throws {
        let texts: [String] =
            switch format {
            case .dot: [Texts.mealy, Texts.aalpyMoore, Texts.automataLibMoore, Texts.outputsOnly]
            case .json: [Texts.json]
            case .kiss2: [Texts.kiss2]
            }
        for text in texts {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                var changed = bytes
                for byte in [UInt8(ascii: "\""), UInt8(ascii: "9"), UInt8(ascii: "-"), 0, 0xFF] {
                    changed[index] = byte
                    _ = try? format.read(changed)
                }
                _ = try? format.read(Array(bytes[..<index]))
            }
        }
    }

    @Test func budgets() throws {
        let none = Budget(maximumStates: 0, maximumBytes: 10)
        for (format, text) in [(MachineFormat.dot, Texts.mealy), (.json, Texts.json), (.kiss2, Texts.kiss2)] {
            let error = try #require(throws: FormatError.self) { try format.read(text, budget: none) }
            #expect(error.limit?.isBudgetExceeded == true)
        }
        let wide = ".i 24\n.o 1\n" + String(repeating: "-", count: 24) + " a a 1\n"
        let error = try #require(throws: FormatError.self) {
            try MachineFormat.kiss2.read(wide, budget: Budget(maximumBytes: 1 << 20))
        }
        #expect(error.limit?.isBudgetExceeded == true)
    }

    @Test func recognition() {
        for (text, format) in [(Texts.mealy, MachineFormat.dot), (Texts.json, .json), (Texts.kiss2, .kiss2)] {
            let found = Array(text.utf8).withUnsafeBytes { MachineFormat.recognize(fileName: nil, content: $0) }
            #expect(found == format)
        }
        #expect(MachineFormat.recognize(fileName: "a.KISS2", content: nil) == .kiss2)
        #expect(MachineFormat.recognize(fileName: "a.txt", content: nil) == nil)
    }
}
