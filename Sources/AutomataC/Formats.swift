// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
internal import AutomataFiles
internal import AutomataFormats
public import CAutomata

extension automata_read_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

extension automata_write_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

extension Format {
    /// Creates the format from C's number; `nil` for AUTOMATA_FORMAT_GUESS and invalid numbers.
    init?(_ format: automata_format) {
        switch format {
        case AUTOMATA_FORMAT_MATA: self = .mata
        case AUTOMATA_FORMAT_JFLAP: self = .jflap
        case AUTOMATA_FORMAT_ATT: self = .att
        case AUTOMATA_FORMAT_JSON: self = .json
        case AUTOMATA_FORMAT_DOT: self = .dot
        case AUTOMATA_FORMAT_BA: self = .ba
        default: return nil
        }
    }

    /// Creates the given format or, for AUTOMATA_FORMAT_GUESS, the one that the name or the content
    /// suggests.
    init(
        _ format: automata_format, fileName: String?, content: UnsafeRawBufferPointer?
    ) throws(CallError) {
        try Self.check(format)
        if let format = Format(format) {
            self = format
            return
        }
        guard let recognized = Format.recognize(fileName: fileName, content: content) else {
            let place = fileName.map { "\(RawText.readable($0).printable): " } ?? ""
            let sources = content == nil ? "the name" : "the name or the content"
            throw .unknownFormat(
                "\(place)can't detect the format from \(sources); "
                    + "pass a format constant, such as AUTOMATA_FORMAT_MATA, instead of AUTOMATA_FORMAT_GUESS")
        }
        self = recognized
    }

    /// Returns the given format, which can't be AUTOMATA_FORMAT_GUESS.
    fileprivate static func writable(_ format: automata_format) throws(CallError) -> Format {
        guard let format = Format(format) else {
            throw .invalidArgument("invalid 'format'; expected a constant other than AUTOMATA_FORMAT_GUESS")
        }
        return format
    }

    fileprivate static func check(_ format: automata_format) throws(CallError) {
        guard format == AUTOMATA_FORMAT_GUESS || Format(format) != nil else {
            throw .invalidArgument("invalid 'format'; expected a constant of automata_format")
        }
    }

    fileprivate var forC: automata_format {
        switch self {
        case .mata: AUTOMATA_FORMAT_MATA
        case .jflap: AUTOMATA_FORMAT_JFLAP
        case .att: AUTOMATA_FORMAT_ATT
        case .json: AUTOMATA_FORMAT_JSON
        case .dot: AUTOMATA_FORMAT_DOT
        case .ba: AUTOMATA_FORMAT_BA
        }
    }
}

@c @implementation
public func automata_format_name(_ format: automata_format) -> UnsafePointer<CChar>? {
    switch Format(format) {
    case nil: nil
    case .mata: StaticText("mata").pointer
    case .jflap: StaticText("jflap").pointer
    case .att: StaticText("att").pointer
    case .json: StaticText("json").pointer
    case .dot: StaticText("dot").pointer
    case .ba: StaticText("ba").pointer
    }
}

@c @implementation
public func automata_format_extension(_ format: automata_format) -> UnsafePointer<CChar>? {
    switch Format(format) {
    case nil: nil
    case .mata: StaticText("mata").pointer
    case .jflap: StaticText("jff").pointer
    case .att: StaticText("att").pointer
    case .json: StaticText("json").pointer
    case .dot: StaticText("dot").pointer
    case .ba: StaticText("ba").pointer
    }
}

@c @implementation
public func automata_format_from_name(_ name: UnsafePointer<CChar>?) -> automata_format {
    name.flatMap { Format(named: String(cString: $0)) }?.forC ?? AUTOMATA_FORMAT_GUESS
}

@c @implementation
public func automata_format_recognize(
    _ fileName: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?, _ length: Int
) -> automata_format {
    let content = try? Argument.text(text, text == nil ? 0 : length, "text")
    return Format.recognize(
        fileName: fileName.map { String(cString: $0) }, content: content.map { UnsafeRawBufferPointer($0) })?.forC
        ?? AUTOMATA_FORMAT_GUESS
}

/// Passes each note to C on its own.
func report(_ notes: [String], _ note: automata_note?, _ context: UnsafeMutableRawPointer?) {
    guard let note else { return }
    for text in notes { note(text, context) }
}

extension automata_read_options {
    /// Reads an automaton, and passes on the notes of the reader.
    fileprivate func read(
        _ text: UnsafeRawBufferPointer, as format: automata_format, fileName: String?, _ budget: Budget
    ) throws(CallError) -> Automaton {
        let text = try textToRead(text, as: format, fileName: fileName, budget)
        let result: ReadResult
        do { result = try text.format.readWithNotes(text.text, options: text.options) } catch { throw .reading(error) }
        report(result.notes, note, context)
        return result.automaton
    }

