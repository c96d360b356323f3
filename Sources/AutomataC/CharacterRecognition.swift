// The functions here are described in automata_strokes.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Strokes

extension automata_character_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

final class CharacterRecognizerHandle: Handle, Sendable {
    static let kind: StaticString = "character recognizer"

    let recognizer: CharacterRecognizer

    init(_ recognizer: CharacterRecognizer) { self.recognizer = recognizer }
}

@c @implementation
public func automata_character_recognizer_new(
    _ recognizer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(recognizer, "recognizer", error) { () throws(CallError) in CharacterRecognizerHandle(CharacterRecognizer()) }
}

@c @implementation
public func automata_character_recognizer_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(recognizer, "recognizer", error) { () throws(CallError) in
        let text = try Argument.string(text, length, "text")
        do throws(ElementModelError) {
            return CharacterRecognizerHandle(CharacterRecognizer(model: try CharacterModel(parsing: text)))
        } catch {
            throw .strokes(error)
        }
    }
}

@c @implementation
public func automata_character_recognizer_free(_ recognizer: OpaquePointer?) {
    CharacterRecognizerHandle.free(recognizer)
}

@c @implementation
public func automata_character_recognizer_threshold(_ recognizer: OpaquePointer?) -> Double {
    CharacterRecognizerHandle.from(recognizer)?.recognizer.model.threshold ?? 0
}

@c @implementation
public func automata_character_recognizer_text(
    _ recognizer: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try CharacterRecognizerHandle.required(recognizer)
        try result.check("text", "length")
        try result.hand(out: handle.recognizer.model.text)
    }
}

@c @implementation
public func automata_character_recognizer_recognize(
    _ recognizer: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?,
    _ strokeCount: Int, _ options: UnsafePointer<automata_character_options>?,
    _ candidates: UnsafeMutablePointer<automata_text_candidate>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    count?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try CharacterRecognizerHandle.required(recognizer)
        let result = try required(count, "count")
        let room = UnsafeMutableBufferPointer(
            mutating: try Argument.array(UnsafePointer(candidates), capacity, "candidates"))
        let options = try automata_character_options.given(options)
        let prior = try CharacterPrior(options)
        let strokes = try StrokeArguments(points, counts, strokeCount).copies
        let recognition =
            options.is_word
            ? handle.recognizer.recognizeWord(strokes, prior: prior)
            : handle.recognizer.recognize(strokes, prior: prior)
        let found = recognition.candidates.prefix(room.count)
        for (index, candidate) in found.enumerated() {
            room.initializeElement(at: index, to: automata_text_candidate(candidate))
        }
        result.initialize(to: found.count)
    }
}

extension CharacterPrior {
    fileprivate init(_ options: automata_character_options) throws(CallError) {
        self.init()
        if let alphabet = options.alphabet {
            self.init(only: try Argument.string(alphabet, -1, "alphabet"))
        }
        if let expected = options.expected {
            favor(Set(try Argument.string(expected, -1, "expected")), by: 10)
        }
    }
}

extension automata_text_candidate {
    /// Creates the candidate for C.
    init(_ candidate: TextRecognition.Candidate) {
        self.init()
        probability = candidate.probability
        withUnsafeMutableBytes(of: &text) { bytes in
            // The last byte stays 0.
            for (index, byte) in candidate.text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
        }
    }
}
