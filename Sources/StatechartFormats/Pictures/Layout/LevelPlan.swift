internal import Drawing

/// The levels and directions of arrows, before anything has a size.
///
/// The level of an arrow is the innermost state that contains both ends, or is one end and contains
/// the other. The ranks of the two children that are or contain the ends decide whether the arrow
/// runs down or up. It crosses all borders in between in the same direction.
///
/// Cost: O(*n* + *m* + *b*) for *n* nodes, *m* arrows and *b* borders that they cross, and that of
/// the ranks of each level.
package struct LevelPlan {
    /// The part of an arrow that crosses the border of a state.
    struct Crossing {
        var edge: Int
        /// Whether the state contains the arrow's source; otherwise it contains its target.
        var isSource: Bool
    }

    /// The level of each arrow; `nil` if it is drawn straight, because there are too many.
    package private(set) var levels: [Int?]
    /// The state within the level that is or contains each arrow's source; `nil` if the level is
    /// the source.
    private(set) var sources: [Int?]
    private(set) var targets: [Int?]
    /// Whether each arrow runs down.
    private(set) var runsDown: [Bool]
    /// The arrows of each level, without loops.
    private(set) var edges: [[Int]]
    /// The arrows that cross the border of each state.
    private(set) var crossings: [[Crossing]]
    /// The loops of each node.
    private(set) var loops: [[Int]]
    /// The rank of each node within its level; -1 for entry points, which are above all others.
    private(set) var ranks: [Int]
    /// The components of each level that have several, each a list of nodes.
    private(set) var components: [[[Int]]]

    private let figure: ChartFigure

    /// The maximum number of borders that all arrows together cross; beyond it, the longest arrows
    /// become straight.
    private static let crossingLimit = 200_000
    /// The maximum number of layers that all arrows together cross.
    private static let layerLimit = 200_000
    /// The maximum of *n* (*n* + *m*), for *n* nodes and *m* arrows of a level, for which arrows
    /// are shortened.
    private static let rankingLimit = 4_000_000

    init(_ figure: ChartFigure) {
        self.figure = figure
        let (nodeCount, edgeCount) = (figure.nodes.count, figure.edges.count)
        levels = [Int?](repeating: nil, count: edgeCount)
        (sources, targets) = (levels, levels)
        runsDown = [Bool](repeating: true, count: edgeCount)
        edges = [[Int]](repeating: [], count: nodeCount)
        crossings = [[Crossing]](repeating: [], count: nodeCount)
        (loops, components) = (edges, [[[Int]]](repeating: [], count: nodeCount))
        ranks = [Int](repeating: 0, count: nodeCount)
        for edge in figure.edges.indices { findLevel(of: edge) }
        for node in figure.nodes.indices where !figure.nodes[node].children.isEmpty { rank(node) }
        limitLayers()
        for edge in sortedByBorders() { addCrossings(of: edge) }
        for edge in figure.edges.indices { if let level = levels[edge] { edges[level].append(edge) } }
    }

    private mutating func findLevel(of edge: Int) {
        let (source, target) = (figure.edges[edge].source, figure.edges[edge].target)
        guard source != target else {
            loops[source].append(edge)
            return
        }
        let level = figure.commonAncestor(source, target)
        func branch(_ end: Int) -> Int? {
            var end = end
            guard end != level else { return nil }
            while figure.nodes[end].parent != level { end = figure.nodes[end].parent }
            return end
        }
        (levels[edge], sources[edge], targets[edge]) = (level, branch(source), branch(target))
        if sources[edge] != nil, targets[edge] != nil { edges[level].append(edge) }
    }

    // MARK: - Ranks

    private mutating func rank(_ level: Int) {
        let nodes = figure.nodes[level].children
        var numbers: [Int: Int] = [:]
        for (number, node) in nodes.enumerated() { numbers[node] = number }
        var pairs: [(Int, Int)] = []
        var allPairs: [LayoutGraph.Edge] = []
        for edge in edges[level] {
            guard let source = sources[edge], let target = targets[edge], let from = numbers[source],
                let to = numbers[target]
            else { continue }
            allPairs.append(LayoutGraph.Edge(from: from, to: to))
            if !isOnBorder(source), !isOnBorder(target) { pairs.append((from, to)) }
        }
        edges[level] = []
        let roots = nodes.indices.filter { figure.nodes[nodes[$0]].shape == .initial }
        let graph = LayoutGraph(nodeCount: nodes.count, edges: pairs, roots: roots)
        let forward = graph.acyclicEdges
        for component in LayoutGraph.components(nodeCount: nodes.count, edges: forward) {
            let ranking = Ranking(nodeCount: component.nodes.count, edges: component.edges, limit: Self.rankingLimit)
            for (number, rank) in zip(component.nodes, ranking.ranks) { ranks[nodes[number]] = rank }
        }
        let last = nodes.map { ranks[$0] }.max() ?? 0
        for node in nodes {
            if figure.nodes[node].shape == .entryPoint { ranks[node] = -1 }
            if figure.nodes[node].shape == .exitPoint { ranks[node] = last + 1 }
        }
        components[level] = LayoutGraph.components(nodeCount: nodes.count, edges: allPairs)
            .map { $0.nodes.map { nodes[$0] } }
    }

    private func isOnBorder(_ node: Int) -> Bool {
        figure.nodes[node].shape == .entryPoint || figure.nodes[node].shape == .exitPoint
    }

    /// Makes arrows straight if their ends have the same rank, and the longest ones if all together
    /// cross very many layers.
    private mutating func limitLayers() {
        var spans: [(span: Int, edge: Int)] = []
        for edge in levels.indices where levels[edge] != nil {
            guard let source = sources[edge], let target = targets[edge] else {
                // From a border to a point on it.
                let end = figure.nodes[figure.edges[edge].source]
                if sources[edge] == nil, figure.nodes[figure.edges[edge].target].shape == .entryPoint,
                    figure.nodes[figure.edges[edge].target].parent == figure.edges[edge].source
                {
                    levels[edge] = nil
                }
                if targets[edge] == nil, end.shape == .exitPoint, end.parent == figure.edges[edge].target {
                    levels[edge] = nil
                }
                continue
            }
            runsDown[edge] = ranks[source] < ranks[target]
            if ranks[source] == ranks[target] {
                levels[edge] = nil
            } else {
                spans.append((abs(ranks[target] - ranks[source]), edge))
            }
        }
        var rest = Self.layerLimit
        guard spans.reduce(0, { $0 + $1.span }) > rest else { return }
        for (span, edge) in spans.sorted(by: { ($0.span, $0.edge) < ($1.span, $1.edge) }) {
            rest -= span
            if rest < 0 { levels[edge] = nil }
        }
    }

    // MARK: - Borders

    private func borderCount(_ edge: Int) -> Int {
        guard let level = levels[edge] else { return 0 }
        func count(_ end: Int) -> Int { max(figure.nodes[end].depth - figure.nodes[level].depth - 1, 0) }
        return count(figure.edges[edge].source) + count(figure.edges[edge].target)
    }

    private func sortedByBorders() -> [Int] {
        let counts = levels.indices.map { borderCount($0) }
        guard counts.reduce(0, +) > Self.crossingLimit else { return Array(levels.indices) }
        return levels.indices.sorted { (counts[$0], $0) < (counts[$1], $1) }
    }

    private var crossingCount = 0

    private mutating func addCrossings(of edge: Int) {
        guard let level = levels[edge] else { return }
        crossingCount += borderCount(edge)
        guard crossingCount <= Self.crossingLimit else {
            levels[edge] = nil
            return
        }
        for (end, isSource) in [(figure.edges[edge].source, true), (figure.edges[edge].target, false)]
        where end != level {
            var node = figure.nodes[end].parent
            while node != level {
                crossings[node].append(Crossing(edge: edge, isSource: isSource))
                node = figure.nodes[node].parent
            }
        }
    }
}
