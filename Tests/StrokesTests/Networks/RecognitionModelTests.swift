import AlgorithmSupport
import StrokeSynthesis
@_spi(Training) import Strokes
import Testing

@Suite struct RecognitionModelTests {
    private func failure(_ text: String) -> ElementModelError? {
        do {
            _ = try RecognitionModel(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func theTextTellsTheKind() throws {
        let elements = try RecognitionModel(parsing: ElementModel.default.text)
        #expect(elements == .elements(.default))
        #expect(elements.text == ElementModel.default.text)
        let characters = try RecognitionModel(parsing: CharacterModel.default.text)
        #expect(characters == .characters(.default))
        #expect(characters.text == CharacterModel.default.text)
    }

    @Test func anotherTextIsRefused() {
        for text in ["", "\n", "automata", "automata element model 10\n", "[[1, 2]]"] {
            #expect(failure(text)?.line == 1, "\(text)")
        }
        #expect(failure("a")?.message == "expected 'automata element model 1' or 'automata character model 1'")
        // The body of the other kind.
        let lines = ElementModel.default.text.split(separator: "\n", omittingEmptySubsequences: false)
        let mixed = (["automata character model 1"] + lines.dropFirst().map(String.init)).joined(separator: "\n")
        #expect(failure(mixed)?.line == 3)
    }

    @Test func damagedAndSignedTextsAreRefusedOrAreModels() throws {
        var random = SplitMix64(seed: 20_261)
        var (refusedCount, readCount) = (0, 0)
        for text in [ElementModel.default.text, CharacterModel.default.text] {
            var lines = text.split(separator: "\n").map { Array($0.utf8) }
            lines.removeLast()
            for _ in 0..<60 {
                var damaged = lines
                let line = Int(random.next() % UInt64(damaged.count))
                for _ in 0...random.next() % 3 where !damaged[line].isEmpty {
                    let place = Int(random.next() % UInt64(damaged[line].count))
                    switch random.next() % 8 {
                    case 0: damaged[line][place] = UInt8(random.next() % 256)
                    case 1: damaged[line].remove(at: place)
                    case 2: damaged[line].insert(UInt8(ascii: "9"), at: place)
                    default: damaged[line][place] = UInt8(ascii: "0") + UInt8(random.next() % 10)
                    }
                }
                // With its checksum, so that nothing but the checks of numbers protects.
                let body = damaged.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
                guard let model = try? RecognitionModel(parsing: body + Self.endLine(of: body)) else {
                    refusedCount += 1
                    continue
                }
                readCount += 1
                try use(model)
            }
        }
        #expect(refusedCount > 20 && readCount > 20)
    }

    /// The last line of a text, with the checksum FNV-1a.
    private static func endLine(of body: String) -> String {
        let sum = body.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(sum, radix: 16)
        return "end \(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\n"
    }

    private func use(_ model: RecognitionModel) throws {
        #expect(try RecognitionModel(parsing: model.text) == model)
        switch model {
        case .elements(let model):
            let candidates = ElementRecognizer(model: model).recognize(Drawing.arrow).candidates
            #expect(abs(candidates.reduce(0) { $0 + $1.probability } - 1) < 1e-6)
        case .characters(let model):
            let strokes = PenFont.strokes(of: "a", at: .zero)
            for candidate in CharacterRecognizer(model: model).recognize(strokes).candidates {
                #expect((0...1).contains(candidate.probability))
            }
        }
    }
}
