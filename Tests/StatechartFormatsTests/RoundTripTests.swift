import StatechartFormats
import Statecharts
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: StatechartFormat.complete)
    func randomChartsAreReadAsTheyWereWritten(format: StatechartFormat) throws {
        var charts = RandomCharts(seed: UInt64(TestScope.mutationSeed), for: format.rawValue)
        for _ in 0..<2 * TestScope.mutationCount {
            let chart = charts.chart()
            let text = try format.text(of: chart)
            let again = try format.chart(from: text)
            #expect(again == chart, "\(text)")
            #expect(try format.text(of: again) == text)
        }
    }

    /// Charts that invoke others, in them and elsewhere, with scripts and texts in a language of
    /// their own; what SCXML can hold comes back from both formats, one behind the other, too.
    @Test(arguments: StatechartFormat.complete)
    func chartsWithSessionsAreReadAsTheyWereWritten(format: StatechartFormat) throws {
        var charts = RandomCharts(
            seed: UInt64(TestScope.mutationSeed), for: format.rawValue, withSessions: true)
        var (scripted, invoking) = (0, 0)
        for _ in 0..<TestScope.mutationCount {
            let chart = charts.chartOfAnyLanguage()
            scripted += chart.scriptLanguage == nil ? 0 : 1
            invoking += chart.states.allSatisfy(\.invocations.isEmpty) ? 0 : 1
            let text = try format.text(of: chart)
            let again = try format.chart(from: text)
            #expect(again == chart, "\(text)")
            guard format == .scxml else { continue }
            let other = try StatechartFormat.json.text(of: again)
            #expect(try format.text(of: StatechartFormat.json.chart(from: other)) == text, "\(text)")
        }
        #expect(scripted > TestScope.mutationCount / 4 && invoking > TestScope.mutationCount / 10)
    }

    /// A language that nothing needs is kept: the chart's, that of one it invokes, and of both.
    @Test(arguments: StatechartFormat.complete)
    func unusedLanguagesAreKept(format: StatechartFormat) throws {
        let languages = ["ecmascript", "cplusplus:Machine:machine.h", nil]
        for outer in languages {
            for inner in languages {
                var child = Statechart("child")
                (child.scriptLanguage, child.submachines) = (inner, [Statechart("part")])
                child.submachines[0].scriptLanguage = inner
                var chart = Statechart("parent")
                chart.scriptLanguage = outer
                chart.root.invocations = [.init(.chart(child)), .init(.chart(Statechart("other")))]
                #expect(try format.chart(from: format.text(of: chart)) == chart)
                // Scripts of a part tell the language of the whole.
                child.submachines[0].root.entry = [[inner == nil ? .perform("a") : .script("1")]]
                chart.root.invocations[0].source = .chart(child)
                let text = try format.text(of: chart)
                #expect(try format.chart(from: text) == chart)
                #expect(text.contains("automata:scripted") == (format == .scxml && outer != nil))
            }
        }
    }

    /// A condition in a script that is about states alone becomes one of ours, which needs no
    /// language.
    @Test func scriptedConditionsAboutStatesNeedNoScript() throws {
        var chart = Statechart("c")
        chart.scriptLanguage = "ecmascript"
        chart.add(.init("a"))
        chart.root.transitions = [.init(.always, if: .expression(.script("In('a') && !In('b')")))]
        let again = try StatechartFormat.scxml.chart(from: StatechartFormat.scxml.text(of: chart))
        #expect(again.root.transitions[0].condition == .all([.isActive("a"), .not(.isActive("b"))]))
        #expect(try StatechartFormat.json.chart(from: StatechartFormat.json.text(of: chart)) == chart)
        chart.root.transitions = again.root.transitions
        #expect(again == chart)
    }

    @Test(arguments: StatechartFormat.complete)
    func theSmallestChart(format: StatechartFormat) throws {
        let chart = Statechart("")
        #expect(try format.chart(from: format.text(of: chart)) == chart)
    }

    /// States that were added in another order are written in document order.
    @Test(arguments: StatechartFormat.complete)
    func statesAreReadInDocumentOrder(format: StatechartFormat) throws {
        var chart = Statechart("c")
        let a = chart.add(.init("a"))
        chart.add(.init("b"))
        chart.add(.init("a1"), in: a)
        #expect(try format.chart(from: format.text(of: chart)).states.map(\.name) == ["c", "a", "a1", "b"])
    }

    @Test(arguments: StatechartFormat.complete)
    func depthIsBounded(format: StatechartFormat) throws {
        func chart(depth: Int) -> Statechart {
            var chart = Statechart("c")
            for index in 0..<depth { chart.add(.init("s\(index)"), in: index) }
            return chart
        }
        let deepest = chart(depth: 1_000)
        #expect(try format.chart(from: format.text(of: deepest)) == deepest)
        #expect { try format.text(of: chart(depth: 1_001)) } throws: {
            ($0 as? StatechartFormatError)?.isLimit == true
        }
    }

    @Test(arguments: StatechartFormat.complete)
    func depthOfActionsIsBounded(format: StatechartFormat) throws {
        func chart(depth: Int) -> Statechart {
            var chart = Statechart("c")
            var actions = [Statechart.Action.perform("a")]
            var condition = Statechart.Condition.named("g")
            for index in 1..<depth {
                actions = [
                    index % 2 == 0
                        ? .choose([.init(if: .named("g"), do: actions)])
                        : .forEach(item: "x", index: nil, list: .variable("l"), do: actions)
                ]
                condition = .not(.all([condition]))
                if index > depth / 2 { condition = .named("g") }
            }
            chart.root.entry = [actions]
            chart.root.transitions = [.init(.always, if: condition)]
            return chart
        }
        let deepest = chart(depth: 64)
        #expect(try format.chart(from: format.text(of: deepest)) == deepest)
        #expect(throws: StatechartFormatError.self) { try format.text(of: chart(depth: 65)) }
    }

    @Test(arguments: StatechartFormat.complete)
    func chartsWithinChartsAreBounded(format: StatechartFormat) throws {
        func chart(depth: Int) -> Statechart {
            var outer = Statechart("c")
            if depth > 1 { outer.submachines = [chart(depth: depth - 1)] }
            return outer
        }
        let deepest = chart(depth: 16)
        #expect(try format.chart(from: format.text(of: deepest)) == deepest)
        #expect(throws: StatechartFormatError.self) { try format.text(of: chart(depth: 17)) }
    }

    @Test(arguments: StatechartFormat.complete)
    func whatHasNoTextIsRefused(format: StatechartFormat) {
        func refuses(_ change: (inout Statechart) -> Void) -> Bool {
            var chart = Statechart("c")
            change(&chart)
            return (try? format.text(of: chart)) == nil
        }
        #expect(refuses { $0.root.variables = [.init("x", .literal(.number(.nan)))] })
        #expect(refuses { $0.root.variables = [.init("x", .variable("a b"))] })
        #expect(refuses { $0.root.transitions = [.init(.after(.milliseconds(-1)))] })
        #expect(refuses { $0.root.transitions = [.init(.after(.seconds(1e16)))] })
        #expect(refuses { $0.root.deferred = [.init("a.*.*")] })
        #expect(refuses { $0.root.entry = [[.assign("x", .call(.length, []))]] })
    }
}
