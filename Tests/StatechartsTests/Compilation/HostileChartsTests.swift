import Statecharts
import Testing

/// Charts that are small to write down, and take much if nothing stops them.
@Suite struct HostileChartsTests {
    private func findings(_ chart: Statechart) -> [StatechartFinding] {
        do throws(StatechartError) { _ = try CompiledStatechart<ExpressionBehavior>(chart, budget: .unlimited) } catch {
            return error.findings
        }
        return []
    }

    private func state(_ name: String, _ transitions: Statechart.Transition...) -> Statechart.State {
        var state = Statechart.State(name)
        state.transitions = transitions
        return state
    }

    private func running(_ chart: Statechart) throws -> StateMachine<ExpressionBehavior> {
        var data = ExpressionBehavior(for: chart)
        return try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
    }

    // MARK: - Flattening

    /// Regions that all choose a transition at once don't take calls within each other.
    @Test func manyRegionsThatReact() throws {
        var chart = Statechart("chart", isOrthogonal: true)
        for region in 0..<20_000 { chart.add(state("r\(region)", .on("e"))) }
        #expect(try CompiledStatechart<ExpressionBehavior>(chart).flattening == .tooLarge)
    }

    @Test(arguments: [(3, true), (64, true), (65, false)])
    func choicesAtOnce(count: Int, isFlat: Bool) throws {
        var chart = Statechart("chart", isOrthogonal: true)
        for region in 0..<count { chart.add(state("r\(region)", .on("e"))) }
        let flattening = try CompiledStatechart<ExpressionBehavior>(chart).flattening
        #expect(flattening == (isFlat ? .flat(configurations: 1) : .tooLarge))
    }

    /// Sets of many words count, too.
    @Test func manyWideSteps() throws {
        var chart = Statechart("chart", isOrthogonal: true)
        for region in 0..<2_000 { chart.add(Statechart.State("r\(region)")) }
        let ring = chart.add(Statechart.State("ring"))
        for place in 0..<60 {
            var inner = Statechart.State("s\(place)")
            inner.transitions = (0..<60).map { .on(.init("e\($0)"), to: "s\((place + 1 + $0) % 60)") }
            chart.add(inner, in: ring)
        }
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        #expect(compiled.flattening == .tooLarge)
        #expect(compiled.tableByteCount < 1 << 20)
    }

    // MARK: - Copies

    /// A chart whose submachines each have two copies of the one before.
    static func copies(depth: Int) -> Statechart {
        var chart = Statechart("chart")
        for index in 0..<depth {
            var machine = Statechart("m\(index)")
            for name in ["x", "y"] {
                var state = Statechart.State(name)
                if index > 0 { state.submachine = "m\(index - 1)" }
                machine.add(state)
            }
            chart.submachines.append(machine)
        }
        var state = Statechart.State("z")
        state.submachine = "m\(depth - 1)"
        chart.add(state)
        return chart
    }

    /// What copies take is known before they are made.
    @Test(arguments: 1...10)
    func copiesAreCounted(depth: Int) throws {
        let chart = Self.copies(depth: depth)
        let names = try CompiledStatechart<ExpressionBehavior>(chart).stateNames
        // A root whose contents a state gets counts, too.
        let size = Expansion(chart)
        #expect(Double(names.count) <= size.states && size.states <= 2 * Double(names.count))
        let nameBytes = names.reduce(0) { $0 + $1.utf8.count }
        #expect(Double(nameBytes) <= size.nameBytes)
        #expect(size.byteCount >= 1024 * names.count)
    }

    @Test func copiesOfCopiesAreRefusedAtOnce() {
        let message = "there are more than 131072 states, including those of submachines; divide the chart"
        #expect(findings(Self.copies(depth: 10_000)).map(\.message) == [message])
    }

    /// Two submachines within each other are a finding of their own.
    @Test func submachinesWithinEachOtherAreCountedOnce() {
        var chart = Self.copies(depth: 3)
        chart.submachines[0][1].submachine = "m2"
        #expect(Expansion(chart).states < 100)
        #expect(findings(chart).contains { $0.message.hasPrefix("the submachine lies within itself") })
    }

