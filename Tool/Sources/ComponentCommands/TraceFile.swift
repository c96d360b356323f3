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

    /// Calls a function with a reader at the start of the trace.
    func read<Result>(_ context: WorkContext, _ body: (TraceReader) throws -> Result) throws(ToolError) -> Result {
        let descriptor = try file.open()
        defer { close(descriptor) }
        let name = file.name
        do {
            let reader = try TraceReader(name: name, maximumLineBytes: min(1 << 26, context.budget.maximumBytes / 4)) {
                try context.checkTime()
                return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
                    guard let count = SystemCall.readSome(descriptor, into: buffer) else {
                        throw ToolError.system("can't read", at: name, code: errno)
                    }
                    return Array(buffer[..<count])
                }
            }
            return try body(reader)
        } catch { throw Self.error(error, at: name) }
    }

    /// Returns the error of the tool for one of a trace or of its run.
    static func error(_ error: any Error, at name: String) -> ToolError {
        switch error {
        case let error as ToolError: return error
        case let error as TraceFormatError:
            var found = ToolError(error, at: name)
            found.isLimit = error.kind == .limit
            if found.isLimit { found.message += "; --max-memory raises the limit" }
            return found
        default: return ToolError("\(error)".shown, at: name)
        }
    }
}

/// Writes the trace of a run to a file, as it happens.
///
/// The file gets its name at once: if the program ends by a signal, what is written can be read.
final class TraceRecording {
    let writer: TraceWriter
    private let path: String
    private let descriptor: Int32

    /// Creates the file, which must not exist unless it is replaced.
    init(
        to path: String, replacing force: Bool, of assembly: Assembly, _ options: Simulation.Options
    ) throws(ToolError) {
        if let obstacle = OutputFile.obstacle(at: path, replacing: force) { throw obstacle }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
        let descriptor = Path.withBytes(path) { open($0, flags, 0o666) }
        guard descriptor >= 0 else { throw .system("can't write here", at: path, code: errno) }
        (self.path, self.descriptor) = (path, descriptor)
        writer = TraceWriter(of: assembly, options) { bytes in
            let code = bytes.withUnsafeBytes { bytes in
                SystemCall.holdingBackWriteSignals { SystemCall.writeAll(bytes, to: descriptor) }
            }
            if code != 0 { throw ToolError.system("can't write", at: path, code: code) }
        }
    }

    deinit { close(descriptor) }

    /// Throws the error of writing, if there was one.
    func check() throws(ToolError) {
        if let error = writer.error { throw TraceFile.error(error, at: path) }
    }

    /// Writes the last line.
    func finish() throws(ToolError) {
        do { try writer.finish() } catch { throw TraceFile.error(error, at: path) }
    }
}
