extension ChartFigure {
    /// A step of a visit to all nodes.
    enum Step {
        /// A node begins.
        case begin(Int)
        /// All nodes within one were visited, and it ends.
        case end(Int)
    }

    /// Visits all nodes, each before those within it.
    ///
    /// - Complexity: O(*n*)
    func visit(_ body: (Step) -> Void) {
        // The nodes on the path, with the number of children that were visited.
        var path = [(node: 0, visited: 0)]
        body(.begin(0))
        while let (node, visited) = path.last {
            if visited < nodes[node].children.count {
                path[path.count - 1].visited += 1
                body(.begin(nodes[node].children[visited]))
                path.append((nodes[node].children[visited], 0))
            } else {
                path.removeLast()
                body(.end(node))
            }
        }
    }

    /// Returns whether a node is the first one within another, apart from initial dots.
    func isFirst(_ node: Int) -> Bool {
        nodes[nodes[node].parent].children.first { nodes[$0].shape != .initial } == node
    }

    /// Returns the lines below the name of a state.
    func bodyTexts(_ node: Int) -> [String] { (state(node)?.bodyTexts ?? []) + nodes[node].inner.map(\.text) }
}

/// Lines of text, indented up to a bound, so that deep nesting doesn't make them long.
struct IndentedLines {
    private(set) var text = ""
    var depth = 0

    mutating func append(_ line: String) {
        text += String(repeating: "  ", count: min(depth, 40)) + line + "\n"
    }
}
