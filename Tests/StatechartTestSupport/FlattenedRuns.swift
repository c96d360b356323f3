package import Statecharts

/// Runs of flattened charts, compared with runs that a recorder keeps from being flattened.
package struct FlattenedRuns {
    /// The number of charts that were run.
    package private(set) var chartCount = 0
    /// The number of inputs after which a run was still flattened.
    package private(set) var flattenedInputCount = 0
    /// The number of inputs that reached a limit.
    package private(set) var limitedInputCount = 0

    package init() {}

    /// What a guard or an action saw.
    private struct Sight: Hashable {
        var symbol: NotingBehavior.Name
        var cause: StepCause
        var event: NotingBehavior.Name?
        var serial: UInt32
        var time: Duration
        var hasFailed: Bool
        var active: [String]
    }

    /// Notes all that a guard or an action can see.
    private struct SeeingBehavior: StatechartBehavior {
        typealias Name = NotingBehavior.Name
        typealias State = Name
        typealias Event = Name
        typealias Guard = Name
        typealias Action = Name

        let states: [Name]
        let isTrue: (String) -> Bool
        let fails: (String) -> Bool
        let log = Log()

        final class Log {
            var entries: [Sight] = []
            /// The first serial number that was seen of a run; those of runs begin anywhere.
            var firstSerial: UInt32?
        }

        func note(_ symbol: Name, _ step: borrowing Step<Self>) throws {
            var active: [String] = []
            for state in states where step.isActive(state) { active.append(state.rawValue) }
            let first = log.firstSerial ?? step.serial
            log.firstSerial = first
            log.entries.append(
                Sight(
                    symbol: symbol, cause: step.cause, event: step.event, serial: step.serial &- first,
                    time: step.time, hasFailed: step.failure != nil, active: active))
            if fails(symbol.rawValue) { throw NotingBehavior.Failure() }
        }

        func holds(_ guard: Name, in step: borrowing Step<Self>) throws -> Bool {
            try note(`guard`, step)
            return isTrue(`guard`.rawValue)
        }

        mutating func perform(_ action: Name, in step: inout Step<Self>) throws { try note(action, step) }
    }

    /// What came of an input.
    private struct Outcome {
        var result: String
        /// What guards and actions saw.
        var seen: [Sight]
        var snapshot: StateMachineSnapshot<Never>?
        /// The steps, if they were recorded.
        var steps: [StatechartRecording<Never>.Step]?
    }

    /// A run, some of whose inputs are recorded.
    private struct Run {
        let chart: CompiledStatechart<SeeingBehavior>
        let limits: StateMachineLimits
        let isRecorded: (Int) -> Bool
        var behavior: SeeingBehavior
        var machine: StateMachine<SeeingBehavior>?
        var count = 0

        /// Takes an input; returns what came of it.
        mutating func take(_ input: ChartInput) -> Outcome {
            behavior.log.entries = []
            var recording = StatechartRecording<Never>()
            let isRecorded = isRecorded(count)
            count += 1
            var result = ""
            do {
                switch input {
                case .start where isRecorded:
                    machine = try StateMachine(chart, running: &behavior, limits: limits, recorder: &recording)
                case .start: machine = try StateMachine(chart, running: &behavior, limits: limits)
                case .event(let name) where isRecorded:
                    let fate = try machine?.send(.init(rawValue: name), to: &behavior, recorder: &recording)
                    result = "\(String(describing: fate))"
                case .event(let name):
                    result = "\(String(describing: try machine?.send(.init(rawValue: name), to: &behavior)))"
                case .time(let time):
                    guard let end = machine?.time.advanced(by: time) else { break }
                    if isRecorded {
                        try machine?.advance(until: end, to: &behavior, recorder: &recording)
                    } else {
                        try machine?.advance(until: end, to: &behavior)
                    }
                case .guards: break
                }
            } catch { result = "\(error)" }
            return Outcome(
                result: result, seen: behavior.log.entries, snapshot: machine?.snapshot,
                steps: isRecorded ? recording.steps : nil)
        }

        /// Goes on from a snapshot in which some more events wait.
        mutating func restore(deferred: [String], raised: [String], sent: [String]) throws {
            guard var snapshot = machine?.snapshot else { return }
            snapshot.deferred += deferred.map { .init(name: $0) }
            snapshot.raised = (snapshot.raised + raised.map { .init(name: $0) }).suffix(limits.events)
            snapshot.sent = (snapshot.sent + sent.map { .init(name: $0) }).suffix(limits.events)
            snapshot.deferred = snapshot.deferred.suffix(limits.events)
            behavior.log.firstSerial = nil
            machine = try StateMachine(chart, restoring: snapshot, limits: limits)
        }
    }

    /// Runs a random chart in three ways, unless it can't be flattened: flattened, recorded, and
    /// alternating between both.
    ///
    /// - Returns: The first difference between the guards and actions, the responses to inputs, or
    ///   the queues at a limit; `nil` if there is none.
    package mutating func difference(seed: UInt64, limits: StateMachineLimits) throws -> String? {
        var source = RandomChart(seed: seed, features: .all.subtracting(.deferral), sizes: 3...12)
        let (inputs, failures) = ([ChartInput.start] + source.inputs(30), source.failures())
        let chart = try CompiledStatechart<SeeingBehavior>(source.chart)
        guard case .flat = chart.flattening else { return nil }
        chartCount += 1
        let guards = Guards()
        let runs: [(Int) -> Bool] = [{ _ in true }, { _ in false }, { $0 % 2 == 0 }, { $0 % 3 > 0 }]
        var all = runs.map { isRecorded in
            Run(
                chart: chart, limits: limits, isRecorded: isRecorded,
                behavior: SeeingBehavior(
                    states: source.chart.states.map { .init(rawValue: $0.name) },
                    isTrue: { guards.holding.contains($0) }, fails: failures.contains))
        }
        for (number, input) in inputs.enumerated() {
            if case .guards(let names) = input { guards.holding = names }
            if number % 7 == 6 {
                let waiting = (0..<3).map { _ in RandomChart.events.filter { _ in source.chance(0.3) } }
                for index in all.indices {
                    try all[index].restore(deferred: waiting[0], raised: waiting[1], sent: waiting[2])
                }
            }
            let first = all[0].take(input)
            if first.result.contains("more than") { limitedInputCount += 1 }
            for index in all.indices.dropFirst() {
                let other = all[index].take(input)
                let isSame =
                    other.result == first.result && other.seen == first.seen && other.snapshot == first.snapshot
                    && other.steps ?? first.steps == first.steps
                guard isSame else {
                    let same = zip(first.seen, other.seen).prefix { $0 == $1 }.count
                    return """
                        seed \(seed), run \(index), input \(number), \(input): \(other.result), not \(first.result); \
                        \(other.seen.dropFirst(same).prefix(2)), not \(first.seen.dropFirst(same).prefix(2))
                        """
                }
            }
            if all[1].machine?.step.run.flat ?? -1 >= 0 { flattenedInputCount += 1 }
        }
        return nil
    }
}
