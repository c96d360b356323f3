import Statecharts
import Testing

/// A behavior that mentions all that charts can be written with.
private struct Robot: StatechartActivities, Sendable {
    enum State: String, StatechartSymbol {
        case off, on, work, left, right, l1, l2, r1, r2, past, fork, cross, way, out, end, stop, arm, rest
    }
    enum Event: String, StatechartSymbol { case start, pause, next, done = "task.done" }
    enum Guard: String, StatechartSymbol { case isReady, isTired }
    enum Action: String, StatechartSymbol { case beep, move }
    enum Activity: String, StatechartSymbol { case hum }

    func holds(_ guard: Guard, in step: borrowing Step<Robot>) -> Bool { false }
    mutating func perform(_ action: Action, in step: inout Step<Robot>) {}
    func work(
        for activity: Activity, in region: Int?
    ) -> @Sendable () async throws -> (event: Event, payload: Payload?)? { { nil } }
}

@Suite struct BuilderTests {
    private func states(@StateBuilder<Robot> _ content: () -> [StatePart<Robot>]) -> [Statechart.State] {
        Array(Statechart("robot", for: Robot.self, content: content).states.dropFirst())
    }

    private func transition(@StateBuilder<Robot> _ content: () -> [StatePart<Robot>]) -> Statechart.Transition? {
        states { Simple(.on, content: content) }[0].transitions.first
    }

    @Test func statesStandAsTheyAreWritten() {
        let chart = Statechart("robot", for: Robot.self, isOrthogonal: true) {
            Composite(.left, isSealed: true) {
                Simple(.l1)
                Final(.end) { Entry(.beep) }
            }
            Orthogonal(.right) {
                Simple(.r1)
                Terminate(.stop)
            }
        }
        #expect(chart.name == "robot" && chart.root.kind == .orthogonal)
        #expect(chart.states.dropFirst().map(\.name) == ["left", "l1", "end", "right", "r1", "stop"])
        #expect(chart.states.dropFirst().map(\.kind) == [.state, .state, .final, .orthogonal, .state, .terminate])
        #expect(chart.parents == [0, 0, 1, 1, 0, 4, 4])
        #expect(chart.states.map(\.isSealed) == [false, true, false, false, false, false, false])
        #expect(chart.states[3].entry == [[.perform("beep")]])
    }

