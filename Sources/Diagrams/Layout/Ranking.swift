/// The layers of an acyclic graph: every edge leads at least one layer on, and the edges' lengths
/// sum up to as little as possible.
///
/// The network simplex method of Gansner, Koutsofios, North and Vo, *A technique for drawing
/// directed graphs*, IEEE Transactions on Software Engineering 19 (1993), doi:10.1109/32.221135. An
/// iteration costs O(*n* *m*) for *n* nodes and *m* edges.
struct Ranking {
    /// The layer of each node, from 0.
    private(set) var ranks: [Int]
    private let edges: [LayoutGraph.Edge]
    /// The edges of the spanning tree.
    private var isTree: [Bool]

    /// Ranks the nodes of a connected acyclic graph.
    init(nodeCount: Int, edges: [LayoutGraph.Edge]) {
        self.edges = edges
        ranks = [Int](repeating: 0, count: nodeCount)
        isTree = [Bool](repeating: false, count: edges.count)
        guard nodeCount > 1, !edges.isEmpty else { return }
        setLongestPaths()
        growTightTree()
        improve()
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

    /// Finds a spanning tree of edges without slack, moving the part that it has until there is
    /// one.
    private mutating func growTightTree() {
        var isIn = [Bool](repeating: false, count: ranks.count)
        isIn[0] = true
        var count = 1
        while count < ranks.count {
            var grows = true
            while grows {
                grows = false
                for (index, edge) in edges.enumerated() where isIn[edge.from] != isIn[edge.to] && slack(index) == 0 {
                    isIn[edge.from] = true
                    isIn[edge.to] = true
                    isTree[index] = true
                    count += 1
                    grows = true
                }
            }
            guard count < ranks.count else { return }
            // The edge out of the tree with the least slack becomes tight.
            let leaving = edges.indices.filter { isIn[edges[$0].from] != isIn[edges[$0].to] }
            guard let tightest = leaving.min(by: { slack($0) < slack($1) }) else { return }
            let shift = isIn[edges[tightest].to] ? -slack(tightest) : slack(tightest)
            for node in ranks.indices where isIn[node] { ranks[node] += shift }
        }
    }

    /// Exchanges edges of the tree as long as that shortens the sum, and a fixed number of times at
    /// most.
    private mutating func improve() {
        for _ in 0..<(4 * ranks.count) {
            guard let (leaving, tail) = negativeCut() else { return }
            // The edge that takes its place leads from the head's part to the tail's with the least
            // slack.
            let entering = edges.indices.filter { !isTree[$0] && !tail[edges[$0].from] && tail[edges[$0].to] }
            guard let best = entering.min(by: { slack($0) < slack($1) }) else { return }
            let shift = slack(best)
            for node in ranks.indices where tail[node] { ranks[node] -= shift }
            isTree[leaving] = false
            isTree[best] = true
        }
    }

    /// Returns an edge of the tree that has more edges across it backward than forward, and the
    /// part of the tree at its tail.
    private func negativeCut() -> (edge: Int, tail: [Bool])? {
        var neighbors = [[(node: Int, edge: Int)]](repeating: [], count: ranks.count)
        for index in edges.indices where isTree[index] {
            neighbors[edges[index].from].append((edges[index].to, index))
            neighbors[edges[index].to].append((edges[index].from, index))
        }
        for candidate in edges.indices where isTree[candidate] {
            // The nodes that the tree connects with the tail without the candidate.
            var tail = [Bool](repeating: false, count: ranks.count)
            var stack = [edges[candidate].from]
            tail[stack[0]] = true
            while let node = stack.popLast() {
                for (next, edge) in neighbors[node] where edge != candidate && !tail[next] {
                    tail[next] = true
                    stack.append(next)
                }
            }
            var value = 0
            for edge in edges where tail[edge.from] != tail[edge.to] { value += tail[edge.from] ? 1 : -1 }
            if value < 0 { return (candidate, tail) }
        }
        return nil
    }
}
