/// A model of handwritten characters: small networks over the features of ink, with a calibration
/// that turns their scores into probabilities.
///
/// A model is a value. ``default`` is part of the library; ``init(parsing:)`` reads other models,
/// made by `automata-train`, for a ``CharacterRecognizer``.
public struct CharacterModel: Sendable, Hashable {
    /// The characters that a model knows: digits, lower-case letters, ε, comma, plus and minus.
    public static let characters = Array("0123456789abcdefghijklmnopqrstuvwxyzε,+-")

    /// The networks. Each gives a score to each of ``characters`` and to ink that isn't a single
    /// character, such as two characters together. The model averages the scores.
    @_spi(Training) public var networks: [FeedforwardNetwork]
    /// The calibration: a factor on the scores before the softmax.
    @_spi(Training) public var slope: Float
    /// The minimum probability of an answer: ink is unknown if no character is that probable.
    public var threshold: Double

    /// The number of classes: the characters, and one class for all other ink.
    @_spi(Training) public static let classCount = characters.count + 1

    /// Creates a model from its networks.
    @_spi(Training) public init(networks: [FeedforwardNetwork], slope: Float = 1, threshold: Double = 0) {
        (self.networks, self.slope, self.threshold) = (networks, slope, threshold)
    }

    /// Returns the index of a character in ``characters``.
    static func index(of character: Character) -> Int? { indices[character] }

    private static let indices = Dictionary(uniqueKeysWithValues: characters.enumerated().map { ($1, $0) })
}

extension CharacterModel {
    /// The scores of the classes.
    @_spi(Training) public typealias Scores = InlineArray<41, Float>

    /// Returns the scores of the classes, before calibration, for strokes that make one character;
    /// `nil` if the strokes have no shape.
    ///
    /// - Complexity: O(*n*) for *n* points, no allocation.
    @_spi(Training) public func scores(_ strokes: some Collection<Stroke>) -> Scores? {
        let vectors = CharacterFeatures.count / 8
        let rows = vectors + 2 * FeedforwardNetwork.widestLayer / 8
        return withUnsafeTemporaryAllocation(of: SIMD8<Float>.self, capacity: rows) { memory -> Scores? in
            memory.initialize(repeating: .zero)
            guard let features = memory.baseAddress else { return nil }
            let floats = UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self)
            guard CharacterFeatures.write(strokes, to: floats) else { return nil }
            var sum = Scores(repeating: 0)
            for network in networks {
                let output = UnsafeMutableRawPointer(network.run(features, work: features + vectors))
                    .assumingMemoryBound(to: Float.self)
                for index in 0..<Self.classCount { sum[index] += output[index] }
            }
            let share = 1 / Float(max(1, networks.count))
            for index in 0..<Self.classCount { sum[index] *= share }
            return sum
        }
    }
}
