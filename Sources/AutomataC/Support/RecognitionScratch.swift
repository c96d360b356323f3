internal import Strokes
internal import Synchronization

/// Working memory for recognition, kept between calls and taken by one thread at a time.
///
/// The list grows if more threads than before recognize concurrently. There is no lock: after a
/// fork, a child process could wait forever for a lock that another thread held. In the child, an
/// entry that was taken stays taken and is skipped.
final class RecognitionScratch: @unchecked Sendable {
    // Unchecked: only the thread that has taken the entry uses the scratch.
    private var scratch = ElementRecognizer.Scratch()
    private let isTaken = Atomic(false)
    private let next = AtomicLazyReference<RecognitionScratch>()

    /// The maximum number of entries; beyond it, finding one would take longer than making one.
    private static let maximumCount = 64
    /// The maximum number of bytes that are kept, enough for strokes of some thousand points;
    /// larger memory is freed.
    private static let maximumKeptBytes = 1 << 20

    /// Calls a function with the first free entry, from this one on.
    func withScratch<Result>(_ body: (inout ElementRecognizer.Scratch) -> Result) -> Result {
        var entry = self
        for number in 1...Self.maximumCount {
            if entry.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
                defer { entry.release() }
                return body(&entry.scratch)
            }
            guard number < Self.maximumCount else { break }
            entry = entry.next.load() ?? entry.next.storeIfNil(RecognitionScratch())
        }
        var scratch = ElementRecognizer.Scratch()
        return body(&scratch)
    }

    private func release() {
        if scratch.bufferedByteCount > Self.maximumKeptBytes { scratch = ElementRecognizer.Scratch() }
        isTaken.store(false, ordering: .releasing)
    }
}
