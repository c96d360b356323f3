internal import Statecharts

extension ChartFigure {
    /// Visits all nodes, each before its descendants.
    func visit(_ body: (TreeStep) -> Void) { TreeStep.visit({ nodes[$0].children }, body) }

    /// Returns whether a node is the first one within another, apart from initial dots.
    func isFirst(_ node: Int) -> Bool {
        nodes[nodes[node].parent].children.first { nodes[$0].shape != .initial } == node
    }

    /// Returns whether a node is an orthogonal state with one node within, apart from initial dots.
    func hasOneRegion(_ node: Int) -> Bool {
        state(node)?.kind == .orthogonal && nodes[node].children.count { nodes[$0].shape != .initial } == 1
    }

    /// Returns whether several arrows lead to a bar.
    func isJoin(_ node: Int) -> Bool { joins.contains(node) }

    /// Returns the lines below the name of a state.
    func bodyTexts(_ node: Int) -> [String] {
        let count = nodes[node].hiddenCount
        guard count == 0 else { return ["… \(count) \(count == 1 ? "state" : "states")"] }
        return (state(node)?.bodyTexts(scripts.text) ?? []) + nodes[node].inner.map(\.text)
    }
}

/// Lines of text, indented up to a bound, so that deep nesting doesn't make them long.
struct IndentedLines {
    private(set) var text = ""
    var depth = 0

    mutating func append(_ line: String) {
        text += String(repeating: "  ", count: min(depth, 40)) + line + "\n"
    }
}
