/// A model that was learned, and what it cost.
public struct Learned<Model: Sendable>: Sendable {
    /// The model.
    public var model: Model
    /// The number of words that the system was asked to learn the model; answers that follow from
    /// others aren't asked again.
    public var queryCount: Int
    /// The number of further words that were asked to test hypotheses.
    public var testCount: Int
    /// The number of hypotheses, the last of which is the model.
    public var hypothesisCount: Int
    /// The length of the longest counterexample.
    public var longestCounterexample: Int
}
