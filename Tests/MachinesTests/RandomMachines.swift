import AlgorithmSupport
import Automata
import Machines

/// Random Mealy machines and an oracle that only runs them.
enum RandomMachines {
    static func machine(
        _ random: inout SplitMix64, states: Int, inputs: Int, outputs: Int, partial: Bool = false
    ) throws -> MealyMachine {
        var builder = try MealyMachine.Builder(
            inputs: (0..<inputs).map { "i\($0)" }, outputs: (0..<outputs).map { "o\($0)" })
        for _ in 0..<states { try builder.addState() }
        for state in 0..<states {
            for input in 0..<inputs where !partial || !Int.random(in: 0..<4, using: &random).isMultiple(of: 4) {
                try builder.addTransition(
                    from: StateID(state), on: "i\(input)", output: "o\(Int.random(in: 0..<outputs, using: &random))",
                    to: StateID(Int.random(in: 0..<states, using: &random)))
            }
        }
        return try builder.build()
    }

    /// Returns a shortest difference by a search of all pairs, without union-find.
    static func differenceLength(_ first: MealyMachine, _ second: MealyMachine) -> Int? {
        var seen: Set<[StateID]> = [[first.initialState, second.initialState]]
        var layer = [[first.initialState, second.initialState]]
        var length = 1
        while !layer.isEmpty {
            var next: [[StateID]] = []
            for pair in layer {
                for input in first.inputs.symbols {
                    let one = first.transition(from: pair[0], on: input)
                    let other = second.transition(from: pair[1], on: input)
                    if one == nil, other == nil { continue }
                    guard let one, let other,
                        first.outputs.name(of: one.output) == second.outputs.name(of: other.output)
                    else { return length }
                    if seen.insert([one.target, other.target]).inserted { next.append([one.target, other.target]) }
                }
            }
            (layer, length) = (next, length + 1)
        }
        return nil
    }

    /// Returns the number of classes of equivalent accessible states, by comparing all pairs.
    static func classCount(_ machine: MealyMachine) -> Int {
        let accessible = machine.states.filter { machine.stateCover()[Int($0)] != nil }
        var representatives: [StateID] = []
        for state in accessible where representatives.allSatisfy({ !equivalent(machine, $0, state) }) {
            representatives.append(state)
        }
        return representatives.count
    }

    private static func equivalent(_ machine: MealyMachine, _ one: StateID, _ other: StateID) -> Bool {
        differenceLength(starting(machine, in: one), starting(machine, in: other)) == nil
    }

    static func starting(_ machine: MealyMachine, in state: StateID) -> MealyMachine {
        MealyMachine(
            inputs: machine.inputs, outputs: machine.outputs, cells: machine.cells, stateCount: machine.stateCount,
            initialState: state)
    }
}

extension MealyMachine {
    /// The vending machine of the tests: a coin, then a button.
    static func vending() throws -> MealyMachine {
        var builder = try Builder()
        let (idle, paid) = try (builder.state(named: "idle"), builder.state(named: "paid"))
        try builder.addTransition(from: idle, on: "coin", output: "ok", to: paid)
        try builder.addTransition(from: idle, on: "button", output: "nothing", to: idle)
        try builder.addTransition(from: paid, on: "coin", output: "full", to: paid)
        try builder.addTransition(from: paid, on: "button", output: "tea", to: idle)
        return try builder.build()
    }
}
