import Foundation
import StrokeFormats
import StrokeSynthesis
@_spi(Training) import Strokes
import Synchronization
import Testing

@testable import StrokeTraining

/// A hand with odd habits: its states have corners, its loops are hooks, and its letters lean back.
struct OddHand {
    var random: TrainingRandom

    init(seed: UInt64) { random = TrainingRandom(seed: seed) }

    /// Draws an element of a kind, with the label that the page of the editor gives it.
    mutating func element(_ kind: ElementKind) -> LabeledInk {
        let points: [Point]
        switch kind {
        case .state: points = path([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0.05)])
        case .transition: points = path([(0, 0), (0.9, 0), (0.9, 0.25), (1.8, 0.25)])
        case .cycle: points = path([(0, 0), (-0.3, -1), (0.7, -1), (0.4, 0)])
        case .unknown:
            var generator = StrokeGenerator(seed: random.next())
            let strokes = generator.element(.unknown(random.chance(0.5) ? .letter : .digit)).strokes
            return LabeledInk(strokes: strokes, labels: ["element": "reject"])
        }
        return LabeledInk(strokes: [Stroke(points)], labels: ["element": kind.description])
    }

    /// Writes a character, far more slanted to the left than people do.
    mutating func character(_ character: Character) -> LabeledInk {
        let slant = random.uniform(-1.3, -1)
        let strokes = PenFont.strokes(of: String(character), at: .zero, height: 40, slant: slant)
        return LabeledInk(strokes: strokes.map { Stroke(wavering($0.points)) }, labels: ["label": String(character)])
    }

    /// A path through corners, in a random size and a little aslant.
    private mutating func path(_ corners: [(Double, Double)]) -> [Point] {
        let (size, turn, aspect) = (random.uniform(40, 120), 0.1 * random.normal(), random.uniform(0.85, 1.15))
        let (c, s) = (cosine(turn), sine(turn))
        let knots = corners.map { corner in
            let (x, y) = (corner.0 + 0.04 * random.normal(), (corner.1 + 0.04 * random.normal()) * aspect)
            return Point(x: size * (x * c - y * s), y: size * (x * s + y * c))
        }
        return wavering(Augmentation.resampled(knots, count: 50 + random.below(40)))
    }

    private mutating func wavering(_ points: [Point]) -> [Point] {
        points.map { Point(x: $0.x + 0.3 * random.normal(), y: $0.y + 0.3 * random.normal()) }
    }
}

@Suite("A model of one's own hand")
struct PersonalTrainingTests {
    /// A folder as `automata edit --collect` writes it, which is removed at the end.
    final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("own-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
        }

