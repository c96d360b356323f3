import StrokeSynthesis
@_spi(Training) import Strokes
import Testing

@Suite struct CharacterModelTests {
    private let text = CharacterModel.default.text

    @Test func theDefaultIsSound() throws {
        #expect(try CharacterModel(parsing: DefaultCharacterModel.text) == .default)
        #expect(!CharacterModel.default.networks.isEmpty)
        #expect(DefaultCharacterModel.text.utf8.count <= 150_000)
        #expect(CharacterModel.classCount == CharacterModel.characters.count + 1)
    }

    @Test func textSurvivesReadingAndWriting() throws {
        #expect(try CharacterModel(parsing: text).text == text)
        let windows = text.split(separator: "\n").joined(separator: "\r\n")
        #expect(try CharacterModel(parsing: windows) == .default)
    }

    private func failure(_ text: String) -> ElementModelError? {
        do {
            _ = try CharacterModel(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTextThatIsCutAnywhereIsRefused() {
        let bytes = Array(text.utf8)
        // The last byte is the end of the last line.
        for length in stride(from: 0, to: bytes.count - 1, by: 3001) {
            #expect(failure(String(decoding: bytes.prefix(length), as: UTF8.self)) != nil)
        }
    }

    @Test func aTextThatWasChangedAnywhereIsRefused() {
        let bytes = Array(text.utf8)
        for place in stride(from: 0, to: bytes.count - 1, by: 6007) {
            for byte in [UInt8(ascii: "0"), UInt8(ascii: "*"), 10, 255] where bytes[place] != byte {
                var changed = bytes
                changed[place] = byte
                #expect(failure(String(decoding: changed, as: UTF8.self)) != nil, "byte \(place)")
            }
        }
    }

    /// The lines with one replaced; the checksum no longer matters, because the reader stops
    /// before.
    private func failure(line: String, with other: String) -> ElementModelError? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let place = lines.firstIndex(where: { $0.hasPrefix(line) }) else { return nil }
        lines[place] = other
        return failure(lines.joined(separator: "\n"))
    }

    @Test func errorsSayWhatAndWhere() {
        #expect(failure("")?.message == "expected 'automata character model 1'")
        #expect(failure(ElementModel.default.text)?.line == 1)
        #expect(failure(line: "threshold", with: "threshold nan")?.reason == .outOfRange("threshold"))
        #expect(failure(line: "threshold", with: "threshold 2")?.line == 2)
        #expect(failure(line: "slope", with: "slope -1")?.reason == .outOfRange("slope"))
        #expect(failure(line: "characters", with: "characters abc")?.line == 4)
        #expect(failure(line: "networks", with: "networks 9")?.reason == .outOfRange("networks"))
        #expect(failure(line: "layer ", with: "layer 7 96")?.reason == .outOfRange("the number of inputs"))
        #expect(failure(line: "end", with: "end 0000000000000000")?.reason == .wrongChecksum)
        #expect(failure(String(repeating: "a", count: 5 << 20))?.reason == .tooLong)
    }

    @Test func aModelWithoutNetworksAsks() {
        let model = CharacterModel(networks: [], threshold: 0.5)
        let recognizer = CharacterRecognizer(model: model)
        let recognition = recognizer.recognize(PenFont.strokes(of: "a", at: .zero))
        #expect(recognition.best == nil)
        #expect(recognition.candidates.count == CharacterModel.characters.count)
    }
}
