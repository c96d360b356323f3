@_spi(Training) import Strokes

/// A confusion matrix: drawn kinds in rows, recognized ones in columns.
struct Confusion {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 4), count: 4)

    mutating func add(_ truth: ElementKind, _ answer: Int) { counts[Int(truth.rawValue)][answer] += 1 }

    mutating func add(_ other: Confusion) {
        for truth in 0..<4 { for answer in 0..<4 { counts[truth][answer] += other.counts[truth][answer] } }
    }

    var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }
    var accuracy: Double { Double((0..<4).reduce(0) { $0 + counts[$1][$1] }) / Double(max(1, total)) }
    func drawn(_ kind: Int) -> Int { counts[kind].reduce(0, +) }
    func recall(_ kind: Int) -> Double { Double(counts[kind][kind]) / Double(max(1, drawn(kind))) }
    /// The mean F1 score over the classes present.
    var macroF1: Double {
        var sum = 0.0
        var present = 0
        for kind in 0..<4 where drawn(kind) > 0 {
            present += 1
            let answered = (0..<4).reduce(0) { $0 + counts[$1][kind] }
            sum += 2 * Double(counts[kind][kind]) / Double(max(1, drawn(kind) + answered))
        }
        return sum / Double(max(1, present))
    }
}

/// A sample, with the answer of a model that was trained without it and its writer.
struct Judged {
    var sample: Sample
    var score: SIMD4<Float>
    /// The probabilities, calibrated on other samples.
    var probabilities = SIMD4<Float>.zero
    /// The answer of a recognizer, which rejects improbable elements; `nil` if only a model
    /// answered.
    var recognized: Int?

    var answer: Int { recognized ?? argmax(probabilities) }
    var confidence: Float { probabilities[answer] }
    var isRight: Bool { answer == Int(sample.kind.rawValue) }
}

/// The results of the evaluation.
struct Evaluation {
    /// The strokes of the five folds.
    var folds: [Judged] = []
    /// Loops without a head, by folds.
    var headless: [Judged] = []
    /// Synthetic strokes, by folds.
    var synthetic: [Judged] = []
    /// Strokes of a source that the model was trained without.
    var sources: [(name: String, judged: [Judged])] = []
    /// Strokes of a source, by a model trained on synthetic strokes alone.
    var syntheticOnly: [(name: String, judged: [Judged])] = []
    /// The changes to the strokes of the folds and to the loops without a head, with the confusion
    /// after them.
    var changes: [(name: String, folds: Confusion, headless: Confusion)] = []
    /// The calibration on all judged samples.
    var calibration = Calibration(scores: [], kinds: [], weights: [])
    var threshold: Float = 0
    /// The evaluation of the model of all samples on families that no model was trained on.
    var families = FamilyEvaluation()
    /// The fraction of true elements that a model's own threshold rejects. A greater one would
    /// reject arrows with one barb, whose shape is ambiguous. Even so, few other strokes pass.
    static let rejectedShare = 0.002

    static func confusion(_ judged: [Judged]) -> Confusion {
        var confusion = Confusion()
        for one in judged { confusion.add(one.sample.kind, one.answer) }
        return confusion
    }

    var rejection: Rejection {
        var rejection = Rejection()
        for one in folds { rejection.add(one.probabilities, one.sample.kind) }
        return rejection
    }

    var reliability: Reliability {
        var reliability = Reliability()
        for one in folds { reliability.add(one.probabilities, one.sample.kind) }
        return reliability
    }
}

/// Trains the model of all samples, and evaluates by folds and by sources.
struct Evaluator {
    let settings: TrainingSettings
    let dataset: Dataset
    let sources: [String]
    var report: @Sendable (String) -> Void = { _ in }

    /// A model to train, with its purpose.
    private enum Trial {
        case everything
        case withoutFold(Int)
        case withoutSource(String)
        case syntheticAlone
    }

    /// The outcome of a trial.
    private struct Outcome {
        var model: ElementModel
        var judged: [Judged] = []
        /// The confusion for each of ``Change/all``.
        var changes: [(folds: Confusion, headless: Confusion)] = []
    }