    // MARK: - Entries

    /// Transitions to the same target share the list of what they enter.
    @Test func manyTransitionsToManyStates() throws {
        var chart = Statechart("chart")
        chart.add(state("o"))
        for number in 0..<2_000 { chart[1].transitions.append(.on(.init("e\(number % 3)"), to: "p")) }
        let regions = chart.add(Statechart.State("p", .orthogonal))
        for region in 0..<2_000 { chart.add(Statechart.State("r\(region)"), in: regions) }
        #expect(try CompiledStatechart<ExpressionBehavior>(chart).tableByteCount < 1 << 20)
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.send("e1", to: &data)
        #expect(machine.activeStateNames.count == 2_000)
    }

    /// Lists that would take too much are made when they are needed.
    @Test func manyDifferentLists() throws {
        var chart = Statechart("chart")
        chart.add(state("o"))
        let regions = chart.add(Statechart.State("p", .orthogonal))
        for region in 0..<3_000 {
            chart.add(Statechart.State("r\(region)"), in: regions)
            chart[1].transitions.append(.on(.init("e\(region)"), to: "r\(region)"))
        }
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        #expect(compiled.tableByteCount < 1 << 27)
        for event in ["e0", "e2999"] {
            var data = ExpressionBehavior(for: chart)
            var machine = try StateMachine(compiled, running: &data)
            try machine.send(event, to: &data)
            #expect(machine.activeStateNames.count == 3_000)
        }
    }

    /// What is entered and done has no calls as deep as the states.
    @Test func deepStates() throws {
        var chart = Statechart("chart", isOrthogonal: true)
        let other = chart.add(Statechart.State("other"))
        chart.add(state("b", .on("f", to: "over")), in: other)
        chart.add(Statechart.State("over", .final), in: other)
        var parent = 0
        for level in 0..<900 { parent = chart.add(Statechart.State("s\(level)", .orthogonal), in: parent) }
        let last = chart.add(Statechart.State("last"), in: parent)
        chart.add(state("a", .on("e", to: "end")), in: last)
        chart.add(Statechart.State("end", .final), in: last)
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        #expect(machine.isActive("a"))
        try machine.send("e", to: &data)
        #expect(machine.isActive("end") && !machine.hasEnded)
        try machine.send("f", to: &data)
        #expect(machine.hasEnded)
    }

    // MARK: - Submachines