    /// Returns a text with its format and options for the reader.
    fileprivate func textToRead(
        _ text: UnsafeRawBufferPointer, as format: automata_format, fileName: String?, _ budget: Budget
    ) throws(CallError) -> TextToRead {
        let inputName = input_name.map { String(cString: $0) }
        let format = try Format(format, fileName: fileName ?? inputName, content: text)
        var options = ReadOptions(
            inputName: inputName ?? fileName.map(RawText.readable) ?? "-", symbolsAreBytes: symbols_are_bytes,
            budget: budget)
        let table = try Argument.text(symbol_table, symbol_table_length, "symbol_table")
        if symbol_table != nil { options.symbolTable = Array(table) }
        return TextToRead(text, format: format, options: options)
    }
}

extension automata_write_options {
    /// Returns the automaton as text, and passes on the notes of the writer.
    fileprivate func write(_ automaton: Automaton, as format: Format) throws(CallError) -> [UInt8] {
        var budget = try Budget(budget)
        // The text is in memory twice for a moment, and escapes may make names longer.
        budget.bound(byBytesOfMachine: AvailableMemory.clampedToFreeMemory(.max) / 4)
        let result: WriteResult
        do { result = try format.write(automaton, budget: budget) } catch { throw .writing(error) }
        report(result.notes, note, context)
        return result.bytes
    }
}

@c @implementation
public func automata_fa_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ format: automata_format,
    _ options: UnsafePointer<automata_read_options>?, _ automaton: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(automaton, error) { () throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        let options = try automata_read_options.given(options)
        MemoryReservation.keepReserve(forText: text.count)
        return AutomatonHandle(try options.read(text, as: format, fileName: nil, Budget(options.budget)))
    }
}

@c @implementation
public func automata_fa_from_texts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?,
    _ formats: UnsafePointer<automata_format>?,
    _ options: UnsafePointer<UnsafePointer<automata_read_options>?>?, _ count: Int,
    _ automata: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    readJointly(count, options, automata, error) { (options) throws(CallError) in
        let pointers = try Argument.array(texts, count, "texts")
        var inputs: [TextToRead] = []
        for index in pointers.indices {
            let text = try Argument.text(pointers[index], lengths?[index] ?? Argument.zeroTerminated, "texts")
            MemoryReservation.keepReserve(forText: text.count)
            inputs.append(
                try options[index].textToRead(
                    UnsafeRawBufferPointer(text), as: formats?[index] ?? AUTOMATA_FORMAT_GUESS, fileName: nil,
                    Budget(options[index].budget)))
        }
        return (inputs, [])
    }
}

@c @implementation
public func automata_fa_from_files(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ formats: UnsafePointer<automata_format>?,
    _ options: UnsafePointer<UnsafePointer<automata_read_options>?>?, _ count: Int,
    _ automata: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    readJointly(count, options, automata, error) { (options) throws(CallError) in
        let pointers = try Argument.array(paths, count, "paths")
        var inputs: [TextToRead] = []
        var files: [HeldFile] = []
        var heldBytes = 0
        for index in pointers.indices {
            let path = try Argument.path(pointers[index])
            let format = formats?[index] ?? AUTOMATA_FORMAT_GUESS
            try Format.check(format)
            let budget = try Budget(options[index].budget)
            let file: HeldFile
            do throws(FileError) { file = try HeldFile(path, budget.less(heldBytes)) } catch { throw .file(error) }
            files.append(file)
            heldBytes += file.bytes.count
            inputs.append(try options[index].textToRead(file.bytes, as: format, fileName: path, budget))
        }
        for index in inputs.indices {
            inputs[index].options.budget = inputs[index].options.budget.less(heldBytes)
        }
        return (inputs, files)
    }
}

extension Budget {
    /// Returns the budget without some bytes that are held.
    fileprivate func less(_ bytes: Int) -> Budget {
        var budget = self
        budget.maximumBytes = max(0, maximumBytes - bytes)
        return budget
    }
}

/// The contents of a file, kept for the lifetime of the object.
private final class HeldFile {
    private let contents: FileContents

    init(_ path: String, _ budget: Budget) throws(FileError) {
        contents = try FileContents.read(path, limit: budget.maximumBytes) { budget.asksToStop() }
    }

    var bytes: UnsafeRawBufferPointer { contents.withBytes { $0 } }
}

