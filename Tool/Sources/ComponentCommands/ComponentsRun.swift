import ArgumentParser
import Automata
import ComponentFormats
import Components
import PageServing
import Statecharts
import TextSupport
import ToolSupport

struct ComponentsRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run components: send messages, let time pass, see what comes out.",
        usage: "automata components run <file> [<message> | +<ms>] ... [<options>]",
        discussion: """
            Each argument is a message from the environment, such as button.fetch or, with a body, amount.set=12; or a time \
            to wait in milliseconds, or in seconds as in +1.5s. Bodies are JSON, or expressions of constants such as \
            2 * 60. Each step runs until no message waits; time is virtual, and passes only by +<ms>.

            A line is printed for the start and for each step, with the states that the step changed; below it, what charts \
            logged, and the messages that the environment received.

            --events reads further messages and times, one on each line, from a file, or from standard input. Empty lines \
            and lines that begin with # are skipped.

            --expect makes the run a test. Each line of the file is a JSON object (NDJSON) with any of the keys after \
            (milliseconds to wait, before the message), send, body, receive (the messages that the environment must have \
            received since the line before, such as [{"list.shown": [12, 30]}]) and states (the states that must be active, such \
            as {"model": ["Showing"]}). With --json each step is printed as such an object, so that the output of a run is \
            the expectation of another. The first difference ends the run.

            --inspect opens a page in the browser: the components with their states, the events, the flow of each message, \
            failures, and what waits. The run is paused before its first message; buttons let it go on, at a speed, pause, \
            and step forwards and back; a field sends messages. Messages and times of the arguments come first. A script \
            fails that takes more than about a second, so that the page never waits for an endless one.

            --shuffle lets the seed choose which component handles its next message; the same seed gives the same run.

            --record writes all that happens to messages to a file, an event on each line, while the components run; \
            automata components trace --from prints it. --replay runs the assembly again with the messages from outside \
            that such a file has, at their times, and compares all that happens up to its last event, in whose step the run \
            ends: the first difference is an error, and what would come at a later time isn't compared. With \
            --mock a component is replaced by one that sends what the file says, so that the others run against the \
            recorded behavior.

            Exit codes: 0 done, 1 --expect: a difference was found, 2 an error, --replay: a difference was found, or a \
            component failed.

            Example:
              automata components run expenses.json button.fetch +2s
              automata components run expenses.json button.fetch +2s --json
              automata components run expenses.json --expect expenses.expect.ndjson
              automata components run expenses.json button.fetch --inspect
              automata components run lists.json button.fetch +5s --shuffle --seed 7
              automata components run lists.json button.fetch +5s --record lists.trace
              automata components run lists.json --replay lists.trace
              automata components run lists.json --replay lists.trace --mock debts
            """)

    @OptionGroup var steps: RunSteps

    @Option(
        help: ArgumentHelp("A file of messages and expectations (NDJSON), which the run must meet.", valueName: "file"),
        completion: .file())
    var expect: String?

    @Option(
        help: ArgumentHelp("A file to write the trace of the run to.", valueName: "file"), completion: .file(),
        transform: drawingName)
    var record: String?

    @Flag(name: .shortAndLong, help: "Replace a trace that exists.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "A trace whose messages from outside are sent again, and with which the run is compared.",
            valueName: "file"),
        completion: .file())
    var replay: String?

    @Option(
        help: ArgumentHelp("A component that does what the trace says; can be repeated.", valueName: "component"))
    var mock: [String] = []

    @Flag(help: "Print each step as a JSON object, one on each line.")
    var json = false

    @Flag(help: "Show the run in the browser, paused at first.")
    var inspect = false

    @OptionGroup(title: "Page") var page: PageOptions

    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        try steps.checkAssembly()
        if expect != nil, steps.events != nil || !steps.steps.isEmpty {
            throw ValidationError("--expect reads messages from its file; leave out others.")
        }
        if replay != nil, steps.hasSteps || expect != nil || json {
            throw ValidationError(
                "--replay has the messages and the seed of its file; leave out messages, --events, --expect, --seed, "
                    + "--shuffle and --json.")
        }
        if replay == nil, !mock.isEmpty { throw ValidationError("--mock needs --replay.") }
        if replay == "-", !mock.isEmpty {
            throw ValidationError("With --mock the trace is read twice; name a file in place of -.")
        }
        if inspect, expect != nil || json || steps.events != nil || replay != nil || record != nil {
            throw ValidationError(
                "--inspect shows the run in the browser; leave out --expect, --json, --events, --record and --replay.")
        }
        try ValidationError.check(standardInputs: [steps.file, expect, replay])
    }

    func run() throws {
        if inspect { return try runInspected() }
        let (command, list) = (self, try steps.ofArguments())
        let outcome = try limits.options.run(on: steps.file, isQuiet: false) {
            context throws(ToolError) -> (ToolError?, Bool) in
            let document = try command.steps.document(
                context, output: command.record, inputs: [command.expect, command.replay])
            if let replay = command.replay {
                return (nil, try command.replay(replay, document, context))
            }
            var options = command.steps.options
            // Nobody asks for the messages.
            options.traceLimit = 0
            let recording = try command.recording(of: document, options)
            options.onEvent = recording?.writer.write
            let run: ComponentRun
            var difference: ToolError?
            do throws(ToolError) {
                run = try command.steps.begin(document, options)
                try command.perform(list, on: run, context, recording, &difference)
            } catch {
                // The trace shows what led to the error.
                try? recording?.finish()
                throw error
            }
            try recording?.finish()
            return (difference, run.simulation.failures.isEmpty)
        }
        if let difference = outcome.0 {
            Messages.error(difference)
            throw ExitCode(1)
        }
        if !outcome.1 { throw ExitCode(2) }
    }

    private func recording(
        of document: AssemblyDocument, _ options: Simulation.Options
    ) throws(ToolError) -> TraceRecording? {
        guard let record else { return nil }
        return try TraceRecording(to: record, replacing: force, of: document.assembly, options)
    }

    private func perform(
        _ list: [ScriptStep], on run: ComponentRun, _ context: WorkContext, _ recording: TraceRecording?,
        _ difference: inout ToolError?
    ) throws(ToolError) {
        func tell(_ result: ScriptResult) { context.write(json ? result.json + "\n" : result.text) }
        guard let expect else {
            return try steps.perform(list, on: run, context) { result, _ throws(ToolError) in
                try recording?.flush()
                tell(result)
            }
        }
        var found: ToolError?
        let count = try steps.perform(expectations: expect, on: run, context) { result, place throws(ToolError) in
            guard found == nil else { return }
            try recording?.flush()
            if json { tell(result) }
            guard let text = result.difference else { return }
            let step = result.step.text.isEmpty ? "" : "after \(result.step.text.quoted), "
            found = ToolError("\(step)at \(result.time.millisecondText): \(text)".shown, at: place)
        }
        if count == 0 {
            throw ToolError(
                "the file has no expectations; write lines such as {\"send\": \"button.fetch\", \"receive\": []}",
                at: expect)
        }
        if found == nil, !json { context.write("\(count) \(count == 1 ? "line" : "lines") as expected\n") }
        difference = found
    }

    /// Repeats a recorded run.
    ///
    /// - Returns: Whether no component failed.
    private func replay(
        _ path: String, _ document: AssemblyDocument, _ context: WorkContext
    ) throws(ToolError) -> Bool {
        let file = TraceFile(path)
        var options = Simulation.Options()
        var mocks: TraceMocks?
        if !mock.isEmpty {
            mocks = try file.read(context) { reader in
                (options.seed, options.isShuffled) = (reader.seed, reader.isShuffled)
                return try TraceMocks(
                    of: Set(mock), from: reader, maximumBytes: context.budget.maximumBytes / 2)
            }
        }
        var recording: TraceRecording?
        let hasFailed = Monitor(false)
        let result: TraceReplay
        do throws(ToolError) {
            result = try file.read(context) { reader in
                (options.seed, options.isShuffled) = (reader.seed, reader.isShuffled)
                recording = try self.recording(of: document, options)
                let writer = recording?.writer
                return try TraceReplay(
                    of: document, from: reader, mocks: mocks,
                    onEvent: { event in
                        writer?.write(event)
                        guard event.kind == .failed else { return }
                        hasFailed.withLock { $0 = true }
                        context.note("'\(event.component)': failed: \(event.body.map { "\($0)" } ?? "")".shown)
                    })
            }
        } catch {
            // The trace shows what led to the error.
            try? recording?.finish()
            throw error
        }
        try recording?.finish()
        if let difference = result.difference {
            throw ToolError("the run differs: \(difference)".shown, at: "\(path):\(difference.line)")
        }
        context.write("\(grouped(result.eventCount)) event\(result.eventCount == 1 ? "" : "s") as recorded\n")
        if let cutOff = result.cutOff { context.note(cutOff.sentence, at: cutOff.location(in: path)) }
        return hasFailed.withLock { !$0 }
    }

    private func runInspected() throws {
        let (steps, list) = (steps, try steps.ofArguments())
        let run = try limits.options.run(on: steps.file, isQuiet: false) { context throws(ToolError) in
            try steps.beginInspected(steps.document(context, scriptLimit: SimulatedRun.scriptLimit), list)
        }
        try page.serve(LivePage(run), startingAt: "components.html", stateFolder: PageOptions.stateFolder())
    }
}

extension Duration {
    /// The time in milliseconds, to the nanosecond.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1000 + (Double(attoseconds) / 1e9).rounded() / 1e6
    }

    /// The time in milliseconds, for a person.
    var millisecondText: String {
        let time = milliseconds
        return "\(Int(exactly: time).map(String.init) ?? "\(time)") ms"
    }
}

extension ScriptResult {
    /// The result for a person.
    fileprivate var text: String {
        let label = step.message == nil && step.wait == nil ? "start" : step.text
        let states = changedStates.map {
            "\($0.component) \($0.states.isEmpty ? "(ended)" : $0.states.joined(separator: " & "))"
        }
        var text = (states.isEmpty ? label : "\(label): \(states.joined(separator: ", "))").shown + "\n"
        for note in notes {
            guard case .log(let entry) = note.kind else { continue }
            let value = entry.value.map { " \($0)" } ?? ""
            text += "  \(note.component) logs \(entry.label)\(value)".shown + "\n"
        }
        for message in received {
            let body = message.body == .null ? "" : " \(message.body)"
            text += "  < \(message.port).\(message.name)\(body)".shown + "\n"
        }
        return text
    }
}
