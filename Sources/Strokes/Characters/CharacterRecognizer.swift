/// A recognizer of handwritten characters and short words: digits, lower-case letters, ε, comma,
/// plus and minus.
///
/// ```swift
/// let recognizer = CharacterRecognizer()
/// let recognition = recognizer.recognize(strokes, prior: CharacterPrior(only: "01ab"))
/// if let character = recognition.best { … } else { ask(recognition.candidates) }
/// ```
///
/// The answer is `nil` rather than a guess if no character is probable enough. Shape alone often
/// can't distinguish 0 from o or 1 from l: pass the expected characters as a ``CharacterPrior``.
/// Recognition is a pure function of its arguments; any number of threads may share a recognizer.
public struct CharacterRecognizer: Sendable {
    /// The model that was trained on characters.
    public let model: CharacterModel

    /// Creates a recognizer with a model.
    public init(model: CharacterModel = .default) { self.model = model }

    /// Recognizes strokes that make one character. Strokes without a shape, such as a point, are
    /// unknown.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in drawing order.
    ///   - prior: The expected characters.
    ///   - threshold: The minimum probability of an answer, below which ink is unknown; `nil` means
    ///     the model's ``CharacterModel/threshold``.
    /// - Complexity: O(*n*) for *n* points; the constant part is some microseconds.
    public func recognize(
        _ strokes: [Stroke], prior: CharacterPrior = CharacterPrior(), threshold: Double? = nil
    ) -> TextRecognition {
        let threshold = threshold ?? model.threshold
        let probabilities = probabilities(strokes, prior) ?? []
        return TextRecognition(
            zip(CharacterModel.characters, probabilities).map { (String($0), $1) }, threshold: threshold)
    }

    /// Returns the probability of each class; `nil` for ink without a shape.
    func probabilities(_ strokes: some Collection<Stroke>, _ prior: CharacterPrior) -> [Double]? {
        model.scores(strokes).map { probabilities($0, prior) }
    }

    /// Returns the probability of each class with given scores.
    func probabilities(_ scores: CharacterModel.Scores, _ prior: CharacterPrior) -> [Double] {
        var greatestScore = -Float.infinity
        for index in 0..<CharacterModel.classCount { greatestScore = max(greatestScore, scores[index]) }
        // If the prior allows only unlikely characters, the sum may be too small for a division.
        var sum = 1e-300
        let none = CharacterModel.characters.count
        let usual = prior.meanWeight
        let powers = (0..<CharacterModel.classCount).map { index in
            let power = ElementaryFunctions.exponential(Double((scores[index] - greatestScore) * model.slope))
            let weighted = power * (index < none ? prior.weights[index] : usual)
            sum += weighted
            return weighted
        }
        return powers.map { $0 / sum }
    }
}
