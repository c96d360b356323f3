package import ArgumentParser
import Automata
import Learning
import MachineFormats
import Machines
import ToolSupport

package struct LearnCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Learn a Mealy machine from a program that answers inputs by outputs.",
        usage: "automata learn <command> --inputs <names> [<options>]",
        discussion: """
            The command is one program with its arguments, run by the shell. It gets a word of inputs on each line, with spaces between them, and must answer each line by a line \
            with as many outputs; each line begins in the initial state. A program that hangs, ends, or answers a word in two ways \
            is an error that shows the word.

            With --stepwise it gets one input on each line, as from statechart test, and the line that answers it is the \
            output; an empty line is the output -. It is started anew before each word, or reset by the line of --reset.

            The result is right if the program has at most --extra-states more states than it. With --random, hypotheses are \
            tested by random words instead. A note tells how many words were asked.

            Example:
              automata learn ./lamp --inputs push,pull -o lamp.dot
              automata learn 'python3 server.py' --inputs open,send --random 10000
              automata learn ./vending --inputs coin,push --stepwise
            """)

    @Argument(help: ArgumentHelp("The command of the program.", valueName: "command"))
    var command: String

    @Option(help: ArgumentHelp("The inputs, separated by commas.", valueName: "names"))
    var inputs: String

    @Option(
        help: ArgumentHelp("How many states more than the learned machine the program may have.", valueName: "count"),
        transform: number(from: 0, to: 1000))
    var extraStates = 1

    @Option(
        help: ArgumentHelp("Test hypotheses by this number of random words.", valueName: "count"),
        transform: number(from: 1, to: 1_000_000_000))
    var random: Int?

    @Option(
        help: ArgumentHelp("The greatest length of random words.", valueName: "length"),
        transform: number(from: 1, to: 1_000_000))
    var maxLength = 50

    @Option(help: ArgumentHelp("The seed of random words.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Send one input on each line.")
    var stepwise = false

    @OptionGroup(title: "Program") var program: ProgramOptions
    @OptionGroup var output: TextOutputOptions<MachineFormat>
    @OptionGroup(title: "Limits") var limits: LimitOptions

    package init() {}

    private var names: [String] { inputs.split(separator: "," as Character).map(String.init) }

    package func validate() throws {
        let names = names
        if program.reset != nil, !stepwise { throw ValidationError("--reset needs --stepwise.") }
        // A program sees words as lines with spaces between the names.
        guard !names.isEmpty, !names.contains(where: { $0.contains(where: \.isWhitespace) }) else {
            throw ValidationError("--inputs needs names without spaces, tabs and newlines, separated by commas.")
        }
        var found: Set<String> = []
        for name in names where !found.insert(name).inserted {
            throw ValidationError("--inputs lists \(name.quoted) twice; remove one of them.")
        }
    }

    package func run() throws {
        let format = try output.format() ?? .dot
        let names = names
        let plan = try output.plan(for: InputFile(path: "-"), as: format)
        let command = self
        try plan.run(limits) { item, context throws(ToolError) in
            // A format that can't hold the inputs is refused before they are asked.
            let empty = try context.checked { () throws(AutomataError) in
                var builder = try MealyMachine.Builder(inputs: names)
                try builder.addState()
                return try builder.build()
            }
            _ = try context.text(of: .mealy(empty), in: format)
            let learned = try command.learned(names, context)
            context.note(
                "\(grouped(learned.queryCount)) \(learned.queryCount == 1 ? "word was" : "words were") asked to learn, "
                    + "and \(grouped(learned.testCount)) to test \(grouped(learned.hypothesisCount)) "
                    + (learned.hypothesisCount == 1 ? "hypothesis" : "hypotheses"))
            try context.write(.mealy(learned.model), in: format, to: item.destination)
        }
    }

    private func learned(_ names: [String], _ context: WorkContext) throws(ToolError) -> Learned<MealyMachine> {
        let shell = ["/bin/sh", "-c", "exec " + command]
        let isCancelled = { context.isCancelled }
        let tested = TestedProgram(shell, program)
        let test: EquivalenceTest =
            random.map { .random(count: $0, maximumLength: maxLength, seed: seed) }
            ?? .suite(.wp, extraStates: extraStates)
        do throws(LearningError) {
            return try MealyMachine.learned(inputs: names, testing: test, budget: context.budget) { word in
                guard stepwise else {
                    if !tested.isRunning { _ = try tested.reset(isCancelled: isCancelled) }
                    let answer = try tested.answer(to: word.joined(separator: " "), isCancelled: isCancelled)
                    return answer.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
                }
                _ = try tested.reset(isCancelled: isCancelled)
                return try word.map { TestedProgram.output(in: try tested.answer(to: $0, isCancelled: isCancelled)) }
            }
        } catch {
            if context.isCancelled { throw .timeout(limits) }
            if case .automata(let error) = error { throw ToolError(error, at: nil, limits: limits) }
            throw ToolError(error.description.shown)
        }
    }
}
