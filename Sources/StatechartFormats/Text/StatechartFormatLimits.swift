/// The depths that readers and writers accept.
enum StatechartFormatLimits {
    /// The greatest depth of nested states.
    static let stateDepth = 1_000
    /// The greatest depth of nested actions or conditions.
    static let contentDepth = 64
    /// The greatest depth of nested charts.
    static let chartDepth = 16
}
