import Statecharts
import Testing

/// Names of variables and events that nothing could refer to.
@Suite struct DeclarationTests {
    private typealias Compiled = CompiledStatechart<ExpressionBehavior>

    private func findings(_ chart: Statechart) -> [String] {
        do throws(StatechartError) { _ = try Compiled(chart) } catch { return error.findings.map(\.description) }
        return []
    }

    private func chart(_ variables: String..., state: String...) -> Statechart {
        var chart = Statechart(Outline("c", within: [Outline("a")]))
        chart.root.variables = variables.map { .init($0) }
        chart[1].variables = state.map { .init($0) }
        return chart
    }

    @Test(arguments: [
        ("", "a variable has no name; give the variable a name"),
        ("true", "'true' is a constant, so no variable can have the name; rename it"),
        ("null", "'null' is a constant, so no variable can have the name; rename it"),
        ("_event", "the engine itself sets the variable '_event'; rename it"),
        ("a b", "invalid name 'a b' of a variable; use letters, digits, '_' and '$', and no digit first"),
        ("a.b", "invalid name 'a.b' of a variable; use letters, digits, '_' and '$', and no digit first"),
        ("1", "invalid name '1' of a variable; use letters, digits, '_' and '$', and no digit first"),
    ])
    func namesWithoutUse(name: String, message: String) {
        #expect(findings(chart(name)) == ["c: " + message])
        #expect(findings(chart(state: name)) == ["c/a: " + message])
        // A loop fails when it runs, as SCXML wants.
        var chart = chart()
        chart[1].entry = [[.forEach(item: name, index: nil, list: .list([]), do: [])]]
        #expect(findings(chart).isEmpty)
        #expect((try? Compiled(chart))?.warnings.map(\.description) == ["c/a: in a loop, " + message])
    }

    @Test(arguments: ["x", "_x", "$1", "größe", "In", "length", "trueish"]) func namesWithUse(name: String) {
        #expect(findings(chart(name)).isEmpty)
        #expect((try? Expression(parsing: name)) == .variable(name))
    }

    @Test func twoVariablesOfAName() {
        #expect(findings(chart("x", "y", "x")) == ["c: there is another variable 'x'; rename one of the two"])
        #expect(findings(chart("x", state: "x")) == ["c/a: there is another variable 'x'; rename one of the two"])
    }

    /// States that are never active together may share the names of their own variables.
    @Test(arguments: [Statechart.State.Kind.state, .orthogonal], [false, true])
    func scopedVariables(kind: Statechart.State.Kind, isScoped: Bool) {
        var chart = Statechart(Outline("c", kind, within: [Outline("a"), Outline("b", within: [Outline("d")])]))
        chart.hasScopedVariables = isScoped
        for index in 1...2 { chart[index].variables = [.init("x")] }
        let isValid = isScoped && kind == .state
        #expect(findings(chart) == (isValid ? [] : ["c/b: there is another variable 'x'; rename one of the two"]))
        chart[1].variables = []
        chart[3].variables = [.init("x")]
        #expect(findings(chart) == ["c/b/d: there is another variable 'x'; rename one of the two"])
    }

    /// A submachine has names of its own, and so has each copy.
    @Test func variablesOfSubmachines() {
        var machine = Statechart(Outline("m", within: [Outline("s")]))
        machine.root.variables = [.init("x")]
        var chart = Statechart(
            Outline("c", within: [Outline("a", submachine: "m"), Outline("b", submachine: "m")]), submachines: [machine]
        )
        chart.root.variables = [.init("x")]
        chart[1].variables = [.init("y")]
        #expect(findings(chart).isEmpty)
        chart.submachines[0][1].variables = [.init("x")]
        #expect(
            findings(chart) == ["a", "b"].map { "c/\($0)/s: there is another variable 'x'; rename one of the two" })
    }

    @Test func eventsWithSpaces() throws {
        let transition = Statechart.Transition.on("a b", do: .raise("c d"), .send(.init("e f")), .raise(""))
        var chart = Statechart(Outline("c", within: [Outline("a", .state, [transition], deferred: ["g h"])]))
        let message = { (name: String) in "c/a: invalid event name '\(name)'; remove the space" }
        #expect(
            findings(chart) == [
                message("g h"), message("a b"), message("c d"), message("e f"),
                "c/a: an event has no name; give the event a name",
            ])
        let plain = Statechart(Outline("p", within: [Outline("s")]))
        var behavior = ExpressionBehavior(for: plain)
        var machine = try StateMachine(Compiled(plain), running: &behavior)
        let invalid = try #require(StateMachineError(event: "a b"))
        #expect(throws: invalid) { try machine.send("a b", to: &behavior) }
        // The completion of a state has the blanks of its name.
        chart[1] = Statechart.State("a")
        chart[1].transitions = [.on("done.state.x y")]
        #expect(findings(chart).isEmpty)
    }

    /// Transitions of a submachine's root are those of the state with the submachine.
    @Test func eventsOfSubmachines() {
        let machine = Statechart(Outline("m", .state, [.on("a b")], within: [Outline("s")]))
        let chart = Statechart(Outline("c", within: [Outline("a", submachine: "m")]), submachines: [machine])
        #expect(findings(chart) == ["c/a: invalid event name 'a b'; remove the space"])
    }
}
