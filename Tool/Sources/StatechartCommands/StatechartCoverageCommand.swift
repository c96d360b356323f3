import ArgumentParser
import StatechartAnalysis
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

struct StatechartCoverageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Tell which states and transitions of a statechart its tests cover.",
        usage: "automata statechart coverage <chart> <run> ... [<options>]",
        discussion: """
            A run is a file of statechart run: a recording of --record, a test of --expect, or events and times, one on each line, as \
            for --events. All runs together are the coverage. Each begins at the start of the chart, or where a \
            recording begins.

            Prints how many states were entered, how many transitions were taken, and how many pairs of transitions were \
            taken one after the other; then the missing states and transitions. With --json the keys are states and \
            transitions, each with count, covered and missing (the names; a transition also has source and \
            index), and pairs.

            Exit codes: 0 done, 1 a test failed, 2 an error.

            Example:
              automata statechart coverage login.scxml login.expect.ndjson
              automata statechart coverage traffic-lights.scxml run.json events.txt --json
            """)

    @Argument(help: ArgumentHelp("The statechart.", valueName: "chart"), completion: .file())
    var chart: String

    @Argument(help: ArgumentHelp("The files of runs.", valueName: "run"), completion: .file())
    var runs: [String]

    @Flag(help: "Print the coverage as a JSON object.")
    var json = false

    @OptionGroup var guards: GuardOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        // The kind of a run is found out before it is read.
        if runs.contains("-") { throw ValidationError("A run can't be standard input; name a file.") }
    }

    func run() throws {
        let (command, file, guards) = (self, InputFile(path: chart), try guards.values())
        let failures = try limits.options.run(on: file.name) { context throws(ToolError) in
            let document = try command.input.reader.read(file, context).document
            var coverage: StatechartCoverage
            do throws(StatechartError) {
                coverage = try StatechartCoverage(of: document.chart, budget: context.budget)
            } catch { throw error.toolError(in: document, at: file.name, limits: context.limits) }
            var failures: [ToolError] = []
            for path in command.runs {
                let run = try RunText(path, context)
                let start = try run.start(of: document, named: file.name, context)
                let source = try run.source(start)
                let style = ChartRun.Style(
                    isJSON: false, isTracing: false, isTest: true, isDrawing: false, isSilent: true)
                let played = ChartRun(
                    document, from: ChartSources(besideFile: file.path), name: file.name, style: style,
                    isRealTime: false, isLive: false, start: start, context: context, guards: guards)
                played.recorder.coverage = coverage
                if let failure = try played.play(source) { failures.append(failure) }
                coverage = played.recorder.coverage ?? coverage
            }
            context.write(command.json ? coverage.json : coverage.text)
            return failures
        }
        for failure in failures { Messages.error(failure) }
        if !failures.isEmpty { throw ExitCode(1) }
    }
}

/// The text of a run: a recording, expectations, or events.
private struct RunText {
    private let path: String
    private let kind: Kind

    private enum Kind { case recording, expectations, events }

    init(_ path: String, _ context: WorkContext) throws(ToolError) {
        self.path = path
        let lines = try LineReader(InputFile(path: path))
        var kind = Kind.events
        while case .line(let line) = try lines.next(until: nil) {
            let text = String(decoding: line, as: UTF8.self).drop { $0.isWhitespace }
            if text.isEmpty || text.hasPrefix("#") { continue }
            guard text.hasPrefix("{") else { break }
            // A recording may be one line.
            let isTest = (try? ScriptStep(expectation: String(text), file: path, line: lines.number)) != nil
            kind = isTest ? .expectations : .recording
            break
        }
        self.kind = kind
    }

    /// Returns the recording; `nil` for another kind of text.
    func start(
        of document: StatechartDocument, named name: String, _ context: WorkContext
    ) throws(ToolError) -> StatechartSessionRecording? {
        kind == .recording ? try RunFiles(replay: path).start(of: document, named: name, context) : nil
    }

    func source(_ start: StatechartSessionRecording?) throws(ToolError) -> ScriptSource {
        let steps = ScriptStep.steps(of: start?.recording.inputs ?? [], from: start?.start?.time ?? .zero)
        return try ScriptSource(
            steps, lines: kind == .events ? path : nil, expectations: kind == .expectations ? path : nil)
    }
}

extension StatechartCoverage {
    fileprivate var text: String {
        let (states, transitions) = (missingStates, missingTransitions)
        func line(_ title: String, _ missing: Int, _ count: Int) -> String {
            "\(title): \(grouped(count - missing)) of \(grouped(count))\n"
        }
        return line("states", states.count, self.states.count)
            + line("transitions", transitions.count, self.transitions.count) + "pairs: \(grouped(pairCount))\n"
            + states.map { "not entered: \($0.shown)\n" }.joined()
            + transitions.map { "not taken: \($0.title.shown)\n" }.joined()
    }

    fileprivate var json: String {
        let (states, transitions) = (missingStates, missingTransitions)
        let missing = transitions.map { transition -> JSONObject in
            ["name": transition.title, "source": transition.source, "index": transition.index]
        }
        let object: JSONObject = [
            "states": [
                "count": self.states.count, "covered": self.states.count - states.count, "missing": states,
            ] as JSONObject,
            "transitions": [
                "count": self.transitions.count, "covered": self.transitions.count - transitions.count,
                "missing": missing,
            ] as JSONObject,
            "pairs": pairCount,
        ]
        return object.line
    }
}
