import AlgorithmSupport
import Automata
import Machines
import StatechartAnalysis
import Statecharts
import Testing

@Suite("Statecharts as Mealy machines") struct FlattenedMachineTests {
    @Test("Outputs are the actions, logs and events for others of each step") func outputs() throws {
        var chart = Statechart(lines: "a go b\nb go a beep\nb stop end bye")
        var send = Statechart.Send("coin")
        send.target = .literal(.text("#_payment"))
        chart[1].transitions[0].actions = [
            .log("heater", .literal(.text("off"))), .send(send), .raise("inner"), .log("n", .variable("n")),
        ]
        chart.root.variables = [.init("n", .literal(.number(0)))]
        let flat = try chart.flattenedMachine()
        let machine = flat.machine
        #expect(machine.stateCount == 3 && flat.losesOutputValues)
        #expect(
            try machine.outputs(for: ["stop", "go", "go", "go", "stop"])
                == ["-", "heater=off,coin@#_payment,n", "beep", "heater=off,coin@#_payment,n", "bye,ended"])
        #expect(machine.name(of: 0) == "a" && machine.inputs.names == ["go", "stop"])
        var options = AnalysisOptions(limit: 10)
        options.outputs = [.states, .end]
        #expect(
            try chart.flattenedMachine(options).machine.outputs(for: ["go", "go", "go", "stop"])
                == ["b", "a", "b", "ended,end"])
    }

    @Test("Values of outputs are exact where they are explored") func values() throws {
        var chart = Statechart(lines: "a add a")
        let sum = try Expression(parsing: "(n + 1) % 3")
        chart[1].transitions[0].actions = [.assign("n", sum), .log("n", .variable("n"))]
        chart[1].transitions.append(.init(.events(["go"]), if: .expression(try Expression(parsing: "n == 5"))))
        chart.root.variables = [.init("n", .literal(.number(0)))]
        let flat = try chart.flattenedMachine()
        #expect(try flat.machine.outputs(for: ["add", "add", "add"]) == ["n=1", "n=2", "n=0"])
        #expect(!flat.losesOutputValues && flat.machine.stateCount == 3)
    }

    @Test("Outputs of the start need an input") func start() throws {
        var chart = Statechart(lines: "a go b beep\nb go a")
        chart[1].entry = [[.perform("hello")]]
        let machine = try chart.flattenedMachine().machine
        #expect(machine.name(of: 0) == "start" && machine.inputs.names == ["go", "start"])
        #expect(try machine.outputs(for: ["start", "go", "go"]) == ["hello", "beep", "hello"])
        #expect(try machine.outputs(for: ["go"]) == nil)
    }

    @Test("Guards and timers are letters, and names with commas are quoted") func letters() throws {
        var chart = Statechart(lines: "a push b\nb +500 a ring")
        chart[1].transitions[0].condition = .named("open")
        chart[1].transitions[0].actions = [.perform("a,b"), .perform("-")]
        let machine = try chart.flattenedMachine().machine
        #expect(machine.inputs.names == ["push", "push[!open]", "push[open]", "+500ms@b"])
        #expect(
            try machine.outputs(for: ["push[!open]", "push[open]", "push", "+500ms@b"])
                == ["-", "\"a,b\",\"-\"", "-", "ring"])
    }
}
