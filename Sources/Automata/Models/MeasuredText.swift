/// A text that is written in two passes. The first pass only measures it, so that a budget can
/// refuse the text before memory is allocated. The second pass writes the text into memory of
/// exactly the right size.
///
/// A few long names, repeated often, can make a text far larger than its automaton.
package struct MeasuredText<Watch: WorkWatch> {
    /// The text, after the second pass.
    package private(set) var text = ""
    private let watch: Watch
    private var byteCount = 0
    private(set) var isMeasuring = true
    private var pace = BudgetPace()

    package init(_ watch: Watch) {
        self.watch = watch
    }

    /// Ends the measuring pass. The whole text must then be appended again.
    package mutating func beginWriting() throws(Watch.Failure) {
        try watch.check(bytes: byteCount)
        text.reserveCapacity(byteCount)
        byteCount = 0
        pace = BudgetPace()
        isMeasuring = false
    }

    package mutating func append(_ piece: String) throws(Watch.Failure) {
        if !isMeasuring { text += piece }
        try count(piece.utf8.count)
    }

    package mutating func append(spaces count: Int) throws(Watch.Failure) {
        if !isMeasuring { text.append(contentsOf: repeatElement(" " as Character, count: count)) }
        try self.count(count)
    }

    /// Counts bytes.
    mutating func count(_ count: Int) throws(Watch.Failure) {
        byteCount += count
        if pace.isDue(at: byteCount, every: BudgetPace.cells) { try watch.check(bytes: byteCount) }
    }
}
