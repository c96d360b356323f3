import Strokes
import Testing

@testable import StrokeTraining

@Suite("Calibration and rejection")
struct CalibrationTests {
    @Test("slopes of scores that are twice too sure come out as a half")
    func findsTemperature() {
        var random = TrainingRandom(seed: 5)
        var scores: [SIMD4<Float>] = []
        var kinds: [ElementKind] = []
        for _ in 0..<1500 {
            let truth = SIMD4<Float>(
                Float(random.normal()), Float(random.normal()), Float(random.normal()), Float(random.normal()))
            var rest = Float(random.unit())
            var kind = 3
            let probabilities = softmax(truth)
            for index in 0..<3 where kind == 3 {
                rest -= probabilities[index]
                if rest < 0 { kind = index }
            }
            scores.append(truth * 2)
            kinds.append(ElementKind.allCases[kind])
        }
        let calibration = Calibration(
            scores: scores, kinds: kinds, weights: [Float](repeating: 1, count: scores.count))
        for index in 0..<4 {
            #expect(abs(calibration.slopes[index] - 0.5) < 0.1)
            #expect(abs(calibration.offsets[index]) < 0.25)
        }
        var before = Reliability()
        var after = Reliability()
        for (score, kind) in zip(scores, kinds) {
            before.add(softmax(score), kind)
            after.add(calibration.probabilities(score), kind)
        }
        #expect(before.error > 0.1)
        #expect(after.error < 0.05)
    }

    @Test("nothing to learn from leaves scores as they are")
    func empty() {
        let calibration = Calibration(scores: [], kinds: [], weights: [])
        #expect(calibration.slopes == SIMD4(repeating: 1))
        #expect(calibration.offsets == .zero)
        #expect(Reliability().error == 0)
    }

    @Test("the expected calibration error of two bins, by hand")
    func reliability() {
        var reliability = Reliability()
        // Sure by 0.9 and right three times in four; by 0.55 and right each time.
        for answer in [ElementKind.state, .state, .state, .cycle] { reliability.add(SIMD4(0.95, 0.05, 0, 0), answer) }
        for _ in 0..<4 { reliability.add(SIMD4(0.45, 0.55, 0, 0), .transition) }
        #expect(reliability.bins[9].count == 4)
        #expect(reliability.bins[9].correct == 3)
        #expect(reliability.bins[5].count == 4)
        #expect(abs(reliability.error - (4 * 0.2 + 4 * 0.45) / 8) < 1e-6)
    }

    @Test("a threshold rejects its share of elements")
    func rejection() {
        var rejection = Rejection()
        for index in 1...100 { rejection.add(SIMD4(Float(index) / 100, 0, 0, 1 - Float(index) / 100), .state) }
        for index in 1...10 { rejection.add(SIMD4(0, Float(index) / 10, 0, 1 - Float(index) / 10), .unknown) }
        let threshold = rejection.threshold(rejecting: 0.05)
        #expect(threshold == 0.06)
        #expect(rejection.falseRejects(at: threshold) == 0.05)
        #expect(rejection.falseAccepts(at: threshold) == 1)
        #expect(rejection.falseAccepts(at: 0.75) == 0.3)
        #expect(Rejection().threshold(rejecting: 0.01) == 0)
        // What is a state or a cycle is an element for certain.
        var torn = Rejection()
        torn.add(SIMD4(0.5, 0, 0.5, 0), .cycle)
        #expect(torn.elements == [1])
    }
}

@Suite("What is counted")
struct ConfusionTests {
    @Test("accuracy, recall and macro-F1 by hand")
    func measures() {
        var confusion = Confusion()
        // Eight states, two of which are taken for cycles; two cycles, both known; nothing else was
        // drawn.
        for _ in 0..<6 { confusion.add(.state, 0) }
        for _ in 0..<2 { confusion.add(.state, 2) }
        for _ in 0..<2 { confusion.add(.cycle, 2) }
        #expect(confusion.total == 10)
        #expect(confusion.accuracy == 0.8)
        #expect(confusion.recall(0) == 0.75)
        #expect(confusion.recall(2) == 1)
        // F1 of states 12/14, of cycles 4/6; classes that nobody drew don't count.
        #expect(abs(confusion.macroF1 - (12.0 / 14 + 4.0 / 6) / 2) < 1e-12)
    }

    @Test("the class that two share is the first")
    func argmaxTakesTheFirst() {
        #expect(argmax(SIMD4(1, 3, 3, 2)) == 1)
        #expect(argmax(.zero) == 0)
    }
}

