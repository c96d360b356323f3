internal import TextSupport

/// The depths that readers and writers accept.
enum Bounds {
    /// The greatest depth of nested states.
    static let stateDepth = 1_000
    /// The greatest depth of nested actions or conditions.
    static let contentDepth = 64
    /// The greatest depth of nested charts.
    static let chartDepth = 16

    /// Throws if there are too many levels.
    ///
    /// - Parameters:
    ///   - depth: The number of levels.
    ///   - maximum: The most levels.
    ///   - things: The name of the nested things.
    ///   - offset: The place of the innermost one.
    static func check(
        _ depth: Int, _ maximum: Int, _ things: String, at offset: Int? = nil
    ) throws(TextProblem) {
        guard depth > maximum else { return }
        throw TextProblem(
            offset: offset, message: "expected at most \(maximum) \(things) within each other", isLimit: true)
    }
}
