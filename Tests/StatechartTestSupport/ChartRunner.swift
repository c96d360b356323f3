package import Statecharts

/// An input of a running chart.
package enum ChartInput: Hashable {
    case start
    case event(String)
    case time(Duration)
    /// From now on, these named guards hold and the others don't.
    case guards(Set<String>)
}

/// The named guards that hold, for engines that run beside each other.
package final class Guards {
    package var holding: Set<String> = []

    package init() {}
}

/// An engine that runs a chart and tells what happened.
package protocol ChartRunner {
    /// The names of the active atomic states in document order.
    var configuration: [String] { get }
    /// What happened, in order: `enter a`, `exit a`, `perform x`, `raise e`.
    var trace: [String] { get }
    /// A Boolean value that indicates whether the run has ended.
    var isDone: Bool { get }
    /// The time of the next timer or delayed event.
    var deadline: Duration? { get }
    /// The first words of what the trace tells.
    static var kinds: Set<Substring> { get }

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - isTrue: Answers for a named guard.
    ///   - fails: Whether a named action or guard throws.
    init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws

    mutating func start() throws
    mutating func send(_ event: String) throws
    mutating func advance(by duration: Duration) throws
}

/// The result of an input.
package struct ChartResponse: Hashable {
    /// What happened because of the input.
    package var trace: [String]
    package var configuration: [String]

    package init(trace: [String], configuration: [String]) {
        (self.trace, self.configuration) = (trace, configuration)
    }
}

extension ChartRunner {
    /// Returns those entries of another engine's trace that this one tells, too.
    package static func known(_ trace: [String]) -> [String] {
        let kinds = kinds
        return trace.filter { kinds.contains($0.prefix { $0 != " " }) }
    }

    /// Runs a chart on inputs; returns what each of them led to, up to the end of the run.
    package static func run(
        _ chart: Statechart, on inputs: [ChartInput], failures: Set<String> = []
    ) throws -> [ChartResponse] {
        let guards = Guards()
        var runner = try Self(chart, isTrue: { guards.holding.contains($0) }, fails: failures.contains)
        return try inputs.map { input in
            if case .guards(let names) = input { guards.holding = names }
            return try runner.response(to: input)
        }
    }

    /// Takes an input; returns what it led to.
    package mutating func response(to input: ChartInput) throws -> ChartResponse {
        let count = trace.count
        switch input {
        case .start: try start()
        case .event(let name): try send(name)
        case .time(let duration): try advance(by: duration)
        case .guards: break
        }
        return ChartResponse(trace: Array(trace.dropFirst(count)), configuration: configuration)
    }
}

extension ReferenceInterpreter: ChartRunner {
    package static var kinds: Set<Substring> { ["enter", "exit", "perform", "raise"] }

    package init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) {
        self.init(chart, isTrue: isTrue, fails: fails, limit: 200)
    }
}
