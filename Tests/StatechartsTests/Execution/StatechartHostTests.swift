import Statecharts
import Testing

/// A program whose guards are constants, and whose actions count.
private struct Program: StatechartHost {
    let guards: [String: Bool]

    func holds(
        _ name: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) -> Bool? {
        guards[name]
    }

    func perform(
        _ action: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>
    ) throws {
        guard case .number(let count)?? = behavior.variables["count"] else { return }
        try behavior.assign(.number(count + 1), to: "count", in: step)
    }

    func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) throws {
        throw ExpressionError("no program carries out the action '\(action.name)'")
    }

    func mayTake(byteCount: Int) -> Bool { byteCount < 20_000 }
}

/// Charts with expressions whose other guards and actions are a program's.
@Suite struct StatechartHostTests {
    private func run(
        _ condition: String, _ guards: [String: Bool], do actions: [Statechart.Action] = [.perform("act")]
    ) throws -> ExpressionBehavior {
        var chart = Statechart("c")
        chart.root.variables = [.init("count", .literal(.number(0))), .init("text", .literal(.text("0123456789")))]
        var state = Statechart.State("a")
        state.transitions = [
            .init(.events(["x"]), if: .expression(try Expression(parsing: condition)), do: actions),
            .init(.events(["error"]), do: [.assign("count", .literal(.number(-1)))]),
        ]
        chart.add(state)
        let compiled = try CompiledStatechart<ExpressionBehavior>(
            chart, guard: { ExpressionBehavior.Guard($0) }, action: { ExpressionBehavior.Action($0) },
            isGuard: { guards[$0] != nil })
        var data = ExpressionBehavior(for: chart)
        data.host = Program(guards: guards)
        var machine = try StateMachine(compiled, running: &data)
        try machine.send("x", .number(7), to: &data)
        return data
    }

    @Test(arguments: [
        ("ready", true, true), ("!ready", true, false), ("ready && count == 0", true, true),
        ("ready && count == 1", true, false), ("count == 1 || ready", false, false),
        ("count == 0 && (ready || _event.data > 5)", false, true), ("ready == true", true, true),
    ])
    func namesInConditionsAreGuards(_ condition: String, isReady: Bool, isTaken: Bool) throws {
        #expect(try run(condition, ["ready": isReady]).variables["count"] == .number(isTaken ? 1 : 0))
    }

    @Test func unknownNamesFail() throws {
        #expect(try run("nobody", [:]).variables["count"] == .number(-1))
    }

    /// Loops are carried out by the behavior itself.
    @Test func guardsHoldWithinLoops() throws {
        let choice = Statechart.Action.choose([
            .init(if: .expression(.variable("ready")), do: [.perform("act")])
        ])
        let list = Expression.list([.literal(.null), .literal(.null)])
        let loop = Statechart.Action.forEach(item: "each", index: nil, list: list, do: [choice])
        #expect(try run("true", ["ready": true], do: [loop]).variables["count"] == .number(2))
        #expect(try run("true", ["ready": false], do: [loop]).variables["count"] == .number(0))
    }

    @Test func refusedMemoryIsAFailure() throws {
        let double = Statechart.Action.assign("text", .binary(.plus, .variable("text"), .variable("text")))
        let data = try run("true", [:], do: Array(repeating: double, count: 12))
        let text = String(repeating: "0123456789", count: 1 << 10)
        #expect(data.variables["text"] == .text(text) && data.variables["count"] == .number(-1))
    }

    @Test func refusedMemoryStopsAMachine() throws {
        var chart = Statechart("c")
        var state = Statechart.State("a")
        state.deferred = ["later"]
        chart.add(state)
        var data = ExpressionBehavior(for: chart)
        var recorder = NoRecorder()
        var machine = try StateMachine(
            CompiledStatechart(chart), running: &data, limits: .init(events: 100_000), mayTake: { _ in false },
            recorder: &recorder)
        #expect(throws: StateMachineError.tooLittleMemory) {
            for _ in 0..<100_000 { try machine.send("later", to: &data) }
        }
        let count = machine.snapshot.deferred.count
        #expect(count >= 1024 && count < 100_000)
    }
}
