import Automata
import Machines
import Testing

/// Building, running and converting machines, with known answers.
@Suite struct MealyMachineTests {
    @Test func runs() throws {
        let machine = try MealyMachine.vending()
        #expect(try machine.outputs(for: ["coin", "coin", "button"]) == ["ok", "full", "tea"])
        #expect(try machine.outputs(for: []) == [])
        #expect(throws: AutomataError.unknownSymbol("tea", position: 1)) { try machine.outputs(for: ["coin", "tea"]) }
        #expect(machine.isComplete && machine.transitionCount == 4)
        #expect(machine.description.hasPrefix("idle --coin/ok--> paid\n"))
    }

    @Test func partialRunsStopAtTheUndefinedInput() throws {
        var builder = try MealyMachine.Builder(inputs: ["a", "b"])
        let state = try builder.addState()
        try builder.addTransition(from: state, on: "a", output: "x", to: state)
        let machine = try builder.build()
        let run = machine.run(on: [0, 1, 0])
        #expect(run.undefinedPosition == 1 && run.outputs == [0] && run.states == [0, 0])
        #expect(try machine.outputs(for: ["a", "b"]) == nil)
        #expect(!machine.isComplete)
    }

    @Test func refusesWhatIsNoMachine() throws {
        let empty = try MealyMachine.Builder()
        #expect(throws: AutomataError.self) { try empty.build() }
        var builder = try MealyMachine.Builder()
        let (one, two) = try (builder.state(named: "p"), builder.state(named: "q"))
        try builder.addTransition(from: one, on: "a", output: "x", to: two)
        try builder.addTransition(from: one, on: "a", output: "x", to: two)
        try builder.addTransition(from: one, on: "a", output: "y", to: two)
        let error = try #require(throws: AutomataError.self) { try builder.build() }
        #expect(
            error.description
                == "state p has two transitions on input 'a' (x to q, y to q); a machine is deterministic: "
                + "remove one of them")
        #expect(throws: AutomataError.wrongNumberOfStateNames(2, stateCount: 3)) { try builder.addState() }
        builder.initialState = 7
        #expect(throws: AutomataError.stateOutOfRange(7, stateCount: 2)) { try builder.build() }
    }

    @Test func mooreMachinesConvertBothWays() throws {
        var builder = try MooreMachine.Builder()
        let red = try builder.addState(named: "r", output: "red")
        let green = try builder.addState(named: "g", output: "green")
        try builder.addTransition(from: red, on: "tick", to: green)
        try builder.addTransition(from: green, on: "tick", to: red)
        let moore = try builder.build()
        #expect(try moore.outputs(for: ["tick", "tick"]) == ["red", "green", "red"])
        let mealy = MealyMachine(moore)
        #expect(try mealy.outputs(for: ["tick", "tick"]) == ["green", "red"])
        #expect(mealy.name(of: 1) == "g")
        let back = try MooreMachine(mealy, initialOutput: "red")
        #expect(try back.isEquivalent(to: moore))
        // The initial state is entered with 'red', too.
        #expect(back.stateCount == 2)
        let other = try MooreMachine(mealy, initialOutput: "dark")
        #expect(try moore.shortestDifference(from: other)?.word == [])
        #expect(try other.stateCount == 3 && back.minimized().stateCount == 2)
    }

    @Test func equivalenceHasAShortestDifference() throws {
        let machine = try MealyMachine.vending()
        var builder = try MealyMachine.Builder()
        let (idle, paid) = try (builder.state(named: "1"), builder.state(named: "2"))
        try builder.addTransition(from: idle, on: "button", output: "nothing", to: idle)
        try builder.addTransition(from: idle, on: "coin", output: "ok", to: paid)
        try builder.addTransition(from: paid, on: "button", output: "tea", to: paid)
        try builder.addTransition(from: paid, on: "coin", output: "full", to: paid)
        let faulty = try builder.build()
        #expect(try !machine.isEquivalent(to: faulty))
        let difference = try #require(try machine.shortestDifference(from: faulty))
        #expect(difference.word.count == 3)
        #expect(difference.firstOutputs != difference.secondOutputs)
        #expect(difference.firstOutputs.dropLast() == difference.secondOutputs.dropLast())
    }

    @Test func completionLoopsOrFails() throws {
        var builder = try MealyMachine.Builder(inputs: ["a", "b"])
        let state = try builder.state(named: "sink")
        try builder.addTransition(from: state, on: "a", output: "x", to: state)
        let machine = try builder.build()
        #expect(try machine.completed(output: "-").outputs(for: ["b", "a"]) == ["-", "x"])
        let failing = try machine.completed(output: "-", by: .sink)
        #expect(try failing.outputs(for: ["b", "a"]) == ["-", "-"])
        #expect(failing.name(of: 1) != "sink" && failing.isComplete)
    }

    @Test func tracesAreALanguageAndBack() throws {
        let machine = try MealyMachine.vending()
        let traces = try machine.traceLanguage()
        #expect(traces.accepts(try traces.alphabet.word("coin/ok button/tea", separator: " ")))
        #expect(!traces.accepts(try traces.alphabet.word("coin/ok button/nothing", separator: " ")))
        #expect(try MealyMachine(traces: traces).isEquivalent(to: machine))
        #expect(try machine.outputLanguage().accepts(machine.outputs.word("ok tea nothing", separator: " ")))
        #expect(machine.inputLanguage.accepts([0, 0, 1]))
        let ended = try DFA(alphabet: ["a/x"], transitions: [("p", "a/x", "q")], initial: "p", final: ["q"])
        #expect(throws: AutomataError.self) { try MealyMachine(traces: ended) }
        let unpaired = try DFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: "p", final: ["p"])
        #expect(throws: AutomataError.self) { try MealyMachine(traces: unpaired) }
    }

    @Test func compositions() throws {
        let machine = try MealyMachine.vending()
        let once = try DFA(
            alphabet: ["coin", "button"], transitions: [("p", "coin", "q"), ("q", "button", "r")], initial: "p",
            final: ["r"])
        let restricted = try machine.restricted(to: once)
        #expect(try restricted.outputs(for: ["coin", "button"]) == ["ok", "tea"])
        #expect(try restricted.outputs(for: ["coin", "coin"]) == nil)
        #expect(restricted.stateCount == 3)
        let nothing = try DFA(alphabet: ["coin"], transitions: [], initial: "p", final: [])
        #expect(throws: AutomataError.self) { try machine.restricted(to: nothing) }
        var builder = try MealyMachine.Builder()
        let state = try builder.addState()
        for (word, count) in [("ok", "0"), ("nothing", "0"), ("tea", "1")] {
            try builder.addTransition(from: state, on: word, output: count, to: state)
        }
        let composed = try machine.composed(with: builder.build())
        #expect(try composed.outputs(for: ["coin", "button"]) == ["0", "1"])
        #expect(try composed.outputs(for: ["coin", "coin"]) == nil)
    }

    @Test func budgetsStopWork() throws {
        let machine = try MealyMachine.vending()
        let none = Budget(maximumStates: 0, maximumBytes: 0)
        #expect(throws: AutomataError.self) { try machine.minimized(budget: none) }
        #expect(throws: AutomataError.self) { try machine.shortestDifference(from: machine, budget: none) }
        #expect(throws: AutomataError.self) { try machine.testSuite(budget: none) }
        #expect(throws: AutomataError.self) { try machine.composed(with: machine, budget: none) }
        #expect(throws: AutomataError.self) { try MooreMachine(machine, initialOutput: "-", budget: none) }
    }
}
