public import Strokes

/// An element of ink with its possible meanings.
public struct RecognizedInk: Sendable, Hashable {
    /// The ink that was drawn.
    public var ink: LabeledInk
    /// The possible meanings of the ink, with their probabilities.
    public var recognition: Recognition

    /// Creates ink with its recognition.
    public init(ink: LabeledInk, recognition: Recognition) {
        self.ink = ink
        self.recognition = recognition
    }
}
