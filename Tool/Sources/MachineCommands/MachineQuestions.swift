import ArgumentParser
import Automata
import AutomataFiles
import Machines
import TextSupport
import ToolSupport

struct MachineEquivalent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "equivalent",
        abstract: "Test whether two machines give the same outputs.",
        usage: "automata machine equivalent <first> <second> [<options>]",
        discussion: """
            If not, a shortest word of inputs is shown for which the outputs differ, or that only one machine can read. With --json \
            the keys are answer, word, first and second (the outputs of each). Two Moore machines are compared with their \
            outputs before the first input; otherwise both are compared as Mealy machines.

            Exit codes: 0 yes, 1 no, 2 an error.

            Example:
              automata machine equivalent specification.dot learned.dot
            """)

    @Argument(help: ArgumentHelp("The first machine; - is standard input.", valueName: "first"), completion: .file())
    var first: String

    @Argument(help: ArgumentHelp("The second machine; - is standard input.", valueName: "second"), completion: .file())
    var second: String

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup(title: "Input") var input: MachineInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws { try ValidationError.check(standardInputs: [first, second]) }

    func run() throws {
        let (command, reader) = (self, input.reader(limits))
        let files = [first, second].map { InputFile(path: $0) }
        let isYes = try limits.run(on: files.map(\.name).joined(separator: ", ")) { context throws(ToolError) in
            let one = try reader.read(files[0], context).machine
            let other = try reader.read(files[1], context).machine
            let difference = try context.checked { () throws(AutomataError) in
                try one.shortestDifference(from: other, budget: context.budget)
            }
            context.write(command.json ? command.object(difference).line : command.text(difference))
            return difference == nil
        }
        if !isYes { throw ExitCode(1) }
    }

    private func object(_ difference: MachineDifference?) -> JSONObject {
        guard let difference else { return ["answer": true] }
        return [
            "answer": false, "word": difference.word, "first": difference.firstOutputs,
            "second": difference.secondOutputs,
        ]
    }

    private func text(_ difference: MachineDifference?) -> String {
        guard let difference else { return "equivalent: \(first.shown) and \(second.shown) give the same outputs\n" }
        func words(_ words: [String]) -> String {
            words.isEmpty ? "nothing" : words.map(\.shown).joined(separator: " ")
        }
        return "not equivalent: for \(difference.word.isEmpty ? "no input" : words(difference.word)), "
            + "\(first.shown) outputs \(words(difference.firstOutputs)) and \(second.shown) outputs "
            + "\(words(difference.secondOutputs))\n"
    }
}

struct MachineTests: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tests",
        abstract: "Print words of inputs that find every fault of an implementation.",
        usage: "automata machine tests <file> [<options>]",
        discussion: """
            An implementation that has at most --extra-states more states than the smallest equivalent Mealy machine gives the right \
            outputs for all words if and only if it is equivalent. It is reset before each word. Each line has the inputs, a tab, \
            and the expected outputs, of a Moore machine from the one before the first input; if the last input must be refused, \
            its output is missing. With --json each line is an object with the keys inputs and outputs.

            Example:
              automata machine tests toggle.dot
              automata machine tests toggle.dot --method w --extra-states 2 --json
            """)

    @OptionGroup var source: MachineSource

    @Option(help: ArgumentHelp("The method: \(NamedCase<TestMethod>.list).", valueName: "name"))
    var method = NamedCase(TestMethod.wp)

    @Option(
        help: ArgumentHelp(
            "How many states more than the minimal machine the implementation may have.", valueName: "count"),
        transform: number(from: 0, to: 1000))
    var extraStates = 0

    @Flag(help: "Print a JSON object for each word.")
    var json = false

    func run() throws {
        let command = self
        try source.run { reading, context throws(ToolError) in
            let machine = reading.machine.asMealy
            var suite = try context.checked { () throws(AutomataError) in
                try machine.testSuite(
                    command.method.value, extraStates: command.extraStates, budget: context.budget)
            }
            var first: [String] = []
            if case .moore(let moore) = reading.machine {
                first = [moore.initialOutput]
                if suite.isEmpty { suite = [[]] }
            }
            for word in suite {
                try context.checkTime()
                let inputs = word.map { machine.inputs.name(of: $0) }
                let outputs = first + machine.run(on: word).outputs.map { machine.outputs.name(of: $0) }
                context.write(
                    command.json
                        ? (["inputs": inputs, "outputs": outputs] as JSONObject).line
                        : "\(inputs.map(\.shown).joined(separator: " "))\t"
                            + "\(outputs.map(\.shown).joined(separator: " "))\n")
            }
        }
    }
}
