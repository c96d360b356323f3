/// A step of a visit to the nodes of a tree.
enum TreeStep {
    /// The node with the index begins.
    case begin(Int)
    /// The node with the index ends, after all nodes within it.
    case end(Int)

    /// Visits all nodes from 0 on, each before its descendants.
    ///
    /// - Complexity: O(*n*) for *n* nodes.
    static func visit<Failure>(_ children: (Int) -> [Int], _ body: (TreeStep) throws(Failure) -> Void) throws(Failure) {
        // The nodes on the path, with the number of children that were visited.
        var path = [(node: 0, visited: 0)]
        try body(.begin(0))
        while let (node, visited) = path.last {
            let children = children(node)
            if visited < children.count {
                path[path.count - 1].visited += 1
                try body(.begin(children[visited]))
                path.append((children[visited], 0))
            } else {
                path.removeLast()
                try body(.end(node))
            }
        }
    }
}