    /// Evaluates, and returns also the uncalibrated model of all samples.
    func evaluate() -> (evaluation: Evaluation, model: ElementModel) {
        var trials: [Trial] = [.everything] + (0..<5).map { .withoutFold($0) }
        if !sources.isEmpty { trials += sources.map { .withoutSource($0) } + [.syntheticAlone] }
        let outcomes = concurrently(trials) { outcome($0) }
        var evaluation = Evaluation()
        evaluation.changes = Change.all.map { ($0.name, Confusion(), Confusion()) }
        for (trial, outcome) in zip(trials, outcomes) {
            switch trial {
            case .everything: break
            case .withoutFold:
                evaluation.folds += outcome.judged.filter { !$0.sample.isSynthetic && !$0.sample.isHeadless }
                evaluation.headless += outcome.judged.filter { !$0.sample.isSynthetic && $0.sample.isHeadless }
                evaluation.synthetic += outcome.judged.filter(\.sample.isSynthetic)
                for (index, counts) in outcome.changes.enumerated() {
                    evaluation.changes[index].folds.add(counts.folds)
                    evaluation.changes[index].headless.add(counts.headless)
                }
            case .withoutSource(let source): evaluation.sources.append((source, outcome.judged))
            case .syntheticAlone:
                for source in sources {
                    evaluation.syntheticOnly.append((source, outcome.judged.filter { $0.sample.source == source }))
                }
            }
        }
        calibrate(&evaluation)
        return (evaluation, outcomes[0].model)
    }

    private func outcome(_ trial: Trial) -> Outcome {
        switch trial {
        case .everything:
            report("everything")
            return Outcome(model: settings.train(dataset) { _ in true })
        case .withoutFold(let fold):
            report("fold \(fold + 1) of 5")
            let model = settings.train(dataset) { $0.fold != fold }
            let test = dataset.samples.filter { $0.fold == fold }
            return Outcome(
                model: model, judged: judge(test, by: model),
                changes: changes(test.filter { !$0.isSynthetic }, by: model, fold: fold))
        case .withoutSource(let source):
            report("without \(source)")
            let model = settings.train(dataset) { $0.source != source }
            return Outcome(model: model, judged: judge(dataset.samples.filter { $0.source == source }, by: model))
        case .syntheticAlone:
            report("synthetic alone")
            let model = settings.train(dataset) { $0.isSynthetic }
            return Outcome(model: model, judged: judge(dataset.samples.filter { !$0.isSynthetic }, by: model))
        }
    }

    private func changes(
        _ samples: [Sample], by model: ElementModel, fold: Int
    ) -> [(folds: Confusion, headless: Confusion)] {
        Change.all.enumerated().map { index, change in
            var random = TrainingRandom(seed: UInt64(fold * 100 + index))
            var (folds, headless) = (Confusion(), Confusion())
            // Calibration changes few answers, and answers for unchanged samples are counted
            // without it, too.
            for (sample, score) in zip(samples, model.scores(of: samples) { change.apply($0, &random) }) {
                let answer = argmax(score)
                if sample.isHeadless { headless.add(sample.kind, answer) } else { folds.add(sample.kind, answer) }
            }
            return (folds, headless)
        }
    }

    private func judge(_ samples: [Sample], by model: ElementModel) -> [Judged] {
        zip(samples, model.scores(of: samples)).map { Judged(sample: $0, score: $1) }
    }