        func write(_ name: String, _ ink: LabeledInk) throws {
            let bytes = try InkFormat.ndjson.write(InkDocument(elements: [ink]))
            try write(name, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Small learners, so that tests are quick.
    private func training(_ folder: Folder, others: [String] = []) throws -> PersonalTraining {
        var training = try PersonalTraining(folder: folder.path, others: others)
        training.settings.synthetic = 300
        training.settings.trees.count = 40
        training.settings.trees.depth = 4
        training.settings.trees.rate = 0.2
        training.settings.network.hidden = [24]
        training.settings.network.epochs = 6
        training.settings.networkCount = 1
        training.characterSettings.steps = 500
        training.characterSettings.networkCount = 1
        return training
    }

    @Test("elements of an odd hand are read by its model, and hardly by the built-in one")
    func elements() throws {
        let folder = try Folder()
        var hand = OddHand(seed: 11)
        for kind in ElementKind.allCases {
            for number in 1...12 { try folder.write("\(kind)-\(number).ndjson", hand.element(kind)) }
        }
        let outcome = try training(folder).run { _ in }
        #expect(outcome.characters == nil)
        let model = try ElementModel(parsing: try #require(outcome.elements))
        var (right, before) = (0, 0)
        for _ in 0..<50 {
            for kind in ElementKind.allCases {
                let strokes = hand.element(kind).strokes
                if ElementRecognizer(model: model).recognize(strokes).best.kind == kind { right += 1 }
                if ElementRecognizer().recognize(strokes).best.kind == kind { before += 1 }
            }
        }
        // 96 and 194 of them.
        #expect(before < 120 && right > 185, "\(before) \(right)")
        // Its own classes are judged on samples that weren't learned.
        #expect(outcome.report.contains("| state | 12 | 0.0 % | 100.0 % |"), "\(outcome.report)")
        #expect(outcome.report.contains("No model: no class has 5 samples."))
        // Other hands are still read.
        var (others, othersBefore) = (0, 0)
        for sample in Sample.syntheticElements(count: 50, seed: 77) {
            let strokes = sample.strokes.map { Stroke($0) }
            if ElementRecognizer(model: model).recognize(strokes).best.kind == sample.kind { others += 1 }
            if ElementRecognizer().recognize(strokes).best.kind == sample.kind { othersBefore += 1 }
        }
        #expect(others > othersBefore - 20, "\(others) \(othersBefore)")
    }

    @Test("characters of an odd hand are read by its model, and others aren't forgotten")
    func characters() throws {
        let folder = try Folder()
        var hand = OddHand(seed: 12)
        let drawn = Array("0123ab")
        for character in drawn {
            for number in 1...6 {
                try folder.write("character-\(character)-\(number).ndjson", hand.character(character))
            }
        }
        let outcome = try training(folder).run { _ in }
        #expect(outcome.elements == nil)
        let model = try CharacterModel(parsing: try #require(outcome.characters))
        func rightCount(_ model: CharacterModel, _ inks: [LabeledInk]) -> Int {
            let recognizer = CharacterRecognizer(model: model)
            return inks.count { recognizer.recognize($0.strokes).candidates.first?.text == $0.labels["label"] }
        }
        let own = (0..<20).flatMap { _ in drawn.map { hand.character($0) } }
        let (right, before) = (rightCount(model, own), rightCount(.default, own))
        #expect(own.count == 120 && before < 90 && right > 110, "\(before) \(right)")
        let others = "4569cdeokpqstxyz".map { character in
            LabeledInk(strokes: PenFont.strokes(of: String(character), at: .zero), labels: ["label": String(character)])
        }
        #expect(rightCount(.default, others) == 15 && rightCount(model, others) >= 13)
        #expect(outcome.report.contains("No samples, so only what is known of other hands: 4  5  6"))
    }

    @Test("damaged files are told and left out, and too few samples make no model")
    func problems() throws {
        let folder = try Folder()
        var hand = OddHand(seed: 13)
        for number in 1...3 { try folder.write("state-\(number).ndjson", hand.element(.state)) }
        try folder.write("state-4.ndjson", "{\"element\":\"state\",\"points\":[[1,2],[3")
        try folder.write("state-5.ndjson", "{\"points\":[[1,2],[3,4]]}\n")
        try folder.write("consent.txt", "yes")
        let told = Mutex<[String]>([])
        let outcome = try training(folder).run { text in told.withLock { $0.append(text) } }
        #expect(outcome.elements == nil && outcome.characters == nil)
        #expect(outcome.report.contains("Too few samples, draw 5 or more: state (3)."))
        let problems = told.withLock(\.self)
        #expect(problems.count == 2 && problems[0].hasPrefix("state-4.ndjson is left out: "), "\(problems)")
        #expect(problems[1] == "state-5.ndjson is left out: no sample has a known label 'element' or 'label'")
        #expect(throws: (any Error).self) { try PersonalTraining(folder: folder.path + "/none", others: []) }
    }

    @Test("other people's files are learned from, too, and don't drown the hand")
    func others() throws {
        let folder = try Folder()
        var hand = OddHand(seed: 14)
        for number in 1...10 { try folder.write("state-\(number).ndjson", hand.element(.state)) }
        let others = Sample.syntheticElements(count: 200, seed: 5).map { sample in
            LabeledInk(
                strokes: sample.strokes.map { Stroke($0) },
                labels: [
                    "element": sample.kind == .unknown ? "reject" : sample.kind.description,
                    "writer": "w\(sample.fold)",
                ])
        }
        let bytes = try InkFormat.ndjson.write(InkDocument(elements: others))
        let file = try Folder()
        try file.write("others.ndjson", String(decoding: bytes, as: UTF8.self))
        let outcome = try training(folder, others: [file.path + "/others.ndjson"]).run { _ in }
        let model = try ElementModel(parsing: try #require(outcome.elements))
        let right = (0..<50).count { _ in
            ElementRecognizer(model: model).recognize(hand.element(.state).strokes).best.kind == .state
        }
        #expect(right > 45, "\(right)")
    }
}
