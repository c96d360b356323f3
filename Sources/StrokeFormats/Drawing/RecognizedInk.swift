public import Strokes

/// Ink with its recognition.
public struct RecognizedInk: Sendable, Hashable {
    /// The ink that was drawn.
    public var ink: LabeledInk
    /// The possible meanings.
    public var recognition: Recognition

    /// Creates ink with its recognition.
    public init(ink: LabeledInk, recognition: Recognition) {
        self.ink = ink
        self.recognition = recognition
    }
}
