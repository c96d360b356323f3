import Glibc
import StatechartFormats
import StatechartScripts
import Statecharts
import TextSupport
import ToolSupport

/// A running statechart, and its output.
final class ChartRun {
    /// The parts that are printed, and their style.
    struct Style {
        var isJSON: Bool
        var isTracing: Bool
        /// A Boolean value that indicates whether the steps have expectations; then configurations
        /// aren't printed for people.
        var isTest: Bool
        /// A Boolean value that indicates whether the end of the run is drawn.
        var isDrawing: Bool
        /// A Boolean value that indicates whether a page shows the run. The page gets the lines,
        /// and all steps since it last got them.
        var isViewed = false
        /// A Boolean value that indicates whether the run only tries a step.
        var isTrial = false
        /// A Boolean value that indicates whether nothing is printed.
        var isSilent = false
    }

    let document: StatechartDocument
    private let sources: ChartSources
    let name: String
    let style: Style
    private let isRealTime: Bool
    /// Whether each line is printed immediately, as a reader may wait for it.
    private let isLive: Bool
    private let context: WorkContext
    /// Stops the run from another thread.
    let stopSignal: StopSignal
    let names: RunStateNames
    let patterns: [Statechart.EventPattern]
    /// A Boolean value that indicates whether invoked charts get the events, so that they may react
    /// to them.
    let forwardsEvents: Bool
    private let places: FailurePlaces
    private let failures = Monitor<[ExpressionBehavior.Failure]>([])

    private let log: Monitor<[ExpressionBehavior.LogEntry]>
    var recorder: StepRecorder
    private var notes: Set<String> = []
    /// The notes since a page last took them.
    private var viewedNotes: [String] = []
    private var activeNames: [String] = []
    /// The saved run, or the recording, that the run begins with; `nil` for a new run.
    private let start: StatechartSessionRecording?
    private var session: StatechartSession?
    private let startTime = Clock.now()
    /// The time of the chart at the start: that of a saved run, or zero.
    private var timeAtStart: Duration { start?.start?.time ?? .zero }
    private var timerCount = 0
    let guards: [String: Bool]
    /// Whether the result of the chart was told.
    private var hasToldResult = false

    /// The maximum number of different notes.
    private static let maximumNotes = 100

    init(
        _ document: StatechartDocument, from sources: ChartSources, name: String, style: Style, isRealTime: Bool,
        isLive: Bool, start: StatechartSessionRecording? = nil, context: WorkContext,
        guards: [String: Bool] = [:], stopSignal: StopSignal = StopSignal()
    ) {
        let chart = document.chart
        (self.document, self.sources) = (document, sources)
        (self.name, self.style, self.isRealTime, self.isLive) = (name, style, isRealTime, isLive)
        (self.start, self.guards) = (start, guards)
        (self.context, self.stopSignal) = (context, stopSignal)
        (names, patterns, places) = (RunStateNames(chart), chart.eventPatterns, FailurePlaces(chart))
        forwardsEvents = chart.withSubmachines.contains {
            $0.states.contains { $0.invocations.contains(where: \.forwardsEvents) }
        }
        log = Monitor([])
        recorder = StepRecorder(names, style, log: log)
    }

    /// Begins the run, or resumes the one that was saved.
    func begin() throws(ToolError) -> StatechartSession {
        let begun = try session(from: start?.start)
        session = begun
        checkGuards()
        return begun
    }

    /// Goes back to an earlier state of the run.
    func goBack(
        to snapshot: StatechartSessionSnapshot, _ recording: StatechartRecording<ExpressionBehavior.Payload>?,
        _ observers: RunObservers?
    ) throws(ToolError) -> StatechartSession {
        let earlier = try session(from: snapshot)
        (session, recorder.recording, recorder.observers) = (earlier, recording, observers)
        return earlier
    }

    private func session(from snapshot: StatechartSessionSnapshot?) throws(ToolError) -> StatechartSession {
        var context = StatechartContext()
        context.randomSeed = start?.start == nil ? start?.randomSeed : nil
        (context.budget, context.guards) = (self.context.budget, guards)
        if isRealTime { context.clockStart = Self.timeOfDay }
        context.load = { [sources] in try sources.chart($0) }
        // A page shouldn't wait long for a script without end, which it may only try.
        let scriptLimit = style.isViewed ? 50_000_000 : 1_000_000_000
        context.makeScripts = { [stopSignal, sources] language in
            let scripts = try ECMAScript(named: language, stepLimit: scriptLimit)
            scripts.placeOfScript = sources.scripts.place
            stopSignal.add(scripts)
            return scripts
        }
        context.onLog = { [log] entry in log.withLock { $0.append(entry) } }
        context.onFailure = { [failures] failure in
            failures.withLock { if $0.count < Self.maximumNotes { $0.append(failure) } }
        }
        do {
            if let snapshot { return try StatechartSession(document.chart, restoring: snapshot, in: context) }
            return try StatechartSession(document.chart, in: context, recorder: &recorder)
        } catch let error as StatechartError {
            throw error.toolError(in: document, at: name, limits: self.context.limits)
        } catch let error as StateMachineError {
            throw stopped(error, "at the start")
        } catch {
            throw ToolError("\(error)", at: name)
        }
    }

