internal import Strokes

/// Recognizes ink, and remembers what it recognized, as each event reads the ink near it again.
final class InkRecognizer {
    /// The former results.
    struct Memory: Sendable {
        /// The recognitions of strokes by shape alone.
        fileprivate var elements = StrokeMemory<Recognition>(capacity: 1024)
        fileprivate var characters = CharacterRecognizer.Memory()
    }

    private let recognizer: ElementRecognizer
    private let characterRecognizer: CharacterRecognizer
    private(set) var memory: Memory
    private var scratch = ElementRecognizer.Scratch()

    init(
        _ recognizer: ElementRecognizer, _ characterRecognizer: CharacterRecognizer, _ memory: Memory = Memory()
    ) {
        (self.recognizer, self.characterRecognizer, self.memory) = (recognizer, characterRecognizer, memory)
    }

    var model: ElementModel { recognizer.model }

    /// Returns the recognition of strokes as one element, by shape alone.
    func recognize(_ strokes: [Stroke]) -> Recognition {
        memory.elements.value(of: strokes) { recognizer.recognize(strokes, scratch: &scratch) }
    }

    /// Returns the recognition of strokes as one element among states.
    func recognize(_ strokes: [Stroke], among context: ElementContext) -> Recognition {
        recognize(strokes).placed(among: context.states.span, by: model)
    }

    /// Returns the recognition of strokes as a word.
    func recognizeWord(
        _ strokes: [Stroke], prior: CharacterPrior, following: CharacterPrior
    ) -> TextRecognition {
        characterRecognizer.recognizeWord(strokes, prior: prior, following: following, memory: &memory.characters)
    }
}
