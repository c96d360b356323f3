import AlgorithmSupport
import Drawing
import Testing

@Suite struct RankingTests {
    /// Random edges between nodes, from lower to higher ones, so that there are no cycles, and
    /// connected.
    private func randomEdges(_ random: inout SplitMix64, nodes: Int) -> [LayoutGraph.Edge] {
        var edges: Set<LayoutGraph.Edge> = []
        for node in 1..<nodes {
            edges.insert(LayoutGraph.Edge(from: Int.random(in: 0..<node, using: &random), to: node))
        }
        for _ in 0..<Int.random(in: 0...nodes, using: &random) {
            let to = Int.random(in: 1..<nodes, using: &random)
            edges.insert(LayoutGraph.Edge(from: Int.random(in: 0..<to, using: &random), to: to))
        }
        return edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// The least sum of lengths, by trying all ranks.
    private func minimumLength(nodes: Int, edges: [LayoutGraph.Edge]) -> Int {
        var least = Int.max
        var ranks = [Int](repeating: 0, count: nodes)
        func tryAll(_ node: Int) {
            guard node < nodes else {
                least = min(least, edges.reduce(0) { $0 + ranks[$1.to] - ranks[$1.from] })
                return
            }
            let entering = edges.filter { $0.to == node }.map { ranks[$0.from] + 1 }.max() ?? 0
            for rank in entering..<nodes {
                ranks[node] = rank
                tryAll(node + 1)
            }
        }
        tryAll(0)
        return least
    }

    @Test func ranksAreAsShortAsCanBe() {
        var random = SplitMix64(seed: 5)
        for round in 0..<150 {
            let nodes = 2 + round % 5
            let edges = randomEdges(&random, nodes: nodes)
            let ranks = Ranking(nodeCount: nodes, edges: edges).ranks
            #expect(ranks.min() == 0)
            #expect(edges.allSatisfy { ranks[$0.to] > ranks[$0.from] })
            let length = edges.reduce(0) { $0 + ranks[$1.to] - ranks[$1.from] }
            #expect(length == minimumLength(nodes: nodes, edges: edges))
        }
    }
}
