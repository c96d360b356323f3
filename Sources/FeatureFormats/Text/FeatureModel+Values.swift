internal import FeatureModels
internal import TextSupport

extension FeatureModel {
    /// Checks that a format holds the model's clones and comparisons, and notes unwritten types.
    ///
    /// - Parameters:
    ///   - format: The name of the format, which has no types and no clones.
    ///   - keepsComparisons: Whether the format holds comparisons.
    func checkValues(
        of format: String, keepsComparisons: Bool, _ notes: inout Notes
    ) throws(TextProblem) {
        for feature in features {
            guard feature.cardinality == nil else {
                throw TextProblem(
                    message: "\(format) can't represent the clones of \(Message.quoted(feature.name.utf8))",
                    remedy: "write UVL or JSON, or unfold the model")
            }
            if feature.type != .boolean {
                notes.add(.types, "the type of \(Message.quoted(feature.name.utf8)) isn't written")
            }
        }
        if !keepsComparisons, let constraint = constraints.first(where: \.hasValues) {
            throw TextProblem(
                message: "\(format) can't represent the constraint \(Message.shortened(uvlText(of: constraint)))",
                remedy: "write UVL, JSON or DIMACS, or write the constraint without numbers and texts")
        }
    }
}
