package import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A parser of UVL constraints on a model's features, without numbers and texts.
package struct ConstraintParser {
    private let ids: [ByteKey: FeatureID]

    /// Creates a parser of constraints on the features of a model.
    ///
    /// - Complexity: O(*n*) for *n* features.
    package init(_ model: FeatureModel) {
        ids = Dictionary(
            zip(model.features.map { ByteKey($0.name) }, model.ids), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the feature with exactly the given name; `nil` if no feature has that name.
    package func feature(named name: String) -> FeatureID? { ids[ByteKey(name)] }

    /// Parses a proposition; a text that is exactly the name of a feature means that feature.
    ///
    /// - Complexity: O(*m*) for *m* bytes.
    /// - Throws: `FeatureFormatError` with the first problem, located in the text.
    package func proposition(_ text: String) throws(FeatureFormatError) -> Proposition {
        if let feature = feature(named: text) { return .feature(feature) }
        let result = Array(text.utf8).withUnsafeBytes { bytes in
            Result { () throws(FeatureFormatError) in
                var reader = Reader(bytes, ids)
                do throws(TextProblem) {
                    let proposition = try reader.readProposition()
                    guard reader.token.kind == .end else {
                        throw reader.problem("an operator ('&', '|', '=>' or '<=>') or the end of the condition")
                    }
                    return proposition
                } catch {
                    var problems = ProblemList()
                    problems.add(error)
                    throw problems.error(in: bytes, name: nil)
                }
            }
        }
        return try result.get()
    }

    private struct Reader: PropositionReader {
        static var readsValues: Bool { false }

        var lexer: UVLLexer
        var token: UVLLexer.Token
        var endName: String { "the end of the condition" }
        private let ids: [ByteKey: FeatureID]

        init(_ text: UnsafeRawBufferPointer, _ ids: [ByteKey: FeatureID]) {
            // Line ends are ignored, as in brackets.
            lexer = UVLLexer(text, inBracketsAt: 0)
            token = lexer.next()
            self.ids = ids
        }

        mutating func readOperand() throws(TextProblem) -> ConstraintOperand {
            let offset = token.start
            let name = try reference("'!', '(' or the name of a feature")
            guard let feature = ids[ByteKey(name)] else {
                throw TextProblem(
                    offset: offset, message: "unknown feature \(Message.quoted(name.utf8))",
                    remedy: "use a feature of the model")
            }
            return .proposition(.feature(feature))
        }
    }
}
