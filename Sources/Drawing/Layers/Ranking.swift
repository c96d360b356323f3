/// An assignment of an acyclic graph's nodes to layers: every edge leads to a later layer, and the
/// sum of the edges' lengths is minimal.
///
/// The network simplex method of Gansner, Koutsofios, North and Vo, *A technique for drawing
/// directed graphs*, IEEE Transactions on Software Engineering 19 (1993), doi:10.1109/32.221135. A
/// pivot costs O(*n* + *m*) for *n* nodes and *m* edges. After 4 *n* pivots or 40 million steps,
/// the current ranks are used, which are valid but may not be minimal. If *n* (*n* + *m*) exceeds a
/// limit, longest paths determine the ranks.
package struct Ranking {
    /// The layer of each node, from 0.
    package private(set) var ranks: [Int]
    private let edges: [LayoutGraph.Edge]
    /// The edges of the spanning tree.
    private var isTree: [Bool]

    /// Ranks the nodes of a connected acyclic graph.
    ///
    /// - Parameters:
    ///   - nodeCount: The number of nodes.
    ///   - edges: The edges.
    ///   - limit: The greatest *n* (*n* + *m*) for which the edges' lengths are minimized.
    ///   - mayContinue: A function that returns whether to continue, called before each step of
    ///     O(*n* + *m*). If it returns `false`, the ranks are valid but may not be minimal.
    package init(
        nodeCount: Int, edges: [LayoutGraph.Edge], limit: Int = 400_000_000, mayContinue: () -> Bool = { true }
    ) {
        self.edges = edges
        ranks = [Int](repeating: 0, count: nodeCount)
        isTree = [Bool](repeating: false, count: edges.count)
        guard nodeCount > 1, !edges.isEmpty else { return }
        setLongestPaths()
        if nodeCount <= limit / (nodeCount + edges.count) {
            growTightTree(mayContinue)
            improve(mayContinue)
        }
        let least = ranks.min() ?? 0
        for node in ranks.indices { ranks[node] -= least }
    }

    private func slack(_ edge: Int) -> Int { ranks[edges[edge].to] - ranks[edges[edge].from] - 1 }

    /// Ranks each node by the longest path to it.
    private mutating func setLongestPaths() {
        var entering = [Int](repeating: 0, count: ranks.count)
        var leaving = [[Int]](repeating: [], count: ranks.count)
        for edge in edges {
            entering[edge.to] += 1
            leaving[edge.from].append(edge.to)
        }
        var ready = ranks.indices.filter { entering[$0] == 0 }
        while let node = ready.popLast() {
            for target in leaving[node] {
                ranks[target] = max(ranks[target], ranks[node] + 1)
                entering[target] -= 1
                if entering[target] == 0 { ready.append(target) }
            }
        }
    }

    /// Finds a spanning tree of edges without slack, and moves the partial tree to make further
    /// edges tight.
    private mutating func growTightTree(_ mayContinue: () -> Bool) {
        var incident = [[Int]](repeating: [], count: ranks.count)
        for (index, edge) in edges.enumerated() {
            incident[edge.from].append(index)
            incident[edge.to].append(index)
        }
        var isIn = [Bool](repeating: false, count: ranks.count)
        isIn[0] = true
        var (count, queue) = (1, [0])
        while true {
            while let node = queue.popLast() {
                for index in incident[node] where slack(index) == 0 {
                    let other = edges[index].from == node ? edges[index].to : edges[index].from
                    guard !isIn[other] else { continue }
                    isIn[other] = true
                    isTree[index] = true
                    count += 1
                    queue.append(other)
                }
            }
            guard count < ranks.count, mayContinue() else { return }
            // Makes the edge out of the tree with the least slack tight.
            var tightest: (edge: Int, slack: Int)?
            for (index, edge) in edges.enumerated() where isIn[edge.from] != isIn[edge.to] {
                let slack = slack(index)
                if tightest.map({ slack < $0.slack }) ?? true { tightest = (index, slack) }
            }
            guard let tightest else { return }
            let edge = edges[tightest.edge]
            let shift = isIn[edge.to] ? -tightest.slack : tightest.slack
            for node in ranks.indices where isIn[node] { ranks[node] += shift }
            queue.append(isIn[edge.to] ? edge.to : edge.from)
        }
    }

    /// Exchanges edges of the tree as long as that reduces the sum, up to the limit on pivots.
    private mutating func improve(_ mayContinue: () -> Bool) {
        let pivots = min(4 * ranks.count, 40_000_000 / (ranks.count + edges.count))
        for _ in 0..<pivots {
            guard mayContinue(), let (leaving, tail) = negativeCut() else { return }
            // The edge that replaces it: the one with the least slack from the head's part to the
            // tail's.
            var entering: (edge: Int, slack: Int)?
            for (index, edge) in edges.enumerated() where !isTree[index] && !tail[edge.from] && tail[edge.to] {
                let slack = slack(index)
                if entering.map({ slack < $0.slack }) ?? true { entering = (index, slack) }
            }
            guard let entering else { return }
            for node in ranks.indices where tail[node] { ranks[node] -= entering.slack }
            isTree[leaving] = false
            isTree[entering.edge] = true
        }
    }

    /// Returns the first edge of the tree with a negative cut value, and the part of the tree at
    /// its tail. More edges cross such a cut backward than forward.
    private func negativeCut() -> (edge: Int, tail: [Bool])? {
        let (order, parents) = walk()
        // The number of edges out of a part minus those into it is the sum over its nodes, because
        // edges within the part cancel out.
        var outgoingExcess = [Int](repeating: 0, count: ranks.count)
        for edge in edges {
            outgoingExcess[edge.from] += 1
            outgoingExcess[edge.to] -= 1
        }
        var found: (edge: Int, child: Int)?
        for node in order.reversed() {
            let index = parents[node]
            guard index >= 0 else { continue }
            let isTail = edges[index].from == node
            outgoingExcess[isTail ? edges[index].to : edges[index].from] += outgoingExcess[node]
            if (isTail ? outgoingExcess[node] : -outgoingExcess[node]) < 0, index < found?.edge ?? Int.max {
                found = (index, node)
            }
        }
        guard let found else { return nil }
        // The child's part: the nodes whose path to the root contains the edge.
        let isTail = edges[found.edge].from == found.child
        var tail = [Bool](repeating: !isTail, count: ranks.count)
        for node in order {
            let index = parents[node]
            guard index >= 0 else { continue }
            let parent = edges[index].from == node ? edges[index].to : edges[index].from
            tail[node] = node == found.child ? isTail : tail[parent]
        }
        return (found.edge, tail)
    }

    /// Returns the nodes of the tree from its root on, parents first, and for each the edge to its
    /// parent; -1 for the root.
    private func walk() -> (order: [Int], parents: [Int]) {
        // The edges of the tree by node, in one array.
        var starts = [Int](repeating: 0, count: ranks.count + 1)
        for index in edges.indices where isTree[index] {
            starts[edges[index].from + 1] += 1
            starts[edges[index].to + 1] += 1
        }
        for node in ranks.indices { starts[node + 1] += starts[node] }
        var (next, links) = (starts, [Int](repeating: 0, count: starts[ranks.count]))
        for index in edges.indices where isTree[index] {
            for node in [edges[index].from, edges[index].to] {
                links[next[node]] = index
                next[node] += 1
            }
        }
        var parents = [Int](repeating: -1, count: ranks.count)
        var order = [0]
        var position = 0
        while position < order.count {
            let node = order[position]
            position += 1
            for index in links[starts[node]..<starts[node + 1]] where index != parents[node] {
                let other = edges[index].from == node ? edges[index].to : edges[index].from
                parents[other] = index
                order.append(other)
            }
        }
        return (order, parents)
    }
}
