/// Asks every few thousand steps whether the compilation of a chart may go on, with the bytes that
/// its tables take.
struct CompilationCheck {
    /// Returns whether the given bytes may be held.
    private let mayHold: (Int) -> Bool
    /// The bytes of tables, by estimate.
    private var byteCount = 0
    private var stepsLeft = 0
    private(set) var isStopped = false

    /// The number of steps between two questions, each of about a microsecond, or of bytes that are
    /// taken.
    private static let (stepInterval, bytesPerStep) = (1 << 12, 1 << 7)
    /// Steps after which the question is asked at once.
    static let now = stepInterval + 1

    init(_ mayHold: @escaping (Int) -> Bool) { self.mayHold = mayHold }

    /// Counts steps, and bytes that are held from now on.
    ///
    /// - Returns: `false` if the compilation must stop.
    mutating func allows(steps: Int, bytes: Int = 0) -> Bool {
        byteCount += bytes
        stepsLeft -= steps + bytes / Self.bytesPerStep
        if stepsLeft < 0, !isStopped {
            stepsLeft = Self.stepInterval
            isStopped = !mayHold(byteCount)
        }
        return !isStopped
    }
}
