internal import TextSupport

extension TextProblem {
    /// Creates the problem of a model whose text is longer than readers accept.
    static func tooLong(_ format: String, remedy: String) -> TextProblem {
        TextProblem(
            message: "the model needs more than \(FeatureFormat.maximumBytes) bytes in \(format)", remedy: remedy,
            isLimit: true)
    }

    /// Creates the problem of a model whose text is too long because of names in many constraints.
    static func tooLongByNames(_ format: String) -> TextProblem {
        .tooLong(format, remedy: "write DIMACS, or give the features shorter names")
    }
}
