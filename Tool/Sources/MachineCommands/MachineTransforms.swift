import ArgumentParser
import Automata
import AutomataFiles
import AutomataFormats
import MachineFormats
import Machines
import ToolSupport

struct MachineMinimize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "minimize",
        abstract: "Write the smallest machine with the same behavior.",
        usage: "automata machine minimize <file> [<options>]",
        discussion: """
            The machine stays a Mealy or a Moore machine, and a partial one stays partial. States are numbered \
            breadth-first from the initial one.

            Example:
              automata machine minimize learned.dot -o minimal.dot
            """)

    @OptionGroup var source: MachineSource
    @OptionGroup var output: TextOutputOptions<MachineFormat>

    func run() throws {
        let format = try output.format()
        let plan = try output.plan(for: InputFile(path: source.file), as: format)
        try source.write(plan) { reading, destination, context throws(ToolError) in
            let minimal = try context.checked { () throws(AutomataError) in
                try reading.machine.minimized(budget: context.budget)
            }
            try context.write(minimal, in: format ?? reading.format, to: destination)
        }
    }
}

struct MachineConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a machine in another format, or as a machine of the other kind.",
        usage: "automata machine convert <file> [<options>]",
        discussion: """
            --kind mealy moves the outputs of states to the transitions that lead to them; the output before the first \
            input is lost. --kind moore splits states by the output with which they are entered, and needs \
            --initial-output. --complete gives an output to every undefined input, which is then ignored.

            Example:
              automata machine convert controller.kiss2 -o controller.dot
              automata machine convert toggle.dot --kind moore --initial-output off
              automata machine convert partial.dot --complete error -o complete.dot
            """)

    @OptionGroup var source: MachineSource
    @OptionGroup var output: TextOutputOptions<MachineFormat>

    @Option(help: ArgumentHelp("The kind to write: \(NamedCase<Kind>.list).", valueName: "kind"))
    var kind: NamedCase<Kind>?

    @Option(help: ArgumentHelp("The output of a Moore machine before the first input.", valueName: "name"))
    var initialOutput: String?

    @Option(help: ArgumentHelp("The output for undefined inputs, of a Mealy machine.", valueName: "name"))
    var complete: String?

    enum Kind: String, CaseIterable, Sendable { case mealy, moore }

    func validate() throws {
        if initialOutput != nil, kind?.value != .moore { throw ValidationError("--initial-output needs --kind moore.") }
    }

    func run() throws {
        let format = try output.format()
        let plan = try output.plan(for: InputFile(path: source.file), as: format)
        let command = self
        try source.write(plan) { reading, destination, context throws(ToolError) in
            let machine = try command.converted(reading.machine, context)
            try context.write(machine, in: format ?? reading.format, to: destination)
        }
    }

    private func converted(_ machine: Machine, _ context: WorkContext) throws(ToolError) -> Machine {
        var machine = machine
        if kind?.value == .mealy, case .moore(let moore) = machine {
            context.note("the output before the first input, \(moore.initialOutput.quoted), is lost")
            machine = .mealy(MealyMachine(moore))
        }
        if let complete {
            guard case .mealy(let mealy) = machine else {
                throw ToolError("--complete needs a Mealy machine; convert with --kind mealy")
            }
            machine = .mealy(try context.checked { () throws(AutomataError) in try mealy.completed(output: complete) })
        }
        switch (kind?.value, machine) {
        case (.moore?, .mealy(let mealy)):
            guard let initialOutput else {
                throw ToolError("a Moore machine outputs before the first input; name the output with --initial-output")
            }
            return .moore(
                try context.checked { () throws(AutomataError) in
                    try MooreMachine(mealy, initialOutput: initialOutput, budget: context.budget)
                })
        default: return machine
        }
    }
}

