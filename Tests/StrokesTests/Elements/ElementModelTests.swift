import Testing

@testable import Strokes

@Suite struct ElementModelTests {
    private let text = ElementModel.default.text

    @Test func theDefaultIsSound() throws {
        #expect(try ElementModel(parsing: DefaultModel.text) == .default)
        #expect(ElementModel.default != .ignorant)
        #expect(DefaultModel.text.utf8.count <= 150_000)
    }

    @Test func textSurvivesReadingAndWriting() throws {
        #expect(try ElementModel(parsing: text).text == text)
        let windows = text.split(separator: "\n").joined(separator: "\r\n")
        #expect(try ElementModel(parsing: windows) == .default)
    }

    private func failure(_ text: String) -> ElementModelError? {
        do {
            _ = try ElementModel(parsing: text)
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

    /// The lines with one replaced; the checksum no longer matters, because the reader stops before.
    private func failure(line: String, with other: String) -> ElementModelError? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let place = lines.firstIndex(where: { $0.hasPrefix(line) }) else { return nil }
        lines[place] = other
        return failure(lines.joined(separator: "\n"))
    }

    @Test func errorsSayWhatAndWhere() {
        #expect(failure("") == ElementModelError(line: 1, reason: .notAModel))
        #expect(failure(line: "threshold", with: "threshold nan")?.reason == .outOfRange("threshold"))
        #expect(failure(line: "threshold", with: "threshold 2")?.line == 2)
        #expect(failure(line: "slopes", with: "slopes 1 2 3")?.reason == .expected("slopes"))
        #expect(failure(line: "slopes", with: "slopes 1 2 inf 4")?.reason == .outOfRange("slopes"))
        #expect(failure(line: "features", with: "features 3")?.reason == .otherFeature("3 of them"))
        #expect(failure(line: "gap ", with: "gap 1e30 1")?.reason == .outOfRange("gap"))
        #expect(failure(line: "gap ", with: "hole 1 1")?.reason == .otherFeature("gap"))
        for count in ["-1", "2049", "99999999999999999999", "2048"] {
            #expect(
                failure(line: "trees", with: "trees \(count) depth 8 step 0.001")?.reason
                    == .outOfRange("the number of trees"))
        }
        #expect(
            failure(line: "trees", with: "trees 2 depth 63 step 0.001")?.reason == .outOfRange("the depth of trees"))
        #expect(failure(line: "networks", with: "networks 9")?.reason == .outOfRange("networks"))
        #expect(failure(line: "layers", with: "layers 0")?.reason == .outOfRange("layers"))
        #expect(failure(line: "layer ", with: "layer 3 4")?.reason == .outOfRange("the number of inputs"))
        #expect(failure(line: "end ", with: "end 0123456789abcdef")?.reason == .wrongChecksum)
        #expect(failure(text + "more\n")?.reason == .expected("nothing after the end"))
        #expect(ElementModelError(line: 3, reason: .badCodes).description == "line 3: the codes are damaged")
    }
}
