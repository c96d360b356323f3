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
            try Bounds.check(depths[index], Bounds.stateDepth, "states")
        }
        self.children = children
    }

    /// A step of a visit to all states.
    enum Step {
        /// A state begins.
        case begin(Int)
        /// All states within one were visited, and it ends.
        case end(Int)
    }

    /// Returns whether a state has substates.
    func isComposite(_ state: Int) -> Bool { !children[state].isEmpty }

    /// Visits all states except the root in document order.
    func visit(_ body: (Step) throws(TextProblem) -> Void) throws(TextProblem) {
        // The states on the path, with the number of children that were visited.
        var path = [(state: 0, visited: 0)]
        while let (state, visited) = path.last {
            if visited < children[state].count {
                path[path.count - 1].visited += 1
                try body(.begin(children[state][visited]))
                path.append((children[state][visited], 0))
            } else {
                path.removeLast()
                if state != 0 { try body(.end(state)) }
            }
        }
    }
}
