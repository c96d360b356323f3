package import Statecharts

/// An input of a running chart.
package enum ChartInput: Hashable {
    case start
    case event(String)
    case time(Duration)
    /// Sets the named guards that are true from now on; all others are false.
    case guards(Set<String>)
}

/// The named guards that are true, shared by engines that are compared.
package final class Guards {
    package var holding: Set<String> = []

    package init() {}
}

/// An engine that runs a chart and records its actions in a trace.
package protocol ChartRunner {
    /// The names of the active atomic states in document order.
    var configuration: [String] { get }
    /// The trace so far, in order: `enter a`, `exit a`, `perform x`, `raise e`.
    var trace: [String] { get }
    /// A Boolean value that indicates whether the run has ended.
    var isDone: Bool { get }
    /// The time of the next timer or delayed event.
    var deadline: Duration? { get }
    /// The kinds of entries in the trace, by their first words.
    static var kinds: Set<Substring> { get }

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - isTrue: Returns whether a named guard is true.
    ///   - fails: Returns whether a named action or guard throws an error.
    init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws

    mutating func start() throws
    mutating func send(_ event: String) throws
    mutating func advance(by duration: Duration) throws
}

/// The result of an input.
package struct ChartResponse: Hashable {
    /// The entries of the trace that the input caused.
    package var trace: [String]
    package var configuration: [String]

    package init(trace: [String], configuration: [String]) {
        (self.trace, self.configuration) = (trace, configuration)
    }
}

extension ChartRunner {
    /// Returns the entries of another engine's trace whose kinds this engine records, too.
    package static func known(_ trace: [String]) -> [String] {
        let kinds = kinds
        return trace.filter { kinds.contains($0.prefix { $0 != " " }) }
    }

    /// Runs a chart on inputs; returns the response to each input, up to the end of the run.
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

    /// Processes an input and returns the response.
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
