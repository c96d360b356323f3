import StatechartTestSupport
import Statecharts
import Testing

/// Steps that one cell of a flattened chart decides.
@Suite struct FlatStepTests {
    private typealias Machine = StateMachine<NotingBehavior>

    /// A chart in which `y` is taken without an action, `z` with one, and `x` raises itself without
    /// end.
    private let loop = Statechart(
        Outline(
            "c",
            within: [
                Outline(
                    "a", .state,
                    [
                        .on("x", if: .named("g"), do: .raise("x")), .on("x", do: .perform("x")), .on("y", to: "b"),
                        .on("z", do: .perform("z")), .on("s", do: .perform("s")),
                    ]),
                Outline("b", .state, [.on("x", do: .perform("late")), .on("y", to: "a"), .on("s", do: .perform("s"))]),
            ]))

    private func behavior(_ isTrue: @escaping (String) -> Bool = { _ in false }) -> NotingBehavior {
        NotingBehavior(log: Log(), isTrue: isTrue, fails: { _ in false })
    }

    private func compiled(_ chart: Statechart) throws -> CompiledStatechart<NotingBehavior> {
        let compiled = try CompiledStatechart<NotingBehavior>(chart)
        guard case .flat = compiled.flattening else { throw NotingBehavior.Failure() }
        return compiled
    }