struct MachineTraces: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traces",
        abstract: "Write the automaton of a machine's words of input/output pairs, for all other commands.",
        usage: "automata machine traces <file> [<options>]",
        discussion: """
            Each symbol is a pair such as push/click, and every state is final. --inputs writes the automaton of the \
            words of inputs that the machine can read.

            Example:
              automata machine traces toggle.dot -o traces.mata
              automata machine traces toggle.dot | automata shortest -
            """)

    @OptionGroup var source: MachineSource
    @OptionGroup var output: TextOutputOptions<TraceFormat>

    @Flag(help: "Write only the inputs.")
    var inputs = false

    func run() throws {
        let format = try output.format() ?? .mata
        let plan = try output.plan(for: InputFile(path: source.file), as: format)
        let command = self
        try source.write(plan) { reading, destination, context throws(ToolError) in
            let mealy = reading.machine.asMealy
            let automaton = try context.checked { () throws(AutomataError) in
                command.inputs ? mealy.inputLanguage : try mealy.traceLanguage()
            }
            try context.write(.dfa(automaton), in: .text(format.format), to: destination)
        }
    }
}

/// A format of automata that accept words.
enum TraceFormat: String, TextFormat {
    case mata, jff, att, json, dot, ba

    static let contentName = "automata"
    static let endings = ".mata, .jff, .att, .json, .dot or .ba"
    static let usual = "mata"

    init?(path: String) {
        guard let format = Format.recognize(fileName: path, content: nil) else { return nil }
        self.init(rawValue: format.fileExtensions[0])
    }

    var format: Format { Format(named: rawValue) ?? .mata }
}

struct MachineDraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw a machine: SVG, TikZ for LaTeX, PDF or PNG.",
        usage: "automata machine draw <file> [<options>]",
        discussion: """
            Arrows have labels input/output; the states of a Moore machine have their output below a name, as in name/output. PDF \
            and PNG are made by rsvg-convert of librsvg, or else drawn by Graphviz.

            Example:
              automata machine draw toggle.dot -o toggle.svg
            """)

    @OptionGroup var source: MachineSource
    @OptionGroup var output: TextOutputOptions<MachinePicture>

    func run() throws {
        let format = try output.format() ?? .svg
        let plan = try output.plan(for: InputFile(path: source.file), as: format)
        try source.write(plan) { reading, destination, context throws(ToolError) in
            let automaton = try context.checked { () throws(AutomataError) in try reading.machine.drawn() }
            try context.write(automaton, in: .picture(format.picture), to: destination)
        }
    }
}

/// A format of pictures of machines.
enum MachinePicture: String, TextFormat {
    case svg, tex, pdf, png

    static let contentName = "pictures of machines"
    static let endings = ".svg, .tex, .pdf or .png"
    static let usual = "svg"
    var needsViewer: Bool { self != .tex }

    init?(path: String) { self.init(rawValue: Path.fileExtension(path)) }

    var picture: OutputFormat.Picture { OutputFormat.Picture(rawValue: rawValue) ?? .svg }
}

extension Machine {
    /// Returns the automaton whose picture is the machine's: no state is final, and the labels have
    /// the outputs.
    fileprivate func drawn() throws(AutomataError) -> Automaton {
        switch self {
        case .mealy(let machine):
            let traces = try machine.traceLanguage()
            var builder = NFA.Builder(alphabet: traces.alphabet)
            for state in machine.states { _ = try builder.state(named: machine.name(of: state)) }
            builder.insertInitial(machine.initialState)
            for transition in traces.transitions {
                try builder.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
            }
            return .nfa(try builder.build())
        case .moore(let machine):
            var builder = NFA.Builder(alphabet: machine.inputs)
            for state in machine.states {
                let output = machine.outputs.name(of: machine.stateOutputs[Int(state)])
                _ = try builder.state(named: "\(machine.name(of: state))/\(output)")
            }
            builder.insertInitial(machine.initialState)
            for state in machine.states {
                for input in machine.inputs.symbols {
                    guard let target = machine.target(from: state, on: input) else { continue }
                    try builder.addTransition(from: state, on: input, to: target)
                }
            }
            return .nfa(try builder.build())
        }
    }
}