    /// Calibrates each fold on the four others, so that no stroke influences its own probability,
    /// and strokes of a left-out source on all folds.
    ///
    /// Real and synthetic strokes have the same weight, as people draw another mix of classes than
    /// the real strokes, most of which aren't elements. For the same reason the few loops without a
    /// head have the weight of the circles that they look like.
    private func calibrate(_ evaluation: inout Evaluation) {
        let (real, synthetic) = (evaluation.folds + evaluation.headless, evaluation.synthetic)
        func calibration(_ isChosen: (Sample) -> Bool) -> Calibration {
            let chosenReal = real.filter { isChosen($0.sample) }
            let chosenSynthetic = synthetic.filter { isChosen($0.sample) }
            let factor = settings.headlessCalibrationFactor
            let weights =
                chosenReal.map { ($0.sample.isHeadless ? factor : 1) / Float(max(1, chosenReal.count)) }
                + [Float](repeating: 1 / Float(max(1, chosenSynthetic.count)), count: chosenSynthetic.count)
            let judged = chosenReal + chosenSynthetic
            return Calibration(scores: judged.map(\.score), kinds: judged.map(\.sample.kind), weights: weights)
        }
        let all = calibration { _ in true }
        let others = (0..<5).map { fold in calibration { $0.fold != fold } }
        func calibrated(_ judged: [Judged], _ calibration: (Sample) -> Calibration) -> [Judged] {
            judged.map { one in
                var one = one
                one.probabilities = calibration(one.sample).probabilities(one.score)
                return one
            }
        }
        for part in [\Evaluation.folds, \.headless, \.synthetic] {
            evaluation[keyPath: part] = calibrated(evaluation[keyPath: part]) { others[$0.fold] }
        }
        for part in [\Evaluation.sources, \.syntheticOnly] {
            evaluation[keyPath: part] = evaluation[keyPath: part].map { ($0.name, calibrated($0.judged) { _ in all }) }
        }
        evaluation.calibration = all
        evaluation.threshold = evaluation.rejection.threshold(rejecting: Evaluation.rejectedShare)
    }
}

extension ElementModel {
    /// Returns the scores of samples, or of changed ones, before calibration.
    func scores(of samples: [Sample], change: (([Point]) -> [Point])? = nil) -> [SIMD4<Float>] {
        let scratch = FeatureScratch()
        return samples.map { sample in
            let joined = JoinedStrokes(sample.strokes)
            let points = change?(joined.points) ?? joined.points
            guard scratch.measure(points.span, strokes: joined.strokeCount, penUp: joined.penUp) != nil else {
                return SIMD4(0, 0, 0, 5)
            }
            let scores = scores(scratch)
            return scores.trees * treeShare + scores.networks * (1 - treeShare)
        }
    }
}

/// A change to a stroke that must not change the answer.
struct Change: Sendable {
    let name: String
    let apply: @Sendable ([Point], inout TrainingRandom) -> [Point]

    static let all: [Change] =
        [Change(name: "none") { points, _ in points }]
        + [10, 16, 24, 40, 80, 200, 500].map { count in
            Change(name: "\(count) points") { points, _ in points.span.resampled(to: count) }
        } + [
            Change(name: "any rotation") { points, random in
                let angle = random.uniform(0, 2 * .pi)
                let (c, s) = (cosine(angle), sine(angle))
                return points.map { Point(x: $0.x * c - $0.y * s, y: $0.x * s + $0.y * c) }
            }
        ]
        + [0.1, 100].map { scale in
            Change(name: "\(scale) times the size, moved") { points, _ in
                points.map { Point(x: $0.x * scale + 5000, y: $0.y * scale - 300) }
            }
        } + [
            Change(name: "mirrored") { points, _ in points.map { Point(x: -$0.x, y: $0.y) } },
            Change(name: "drawn backwards") { points, _ in points.reversed() },
        ]
        + [0.01, 0.02].map { share in
            Change(name: "jitter of \(Int(share * 100)) % of the size") { points, random in
                let box = Augmentation.box(points)
                let noise = share * max(box.width, box.height)
                return points.map {
                    Point(x: $0.x + noise * random.uniform(-1, 1), y: $0.y + noise * random.uniform(-1, 1))
                }
            }
        } + [
            Change(name: "5 % missing at the start") { points, _ in
                Augmentation.trimmed(points, front: 0.05, back: 0)
            },
            Change(name: "5 % missing at the end") { points, _ in Augmentation.trimmed(points, front: 0, back: 0.05) },
        ]
}
