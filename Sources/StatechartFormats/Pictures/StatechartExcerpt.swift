/// The part of a chart that a picture shows.
///
///     let overview = chart.svg(showing: StatechartExcerpt(depth: 2))
///     let inside = chart.svg(showing: StatechartExcerpt(of: "Playing"))
///
/// A *folded* state shows its name and a sign instead of its inside. Transitions from or to states
/// inside end at its border; several ones between the same two states are one arrow. Likewise,
/// transitions across the border of the state whose inside is shown end at that border.
public struct StatechartExcerpt: Sendable, Hashable {
    /// The name of the state whose inside is shown; `nil`, like an unknown name, for the chart.
    public var state: String?
    /// The number of levels that are shown, at least 1; `nil` for all. States on the last one are
    /// folded.
    public var depth: Int?
    /// The names of further states to fold.
    public var folded: Set<String>

    /// Creates a part of a chart; without arguments, the whole chart.
    public init(of state: String? = nil, depth: Int? = nil, folding folded: Set<String> = []) {
        (self.state, self.depth, self.folded) = (state, depth, folded)
    }
}
