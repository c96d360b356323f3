import Strokes

/// How a model is made from samples.
struct TrainingSettings {
    var trees = BoostedTrees()
    var network = NetworkTrainer()
    var networkCount = 2
    var treeShare: Float = 0.5
    /// Varied copies of each real stroke, beside the stroke itself.
    var copies = 7
    /// Synthetic elements of each kind.
    var synthetic = 7000
    /// Synthetic elements' share of the weight.
    var syntheticShare = 0.4
    /// A group of n samples weighs n to this power.
    var groupPower = 0.5
    /// How much more loops without a head weigh than their number says: they are few, and a circle with a gap is what they are taken for.
    var headlessFactor = 2.0
    /// Share of the weight that goes to `unknown`; the elements share the rest evenly.
    var unknownShare = 0.34
    var seed: UInt64 = 1
}

/// Samples with their features, measured once.
struct Dataset {
    var samples: [Sample] = []
    /// The first row of each sample, and one past the last.
    private var starts: [Int] = [0]
    private var values: [Float] = []
    let features = FeatureNames.all.count

    /// Measures real samples with varied copies, and synthetic ones as they are.
    init(real: [Sample], settings: TrainingSettings) {
        let scratch = FeatureScratch()
        var random = TrainingRandom(seed: settings.seed &+ 77)
        for sample in real {
            add(sample, scratch)
            for _ in 0..<settings.copies { add(varied: sample, scratch, &random) }
            close(sample)
        }
        for sample in Synthetic.samples(count: settings.synthetic, seed: settings.seed) {
            add(sample, scratch)
            close(sample)
        }
    }

    private mutating func add(_ sample: Sample, _ scratch: borrowing FeatureScratch) {
        let joined = JoinedStrokes(sample.strokes)
        values += scratch.measure(joined.points.span, strokes: joined.strokeCount, penUp: joined.penUp) ?? []
    }

    private mutating func add(
        varied sample: Sample, _ scratch: borrowing FeatureScratch, _ random: inout TrainingRandom
    ) {
        let points = Augmentation.varied(sample.strokes.flatMap { $0 }, random: &random)
        values += scratch.measure(points.span) ?? []
    }

    private mutating func close(_ sample: Sample) {
        samples.append(sample)
        starts.append(values.count / features)
    }

    /// Rows of the chosen samples, weighted so that no source's class outweighs the others by its number alone.
    func matrix(_ settings: TrainingSettings, where isChosen: (Sample) -> Bool) -> TrainingMatrix {
        func group(_ sample: Sample) -> String { "\(sample.source) \(sample.kind) \(sample.isHeadless)" }
        var counts: [String: Int] = [:]
        for sample in samples where isChosen(sample) { counts[group(sample), default: 0] += 1 }
        func power(_ count: Int) -> Double {
            Double(exponential(Float(settings.groupPower * logarithm(Double(count)))))
        }
        var synthetic = 0.0
        var real = 0.0
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix(Sample.synthetic) { synthetic += power(count) } else { real += power(count) }
        }
        let syntheticFactor = synthetic > 0 && real > 0 ? settings.syntheticShare / synthetic : 1
        let realFactor = real > 0 ? (1 - settings.syntheticShare) / real : 1
        var matrix = TrainingMatrix(features: features)
        for (index, sample) in samples.enumerated() where isChosen(sample) {
            let rows = starts[index]..<starts[index + 1]
            guard !rows.isEmpty else { continue }
            let count = counts[group(sample)] ?? 1
            let factor =
                sample.isSynthetic ? syntheticFactor : realFactor * (sample.isHeadless ? settings.headlessFactor : 1)
            let weight = Float(factor * power(count) / Double(count) / Double(rows.count))
            matrix.values += values[(rows.lowerBound * features)..<(rows.upperBound * features)]
            for _ in rows {
                matrix.labels.append(sample.kind.rawValue)
                matrix.weights.append(weight)
            }
            matrix.rows += rows.count
        }
        let share = Float(settings.unknownShare)
        var sums = [Float](repeating: 0, count: 4)
        for row in 0..<matrix.rows { sums[Int(matrix.labels[row])] += matrix.weights[row] }
        let elements = Float(max(1, sums.prefix(3).filter { $0 > 0 }.count))
        for row in 0..<matrix.rows {
            let label = Int(matrix.labels[row])
            matrix.weights[row] *= (label == 3 ? share : (1 - share) / elements) / sums[label]
        }
        return matrix
    }
}

struct Trainer {
    var settings = TrainingSettings()

    /// A model without calibration.
    func train(_ dataset: Dataset, where isChosen: (Sample) -> Bool) -> ElementModel {
        var matrix = dataset.matrix(settings, where: isChosen)
        let featureCount = matrix.features
        // Weights of mean one, so that regularisation means what it says.
        let mean = matrix.weights.reduce(0, +) / Float(max(1, matrix.rows))
        for index in matrix.weights.indices { matrix.weights[index] /= mean }
        var means = [Float](repeating: 0, count: featureCount)
        var inverses = [Float](repeating: 0, count: featureCount)
        for feature in 0..<featureCount {
            var sum = 0.0
            var squares = 0.0
            for row in 0..<matrix.rows {
                let value = Double(matrix.values[row * featureCount + feature])
                sum += value
                squares += value * value
            }
            let mean = sum / Double(matrix.rows)
            let deviation = max(0, squares / Double(matrix.rows) - mean * mean).squareRoot()
            means[feature] = Float(mean)
            inverses[feature] = deviation > 1e-6 ? Float(1 / deviation) : 0
        }
        for row in 0..<matrix.rows {
            for feature in 0..<featureCount {
                let value = (matrix.values[row * featureCount + feature] - means[feature]) * inverses[feature]
                matrix.values[row * featureCount + feature] = max(-ElementModel.limit, min(ElementModel.limit, value))
            }
        }
        var trees = settings.trees
        trees.seed = settings.seed
        var networks: [ElementModel.Network] = []
        for index in 0..<settings.networkCount {
            var network = settings.network
            network.seed = settings.seed &* 1000 &+ UInt64(index)
            networks.append(network.train(matrix))
        }
        return ElementModel(
            means: means, inverses: inverses, trees: trees.train(matrix), networks: networks,
            treeShare: settings.treeShare)
    }
}

/// What a model says about a sample, before calibration.
struct Answer {
    var trees: SIMD4<Float>
    var networks: SIMD4<Float>

    func score(_ treeShare: Float) -> SIMD4<Float> { trees * treeShare + networks * (1 - treeShare) }
}

extension ElementModel {
    /// What the model says about samples, or about what is made of them.
    func answers(_ samples: [Sample], change: (([Point]) -> [Point])? = nil) -> [Answer] {
        let scratch = FeatureScratch()
        return samples.map { sample in
            let joined = JoinedStrokes(sample.strokes)
            let points = change?(joined.points) ?? joined.points
            guard scratch.measure(points.span, strokes: joined.strokeCount, penUp: joined.penUp) != nil else {
                return Answer(trees: SIMD4(0, 0, 0, 5), networks: SIMD4(0, 0, 0, 5))
            }
            let scores = scores(scratch)
            return Answer(trees: scores.trees, networks: scores.networks)
        }
    }
}
