internal import TextSupport

/// The depths that readers and writers accept.
enum Bounds {
    /// The most states within each other.
    static let stateDepth = 1_000
    /// The most actions or conditions within each other.
    static let contentDepth = 64
    /// The most charts within each other.
    static let chartDepth = 16

    /// Fails if there are too many levels.
    ///
    /// - Parameters:
    ///   - depth: The number of levels.
    ///   - maximum: The most levels.
    ///   - things: The name of what is nested.
    ///   - offset: The place of the innermost one.
    static func check(
        _ depth: Int, _ maximum: Int, _ things: String, at offset: Int? = nil
    ) throws(TextProblem) {
        guard depth > maximum else { return }
        throw TextProblem(
            offset: offset, message: "expected at most \(maximum) \(things) within each other", isLimit: true)
    }
}
