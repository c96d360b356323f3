import Automata
import AutomataFiles
import ComponentFormats
import Components
import Glibc
import ToolSupport

/// Reads a trace from a file, a piece at a time.
struct TraceFile: Sendable {
    let file: InputFile

    init(_ path: String) { file = InputFile(path: path) }
    init(_ file: InputFile) { self.file = file }

    /// Calls a function with a reader at the start of the trace.
    func read<Result>(_ context: WorkContext, _ body: (TraceReader) throws -> Result) throws(ToolError) -> Result {
        let descriptor = try file.open()
        defer { close(descriptor) }
        let name = file.name
        let lineLimit = min(Self.maximumLineBytes, context.budget.maximumBytes / 4)
        do {
            let reader = try TraceReader(name: name, maximumLineBytes: lineLimit) {
                try context.checkTime()
                return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
                    guard let count = SystemCall.readSome(descriptor, into: buffer) else {
                        throw ToolError.system("can't read", at: name, code: errno)
                    }
                    return Array(buffer[..<count])
                }
            }
            return try body(reader)
        } catch {
            // What is about a place in a line is too deep, whatever the memory.
            let isFixed = (error as? TraceFormatError).map { error in
                error.column != nil || lineLimit == Self.maximumLineBytes
            }
            throw Self.error(error, at: name, isFixed: isFixed ?? false)
        }
    }

    /// The maximum number of bytes of a line, which is enough for all that are written.
    private static let maximumLineBytes = 1 << 26

    /// Returns the error of the tool for one of a trace or of its run.
    ///
    /// - Parameter isFixed: Whether more memory doesn't raise the limit that is exceeded.
    static func error(_ error: any Error, at name: String, isFixed: Bool = false) -> ToolError {
        switch error {
        case let error as ToolError: return error
        case let error as TraceFormatError:
            var found = ToolError(error, at: name)
            found.isLimit = error.kind == .limit && !isFixed
            if found.isLimit { found.message += "; --max-memory raises the limit" }
            return found
        default: return ToolError("\(error)".shown, at: name)
        }
    }
}

/// Writes the trace of a run to a file, as it happens.
///
/// A new file gets its name at once: even if the program is killed, what is written can be read.
/// One that exists is replaced when the trace is whole. A signal that ends the program makes it so.
final class TraceRecording: Sendable {
    let writer: TraceWriter
    private let path: String
    private let target: Target
    private let isClosed = Monitor(false)

    private enum Target: Sendable {
        /// A new file, or a stream.
        case direct(Int32, isStream: Bool)
        case replacement(UnfinishedFile)

        var descriptor: Int32 {
            switch self {
            case .direct(let descriptor, _): descriptor
            case .replacement(let file): file.descriptor
            }
        }
    }

    /// Creates the file, which must not exist unless it is replaced.
    init(
        to path: String, replacing force: Bool, of assembly: Assembly, _ options: Simulation.Options
    ) throws(ToolError) {
        if Self.isFolder(path) { throw ToolError("this is a folder; name a file", at: path) }
        if let obstacle = OutputFile.obstacle(at: path, replacing: force) { throw obstacle }
        let target = try Self.target(at: path)
        (self.path, self.target) = (path, target)
        writer = TraceWriter(of: assembly, options) { [descriptor = target.descriptor] bytes in
            let code = bytes.withUnsafeBytes { bytes in
                SystemCall.holdingBackWriteSignals { SystemCall.writeAll(bytes, to: descriptor) }
            }
            if code != 0 { throw ToolError.system("can't write", at: path, code: code) }
        }
        // The reader of a stream may not read, and nobody waits for it then.
        if case .direct(_, isStream: true) = target { return }
        Interrupts.setEnding(of: self) { [weak self] in try? self?.finish(isInterrupted: true) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return Path.withBytes(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func target(at path: String) throws(ToolError) -> Target {
        if FileIdentity(path) != nil { return .replacement(try OutputFile.beginReplacing(path)) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
        let descriptor = Path.withBytes(path) { open($0, flags, 0o666) }
        guard descriptor >= 0 else { throw .system("can't write here", at: path, code: errno) }
        return .direct(descriptor, isStream: FileIdentity(path) == nil)
    }

    deinit {
        Interrupts.forgetEnding(of: self)
        if isClosed.withLock({ $0 }) { return }
        switch target {
        case .direct(let descriptor, _): close(descriptor)
        case .replacement(let file): OutputFile.discard(file)
        }
    }

    /// Writes what is gathered, and throws the error of writing, if there was one.
    func flush() throws(ToolError) {
        writer.flush()
        if let error = writer.error { throw TraceFile.error(error, at: path) }
    }

    /// Writes the last line; a file that is replaced gets its name.
    func finish(isInterrupted: Bool = false) throws(ToolError) {
        do { try writer.finish(isInterrupted: isInterrupted) } catch { throw TraceFile.error(error, at: path) }
        let (path, target) = (path, target)
        let result = isClosed.withLock { isClosed -> Result<Void, ToolError> in
            if isClosed { return .success(()) }
            isClosed = true
            return Result { () throws(ToolError) in
                switch target {
                case .direct(let descriptor, _):
                    if close(descriptor) != 0 { throw .system("can't write", at: path, code: errno) }
                case .replacement(let file): try OutputFile.finish(file)
                }
            }
        }
        try result.get()
    }
}
