import ArgumentParser
import ComponentFormats
import Components
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

            --shuffle lets the seed choose which component handles its next message; the same seed gives the same run.

            Exit codes: 0 done, 1 --expect: a difference was found, 2 an error, or a component failed.

            Example:
              automata components run expenses.json button.fetch +2s
              automata components run expenses.json button.fetch +2s --json
              automata components run expenses.json --expect expenses.expect.ndjson
              automata components run lists.json button.fetch +5s --shuffle --seed 7
            """)

    @OptionGroup var steps: RunSteps

    @Option(
        help: ArgumentHelp("A file of messages and expectations (NDJSON), which the run must meet.", valueName: "file"),
        completion: .file())
    var expect: String?

    @Flag(help: "Print each step as a JSON object, one on each line.")
    var json = false

    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if expect != nil, steps.events != nil || !steps.steps.isEmpty {
            throw ValidationError("--expect reads messages from its file; leave out others.")
        }
        try ValidationError.check(standardInputs: [steps.file, expect])
    }

    func run() throws {
        let (command, list) = (self, try steps.ofArguments())
        let outcome = try limits.options.run(on: steps.file, isQuiet: false) { context throws(ToolError) in
            let run = try command.steps.begin(context)
            var difference: ToolError?
            func tell(_ result: ScriptResult) { context.write(command.json ? result.json + "\n" : result.text) }
            if let expect = command.expect {
                let count = try command.steps.perform(expectations: expect, on: run, context) { result, place in
                    guard difference == nil else { return }
                    if command.json { tell(result) }
                    guard let found = result.difference else { return }
                    let step = result.step.text.isEmpty ? "" : "after \(result.step.text.quoted), "
                    difference = ToolError("\(step)at \(result.time.millisecondText): \(found)".shown, at: place)
                }
                if count == 0 {
                    throw ToolError(
                        "the file has no expectations; write lines such as {\"send\": \"button.fetch\", \"receive\": []}",
                        at: expect)
                }
                if difference == nil, !command.json {
                    context.write("\(count) \(count == 1 ? "line" : "lines") as expected\n")
                }
            } else {
                try command.steps.perform(list, on: run, context) { result, _ in tell(result) }
            }
            return (difference, run.simulation.failures.isEmpty)
        }
        if let difference = outcome.0 {
            Messages.error(difference)
            throw ExitCode(1)
        }
        if !outcome.1 { throw ExitCode(2) }
    }
}

extension Duration {
    /// The time in milliseconds, for a person.
    var millisecondText: String {
        let time = self / .milliseconds(1)
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
