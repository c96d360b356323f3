import StatechartTestSupport
import Statecharts
import TestSupport
import Testing
import WorkLimits

/// Regions that come and go while a chart runs (rule 21).
@Suite struct RegionTests {
    // MARK: - Single cases

    /// A chart whose state R has regions with states a and b.
    private func chart(exit: [[Statechart.Action]] = []) -> Statechart {
        var machine = Statechart("M")
        var (a, b) = (Statechart.State("a"), Statechart.State("b"))
        a.transitions = [.init(.events(["go"]), to: ["b"])]
        b.transitions = [.init(.events(["back"]), to: ["a"])]
        machine.add(a)
        machine.add(b)
        var chart = Statechart("c")
        chart.submachines = [machine]
        var regions = Statechart.State("R", .regions)
        (regions.submachine, regions.exit) = ("M", exit)
        regions.transitions = [
            .init(.events(["add"]), do: [.addRegion(to: "R")]), .init(.events(["leave"]), to: ["other"]),
        ]
        var other = Statechart.State("other")
        other.transitions = [.init(.events(["enter"]), to: ["R"])]
        chart.add(regions)
        chart.add(other)
        return chart
    }

    /// A region that an exit adds to the state which is left doesn't begin.
    @Test func noRegionOfAStateThatWasLeft() throws {
        let chart = chart(exit: [[.addRegion(to: "R")]])
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart(chart), running: &data)
        for event in ["add", "leave"] { try machine.send(.init(rawValue: event), to: &data) }
        #expect(machine.activeStateNames == ["other"] && machine.snapshot.regions.isEmpty)
        _ = try StateMachine(machine.chart, restoring: machine.snapshot)
        try machine.send("enter", to: &data)
        #expect(machine.activeStateNames == ["R"])
    }

    /// What is enabled doesn't depend on the region that got the last event.
    @Test func enabledEventsOfAllRegions() throws {
        let chart = chart()
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart(chart), running: &data)
        for _ in 0..<2 { try machine.send("add", to: &data) }
        try machine.send("go", inRegion: 1, to: &data)
        #expect(machine.activeStateNames == ["R.b", "R.a"])
        #expect(machine.enabledEvents(to: data).map(\.rawValue) == ["add", "back", "go", "leave"])
    }

    // MARK: - Against orthogonal states

    /// Copies of a random chart in regions do what its copies in an orthogonal state do.
    @Test(arguments: 0..<10)
    func areLikeThoseOfAnOrthogonalState(batch: Int) throws {
        for seed in 0..<(TestScope.isLong ? 2000 : 30) {
            let difference = try EngineComparison.differenceOfRegions(seed: UInt64(batch * 1_000_000 + seed))
            #expect(difference == nil)
        }
    }

    // MARK: - Known answers

    /// Tabs, each of which loads, is shown and can be closed.
    private static var tabs: Statechart {
        var tab = Statechart("tab")
        var loading = Statechart.State("loading")
        loading.entry = [[.assign("clicks", .literal(.number(0)))]]
        loading.transitions = [
            .init(.after(.seconds(1)), to: ["shown"]), .init(.events(["fail"]), to: ["closed"]),
        ]
        var shown = Statechart.State("shown")
        shown.transitions = [
            .init(
                .events(["click"]),
                do: [.assign("clicks", .binary(.plus, .variable("clicks"), .literal(.number(1))))]),
            .init(.events(["done"]), to: ["closed"]),
            .init(.events(["close"]), do: [.removeRegion]),
        ]
        shown.exit = [[.log("left", .variable("_region"))]]
        tab.root.variables = [.init("clicks")]
        tab.add(loading)
        tab.add(shown)
        tab.add(.init("closed", .final))
        var chart = Statechart("browser")
        chart.submachines = [tab]
        var open = Statechart.State("open", .regions)
        open.submachine = "tab"
        open.transitions = [
            .init(.events(["new"]), do: [.addRegion(to: "open")]),
            .init(.completion, to: ["empty"]), .init(.events(["quit"]), to: ["empty"]),
        ]
        chart.add(open)
        var empty = Statechart.State("empty")
        empty.transitions = [.init(.events(["back"]), to: ["open"])]
        chart.add(empty)
        return chart
    }

    private struct Run {
        var data: ExpressionBehavior
        var machine: StateMachine<ExpressionBehavior>

        init(limits: StateMachineLimits = .init()) throws {
            let chart = try CompiledStatechart<ExpressionBehavior>(RegionTests.tabs)
            data = ExpressionBehavior(for: chart.chart)
            machine = try StateMachine(chart, running: &data, limits: limits)
        }

        mutating func send(_ events: String...) throws { for event in events { try machine.send(event, to: &data) } }
    }

    @Test func regionsComeAndGo() throws {
        var run = try Run()
        #expect(run.machine.activeStateNames == ["open"])
        try run.send("new")
        try run.machine.advance(by: .milliseconds(600), to: &run.data)
        try run.send("new")
        #expect(run.machine.activeStateNames == ["open.loading", "open.loading"])
        // Each region has a timer of its own.
        try run.machine.advance(by: .milliseconds(500), to: &run.data)
        #expect(run.machine.activeStateNames == ["open.shown", "open.loading"])
        #expect(run.machine.isActive("open.shown") && run.machine.isActive("open.loading"))
        // An end closes one, and the other one stays.
        try run.send("fail")
        #expect(run.machine.activeStateNames == ["open.shown"])
        #expect(run.machine.regions(of: "open") == [1])
        try run.send("done")
        #expect(run.machine.activeStateNames == ["empty"])
    }

    @Test func anEventCanConcernOneRegion() throws {
        var run = try Run()
        try run.send("new", "new", "new")
        try run.machine.advance(by: .seconds(1), to: &run.data)
        let click = ExpressionBehavior.Payload(name: "click")
        #expect(try run.machine.send("click", click, inRegion: 2, to: &run.data) == .taken)
        try run.send("click")
        #expect((1...3).map { run.data.regionVariables[$0]?["clicks"] } == [.number(1), .number(2), .number(1)])
        #expect(try run.machine.send("close", inRegion: 2, to: &run.data) == .taken)
        #expect(run.machine.regions(of: "open") == [1, 3])
        #expect(try run.machine.send("close", inRegion: 2, to: &run.data) == .ignored)
        #expect(run.data.log.map(\.value) == [.number(2)])
    }

    @Test func leavingTheStateEndsAllRegions() throws {
        var run = try Run()
        try run.send("new", "new")
        try run.machine.advance(by: .seconds(1), to: &run.data)
        try run.send("quit")
        #expect(run.data.log.map(\.value) == [.number(2), .number(1)])
        #expect(run.machine.activeStateNames == ["empty"] && run.machine.deadline == nil)
        // Numbers aren't used again, and nothing is kept.
        try run.send("back")
        #expect(run.machine.activeStateNames == ["open"])
        try run.send("new")
        #expect(run.machine.regions(of: "open") == [3])
        #expect(run.machine.activeStateNames(inRegion: 3) == ["open.loading"])
        #expect(run.machine.activeStateNames(inRegion: 1).isEmpty)
    }

    /// Removing the last region isn't its end.
    @Test func removingIsNoEnd() throws {
        var run = try Run()
        try run.send("new")
        try run.machine.advance(by: .seconds(1), to: &run.data)
        try run.send("close")
        #expect(run.machine.activeStateNames == ["open"])
    }

    @Test func snapshotsKeepRegions() throws {
        var run = try Run()
        try run.send("new", "new")
        try run.machine.advance(by: .milliseconds(300), to: &run.data)
        let snapshot = run.machine.snapshot
        #expect(snapshot.regions.map(\.active) == [["open.loading"], ["open.loading"]])
        #expect(snapshot.timers.map(\.event.region) == [1, 2])
        var restored = try StateMachine(run.machine.chart, restoring: snapshot)
        #expect(restored.snapshot == snapshot)
        try restored.advance(until: .seconds(1), to: &run.data)
        #expect(restored.activeStateNames == ["open.shown", "open.shown"])
    }

    @Test func snapshotsThatDontFitAreRefused() throws {
        var run = try Run()
        try run.send("new")
        let chart = run.machine.chart
        func check(
            _ change: (inout StateMachineSnapshot<ExpressionBehavior.Payload>) -> Void, _ message: String
        ) {
            var snapshot = run.machine.snapshot
            change(&snapshot)
            let error = #expect(throws: SnapshotError.self) { try StateMachine(chart, restoring: snapshot) }
            #expect(error?.description == message)
        }
        check(
            { $0.active = ["open.loading"] },
            "'open.loading' lies in dynamic regions; name it in one of the snapshot's regions"
        )
        check({ $0.regions[0].active = ["open"] }, "'open' isn't in a region of 'open'; name a state that is")
        check({ $0.regions[0].active = [] }, "no state is active; name the active states")
        check(
            { $0.regions[0].state = "empty" }, "'empty' has a region, but isn't active with regions; remove the region")
        check(
            { $0.regions[0].number = 7 },
            "invalid region number 7; expected ascending numbers from 1 to the region count")
        check({ $0.regionCount = -1 }, "invalid region count -1; expected 0 or more")
        check({ $0.timers[0].event.region = -3 }, "invalid region -3 of an event; expected 0 or more")
        check({ $0.timers[0].event.region = 3 }, "'open.loading' has a timer, but isn't active; remove the timer")
    }

    @Test func regionsThatAddRegionsWithoutEndReachALimit() throws {
        for kind in [Statechart.State.Kind.state, .final] {
            var copy = Statechart("copy")
            var only = Statechart.State("only", kind)
            only.entry = [[.perform("add")]]
            copy.add(only)
            var chart = Statechart("chart")
            chart.submachines = [copy]
            var copies = Statechart.State("copies", .regions)
            copies.submachine = "copy"
            chart.add(copies)
            chart[1].transitions = [.init(.events(["go"]), do: [.perform("add")])]
            var adding = Adding()
            var machine = try StateMachine(CompiledStatechart<Adding>(chart), running: &adding)
            let error = #expect(throws: StateMachineError.self) { try machine.send(.go, to: &adding) }
            #expect(error == .tooManyEvents(limit: 10_000))
            let text = "more than 10000 events or timers are waiting, or more than 10000 regions"
            #expect(error?.description.contains(text) == true)
        }
    }

    private struct Adding: StatechartBehavior {
        enum State: String, StatechartSymbol { case copies }
        enum Event: String, StatechartSymbol { case go }
        enum Action: String, StatechartSymbol { case add }
        mutating func perform(_ action: Action, in step: inout Step<Self>) { step.addRegion(to: .copies) }
    }

    // MARK: - Checks

    @Test func mistakesAreFound() {
        var inner = Statechart("inner")
        inner.add(.init("x"))
        func findings(_ change: (inout Statechart) -> Void) -> [String] {
            var chart = Statechart("chart")
            chart.submachines = [inner]
            var regions = Statechart.State("many", .regions)
            regions.submachine = "inner"
            chart.add(regions)
            chart.add(.init("other"))
            change(&chart)
            do {
                _ = try CompiledStatechart<ExpressionBehavior>(chart)
                return []
            } catch {
                return error.findings.map(\.message)
            }
        }
        #expect(findings { $0[1].transitions = [.init(.events(["e"]), to: ["other"])] } == [])
        #expect(
            findings { $0[1].submachine = nil } == [
                "the regions need a submachine; name it"
            ])
        #expect(
            findings { $0[2].transitions = [.init(.events(["e"]), to: ["many.x"])] } == [
                "'many.x' and this state don't lie in the same region; let the transition enter the state around the regions"
            ])
        #expect(
            findings { $0[2].entry = [[.addRegion(to: "other")]] } == [
                "unknown state 'other' of the kind 'regions'; correct the name"
            ])
        #expect(
            findings { $0[2].entry = [[.removeRegion]] } == [
                "a region can be removed only by actions within it; move the action there"
            ])
        #expect(
            findings {
                $0.submachines[0][1].kind = .regions
                $0.submachines[0][1].submachine = "innermost"
                $0.submachines.append(Statechart("innermost"))
            } == ["dynamic regions can't lie within others; move them out"])
        #expect(
            findings { chart in chart.add(.init("within"), in: 1) }.first
                == "a state of kind 'regions' can't have states within; move them out")
    }
}
