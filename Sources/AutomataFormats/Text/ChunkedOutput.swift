internal import Automata
internal import TextSupport

/// Text that is written in many small pieces. They are collected in chunks, so that arrays grow
/// only once per chunk.
final class ChunkedOutput {
    private static let capacity = 1 << 15

    private let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    private var used = 0
    private var written: [UInt8]
    private var watch: WritingWatch
    /// The error of the budget; after it, nothing more is written.
    private(set) var limit: FormatError?

    /// Continues after some bytes.
    init(after bytes: consuming [UInt8], _ budget: Budget) {
        written = bytes
        watch = WritingWatch(budget)
    }

    deinit {
        chunk.deallocate()
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        if used == Self.capacity { flush() }
        chunk[used] = byte
        used &+= 1
    }

    @inline(__always)
    func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        if text.count > Self.capacity &- used {
            flush()
            if text.count > Self.capacity {
                guard limit == nil else { return }
                written.append(contentsOf: text)
                return
            }
        }
        (chunk + used).update(from: start, count: text.count)
        used &+= text.count
    }

    private func flush() {
        defer { used = 0 }
        guard limit == nil else { return }
        do throws(FormatError) { try watch.check(count: written.count + used) } catch {
            limit = error
            written = []
            return
        }
        written.append(contentsOf: UnsafeBufferPointer(start: chunk, count: used))
    }

    /// Returns everything that was written.
    func finish() throws(FormatError) -> [UInt8] {
        flush()
        if let limit { throw limit }
        return written
    }
}

/// Texts in one buffer, each found by its number.
struct PackedTexts {
    private var bytes: [UInt8] = []
    private var starts: [Int] = [0]

    var count: Int { starts.count - 1 }

    var byteCount: Int { bytes.capacity + MemoryLayout<Int>.stride * starts.capacity }

    /// Makes room, so that lists of many texts don't grow by copies.
    mutating func reserve(_ count: Int) { starts.reserveCapacity(starts.count + count) }

    /// Adds the text that a function writes.
    mutating func append<Failure: Error>(_ write: (inout TextOutput) throws(Failure) -> Void) throws(Failure) {
        var output = TextOutput()
        swap(&output.bytes, &bytes)
        defer {
            swap(&output.bytes, &bytes)
            starts.append(bytes.count)
        }
        try write(&output)
    }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// Calls a function that uses many of the texts.
    func withTexts<Result>(_ body: (Texts) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { body(Texts(bytes: bytes, starts: $0)) }
        }
    }

    struct Texts {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate let starts: UnsafeBufferPointer<Int>

        @inline(__always)
        subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: bytes[starts[index]..<starts[index + 1]])
        }
    }
}
