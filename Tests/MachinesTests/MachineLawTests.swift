import AlgorithmSupport
import Automata
import Machines
import Testing

/// Laws on random machines, judged by searches that share nothing with the algorithms.
@Suite struct MachineLawTests {
    @Test(arguments: [false, true]) func minimizationKeepsBehaviorAndIsSmallest(isPartial: Bool) throws {
        var random = SplitMix64(seed: isPartial ? 1 : 2)
        for round in 0..<300 {
            let machine = try RandomMachines.machine(
                &random, states: 1 + round % 9, inputs: 1 + round % 3, outputs: 1 + round % 2, partial: isPartial)
            let minimal = try machine.minimized()
            #expect(RandomMachines.differenceLength(machine, minimal) == nil)
            #expect(minimal.stateCount == RandomMachines.classCount(machine))
            #expect(try minimal.minimized() == minimal)
            #expect(try MealyMachine(traces: minimal.traceLanguage()).isEquivalent(to: machine))
            let moore = try MooreMachine(machine, initialOutput: "o0")
            #expect(try MealyMachine(moore).isEquivalent(to: machine))
            #expect(try moore.minimized().isEquivalent(to: moore))
            #expect(try moore.minimized().stateCount <= moore.stateCount)
        }
    }

    @Test func differencesAreShortest() throws {
        var random = SplitMix64(seed: 3)
        var found = 0
        for round in 0..<400 {
            let machine = try RandomMachines.machine(
                &random, states: 2 + round % 7, inputs: 2, outputs: 2, partial: round % 3 == 0)
            let other = RandomMachines.starting(machine, in: StateID(1))
            let length = RandomMachines.differenceLength(machine, other)
            let difference = try machine.shortestDifference(from: other)
            #expect(difference?.word.count == length)
            guard let difference else { continue }
            found += 1
            #expect(difference.firstOutputs != difference.secondOutputs)
            #expect(difference.firstOutputs.count >= difference.word.count - 1)
        }
        #expect(found > 300)
    }

    /// The machine after one transition has got another target or output.
    private func mutants(of machine: MealyMachine) -> [MealyMachine] {
        machine.cells.indices.flatMap { index -> [MealyMachine] in
            let cell = machine.cells[index]
            if cell == .undefined { return [] }
            return machine.states.map { MealyMachine.Cell(target: $0, output: cell.output) }.map { changed in
                var cells = machine.cells
                cells[index] = changed
                return MealyMachine(
                    inputs: machine.inputs, outputs: machine.outputs, cells: cells, stateCount: machine.stateCount,
                    initialState: machine.initialState)
            }
        }
    }

    @Test(arguments: TestMethod.allCases) func suitesFindEveryFault(method: TestMethod) throws {
        var random = SplitMix64(seed: 4)
        for round in 0..<60 {
            let machine = try RandomMachines.machine(
                &random, states: 2 + round % 5, inputs: 2, outputs: 2, partial: round % 4 == 3
            ).minimized()
            let suite = try machine.testSuite(method)
            for mutant in mutants(of: machine) {
                let passes = suite.allSatisfy { mutant.run(on: $0).outputs == machine.run(on: $0).outputs }
                #expect(try passes == machine.isEquivalent(to: mutant))
            }
        }
    }

    /// Implementations with one state more, which the suite without extra states may miss.
    @Test(arguments: TestMethod.allCases) func extraStatesAreFound(method: TestMethod) throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<40 {
            let machine = try RandomMachines.machine(&random, states: 3, inputs: 2, outputs: 2).minimized()
            let suite = try machine.testSuite(method, extraStates: 4 - machine.stateCount)
            for _ in 0..<50 {
                let other = try RandomMachines.machine(&random, states: 4, inputs: 2, outputs: 2)
                let passes = suite.allSatisfy {
                    other.run(on: $0).outputs.map(other.outputs.name)
                        == machine.run(on: $0).outputs.map(machine.outputs.name)
                }
                #expect(try passes == machine.isEquivalent(to: other))
            }
        }
    }

    @Test func characterizingSetsSeparateAllPairs() throws {
        var random = SplitMix64(seed: 6)
        for round in 0..<100 {
            let machine = try RandomMachines.machine(
                &random, states: 1 + round % 12, inputs: 2, outputs: 2, partial: round % 2 == 0
            ).minimized()
            let words = try machine.characterizingSet()
            #expect(words.count <= machine.stateCount - 1 && words.allSatisfy { $0.count < machine.stateCount })
            let answers = machine.states.map { state in
                words.map { RandomMachines.starting(machine, in: state).run(on: $0).outputs }
            }
            #expect(Set(answers).count == machine.stateCount)
            for (state, set) in zip(machine.states, try machine.identificationSets(from: words)) {
                let own = set.map { RandomMachines.starting(machine, in: state).run(on: $0).outputs }
                for other in machine.states where other != state {
                    #expect(own != set.map { RandomMachines.starting(machine, in: other).run(on: $0).outputs })
                }
            }
        }
    }

    @Test func partialSuitesAreNoLonger() throws {
        var random = SplitMix64(seed: 7)
        let machine = try RandomMachines.machine(&random, states: 30, inputs: 3, outputs: 2).minimized()
        let (whole, partial) = (try machine.testSuite(.w), try machine.testSuite(.wp))
        #expect(partial.count < whole.count)
        #expect(Set(whole).count == whole.count)
    }
}