    /// What a limit left in a queue follows the next event, whether that has an action, none, or no
    /// reaction.
    @Test(arguments: [
        ("z", EventFate.taken, ["perform z", "perform x"]), ("y", .taken, ["perform late"]),
        ("other", .ignored, ["perform x"]),
    ])
    func aLimitLeavesEventsForTheNextOne(event: String, fate: EventFate, actions: [String]) throws {
        let guards = Guards()
        guards.holding = ["g"]
        var behavior = behavior { guards.holding.contains($0) }
        var machine = try Machine(compiled(loop), running: &behavior, limits: .init(steps: 5))
        #expect(throws: StateMachineError.tooManySteps(limit: 5, active: ["a"])) {
            try machine.send(.init(rawValue: "x"), to: &behavior)
        }
        #expect(machine.step.run.flat >= 0 && machine.snapshot.raised.map(\.name) == ["x"])
        guards.holding = []
        #expect(try machine.send(.init(rawValue: event), to: &behavior) == fate)
        #expect(behavior.log.entries == actions && machine.snapshot.raised.isEmpty)
    }

    /// Events of a snapshot follow the next event, those that were raised first.
    @Test(arguments: [
        ("z", EventFate.taken, ["perform z", "perform x", "perform s"]),
        ("y", .taken, ["perform late", "perform s"]), ("other", .ignored, ["perform x", "perform s"]),
    ])
    func aSnapshotLeavesEventsForTheNextOne(event: String, fate: EventFate, actions: [String]) throws {
        var snapshot = StateMachineSnapshot<Never>(active: ["a"])
        (snapshot.raised, snapshot.sent) = ([.init(name: "x")], [.init(name: "s")])
        var behavior = behavior()
        var machine = try Machine(compiled(loop), restoring: snapshot)
        #expect(machine.step.run.flat >= 0 && behavior.log.entries.isEmpty)
        #expect(try machine.send(.init(rawValue: event), to: &behavior) == fate)
        #expect(behavior.log.entries == actions && machine.step.waitingCount == 0)
        #expect(try machine.send(.init(rawValue: "s"), to: &behavior) == .taken)
        #expect(behavior.log.entries == actions + ["perform s"])
    }

    /// An event that another version of the chart deferred is tried after the next event, once.
    @Test(arguments: [("y", ["perform late"]), ("z", ["perform z", "perform x"]), ("other", ["perform x"])])
    func aDeferredEventIsTriedOnce(event: String, actions: [String]) throws {
        var snapshot = StateMachineSnapshot<Never>(active: ["a"])
        snapshot.deferred = [.init(name: "error.execution"), .init(name: "x")]
        var behavior = behavior()
        var machine = try Machine(compiled(loop), restoring: snapshot)
        #expect(machine.snapshot == snapshot && machine.step.run.flat < 0)
        try machine.send(.init(rawValue: event), to: &behavior)
        #expect(behavior.log.entries == actions && machine.snapshot.deferred.isEmpty && machine.step.run.flat >= 0)
    }

    /// An error of the one action of a step is an event, which is taken at once.
    @Test(arguments: [true, false]) func anActionFails(hasReaction: Bool) throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b", do: .perform("bad"))]),
                    Outline("b", .state, hasReaction ? [.on("error.execution", to: "a", do: .perform("t"))] : []),
                ]))
        var behavior = NotingBehavior(log: Log(), isTrue: { _ in true }, fails: { $0 == "bad" })
        var machine = try Machine(compiled(chart), running: &behavior)
        #expect(try machine.send(.init(rawValue: "x"), to: &behavior) == .taken)
        #expect(machine.failure is NotingBehavior.Failure && machine.step.waitingCount == 0)
        #expect(machine.activeStateNames == (hasReaction ? ["a"] : ["b"]))
        #expect(behavior.log.entries == (hasReaction ? ["perform bad", "perform t"] : ["perform bad"]))
    }

    /// A failing action ends its block; the other blocks of the step are carried out, and then the
    /// event of the error is taken.
    @Test(arguments: [
        ("exit 1", ["exit 1", "go 1", "go 2", "entry 1", "entry 2", "entry 3"]),
        ("exit 2", ["exit 1", "exit 2", "go 1", "go 2", "entry 1", "entry 2", "entry 3"]),
        ("go 1", ["exit 1", "exit 2", "go 1", "entry 1", "entry 2", "entry 3"]),
        ("entry 1", ["exit 1", "exit 2", "go 1", "go 2", "entry 1", "entry 3"]),
        ("entry 3", ["exit 1", "exit 2", "go 1", "go 2", "entry 1", "entry 2", "entry 3"]),
    ])
    func oneOfSeveralActionsFails(failing: String, actions: [String]) throws {
        func block(_ names: String...) -> [Statechart.Action] { names.map { .perform($0) } }
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state, [.on("x", to: "b", do: .perform("go 1"), .perform("go 2"))],
                        exit: [block("exit 1", "exit 2")]),
                    Outline(
                        "b", .state, [.on("error.execution", do: .perform("error"))],
                        entry: [block("entry 1", "entry 2"), block("entry 3")]),
                ]))
        var behavior = NotingBehavior(log: Log(), isTrue: { _ in true }, fails: { $0 == failing })
        var machine = try Machine(compiled(chart), running: &behavior)
        #expect(try machine.send(.init(rawValue: "x"), to: &behavior) == .taken)
        #expect(behavior.log.entries == (actions + ["error"]).map { "perform \($0)" })
        #expect(machine.activeStateNames == ["b"] && machine.step.waitingCount == 0)
    }

    /// A run that has ended at the start, or later, takes no events.
    @Test(arguments: ["a", "t"]) func anEndedRunIgnoresEvents(initial: String) throws {
        let chart = Statechart(
            Outline(
                "c", .state, [.on("z", do: .perform("z"))], initial: [initial],
                within: [Outline("a", .state, [.on("x", to: "t")]), Outline("t", .terminate)]))
        var behavior = behavior()
        var machine = try Machine(compiled(chart), running: &behavior)
        #expect(try machine.send(.init(rawValue: "x"), to: &behavior) == (initial == "a" ? .taken : .ignored))
        #expect(try machine.send(.init(rawValue: "z"), to: &behavior) == .ignored)
        #expect(machine.hasEnded && machine.activeStateNames == ["t"] && behavior.log.entries.isEmpty)
    }

    // MARK: - States that are active during a step

    /// Notes the states that are active when a guard or an action is asked.
    private struct Looking: StatechartBehavior {
        enum State: String, StatechartSymbol { case c, p, a, b, d }
        enum Event: String, StatechartSymbol { case transition }
        enum Guard: String, StatechartSymbol { case look }
        enum Action: String, StatechartSymbol { case look }
        let log = Log()

        private func look(_ step: borrowing Step<Self>) {
            var active = ""
            for state in State.allCases where step.isActive(state) { active += state.rawValue }
            log.entries.append(active)
        }

        func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool {
            look(step)
            return true
        }

        mutating func perform(_ action: Action, in step: inout Step<Self>) { look(step) }
    }

    /// Runs one event from `a` within `p`, beside which `d` lies.
    private func seen(_ transition: Statechart.Transition, exit: Bool = false, entry: Bool = false) throws -> [String] {
        let look = [[Statechart.Action.perform("look")]]
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .state, entry: entry ? look : [],
                        within: [
                            Outline("a", .state, [transition], exit: exit ? look : []),
                            Outline("b", .state, entry: entry ? look : []),
                        ]),
                    Outline("d", .state, entry: entry ? look : []),
                ]))
        let compiled = try CompiledStatechart<Looking>(chart)
        var machine = try StateMachine<Looking>(compiled, restoring: .init(active: ["a"]))
        #expect(machine.step.run.flat >= 0)
        var behavior = Looking()
        #expect(try machine.send(.transition, to: &behavior) == .taken)
        return behavior.log.entries
    }

    @Test func aStepSeesTheStatesThatAreActive() throws {
        #expect(try seen(.on("transition", to: "b"), exit: true) == ["cpa"])
        #expect(try seen(.on("transition", to: "d"), exit: true) == ["cpa"])
        #expect(try seen(.on("transition", to: "b", do: .perform("look"))) == ["cp"])
        #expect(try seen(.on("transition", to: "d", do: .perform("look"))) == ["c"])
        #expect(try seen(.on("transition", do: .perform("look"))) == ["cpa"])
        #expect(try seen(.on("transition", to: "b"), entry: true) == ["cpb"])
        #expect(try seen(.on("transition", to: "d"), entry: true) == ["cd"])
        #expect(try seen(.on("transition", if: .named("look"), to: "d", do: .perform("look"))) == ["cpa", "c"])
        #expect(
            try seen(.on("transition", to: "d", do: .perform("look"), .perform("look")), exit: true, entry: true)
                == ["cpa", "c", "c", "cd"])
    }
}
