public import Components
internal import TextSupport

/// Reads the events of a trace from a text, one after the other, in the memory of a line and of the
/// names of components.
///
///     var reader = try TraceReader { try file.read(upToCount: 1 << 16).map(Array.init) ?? [] }
///     while let event = try reader.next() { print(event) }
///
/// Bodies are a `Value`, or a ``DescribedBody`` if a file can't hold them as values; those of
/// failures are a ``DescribedBody`` with the reason.
public struct TraceReader {
    /// The start of all random sequences of the run.
    public private(set) var seed: UInt64 = 0
    /// Whether the seed chose which component handled its next message.
    public private(set) var isShuffled = false
    /// The names of the components at the start of the run, in the order of the assembly.
    public private(set) var parts: [String] = []
    /// Whether a signal interrupted the run, after all events were read: the last step of the run
    /// may have had more of them.
    public private(set) var isInterrupted = false
    /// The number of the line that was read last.
    public private(set) var line = 0

    /// The name of the text for errors.
    let name: String?
    private let input: () throws -> [UInt8]
    private let maximumLineBytes: Int
    private var text: [UInt8] = []
    /// The offset of the next line in `text`, and that up to which it has no end.
    private var (start, searchStart) = (0, 0)
    private var eventCount = 0
    private var order = TraceOrder()
    /// Whether the input has ended, and whether the last line of the trace was read.
    private var (isAtEnd, hasEnded) = (false, false)

    /// Reads the first line of a trace.
    ///
    /// - Parameters:
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - maximumLineBytes: The maximum number of bytes of a line. The default is enough for all
    ///     lines that a ``TraceWriter`` writes.
    ///   - input: Returns the next piece of the text, which is empty at the end.
    /// - Throws: ``TraceFormatError`` if the text isn't a trace, or is of a later version, or the
    ///   error of the input.
    public init(
        name: String? = nil, maximumLineBytes: Int = 1 << 26, from input: @escaping () throws -> [UInt8]
    ) throws {
        (self.name, self.maximumLineBytes, self.input) = (name, maximumLineBytes, input)
        let first = try nextLine()
        guard let first else {
            throw TraceFormatError(
                .cutOff, "the trace is empty", "the program may have crashed, or still run; record the run again",
                in: name, line: nil)
        }
        try readHeader(text[first.range], isWhole: first.isWhole)
    }

    /// Returns the next event; `nil` after the last one.
    ///
    /// - Throws: ``TraceFormatError`` if a line is damaged or comes too early, or the trace is cut
    ///   off, or the error of the input. There are no events after an error.
    /// - Complexity: O(*n*) for *n* bytes of the line.
    public mutating func next() throws -> TraceEvent? {
        if hasEnded { return nil }
        do {
            guard let next = try nextLine() else { throw cutOff }
            let read = line(next.range)
            switch read {
            case .success(.event(let event)) where next.isWhole:
                do throws(TextProblem) { try order.check(event, maximumLineBytes) } catch {
                    throw TraceFormatError(error, in: name, line: line)
                }
                eventCount += 1
                return event
            case .success(.end(let count, let isInterrupted)):
                try checkEnd(count)
                self.isInterrupted = isInterrupted
                hasEnded = true
                return nil
            case .failure(let problem) where next.isWhole: throw TraceFormatError(problem, in: name, line: line)
            case .success, .failure: throw cutOff
            }
        } catch {
            hasEnded = true
            throw error
        }
    }

    /// The error of a trace that ends too early.
    private var cutOff: TraceFormatError {
        TraceFormatError(
            .cutOff, "the trace is cut off here",
            "what comes before it is valid; the program may have crashed, or still "
                + "run", in: name, line: line)
    }

    private func line(_ range: Range<Int>) -> Result<TraceLine, TextProblem> {
        text.withUnsafeBytes { text in
            Result { () throws(TextProblem) in try TraceLine(UnsafeRawBufferPointer(rebasing: text[range])) }
        }
    }

    private mutating func checkEnd(_ count: Int) throws {
        guard count == eventCount else {
            throw TraceFormatError(
                .damaged, "the trace has \(eventCount) events, and had \(count) when it was written", in: name,
                line: line)
        }
        while let next = try nextLine() {
            guard text[next.range].allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else {
                throw TraceFormatError(
                    .damaged, "expected nothing after the last line of the trace", in: name, line: line)
            }
        }
    }

