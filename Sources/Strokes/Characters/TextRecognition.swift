/// The characters or words that ink may be, most probable first.
public struct TextRecognition: Sendable, Hashable {
    /// A text that ink may be.
    public struct Candidate: Sendable, Hashable {
        /// The character or the word.
        public let text: String
        /// The probability of the text, 0…1.
        public let probability: Double
    }

    /// The texts that the prior allows and whose probability is at least 0.001, most probable
    /// first.
    ///
    /// The probabilities add up to at most 1; the rest is that of other texts and of ink that is no
    /// text.
    public let candidates: [Candidate]
    /// The least probability of an answer: if no text is that probable, ``best`` is `nil`.
    public let threshold: Double

    /// The recognized text, or `nil` if none has the probability ``threshold``.
    public var best: String? {
        guard let first = candidates.first, first.probability >= threshold else { return nil }
        return first.text
    }

    /// Creates a recognition from texts with their probabilities.
    init(_ texts: [(text: String, probability: Double)], threshold: Double) {
        candidates = texts.filter { $0.probability >= 0.001 }
            .sorted { ($1.probability, $0.text) < ($0.probability, $1.text) }
            .map { Candidate(text: $0.text, probability: $0.probability) }
        self.threshold = threshold
    }
}

extension TextRecognition {
    /// Returns the recognition with other prior probabilities of whole texts: each candidate's is
    /// multiplied by a factor of at most 1, and those of the others grow in proportion.
    package func weighted(_ factor: (String) -> Double) -> TextRecognition {
        let weighted = candidates.map { (text: $0.text, probability: $0.probability * factor($0.text)) }
        let lost = zip(candidates, weighted).reduce(0) { $0 + $1.0.probability - $1.1.probability }
        return TextRecognition(weighted.map { ($0.text, $0.probability / max(1 - lost, 1e-9)) }, threshold: threshold)
    }
}
