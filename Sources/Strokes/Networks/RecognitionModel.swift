/// A model of elements or of characters, for programs that read both kinds from files.
///
/// ```swift
/// switch try RecognitionModel(parsing: text) {
/// case .elements(let model): elements = ElementRecognizer(model: model)
/// case .characters(let model): characters = CharacterRecognizer(model: model)
/// }
/// ```
public enum RecognitionModel: Sendable, Hashable {
    /// A model for an ``ElementRecognizer``.
    case elements(ElementModel)
    /// A model for a ``CharacterRecognizer``.
    case characters(CharacterModel)

    /// Reads a model from its text, whose first line names the kind.
    ///
    /// Sizes are bounded and all numbers are checked, so that even an untrusted model needs no
    /// further checks.
    ///
    /// - Throws: ``ElementModelError`` with the line of the error.
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public init(parsing text: String) throws(ElementModelError) {
        if text.utf8.starts(with: CharacterModel.signature.utf8) {
            self = .characters(try CharacterModel(parsing: text))
        } else if text.utf8.starts(with: ElementModel.signature.utf8) {
            self = .elements(try ElementModel(parsing: text))
        } else {
            let wanted = "'\(ElementModel.signature)' or '\(CharacterModel.signature)'"
            throw ElementModelError(line: 1, reason: .expected(wanted))
        }
    }

    /// The model as text, for ``init(parsing:)``.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public var text: String {
        switch self {
        case .elements(let model): model.text
        case .characters(let model): model.text
        }
    }
}
