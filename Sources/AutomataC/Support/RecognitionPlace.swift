internal import Strokes
internal import Synchronization

/// A place to recognize strokes in, which is kept from call to call and taken by one thread at a
/// time.
///
/// Places are a list that grows where more threads recognize at once than ever before. There is no
/// lock: a child process could wait forever for one that another thread held while it was forked
/// off. There, a place that was taken stays so and is passed over.
final class RecognitionPlace: @unchecked Sendable {
    // Unchecked: only who has taken the place touches the scratch.
    private var scratch = ElementRecognizer.Scratch()
    private let isTaken = Atomic(false)
    private let next = AtomicLazyReference<RecognitionPlace>()

    /// For more threads at once nothing is kept, lest looking for a place take longer than making
    /// one.
    private static let most = 64
    /// The bytes that are kept, enough for strokes of some thousand points; more are given back.
    private static let mostKeptBytes = 1 << 20

    /// Runs a function with the first place that is free, from this one on.
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
