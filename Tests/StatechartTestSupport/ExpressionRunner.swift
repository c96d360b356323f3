package import Statecharts

/// A program that implements the named guards and actions of a test, for charts with expressions.
package struct NotingHost: StatechartHost, @unchecked Sendable {
    // Unchecked, because only one thread runs a test.
    let log: Log
    let isTrue: (String) -> Bool
    let fails: (String) -> Bool

    package init(log: Log, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) {
        (self.log, self.isTrue, self.fails) = (log, isTrue, fails)
    }

    package func holds(
        _ name: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) throws -> Bool? {
        if fails(name) { throw NotingBehavior.Failure() }
        return isTrue(name)
    }

    package func perform(
        _ action: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>
    ) throws {
        log.entries.append("perform \(action)")
        if fails(action) { throw NotingBehavior.Failure() }
    }

    package func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) throws {
        throw ExpressionError("no program carries out the action '\(action.name)'")
    }

    package func mayTake(byteCount: Int) -> Bool { true }
}

/// The engine with the behavior for charts from files.
package struct ExpressionRunner: ChartRunner {
    package static var kinds: Set<Substring> { ["perform"] }

    package let chart: CompiledStatechart<ExpressionBehavior>
    package var behavior: ExpressionBehavior
    package var machine: StateMachine<ExpressionBehavior>?
    private let log = Log()

    package init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws {
        self.chart = try CompiledStatechart(chart)
        behavior = ExpressionBehavior(for: chart)
        behavior.host = NotingHost(log: log, isTrue: isTrue, fails: fails)
    }

    package var configuration: [String] { machine?.activeStateNames ?? [] }
    package var trace: [String] { log.entries }
    package var isDone: Bool { machine?.hasEnded ?? false }
    package var deadline: Duration? { machine?.deadline }

    package mutating func start() throws {
        machine = try StateMachine(chart, running: &behavior, limits: .beyondReference)
    }

    package mutating func send(_ event: String) throws { try machine?.send(event, to: &behavior) }

    package mutating func advance(by duration: Duration) throws { try machine?.advance(by: duration, to: &behavior) }
}

/// A session of a chart, with a recorder.
package struct SessionRunner: ChartRunner {
    package static var kinds: Set<Substring> { ["enter", "exit", "perform"] }

    private let chart: Statechart
    private var context: StatechartContext
    private var recorder: NotingRecorder
    private var session: StatechartSession?
    private let log = Log()

    package init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws {
        self.chart = chart
        context = StatechartContext(limits: .beyondReference)
        context.host = NotingHost(log: log, isTrue: isTrue, fails: fails)
        recorder = NotingRecorder(log: log)
    }

    package var configuration: [String] { session?.activeStateNames ?? [] }
    package var trace: [String] { log.entries }
    package var isDone: Bool { session?.hasEnded ?? false }
    package var deadline: Duration? { session?.deadline }

    package mutating func start() throws {
        session = try StatechartSession(chart, in: context, recorder: &recorder)
    }

    package mutating func send(_ event: String) throws { try session?.send(event, recorder: &recorder) }

    package mutating func advance(by duration: Duration) throws {
        guard let session else { return }
        try session.advance(until: session.time + duration, recorder: &recorder)
    }
}
