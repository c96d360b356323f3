package import ArgumentParser
import ToolSupport

/// The group of commands for Mealy and Moore machines.
package struct MachineCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "machine",
        abstract: "Describe, run, minimize, compare, convert, draw and test Mealy and Moore machines.",
        usage: "automata machine <command> <file> [<options>]",
        discussion: """
            Machines give outputs for inputs. They are read and written as Graphviz .dot with labels input/output, as \
            AutomataLib, LearnLib and AALpy write it, as the tool's .json, and as .kiss2 of logic synthesis. Moore \
            machines, whose states have the outputs, are read and written as .dot and .json. Machines are \
            deterministic, and may be partial; there are no ε-transitions and no weights. A file named - is standard input.

            Example:
              automata machine info toggle.dot
              automata machine run toggle.dot push push
              automata machine equivalent toggle.dot learned.dot
              automata machine minimize toggle.dot -o minimal.dot
              automata machine tests toggle.dot --extra-states 1
            """,
        subcommands: [
            MachineInfo.self, MachineRunCommand.self, MachineMinimize.self, MachineEquivalent.self,
            MachineConvert.self, MachineTraces.self, MachineDraw.self, MachineTests.self,
        ])

    package init() {}

    package func run() throws { throw ValidationError("Name a command; automata machine --help lists them.") }
}

/// The machine of a command.
struct MachineSource: ParsableArguments {
    @Argument(help: ArgumentHelp("The machine; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Input") var input: MachineInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    /// Reads the machine, does the work, and returns the result.
    @discardableResult
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (MachineReader.Reading, WorkContext) throws(ToolError) -> Value
    ) throws -> Value {
        let (reader, file) = (input.reader(limits), InputFile(path: file))
        return try limits.run(on: file.name) { context throws(ToolError) in
            try work(try reader.read(file, context), context)
        }
    }

    /// Reads the machine, and writes what a function makes of it.
    func write(
        _ plan: OutputPlan,
        _ work: @escaping @Sendable (MachineReader.Reading, Destination, WorkContext) throws(ToolError) -> Void
    ) throws {
        let (reader, file) = (input.reader(limits), InputFile(path: file))
        try plan.run(limits) { item, context throws(ToolError) in
            try work(try reader.read(file, context), item.destination, context)
        }
    }
}
