import ArgumentParser
import AutomataFiles
import StatechartAnalysis
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

struct StatechartTestsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tests",
        abstract: "Make tests from a statechart: runs that cover it, or that find faults.",
        usage: "automata statechart tests <file> [<options>]",
        discussion: """
            Prints a run on each line: the arguments of automata statechart run, from the start of the chart. The engine has made \
            each run; what only other runs reach, as a guard without a known value decides, is told.

            states, transitions and pairs cover the states of the chart, its transitions, and the pairs of transitions in a step and the \
            next one; configurations covers all configurations. Their runs go to the nearest part that is missing, and have at most \
            100 steps. w and wp find all faults of output and transfer in programs with at most --extra-states \
            more configurations than the smallest machine with the same outputs; the tester must see the outputs that --effects \
            names, or the active states if the chart has none. --random makes random walks instead.

            --expect writes each run to a file of events and expected states, which automata statechart run --expect runs. --swift writes a \
            file with tests in Swift (swift-testing), which check the active states of the chart in the file beside it. With --json \
            each line is an object with the keys arguments, start and steps; start and each step have outputs and \
            configuration, and a step may have after (milliseconds) and event.

            Example:
              automata statechart tests traffic-lights.scxml
              automata statechart tests microwave.scxml --method wp --json
              automata statechart tests lights.scxml --random 10 --seed 1 --expect tests/
              automata statechart tests lights.scxml --swift LightsTests.swift
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var method: TestMethodOptions

    @Option(
        help: ArgumentHelp(
            "The folder to write a file of events and expected states to for each run.", valueName: "folder"),
        completion: .directory, transform: outputName)
    var expect: String?

    @Option(
        help: ArgumentHelp("The file to write tests in Swift to.", valueName: "file"),
        completion: .file(extensions: ["swift"]), transform: outputName)
    var swift: String?

    @Flag(help: "Print a JSON object for each run.")
    var json = false

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    @OptionGroup var effects: EffectOptions
    @OptionGroup var exploration: ExplorationOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let file = InputFile(path: file)
        let (command, reader, outputs) = (self, input.reader, try effects.outputs())
        if let swift, let obstacle = OutputFile.obstacle(at: swift, replacing: force) { throw obstacle }
        try limits.options.run(on: file.name, replacing: force) { context throws(ToolError) in
            let document = try reader.read(file, context).document
            context.report("exploring")
            var options = command.exploration.options(context)
            options.outputs = outputs
            let suite: StatechartTestSuite
            do throws(AnalysisError) { suite = try document.chart.tests(command.method.value, options) } catch {
                throw ToolError(error, in: document, at: file.name, context)
            }
            command.exploration.guards.tellUnknown(in: document.chart, context)
            suite.tellMissing(options.outputs, context)
            if let folder = command.expect { try command.write(suite, to: folder) }
            if let path = command.swift {
                let text = SwiftTests(suite, of: document.chart, file).text
                try context.write(text, to: .file(path))
            }
            if command.expect != nil || command.swift != nil, !command.json { return }
            for test in suite.tests { context.write(command.json ? test.json.line : test.line) }
        }
    }

    private func write(_ suite: StatechartTestSuite, to folder: String) throws(ToolError) {
        let width = "\(suite.tests.count)".utf8.count
        for (index, test) in suite.tests.enumerated() {
            let number = "\(index + 1)"
            let name = String(repeating: "0", count: width - number.utf8.count) + number + ".expect.ndjson"
            try OutputFile.write(
                Array(test.expectations.utf8), to: Path.join(folder, name), replacing: force, makingFolders: true)
        }
    }
}

extension StatechartTest {
    /// The arguments of `automata statechart run`.
    fileprivate var line: String { arguments.map(\.shown).joined(separator: " ") + "\n" }

    fileprivate var json: JSONObject {
        let start: JSONObject = ["outputs": startOutputs, "configuration": startConfiguration]
        let steps = steps.map { step in
            step.inputs + (["outputs": step.outputs, "configuration": step.configuration] as JSONObject)
        }
        return ["arguments": arguments, "start": JSONText(start), "steps": JSONText(steps.map { JSONText($0) })]
    }

    /// The lines of a file for `automata statechart run --expect`.
    fileprivate var expectations: String {
        let start: JSONObject = ["configuration": startConfiguration]
        let lines = steps.map { ($0.inputs + (["configuration": $0.configuration] as JSONObject)).line }
        return start.line + lines.joined()
    }
}

extension StatechartTest.Step {
    fileprivate var inputs: JSONObject {
        var object: JSONObject = [:]
        if let wait { object.add("after", JSONText(written: ScriptStep.text(of: wait))) }
        if let event { object.add("event", event) }
        if data != .null { object.add("data", data.json) }
        return object
    }
}
