import ArgumentParser
import AutomataFiles
import StatechartFormats
import Statecharts
import ToolSupport

struct StatechartRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a statechart: send events, let time pass.",
        usage: "automata statechart run <file> [<event> | <event>=<data> | +<ms> | +<seconds>s] ... [<options>]",
        discussion: """
            Prints the innermost active states, in document order, at the start and after each argument: an event, an event with data, or a time \
            to wait in milliseconds, or in seconds as in +1.5s. Data is JSON, or an expression of constants such as 2 * 60. After a \
            backslash, signs before = are a name: '\\+500' is an event, and '\\a\\=b' is named a=b. Log entries come \
            before the states, with the activities that begin and end. An event without a reaction is marked as ignored, one that waits as deferred. After \
            the end of the chart its last states stay, and its data is the result.

            Charts in ECMAScript run, too, with the charts that they invoke; files that a chart names are read only \
            below its own folder, and --timeout ends endless scripts.

            Time is virtual: it passes only by +<ms>, without waiting. With --real-time the clock runs, and each timer \
            prints a line when it fires. The run ends after the last argument.

            A guard that the chart only names holds if a variable of that name is true, or as --guard says. Services \
            don't run; send done.invoke.<id> or error.platform.<id> for them.

            --events reads further events and times, one on each line, from a file, or from standard input as they arrive. \
            Empty lines and lines that begin with # are skipped.

            --expect makes the run a test. Each line of the file is a JSON object (NDJSON) with any of the keys \
            after (milliseconds to wait, before the event), event, data and configuration (the names of the states \
            that must then be active); lines that begin with # are skipped. A line with only a configuration checks the start. The first \
            difference ends the run.

            --observe lets a second chart watch the run; it can be repeated. The observer gets each event on which the chart \
            takes a transition, and entered.<state>, exited.<state>, sent.<event>, raised.<event> and \
            performed.<action>. The run ends when the observer is in a state named fail, or one whose name begins with fail.; \
            then the run that led there is printed.

            With --json each line is a JSON array of the names. --trace adds an object for each step, whose keys are \
            event, time, left, taken and entered, and one for each log entry, activity and result.

            --draw writes a picture of the chart after the run: active states are filled, states that the last step \
            entered and the transitions that it took have thicker lines, states that it left are dashed.

            --save keeps the run in a file, with invoked charts, timers and data, and --resume goes on with it later. A run \
            of another version of the chart is refused with the differences. --record keeps the events, the times and the steps; \
            --replay runs them again and prints the first step that differs. The functions of \
            scripts are saved, too, but not those that eval or Function makes.

            --break stops the run after the event that reached a state, an event or a transition, and reads commands from \
            standard input, one on each line: step, back (before the last step), continue, show, quit, help, or an event or \
            a time. --debug reads commands before the first event.

            Exit codes: 0 done, 1 --expect or --replay: a difference was found, or an observer failed, 2 an error.

            Example:
              automata statechart run traffic-lights.scxml +4000 button +60000 button
              automata statechart run login.scxml 'password="12345"' --trace
              automata statechart run traffic-lights.scxml --events - --real-time
              automata statechart run tiktok.scxml --expect tiktok.expect.ndjson
              automata statechart run traffic-lights.scxml +4000 button --draw paused.svg
              automata statechart run traffic-lights.scxml +4000 --save lights.json
              automata statechart run traffic-lights.scxml button --resume lights.json
              automata statechart run traffic-lights.scxml +4000 button --record run.json
              automata statechart run traffic-lights.scxml --replay run.json --trace
              automata statechart run traffic-lights.scxml +60000 --break state:red
              automata statechart run lights.scxml +60000 button --observe no-pause.scxml
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Argument(help: ArgumentHelp("Events and times.", valueName: "event"))
    var inputs: [String] = []

    @Option(
        help: ArgumentHelp("A file with an event or a time on each line; - is standard input.", valueName: "file"),
        completion: .file())
    var events: String?

    @Option(
        help: ArgumentHelp("A file of events and the expected states (NDJSON).", valueName: "file"),
        completion: .file())
    var expect: String?

    @Option(
        help: ArgumentHelp("A statechart that watches the run; can be repeated.", valueName: "file"),
        completion: .file())
    var observe: [String] = []

    @Option(
        help: ArgumentHelp("The file to save the run to, at its end.", valueName: "file"), completion: .file(),
        transform: drawingName)
    var save: String?

    @Option(help: ArgumentHelp("A saved run to continue.", valueName: "file"), completion: .file())
    var resume: String?

    @Option(
        help: ArgumentHelp("The file to record the events, times and steps to.", valueName: "file"),
        completion: .file(), transform: drawingName)
    var record: String?

    @Option(help: ArgumentHelp("A recording to run again.", valueName: "file"), completion: .file())
    var replay: String?

    @Option(
        name: .customLong("break"),
        help: ArgumentHelp(
            "Stop at state:<name>, event:<name> or transition:<source>[-><target>]; can be repeated.",
            valueName: "place"))
    var breakpoints: [String] = []

    @Flag(help: "Read commands before the first event: step, back, continue, show, quit, help.")
    var debug = false

    @OptionGroup var guards: GuardOptions

    @Flag(help: "Let the clock run: +<ms> waits.")
    var realTime = false

    @Flag(help: "Print each step: its event, the states left, the transitions taken, the states entered.")
    var trace = false

    @Flag(help: "Print the active states as JSON arrays, one on each line.")
    var json = false

    @Option(
        help: ArgumentHelp("The SVG file to draw the chart to after the run.", valueName: "file"),
        completion: .file(extensions: ["svg"]), transform: drawingName)
    var draw: String?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if expect != nil, events != nil || !inputs.isEmpty {
            throw ValidationError("--expect reads events from its file; leave out other events.")
        }
        if replay != nil, resume != nil || events != nil || expect != nil || !inputs.isEmpty || realTime {
            throw ValidationError("--replay has its own start, events and times; leave out others.")
        }
        if realTime, isDebugging {
            throw ValidationError("--break and --debug need virtual time; leave out --real-time.")
        }
        try ValidationError.check(
            standardInputs: [file, events, expect, resume, replay, isDebugging ? "-" : nil] + observe)
    }

    private var isDebugging: Bool { debug || !breakpoints.isEmpty }

    func run() throws {
        let file = InputFile(path: file)
        let files = RunFiles(save: save, resume: resume, record: record, replay: replay)
        try files.check(inputs: [file.path, events, expect] + observe, picture: draw, replacing: force)
        var places: [Breakpoint] = []
        for text in breakpoints { places.append(try Breakpoint(argument: text)) }
        let guards = try guards.values()
        var script: [ScriptStep] = []
        for text in inputs { script.append(try ScriptStep(argument: text)) }
        // What comes line by line is for whoever waits; a line of progress would be in the way.
        let isLive = realTime || events != nil || isDebugging
        try checkDrawing(file)
        let (command, steps, stops) = (self, script, places)
        let difference = try limits.options.run(on: file.name, isQuiet: isLive, replacing: force) {
            context throws(ToolError) in
            let reading = try command.input.reader.read(file, context)
            let document = reading.document
            let style = ChartRun.Style(
                isJSON: command.json, isTracing: command.trace, isTest: command.expect != nil,
                isDrawing: command.draw != nil)
            let start = try files.start(of: document, named: file.name, context)
            let replayed = ScriptStep.steps(of: start?.recording.inputs ?? [], from: start?.start?.time ?? .zero)
            let source = try ScriptSource(replayed + steps, lines: command.events, expectations: command.expect)
            let run = ChartRun(
                document, from: reading.sources, name: file.name, style: style,
                isRealTime: command.realTime, isLive: isLive, start: start, context: context, guards: guards)
            if files.isRecording { run.recorder.recording = .init() }
            run.recorder.breakpoints = Breakpoints(stops)
            if !command.observe.isEmpty {
                run.recorder.observers = try RunObservers(command.observe, of: document.chart, context)
            }
            var difference: ToolError?
            do throws(ToolError) {
                difference =
                    command.isDebugging
                    ? try run.debug(source, waitsAtStart: command.debug) : try run.play(source)
            } catch {
                // The recording shows what led to the error.
                try? RunFiles(record: files.record).write(run, context)
                throw error
            }
            if command.replay != nil, !command.isDebugging { difference = difference ?? run.replayDifference }
            try files.write(run, context)
            if let path = command.draw {
                try context.write(document.chart.svg(highlighting: run.highlight), to: .file(path))
            }
            return difference
        }
        if let difference {
            Messages.error(difference)
            throw ExitCode(1)
        }
    }

    /// Checks that the drawing can be written, before the run.
    private func checkDrawing(_ file: InputFile) throws(ToolError) {
        guard let draw else { return }
        guard StatechartPicture(fileExtension: Path.fileExtension(draw)) == .svg else {
            throw ToolError("the drawing is SVG; end its name in .svg", at: draw)
        }
        if Path.components(file.path) == Path.components(draw) {
            throw ToolError("this is the input; name another file", at: draw)
        }
        if let obstacle = OutputFile.obstacle(at: draw, replacing: force, needingFolder: true) { throw obstacle }
    }
}
