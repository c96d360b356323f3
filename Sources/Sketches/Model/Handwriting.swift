public import Strokes

extension Sketch {
    /// A handwritten word: the name of a state, or symbols of an arrow.
    public struct Handwriting: Sendable, Hashable {
        /// The ink, in drawing order.
        public let ink: [Ink.ID]
        /// The state or the arrow that the word belongs to; `nil` if neither is near.
        public let element: Element?
        /// The text that the element got from the word; `nil` if the recognizer isn't sure or the
        /// element has another text.
        public let text: String?
        /// The possible texts of the word, the most probable first.
        ///
        /// ``Sketch/Event/transcribe(_:as:)`` chooses one of them, or another text.
        public let candidates: [TextRecognition.Candidate]
    }

    /// The handwritten words, in the order of their first ink.
    ///
    /// - Complexity: O(*n* + *k*) for *n* elements and *k* points of words, and some hundred
    ///   microseconds for each word.
    public var handwriting: [Handwriting] { contents.handwriting(recognizing) }
}
