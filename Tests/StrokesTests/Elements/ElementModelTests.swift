@_spi(Training) import Strokes
import Testing

@Suite struct ElementModelTests {
    private let text = ElementModel.default.text

    @Test func theDefaultIsSound() throws {
        #expect(try ElementModel(parsing: DefaultModel.text) == .default)
        #expect(ElementModel.default != .uniform)
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

    /// The lines with one replaced; the checksum no longer matters, because the reader stops
    /// before.
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
        let count = Feature.names.count
        #expect(
            failure(line: "features", with: "features 3")?.reason
                == .otherFeature("expected \(count) features, found 3"))
        #expect(failure(line: "gap ", with: "gap 1e30 1")?.reason == .outOfRange("gap"))
        let other = failure(line: "gap ", with: "hole 1 1")
        #expect(other?.reason == .otherFeature("expected 'gap', found 'hole'"))
        #expect(
            other?.message == "the model's features differ from this library's features: expected 'gap', found 'hole'")
        #expect(failure(line: "gap ", with: "gap 1")?.reason == .expected("'gap' and two numbers"))
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
        #expect(
            ElementModelError(line: 3, reason: .badCodes).description
                == "3: the encoded numbers are damaged: the text was changed or cut")
    }

    /// A text with the checksum that its lines have (FNV-1a), as whoever means harm would write it.
    private func signed(_ lines: some Sequence<String>) -> String {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        let body = lines.prefix { !$0.hasPrefix("end ") }
        for byte in body.joined(separator: "\n").utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        sum = (sum ^ 10) &* 0x100_0000_01b3
        let digits = String(sum, radix: 16)
        return body.joined(separator: "\n") + "\nend " + String(repeating: "0", count: 16 - digits.count) + digits
            + "\n"
    }

    private var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The lines with the one that begins so changed; of the rows of a layer, which begin with
    /// their step, the first.
    private func signed(changing start: String, to other: (String) -> String) throws -> String {
        var lines = lines
        let place =
            start == "row"
            ? try #require(lines.firstIndex { $0.hasPrefix("layer ") }) + 1
            : try #require(lines.firstIndex { $0.hasPrefix(start) })
        lines[place] = other(lines[place])
        return signed(lines)
    }

    @Test func aStepWithoutASizeIsRefusedThoughTheChecksumIsRight() throws {
        #expect(signed(lines) == text)
        for step in ["0", "-0", "1e-10", "1e-45", "-1", "1.5", "inf", "nan"] {
            let row = try signed(changing: "row") { step + $0.drop { $0 != " " } }
            #expect(failure(row)?.reason == .outOfRange("the quantization step of the weights"), "\(step)")
            let leaves = try signed(changing: "trees ") { $0.replacing(/step .*/, with: "step \(step)") }
            #expect(failure(leaves)?.reason == .outOfRange("the quantization step of the leaves"), "\(step)")
        }
    }

    @Test func extremeNumbersWithARightChecksumAreRecognizedWithAndWritten() throws {
        func set(_ name: String, _ rest: String) throws -> String { try signed(changing: name) { _ in name + rest } }
        var texts = [
            try set("threshold ", "1"), try set("share ", "0"), try set("slopes ", "100 -100 100 -100"),
            try set("offsets ", "-100 100 0 1e-45"), try set("joins ", "-20 20 20 -20"),
            try set("gap ", "1e4 1e6"), try set("gap ", "-1e4 0"),
            try signed(changing: "row") { "1" + $0.drop { $0 != " " } },
            try signed(changing: "row") { "1e-9" + $0.drop { $0 != " " } },
        ]
        // The greatest and the least weights everywhere, in the greatest steps.
        for digit in ["_", "0"] {
            var isRow = false
            texts.append(
                signed(
                    lines.map { line in
                        if line.hasPrefix("layer") || line.hasPrefix("end ") {
                            isRow = true
                        } else if isRow, let space = line.firstIndex(of: " ") {
                            let codes = line[space...].dropFirst()
                            return "1 " + String(repeating: digit, count: codes.count)
                        }
                        return line
                    }))
        }
        for text in texts {
            let model = try ElementModel(parsing: text)
            #expect(try ElementModel(parsing: model.text) == model)
            let recognizer = ElementRecognizer(model: model)
            for stroke in [Drawing.circle(), Drawing.arrow, Drawing.square] {
                let sum = recognizer.recognize(stroke).candidates.reduce(0) { $0 + $1.probability }
                #expect(abs(sum - 1) < 1e-6)
            }
        }
    }

    @Test func whatNoTextHoldsIsWrittenAsTheNearestThatItHolds() {
        var model = ElementModel.default
        model.networks[0].layers[0].steps[0] = 0
        model.networks[0].layers[0].biases[1] = -1e30
        let lines = model.text.split(separator: "\n").map(String.init)
        #expect(lines.count == self.lines.count)
        #expect(zip(lines, self.lines).allSatisfy { $0.hasPrefix("trees") || $0.count <= $1.count })
    }
}
