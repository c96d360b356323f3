package import Statecharts

/// A behavior whose names are texts, and which notes its actions in a log.
package struct NotingBehavior: StatechartBehavior {
    package struct Name: StatechartSymbol {
        package let rawValue: String
        package static var allCases: [Name] { [] }

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package typealias State = Name
    package typealias Event = Name
    package typealias Guard = Name
    package typealias Action = Name

    package struct Failure: Error { package init() {} }

    package let log: Log
    let isTrue: (String) -> Bool
    let fails: (String) -> Bool

    package init(log: Log, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) {
        (self.log, self.isTrue, self.fails) = (log, isTrue, fails)
    }

    package func holds(_ guard: Name, in step: borrowing Step<Self>) throws -> Bool {
        if fails(`guard`.rawValue) { throw Failure() }
        return isTrue(`guard`.rawValue)
    }

    package mutating func perform(_ action: Name, in step: inout Step<Self>) throws {
        log.entries.append("perform \(action.rawValue)")
        if fails(action.rawValue) { throw Failure() }
    }
}

/// A list that a behavior and a recorder share.
package final class Log {
    package var entries: [String] = []

    package init() {}
}

/// A recorder that notes the states that steps exit and enter.
package struct NotingRecorder: StatechartRecorder {
    package static var isRecording: Bool { true }
    let log: Log

    package init(log: Log) { self.log = log }

    package mutating func began(event: String, cause: StepCause, at time: Duration) {}
    package mutating func left(_ state: String) { log.entries.append("exit \(state)") }
    package mutating func took(source: String, _ index: Int) {}
    package mutating func entered(_ state: String) { log.entries.append("enter \(state)") }
}

/// The engine with a recorder, and therefore without flattening.
package struct EngineRunner: ChartRunner {
    package static var kinds: Set<Substring> { ["enter", "exit", "perform"] }

    private let chart: CompiledStatechart<NotingBehavior>
    private var behavior: NotingBehavior
    private var recorder: NotingRecorder
    private var machine: StateMachine<NotingBehavior>?

    package init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws {
        self.chart = try CompiledStatechart(chart)
        let log = Log()
        behavior = NotingBehavior(log: log, isTrue: isTrue, fails: fails)
        recorder = NotingRecorder(log: log)
    }

    package var configuration: [String] { machine?.activeStateNames ?? [] }
    package var trace: [String] { behavior.log.entries }
    package var isDone: Bool { machine?.hasEnded ?? false }
    package var deadline: Duration? { machine?.deadline }

    package mutating func start() throws {
        machine = try StateMachine(
            chart, running: &behavior, limits: .beyondReference, recorder: &recorder)
    }

    package mutating func send(_ event: String) throws {
        try machine?.send(.init(rawValue: event), to: &behavior, recorder: &recorder)
    }

    package mutating func advance(by duration: Duration) throws {
        guard let time = machine?.time else { return }
        try machine?.advance(until: time + duration, to: &behavior, recorder: &recorder)
    }
}

/// The engine without a recorder, which flattens small charts; its trace contains only actions.
package struct PlainEngineRunner: ChartRunner {
    package static var kinds: Set<Substring> { ["perform"] }

    private let chart: CompiledStatechart<NotingBehavior>
    private var behavior: NotingBehavior
    private var machine: StateMachine<NotingBehavior>?

    package init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws {
        self.chart = try CompiledStatechart(chart)
        behavior = NotingBehavior(log: Log(), isTrue: isTrue, fails: fails)
    }

    package var configuration: [String] { machine?.activeStateNames ?? [] }
    package var trace: [String] { behavior.log.entries }
    package var isDone: Bool { machine?.hasEnded ?? false }
    package var deadline: Duration? { machine?.deadline }

    package mutating func start() throws {
        machine = try StateMachine(chart, running: &behavior, limits: .beyondReference)
    }

    package mutating func send(_ event: String) throws { try machine?.send(.init(rawValue: event), to: &behavior) }

    package mutating func advance(by duration: Duration) throws { try machine?.advance(by: duration, to: &behavior) }
}

extension StateMachineLimits {
    /// Limits greater than those of the reference interpreter, so that the interpreter stops first.
    package static var beyondReference: Self { .init(steps: 2000, events: 2000) }
}