    /// Reads up to the end of the next line.
    ///
    /// - Returns: Its offsets, and whether it has an end of line; `nil` at the end of the text.
    private mutating func nextLine() throws -> (range: Range<Int>, isWhole: Bool)? {
        while true {
            if let end = text[searchStart...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, searchStart) = (end + 1, end + 1) }
                line += 1
                return (start..<end, true)
            }
            searchStart = text.count
            if isAtEnd {
                line += 1
                defer { start = text.count }
                return start < text.count ? (start..<text.count, false) : nil
            }
            guard text.count - start <= maximumLineBytes else {
                throw TraceFormatError(
                    .limit, "this line is longer than \(maximumLineBytes) bytes", in: name, line: line + 1)
            }
            text.removeSubrange(..<start)
            (start, searchStart) = (0, text.count)
            let piece = try input()
            isAtEnd = piece.isEmpty
            text += piece
        }
    }
}

// MARK: - The first line

extension TraceReader {
    private enum Key: String, JSONKey { case format, version, seed, shuffled, parts }

    private mutating func readHeader(_ bytes: ArraySlice<UInt8>, isWhole: Bool) throws {
        var kind = HeaderKind.other
        let header = bytes.withUnsafeBytes { bytes in
            Result { () throws(TextProblem) in try Self.header(bytes, &kind) }
        }
        switch header {
        case .success(let header): (seed, isShuffled, parts) = header
        case .failure(let problem):
            let beginning = Array("{\"format\": \"\(TraceLine.format)\"".utf8)
            let isCutOff = !isWhole && (bytes.starts(with: beginning) || beginning.starts(with: bytes))
            if isCutOff { throw cutOff }
            switch kind {
            case .other:
                throw TraceFormatError(
                    .damaged, "this isn't a trace of components",
                    "expected a first line such as {\"format\": "
                        + "\"\(TraceLine.format)\", \"version\": \(TraceLine.version), …}", in: name, line: line)
            case .later: throw TraceFormatError(.laterVersion, problem.message, problem.remedy, in: name, line: line)
            case .trace: throw TraceFormatError(problem, in: name, line: line)
            }
        }
    }

    /// What is known of a first line that can't be read.
    private enum HeaderKind { case other, trace, later }

    private static func header(
        _ bytes: UnsafeRawBufferPointer, _ kind: inout HeaderKind
    ) throws(TextProblem) -> (seed: UInt64, isShuffled: Bool, parts: [String]) {
        var cursor = JSONCursor(bytes, from: bytes.byteOrderMarkLength)
        var header: (seed: UInt64, isShuffled: Bool, parts: [String]) = (0, false, [])
        var found: [Key: Int] = [:]
        try cursor.open(UInt8(ascii: "{"), "the first line of a trace")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            switch try cursor.key(in: "a trace", found: &found).key {
            case .format:
                guard try cursor.string() == TraceLine.format else { throw cursor.problem("a trace") }
                kind = .trace
            case .version:
                let version = try cursor.wholeNumber()
                guard version <= TraceLine.version else {
                    kind = .later
                    throw TextProblem(
                        message: "the trace has version \(version), but this library reads versions up to "
                            + "\(TraceLine.version)",
                        remedy: "read it with the version that wrote it")
                }
            case .seed:
                let start = cursor.position
                guard let seed = UInt64(try cursor.scalar() ?? "") else {
                    throw cursor.problem("a whole number below 2⁶⁴", at: start)
                }
                header.seed = seed
            case .shuffled: header.isShuffled = try cursor.flag()
            case .parts:
                var names: Set<String> = []
                header.parts = try cursor.list { (cursor) throws(TextProblem) in
                    let start = cursor.position
                    let name = try cursor.string()
                    guard names.insert(name).inserted else {
                        throw TextProblem(offset: start, message: "duplicate part \(Message.quoted(name.utf8))")
                    }
                    return name
                }
            }
        }
        try cursor.finish("the end of the line")
        guard found[.format] != nil, found[.version] != nil else {
            throw TextProblem(message: "the first line lacks the key 'version'")
        }
        return header
    }
}
