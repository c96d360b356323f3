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

    /// Reads characters, with the labels `label`, `lab` and `writer`. The folds never split a
    /// writer: a writer with the number *n* is in fold *n* modulo 5.
    static func read(_ path: String) throws -> [CharacterSample] {
        try SampleFile.elements(of: path).enumerated().compactMap { number, element in
            guard let name = element.labels["label"], let character = name.first, name.count == 1,
                let label = CharacterModel.characters.firstIndex(of: character)
            else { return nil }
            let writer = element.labels["writer"] ?? ""
            return CharacterSample(
                strokes: element.strokes, label: label, lab: element.labels["lab"] ?? "",
                fold: (Int(writer) ?? writer.utf8.reduce(0) { $0 + Int($1) }) % 5, number: number)
        }
    }
}