    @Test func submachineWithinItself() {
        var machine = Statechart("m")
        var chart = Statechart("chart")
        var inner = Statechart.State(String(repeating: "x", count: 1_000))
        inner.submachine = "m"
        machine.add(inner)
        inner.name = "a"
        chart.add(inner)
        chart.submachines = [machine]
        #expect(
            findings(chart).map(\.message) == ["the submachine lies within itself: 'm' in 'm'; name another submachine"]
        )
    }

    @Test func submachinesWithinEachOther() {
        func machine(_ name: String, of other: String, count: Int = 1) -> Statechart {
            var chart = Statechart(name)
            for number in 0..<count {
                var state = Statechart.State("s\(number)")
                state.submachine = other
                chart.add(state)
            }
            return chart
        }
        var chart = machine("chart", of: "m")
        chart.submachines = [machine("m", of: "n"), machine("n", of: "m")]
        let finding = findings(chart).first
        #expect(finding?.path == ["chart", "s0", "s0", "s0"])
        #expect(finding?.message == "the submachine lies within itself: 'm' in 'n' in 'm'; name another submachine")
        chart.submachines = [machine("m", of: "m", count: 50_000)]
        #expect(findings(chart).count == 1_001)
    }

    /// Many copies of long names, and of many transitions, are refused.
    @Test func largeCopies() {
        var (machine, chart) = (Statechart("m"), Statechart("chart"))
        for number in 0..<100 { machine.add(Statechart.State("s\(number)" + String(repeating: "x", count: 10_000))) }
        for number in 0..<1_000 {
            var copy = Statechart.State("c\(number)")
            copy.submachine = "m"
            chart.add(copy)
        }
        chart.submachines = [machine]
        #expect(
            findings(chart).map(\.message) == [
                "the chart is too large: all names, also in copies of submachines, exceed 67108864 bytes; divide the chart"
            ])
        machine = Statechart("m")
        var busy = Statechart.State("s")
        busy.transitions = Array(repeating: .on("x"), count: 10_000)
        machine.add(busy)
        chart.submachines = [machine]
        #expect(findings(chart).map(\.path) == [["chart"]])
        #expect(findings(chart).first?.message.contains("the copies of its submachines have more than 4194304") == true)
    }

    /// A region's variables are looked for within it alone.
    @Test func manyRegionsThatComeAndGo() throws {
        var (machine, chart) = (Statechart("m"), Statechart("chart", isOrthogonal: true))
        machine.add(Statechart.State("q"))
        machine.root.variables = [.init("v", .literal(.number(1)))]
        chart.submachines = [machine]
        for number in 0..<20_000 {
            var regions = Statechart.State("s\(number)", .regions)
            regions.submachine = "m"
            chart.add(regions)
        }
        #expect(try CompiledStatechart<ExpressionBehavior>(chart).flattening == .dynamicRegions)
    }

    // MARK: - Junctions

    @Test func manyWays() {
        var chart = Statechart("chart")
        var junction = Statechart.State("j", .junction)
        junction.transitions = (0..<900).map { .init(.always, if: .named("g\($0)"), to: ["a"]) }
        junction.transitions.append(.init(.always, to: ["a"]))
        chart.add(state("a"))
        chart.add(junction)
        chart[1].transitions = Array(repeating: .on("e", to: "j"), count: 20_000)
        #expect(findings(chart).map(\.path) == [["chart", "a"]])
        #expect(findings(chart).first?.message.contains("the paths through junctions have more than 1048576") == true)
    }

    /// Histories whose defaults are each other have none.
    @Test func historiesOfHistories() throws {
        var chart = Statechart("chart")
        let around = chart.add(Statechart.State("p"))
        chart.add(state("a", .on("x", to: "h0")), in: around)
        for number in 0..<3 {
            var history = Statechart.State("h\(number)", .shallowHistory)
            history.transitions = [.init(.always, to: ["h\((number + 1) % 3)"])]
            chart.add(history, in: around)
        }
        #expect(
            findings(chart).map(\.description)
                == (0..<3).map {
                    "chart/p/h\($0): the defaults of histories lead to each other or through more than 64 histories; "
                        + "give one of them a state as its default target"
                })
        chart[5].transitions = [.init(.always, to: ["a"])]
        #expect(try running(chart).activeStateNames == ["a"])
    }

    // MARK: - Findings

    @Test func manyFindings() {
        var chart = Statechart("chart")
        for _ in 0..<30_000 { chart.add(Statechart.State("a")) }
        let all = findings(chart)
        #expect(all.count == 1_001)
        #expect(all.first?.description == "chart/a: there is another state 'a'; rename one of the two")
        #expect(all.last?.description == "chart: 28999 more findings aren't listed; correct the ones above first")
    }

    /// Paths count: there are fewer findings if they are long.
    @Test func findingsWithLongPaths() {
        var chart = Statechart("chart")
        var parent = 0
        for level in 0..<900 { parent = chart.add(Statechart.State("d\(level)"), in: parent) }
        for _ in 0..<30_000 { chart.add(Statechart.State("a"), in: parent) }
        let all = findings(chart)
        #expect(2..<1_000 ~= all.count)
        #expect(
            all.last?.message == "\(29_999 - all.count + 1) more findings aren't listed; correct the ones above first")
        #expect(all.reduce(0) { $0 + $1.description.utf8.count } < 1 << 21)
    }

    /// Names in messages are shortened.
    @Test func longNames() {
        var chart = Statechart("chart")
        chart.add(state("a", .on("x", to: String(repeating: "b", count: 100_000))))
        #expect(findings(chart).first?.message.utf8.count ?? .max < 200)
    }
}
