import Glibc

/// Where text comes from: a file, or standard input as `-`.
struct InputFile: Sendable, Hashable {
    let path: String

    var isStandardInput: Bool { path == "-" }

    /// What messages call it.
    var name: String { path }

    /// Runs with the whole text in memory.
    ///
    /// A large file is mapped; what isn't a file is read to its end, up to the given number of bytes.
    func withContents<Result>(
        limit: Int, _ body: (UnsafeRawBufferPointer) throws(ToolError) -> Result
    ) throws(ToolError) -> Result {
        let descriptor = try open()
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("can't read", at: name, code: errno) }
        let size = Int(status.st_size)
        if status.st_mode & S_IFMT == S_IFREG, size >= Self.mappedSize,
            let map = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), map != MAP_FAILED
        {
            defer { munmap(map, size) }
            madvise(map, size, MADV_SEQUENTIAL)
            return try body(UnsafeRawBufferPointer(start: map, count: size))
        }
        let bytes = try readToEnd(descriptor, expecting: size, limit: limit)
        return try bytes.span.bytes.withUnsafeBytes { text throws(ToolError) in try body(text) }
    }

    /// Opens for reading.
    func open() throws(ToolError) -> Int32 {
        let descriptor =
            isStandardInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("can't open", at: name, code: errno) }
        return descriptor
    }

    /// Below this size a map costs more than a copy.
    private static let mappedSize = 1 << 20

    private func readToEnd(_ descriptor: Int32, expecting size: Int, limit: Int) throws(ToolError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(size, 0) + 1)
        var isAtEnd = false
        while !isAtEnd {
            let piece = max(1 << 16, bytes.capacity - bytes.count)
            var code: Int32 = 0
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: piece))
            let count = bytes.withUnsafeMutableBytes { buffer -> Int in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                guard let count = SystemCall.readSome(descriptor, into: rest) else {
                    code = errno
                    return 0
                }
                return count
            }
            if code != 0 { throw .system("can't read", at: name, code: code) }
            bytes.removeLast(piece - count)
            isAtEnd = count == 0
            if bytes.count > limit {
                throw ToolError(
                    "there is no end to it within \(limit >> 20) MiB; --max-memory raises the limit", at: name,
                    isLimit: true)
            }
        }
        return bytes
    }
}

extension InputFile {
    /// Runs for each piece of the file in turn, in constant memory.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(ToolError) -> Bool) throws(ToolError) {
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

    /// Runs for each line of the file in turn, without its newline.
    func forEachLine(_ body: (ArraySlice<UInt8>) throws(ToolError) -> Void) throws(ToolError) {
        var text: [UInt8] = []
        try forEachPiece { piece throws(ToolError) in
            // What was left over holds no newline, and stays where it is: copied for each piece, a long line would take
            // quadratic time.
            var search = text.count
            text.append(contentsOf: piece)
            var start = 0
            while let end = text[search...].firstIndex(of: UInt8(ascii: "\n")) {
                try body(text[start..<end])
                start = end + 1
                search = start
            }
            if start > 0 { text.removeFirst(start) }
            return true
        }
        if !text.isEmpty { try body(text[...]) }
    }
}
