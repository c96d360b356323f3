/// Tries several layout methods, and uses the result with the best score.
///
/// The methods start with layers, with stress majorization and with a circle, and untangle the
/// result. The search ends at the first result in which nothing is covered, no label strays and no
/// arrows cross. A chain of states stays a chain, although arrows that lead back may cross. For
/// large graphs, only layers without untangling are used.
enum LayoutSearch {
    /// The maximum number of states for which methods other than layers are tried.
    static let maximumStateCount = 100
    /// The maximum number of arrows for which methods other than layers are tried.
    static let maximumArrowCount = 320
    /// The maximum number of states for which stress majorization is tried.
    private static let stressCount = 40
    /// The maximum number of states for which the circle is tried.
    private static let circleCount = 16

    /// The minimum number of arrows of a chain for each stray label.
    private static let strayRatio = 20

    /// Returns the arrangement with new places and shapes.
    ///
    /// - Parameter mayContinue: A function that returns whether to continue. If it returns `false`,
    ///   the result mustn't be used.
    static func best(for arrangement: Arrangement, mayContinue: () -> Bool) -> Arrangement {
        let (graph, spacing) = (arrangement.graph, arrangement.spacing)
        let count = graph.nodeCount
        func shapedArrangement(_ positions: [Diagram.Point]) -> Arrangement {
            var result = arrangement
            result.move(to: positions)
            ArrowShapes.apply(to: &result, mayContinue: mayContinue)
            return result
        }
        func untangledPositions(_ positions: [Diagram.Point]) -> [Diagram.Point] {
            var tangledArrangement = arrangement
            tangledArrangement.centers = positions
            var untangling = Untangling(tangledArrangement, work: work(for: count))
            untangling.run()
            return untangling.centers
        }
        let layeredPositions = LayeredLayout.positions(
            of: graph, radii: arrangement.radii, spacing: spacing, labels: arrangement.labelWidths,
            mayContinue: mayContinue)
        var best = shapedArrangement(layeredPositions)
        guard mayContinue(), count > 2, count <= maximumStateCount, arrangement.arrows.count <= maximumArrowCount else {
            return best
        }
        var score = LayoutScore(best)
        // Keeps a candidate if it is better. Returns whether the best one can't be improved.
        func isPerfect(with positions: [Diagram.Point]) -> Bool {
            let candidate = shapedArrangement(positions)
            var other = LayoutScore(candidate)
            other.area *= LayoutScore.areaFactor
            if other < score { (best, score) = (candidate, other) }
            return score.isPerfect
        }
        if score.isPerfect { return best }
        if let row = graph.chain(in: layeredPositions) {
            let chain = shapedArrangement(row)
            let score = LayoutScore(chain)
            if score.coverings == 0, score.strayLabels * strayRatio <= arrangement.arrows.count { return chain }
        }
        if isPerfect(with: untangledPositions(layeredPositions)) { return best }
        if count <= stressCount {
            let positions = StressLayout.positions(of: graph, from: layeredPositions, length: spacing.layers)
            if isPerfect(with: untangledPositions(positions)) { return best }
        }
        if count <= circleCount {
            let positions = CircularLayout.positions(of: graph, spacing: spacing)
            if isPerfect(with: untangledPositions(positions)) || isPerfect(with: positions) { return best }
        }
        return best
    }

    /// Returns the maximum number of comparisons for untangling, which take about one millisecond
    /// for few states and ten for many.
    static func work(for count: Int) -> Int {
        7_000 * min(count, 12) + 50_000 * max(0, min(count, 30) - 12)
    }
}

extension LayoutGraph {
    /// Returns positions in one row, with the nodes in their order from left to right, if each node
    /// has an edge to the next one; `nil` otherwise.
    fileprivate func chain(in positions: [Diagram.Point]) -> [Diagram.Point]? {
        let nodes = positions.indices.sorted { positions[$0].x < positions[$1].x }
        let pairs = Set(edges)
        guard zip(nodes, nodes.dropFirst()).allSatisfy({ pairs.contains(Edge(from: $0, to: $1)) }) else { return nil }
        return positions.map { Diagram.Point(x: $0.x, y: 0) }
    }
}
