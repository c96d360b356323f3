import AlgorithmSupport
import Automata
import AutomataFormats
import MachineFormats
import Machines
import Testing

/// What is written is read back unchanged.
@Suite struct MachineRoundTripTests {
    /// Names that could be misread.
    private let names = [
        "a", "a/b", "a|b", "", " ", "'", "''", "ε", ",", "a, b", "a\nb", "\"", "\\", "&amp;", "{x}", "<y>", "1", "é",
        "-", "label=", "*",
    ]

    private func machine(_ random: inout SplitMix64, states: Int) throws -> MealyMachine {
        var builder = try MealyMachine.Builder(inputs: names, outputs: names)
        for state in 0..<states { _ = try builder.state(named: names[state]) }
        for state in 0..<states {
            for input in names where Bool.random(using: &random) {
                try builder.addTransition(
                    from: StateID(state), on: input, output: names.randomElement(using: &random)!,
                    to: StateID(Int.random(in: 0..<states, using: &random)))
            }
        }
        builder.initialState = StateID(Int.random(in: 0..<states, using: &random))
        return try builder.build()
    }

    @Test(arguments: [MachineFormat.dot, .json]) func machines(format: MachineFormat) throws {
        var random = SplitMix64(seed: 11)
        for states in 1...names.count {
            let machine = try machine(&random, states: states)
            let text = try format.write(.mealy(machine)).bytes
            #expect(try format.read(text).machine == .mealy(machine), "\(String(decoding: text, as: UTF8.self))")
            let moore = try MooreMachine(machine, initialOutput: "first")
            let written = try format.write(.moore(moore)).bytes
            let read = try #require(try format.read(written).machine.asMoore)
            #expect(try read.isEquivalent(to: moore) && read.stateCount == moore.stateCount)
            #expect(read.inputs == moore.inputs && read.outputs == moore.outputs)
        }
    }

    @Test func statesWithoutNames() throws {
        var builder = try MealyMachine.Builder(inputs: ["a"], outputs: ["x"])
        try builder.addState()
        try builder.addState()
        let machine = Machine.mealy(try builder.build())
        #expect(try MachineFormat.json.read(try MachineFormat.json.write(machine).bytes).machine == machine)
    }

    @Test func kiss2RefusesNames() throws {
        var builder = try MealyMachine.Builder()
        let state = try builder.state(named: "a b")
        try builder.addTransition(from: state, on: "01", output: "1", to: state)
        let written = try MachineFormat.kiss2.write(.mealy(try builder.build()))
        #expect(written.notes.count == 1)
        try builder.addTransition(from: state, on: "x", output: "1", to: state)
        let machine = Machine.mealy(try builder.build())
        #expect(throws: FormatError.self) { try MachineFormat.kiss2.write(machine) }
        let moore = try MooreMachine(machine.asMealy, initialOutput: "0")
        #expect(throws: FormatError.self) { try MachineFormat.kiss2.write(.moore(moore)) }
    }

    @Test func namesWithZeroBytes() throws {
        var builder = try MealyMachine.Builder()
        let state = try builder.state(named: "a\0")
        try builder.addTransition(from: state, on: "x", output: "\0", to: state)
        let machine = Machine.mealy(try builder.build())
        #expect(throws: FormatError.self) { try MachineFormat.dot.write(machine) }
        #expect(try MachineFormat.json.read(try MachineFormat.json.write(machine).bytes).machine == machine)
    }

    @Test func writingHasALimit() throws {
        let machine = try MachineFormat.json.read(Texts.json).machine
        let error = try #require(throws: FormatError.self) {
            try MachineFormat.dot.write(machine, budget: Budget(maximumBytes: 20))
        }
        #expect(error.limit?.isBudgetExceeded == true)
    }
}
