import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// A run of a chart and its machine, which a page shows.
///
/// Unchecked, because only one thread at a time uses it: that of a step, or the one of `LiveChart`
/// between two steps.
struct ViewedRun: @unchecked Sendable {
    let run: ChartRun
    let machine: StatechartSession

    /// The maximum number of timers of one step.
    private static let maximumTimers = 10_000

    /// Begins a run.
    init(beginning run: ChartRun) throws(ToolError) {
        self.run = run
        machine = try run.begin()
        try run.tell("start", nil, machine)
    }

    /// Goes on with a saved run.
    init(_ run: ChartRun, from snapshot: StatechartSessionSnapshot) throws(ToolError) {
        self.run = run
        machine = try run.goBack(to: snapshot, nil, nil)
    }

    // MARK: - Steps

    /// Reads a step; an empty text stands for the time until the next timer.
    func step(_ text: String) throws(ToolError) -> ScriptStep {
        guard text.isEmpty else { return try ScriptStep(argument: text) }
        guard let deadline = machine.deadline, !machine.hasEnded else {
            throw ToolError("no timer runs; send an event")
        }
        return ScriptStep(wait: max(deadline - machine.time, .zero))
    }

    /// Takes a step, which ends early when the run is stopped.
    func perform(_ step: ScriptStep) throws(ToolError) -> EventFate? {
        run.recorder.lastStep = StatechartHighlight()
        var label = step.label
        if let wait = step.wait {
            let end = machine.time + wait
            var count = 0
            while let deadline = machine.deadline, deadline <= end, !machine.hasEnded, count < Self.maximumTimers,
                !run.stopSignal.isStopped
            {
                try run.advance(machine, to: deadline, label)
                count += 1
            }
            try checkStop()
            if count < Self.maximumTimers {
                try run.advance(machine, to: end, label)
            } else {
                label += ", stopped after \(count) timers"
            }
        }
        try checkStop()
        let fate = try run.send(step, machine)
        try run.tell(label, fate, machine)
        return fate
    }

    /// Throws if nobody waits for the step any longer.
    private func checkStop() throws(ToolError) {
        if run.stopSignal.isStopped { throw ToolError("the step was stopped") }
    }

    // MARK: - The state

    /// The active states, and the effects of the last step.
    var highlight: StatechartHighlight {
        var highlight = run.recorder.lastStep
        highlight.active = Set(machine.activeStateNames)
        return highlight
    }

    /// The state for a page, without what depends on earlier steps.
    var state: JSONObject {
        let values = machine.variables.sorted { $0.key < $1.key }
        let expected = expectedPatterns
        return [
            "time": JSONText(written: ScriptStep.text(of: machine.time)),
            "next": machine.deadline.map { JSONText(written: ScriptStep.text(of: $0)) } ?? JSONText(String?.none),
            "active": machine.activeStateNames, "ended": machine.hasEnded,
            "variables": JSONObject(
                values.map { ($0.key, $0.value?.shortJSON ?? JSONText("(no value)")) }),
            "events": run.sentEvents.map { name in
                ["name": name, "isExpected": expected.contains { $0.matches(name) }] as JSONObject
            },
        ]
    }

    /// The patterns of events to which active states may react, whatever their guards.
    private var expectedPatterns: [Statechart.EventPattern] {
        let chart = run.document.chart
        var patterns: [Statechart.EventPattern] = []
        func add(_ state: Statechart.State?) {
            for case .events(let events) in (state?.transitions ?? []).map(\.trigger) { patterns += events }
        }
        var isKnown = [Bool](repeating: false, count: chart.states.count)
        for name in machine.activeStateNames {
            guard var index = chart.index(of: name) else {
                // A state of a submachine, within the state that has it.
                add(run.names.state(name))
                var owner = name[...]
                while let dot = owner.lastIndex(of: ".") {
                    owner = owner[..<dot]
                    add(run.names.state(String(owner)))
                }
                continue
            }
            while !isKnown[index] {
                isKnown[index] = true
                add(chart.states[index])
                index = chart.parents[index]
            }
        }
        return patterns
    }
}

/// The effects of a step that was only tried.
struct TriedStep: Sendable {
    let activeNames: [String]
    let hasEnded: Bool
    let fate: EventFate?
    let trace: String
    let notes: [String]
    let highlight: StatechartHighlight

    /// Takes a step in a copy of a run.
    init(_ text: String, in copy: ViewedRun) throws(ToolError) {
        fate = try copy.perform(copy.step(text))
        (activeNames, hasEnded) = (copy.machine.activeStateNames, copy.machine.hasEnded)
        (trace, notes) = (copy.run.recorder.output.take(), copy.run.takeNotes())
        highlight = copy.highlight
    }

    var json: JSONObject {
        let fate: String? =
            switch fate {
            case .taken?: "taken"
            case .ignored?: "ignored"
            case .deferred?: "deferred"
            case nil: nil
            }
        return ["active": activeNames, "fate": fate, "ended": hasEnded, "trace": trace, "notes": notes]
    }
}
