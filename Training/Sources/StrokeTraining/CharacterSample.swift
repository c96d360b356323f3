import StrokeFormats
import Strokes

/// A labeled character.
struct CharacterSample: Sendable {
    var strokes: [Stroke]
    /// The index of the character in `CharacterModel.characters`.
    var label: Int
    /// The laboratory that collected it.
    var lab: String
    /// The fold of its writer, one of five.
    var fold: Int
    /// The place in the file.
    var number = 0
    /// Whether the model is made for the hand that wrote it.
    var isPersonal = false

    /// Reads characters, with the labels `label`, `lab` and `writer`. The folds never split a
    /// writer: a writer with the number *n* is in fold *n* modulo 5.
    static func read(_ path: String) throws -> [CharacterSample] {
        try SampleFile.elements(of: path).enumerated().compactMap { CharacterSample($1, number: $0) }
    }
}

extension CharacterSample {
    /// Creates a sample from ink with the label `label`; `nil` for another label or none.
    init?(_ ink: LabeledInk, number: Int) {
        guard let name = ink.labels["label"], let character = name.first, name.count == 1,
            let label = CharacterModel.characters.firstIndex(of: character)
        else { return nil }
        let writer = ink.labels["writer"] ?? ""
        self.init(
            strokes: ink.strokes, label: label, lab: ink.labels["lab"] ?? "",
            fold: (Int(writer) ?? writer.utf8.reduce(0) { $0 + Int($1) }) % 5, number: number)
    }
}
