import EditorServer
import PageServing
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// A run of a chart, as its page sees it.
///
/// Every request that changes the run is answered with the whole state of the run, and other pages
/// are notified. `Documentation/tool.md` lists the requests. Steps run on threads of their own for
/// a limited time, so that one without end keeps nobody from looking at the run.
actor LiveChart: EditorDocuments {
    typealias RunMaker = @Sendable (_ stopSignal: StopSignal, _ isTrial: Bool) -> ChartRun

    private let document: StatechartDocument
    private let makeRun: RunMaker
    /// The run between two steps; `nil` if an endless step was stopped and can't be taken back.
    private var live: ViewedRun?
    /// The state and the picture's highlight after the last step, also while another step runs.
    private var shown: (state: JSONObject, highlight: StatechartHighlight)
    private var past: [Moment] = []
    private var trace: [String] = []
    /// The problems of the last step.
    private var notes: [String] = []
    /// The reason why the run can't go back; empty if it can.
    private var obstacle = ""
    private var revision = 0
    private var lastTrial: (revision: Int, step: String, result: TriedStep)?
    private var streams: Set<NewsStream> = []
    /// Whether a request uses the run, and the others that wait for it.
    private var isUsed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A state of the run to which it can go back.
    private struct Moment {
        var snapshot: StatechartSessionSnapshot
        var highlight: StatechartHighlight
        var traceCount: Int
        var notes: [String]
    }

    /// The maximum number of steps to go back, and of steps in the trace.
    private static let maximumCount = 1000
    /// The number of states from which the second level is folded at first.
    private static let largeCount = 40
    /// The times after which a step, a step that is tried, and a picture are stopped.
    private static let (stepLimit, trialLimit) = (Duration.seconds(5), Duration.seconds(2))
    private static let pictureLimit = Duration.seconds(10)

    /// Begins a run.
    init(_ document: StatechartDocument, makingRun: @escaping RunMaker) throws(ToolError) {
        (self.document, makeRun) = (document, makingRun)
        let begun = try ViewedRun(beginning: makingRun(StopSignal(), false))
        (live, shown) = (begun, (begun.state, begun.highlight))
        notes = begun.run.takeNotes()
        trace = [Self.trace(of: begun, notes)]
    }

    // MARK: - Pages

    func opened(_ stream: NewsStream) { streams.insert(stream) }

    func closed(_ stream: NewsStream) { streams.remove(stream) }

    func respond(to request: EditorRequest) async -> EditorResponse {
        do throws(ToolError) {
            return try await answer(request)
        } catch {
            return .failure(422, error)
        }
    }

    private func answer(_ request: EditorRequest) async throws(ToolError) -> EditorResponse {
        switch (request.method, request.path) {
        case (.get, "chart"): return .json(outline)
        case (.get, "run"): return .json(state)
        case (.get, "try"): return .json(try await trial(request.query["step"] ?? "").json)
        case (.get, "picture"): return try await picture(request.query)
        case (.post, "step"):
            try await using { () async throws(ToolError) in
                try await take(String(decoding: request.body, as: UTF8.self))
            }
        case (.post, "back"): try await using { () async throws(ToolError) in try await goBack() }
        case (.post, "restart"): try await using { () async throws(ToolError) in try await restart() }
        default: return .unknown
        }
        return .json(state)
    }

    /// Calls a function that uses the run, after earlier requests that do.
    private func using<Value>(
        _ body: () async throws(ToolError) -> Value
    ) async throws(ToolError) -> Value {
        if isUsed { await withCheckedContinuation { waiting.append($0) } }
        isUsed = true
        defer { if waiting.isEmpty { isUsed = false } else { waiting.removeFirst().resume() } }
        return try await body()
    }

    private func picture(_ query: [String: String]) async throws(ToolError) -> EditorResponse {
        var highlight = shown.highlight
        if let step = query["step"] { highlight = try await trial(step).highlight }
        let folded = Set((query["folded"] ?? "").split(separator: "\n").map(String.init))
        let picture = try await LimitedWork.run(
            on: .pictures, atMost: Self.pictureLimit, stopping: StopSignal(), endsWithTask: true
        ) { [chart = document.chart, highlight] in
            let svg = chart.svg(highlighting: highlight, showing: StatechartExcerpt(folding: folded))
            return Array(Self.withoutStyle(svg).utf8)
        }
        guard let picture else { throw ToolError("drawing the chart takes too long; fold states") }
        return EditorResponse(contentType: "image/svg+xml", body: picture)
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

    /// Takes the state of the run after a step, and notifies all pages.
    private func show(_ run: ViewedRun?) {
        live = run
        if let run { shown = (run.state, run.highlight) }
        revision += 1
        for stream in streams { stream.send((["revision": revision] as JSONObject).bytes) }
    }

    // MARK: - Steps

    /// Takes a step, which can be taken back.
    private func take(_ text: String) async throws(ToolError) {
        guard let current = live else { throw Self.lost }
        let step = try current.step(text)
        let warning = save(current)
        var failure: ToolError?
        var isStopped = false
        do throws(ToolError) {
            isStopped =
                try await LimitedWork.run(atMost: Self.stepLimit, stopping: current.run.stopSignal) {
                    () throws(ToolError) in try current.perform(step)
                } == nil
        } catch {
            if error.message == LimitedWork.refusal.message {
                // Nothing has changed.
                _ = past.popLast()
                throw error
            }
            failure = error
        }
        if isStopped { return try await undo(step) }
        notes = [warning].compactMap(\.self) + current.run.takeNotes() + [failure?.message].compactMap(\.self)
        trace.append(Self.trace(of: current, notes))
        if trace.count > Self.maximumCount {
            trace.removeFirst()
            for index in past.indices { past[index].traceCount -= 1 }
        }
        // A step that fails may have changed the run, too.
        show(current)
        if let failure { throw failure }
    }

    /// Saves the run before a step.
    ///
    /// - Returns: A note if the run can't go back from now on.
    private func save(_ current: ViewedRun) -> String? {
        do throws(SnapshotError) {
            let snapshot = try current.machine.snapshot()
            past.append(
                Moment(snapshot: snapshot, highlight: current.highlight, traceCount: trace.count, notes: notes))
            if past.count > Self.maximumCount { past.removeFirst() }
            obstacle = ""
            return nil
        } catch {
            let isNew = obstacle.isEmpty
            (past, obstacle) = ([], error.description)
            return isNew ? "this step and earlier ones can't be taken back: \(obstacle)" : nil
        }
    }

    /// Goes back before a step that was stopped, if that is possible.
    private func undo(_ step: ScriptStep) async throws(ToolError) {
        let title = "'\(step.label.shown)' took longer than \(Self.stepLimit.text) and was stopped"
        // The thread of the step may still use the run.
        live = nil
        if let moment = past.popLast(), let earlier = try? await resumed(moment.snapshot, moment.highlight, on: nil) {
            live = earlier
            throw ToolError("\(title); nothing has changed; look for loops without end, or let less time pass")
        }
        (past, obstacle) = ([], "a step was stopped")
        notes = ["\(title); restart the run, as this step can't be taken back"]
        trace.append(notes[0])
        show(nil)
        throw ToolError(notes[0])
    }

    private static let lost = ToolError("the run was stopped; restart it")

    /// Takes a step in a copy of the run.
    private func trial(_ text: String) async throws(ToolError) -> TriedStep {
        // The page asks for the picture, too.
        if let lastTrial, lastTrial.revision == revision, lastTrial.step == text { return lastTrial.result }
        let (snapshot, number) = try await using { () async throws(ToolError) in
            guard let live else { throw Self.lost }
            do throws(SnapshotError) { return (try live.machine.snapshot(), revision) } catch {
                throw ToolError("can't try a step: \(error.description)")
            }
        }
        let signal = StopSignal()
        let result = try await LimitedWork.run(atMost: Self.trialLimit, stopping: signal, endsWithTask: true) {
            [makeRun] () throws(ToolError) in
            try TriedStep(text, in: ViewedRun(makeRun(signal, true), from: snapshot))
        }
        guard let result else {
            throw ToolError(
                "'\(text.shown)' takes longer than \(Self.trialLimit.text); send it to see its effects")
        }
        lastTrial = (number, text, result)
        return result
    }

    private func restart() async throws(ToolError) {
        let signal = StopSignal()
        let begun = try await LimitedWork.run(atMost: Self.stepLimit, stopping: signal) {
            [makeRun] () throws(ToolError) in try ViewedRun(beginning: makeRun(signal, false))
        }
        guard let begun else {
            throw ToolError("the start took longer than \(Self.stepLimit.text) and was stopped")
        }
        (past, obstacle, notes) = ([], "", begun.run.takeNotes())
        trace = [Self.trace(of: begun, notes)]
        show(begun)
    }

    private func goBack() async throws(ToolError) {
        guard let moment = past.last else {
            throw ToolError(
                obstacle.isEmpty ? "there is no step to go back to" : "can't go back: \(obstacle)")
        }
        let earlier = try await resumed(moment.snapshot, moment.highlight)
        past.removeLast()
        trace.removeSubrange(min(max(moment.traceCount, 0), trace.count)...)
        notes = moment.notes
        show(earlier)
    }

    /// Returns a run from an earlier state.
    private func resumed(
        _ snapshot: StatechartSessionSnapshot, _ highlight: StatechartHighlight,
        on threads: LimitedWork.Threads? = .steps
    ) async throws(ToolError) -> ViewedRun {
        let signal = StopSignal()
        let earlier = try await LimitedWork.run(on: threads, atMost: Self.stepLimit, stopping: signal) {
            [makeRun] () throws(ToolError) in
            let earlier = try ViewedRun(makeRun(signal, false), from: snapshot)
            earlier.run.recorder.lastStep = highlight
            return earlier
        }
        guard let earlier else { throw ToolError("restoring the run takes too long; restart it") }
        return earlier
    }

    // MARK: - The state

    /// Returns the text of a step, with its problems.
    private static func trace(of run: ViewedRun, _ notes: [String]) -> String {
        run.run.recorder.output.take() + notes.map { "  note: \($0)\n" }.joined()
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
        shown.state + [
            "trace": trace, "notes": notes, "canGoBack": !past.isEmpty, "obstacle": obstacle, "revision": revision,
        ]
    }
}

extension Duration {
    /// The time limit for a message.
    fileprivate var text: String { "\(components.seconds) seconds" }
}