@Suite("Samples")
struct SampleTests {
    @Test("folds come from the label, from the writer's other strokes, or from the writer's number")
    func folds() {
        let given: [(writer: String, source: String, label: String?, fold: Int)] = [
            ("w9", "a", "2", 2), ("w1", "a", "7", -1), ("w13", "a", nil, 3), ("anna", "a", nil, -1),
            // Nobody is in two folds, whatever the number; another source's writer is somebody
            // else.
            ("w9", "a", nil, 2), ("w9", "b", nil, 4), ("w1", "a", nil, -1),
            ("w11", "a", "x", 1), ("", "a", "0", 0), ("", "a", nil, -1),
        ]
        let samples = given.map { Sample(strokes: [], kind: .state, name: "", source: $0.source, writer: $0.writer) }
        #expect(SampleFile.folds(of: samples, labels: given.map(\.label)) == given.map(\.fold))
    }

    @Test("a stroke drawn again is finite, near its size, and the same for a seed")
    func variations() {
        let circle = (0..<60).map { index in
            let angle = Double(index) / 60 * 2 * .pi
            return Point(x: 100 + 40 * cosine(angle), y: 50 + 40 * sine(angle))
        }
        for seed in 0..<60 {
            var (first, second) = (TrainingRandom(seed: UInt64(seed)), TrainingRandom(seed: UInt64(seed)))
            let points = Augmentation.varied(circle, random: &first)
            #expect(points == Augmentation.varied(circle, random: &second))
            #expect(points.count > 2)
            #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
            let box = Augmentation.box(points)
            #expect(box.width > 40 && box.width < 160 && box.height > 40 && box.height < 160)
        }
    }

    @Test("what is trimmed is the ink's share, and what has no ink stays")
    func trimming() {
        let line = (0...100).map { Point(x: Double($0), y: 0) }
        let trimmed = Augmentation.trimmed(line, front: 0.1, back: 0.2)
        #expect(trimmed.first == Point(x: 10, y: 0))
        #expect(trimmed.last == Point(x: 80, y: 0))
        let dots = [Point](repeating: Point(x: 1, y: 1), count: 5)
        #expect(Augmentation.trimmed(dots, front: 0.5, back: 0.5).count == 5)
    }
}

@Suite("Training as a whole")
struct TrainingTests {
    /// Synthetic strokes alone, few of them, and small learners.
    private static let settings: TrainingSettings = {
        var settings = TrainingSettings()
        settings.synthetic = 80
        settings.trees.count = 12
        settings.trees.depth = 3
        settings.trees.rate = 0.4
        settings.network.hidden = [16]
        settings.network.epochs = 20
        settings.networkCount = 1
        return settings
    }()

    @Test("a model from synthetic strokes knows those of another seed")
    func learnsStrokes() {
        let dataset = Dataset(real: [], settings: Self.settings)
        #expect(dataset.samples.count >= 4 * 80)
        let model = Self.settings.train(dataset) { _ in true }
        let others = Sample.syntheticElements(count: 40, seed: 99)
        var confusion = Confusion()
        for (sample, score) in zip(others, model.scores(of: others)) {
            confusion.add(sample.kind, argmax(score))
        }
        // By chance a quarter to two fifths would be right.
        #expect(confusion.accuracy > 0.7)
    }

    @Test("models and answers are the same each time, and in the order of the jobs")
    func repetition() {
        var settings = Self.settings
        settings.synthetic = 20
        settings.trees.count = 3
        settings.network.epochs = 2
        let dataset = Dataset(real: [], settings: settings)
        let results = (0..<2).map { _ in Evaluator(settings: settings, dataset: dataset, sources: []).evaluate() }
        #expect(results[0].model == results[1].model)
        #expect(results[0].evaluation.synthetic.count == 4 * 20)
        #expect(
            results[0].evaluation.synthetic.map(\.probabilities) == results[1].evaluation.synthetic.map(\.probabilities)
        )
        #expect(results[0].evaluation.threshold == results[1].evaluation.threshold)
        #expect(concurrently(Array(0..<50)) { $0 * $0 } == (0..<50).map { $0 * $0 })
    }

    @Test("classes weigh what the settings say, however many samples they have")
    func weights() {
        let matrix = Dataset(real: [], settings: Self.settings).matrix(Self.settings) {
            $0.kind != .cycle
        }
        var sums = [Float](repeating: 0, count: 4)
        for row in 0..<matrix.rows { sums[Int(matrix.labels[row])] += matrix.weights[row] }
        #expect(abs(sums[3] - 0.34) < 1e-3)
        #expect(abs(sums[0] - 0.33) < 1e-3)
        #expect(abs(sums[1] - 0.33) < 1e-3)
        #expect(sums[2] == 0)
    }
}
