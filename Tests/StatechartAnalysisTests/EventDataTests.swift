import AlgorithmSupport
import StatechartAnalysis
import Statecharts
import TestSupport
import Testing

@Suite("Events with data that decide conditions") struct EventDataTests {
    /// A chart of lines in which conditions stand in the order of transitions.
    private static func chart(_ lines: String, _ conditions: [String: String]) throws -> Statechart {
        var chart = Statechart(lines: lines)
        for index in chart.states.indices {
            for transition in chart[index].transitions.indices {
                let key = "\(chart[index].name)\(transition)"
                guard let text = conditions[key] else { continue }
                chart[index].transitions[transition].condition = .expression(try Expression(parsing: text))
            }
        }
        return chart
    }

    private static let machine = try? chart(
        """
        idle coin paid
        idle coin idle more
        paid pick tea
        paid pick coffee
        tea next idle
        coffee next idle
        """,
        [
            "idle0": "_event.data >= 50", "paid0": "_event.data.kind == 'tea' && _event.data.hot",
            "paid1": "_event.data.kind == 'coffee'",
        ])

    @Test("Constants and their neighbors decide") func boundaries() throws {
        let machine = try #require(Self.machine)
        let report = try machine.analyzed(for: .init(never: [.isActive("tea"), .isActive("coffee")]))
        #expect(report.findings.allSatisfy { $0.kind == .never && $0.isConfirmed }, "\(report.findings)")
        #expect(report.findings.first?.events == ["coin=50", #"pick={"hot": true, "kind": "tea"}"#])
        #expect(report.abstractedGuards.isEmpty && report.configurationCount == 4)
        let suite = try machine.tests()
        #expect(suite.missing.isEmpty && suite.abstractedGuards.isEmpty, "\(suite.missing)")
        let steps = suite.tests.flatMap(\.steps)
        #expect(steps.contains { $0.event == "coin" && $0.data == .number(49) && $0.outputs == ["more"] })
        let other = try Self.chart("idle coin paid\nidle coin idle more", ["idle0": "_event.data > 50"])
        let difference = try #require(
            try Self.chart("idle coin paid\nidle coin idle more", ["idle0": "_event.data >= 50"])
                .difference(from: other))
        #expect(difference.events == ["coin=50"] && difference.isConfirmed, "\(difference)")
        #expect(try machine.isEquivalent(to: machine))
    }

    @Test("The W-method finds a wrong boundary") func faults() throws {
        let chart = try Self.chart("a key b\na key a no", ["a0": "_event.data['n'] > 2 || _event.data.n == -1"])
        let suite = try chart.tests(.w())
        let data = Set(suite.tests.flatMap(\.steps).map(\.data.description))
        #expect(data.isSuperset(of: ["{n: 2}", "{n: 3}"]), "\(data)")
        let inputs = suite.tests.flatMap { $0.inputs.map(\.description) }
        #expect(inputs.contains(#"key={"n": 3}"#), "\(inputs)")
    }

    @Test("An event goes without data where that decides, or another chart has data for it") func plainEvents() throws {
        var chart = try Self.chart("a go b\na error.execution c\nb back a", ["a0": "_event.data.x > 1"])
        let report = try chart.analyzed(for: .init(never: [.isActive("b"), .isActive("c")]))
        let never = report.findings.filter { $0.kind == .never }
        #expect(never.map(\.events).first == [#"go={"x": 2}"#] && never.allSatisfy(\.isConfirmed), "\(never)")
        #expect(never.count == 2 && !report.findings.contains { $0.kind == .unreachable })
        // A chart that ignores data does the same for all.
        let plain = Statechart(lines: "a go b beep\nb back a")
        #expect(try plain.isEquivalent(to: plain))
        chart = try Self.chart("a go b beep\nb back a", ["a0": "_event.data != 1"])
        let found = try #require(try plain.difference(from: chart))
        #expect(found.events == ["go=1"] && found.isConfirmed && found.firstOutputs == ["beep"], "\(found)")
        let any = Statechart(lines: "a * b beep\nb back a")
        #expect(try any.difference(from: chart)?.isConfirmed == true)
    }

    @Test("Both answers are explored where constants don't decide") func unknownData() throws {
        let product = try Self.chart("a go b\nb go a", ["a0": "_event.data * 2 > 5"])
        let found = try product.analyzed(for: .init(never: [.isActive("b")]))
        #expect(found.findings.map(\.isConfirmed) == [false] && found.abstractedGuards == ["_event.data * 2 > 5"])
        // A raised or a deferred event has other data.
        var raising = try Self.chart("a go a\na key b\nb x a", ["a1": "_event.data == 7"])
        raising[1].transitions[0].actions = [.raise("key", .value(.variable("_event")))]
        var options = AnalysisOptions()
        options.events = ["go"]
        let raised = try raising.analyzed(for: .init(never: [.isActive("b")]), options)
        #expect(raised.findings.first?.events == ["go"] && raised.findings.first?.isConfirmed == false)
        var deferring = try Self.chart("a go b\nb key c\nc go a", ["b0": "_event.data == 7"])
        deferring[1].deferred = [.init("key")]
        let deferred = try deferring.analyzed(for: .init(never: [.isActive("c")]))
        #expect(deferred.findings.first?.events == ["go", "key=7"], "\(deferred.findings)")
        #expect(deferred.findings.first?.isConfirmed == true && !deferred.abstractedGuards.isEmpty)
    }

    @Test("Errors of conditions without events are explored") func eventlessErrors() throws {
        var chart = Statechart(lines: "a go b\nb error.execution d\nd back a\nc back a")
        chart[2].transitions.append(
            .init(.always, if: .expression(try Expression(parsing: "_event.data.x * 2 > 1")), to: ["c"]))
        let states = ["b", "c", "d"]
        let report = try chart.analyzed(for: .init(never: states.map { .isActive($0) }))
        let never = report.findings.filter { $0.kind == .never }
        #expect(never.map(\.subject) == states && never.allSatisfy { $0.events == ["go"] }, "\(never)")
        #expect(report.omissions.isEmpty && !report.findings.contains { $0.kind == .unreachable })
        // An error that nothing stops is steps without end.
        chart[2].transitions[0].targets = []
        let endless = try chart.analyzed()
        #expect(!endless.isTruncated && endless.omissions == ["errors come no more than twice in a step"])
        let loop = endless.findings.filter { $0.kind == .livelock }
        #expect(loop.first?.events == ["go"] && loop.allSatisfy { !$0.isConfirmed }, "\(loop)")
    }

    // MARK: - Random conditions

    private static func condition(_ random: inout SeededGenerator) -> String {
        func comparison(_ random: inout SeededGenerator) -> String {
            let path = ["_event.data.x", "_event.data.y", "_event.data"].randomElement(using: &random) ?? ""
            let sign = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? ""
            let constant = ["0", "1", "'a'", "true"].randomElement(using: &random) ?? ""
            return Bool.random(using: &random) ? "\(path) \(sign) \(constant)" : "!(\(constant) \(sign) \(path))"
        }
        let first = comparison(&random)
        let sign = ["&&", "||"].randomElement(using: &random) ?? ""
        return Int.random(in: 0..<3, using: &random) > 0 ? first : "\(first) \(sign) \(comparison(&random))"
    }

    /// The states that the engine reaches with many data.
    private static func reached(_ chart: Statechart) throws -> Set<String> {
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        let parts: [Value] = [
            .null, .boolean(true), .boolean(false), .text("a"), .text("b"), .number(-2), .number(-1), .number(0),
            .number(1), .number(3), .number(4),
        ]
        let records = parts.flatMap { x in parts.map { Value.record(["x": x, "y": $0]) } }
        let data = parts + parts.flatMap { [.record(["x": $0]), .record(["y": $0])] } + records
        var (found, open) = (Set(["s0"]), [[(String, Value)]()])
        while let run = open.popLast() {
            for input in ["e", "f"].flatMap({ event in data.map { (event, $0) } }) {
                var behavior = ExpressionBehavior(for: chart)
                var machine = try StateMachine(compiled, running: &behavior)
                for (event, value) in run + [input] { try machine.send(event, value, to: &behavior) }
                if found.insert(machine.activeStateNames[0]).inserted { open.append(run + [input]) }
            }
        }
        return found
    }

    @Test("Random conditions on data reach what many data reach") func randomConditions() throws {
        var complete = 0
        for seed in 0..<UInt64(TestScope.isLong ? 400 : 16) {
            var random = SeededGenerator(seed: seed)
            var chart = Statechart("main")
            for number in 0..<4 {
                var state = Statechart.State("s\(number)")
                for _ in 0..<2 {
                    let event = ["e", "f"].randomElement(using: &random) ?? ""
                    let target = "s\(Int.random(in: 0..<4, using: &random))"
                    let condition = Statechart.Condition.expression(try .init(parsing: Self.condition(&random)))
                    state.transitions.append(.init(.events([.init(event)]), if: condition, to: [target]))
                }
                if Int.random(in: 0..<8, using: &random) == 0 {
                    state.transitions.append(.init(.events([.init("error")]), to: ["s\((number + 1) % 4)"]))
                }
                chart.add(state)
            }
            let never = chart.states.dropFirst().map { StateCondition.isActive($0.name) }
            let report = try chart.analyzed(for: .init(never: never))
            let found = report.findings.filter { $0.kind == .never && $0.isConfirmed }
            let expected = try Self.reached(chart)
            #expect(Set(found.map(\.subject)).isSubset(of: expected), "seed \(seed): \(found)")
            guard report.omissions.isEmpty else { continue }
            let all = report.findings.filter { $0.kind == .never }.map(\.subject)
            #expect(expected.isSubset(of: all), "seed \(seed): \(expected) \(all)")
            guard report.abstractedGuards.isEmpty else { continue }
            #expect(found.count == expected.count, "seed \(seed): \(report.findings)")
            complete += 1
        }
        #expect(complete > 2, "\(complete)")
    }
}
