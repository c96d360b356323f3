@_spi(Training) import Strokes
import Testing

@testable import StrokeTraining

@Suite("Trees and networks learn")
struct LearnerTests {
    private let known = Quadrants(rows: 600).matrix
    private let unseen = Quadrants(rows: 400, seed: 4).matrix

    private func accuracy(_ model: ElementModel, of part: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) -> Double {
        let scratch = FeatureScratch()
        var right = 0
        for row in 0..<unseen.rows {
            let scores = Quadrants.scores(model, unseen, row: row, scratch)
            if argmax(part(scores.trees, scores.networks)) == Int(unseen.labels[row]) { right += 1 }
        }
        return Double(right) / Double(unseen.rows)
    }

    private var trees: BoostedTrees {
        var trees = BoostedTrees()
        // All of them, as only ten aren't constant.
        trees.featureShare = 1
        trees.depth = 3
        trees.count = 15
        trees.rate = 0.4
        return trees
    }

    @Test("trees find the two features that tell the classes")
    func treesLearn() {
        let model = Quadrants.model(trees: trees.train(known), networks: [])
        #expect(accuracy(model) { trees, _ in trees } > 0.95)
    }

    @Test("trees are the same for a seed, and others for another")
    func treesRepeat() {
        var other = trees
        other.seed = 2
        #expect(trees.train(known) == trees.train(known))
        #expect(trees.train(known) != other.train(known))
    }

    @Test("a model's text holds trees and networks without loss")
    func textIsExact() throws {
        var network = NetworkTrainer()
        network.hidden = [8]
        network.epochs = 1
        let model = Quadrants.model(trees: trees.train(known), networks: [network.train(known)])
        #expect(try ElementModel(parsing: model.text) == model)
    }

    @Test("a network learns what isn't linear")
    func networkLearns() {
        let none = ElementModel.Trees(depth: 1, nodes: [], leaves: [], leafStep: 1)
        var network = NetworkTrainer()
        network.hidden = [24]
        network.epochs = 30
        network.rate = 0.01
        let model = Quadrants.model(trees: none, networks: [network.train(known)])
        #expect(accuracy(model) { _, networks in networks } > 0.9)
    }

    @Test("rows that weigh nothing teach nothing")
    func weightsCount() {
        var matrix = Quadrants(rows: 600).matrix
        // As many rows again, all of class 0, with no weight.
        matrix.values += matrix.values
        matrix.labels += [UInt8](repeating: 0, count: 600)
        matrix.weights += [Float](repeating: 0, count: 600)
        matrix.rows = 1200
        let model = Quadrants.model(trees: trees.train(matrix), networks: [])
        #expect(accuracy(model) { trees, _ in trees } > 0.95)
    }
}

@Suite("Bins of features")
struct BinnedFeatureTests {
    @Test("a value is above an edge where its bin is behind that edge's")
    func edgesAgreeWithBins() {
        let matrix = Quadrants(rows: 500).matrix
        let bins = BinnedFeatures(matrix)
        for feature in 0..<12 {
            #expect(feature < 10 ? bins.used[feature] > 32 : bins.used[feature] == 1)
            #expect(bins.used[feature] <= BoostedTrees.binCount)
            for bin in 0..<bins.used[feature] - 1 {
                let edge = bins.edge(feature, bin)
                if bin > 0 { #expect(edge > bins.edge(feature, bin - 1)) }
                for row in stride(from: 0, to: matrix.rows, by: 7) {
                    let value = matrix.values[row * matrix.features + feature]
                    #expect((value > edge) == (Int(bins.columns[feature][row]) > bin))
                }
            }
        }
    }

    @Test("a feature that is the same everywhere has one bin")
    func constantFeature() {
        var matrix = TrainingMatrix(features: 2)
        for row in 0..<100 {
            matrix.values += [1.5, row % 2 == 0 ? 0 : 1]
            matrix.labels.append(0)
            matrix.weights.append(1)
        }
        matrix.rows = 100
        let bins = BinnedFeatures(matrix)
        #expect(bins.used == [1, 2])
        #expect(bins.edge(1, 0) == 0.5)
    }

    @Test("thresholds are whole steps around zero")
    func codes() {
        #expect(ThresholdCode.of(0) == ElementModel.thresholdZero)
        #expect(ThresholdCode.of(1) == ElementModel.thresholdZero + 16384)
        #expect(ThresholdCode.of(-ElementModel.maximumDeviation) > 0)
        #expect(ThresholdCode.of(ElementModel.maximumDeviation) < ThresholdCode.never)
    }
}