    /// The time since the beginning of 1970.
    private static var timeOfDay: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Runs the chart through all steps.
    ///
    /// - Returns: The first difference from the expectations, or `nil` if there is none.
    func play(_ source: ScriptSource) throws(ToolError) -> ToolError? {
        // An error comes behind what led to it.
        defer { try? recorder.output.flush() }
        let machine = try begin()
        try tellStart(machine)
        if let failure = try observation(machine) { return failure }
        while true {
            let deadline = isRealTime && !machine.hasEnded ? machine.deadline.map(clock) : nil
            switch try source.next(until: deadline) {
            case .end:
                if style.isTest, !style.isJSON {
                    let count = source.expectationCount
                    try recorder.output.append(Array("\(count) \(count == 1 ? "line" : "lines") as expected".utf8))
                }
                try recorder.output.flush()
                return nil
            case .timeout:
                try pass(to: elapsed, machine, "a timer")
                if let failure = try observation(machine) { return failure }
            case .step(let step):
                try perform(step, machine)
                if let difference = try difference(after: step, machine) { return difference }
            }
        }
    }

    /// The active states, and the effects of the last step.
    var highlight: StatechartHighlight {
        var highlight = recorder.lastStep
        highlight.active = Set(activeNames)
        return highlight
    }

    /// The run so far; `nil` if it couldn't begin.
    func snapshot() throws(SnapshotError) -> StatechartSessionSnapshot? { try session?.snapshot() }

    /// The recording of the run.
    var recording: StatechartSessionRecording {
        StatechartSessionRecording(
            chart: document.chart, randomSeed: session?.randomSeed ?? 0, start: start?.start,
            recording: recorder.recording ?? .init())
    }

    /// Returns the first difference from the steps of the recording that was replayed.
    var replayDifference: ToolError? {
        let (old, new) = (start?.recording.steps ?? [], recorder.recording?.steps ?? [])
        guard
            let index = (0..<max(old.count, new.count)).first(where: {
                $0 >= old.count || $0 >= new.count || old[$0] != new[$0]
            })
        else { return nil }
        let (was, now) = (
            index < old.count ? old[index].text : "no step", index < new.count ? new[index].text : "no step"
        )
        return ToolError("step \(index + 1) differs from the recording: expected \(was), found \(now)", at: name)
    }

    func tellStart(_ machine: StatechartSession) throws(ToolError) {
        try tell(start?.start == nil ? "start" : "resumed", nil, machine)
    }

    // MARK: - Events and time

    private func perform(_ step: ScriptStep, _ machine: StatechartSession) throws(ToolError) {
        try checkTime(machine)
        var fate: EventFate?
        if let wait = step.wait {
            if isRealTime {
                try sleep(until: elapsed + wait, machine)
            } else {
                try pass(to: machine.time + wait, machine, step.label)
            }
        }
        if step.event != nil {
            if isRealTime { try pass(to: elapsed, machine, step.label) }
            fate = try send(step, machine)
        }
        try tell(step.label.isEmpty ? "now" : step.label, fate, machine)
    }

    /// Sends the event of a step, if it has one.
    func send(_ step: ScriptStep, _ machine: StatechartSession) throws(ToolError) -> EventFate? {
        guard let event = step.event.map(ownName) else { return nil }
        if !machine.hasEnded { checkKnown(event) }
        let hadEnded = machine.hasEnded
        do throws(StateMachineError) {
            let fate = try machine.send(event, step.data, recorder: &recorder)
            return hadEnded ? nil : fate
        } catch {
            throw stopped(error, "after '\(step.label.shown)'", at: step.place)
        }
    }

    /// Lets time pass, one timer at a time.
    private func pass(
        to time: Duration, _ machine: StatechartSession, _ label: String
    ) throws(ToolError) {
        while let deadline = machine.deadline, deadline <= time, !machine.hasEnded {
            try advance(machine, to: deadline, label)
            if isRealTime { try tell("\(ScriptStep.text(of: deadline)) ms", nil, machine) } else { try tellSteps() }
            try checkTime(machine)
        }
        try advance(machine, to: time, label)
    }

    func advance(
        _ machine: StatechartSession, to time: Duration, _ label: String
    ) throws(ToolError) {
        do throws(StateMachineError) {
            try machine.advance(until: time, recorder: &recorder)
        } catch {
            throw stopped(error, "after '\(label.shown)', at \(ScriptStep.text(of: machine.time)) ms")
        }
    }

    private func sleep(
        until end: Duration, _ machine: StatechartSession
    ) throws(ToolError) {
        while elapsed < end {
            let next = min(machine.hasEnded ? end : machine.deadline ?? end, end)
            let now = Clock.now()
            if clock(next) > now { usleep(UInt32(clamping: min((clock(next) - now + 999) / 1000, 100_000))) }
            try pass(to: min(elapsed, end), machine, "a timer")
        }
    }

