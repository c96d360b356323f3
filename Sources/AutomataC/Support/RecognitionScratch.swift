internal import Strokes
internal import Synchronization

/// Working memory for recognition, kept between calls and taken by one thread at a time.
///
/// Places form a list that grows if more threads than before recognize at once. There is no lock:
/// after a fork, a child process could wait forever for one that another thread held. In the child,
/// a place that was taken stays taken and is skipped.
final class RecognitionPlace: @unchecked Sendable {
    // Unchecked: only the thread that has taken the place uses the scratch.
    private var scratch = ElementRecognizer.Scratch()
    private let isTaken = Atomic(false)
    private let next = AtomicLazyReference<RecognitionPlace>()

    /// The greatest number of places; beyond it, finding a place would take longer than making one.
    private static let most = 64
    /// The most bytes that are kept, enough for strokes of some thousand points; larger memory is
    /// freed.
    private static let mostKeptBytes = 1 << 20

    /// Calls a function with the first free place, from this one on.
    func withScratch<Result>(_ body: (inout ElementRecognizer.Scratch) -> Result) -> Result {
        var place = self
        for number in 1...Self.most {
            if place.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
                defer { place.giveBack() }
                return body(&place.scratch)
            }
            guard number < Self.most else { break }
            place = place.next.load() ?? place.next.storeIfNil(RecognitionPlace())
        }
        var scratch = ElementRecognizer.Scratch()
        return body(&scratch)
    }

    private func giveBack() {
        if scratch.keptByteCount > Self.mostKeptBytes { scratch = ElementRecognizer.Scratch() }
        isTaken.store(false, ordering: .releasing)
    }
}
