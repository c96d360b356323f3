internal import FeatureModels
internal import TextSupport

/// The depths that readers and writers accept.
enum Bounds {
    /// The most values of attributes within each other, for each of which calls nest.
    static let attributeDepth = 16
    /// The most models that import each other.
    static let importDepth = 32
    /// The most values from a lower to an upper bound.
    static let rangeCount = 1 << 16
    /// The bytes of text that a value between bounds counts as, since each becomes a feature.
    static let bytesPerValue = 32
    /// The most numbers that values in constraints are made of, together: a sum is made of as many
    /// as the model has features.
    static let summandCount = 1 << 22
    /// The most variables of a text in DIMACS.
    static let variableCount = 1 << 20
    /// The bytes of text that a declared variable counts as, since each becomes a feature.
    static let bytesPerVariable = 8

    /// Fails if a constraint has too many levels.
    static func check(constraintDepth depth: Int, at offset: Int? = nil) throws(TextProblem) {
        try check(depth, Proposition.maximumDepth, "levels in a constraint", at: offset)
    }

    /// Fails if there are too many levels.
    ///
    /// - Parameters:
    ///   - depth: The number of levels.
    ///   - maximum: The most levels.
    ///   - things: The name of what is nested.
    ///   - offset: The place of the innermost one.
    static func check(_ depth: Int, _ maximum: Int, _ things: String, at offset: Int? = nil) throws(TextProblem) {
        guard depth > maximum else { return }
        throw TextProblem(offset: offset, message: "expected at most \(maximum) \(things)", isLimit: true)
    }
}
