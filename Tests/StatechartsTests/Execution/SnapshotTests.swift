import Foundation
import StatechartTestSupport
import Statecharts
import Testing

/// Runs that are kept and taken up again.
@Suite struct SnapshotTests {
    private typealias Machine = StateMachine<ExpressionBehavior>
    private typealias Snapshot = StateMachineSnapshot<ExpressionBehavior.Payload>

    /// A chart with two regions, a history, timers and deferred events.
    private static func chart(_ version: Int = 1) -> Statechart {
        Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("pause", to: "q")],
                        within: [
                            Outline("r", within: [Outline("r1", .state, [.on("x", to: "r2")]), Outline("r2")]),
                            Outline(
                                "s",
                                within: [
                                    Outline("s1", .state, [.init(.after(.seconds(2)), to: ["s2"])]), Outline("s2"),
                                ]
                            ), Outline("h", .deepHistory, [.init(.always, to: ["r1"])]),
                        ]),
                    Outline("q", .state, [.on("go", to: "h")], deferred: ["x", "y"]),
                ] + (version > 1 ? [Outline("new", .state, [.on("x", to: "p")])] : [])))
    }

    /// A snapshot survives being written by Foundation's encoder, data of events included.
    @Test func snapshotsAsJSON() throws {
        let chart = try CompiledStatechart<ExpressionBehavior>(Self.chart())
        var data = ExpressionBehavior(for: chart.chart)
        var machine = try Machine(chart, running: &data)
        try machine.send("pause", to: &data)
        let values: [String: Value] = [
            "a": .list([.null, .boolean(true), .number(1.5), .text("ä\n")]), "b": .record([:]), "c": .number(1),
        ]
        try machine.send("x", .init(name: "x", data: .record(values), sendID: "id"), to: &data)
        let snapshot = machine.snapshot
        #expect(snapshot.deferred.count == 1 && !snapshot.noted.isEmpty)
        let text = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(Snapshot.self, from: text) == snapshot)
        for damaged in [text.dropLast(), Data("{}".utf8), Data("{\"active\": 1}".utf8)] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: damaged) }
        }
    }

    private static func machine(
        _ chart: Statechart, restoring snapshot: StateMachineSnapshot<ExpressionBehavior.Payload>
    ) throws -> StateMachine<ExpressionBehavior> {
        try StateMachine(CompiledStatechart(chart), restoring: snapshot)
    }

    private static func message(
        _ change: (inout StateMachineSnapshot<ExpressionBehavior.Payload>) -> Void
    ) throws -> String? {
        var snapshot = StateMachineSnapshot<ExpressionBehavior.Payload>(active: ["r1", "s1"])
        change(&snapshot)
        do {
            _ = try machine(chart(), restoring: snapshot)
            return nil
        } catch let error as SnapshotError {
            return error.description
        }
    }

    /// A run that is kept and taken up after each input goes on as one that isn't.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func aRunGoesOnAfterEachRestore(seed: UInt64) throws {
        var source = RandomChart(seed: seed)
        let (inputs, failures) = (source.inputs(20), source.failures())
        let isTrue = { (name: String) in name.hasSuffix("0") }
        let chart = try CompiledStatechart<NotingBehavior>(source.chart)
        let limits = StateMachineLimits(steps: 200, events: 200)
        var whole = NotingBehavior(log: Log(), isTrue: isTrue, fails: failures.contains)
        var parts = NotingBehavior(log: Log(), isTrue: isTrue, fails: failures.contains)
        guard var machine = try? StateMachine(chart, running: &whole, limits: limits),
            var other = try? StateMachine(chart, running: &parts, limits: limits)
        else { return }
        for input in inputs {
            let snapshot = machine.snapshot
            #expect(other.snapshot.active == snapshot.active && other.snapshot.noted == snapshot.noted)
            other = try StateMachine(chart, restoring: other.snapshot, limits: limits)
            do {
                switch input {
                case .event(let name):
                    try machine.send(.init(rawValue: name), to: &whole)
                    try other.send(.init(rawValue: name), to: &parts)
                case .time(let time):
                    try machine.advance(by: time, to: &whole)
                    try other.advance(by: time, to: &parts)
                default: break
                }
            } catch { return }
            #expect(whole.log.entries == parts.log.entries)
            #expect(machine.activeStateNames == other.activeStateNames && machine.hasEnded == other.hasEnded)
        }
    }

    @Test func everythingIsKeptByName() throws {
        var data = ExpressionBehavior(for: Self.chart())
        var machine = try Machine(CompiledStatechart(Self.chart()), running: &data)
        try machine.send("x", to: &data)
        try machine.advance(by: .seconds(1), to: &data)
        #expect(machine.snapshot.timers.map(\.state) == ["s1"])
        #expect(machine.snapshot.timers.map(\.deadline) == [.seconds(2)])
        try machine.send("pause", to: &data)
        try machine.send("y", .number(7), to: &data)
        let snapshot = machine.snapshot
        #expect(snapshot.active == ["q"] && snapshot.time == .seconds(1) && snapshot.timers.isEmpty)
        #expect(snapshot.noted == ["h": ["r", "r2", "s", "s1"]])
        #expect(snapshot.deferred.map(\.name) == ["y"] && snapshot.deferred.first?.payload?.data == .number(7))
        // A newer chart, whose numbers differ.
        var restored = try Self.machine(Self.chart(2), restoring: snapshot)
        #expect(restored.snapshot == snapshot)
        try restored.send("go", to: &data)
        #expect(restored.activeStateNames == ["r2", "s1"])
        #expect(restored.deadline == .seconds(3))
    }

    @Test func nothingIsCarriedOut() throws {
        let chart = Statechart(
            Outline(
                "c", entry: [[.perform("no")]],
                within: [Outline("a", .state, [.init(.always, if: .named("g"), to: ["a"])], entry: [[.perform("no")]])]
            ))
        var behavior = NotingBehavior(log: Log(), isTrue: { _ in false }, fails: { _ in false })
        var machine = try StateMachine<NotingBehavior>(CompiledStatechart(chart), restoring: .init(active: ["a"]))
        try machine.send(.init(rawValue: "x"), to: &behavior)
        #expect(behavior.log.entries.isEmpty)
    }

    @Test func aRunThatHasEndedStaysSo() throws {
        let chart = Statechart(
            Outline("c", within: [Outline("a", .state, [.on("x", to: "f")]), Outline("f", .final)]))
        var data = ExpressionBehavior(for: chart)
        var machine = try Machine(CompiledStatechart(chart), running: &data)
        try machine.send("x", to: &data)
        var restored = try Self.machine(chart, restoring: machine.snapshot)
        #expect(restored.hasEnded && restored.activeStateNames == ["f"])
        #expect(try restored.send("x", to: &data) == .ignored)
    }

    /// A chart whose states t, one of them in regions, give their variables first values once.
    private static func lateChart() -> Statechart {
        let within = [
            Outline("s", .state, [.on("early", do: .assign("y", .literal(.number(7)))), .on("on", to: "t")]),
            Outline("t", .state, [.on("off", to: "s")], entry: [[.log("y", .variable("y"))]]),
        ]
        var copied = Statechart(Outline("m", within: within))
        var chart = Statechart(
            Outline(
                "c", .orthogonal,
                within: [
                    Outline("p", within: within),
                    Outline("R", .regions, [.on("add", do: .addRegion(to: "R"))], submachine: "m"),
                ]))
        for index in copied.states.indices where copied[index].name == "t" {
            (copied[index].variables, copied[index].keepsVariables) = ([.init("y", .literal(.number(1)))], true)
        }
        for index in chart.states.indices where chart[index].name == "t" {
            (chart[index].variables, chart[index].keepsVariables) = ([.init("y", .literal(.number(2)))], true)
        }
        chart.hasScopedVariables = true
        chart.submachines = [copied]
        return chart
    }

    /// Snapshots tell which states have been entered before, as that decides on first values.
    @Test func firstEntriesAreKept() throws {
        let chart = try CompiledStatechart<ExpressionBehavior>(Self.lateChart())
        var data = ExpressionBehavior(for: chart.chart)
        var machine = try Machine(chart, running: &data)
        for event in ["add", "on", "off", "add", "early", "on", "off", "early", "on"] {
            let snapshot = machine.snapshot
            let text = try JSONEncoder().encode(snapshot)
            #expect(try JSONDecoder().decode(Snapshot.self, from: text) == snapshot)
            machine = try Machine(chart, restoring: snapshot)
            #expect(machine.snapshot == snapshot)
            try machine.send(.init(rawValue: event), to: &data)
        }
        // The second region comes later, so that its first entry is the others' second.
        #expect(data.log.compactMap(\.value) == [2, 1, 7, 7, 1, 7, 7, 7].map(Value.number))
    }

    /// In a snapshot that tells nothing of first entries, the active states have been entered.
    @Test(arguments: [false, true]) func olderSnapshotsTellNoFirstEntries(isActive: Bool) throws {
        let chart = try CompiledStatechart<ExpressionBehavior>(Self.lateChart())
        var data = ExpressionBehavior(for: chart.chart)
        var machine = try Machine(chart, running: &data)
        for event in isActive ? ["add", "on"] : ["add", "on", "off"] {
            try machine.send(.init(rawValue: event), to: &data)
        }
        let text = String(decoding: try JSONEncoder().encode(machine.snapshot), as: UTF8.self)
        let older = text.replacing(#/"initialized":\[[^\]]*\],?/#, with: "").replacing(",}", with: "}")
        var restored = try Machine(
            chart, restoring: JSONDecoder().decode(Snapshot.self, from: Data(older.utf8)))
        data.log = []
        for event in ["off", "early", "on"] { try restored.send(.init(rawValue: event), to: &data) }
        #expect(data.log.compactMap(\.value) == (isActive ? [7, 7] : [2, 1]).map(Value.number))
    }

    @Test func aLimitLeavesEventsThatAreKept() throws {
        let chart = Statechart(Outline("c", within: [Outline("a", .state, [.on("x", do: .raise("x"))])]))
        var data = ExpressionBehavior(for: chart)
        var machine = try Machine(CompiledStatechart(chart), running: &data, limits: .init(steps: 5))
        #expect(throws: StateMachineError.self) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.raised.map(\.name) == ["x"])
        #expect(try Self.machine(chart, restoring: machine.snapshot).snapshot == machine.snapshot)
    }

    /// An event that the chart knows by a pattern alone has the pattern's name.
    @Test func eventsBelowAPatternAreKeptByIt() throws {
        let chart = Statechart(
            Outline("c", within: [Outline("a", .state, [.on("go", to: "b")], deferred: ["x"]), Outline("b")]))
        var data = ExpressionBehavior(for: chart)
        var machine = try Machine(CompiledStatechart(chart), running: &data)
        try machine.send("x.y", to: &data)
        #expect(machine.snapshot.deferred.map(\.name) == ["x.*"])
        #expect(try Self.machine(chart, restoring: machine.snapshot).snapshot == machine.snapshot)
    }

    @Test func statesThatDontFitAreRefused() throws {
        #expect(try Self.message { $0.active = [] } == "no state is active; name the active states")
        #expect(
            try Self.message { $0.active = ["old"] } == "the chart has no state 'old'; add it, or correct the snapshot")
        #expect(
            try Self.message { $0.active = ["r", "s1"] } == "'r' has states within; name the ones that are active")
        #expect(
            try Self.message { $0.active = ["r1"] }
                == "1 of the states within 'p' are active, not all; correct the active states")
        #expect(
            try Self.message { $0.active = ["r1", "r2", "s1"] }
                == "2 of the states within 'r' are active, not one; correct the active states")
        #expect(
            try Self.message { $0.active = ["r1", "s1", "q"] }
                == "2 of the states within 'c' are active, not one; correct the active states")
        #expect(try Self.message { _ in } == nil)
    }

    @Test func historiesThatDontFitAreRefused() throws {
        #expect(
            try Self.message { $0.noted = ["old": ["r"]] }
                == "the chart has no history 'old'; add it, or correct the snapshot")
        #expect(
            try Self.message { $0.noted = ["h": ["old"]] }
                == "the chart has no state 'old'; add it, or correct the snapshot")
        let outside = "'q' isn't within the parent of the history 'h'; name one that is"
        #expect(try Self.message { $0.noted = ["h": ["q"]] } == outside)
        #expect(
            try Self.message { $0.noted = ["h": ["r1", "s", "s1"]] }
                == "1 of the states within 'p' are active, not all; correct the active states"
        )
        #expect(
            try Self.message { $0.noted = ["h": ["r", "r1", "r2", "s", "s1"]] }
                == "2 of the states within 'r' are active, not one; correct the active states")
        #expect(try Self.message { $0.noted = ["h": ["r", "r1", "s", "s2"]] } == nil)
        #expect(try Self.message { $0.noted = ["h": []] } == nil)
    }

    @Test func timesThatDontFitAreRefused() throws {
        func timer(_ state: String, _ place: Int, _ deadline: Duration = .seconds(1)) -> Snapshot.Timer {
            .init(event: .init(name: ""), deadline: deadline, state: state, place: place)
        }
        #expect(
            try Self.message { $0.timers = [timer("old", 0)] }
                == "the chart has no state 'old'; add it, or correct the snapshot")
        #expect(
            try Self.message { $0.timers = [timer("s1", 1)] }
                == "'s1' has no timed transition number 2; remove the timer")
        #expect(
            try Self.message { $0.timers = [timer("s1", -1)] }
                == "'s1' has no timed transition number 0; remove the timer")
        #expect(
            try Self.message {
                $0.active = ["r1", "s2"]
                $0.timers = [timer("s1", 0)]
            } == "'s1' has a timer, but isn't active; remove the timer")
        #expect(try Self.message { $0.time = .seconds(-1) } == "invalid time -1s; expected 0 to 10¹⁸ seconds")
        #expect(
            try Self.message { $0.timers = [timer("s1", 0, .seconds(Int64.max))] }
                == "invalid time more than 1000000000000000000s; expected 0 to 10¹⁸ seconds")
        let longest = Duration(secondsComponent: .max, attosecondsComponent: .max)
        #expect(try Self.message { $0.time = longest }?.hasSuffix("expected 0 to 10¹⁸ seconds") == true)
        #expect(
            try Self.message { $0.timers = [timer("s1", .max)] }
                == "'s1' has no timed transition number \(Int.min); remove the timer")
        #expect(try Self.message { $0.timers = [timer("s1", 0)] } == nil)
    }

    /// A timer that was due before the snapshot comes at once, and time doesn't go back.
    @Test func timeDoesNotGoBack() throws {
        var snapshot = Snapshot(active: ["r1", "s1"])
        snapshot.time = .seconds(10)
        snapshot.timers = [.init(event: .init(name: ""), deadline: .seconds(5), state: "s1")]
        var data = ExpressionBehavior(for: Self.chart())
        var machine = try Self.machine(Self.chart(), restoring: snapshot)
        try machine.advance(until: .seconds(10), to: &data)
        #expect(machine.activeStateNames == ["r1", "s2"] && machine.time == .seconds(10))
    }
}
