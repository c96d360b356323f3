import StatechartTestSupport
import Statecharts
import Testing

/// A telephone whose states have data and code of their own, and events with values.
private struct Phone: StatechartBehavior, Codable, Hashable {
    enum State: String, StatechartSymbol { case idle, call, dialing, ringing, talking, broken }
    enum Event: String, StatechartSymbol { case lift, key, answered, hangUp, failed = "error.execution" }
    enum Payload: EventPayload, Codable, Hashable {
        case key(String), hangUp(reason: String)

        var event: Event {
            switch self {
            case .key: .key
            case .hangUp: .hangUp
            }
        }
    }

    var call: Call?
    var dialing: Dialing?
    var log: [String] = []
    static let scopes = [StateScope<Phone>(.call, \.call), StateScope(.dialing, \.dialing)]

    static let chart = Statechart("Phone", for: Phone.self) {
        Simple(.idle) { On(.lift, to: .call) }
        Composite(.call) {
            On(.hangUp, to: .idle)
            On(.failed, to: .broken)
            Simple(.dialing) {
                Handle(.key, to: .ringing, .idle, .dialing)
                Handle(.key)
            }
            Simple(.ringing) { On(.answered, to: .talking) }
            Simple(.talking)
        }
        Simple(.broken)
    }
}

private struct Call: ScopedState, Codable, Hashable {
    var number = ""

    mutating func exit(_ phone: inout Phone, in step: inout Step<Phone>) {
        if case .hangUp(let reason) = step.payload { phone.log.append("\(number): \(reason)") }
    }
}

private struct Dialing: ScopedState, Codable, Hashable {
    var digits = ""

    mutating func enter(_ phone: inout Phone, in step: inout Step<Phone>) { phone.log.append("dial") }

    func target(_ phone: Phone, in step: borrowing Step<Phone>) -> Phone.State? {
        switch step.payload {
        case .key("#"): digits.isEmpty ? .idle : .ringing
        case .key("*"): .talking
        case .key("C"): .dialing
        default: nil
        }
    }

    mutating func handle(_ phone: inout Phone, in step: inout Step<Phone>) throws {
        guard case .key(let digit) = step.payload else { return }
        if digit == "?" { throw ExpressionError("a question mark") }
        digits += digit
        phone.call?.number = digits
    }
}

@Suite struct ScopedStateTests {
    private var phone = Phone()
    private var machine: StateMachine<Phone>

    init() throws {
        machine = try StateMachine(CompiledStatechart(Phone.chart), running: &phone)
        #expect(machine.chart.warnings.isEmpty)
        #expect(try machine.send(.lift, to: &phone) == .taken)
    }

    @Test mutating func dataExistWhileTheirStateIsActive() throws {
        #expect(phone.call == Call() && phone.dialing == Dialing() && phone.log == ["dial"])
        try machine.send(.key("5"), to: &phone)
        try machine.send(.key("7"), to: &phone)
        #expect(phone.dialing?.digits == "57" && phone.call?.number == "57")
        try machine.send(.key("#"), to: &phone)
        #expect(machine.activeStateNames == ["ringing"] && phone.dialing == nil)
        try machine.send(.hangUp(reason: "busy"), to: &phone)
        #expect(phone.call == nil && phone.log == ["dial", "57: busy"])
    }

    @Test mutating func dataAreNewOnEachEntry() throws {
        try machine.send(.key("5"), to: &phone)
        try machine.send(.key("C"), to: &phone)
        #expect(phone.dialing == Dialing() && phone.call?.number == "5" && phone.log == ["dial", "dial"])
        try machine.send(.key("#"), to: &phone)
        #expect(machine.activeStateNames == ["idle"] && phone.call == nil)
    }

    /// No state is left, and the reason is told once.
    @Test mutating func anUndeclaredTargetIsAnError() throws {
        try machine.send(.key("*"), to: &phone)
        #expect(machine.activeStateNames == ["broken"])
        let reason =
            "the code of 'dialing' chose the undeclared target 'talking'; add it to 'Handle', or choose one of: "
        #expect("\(try #require(machine.failure))" == reason + "dialing, idle, ringing")
    }

    @Test mutating func codeThatFailsIsAnError() throws {
        try machine.send(.key("?"), to: &phone)
        #expect(machine.activeStateNames == ["broken"] && phone.dialing == nil)
    }

