import EditorServer
import PageServing
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// A run of a chart, as its page sees it.
///
/// Every request that changes the run is answered with the whole state of the run, and other pages
/// are notified. `Documentation/tool.md` lists the requests.
actor LiveChart: EditorDocuments {
    private let document: StatechartDocument
    private let makeRun: @Sendable () -> ChartRun
    private var run: ChartRun
    private var machine: StatechartSession
    private var past: [Moment] = []
    private var trace: [String] = []
    /// The reason why the run can't go back; empty if it can.
    private var obstacle = ""
    private var revision = 0
    private var streams: Set<NewsStream> = []

    /// A state of the run to which it can go back.
    private struct Moment {
        var snapshot: StatechartSessionSnapshot
        var highlight: StatechartHighlight
        var traceCount: Int
    }

    /// The maximum number of steps to go back, and of steps in the trace.
    private static let maximumCount = 1000
    /// The maximum number of timers of one step.
    private static let maximumTimers = 10_000
    /// The number of states from which the second level is folded at first.
    private static let largeCount = 40

    /// Begins a run.
    init(_ document: StatechartDocument, makingRun: @escaping @Sendable () -> ChartRun) throws(ToolError) {
        (self.document, makeRun) = (document, makingRun)
        run = makingRun()
        machine = try run.begin()
        try run.tell("start", nil, machine)
        trace = [run.recorder.output.take()]
    }

    // MARK: - Pages

    func opened(_ stream: NewsStream) { streams.insert(stream) }

    func closed(_ stream: NewsStream) { streams.remove(stream) }

    func respond(to request: EditorRequest) -> EditorResponse {
        do throws(ToolError) {
            return try answer(request)
        } catch {
            return .failure(422, error)
        }
    }

    private func answer(_ request: EditorRequest) throws(ToolError) -> EditorResponse {
        switch (request.method, request.path) {
        case (.get, "chart"): return .json(outline)
        case (.get, "run"): return .json(state)
        case (.get, "try"):
            let (trial, session, fate) = try trial(request.query["step"] ?? "")
            return .json([
                "active": session.activeStateNames, "fate": Self.text(of: fate), "ended": session.hasEnded,
                "trace": trial.recorder.output.take(),
            ])
        case (.get, "picture"):
            var highlight = highlight
            if let step = request.query["step"] { highlight = try trial(step).run.highlight }
            let folded = (request.query["folded"] ?? "").split(separator: "\n").map(String.init)
            let svg = document.chart.svg(
                highlighting: highlight, showing: StatechartExcerpt(folding: Set(folded)))
            return EditorResponse(contentType: "image/svg+xml", body: Array(Self.withoutStyle(svg).utf8))
        case (.post, "step"):
            try take(String(decoding: request.body, as: UTF8.self))
            return changed()
        case (.post, "back"):
            try goBack()
            return changed()
        case (.post, "restart"):
            let begun = makeRun()
            machine = try begun.begin()
            run = begun
            (past, trace, obstacle) = ([], [], "")
            try run.tell("start", nil, machine)
            trace = [run.recorder.output.take()]
            return changed()
        default: return .unknown
        }
    }

    /// Returns a picture without its style, which the page has in a file: its policy allows no
    /// other.
    private static func withoutStyle(_ svg: String) -> String {
        let lines = svg.split(separator: "\n")
        guard let start = lines.firstIndex(of: "<style>"), let end = lines.firstIndex(of: "</style>"), start < end
        else {
            return svg
        }
        return (lines[..<start] + lines[(end + 1)...]).joined(separator: "\n")
    }

    /// Notifies all pages of a change, and returns the new state.
    private func changed() -> EditorResponse {
        revision += 1
        for stream in streams { stream.send((["revision": revision] as JSONObject).bytes) }
        return .json(state)
    }

    // MARK: - Steps

    /// Takes a step, which can be taken back.
    private func take(_ text: String) throws(ToolError) {
        let step = try self.step(text, machine)
        do {
            let snapshot = try machine.snapshot()
            past.append(Moment(snapshot: snapshot, highlight: highlight, traceCount: trace.count))
            if past.count > Self.maximumCount { past.removeFirst() }
            obstacle = ""
        } catch {
            (past, obstacle) = ([], error.description)
        }
        defer {
            trace.append(run.recorder.output.take())
            if trace.count > Self.maximumCount {
                trace.removeFirst()
                for index in past.indices { past[index].traceCount -= 1 }
            }
        }
        try Self.perform(step, run, machine)
    }

    /// Reads a step; an empty text stands for the time until the next timer.
    private func step(_ text: String, _ machine: StatechartSession) throws(ToolError) -> ScriptStep {
        guard text.isEmpty else { return try ScriptStep(argument: text) }
        guard let deadline = machine.deadline, !machine.hasEnded else {
            throw ToolError("no timer runs; send an event")
        }
        return ScriptStep(wait: max(deadline - machine.time, .zero))
    }

    @discardableResult
    private static func perform(
        _ step: ScriptStep, _ run: ChartRun, _ machine: StatechartSession
    ) throws(ToolError) -> EventFate? {
        run.recorder.lastStep = StatechartHighlight()
        var label = step.label
        if let wait = step.wait {
            let end = machine.time + wait
            var count = 0
            while let deadline = machine.deadline, deadline <= end, !machine.hasEnded, count < maximumTimers {
                try run.advance(machine, to: deadline, label)
                count += 1
            }
            if count < maximumTimers {
                try run.advance(machine, to: end, label)
            } else {
                label += ", stopped after \(count) timers"
            }
        }
        let fate = try run.send(step, machine)
        try run.tell(label, fate, machine)
        return fate
    }

    /// Takes a step in a copy of the run.
    private func trial(
        _ text: String
    ) throws(ToolError) -> (run: ChartRun, session: StatechartSession, fate: EventFate?) {
        let snapshot: StatechartSessionSnapshot
        do { snapshot = try machine.snapshot() } catch {
            throw ToolError("can't try a step: \(error.description)")
        }
        let copy = makeRun()
        let session = try copy.goBack(to: snapshot, nil)
        let fate = try Self.perform(step(text, session), copy, session)
        return (copy, session, fate)
    }

    private func goBack() throws(ToolError) {
        guard let moment = past.last else {
            throw ToolError(
                obstacle.isEmpty ? "there is no step to go back to" : "can't go back: \(obstacle)")
        }
        machine = try run.goBack(to: moment.snapshot, nil)
        past.removeLast()
        trace.removeSubrange(min(max(moment.traceCount, 0), trace.count)...)
        run.recorder.lastStep = moment.highlight
    }

    // MARK: - The state

    /// The active states, and the effects of the last step.
    private var highlight: StatechartHighlight {
        var highlight = run.recorder.lastStep
        highlight.active = Set(machine.activeStateNames)
        return highlight
    }

    private static func text(of fate: EventFate?) -> String? {
        switch fate {
        case .taken?: "taken"
        case .ignored?: "ignored"
        case .deferred?: "deferred"
        case nil: nil
        }
    }

    private var outline: JSONObject {
        let chart = document.chart
        var depths = [0]
        var isComposite = [Bool](repeating: false, count: chart.states.count)
        for index in chart.states.indices.dropFirst() {
            depths.append(depths[chart.parents[index]] + 1)
            isComposite[chart.parents[index]] = true
        }
        let isLarge = chart.states.count > Self.largeCount
        return [
            "name": chart.name,
            "folded": chart.states.indices.filter { isLarge && isComposite[$0] && depths[$0] == 2 }
                .map { chart.states[$0].name },
        ]
    }

    private var state: JSONObject {
        let values = machine.behavior.variables.sorted { $0.key < $1.key }
        let expected = expectedPatterns
        return [
            "revision": revision, "time": JSONText(written: ScriptStep.text(of: machine.time)),
            "next": machine.deadline.map { JSONText(written: ScriptStep.text(of: $0)) } ?? JSONText(String?.none),
            "active": machine.activeStateNames, "ended": machine.hasEnded,
            "variables": JSONObject(
                values.map { ($0.key, $0.value?.json ?? JSONText(run.hasScripts ? "(in the scripts)" : "(no value)")) }),
            "events": run.sentEvents.map { name in
                ["name": name, "isExpected": expected.contains { $0.matches(name) }] as JSONObject
            },
            "trace": trace, "canGoBack": !past.isEmpty,
        ]
    }

    /// The patterns of events to which active states may react, whatever their guards.
    private var expectedPatterns: [Statechart.EventPattern] {
        let chart = document.chart
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