    /// The time of the chart by the clock.
    private var elapsed: Duration { timeAtStart + .nanoseconds(Clock.now() - startTime) }

    /// Returns the reading of the clock at a time of the chart.
    private func clock(_ time: Duration) -> UInt64 {
        let (nanoseconds, overflows) = startTime.addingReportingOverflow(
            UInt64(clamping: Int64(min((time - timeAtStart) / .nanoseconds(1), 9e18))))
        return overflows ? .max : nanoseconds
    }

    func checkTime(_ machine: StatechartSession) throws(ToolError) {
        try context.checkTime()
        timerCount += 1
        if timerCount & 0xFFF == 0 {
            context.report("\(grouped(timerCount)) events and timers, \(ScriptStep.text(of: machine.time)) ms")
        }
    }

    private func stopped(_ error: StateMachineError, _ place: String, at file: String? = nil) -> ToolError {
        try? tellSteps()
        return ToolError("\(place): \(error.description)", at: file ?? name)
    }

    // MARK: - Output

    func tell(
        _ label: String, _ fate: EventFate?, _ machine: StatechartSession
    ) throws(ToolError) {
        try tellSteps()
        try tellResult(machine)
        let active = machine.activeStateNames
        activeNames = active
        if style.isJSON {
            try recorder.output.append(Array(Self.list(active).utf8))
        } else if !style.isTest || style.isTracing {
            let mark =
                switch fate {
                case .ignored?: " (ignored)"
                case .deferred?: " (deferred)"
                case .taken?, nil: machine.hasEnded ? " (ended)" : ""
                }
            try recorder.output.append(
                Array("\(label.shown): \(active.map(\.shown).joined(separator: ", "))\(mark)".utf8))
        }
        if isLive { try recorder.output.flush() }
    }

    /// Prints the steps that were taken, and their failures.
    func tellSteps() throws(ToolError) {
        try recorder.finish()
        for failure in failures.withLock({ list in
            defer { list = [] }; return list
        }) { note(places.prefix(of: failure.subject) + failure.sentence) }
    }

    /// Prints the data of the final state with which the chart ended.
    private func tellResult(_ machine: StatechartSession) throws(ToolError) {
        defer { hasToldResult = machine.hasEnded }
        guard machine.hasEnded, !hasToldResult, style.isTracing || !style.isTest && !style.isJSON,
            let result = machine.behavior.doneData, result != .null
        else { return }
        let object: JSONObject = ["result": result.json]
        try recorder.output.append(
            Array((style.isJSON ? JSONText(object).text : "  result \(result.description.shown)").utf8))
    }

    private static func list(_ names: [String]) -> String { JSONText(names).text }

    /// Removes and returns the notes for a page, each of which it gets once.
    func takeNotes() -> [String] {
        defer { viewedNotes = [] }
        return viewedNotes
    }

    /// Prints a note for the user, once.
    func note(_ text: String) {
        if style.isViewed, viewedNotes.count < Self.maximumNotes, !viewedNotes.contains(text) {
            viewedNotes.append(text)
        }
        guard !style.isTrial, !stopSignal.isStopped, notes.count < Self.maximumNotes, notes.insert(text).inserted else {
            return
        }
        try? recorder.output.flush()
        Messages.note(text, at: name)
    }

    // MARK: - Expectations

    /// Returns the failure of an observer, or the difference from the states that are expected after
    /// a step.
    func difference(after step: ScriptStep, _ machine: StatechartSession) throws(ToolError) -> ToolError? {
        if let failure = try observation(machine) { return failure }
        return difference(from: step.expected, machine).map {
            ToolError((step.label.isEmpty ? "" : "after '\(step.label.shown)', ") + $0, at: step.place)
        }
    }

    /// Returns the difference from the expected states, which may come in any order.
    private func difference(from expected: [String]?, _ machine: StatechartSession) -> String? {
        let active = machine.activeStateNames
        guard let expected, expected.sorted() != active.sorted() else { return nil }
        let unknown = expected.first { names.state($0) == nil }
        let hint = unknown.map { "; the chart has no state '\($0)'" } ?? ""
        return "at \(ScriptStep.text(of: machine.time)) ms: expected \(Self.list(expected)), "
            + "found \(Self.list(active))\(hint)"
    }
}

extension StatechartRecording.Step {
    /// The step for a person.
    fileprivate var text: String {
        let changes = [
            exits.isEmpty ? nil : "leaving \(exits.joined(separator: ", "))",
            entries.isEmpty ? nil : "entering \(entries.joined(separator: ", "))",
        ].compactMap(\.self)
        return "'\(event)' at \(ScriptStep.text(of: time)) ms"
            + (changes.isEmpty ? "" : " " + changes.joined(separator: " and ")).shown
    }
}
