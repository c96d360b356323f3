import Strokes

/// How a model is made from samples.
struct TrainingSettings {
    var trees = BoostedTrees()
    var network = NetworkTrainer()
    var networkCount = 2
    var treeShare: Float = 0.5
    /// Varied copies of each real stroke, beside the stroke itself.
    var copies = 3
    var seed: UInt64 = 1
}

struct Trainer {
    var settings = TrainingSettings()
    let featureCount = FeatureNames.all.count

    /// Features of samples, real ones with varied copies.
    func rows(
        _ samples: [Sample], copies: (Sample) -> Int, weight: (Sample) -> Double, into matrix: inout TrainingMatrix
    ) {
        let scratch = FeatureScratch()
        var random = TrainingRandom(seed: settings.seed &+ 77)
        for sample in samples {
            let count = copies(sample)
            let share = Float(weight(sample) / Double(count + 1))
            for copy in 0...count {
                let joined = sample.strokes.count == 1 ? sample.strokes[0] : sample.strokes.flatMap { $0 }
                let points = copy == 0 ? joined : Augmentation.varied(joined, random: &random)
                guard let row = scratch.measure(points.span) else { continue }
                matrix.values += row
                matrix.labels.append(sample.kind.rawValue)
                matrix.weights.append(share)
                matrix.rows += 1
            }
        }
    }

    func train(_ samples: [Sample]) -> ElementModel {
        var counts: [String: Int] = [:]
        func group(_ sample: Sample) -> String { "\(sample.source) \(sample.kind)" }
        for sample in samples { counts[group(sample), default: 0] += 1 }
        var matrix = TrainingMatrix(features: featureCount)
        rows(
            samples, copies: { _ in settings.copies },
            weight: { sample in
                // No source's class outweighs the others by its number alone.
                1 / Double(counts[group(sample)] ?? 1).squareRoot()
            }, into: &matrix)
        return train(&matrix)
    }

    func train(_ matrix: inout TrainingMatrix) -> ElementModel {
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

/// What a model says about a sample.
struct Answer {
    var trees: SIMD4<Float>
    var networks: SIMD4<Float>
}

extension ElementModel {
    func answers(_ samples: [Sample], change: ((inout [Point]) -> Void)? = nil) -> [Answer] {
        let scratch = FeatureScratch()
        return samples.map { sample in
            var points = sample.strokes.flatMap { $0 }
            change?(&points)
            guard scratch.measure(points.span) != nil else {
                return Answer(trees: SIMD4(0, 0, 0, 5), networks: SIMD4(0, 0, 0, 5))
            }
            let scores = scores(scratch.features, work: scratch.work)
            return Answer(trees: scores.trees, networks: scores.networks)
        }
    }
}
