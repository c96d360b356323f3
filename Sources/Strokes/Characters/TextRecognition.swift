/// The possible texts of ink, characters or words, the most probable first.
public struct TextRecognition: Sendable, Hashable {
    /// A possible text of ink.
    public struct Candidate: Sendable, Hashable {
        /// The character or the word.
        public let text: String
        /// The probability of the text, 0…1.
        public let probability: Double
    }

    /// The texts that the prior allows and whose probability is at least 0.001, the most probable
    /// first.
    ///
    /// The probabilities add up to at most 1; the rest is the probability of other texts and of ink
    /// that isn't text.
    public let candidates: [Candidate]
    /// The minimum probability of an answer: if no text is that probable, ``best`` is `nil`.
    public let threshold: Double

    /// The most probable text, or `nil` if its probability is below ``threshold``.
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
    /// Returns the recognition after multiplying the probability of each candidate by a factor of
    /// at most 1, and scaling all probabilities so that their sum stays the same.
    package func weighted(_ factor: (String) -> Double) -> TextRecognition {
        let weighted = candidates.map { (text: $0.text, probability: $0.probability * factor($0.text)) }
        let lost = zip(candidates, weighted).reduce(0) { $0 + $1.0.probability - $1.1.probability }
        return TextRecognition(weighted.map { ($0.text, $0.probability / max(1 - lost, 1e-9)) }, threshold: threshold)
    }
}
