import ArgumentParser
import Automata
import AutomataFiles
import ComponentAnalysis
import ComponentFormats
import TextSupport
import ToolSupport

struct ComponentsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find errors in assemblies of components, also by all orders of their messages.",
        usage: "automata components check <file> ... [<options>]",
        discussion: """
            Prints all errors and warnings of an assembly and of the charts that it names: unknown ports, ports without a \
            channel, messages that nobody receives, types that don't meet, charts that send to no port, and errors of \
            charts. A line has the file with line and column, the problem and the remedy. An assembly without findings \
            is ok.

            If the assembly has the key checks, or with --schedules or another option for schedules, it is then run in \
            all orders of messages and timers, with faults if they are asked for. A component must not fail, a chart must \
            have a transition for each message that it gets, a mailbox must have room, and a message must not stay in a \
            channel; options add further conditions. The shortest run that fails is printed, step by step. Options add to \
            the checks of the file:
              {"components": {...}, "checks": {
                "send": ["hand.push"], "faults": {"loss": 1}, "mailbox": 16,
                "never": [["door.open", "light.off"]], "hot": ["client.waiting"],
                "mustEnd": ["client"], "ignored": ["client.replies.reply"]}}

            Components with contracts are checked one by one and two by two, each for all that others may send: a line \
            says whether they keep their contracts and understand each other, proved for any number of waiting messages \
            or up to a number, or the shortest conversation that fails. --talks does so for all that talk.

            --save keeps a failing run in a file, beside the assembly or above it. Such a file can be checked in the \
            place of an assembly: the run is repeated, and fails as before, fails otherwise, or is ok, or the line says \
            which step isn't possible any more. So a mended fault gets a test; save a run anew whose steps aren't possible.

            With --json each file gives one JSON object on its own line (JSON Lines), whose keys are file, ok, \
            findings, each with severity, file, line, column and message, and schedules if they were tried, with holds, \
            complete, states, steps, depth, seconds and failure; \
            repeated, what became of a saved run that doesn't fail, and impossibleStep, the number of a step or null; \
            limit, which is true if a limit ended the check, and false if another error did; \
            and talks, each with components, holds, states, and proved, provedUpTo or failure.

            Exit codes: 0 all assemblies are ok, 1 a schedule or a talk fails, 2 an error.

            Example:
              automata components check expenses.json
              automata components check *.json --json | jq 'select(.ok | not)'
              automata components check expenses.json --send button.fetch --faults loss
              automata components check crossing.json --never a.driving,b.driving
              automata components check crossing.json --save crash.json -o crash.svg
              automata components check crash.json
            """)

    @Argument(
        help: ArgumentHelp("The assemblies, or runs that --save wrote; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each file, one on each line.")
    var json = false

    @OptionGroup(title: "Schedules") var schedules: ScheduleArguments

    @Option(
        help: ArgumentHelp("A file to write a failing run to, which check repeats.", valueName: "file"),
        completion: .file(), transform: drawingName)
    var save: String?

    @Option(
        help: ArgumentHelp("A file to write the trace of a failing run to, for trace --from.", valueName: "file"),
        completion: .file(), transform: drawingName)
    var record: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A picture of a failing run: its messages as .svg, .mmd, .pdf or .png.", valueName: "file"),
        completion: .file(), transform: drawingName)
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    private var results: FailingRunFiles {
        FailingRunFiles(schedule: save, trace: record, picture: output, replacing: force)
    }

    func validate() throws {
        if !results.isEmpty, files.count != 1 {
            throw ValidationError("--save, --record and --output write one run; name one file.")
        }
        if save != nil, files == ["-"] {
            throw ValidationError("--save keeps the name of the assembly; name a file in place of -.")
        }
    }

    func run() throws {
        let (isJSON, results) = (json, results)
        let list = try InputList(
            files,
            contents: .init(absenceMessage: "this is a folder; name an assembly in it", includes: { _ in false }))
        try results.check(files.first)
        let schedules = schedules
        let outcomes = try list.run(limits, batch) { _, file, context throws(ToolError) in
            let check = FileCheck(file, schedules, results)
            if isJSON {
                let (line, status) = check.json(context)
                context.write(line)
                return status
            }
            let result = try check.result(context)
            context.write(result.text)
            return result.status
        }
        if let worst = outcomes.max(), worst > 0 { throw ExitCode(worst) }
    }
}
