import AutomataFiles
import Glibc

/// The source of a text: a file, or standard input as `-`.
package struct InputFile: Sendable, Hashable {
    /// The path, as ``RawText``; `-` is standard input.
    package let path: String

    package init(path: String) { self.path = path }

    package var isStandardInput: Bool { path == "-" }

    /// The name in messages.
    package var name: String { path }

    /// Calls a function with the whole text in memory.
    package func withContents<Result>(
        limit: Int, _ body: (UnsafeRawBufferPointer) throws(ToolError) -> Result
    ) throws(ToolError) -> Result {
        let text = try InputText(self, limit: limit)
        return try withExtendedLifetime(text) { () throws(ToolError) in try body(text.bytes) }
    }

    /// Opens the file for reading; returns its descriptor.
    package func open() throws(ToolError) -> Int32 {
        let descriptor =
            isStandardInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : Path.withBytes(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .system("can't open", at: name, code: errno) }
        return descriptor
    }
}

extension InputFile {
    /// Calls a function with each piece of the file in turn, in constant memory.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(ToolError) -> Bool) throws(ToolError) {
        let descriptor = try open()
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            guard let count = SystemCall.readSome(descriptor, into: buffer) else {
                throw .system("can't read", at: name, code: errno)
            }
            if count == 0 { return }
            guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
        }
    }

    /// Calls a function with pieces of whole lines of the file, as soon as they are available.
    ///
    /// - Parameter limit: The maximum number of bytes in a line.
    package func forEachPieceOfLines(
        limit: Int, _ body: (UnsafeRawBufferPointer) throws(ToolError) -> Bool
    ) throws(ToolError) {
        // The beginning of a line, and all of it.
        var rest: [UInt8] = []
        var isGoingOn = true
        func run(_ bytes: [UInt8]) throws(ToolError) {
            var failure: ToolError?
            bytes.withUnsafeBytes { bytes in
                do throws(ToolError) { isGoingOn = try body(bytes) } catch { failure = error }
            }
            if let failure { throw failure }
        }
        try forEachPiece { piece throws(ToolError) in
            guard let last = piece.lastIndex(of: UInt8(ascii: "\n")) else {
                rest.append(contentsOf: piece)
                guard rest.count <= limit else {
                    throw ToolError(
                        "a line is longer than \(amount(ofBytes: limit)); --max-memory raises the limit", at: name,
                        isLimit: true)
                }
                return true
            }
            let end = piece.index(after: last)
            var start = 0
            if !rest.isEmpty {
                // The line that began before is copied alone.
                start = piece.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
                rest.append(contentsOf: piece[..<start])
                try run(rest)
                rest.removeAll(keepingCapacity: true)
            }
            if isGoingOn, start < end { isGoingOn = try body(UnsafeRawBufferPointer(rebasing: piece[start..<end])) }
            rest.append(contentsOf: piece[end...])
            return isGoingOn
        }
        if isGoingOn, !rest.isEmpty { try run(rest) }
    }

    /// Calls a function with each line of the file in turn, without the LF or CR LF at its end.
    ///
    /// - Parameter maximumBytes: The memory for lines. A line may have a quarter of it, because the
    ///   buffer grows by doubling.
    package func forEachLine(
        maximumBytes: Int, _ body: (ArraySlice<UInt8>) throws(ToolError) -> Void
    ) throws(ToolError) {
        var text: [UInt8] = []
        var lineNumber = 1
        try forEachPiece { piece throws(ToolError) in
            guard text.count <= maximumBytes / 4 else {
                throw ToolError(
                    "this line is longer than \(amount(ofBytes: maximumBytes / 4)); --max-memory raises the limit",
                    at: "\(name):\(lineNumber)", isLimit: true)
            }
            // What was left over holds no newline, and stays where it is: copied for each piece, a
            // long line would take quadratic time.
            var search = text.count
            text.append(contentsOf: piece)
            var start = 0
            while let end = text[search...].firstIndex(of: UInt8(ascii: "\n")) {
                let hasReturn = end > start && text[end - 1] == UInt8(ascii: "\r")
                try body(text[start..<(hasReturn ? end - 1 : end)])
                lineNumber += 1
                start = end + 1
                search = start
            }
            if start > 0 { text.removeFirst(start) }
            return true
        }
        if !text.isEmpty { try body(text[...]) }
    }
}

/// The whole text of an input, in memory for the lifetime of the object. No file stays open, so
/// there can be any number of them.
final class InputText {
    /// The text, valid for the lifetime of the object.
    let bytes: UnsafeRawBufferPointer
    /// The bytes of memory that the text takes; a mapped file counts as 0.
    var heldByteCount: Int { isMapped ? 0 : bytes.count }

    /// The contents that the bytes are in, unless they are mapped.
    private let contents: FileContents?
    private let isMapped: Bool

    /// The minimum size of a mapped file; a smaller file is copied faster.
    private static let minimumMappedSize = 1 << 20

    /// Maps a large file, and reads any other input to its end. The limit also includes the bytes
    /// that other texts hold.
    init(_ file: InputFile, limit: Int, reserving heldBytes: Int = 0) throws(ToolError) {
        let descriptor = try file.open()
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("can't read", at: file.name, code: errno) }
        let size = Int(status.st_size)
        if status.st_mode & S_IFMT == S_IFREG, size >= Self.minimumMappedSize,
            let map = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), map != MAP_FAILED
        {
            madvise(map, size, MADV_SEQUENTIAL)
            bytes = UnsafeRawBufferPointer(start: map, count: size)
            contents = nil
            isMapped = true
            return
        }
        let read: FileContents
        do throws(FileError) {
            read = try FileContents.read(from: descriptor, named: file.name, limit: max(0, limit - heldBytes))
        } catch {
            if heldBytes > 0, case .tooLong = error.reason {
                throw ToolError(
                    "the files together are longer than \(amount(ofBytes: limit)); --max-memory raises the limit",
                    at: file.name, isLimit: true)
            }
            throw ToolError(error)
        }
        bytes = read.withBytes { $0 }
        contents = consume read
        isMapped = false
    }

    deinit {
        if isMapped { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
    }
}
