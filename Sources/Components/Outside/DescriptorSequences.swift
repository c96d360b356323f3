internal import SystemLibrary

/// The bytes that are read from a file descriptor, in pieces, until its end.
///
/// A task that awaits the next piece holds no thread. The sequence doesn't close the descriptor,
/// which must stay open. It fails with a ``SystemCallError``.
public struct ByteSequence: AsyncSequence, Sendable {
    private let descriptor: Int32
    private let maximumCount: Int

    /// Creates the sequence.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor: of a pipe, a terminal, a socket or a file.
    ///   - maximumCount: The maximum number of bytes of a piece, at least 1.
    public init(descriptor: Int32, maximumCount: Int = 65_536) {
        (self.descriptor, self.maximumCount) = (descriptor, Swift.max(1, maximumCount))
    }

    /// Returns an iterator over the pieces.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(descriptor: descriptor, maximumCount: maximumCount)
    }

    /// An iterator over pieces of bytes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let descriptor: Int32
        fileprivate let maximumCount: Int

        /// Reads the next piece; `nil` at the end, or if the task is cancelled.
        public mutating func next() async throws -> [UInt8]? {
            while await DescriptorWatcher.shared.wait(for: descriptor, .readable) {
                var code: Int32 = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: maximumCount) { buffer, count in
                    let result = read(descriptor, buffer.baseAddress, buffer.count)
                    if result < 0 { code = errno }
                    count = Swift.max(0, result)
                }
                if code == EINTR || code == EAGAIN { continue }
                if code != 0 { throw SystemCallError("read", code: code) }
                return bytes.isEmpty ? nil : bytes
            }
            return nil
        }
    }
}

/// The lines that are read from a file descriptor, without the `\n` at their ends, until its end.
///
/// A `\r` before it stays. Bytes that aren't UTF-8 are replaced. It fails with a
/// ``SystemCallError``.
public struct LineSequence: AsyncSequence, Sendable {
    private let bytes: ByteSequence
    private let maximumLength: Int

    /// Creates the sequence.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, as of a ``ByteSequence``.
    ///   - maximumLength: The maximum number of bytes of a line, at least 1; a longer one is cut in
    ///     several.
    public init(descriptor: Int32, maximumLength: Int = 1 << 20) {
        (bytes, self.maximumLength) = (ByteSequence(descriptor: descriptor), Swift.max(1, maximumLength))
    }

    /// Returns an iterator over the lines.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(bytes: bytes.makeAsyncIterator(), maximumLength: maximumLength)
    }

    /// An iterator over lines.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var bytes: ByteSequence.AsyncIterator
        fileprivate let maximumLength: Int
        /// The bytes that were read, and the position of the next line.
        private var buffer: [UInt8] = []
        private var start = 0
        /// The position up to which there is no end of a line.
        private var searched = 0
        private var hasEnded = false

        fileprivate init(bytes: ByteSequence.AsyncIterator, maximumLength: Int) {
            (self.bytes, self.maximumLength) = (bytes, maximumLength)
        }

        /// Reads the next line; `nil` at the end, or if the task is cancelled.
        public mutating func next() async throws -> String? {
            while true {
                while searched < buffer.count, buffer[searched] != 10, searched - start < maximumLength {
                    searched += 1
                }
                // The end of a line may follow one of the maximum length.
                if searched < buffer.count { return takeLine() }
                if hasEnded { return start < buffer.count ? takeLine() : nil }
                buffer.removeFirst(start)
                (start, searched) = (0, searched - start)
                if let more = try await bytes.next() { buffer += more } else { hasEnded = true }
                if Task.isCancelled { return nil }
            }
        }

        private mutating func takeLine() -> String {
            let line = String(decoding: buffer[start..<searched], as: UTF8.self)
            if searched < buffer.count, buffer[searched] == 10 { searched += 1 }
            start = searched
            return line
        }
    }
}
