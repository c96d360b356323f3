import AutomataFiles
import Glibc

/// Standard output, to which only results are written.
package enum StandardOutput {
    /// Writes all bytes; if the reader is gone, the process ends silently.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(ToolError) {
        let code = SystemCall.writeAll(bytes, to: STDOUT_FILENO)
        if code == EPIPE { Interrupts.exitByBrokenPipe() }
        if code != 0 { throw .system("can't write to standard output", code: code) }
    }

    package static func write(_ bytes: [UInt8]) throws(ToolError) {
        let code = bytes.withUnsafeBytes { SystemCall.writeAll($0, to: STDOUT_FILENO) }
        if code == EPIPE { Interrupts.exitByBrokenPipe() }
        if code != 0 { throw .system("can't write to standard output", code: code) }
    }

    package static func write(_ text: String) throws(ToolError) {
        try write(Array(text.utf8))
    }
}

/// Lines for standard output, gathered into large pieces.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Whether lines stay here until ``take()`` instead of being written.
    private let isKept: Bool
    /// The number of bytes beyond which further kept lines are dropped.
    private static let maximumKeptBytes = 1 << 18

    package init(isKept: Bool = false) { self.isKept = isKept }

    /// Appends a line of parts, whose bytes need not be UTF-8.
    package mutating func append(_ parts: [UInt8]...) throws(ToolError) {
        try append { for part in parts { $0.append(contentsOf: part) } }
    }

    /// Appends a line that a function writes.
    package mutating func append(_ write: (inout [UInt8]) -> Void) throws(ToolError) {
        if isKept, bytes.count > Self.maximumKeptBytes { return }
        write(&bytes)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= 1 << 16 { try flush() }
    }

    /// Removes and returns the lines that are kept.
    package mutating func take() -> String {
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    package mutating func flush() throws(ToolError) {
        if isKept { return }
        try StandardOutput.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
