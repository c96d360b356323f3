internal import Statecharts
internal import TextSupport

/// The states of a chart by their parents.
struct StateTree {
    /// The substates of each state, in document order.
    private let children: [[Int]]

    /// Creates the tree of a chart's states.
    ///
    /// - Throws: A problem if the states are too deep for the formats.
    init(_ chart: Statechart) throws(TextProblem) {
        var children = [[Int]](repeating: [], count: chart.states.count)
        var depths = [0]
        for (index, parent) in chart.parents.enumerated().dropFirst() {
            children[parent].append(index)
            depths.append(depths[parent] + 1)
            try TextProblem.check(depth: depths[index], upTo: StatechartFormatLimits.stateDepth, "nested states")
        }
        self.children = children
    }

    /// Returns whether a state has substates.
    func isComposite(_ state: Int) -> Bool { !children[state].isEmpty }

    /// Visits all states except the root in document order.
    func visit(_ body: (TreeStep) throws(TextProblem) -> Void) throws(TextProblem) {
        try TreeStep.visit({ children[$0] }) { step throws(TextProblem) in
            switch step {
            case .begin(0), .end(0): break
            default: try body(step)
            }
        }
    }
}
