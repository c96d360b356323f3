/// A text that is written twice: first it is only measured, so that a budget can refuse it before
/// it takes any room; then it is made, in just the room that it needs.
///
/// A few long names, repeated often, make a text far larger than the automaton that it shows.
struct MeasuredText<Watch: WorkWatch> {
    /// The text, once it has been written again.
    private(set) var text = ""
    private let watch: Watch
    private var byteCount = 0
    private(set) var isMeasuring = true
    /// The bytes at which to ask again: often enough for a caller who cancels, and seldom enough
    /// not to show.
    private var nextLook = 1 << 20

    init(_ watch: Watch) {
        self.watch = watch
    }

    /// Ends the measuring; what was appended has to be appended again.
    mutating func startOver() throws(Watch.Failure) {
        try watch.check(bytes: byteCount)
        text.reserveCapacity(byteCount)
        byteCount = 0
        nextLook = 1 << 20
        isMeasuring = false
    }

    mutating func append(_ piece: String) throws(Watch.Failure) {
        if !isMeasuring { text += piece }
        try count(piece.utf8.count)
    }

    mutating func append(spaces count: Int) throws(Watch.Failure) {
        if !isMeasuring { text.append(contentsOf: repeatElement(" " as Character, count: count)) }
        try self.count(count)
    }

    /// Counts bytes.
    mutating func count(_ count: Int) throws(Watch.Failure) {
        byteCount += count
        if byteCount < nextLook { return }
        nextLook = byteCount + 1 << 20
        try watch.check(bytes: byteCount)
    }
}
