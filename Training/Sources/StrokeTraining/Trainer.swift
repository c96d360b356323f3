@_spi(Training) import Strokes

struct Trainer {
    var settings = TrainingSettings()

    /// Trains a model without calibration.
    func train(_ dataset: Dataset, where isChosen: (Sample) -> Bool) -> ElementModel {
        var matrix = dataset.matrix(settings, where: isChosen)
        let featureCount = matrix.features
        // Weights with mean 1, so that regularization has its intended strength.
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