    /// The program saves the behavior beside the snapshot; without it data are new.
    @Test(arguments: [true, false]) func dataSurviveSnapshots(isSaved: Bool) throws {
        var (phone, machine) = (phone, machine)
        try machine.send(.key("5"), to: &phone)
        if !isSaved { phone = Phone() }
        machine = try StateMachine(machine.chart, restoring: machine.snapshot)
        try machine.send(.key("7"), to: &phone)
        #expect(phone.dialing?.digits == (isSaved ? "57" : "7"))
        try machine.send(.key("#"), to: &phone)
        #expect(machine.activeStateNames == ["ringing"] && phone.dialing == nil)
    }

    @Test mutating func recordersSeeTheSameRun() throws {
        var recording = StatechartRecording<Phone.Payload>()
        var other = Phone()
        var recorded = try StateMachine(machine.chart, running: &other, recorder: &recording)
        try recorded.send(.lift, to: &other, recorder: &recording)
        for key in ["5", "C", "1", "#"] {
            try machine.send(.key(key), to: &phone)
            try recorded.send(.key(key), to: &other, recorder: &recording)
        }
        #expect(phone == other && recorded.activeStateNames == machine.activeStateNames)
        #expect(recording.steps.last?.transitions.map(\.index) == [0])
    }

    /// Behaviors without that code, and programs in C, are told what they lack.
    @Test func onlyTheBehaviorHasTheCode() throws {
        let error = #expect(throws: StatechartError.self) {
            try CompiledStatechart<ExpressionBehavior>(
                Phone.chart, guard: { _ in nil }, action: { _ in nil }, missing: nil)
        }
        let messages = try #require(error).findings.map(\.message)
        #expect(messages.contains("the behavior has no guard 'dialing.target.ringing'"), "\(messages)")
        #expect(messages.contains("the behavior has no action 'dialing.handle'"), "\(messages)")
    }

    /// Each handler's targets may be chosen on all its events, and others are told once.
    @Test(arguments: [("k", "x"), ("k", "y"), ("k", "idle"), ("done", "x"), ("k", "z"), ("done", "y"), ("k", nil)])
    func handlersShareEvents(event: String, target: String?) throws {
        struct Lamp: StatechartBehavior {
            enum State: String, StatechartSymbol { case a, x, y, z, idle }
            enum Event: String, StatechartSymbol { case k, done, failed = "error.execution" }
            struct Choosing: ScopedState {
                func target(_ lamp: Lamp, in step: borrowing Step<Lamp>) -> State? {
                    step.event == .failed ? nil : step.payload
                }
            }
            typealias Payload = State
            var a: Choosing?
            var errors = 0
            enum Action: String, StatechartSymbol { case count }
            static let scopes = [StateScope<Lamp>(.a, \.a)]
            mutating func perform(_ action: Action, in step: inout Step<Lamp>) { errors += 1 }
        }
        let chart = Statechart("Lamp", for: Lamp.self) {
            On(.failed, do: .count)
            Simple(.a) {
                Handle(.k, to: .idle, .y)
                Handle(.k, .done, to: .x)
            }
            for state in [Lamp.State.x, .y, .z, .idle] { Simple(state) }
        }
        var lamp = Lamp()
        var machine = try StateMachine(CompiledStatechart(chart), running: &lamp)
        try machine.send(#require(Lamp.Event(rawValue: event)), target.flatMap { Lamp.State(rawValue: $0) }, to: &lamp)
        let isDeclared = target == "x" || event == "k" && target != "z"
        #expect(lamp.errors == (isDeclared ? 0 : 1))
        #expect(machine.activeStateNames == [isDeclared ? target ?? "a" : "a"])
        let choices = event == "k" ? "idle, x, y" : "x"
        if !isDeclared { #expect("\(try #require(machine.failure))".hasSuffix("choose one of: \(choices)")) }
    }

    @Test func unsuitableStatesAreRefused() throws {
        struct Tab: StatechartBehavior {
            enum State: String, StatechartSymbol { case tabs, page, shown = "tabs.page" }
            struct Data: ScopedState { typealias Superior = Tab }
            var data: Data?
            static let scopes = [
                StateScope<Tab>(.page, \.data), StateScope(.shown, \.data), StateScope(.tabs, \.data),
                StateScope(.tabs, \.data),
            ]
        }
        let page = Statechart("Page", for: Tab.self) { Simple(.page) }
        let chart = Statechart("Tabs", for: Tab.self) { Regions(.tabs, page) }
        let error = #expect(throws: StatechartError.self) { try CompiledStatechart<Tab>(chart) }
        #expect(
            try #require(error).description == """
                Tabs: the behavior has data for the unknown state 'page'; add the state
                Tabs/tabs: the behavior has data for the state twice; remove one of its scopes
                Tabs/tabs/Page/page: the behavior can't have data for a state in dynamic regions; \
                keep them by the region's number
                """)
    }
}
