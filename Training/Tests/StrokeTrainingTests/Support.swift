@testable import StrokeTraining
@_spi(Training) import Strokes

/// Rows whose class is told by the first two features; the next eight are noise, and the rest
/// nothing.
struct Quadrants {
    let matrix: TrainingMatrix

    init(rows: Int, seed: UInt64 = 3) {
        var random = TrainingRandom(seed: seed)
        var matrix = TrainingMatrix(features: ElementFeatureNames.all.count)
        for _ in 0..<rows {
            let point = [random.uniform(-2, 2), random.uniform(-2, 2)]
            let kind = (point[0] > 0.25 ? 1 : 0) + (point[1] > -0.5 ? 2 : 0)
            matrix.labels.append(UInt8(kind))
            matrix.weights.append(1)
            matrix.values += point.map { Float($0) }
            for _ in 0..<8 { matrix.values.append(Float(random.normal())) }
            matrix.values += [Float](repeating: 0, count: matrix.features - 10)
        }
        matrix.rows = rows
        self.matrix = matrix
    }

    /// The scores of a model for a row.
    static func scores(
        _ model: ElementModel, _ matrix: TrainingMatrix, row: Int, _ scratch: borrowing FeatureScratch
    ) -> (trees: SIMD4<Float>, networks: SIMD4<Float>) {
        for vector in 0..<(matrix.features + 7) / 8 { scratch.features[vector] = .zero }
        for feature in 0..<matrix.features {
            scratch.features[feature / 8][feature % 8] = matrix.values[row * matrix.features + feature]
        }
        return model.scores(scratch)
    }

    /// A model that takes features as they are.
    static func model(trees: ElementModel.Trees, networks: [FeedforwardNetwork]) -> ElementModel {
        let count = ElementFeatureNames.all.count
        return ElementModel(
            means: [Float](repeating: 0, count: count), inverses: [Float](repeating: 1, count: count), trees: trees,
            networks: networks, treeShare: 0.5)
    }
}
