public import Automata
public import AutomataFormats
public import Machines

/// A text format of Mealy and Moore machines.
public enum MachineFormat: String, Sendable, Hashable, CaseIterable {
    /// Graphviz DOT with labels `input/output`, as AutomataLib, LearnLib and AALpy write it, or
    /// with states `name|output` or `name / output` for Moore machines.
    case dot
    /// The library's own JSON, which keeps everything.
    case json
    /// KISS2, the text of logic synthesis, for Mealy machines over bits.
    case kiss2
}

/// The machine that a reader made of a text.
public struct MachineReadResult: Sendable {
    /// The machine.
    public var machine: Machine
    /// Notes about changes and guesses of the reader, one sentence each.
    public var notes: [String]

    /// Creates the result of reading from a machine and notes.
    public init(machine: Machine, notes: [String] = []) {
        (self.machine, self.notes) = (machine, notes)
    }
}

extension MachineFormat {
    /// Reads a machine from a text.
    ///
    /// A text that holds an acceptor, a modal transition system or a system with probabilities is
    /// refused by name.
    ///
    /// - Complexity: O(length of the text + *n* *k*); KISS2 lists each input that a dash stands for.
    /// - Throws: `FormatError` with the place of the error, or if the budget stops the work.
    public func read(
        _ text: UnsafeRawBufferPointer, options: ReadOptions = ReadOptions()
    ) throws(FormatError) -> MachineReadResult {
        let source = MachineText(bytes: text, options: options)
        try source.check()
        switch self {
        case .dot:
            var reader = try DOTMachineReader(source)
            return try reader.read()
        case .json: return try JSONMachineReader.read(source)
        case .kiss2: return try KISS2Reader.read(source)
        }
    }

    /// Returns a machine as text.
    ///
    /// - Complexity: O(length of the result).
    /// - Throws: `FormatError` if the format can't represent the machine, or the budget's bytes
    ///   don't suffice.
    public func write(_ machine: Machine, budget: Budget = .unlimited) throws(FormatError) -> WriteResult {
        let result: WriteResult
        switch self {
        case .dot: result = WriteResult(bytes: try DOTMachineWriter.text(of: machine))
        case .json: result = WriteResult(bytes: JSONMachineWriter.text(of: machine))
        case .kiss2: result = try KISS2Writer.write(machine)
        }
        do throws(AutomataError) { try budget.check(statesBuilt: 0, bytes: result.bytes.count) } catch {
            throw FormatError(limit: error)
        }
        return result
    }

    /// The extensions of file names, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .dot: ["dot", "gv"]
        case .json: ["json"]
        case .kiss2: ["kiss2", "kiss"]
        }
    }

    /// Returns the format that a file's name suggests, or else the format that its content
    /// suggests; `nil` if neither suggests a format.
    public static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> MachineFormat? {
        if let name = fileName?.lowercased() {
            for format in allCases {
                for fileExtension in format.fileExtensions where name.hasSuffix("." + fileExtension) { return format }
            }
        }
        guard let content else { return nil }
        switch Format.recognize(fileName: nil, content: content) {
        case .dot?: return .dot
        case .json?: return .json
        default: return KISS2Reader.recognizes(content) ? .kiss2 : nil
        }
    }
}
