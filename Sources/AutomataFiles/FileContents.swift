internal import Glibc

/// The bytes of a file, a pipe or a device, in memory.
///
/// The file is read into memory, not mapped. If a mapped file were shortened, reading beyond its
/// new end would kill the process by a signal.
public struct FileContents: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The number of bytes.
    public private(set) var count = 0

    private static let maximumPieceLength = 1 << 22

    private init() {}

    /// Reads a file, a pipe or a device to its end.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes; reading a longer or endless file throws an error.
    ///   - isCancelled: called every few megabytes, and after a signal that interrupts a wait;
    ///     reading stops when it returns `true`.
    public static func read(
        _ path: String, limit: Int, isCancelled: () -> Bool = { false }
    ) throws(FileError) -> FileContents {
        var descriptor: Int32
        while true {
            descriptor = Path.withBytes(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
            if descriptor >= 0 || errno != EINTR { break }
            if isCancelled() { throw FileError(path, .cancelled) }
        }
        guard descriptor >= 0 else { throw .system("can't open", at: path, code: errno) }
        defer { close(descriptor) }
        return try read(from: descriptor, named: path, limit: limit, isCancelled: isCancelled)
    }

    /// Reads an open file to its end.
    public static func read(
        from descriptor: Int32, named path: String, limit: Int, isCancelled: () -> Bool = { false }
    ) throws(FileError) -> FileContents {
        var contents = FileContents()
        try contents.readToEnd(descriptor, named: path, limit: limit, isCancelled)
        return contents
    }

    private mutating func readToEnd(
        _ descriptor: Int32, named path: String, limit: Int, _ isCancelled: () -> Bool
    ) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("can't read", at: path, code: errno) }
        // The size is only a hint, as files in /proc have 0; but a sparse file may be larger than
        // all memory.
        let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
        if size > limit { throw FileError(path, .tooLong(limit: limit)) }
        // One more byte, so that the end is found without reading another piece.
        var nextCapacity = max(size + 1, 1 << 16)
        while true {
            if capacity < nextCapacity, !grow(to: nextCapacity) { throw .system("can't read", at: path, code: ENOMEM) }
            let piece = min(capacity - count, Self.maximumPieceLength)
            let rest = UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: piece)
            guard let read = SystemCall.readSome(descriptor, into: rest, isCancelled: isCancelled) else {
                if errno == EINTR { throw FileError(path, .cancelled) }
                throw .system("can't read", at: path, code: errno)
            }
            if read == 0 { break }
            count += read
            if count > limit { throw FileError(path, .tooLong(limit: limit)) }
            if isCancelled() { throw FileError(path, .cancelled) }
            if count == capacity { nextCapacity = capacity + capacity / 2 }
        }
    }

    deinit { free(start) }

    /// Calls a function with the bytes, which are valid during the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Grows the memory. Pages that were never written take no memory, and large blocks move
    /// without being copied.
    private mutating func grow(to newCapacity: Int) -> Bool {
        guard let larger = realloc(start, newCapacity) else { return false }
        start = larger
        capacity = newCapacity
        return true
    }
}
