@_spi(Training) import Strokes

/// Rows of features with classes and weights.
struct TrainingMatrix {
    var rows = 0
    let features: Int
    /// The values, row by row.
    var values: [Float] = []
    var labels: [UInt8] = []
    var weights: [Float] = []

    init(features: Int) { self.features = features }

    /// Brings each feature to mean 0 and deviation 1, within the model's limit.
    ///
    /// - Returns: The former means, and the inverses of the deviations.
    mutating func standardize() -> (means: [Float], inverses: [Float]) {
        var means = [Float](repeating: 0, count: features)
        var inverses = means
        for feature in 0..<features {
            let indices = stride(from: feature, to: values.count, by: features)
            var (sum, squares) = (0.0, 0.0)
            for index in indices {
                let value = Double(values[index])
                sum += value
                squares += value * value
            }
            let mean = sum / Double(rows)
            let deviation = max(0, squares / Double(rows) - mean * mean).squareRoot()
            means[feature] = Float(mean)
            inverses[feature] = deviation > 1e-6 ? Float(1 / deviation) : 0
            for index in indices {
                let value = (values[index] - means[feature]) * inverses[feature]
                values[index] = max(-ElementModel.maximumDeviation, min(ElementModel.maximumDeviation, value))
            }
        }
        return (means, inverses)
    }
}
