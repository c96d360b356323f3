import ArgumentParser
import AutomataFiles
import StatechartAnalysis
import StatechartFormats
import StatechartScripts
import Statecharts
import TextSupport
import ToolSupport

struct StatechartAnalyze: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Find mistakes in statecharts that only their runs show.",
        usage: "automata statechart analyze <file> ... [<options>]",
        discussion: """
            Explores all configurations that a chart can reach, with histories, deferred events, timers and variables, \
            and prints states that no run enters (unreachable), transitions that no run takes (dead-transition), \
            configurations in which no event and no timer leads to a transition, though the chart hasn't ended (dead-end), events \
            and timers that lead to steps without end (livelock), and configurations that --never forbids. --unhandled prints each event that a \
            configuration neither takes nor defers, \
            --indistinguishable states that no event and no timer tells apart by the outputs that --effects names. A shortest run shows each finding: the arguments of automata statechart run.

            Variables have their exact values. Events come with data that decide conditions which compare parts of _event.data with \
            constants, such as coin=50. Another guard has both answers if the chart only names it and --guard doesn't, or if it depends \
            on data of events, on a script or on a variable of --abstract; so no run is missed, but a finding may \
            only be possible. So it is if its run has an event that only the platform sends, such as done.invoke.payment. \
            Other findings are confirmed: the engine has made the run. Timers come in any order \
            that their durations allow.

            --observe explores the chart together with a second one that watches it: the observer gets each event on which \
            a transition is taken, and entered.<state>, exited.<state>, sent.<event>, raised.<event> and performed.<action>. \
            A run that leads it into a state named fail, or one whose name begins with fail., is a finding (observer).

            --property says the same in a line, with regular expressions R, S and T over these names: 'never R', \
            'eventually R', 'before R comes S', 'after R comes S', 'after R comes S before T'. In them, a.* is any name that \
            begins with a., . is any name, and !x and !(x | y) any other one; names with blanks or signs stand in single quotes. \
            What must still come is missing if the chart rests without it, or can come back to a configuration again and again.

            --never takes names of states with &, |, ! and parentheses. --limit bounds the number of \
            configurations; if it is reached, the finding truncated names the parts that multiply them most.

            --pictures draws each finding with a run to a file such as 1-never.svg: the states that the run enters and the \
            transitions that it takes have thicker lines, the active states at its end are filled, and its events stand below.

            With --json each finding is a JSON object on its own line (JSON Lines), whose keys are kind, subject, events \
            and confirmed, and file if there are several.

            Exit codes: 0 nothing was found, 1 something was found, 2 an error.

            Example:
              automata statechart analyze traffic-lights.scxml
              automata statechart analyze crossing.scxml --never 'north.green & east.green'
              automata statechart analyze login.scxml --unhandled --json | jq -r .subject
              automata statechart analyze cross.scxml --observe green.scxml --pictures runs
              automata statechart analyze server.scxml --property 'after ask comes reply'
              automata statechart analyze door.scxml --property 'never entered.open lock'
            """)

    @Argument(
        help: ArgumentHelp("Files and folders with statecharts; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("A condition that no configuration may satisfy; can be repeated.", valueName: "condition"))
    var never: [String] = []

    @Option(
        help: ArgumentHelp("A statechart that watches the runs; can be repeated.", valueName: "file"),
        completion: .file())
    var observe: [String] = []

    @Option(help: ArgumentHelp("A property that all runs must have; can be repeated.", valueName: "property"))
    var property: [String] = []

    @Flag(help: "Print the events that configurations ignore.")
    var unhandled = false

    @Flag(help: "Print states that no event and no timer tells apart by the chart's outputs.")
    var indistinguishable = false

    @Flag(help: "Look only for what --never and --unhandled ask, which takes less memory.")
    var onlyAsked = false

    @Flag(help: "Print a JSON object for each finding, one on each line.")
    var json = false

    @Option(
        help: ArgumentHelp("The folder to draw the runs of findings to, as SVG.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Flag(name: .shortAndLong, help: "Replace pictures that exist.")
    var force = false

    @OptionGroup var effects: EffectOptions
    @OptionGroup var exploration: ExplorationOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if onlyAsked, never.isEmpty, observe.isEmpty, property.isEmpty, !unhandled {
            throw ValidationError("--only-asked needs --never, --observe, --property or --unhandled.")
        }
    }

    func run() throws {
        let inputs = try InputList(files, contents: .statecharts)
        let (command, isAlone, reader) = (self, inputs.files.count == 1, input.reader)
        var conditions: [StateCondition] = []
        for text in never {
            do throws(AnalysisError) { conditions.append(try StateCondition(parsing: text)) } catch {
                throw ToolError(error.description)
            }
        }
        var properties: [TraceProperty] = []
        for text in property {
            do throws(AnalysisError) { properties.append(try TraceProperty(parsing: text)) } catch {
                throw ToolError(error.description)
            }
        }
        var questions = AnalysisQuestions(
            never: conditions, properties: properties, reportsUnhandled: unhandled,
            reportsIndistinguishable: indistinguishable)
        (questions.reportsMistakes, questions.recordsPaths) = (!onlyAsked, pictures != nil)
        let outputs = try effects.outputs()
        let paths = observe
        let runner = BatchRunner(
            names: inputs.files.map(\.name), limits: limits.options, batch: batch, force: force,
            makesFolders: pictures != nil, summary: .afterFailures)
        let haveFindings = try runner.run { [questions] index, context throws(ToolError) in
            let file = inputs.files[index]
            let document = try reader.read(file, context).document
            var questions = questions
            for path in paths {
                let observer = try Self.observer(path, context)
                try RunObservers.tellUnknownNames(in: observer, at: path, of: document.chart, context)
                questions.observers.append(observer)
            }
            context.report("exploring")
            let report: AnalysisReport
            do throws(AnalysisError) {
                var options = command.exploration.options(context)
                options.outputs = outputs
                report = try document.chart.analyzed(for: questions, options)
            } catch {
                // With several observers, the reason has the name of the chart.
                if case .invalidObserver(let reason) = error {
                    throw ToolError(reason, at: paths.count == 1 ? paths[0] : nil)
                }
                throw ToolError(error, in: document, at: file.name, context)
            }
            let list = AnalysisText(report, fileName: isAlone ? nil : file.name)
            context.write(command.json ? list.json : list.text)
            if !command.json { list.tellAbstractions(context) }
            if let folder = command.pictures {
                let stem = isAlone ? nil : Path.components(file.name).last
                for (number, finding) in report.findings.enumerated() {
                    guard let picture = FindingPicture(finding) else { continue }
                    try context.checkTime()
                    try context.write(
                        picture.svg(of: document.chart), to: .file("\(folder)/\(picture.name(number + 1, stem))"))
                }
            }
            return !report.findings.isEmpty
        }
        if haveFindings.contains(true) { throw ExitCode(1) }
    }
}

extension StatechartAnalyze {
    /// Reads an observer, whose findings have the name of its file if it has no name.
    private static func observer(_ path: String, _ context: WorkContext) throws(ToolError) -> Statechart {
        var chart = try RunObservers.document(path, context).chart
        if chart.name.isEmpty { chart.root.name = Path.components(path).last ?? path }
        return chart
    }
}

/// The options of commands that explore a chart.
struct ExplorationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The maximum number of configurations.", valueName: "count"))
    var limit = 1_000_000

    @Option(
        help: ArgumentHelp(
            "The maximum number of events that a configuration defers, and of its delayed events.", valueName: "count"))
    var pending = 4

    @Option(
        help: ArgumentHelp(
            "An event from outside; can be repeated. (default: all that the chart names)", valueName: "event"))
    var event: [String] = []

    @Option(
        name: .customLong("abstract"),
        help: ArgumentHelp("A variable whose values aren't explored; can be repeated.", valueName: "variable"))
    var abstracted: [String] = []

    @OptionGroup var guards: GuardOptions

    func validate() throws {
        _ = try guards.values()
        if limit < 1 || limit > 1_000_000_000 { throw ValidationError("--limit needs a number from 1 to 10⁹.") }
        if pending < 0 || pending > 1000 { throw ValidationError("--pending needs a number from 0 to 1000.") }
    }

    func options(_ context: WorkContext) -> AnalysisOptions {
        var options = AnalysisOptions(limit: limit, budget: context.budget)
        options.maximumPendingEvents = pending
        options.events = event.isEmpty ? nil : event
        options.abstractedVariables = Set(abstracted)
        // They were read before.
        options.guards = (try? guards.values()) ?? [:]
        options.makeScripts = { try ECMAScript(named: $0, stepLimit: 1_000_000) }
        return options
    }
}

/// The findings of an analysis as a text.
private struct AnalysisText {
    private let report: AnalysisReport
    private let fileName: String?

    init(_ report: AnalysisReport, fileName: String?) { (self.report, self.fileName) = (report, fileName) }

    private var prefix: String { fileName.map { $0.shown + ": " } ?? "" }

    var text: String {
        let lines = report.findings.map { finding in
            let isRun = finding.kind != .unreachable && finding.kind != .deadTransition && finding.kind != .truncated
            let run = finding.events.isEmpty ? "at the start" : "after " + finding.events.joined(separator: " ")
            return "\(finding.kind.rawValue): \(finding.message)" + (isRun ? "; " + run : "")
                + (finding.isConfirmed ? "" : " (possible)")
        }
        let count = report.configurationCount
        let end =
            "\(report.findings.isEmpty ? "ok: " : "")\(grouped(count)) configuration\(count == 1 ? "" : "s"), "
            + "\(grouped(report.findings.count)) finding\(report.findings.count == 1 ? "" : "s")"
        return (lines + [end]).map { prefix + $0.shown + "\n" }.joined()
    }

    var json: String {
        report.findings.map { finding in
            let (kind, subject, events) = (finding.kind.rawValue, finding.subject, finding.events)
            guard let fileName else {
                let object: JSONObject = [
                    "kind": kind, "subject": subject, "events": events, "confirmed": finding.isConfirmed,
                ]
                return object.line
            }
            let object: JSONObject = [
                "file": RawText.readable(fileName), "kind": kind, "subject": subject, "events": events,
                "confirmed": finding.isConfirmed,
            ]
            return object.line
        }.joined()
    }

    /// Tells what the exploration doesn't know.
    func tellAbstractions(_ context: WorkContext) {
        let guards = report.abstractedGuards
        if !guards.isEmpty {
            context.note(
                "both answers of these conditions are explored: "
                    + guards.prefix(5).map { "'\($0.shown)'" }.joined(separator: ", ")
                    + (guards.count > 5 ? " and \(guards.count - 5) more" : ""))
        }
        for omission in report.omissions { context.note("the exploration may miss runs: \(omission.shown)") }
    }
}
