import ArgumentParser
import StatechartAnalysis
import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

struct StatechartTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test whether a program does what a statechart says.",
        usage: "automata statechart test <chart> [<options>] -- <program> [<argument> ...]",
        discussion: """
            Makes test sequences as statechart tests does, gives them to the program, and compares its outputs with those of \
            the chart. The program reads one input on each line: the name of an event, with data as in coin=50 if these decide \
            conditions, or +500 when 500 milliseconds have passed. It must answer each line by one line, which has its outputs between commas, and is empty, or -, if there \
            are none; and it must flush each line. It is started anew for each sequence; with --reset, a line \
            resets it, and it answers this line, too.

            Outputs are the actions that the chart performs, the entries that it logs, such as label=value, the events that it sends \
            to others, and ended at its end, as in statechart flatten --mealy. After the end of the chart, nothing is sent. \
            --effects states compares the innermost active states instead, joined by +, as is usual for charts without \
            outputs.

            The outputs at the start aren't compared, unless --start says that the program prints a line with them before it \
            reads, and answers a reset by them.

            Prints a shortest sequence of inputs after which the outputs differ, or after which the program hangs or ends: no \
            input can be left out of it. In the end it is tried once more; a program that then answers in another way is told. \
            With --json the keys are answer, events, expected, received (null if there is no \
            answer), failure (why not), again (another answer to the same inputs), sequences and inputs (the numbers of \
            those that were sent).

            Exit codes: 0 no difference, 1 a difference, 2 an error, or no input could be tested.

            Example:
              automata statechart test turnstile.scxml -- ./turnstile
              automata statechart test turnstile.scxml --method wp --reset restart -- ./ts
            """)

    @Argument(help: ArgumentHelp("The statechart.", valueName: "chart"), completion: .file())
    var chart: String

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The program and its arguments.", valueName: "program"))
    var program: [String] = []

    @Flag(help: "Compare the outputs at the start.")
    var start = false

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup(title: "Program") var driver: ProgramOptions
    @OptionGroup var method: TestMethodOptions
    @OptionGroup var effects: EffectOptions
    @OptionGroup var exploration: ExplorationOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if program.isEmpty { throw ValidationError("Name the program after --, as in: statechart test a.scxml -- ./a") }
    }

    func run() throws {
        let (command, file, outputs) = (self, InputFile(path: chart), try effects.outputs())
        let isYes = try limits.options.run(on: file.name) { context throws(ToolError) in
            let document = try command.input.reader.read(file, context).document
            var options = command.exploration.options(context)
            options.outputs = outputs
            let suite: StatechartTestSuite
            let oracle: StatechartOracle
            do throws(AnalysisError) {
                suite = try document.chart.tests(command.method.value, options)
                let known = try StatechartOracle(document.chart, options)
                options.outputs = known.hasActions || command.effects.effects != nil ? outputs : .states
                oracle = options.outputs == outputs ? known : try StatechartOracle(document.chart, options)
            } catch { throw ToolError(error, in: document, at: file.name, context) }
            command.exploration.guards.tellUnknown(in: document.chart, context)
            suite.tellMissing(suite.outputs, context)
            if oracle.leavesOutValues {
                context.note(
                    "scripts don't run here, so values that they compute aren't compared: only labels are, and an answer "
                        + "must have no data of events that are sent")
            }
            if options.outputs != outputs {
                context.note("the chart has no outputs; an answer must have the innermost active states, joined by +")
            }
            return try command.check(suite, oracle, context)
        }
        if !isYes { throw ExitCode(1) }
    }

    private func check(
        _ suite: StatechartTestSuite, _ oracle: StatechartOracle, _ context: WorkContext
    ) throws(ToolError) -> Bool {
        if !start, let first = oracle.outputs(for: [])?.first, first != "-" {
            context.note("the outputs at the start aren't compared: \(first.shown); --start compares them")
        }
        let program = TestedProgram(program, driver, answersStart: start)
        var check = ImplementationCheck(
            ProgramImplementation(program) { context.isCancelled }, against: oracle)
        context.report("testing")
        let difference: ImplementationDifference?
        do {
            difference = try check.shortestDifference(in: suite.tests.map(\.inputs))
        } catch {
            if context.isCancelled { throw .timeout(limits.options) }
            throw error as? ToolError ?? ToolError("\(error)".shown)
        }
        if difference == nil, check.inputCount == 0, !start || check.runCount == 0 {
            throw ToolError("no input was tested: " + suite.reasonForNoInputs)
        }
        let counts = "\(amount(check.runCount, "sequence")), \(amount(check.inputCount, "input"))"
        if json {
            var object: JSONObject = ["answer": difference == nil]
            if let difference { difference.add(to: &object) }
            object.add("sequences", check.runCount)
            object.add("inputs", check.inputCount)
            context.write(object.line)
        } else {
            context.write((difference?.text ?? "no difference") + "; " + counts + "\n")
        }
        return difference == nil
    }

    private func amount(_ count: Int, _ unit: String) -> String { "\(grouped(count)) \(unit)\(count == 1 ? "" : "s")" }
}

extension ImplementationDifference {
    fileprivate var text: String {
        let place = inputs.isEmpty ? "at the start" : "after " + inputs.map { "\($0)".shown }.joined(separator: " ")
        let found = Self.text(received)
        let again = otherAnswer.map { "; once more, \(Self.text($0)): it answers the same inputs in two ways" }
        return "different: \(place), expected \((expected.last ?? "-").quoted), \(found)" + (again ?? "")
    }

    private static func text(_ answer: ImplementationAnswer) -> String {
        switch answer {
        case .output(let output): "received \(output.quoted)"
        case .failure(let reason): "but " + reason.shown
        }
    }

    fileprivate func add(to object: inout JSONObject) {
        object.add("events", inputs.map { "\($0)" })
        object.add("expected", expected.last ?? "-")
        switch received {
        case .output(let output): object.add("received", output)
        case .failure(let reason):
            object.add("received", String?.none)
            object.add("failure", reason)
        }
        switch otherAnswer {
        case .output(let output)?: object.add("again", output)
        case .failure(let reason)?: object.add("again", reason)
        case nil: break
        }
    }
}

/// A program as an implementation of a chart.
private struct ProgramImplementation: StatechartImplementation {
    private let program: TestedProgram
    private let isCancelled: () -> Bool

    init(_ program: TestedProgram, isCancelled: @escaping () -> Bool) {
        (self.program, self.isCancelled) = (program, isCancelled)
    }

    func finish() throws -> ImplementationAnswer? {
        do throws(DialogFailure) { try program.finish() } catch { return .failure(error.description) }
        return nil
    }

    func reset() throws -> ImplementationAnswer? {
        try answer { () throws(DialogFailure) in try program.reset(isCancelled: isCancelled) }
    }

    func answer(to input: StatechartInput) throws -> ImplementationAnswer {
        let found = try answer { () throws(DialogFailure) in
            try program.answer(to: "\(input)", isCancelled: isCancelled)
        }
        return found ?? .failure("there is no answer")
    }

    private func answer(
        _ ask: () throws(DialogFailure) -> String?
    ) throws(ToolError) -> ImplementationAnswer? {
        do throws(DialogFailure) {
            return try ask().map { .output(TestedProgram.output(in: $0)) }
        } catch {
            switch error {
            case .ended, .silent, .longLine, .unasked: return .failure(error.description)
            case .start, .cancelled: throw ToolError(error.description.shown)
            }
        }
    }
}
