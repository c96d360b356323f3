public import Strokes

/// Ink, and what it was recognized as.
public struct RecognizedInk: Sendable, Hashable {
    /// The ink that was drawn.
    public var ink: LabeledInk
    /// The possible meanings.
    public var recognition: Recognition

    /// Ink with its recognition.
    public init(ink: LabeledInk, recognition: Recognition) {
        self.ink = ink
        self.recognition = recognition
    }
}
