/// The expected characters, each with a relative weight: prior probabilities up to a factor.
///
/// ```swift
/// var prior = CharacterPrior()
/// prior.favor("01", by: 20)        // the drawing has 0 and 1 already
/// ```
public struct CharacterPrior: Sendable, Hashable {
    /// The weights of ``CharacterModel/characters``.
    private(set) var weights: [Double]

    /// Creates a prior in which all characters that the recognizer knows have the same weight.
    public init() { weights = [Double](repeating: 1, count: CharacterModel.characters.count) }

    /// Creates a prior in which only the given characters are expected, with the same weight.
    /// Characters that the recognizer doesn't know are ignored.
    public init(only characters: some Sequence<Character>) {
        weights = [Double](repeating: 0, count: CharacterModel.characters.count)
        for character in characters { self[character] = 1 }
    }

    /// The weight of a character, at least 0; 0 for characters that the recognizer doesn't know.
    ///
    /// A new weight is clamped to 0…10⁶; NaN becomes 0.
    public subscript(character: Character) -> Double {
        get { CharacterModel.index(of: character).map { weights[$0] } ?? 0 }
        set {
            guard let index = CharacterModel.index(of: character) else { return }
            weights[index] = newValue > 0 ? min(newValue, 1e6) : 0
        }
    }

    /// The mean weight of the characters that are possible, which is that of other ink.
    var meanWeight: Double {
        let possible = weights.filter { $0 > 0 }
        return possible.reduce(0, +) / Double(max(1, possible.count))
    }

    /// Multiplies the weights of characters.
    public mutating func favor(_ characters: some Sequence<Character>, by factor: Double) {
        for character in characters { self[character] *= factor }
    }
}