/// Reads several texts together. `gather` makes them from the options, which keep their memory
/// alive.
private func readJointly(
    _ count: Int, _ options: UnsafePointer<UnsafePointer<automata_read_options>?>?,
    _ automata: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    gather: ([automata_read_options]) throws(CallError) -> (texts: [TextToRead], files: [HeldFile])
) -> automata_status {
    call(error) { () throws(CallError) in
        let handles = UnsafeMutableBufferPointer(
            mutating: try Argument.array(automata.map { UnsafePointer($0) }, count, "automata"))
        handles.initialize(repeating: nil)
        var cOptions: [automata_read_options] = []
        for index in handles.indices { cOptions.append(try automata_read_options.given(options?[index])) }
        let (texts, files) = try gather(cOptions)
        let results = try withExtendedLifetime(files) { () throws(CallError) -> [ReadResult] in
            do throws(FormatError) { return try Format.read(jointly: texts) } catch { throw .reading(error) }
        }
        for (options, result) in zip(cOptions, results) { report(result.notes, options.note, options.context) }
        for (index, result) in results.enumerated() {
            handles[index] = AutomatonHandle(result.automaton).retainedPointer()
        }
    }
}

@c @implementation
public func automata_fa_text(
    _ automaton: OpaquePointer?, _ format: automata_format, _ options: UnsafePointer<automata_write_options>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        try result.check("text", "length")
        let format = try Format.writable(format)
        let bytes = try automata_write_options.given(options).write(automaton, as: format)
        try bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
    }
}

@c @implementation
public func automata_fa_from_file(
    _ path: UnsafePointer<CChar>?, _ format: automata_format, _ options: UnsafePointer<automata_read_options>?,
    _ automaton: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(automaton, error) { () throws(CallError) in
        let path = try Argument.path(path)
        let options = try automata_read_options.given(options)
        try Format.check(format)
        return AutomatonHandle(
            try options.read(format, fileName: path) { (budget) throws(FileError) in
                try FileContents.read(path, limit: budget.maximumBytes) { budget.asksToStop() }
            })
    }
}

@c @implementation
public func automata_fa_from_descriptor(
    _ descriptor: CInt, _ format: automata_format, _ options: UnsafePointer<automata_read_options>?,
    _ automaton: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(automaton, error) { () throws(CallError) in
        let options = try automata_read_options.given(options)
        try Format.check(format)
        let name = options.input_name.map { String(cString: $0) } ?? "-"
        return AutomatonHandle(
            try options.read(format, fileName: nil) { (budget) throws(FileError) in
                try FileContents.read(from: descriptor, named: name, limit: budget.maximumBytes) {
                    budget.asksToStop()
                }
            })
    }
}

extension automata_read_options {
    /// Reads the automaton in a file, whose contents count against the budget.
    fileprivate func read(
        _ format: automata_format, fileName: String?, contents: (Budget) throws(FileError) -> FileContents
    ) throws(CallError) -> Automaton {
        var budget = try Budget(budget)
        let file: FileContents
        do { file = try contents(budget) } catch { throw .file(error) }
        budget.maximumBytes -= file.count
        return try file.withBytes { (text) throws(CallError) in
            try read(text, as: format, fileName: fileName, budget)
        }
    }
}

extension Budget {
    /// Returns whether the budget's callback asks to stop, before anything is built.
    func asksToStop() -> Bool {
        reportProgress?(Progress(statesBuilt: 0, statesPending: 0))
        return isCancelled?() ?? false
    }
}

@c @implementation
public func automata_fa_write_file(
    _ automaton: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ format: automata_format,
    _ options: UnsafePointer<automata_write_options>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let path = try Argument.path(path)
        let format = try Format(format, fileName: path, content: nil)
        let options = try automata_write_options.given(options)
        let bytes = try options.write(automaton, as: format)
        let writer = FileWriter(replacing: true, syncing: !options.skip_sync, unfinished: NoUnfinishedFiles())
        do throws(FileError) {
            try writer.write(bytes, to: path)
        } catch {
            throw .file(error)
        }
    }
}

@c @implementation
public func automata_fa_write_descriptor(
    _ automaton: OpaquePointer?, _ descriptor: CInt, _ format: automata_format,
    _ options: UnsafePointer<automata_write_options>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let format = try Format.writable(format)
        let bytes = try automata_write_options.given(options).write(automaton, as: format)
        let code = bytes.withUnsafeBytes { bytes in
            SystemCall.holdingBackWriteSignals { SystemCall.writeAll(bytes, to: descriptor) }
        }
        if code != 0 { throw .file(FileError("-", .system("can't write", code: code))) }
    }
}
