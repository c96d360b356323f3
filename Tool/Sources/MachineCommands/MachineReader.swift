import ArgumentParser
import Automata
import AutomataFiles
import AutomataFormats
import MachineFormats
import Machines
import TextSupport
import ToolSupport

/// The options for reading machines.
struct MachineInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format: \(NamedCase<MachineFormat>.list); by default determined by the extension, then by the content.",
            valueName: "format"))
    var from: NamedCase<MachineFormat>?

    func reader(_ limits: LimitOptions) -> MachineReader { MachineReader(format: from?.value, limits: limits) }
}

/// Reads machines in any format.
struct MachineReader: Sendable {
    /// The format, if the user named it.
    var format: MachineFormat?
    var limits: LimitOptions

    /// A machine that was read from a file, with its format.
    struct Reading: Sendable {
        var machine: Machine
        var format: MachineFormat
    }

    /// Reads the machine of a file, and prints notes about guesses.
    func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Reading {
        let reading = try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            let name = file.isStandardInput ? nil : file.path
            guard let format = format ?? MachineFormat.recognize(fileName: name, content: text) else {
                throw .unknownFormat(of: file, text, choices: MachineFormat.allCases.map(\.rawValue))
            }
            // The states of the input don't count toward the limit on states.
            let budget = Budget(
                maximumStates: .max, maximumBytes: context.budget.maximumBytes, isCancelled: context.budget.isCancelled)
            do throws(FormatError) {
                let result = try format.read(text, options: ReadOptions(inputName: file.name, budget: budget))
                for note in result.notes { context.note(note, at: file.name) }
                return Reading(machine: result.machine, format: format)
            } catch {
                throw ToolError(error, at: file.name, limits: limits)
            }
        }
        context.report("working")
        return reading
    }
}

extension MachineFormat: TextFormat {
    package static var contentName: String { "machines" }
    package static var endings: String { ".dot, .json or .kiss2" }

    package init?(path: String) {
        guard let format = Self.recognize(fileName: path, content: nil) else { return nil }
        self = format
    }
}

extension WorkContext {
    /// Writes a machine, and prints notes about changes.
    func write(_ machine: Machine, in format: MachineFormat, to destination: Destination) throws(ToolError) {
        report("writing")
        let text = try text(of: machine, in: format)
        note(text.notes)
        try write(text.bytes, to: destination)
    }

    func text(of machine: Machine, in format: MachineFormat) throws(ToolError) -> WriteResult {
        do throws(FormatError) { return try format.write(machine, budget: budget) } catch {
            throw error.limit.map { ToolError($0, at: nil, limits: limits) } ?? ToolError(error.sentence)
        }
    }
}

extension Machine {
    /// The word for the kind of machine.
    var kindName: String {
        switch self {
        case .mealy: "Mealy"
        case .moore: "Moore"
        }
    }

    var transitionCount: Int {
        switch self {
        case .mealy(let machine): machine.transitionCount
        case .moore(let machine): machine.transitionCount
        }
    }

    var isComplete: Bool { transitionCount == stateCount * inputs.count }
}
