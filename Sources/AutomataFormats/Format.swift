public import Automata

/// A text format of automata.
public enum Format: String, Sendable, Hashable, CaseIterable {
    /// The `.mata` text of the Mata library.
    case mata
    /// JFLAP's XML, `.jff`.
    case jflap
    /// The tab-separated text of AT&T's FSM tools, `.att`, which OpenFst and foma read, too.
    case att
    /// The library's own JSON, which keeps everything except positions.
    case json
    /// Graphviz DOT.
    case dot
    /// The text of RABIT and Reduce, `.ba`.
    case ba

    /// A Boolean value that indicates whether texts in the format can have ε-moves.
    private var hasEpsilonMoves: Bool {
        switch self {
        case .mata, .ba: false
        case .jflap, .att, .json, .dot: true
        }
    }
}

/// The options for reading a file.
public struct ReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// A Boolean value that indicates whether symbols are decimal numbers 0…255 that stand for byte
    /// values.
    public var symbolsAreBytes: Bool
    /// The contents of the AT&T symbol table that names the file's symbols; `nil` if there is none.
    public var symbolTable: [UInt8]?
    /// The limits of states and bytes for reading; the bytes of the text itself don't count.
    ///
    /// They are checked at the start, every few megabytes of text, and while formulas and groups of
    /// edges are expanded. If several texts are read together, the automata that are already read
    /// count, too.
    public var budget: Budget

    /// Creates the options; by default symbols are names, even if they look like byte values.
    public init(
        inputName: String? = nil, symbolsAreBytes: Bool = false, symbolTable: [UInt8]? = nil,
        budget: Budget = .default
    ) {
        self.inputName = inputName
        self.symbolsAreBytes = symbolsAreBytes
        self.symbolTable = symbolTable
        self.budget = budget
    }
}

/// The text that a writer made of an automaton.
public struct WriteResult: Sendable {
    /// The file's contents.
    public var bytes: [UInt8]
    /// Notes about the changes that the writer had to make to the structure, one sentence each; the
    /// language is always kept.
    public var notes: [String]

    /// Creates a result from the file's contents and the notes.
    public init(bytes: [UInt8], notes: [String] = []) {
        self.bytes = bytes
        self.notes = notes
    }
}

extension WriteResult {
    /// Adds a note if bytes are written as numbers, because a reader takes numbers for names unless
    /// its options say otherwise.
    fileprivate func notingBytes(of automaton: Automaton) -> WriteResult {
        guard automaton.alphabet.kind == .bytes else { return self }
        var text = self
        text.notes.append("bytes are written as decimal numbers; when reading the text, choose bytes as symbols")
        return text
    }
}

/// The automaton that a reader made of a text.
public struct ReadResult: Sendable {
    /// The automaton.
    public var automaton: Automaton
    /// Notes about changes and guesses of the reader, one sentence each.
    public var notes: [String]

    /// Creates the result of reading from an automaton and notes.
    public init(automaton: Automaton, notes: [String] = []) {
        self.automaton = automaton
        self.notes = notes
    }
}

extension Format {
    /// Reads an automaton from a text, in the most specific model; a JSON text names its model.
    ///
    /// - Throws: ``FormatError`` with the place of the syntax error.
    public func read(
        _ text: UnsafeRawBufferPointer, options: ReadOptions = ReadOptions()
    ) throws(FormatError) -> Automaton {
        try readWithNotes(text, options: options).automaton
    }

    /// Reads an automaton from a text, with notes about changes and guesses of the reader.
    public func readWithNotes(
        _ text: UnsafeRawBufferPointer, options: ReadOptions = ReadOptions()
    ) throws(FormatError) -> ReadResult {
        try readWithNotes(text, options: options, reserving: OtherTexts())
    }

    /// Reads an automaton from a text, with notes. Other texts that were read before count against
    /// the budget.
    func readWithNotes(
        _ text: UnsafeRawBufferPointer, options: ReadOptions, reserving others: OtherTexts
    ) throws(FormatError) -> ReadResult {
        guard let start = text.baseAddress else {
            return try withUnsafeBytes(of: UInt8(0)) { (byte) throws(FormatError) in
                try readWithNotes(
                    UnsafeRawBufferPointer(start: byte.baseAddress, count: 0), options: options, reserving: others)
            }
        }
        var input = TextInput(
            start: start.assumingMemoryBound(to: UInt8.self), count: text.count, name: options.inputName,
            budget: options.budget)
        input.others = others
        try input.check()
        let result: ReadResult =
            switch self {
            case .mata: ReadResult(automaton: try Mata.read(input, options: options))
            case .att: ReadResult(automaton: try ATT.read(input, options: options))
            case .json: ReadResult(automaton: try AutomatonJSONReader.read(input, options: options))
            case .jflap: try JFLAPReader.read(input, options: options)
            case .dot: try DOTReader.read(input, options: options)
            case .ba: ReadResult(automaton: try BA.read(input, options: options))
            }
        try input.check(result.automaton)
        return result
    }

    /// Removes the ε-moves of an automaton if the format has none.
    ///
    /// The result accepts the same words, and has accessible states only. The automaton is returned
    /// unchanged if it has no ε-moves or the format supports them.
    ///
    /// - Parameters:
    ///   - automaton: The automaton.
    ///   - budget: The bound on states and memory.
    /// - Returns: The automaton, and a note about the removed ε-moves, or `nil` if none were
    ///   removed.
    /// - Complexity: O(1) if nothing is removed, otherwise that of `removingEpsilonMoves(budget:)`.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func removingUnsupportedEpsilonMoves(
        from automaton: Automaton, budget: Budget = .default
    ) throws(AutomataError) -> (automaton: Automaton, note: String?) {
        let count = automaton.model == .epsilonNFA ? automaton.asEpsilonNFA.epsilonMoveCount : 0
        guard count > 0, !hasEpsilonMoves else { return (automaton, nil) }
        let plain = try automaton.asEpsilonNFA.removingEpsilonMoves(budget: budget)
        let moves = count == 1 ? "1 ε-move was" : "\(count) ε-moves were"
        return (Automaton(mostSpecific: plain), "\(moves) removed, as .\(fileExtensions[0]) has none")
    }

    /// Returns the automaton as text.
    ///
    /// - Parameters:
    ///   - automaton: the automaton.
    ///   - budget: the limit of the text's bytes, and the cancellation check, which is called once
    ///     per megabyte of text. The limit of states isn't used.
    /// - Throws: ``FormatError`` if the format can't represent the automaton's language, or the
    ///   budget stops the work.
    public func write(_ automaton: Automaton, budget: Budget = .unlimited) throws(FormatError) -> WriteResult {
        let plain = automaton.asEpsilonNFA
        do throws(AutomataError) {
            try budget.checkFreeMemory(bytes: 2 * automaton.byteCount)
            try checkNames(of: plain, budget)
        } catch {
            throw FormatError(limit: error)
        }
        let text: WriteResult =
            switch self {
            case .mata: try MataWriter.write(plain, budget).notingBytes(of: automaton)
            case .att: try ATTWriter.write(plain, budget).notingBytes(of: automaton)
            case .json: try AutomatonJSONWriter.write(plain, as: automaton, budget)
            case .jflap: try JFLAPWriter.write(plain, budget).notingBytes(of: automaton)
            case .dot: try DOTWriter.write(plain, budget)
            case .ba: try BAWriter.write(plain, budget).notingBytes(of: automaton)
            }
        guard text.bytes.count <= budget.maximumBytes else {
            throw FormatError(limit: .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit))
        }
        return text
    }
}
