import StatechartTestSupport
import Statecharts

/// The configurations of a chart without guards of a program and without timers, found by
/// breadth-first search over snapshots.
struct ReferenceExploration {
    /// The distance of each configuration from the start.
    private(set) var distances: [Key: Int] = [:]
    /// The least distance at which each state is active between events.
    private(set) var stateDistances: [String: Int] = [:]
    private(set) var entered: Set<String> = []
    private(set) var taken: Set<StatechartRecording<Never>.Transition> = []
    /// The least distance of a step without end on each event.
    private(set) var endless: [String: Int] = [:]
    private(set) var isComplete = true

    /// The parts of a snapshot that decide what follows.
    struct Key: Hashable {
        var active: [String]
        var noted: [String: [String]]
        var deferred: [String]
        var hasEnded: Bool

        init(_ snapshot: StateMachineSnapshot<Never>) {
            active = snapshot.active
            noted = snapshot.hasEnded ? [:] : snapshot.noted
            deferred = snapshot.hasEnded ? [] : snapshot.deferred.map(\.name)
            hasEnded = snapshot.hasEnded
        }
    }

    /// Explores a chart; `nil` if its start has no end.
    init?(_ chart: Statechart, events: [String], limit: Int, maximumPending: Int, steps: Int) throws {
        let compiled = try CompiledStatechart<NotingBehavior>(chart)
        var behavior = NotingBehavior(log: Log(), isTrue: { _ in false }, fails: { _ in false })
        let limits = StateMachineLimits(steps: steps, events: 10_000)
        var recording = StatechartRecording<Never>()
        guard
            let first = try? StateMachine(
                compiled, running: &behavior, limits: limits, recorder: &recording)
        else { return nil }
        note(recording)
        var queue = [first.snapshot]
        add(first.snapshot, 0)
        var next = 0
        while next < queue.count {
            let snapshot = queue[next]
            next += 1
            let distance = distances[Key(snapshot)] ?? 0
            if snapshot.hasEnded { continue }
            for event in events {
                var machine = try StateMachine(compiled, restoring: snapshot, limits: limits)
                recording = StatechartRecording()
                let fate = try? machine.send(.init(rawValue: event), to: &behavior, recorder: &recording)
                note(recording)
                guard fate != nil else {
                    if endless[event] == nil { endless[event] = distance + 1 }
                    continue
                }
                let target = machine.snapshot
                guard target.deferred.count <= maximumPending else {
                    isComplete = false
                    continue
                }
                guard distances[Key(target)] == nil else { continue }
                guard distances.count < limit else {
                    isComplete = false
                    return
                }
                add(target, distance + 1)
                queue.append(target)
            }
        }
    }

    private mutating func add(_ snapshot: StateMachineSnapshot<Never>, _ distance: Int) {
        distances[Key(snapshot)] = distance
        for state in snapshot.active where stateDistances[state] == nil { stateDistances[state] = distance }
    }

    private mutating func note(_ recording: StatechartRecording<Never>) {
        for step in recording.steps {
            entered.formUnion(step.entries)
            taken.formUnion(step.transitions)
        }
    }
}
