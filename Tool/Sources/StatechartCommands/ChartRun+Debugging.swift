import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// Runs that stop at breakpoints, and take commands from standard input.
extension ChartRun {
    /// A step that waits, with a number that it keeps when it is taken back.
    private struct Queued {
        var step: ScriptStep
        var number: Int
    }

    /// A state of the run to which it can go back.
    private struct Point {
        var snapshot: StatechartSessionSnapshot
        var recording: StatechartRecording<ExpressionBehavior.Payload>?
        var observers: RunObservers?
        /// The step that was taken from this state.
        var taken: Queued
        /// The number of the step that is the rest of `taken`; `nil` if nothing was left.
        var rest: Int?
    }

    /// A command of the dialog.
    private enum Command {
        case step, back, goOn, show, help, quit
        case input(ScriptStep)

        init(_ line: String) throws(ToolError) {
            switch line {
            case "", "step", "s": self = .step
            case "back", "b": self = .back
            case "continue", "c": self = .goOn
            case "show": self = .show
            case "help", "?": self = .help
            case "quit", "q": self = .quit
            default:
                let event = line.hasPrefix("send ") ? String(line.dropFirst("send ".count)) : line
                self = .input(try ScriptStep(argument: event))
            }
        }
    }

    private static let help = """
        step      take the next event or timer (also an empty line)
        back      go back before the last step
        continue  go on to the next breakpoint
        show      show the active states, the time and the variables
        quit      end the run
        EVENT, EVENT=DATA, +MS, +1.5s   send an event, let time pass; 'send EVENT' for names such as step
        """

    /// The maximum number of steps to go back.
    private static let maximumPoints = 1000

    /// Runs the chart under the control of commands.
    ///
    /// - Parameters:
    ///   - source: The events and times.
    ///   - waitsAtStart: Whether commands are taken before the first event; otherwise only after a
    ///     breakpoint.
    /// - Returns: The first difference from the expectations, or `nil` if there is none.
    func debug(_ source: ScriptSource, waitsAtStart: Bool) throws(ToolError) -> ToolError? {
        defer { try? recorder.output.flush() }
        let commands = try LineReader(InputFile(path: "-"))
        try checkBreakpoints()
        var machine = try begin()
        try tellStart(machine)
        var (points, ahead, count) = ([Point](), [Queued](), 0)
        var isRunning = try !tellBreakpoints() && !waitsAtStart
        while true {
            try recorder.output.flush()
            var next: Queued?
            if isRunning {
                next = try self.next(&ahead, source, &count)
                if next == nil { return nil }
            } else {
                if Terminal.supportsDialog { try StandardOutput.write("(debug) ") }
                guard case .line(let bytes) = try commands.next(until: nil) else { return nil }
                let command: Command
                do throws(ToolError) { command = try Command(String(decoding: bytes, as: UTF8.self)) } catch {
                    // A mistyped command doesn't end the run.
                    Messages.note(error.message, at: name)
                    continue
                }
                switch command {
                case .step:
                    next = try self.next(&ahead, source, &count)
                    if next == nil { Messages.note("no event is left; write one, or quit", at: name) }
                case .back:
                    guard let point = points.popLast() else {
                        Messages.note("there is no step to go back to", at: name)
                        continue
                    }
                    ahead.removeAll { $0.number == point.rest }
                    ahead.append(point.taken)
                    machine = try goBack(to: point.snapshot, point.recording, point.observers)
                    try tell("back", nil, machine)
                case .goOn: isRunning = true
                case .show: try show(machine)
                case .help: try print(Self.help)
                case .quit: return nil
                case .input(let step):
                    count += 1
                    next = Queued(step: step, number: count)
                }
            }
            guard let next else { continue }
            do {
                let point = Point(
                    snapshot: try machine.snapshot(), recording: recorder.recording, observers: recorder.observers,
                    taken: next, rest: nil)
                points.append(point)
                if points.count > Self.maximumPoints { points.removeFirst() }
            } catch {
                note("can't go back beyond this step: \(error.description)")
                points = []
            }
            let rest = try performPart(of: next.step, machine, stopsAtTimers: !isRunning)
            if let rest {
                count += 1
                ahead.append(Queued(step: rest, number: count))
                if !points.isEmpty { points[points.count - 1].rest = count }
            }
            if try tellBreakpoints() { isRunning = false }
            if rest == nil, let difference = try difference(after: next.step, machine) { return difference }
        }
    }

    /// Returns the next step: one that was taken back or interrupted, or the next one of the
    /// source.
    private func next(
        _ ahead: inout [Queued], _ source: ScriptSource, _ count: inout Int
    ) throws(ToolError) -> Queued? {
        if let queued = ahead.popLast() { return queued }
        guard case .step(let step) = try source.next(until: nil) else { return nil }
        count += 1
        return Queued(step: step, number: count)
    }

    /// Takes a step up to the next timer or breakpoint.
    ///
    /// - Returns: What is left of the step; `nil` if it is done.
    private func performPart(
        of step: ScriptStep, _ machine: StatechartSession, stopsAtTimers: Bool
    ) throws(ToolError) -> ScriptStep? {
        try checkTime(machine)
        var rest = step
        if let wait = step.wait {
            let end = machine.time + wait
            while let deadline = machine.deadline, deadline <= end, !machine.hasEnded {
                try advance(machine, to: deadline, step.label)
                try checkTime(machine)
                rest.wait = end - machine.time
                let isDone = rest.wait == .zero && rest.event == nil
                guard !isDone, stopsAtTimers || recorder.breakpoints.isReached else {
                    try tellSteps()
                    continue
                }
                try tell("\(ScriptStep.text(of: deadline)) ms", nil, machine)
                return rest
            }
            try advance(machine, to: end, step.label)
            rest.wait = nil
            if recorder.breakpoints.isReached, rest.event != nil {
                try tell("\(ScriptStep.text(of: end)) ms", nil, machine)
                return rest
            }
        }
        let fate = try send(step, machine)
        try tell(step.label.isEmpty ? "now" : step.label, fate, machine)
        return nil
    }

    private func print(_ text: String) throws(ToolError) { try recorder.output.append(Array(text.utf8)) }

    /// Prints the breakpoints that were reached.
    ///
    /// - Returns: Whether there are any.
    private func tellBreakpoints() throws(ToolError) -> Bool {
        let reached = recorder.breakpoints.popReached()
        for breakpoint in reached {
            let object: JSONObject = ["break": breakpoint.text]
            try print(style.isJSON ? JSONText(object).text : "break at \(breakpoint.text.shown)")
        }
        return !reached.isEmpty
    }

    /// Prints the state of the run.
    private func show(_ machine: StatechartSession) throws(ToolError) {
        let values = machine.variables.sorted { $0.key < $1.key }
        if style.isJSON {
            let object: JSONObject = [
                "time": JSONText(written: ScriptStep.text(of: machine.time)), "active": machine.activeStateNames,
                "variables": JSONObject(values.map { ($0.key, ($0.value ?? .null).json) }),
            ]
            return try print(JSONText(object).text)
        }
        try print(
            "  at \(ScriptStep.text(of: machine.time)) ms: \(machine.activeStateNames.joined(separator: ", ").shown)")
        if let deadline = machine.deadline { try print("  next timer at \(ScriptStep.text(of: deadline)) ms") }
        for (variable, value) in values {
            try print("  \(variable.shown) = \(value?.description.shortened.shown ?? "(no value)")")
        }
        for child in machine.children {
            try print("  \((child.invokeID ?? "").shown): \(child.activeStateNames.joined(separator: ", ").shown)")
        }
    }
}
