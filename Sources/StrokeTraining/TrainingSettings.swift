/// How a model is made from samples.
struct TrainingSettings {
    var trees = BoostedTrees()
    var network = NetworkTrainer()
    var networkCount = 2
    var treeShare: Float = 0.5
    /// Varied copies of each real stroke, beside the stroke itself.
    var copies = 15
    /// Synthetic elements of each kind.
    var synthetic = 7000
    /// Synthetic elements' share of the weight.
    var syntheticShare = 0.4
    /// A group of n samples weighs n to this power.
    var groupPower = 0.5
    /// How much more loops without a head weigh than their number says: they are few, and a circle with a gap is what they are taken for.
    var headlessFactor = 4.0
    /// How much more strokes weigh that are a circle with a gap or a loop without a head, by what is measured on them: where the two meet
    /// there are few of either.
    var contestedFactor = 3.0
    /// How much more loops without a head count where scores are turned into probabilities.
    var headlessSay: Float = 3
    /// Share of the weight that goes to `unknown`; the elements share the rest evenly.
    var unknownShare = 0.34
    var seed: UInt64 = 1
}
