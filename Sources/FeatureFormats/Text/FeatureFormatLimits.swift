internal import FeatureModels
internal import TextSupport

/// The depths that readers and writers accept.
enum FeatureFormatLimits {
    /// The greatest depth of nested attribute values, which are read recursively.
    static let attributeDepth = 16
    /// The greatest depth of imports.
    static let importDepth = 32
    /// The maximum number of values from a lower to an upper bound.
    static let rangeCount = 1 << 16
    /// The bytes of text that a value of a range counts as, since each becomes a feature.
    static let bytesPerValue = 32
    /// The maximum number of summands in all constraints; a sum may have one for each feature.
    static let summandCount = 1 << 22
    /// The maximum number of variables of a text in DIMACS.
    static let variableCount = 1 << 20
    /// The bytes of text that a declared variable counts as, since each becomes a feature.
    static let bytesPerVariable = 8

    /// Throws if a constraint has too many levels.
    static func check(constraintDepth depth: Int, at offset: Int? = nil) throws(TextProblem) {
        try TextProblem.check(
            depth: depth, upTo: Proposition.maximumDepth, "levels in a constraint", at: offset)
    }
}
