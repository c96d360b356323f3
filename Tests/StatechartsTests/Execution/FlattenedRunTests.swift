import Statecharts
import Testing
import WorkLimits

/// Runs of flattened charts against runs that a recorder keeps from being flattened.
@Suite struct FlattenedRunTests {
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
        let serials = Serials()

        /// The first serial number that was seen of a run; those of runs begin anywhere.
        final class Serials {
            var first: UInt32?
        }

        func note(_ symbol: Name, _ step: borrowing Step<Self>) throws {
            var active: [String] = []
            for state in states where step.isActive(state) { active.append(state.rawValue) }
            let (event, hasFailed) = (step.event?.rawValue ?? "", step.failure != nil)
            let serial = step.serial &- (serials.first ?? step.serial)
            serials.first = serials.first ?? step.serial
            log.entries.append(
                "\(symbol.rawValue) on \(step.cause) \(event) \(serial) at \(step.time), \(hasFailed), in \(active)"
            )
            if fails(symbol.rawValue) { throw NotingBehavior.Failure() }
        }

        func holds(_ guard: Name, in step: borrowing Step<Self>) throws -> Bool {
            try note(`guard`, step)
            return isTrue(`guard`.rawValue)
        }

        mutating func perform(_ action: Name, in step: inout Step<Self>) throws { try note(action, step) }
    }

    /// A run, some of whose inputs are recorded.
    private struct Run {
        let chart: CompiledStatechart<SeeingBehavior>
        let limits: StateMachineLimits
        let isRecorded: (Int) -> Bool
        var behavior: SeeingBehavior
        var machine: StateMachine<SeeingBehavior>?
        var count = 0

        /// Takes an input.
        ///
        /// - Returns: What came of it, and its steps if they were recorded.
        mutating func take(_ input: ChartInput) -> (result: String, steps: [StatechartRecording<Never>.Step]?) {
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
                        try machine?.advance(to: end, &behavior, recorder: &recording)
                    } else {
                        try machine?.advance(to: end, &behavior)
                    }
                case .guards: break
                }
            } catch { result = "\(error)" }
            return (result, isRecorded ? recording.steps : nil)
        }

        /// Goes on from a snapshot in which some more events wait.
        mutating func restore(deferred: [String], raised: [String], sent: [String]) throws {
            guard var snapshot = machine?.snapshot else { return }
            snapshot.deferred += deferred.map { .init(name: $0) }
            snapshot.raised = (snapshot.raised + raised.map { .init(name: $0) }).suffix(limits.events)
            snapshot.sent = (snapshot.sent + sent.map { .init(name: $0) }).suffix(limits.events)
            snapshot.deferred = snapshot.deferred.suffix(limits.events)
            behavior.serials.first = nil
            machine = try StateMachine(chart, restoring: snapshot, limits: limits)
        }
    }

    /// Guards and actions are asked in the same order and see the same, limits are reached at the
    /// same place, and the same is left in queues then.
    @Test(arguments: [StateMachineLimits(steps: 100, events: 100), .init(steps: 4, events: 2)])
    func aRandomChartRunsTheSameFlattenedOrNot(limits: StateMachineLimits) throws {
        var (flattened, flattenedInputs, limited) = (0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var source = RandomChart(seed: seed, features: .all.subtracting(.deferral), sizes: 3...12)
            let (inputs, failures) = ([ChartInput.start] + source.inputs(30), source.failures())
            let chart = try CompiledStatechart<SeeingBehavior>(source.chart)
            guard case .flat = chart.flattening else { continue }
            flattened += 1
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
                    let waiting = (0..<3).map { _ in Array(RandomChart.events.filter { _ in source.chance(0.3) }) }
                    for index in all.indices {
                        try all[index].restore(deferred: waiting[0], raised: waiting[1], sent: waiting[2])
                    }
                }
                let first = all[0].take(input)
                if first.result.contains("more than") { limited += 1 }
                for index in all.indices.dropFirst() {
                    let other = all[index].take(input)
                    let isSame =
                        other.result == first.result && all[index].behavior.log.entries == all[0].behavior.log.entries
                        && all[index].machine?.snapshot == all[0].machine?.snapshot
                        && other.steps ?? first.steps == first.steps
                    guard isSame else {
                        let (expected, found) = (all[0].behavior.log.entries, all[index].behavior.log.entries)
                        let same = zip(expected, found).prefix { $0 == $1 }.count
                        Issue.record(
                            """
                            seed \(seed), run \(index), input \(number), \(input): \(other.result), not \(first.result); \
                            \(found.dropFirst(same).prefix(2)), not \(expected.dropFirst(same).prefix(2))
                            """)
                        return
                    }
                }
                if all[1].machine?.step.run.flat ?? -1 >= 0 { flattenedInputs += 1 }
            }
        }
        #expect(flattened > 180 && flattenedInputs > 15 * flattened && limited > flattened)
    }
}