    @Test func pseudostatesLeadOn() {
        let states = states {
            Composite(.work) {
                Simple(.rest)
                History(.past, default: .rest)
                History(.arm, .deep, default: .l1, .r1)
                Choice(.fork) {
                    When(.isReady, to: .rest, do: .beep)
                    Else(to: .off)
                }
                Junction(.cross) { Else(to: .on, do: .move) }
                EntryPoint(.way, to: .l1, .r1, do: .beep)
                ExitPoint(.out, to: .off)
            }
        }
        #expect(
            states.map(\.kind) == [
                .state, .state, .shallowHistory, .deepHistory, .choice, .junction, .entryPoint, .exitPoint,
            ])
        let transitions = states.dropFirst(2).map(\.transitions)
        #expect(
            transitions == [
                [.init(.always, to: ["rest"])], [.init(.always, to: ["l1", "r1"])],
                [
                    .init(.always, if: .named("isReady"), to: ["rest"], do: [.perform("beep")]),
                    .init(.always, to: ["off"]),
                ], [.init(.always, to: ["on"], do: [.perform("move")])],
                [.init(.always, to: ["l1", "r1"], do: [.perform("beep")])], [.init(.always, to: ["off"])],
            ])
    }

    @Test func transitionsHaveAllTheirParts() {
        var expected = Statechart.Transition(
            .events(["start", "task.done"]), if: .all([.named("isReady"), .not(.named("isTired"))]),
            to: ["l1", "r1"], do: [.perform("beep"), .perform("move")])
        (expected.joinedSources, expected.isLocal) = (["l2"], true)
        #expect(
            transition {
                On(
                    .start, .done, if: .isReady, unless: .isTired, joining: [.l2], to: .l1, .r1, isLocal: true,
                    do: .beep, .move)
            } == expected)
        expected.actions = [
            .perform("beep"), .raise("next"), .send(.init("pause", after: .seconds(2), id: "a")),
            .cancel(.literal(.text("a"))),
        ]
        #expect(
            transition {
                On(.start, .done, if: .isReady, unless: .isTired, joining: [.l2], to: .l1, .r1, isLocal: true) {
                    Perform(.beep)
                    Raise(.next)
                    Send(.pause, after: .seconds(2), id: "a")
                    Cancel(id: "a")
                }
            } == expected)
        #expect(transition { On(.start, unless: .isTired) } == .init(.events(["start"]), if: .not(.named("isTired"))))
        #expect(
            transition { When(not: .isReady, to: .off) } == .init(.always, if: .not(.named("isReady")), to: ["off"]))
        #expect(
            transition { Completion(if: .isReady, to: .off, do: .beep) }
                == .init(.completion, if: .named("isReady"), to: ["off"], do: [.perform("beep")]))
        #expect(transition { After(.seconds(3), to: .off) } == .init(.after(.seconds(3)), to: ["off"]))
    }

    @Test func statesHaveAllTheirParts() {
        let state = states {
            Composite(.work) {
                Entry(.beep)
                Entry {
                    Perform(.move)
                    Raise(.next)
                }
                Exit(.move, .beep)
                Exit { Cancel(id: "a") }
                Do(.hum)
                Defer(.pause, .next)
                Initial(.l2, do: .beep)
                Simple(.l1)
                Simple(.l2)
            }
        }[0]
        #expect(state.entry == [[.perform("beep")], [.perform("move"), .raise("next")]])
        #expect(state.exit == [[.perform("move"), .perform("beep")], [.cancel(.literal(.text("a")))]])
        #expect(state.activities == ["hum"] && state.deferred == ["pause", "next"])
        #expect(state.initial == ["l2"] && state.initialActions == [.perform("beep")])
    }

    /// A pair's states are declared before, behind, or not at all.
    @Test func pairsGoThereAndBack() {
        let states = states {
            Between(.on, .off, on: .next, if: .isReady)
            Simple(.off) { Entry(.beep) }
            Between(.l1, .l2, if: .isTired)
        }
        #expect(states.map(\.name) == ["off", "on", "l1", "l2"])
        #expect(
            states.map(\.transitions) == [
                [.init(.events(["next"]), if: .not(.named("isReady")), to: ["on"])],
                [.init(.events(["next"]), if: .named("isReady"), to: ["off"])],
                [.init(.always, if: .named("isTired"), to: ["l2"])],
                [.init(.always, if: .not(.named("isTired")), to: ["l1"])],
            ])
        #expect(states[0].entry == [[.perform("beep")]])
    }

    @Test func submachinesAreKeptOnce() {
        let arm = Statechart("machine", for: Robot.self) { Simple(.rest) }
        let chart = Statechart("robot", for: Robot.self) {
            Submachine(.left, arm)
            Composite(.work) { Submachine(.right, arm) { On(.next, to: .left) } }
        }
        #expect(chart.submachines == [arm])
        #expect(chart.states.compactMap(\.submachine) == ["machine", "machine"])
        #expect(chart.states.last?.transitions == [.init(.events(["next"]), to: ["left"])])
    }

    /// The outer chart keeps those within others, too.
    @Test func submachinesContainOthers() throws {
        let finger = Statechart("finger", for: Robot.self) { Simple(.rest) }
        let arm = Statechart("arm", for: Robot.self) { Submachine(.left, finger) }
        let chart = Statechart("robot", for: Robot.self) { Submachine(.right, arm) }
        #expect(chart.submachines.map(\.name) == ["arm", "finger"])
        var robot = Robot()
        let machine = try StateMachine(CompiledStatechart<Robot>(chart), running: &robot)
        #expect(machine.activeStateNames == ["right.left.rest"])
    }

    /// Two charts of one name would otherwise be one.
    @Test func submachinesOfOneNameAreAnError() {
        let chart = Statechart("robot", for: Robot.self) {
            Submachine(.left, Statechart("arm", for: Robot.self) { Simple(.rest) })
            Submachine(.right, Statechart("arm", for: Robot.self) { Simple(.on) })
        }
        let error = #expect(throws: StatechartError.self) { try CompiledStatechart<Robot>(chart) }
        #expect(error?.description.contains("there are two submachines 'arm'; rename one of the two") == true)
    }

    /// A submachine's states have no names in the outer enum.
    @Test func submachinesAreEnteredByNamesOfTheirOwn() throws {
        struct House: StatechartBehavior {
            enum State: String, StatechartSymbol { case outside, door, ajar }
            enum Event: String, StatechartSymbol { case knock }
        }
        struct Door: StatechartBehavior {
            enum State: String, StatechartSymbol { case shut, open }
        }
        let door = Statechart("Door", for: Door.self) {
            Simple(.shut)
            Simple(.open)
        }
        let chart = Statechart("House", for: House.self) {
            Simple(.outside) { On(.knock, to: .ajar) }
            Submachine(.door, door) {
                EntryPoint(.ajar, in: .door, to: Door.State.open)
                On(.knock, to: .door)
            }
        }
        var house = House()
        var machine = try StateMachine(CompiledStatechart(chart), running: &house)
        try machine.send(.knock, to: &house)
        #expect(machine.activeStateNames == ["door.open"] && machine.isActive(Door.State.open, in: .door))
        try machine.send(.knock, to: &house)
        #expect(machine.isActive(Door.State.shut, in: .door) && !machine.isActive(Door.State.open, in: .door))
        #expect(!machine.isActive(Door.State.open, in: .outside))
    }

    /// Also of an entry point that no transition leads to.
    @Test(arguments: [true, false]) func anEntryPointNeedsTheSubmachine(isUsed: Bool) throws {
        struct House: StatechartBehavior {
            enum State: String, StatechartSymbol { case outside, door, ajar, hall }
            enum Event: String, StatechartSymbol { case knock }
        }
        let chart = Statechart("House", for: House.self) {
            Simple(.outside) { if isUsed { On(.knock, to: .ajar) } }
            Composite(.door) {
                EntryPoint(.ajar, in: .door, to: House.State.outside)
                Simple(.hall)
            }
        }
        let error = #expect(throws: StatechartError.self) { try CompiledStatechart<House>(chart) }
        #expect(
            try #require(error).description
                == "House/door/ajar: unknown target 'door.outside'; add the state or correct the name")
    }

    @Test func regionsComeAndGo() throws {
        struct Browser: StatechartBehavior {
            enum State: String, StatechartSymbol { case tabs, loading, shown }
            enum Event: String, StatechartSymbol { case open, close, loaded }
            enum Payload: EventPayload {
                case loaded(bytes: Int)
                var event: Event { .loaded }
            }
        }
        let tab = Statechart("Tab", for: Browser.self) {
            On(.close) { RemoveRegion() }
            Simple(.loading) { On(.loaded, to: .shown) }
            Simple(.shown)
        }
        let chart = Statechart("Browser", for: Browser.self) {
            Regions(.tabs, tab) { On(.open) { AddRegion(to: .tabs) } }
        }
        var browser = Browser()
        var machine = try StateMachine(CompiledStatechart(chart), running: &browser)
        for _ in 0..<3 { try machine.send(.open, to: &browser) }
        try machine.send(.loaded(bytes: 20), inRegion: 2, to: &browser)
        try machine.send(.close, inRegion: 1, to: &browser)
        #expect(machine.regions(of: .tabs) == [2, 3])
        #expect(machine.activeStateNames == ["tabs.shown", "tabs.loading"])
        var recording = StatechartRecording<Browser.Payload>()
        #expect(try machine.send(.loaded(bytes: 30), inRegion: 3, to: &browser, recorder: &recording) == .taken)
        guard case .event("loaded", .loaded(bytes: 30), region: 3)? = recording.inputs.last else {
            return #expect(Bool(false), "\(recording.inputs)")
        }
    }

    @Test(arguments: [true, false]) func branchesAndLoopsChoose(isLong: Bool) {
        let names = states {
            if isLong { Simple(.on) }
            if isLong { Simple(.l1) } else { Simple(.l2) }
            for name in [Robot.State.r1, .r2] { Simple(name) }
        }.map(\.name)
        #expect(names == (isLong ? ["on", "l1", "r1", "r2"] : ["l2", "r1", "r2"]))
    }
}
