import CAutomata
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Random charts with many timers through the C API, with a snapshot after each input, too.
@Suite struct CFaceTests {
    @Test func chartsRunAsTheReferenceDoes() throws {
        var comparison = FaceComparison(
            [
                ("machine", false, false), ("snapshots", true, false), ("session", false, true),
                ("saved session", true, true),
            ]
            .map { name, hasSnapshots, isSession in
                FaceComparison.Face(name) {
                    let chart = isSession ? Self.withTransport($0) : $0
                    return try MachineRunner(chart, hasSnapshots: hasSnapshots, isTrue: $1, fails: $2)
                }
            })
        let count = TestScope.isLong ? 5000 : 300
        for seed in 0..<count {
            let difference = try comparison.difference(seed: UInt64(7_000_000 + seed))
            #expect(difference == nil)
        }
        // So much that the comparison means something.
        let occurrences = comparison.occurrences
        #expect(occurrences.simultaneous > 3 * count && occurrences.canceledWhenDue > count / 4, "\(occurrences)")
        #expect(occurrences.recalled > count / 10 && occurrences.nestedCompletions > count / 10, "\(occurrences)")
    }
}

extension CFaceTests {
    /// Adds an action that only a session has, which is never carried out.
    private static func withTransport(_ chart: Statechart) -> Statechart {
        var (chart, send) = (chart, Statechart.Send("x"))
        send.transport = .literal(.text("pigeon"))
        chart[0].transitions.append(.init(.events(["never"]), do: [.send(send)]))
        return chart
    }
}

/// A machine of the C API, which is the context of its callbacks.
private final class MachineRunner: ChartRunner {
    static var kinds: Set<Substring> { ["perform"] }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    private let isTrue: (String) -> Bool
    private let fails: (String) -> Bool
    private let hasSnapshots: Bool
    private var chart: OpaquePointer?
    private var machine: OpaquePointer?
    private(set) var trace: [String] = []

    convenience init(
        _ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool
    ) throws {
        try self.init(chart, hasSnapshots: false, isTrue: isTrue, fails: fails)
    }

    init(
        _ chart: Statechart, hasSnapshots: Bool, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool
    ) throws {
        (self.isTrue, self.fails, self.hasSnapshots) = (isTrue, fails, hasSnapshots)
        let text = try StatechartFormat.json.text(of: chart)
        let guardian = automata_statechart_binding(name: nil) { machine, context in
            MachineRunner.of(context).holds(MachineRunner.name(machine))
        }
        let action = automata_statechart_binding(name: nil) { machine, context in
            MachineRunner.of(context).perform(MachineRunner.name(machine))
        }
        try withUnsafePointer(to: guardian) { guardian in
            try withUnsafePointer(to: action) { action in
                var options = automata_statechart_options()
                options.struct_size = MemoryLayout<automata_statechart_options>.size
                (options.guards, options.guard_count) = (guardian, 1)
                (options.actions, options.action_count) = (action, 1)
                try check { error in
                    automata_statechart_from_text(
                        text, text.utf8.count, AUTOMATA_STATECHART_FORMAT_JSON, &options, &self.chart, error)
                }
            }
        }
    }

    deinit {
        automata_machine_free(machine)
        automata_statechart_free(chart)
    }

    private func check(_ body: (UnsafeMutablePointer<automata_error>) -> automata_status) throws {
        var error = automata_error()
        guard body(&error) != AUTOMATA_OK else { return }
        throw Failure(
            description: withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }

    // MARK: - Callbacks

    private static func of(_ context: UnsafeMutableRawPointer?) -> MachineRunner {
        guard let context else { preconditionFailure("A callback without its context") }
        return Unmanaged<MachineRunner>.fromOpaque(context).takeUnretainedValue()
    }

    private static func name(_ machine: OpaquePointer?) -> String {
        automata_machine_callback_name(machine).map { String(cString: $0) } ?? ""
    }

    private func holds(_ name: String) -> Int32 { fails(name) ? -1 : isTrue(name) ? 1 : 0 }

    private func perform(_ name: String) -> Int32 {
        trace.append("perform \(name)")
        return fails(name) ? -1 : 0
    }

    // MARK: - The run

    private var options: automata_machine_options {
        var options = automata_machine_options()
        options.struct_size = MemoryLayout<automata_machine_options>.size
        options.context = Unmanaged.passUnretained(self).toOpaque()
        (options.maximum_steps, options.maximum_events) = (2000, 2000)
        return options
    }

    func start() throws {
        var options = options
        try check { automata_machine_start(chart, &options, &machine, $0) }
        try restore()
    }

    func send(_ event: String) throws {
        var number = automata_statechart_event.max
        // Fails for an event that only a pattern of the chart matches.
        if automata_statechart_find_event(chart, event, event.utf8.count, &number, nil) == AUTOMATA_OK {
            try check { automata_machine_send(machine, number, 0, nil, $0) }
        } else {
            try check { automata_machine_send_named(machine, event, event.utf8.count, 0, nil, $0) }
        }
        try restore()
    }

    func advance(by duration: Duration) throws {
        let time = automata_machine_time(machine) + UInt64(duration / .nanoseconds(1))
        try check { automata_machine_advance(machine, time, $0) }
        try restore()
    }

    private func restore() throws {
        guard hasSnapshots else { return }
        var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        try check { automata_machine_snapshot(machine, &text, &length, $0) }
        defer { automata_free(text) }
        automata_machine_free(machine)
        machine = nil
        var options = options
        try check { automata_machine_restore(chart, text, length, &options, &machine, $0) }
    }

    var configuration: [String] {
        let (states, names) = (automata_machine_active_states(machine), automata_statechart_state_names(chart))
        return (0..<states.count).map { index in
            let name = names.items[Int(states.items[index])]
            return String(decoding: UnsafeRawBufferPointer(start: name.data, count: name.length), as: UTF8.self)
        }
    }

    var isDone: Bool { automata_machine_has_ended(machine) }

    var deadline: Duration? {
        let deadline = automata_machine_deadline(machine)
        return deadline == .max ? nil : .nanoseconds(deadline)
    }
}
