public import Strokes

/// Ink, and what it was recognized as.
public struct RecognizedInk: Sendable, Hashable {
    /// What was drawn.
    public var ink: LabeledInk
    /// What it may mean.
    public var recognition: Recognition

    /// Ink with its recognition.
    public init(ink: LabeledInk, recognition: Recognition) {
        self.ink = ink
        self.recognition = recognition
    }
}
