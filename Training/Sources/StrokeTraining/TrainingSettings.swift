@_spi(Training) import Strokes

/// The settings that a model is trained with.
public struct TrainingSettings: Sendable {
    /// The boosted trees.
    public var trees = BoostedTrees()
    /// The networks.
    public var network = NetworkTrainer()
    /// Number of networks.
    public var networkCount = 2
    /// Weight of the trees' scores beside the networks', 0...1.
    public var treeShare: Float = 0.5
    /// Varied copies of each real stroke, beside the stroke itself.
    public var copies = 15
    /// Synthetic elements of each kind.
    public var synthetic = 7000
    /// Synthetic elements' share of the weight.
    public var syntheticShare = 0.4
    /// The exponent of a group's weight: *n* samples have a weight of *n* to this power.
    var groupPower = 0.5
    /// Factor on the weight of loops without a head. They are few, and a circle with a gap is
    /// mistaken for them.
    public var headlessFactor = 4.0
    /// Factor on the weight of strokes that measure as a circle with a gap or a loop without a
    /// head. There are few of both near the border.
    public var contestedFactor = 3.0
    /// Factor on the weight of loops without a head in the calibration.
    var headlessSay: Float = 3
    /// Share of the weight that goes to `unknown`; the elements share the rest evenly.
    public var unknownShare = 0.34
    /// Elements of each family that is kept out of training.
    var familySize = 5000
    /// Seed of all random choices.
    public var seed: UInt64 = 1

    /// The default settings.
    public init() {}

    /// A Boolean value that indicates whether every setting is in its range.
    public var areInRange: Bool {
        (1...2048).contains(trees.count) && (1...8).contains(trees.depth) && (0.001...1).contains(trees.rate)
            && (0...8).contains(networkCount) && (1...1000).contains(network.epochs)
            && (1...4).contains(network.hidden.count)
            && network.hidden.allSatisfy { (1...ElementModel.widestLayer).contains($0) }
            && (0...1).contains(treeShare) && (0...100).contains(copies) && (0...1_000_000).contains(synthetic)
            && (0...1).contains(syntheticShare) && (0.01...0.99).contains(unknownShare)
            && (0...100).contains(headlessFactor) && (0...100).contains(contestedFactor)
    }
}
