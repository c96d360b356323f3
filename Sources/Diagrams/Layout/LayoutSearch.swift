/// Tries several methods of layout, and takes the result with the best score.
///
/// The methods start from layers, from stress majorization and from a circle, and untangle what they
/// get; the plain layers are tried, too. Large graphs get plain layers only.
enum LayoutSearch {
    /// Up to so many states, more methods than layers are tried.
    static let searchedCount = 100
    /// Up to so many arrows, too.
    static let searchedArrowCount = 320
    /// Up to so many states, places by stress are tried, too.
    private static let stressCount = 40
    /// Up to so many states, the circle is tried, too.
    private static let circleCount = 16

    /// Returns the arrangement with new places and shapes.
    static func best(for arrangement: Arrangement) -> Arrangement {
        let (graph, spacing) = (arrangement.graph, arrangement.spacing)
        let count = graph.nodeCount
        func shaped(_ places: [Diagram.Point]) -> Arrangement {
            var result = arrangement
            result.move(to: places)
            ArrowShapes.apply(to: &result)
            return result
        }
        let layered = LayeredLayout.places(of: graph, spacing: spacing, labels: arrangement.labelWidths)
        guard count > 2, count <= searchedCount, arrangement.arrows.count <= searchedArrowCount else {
            return shaped(layered)
        }
        var starts = [layered]
        if count <= stressCount {
            starts.append(StressLayout.places(of: graph, from: layered, length: spacing.layers))
        }
        let circle = count <= circleCount ? CircularLayout.places(of: graph, spacing: spacing) : nil
        if let circle { starts.append(circle) }
        var candidates = [layered]
        for start in starts {
            var tangled = arrangement
            tangled.centers = start
            var untangling = Untangling(tangled, work: work(for: count))
            untangling.run()
            candidates.append(untangling.centers)
        }
        if let circle { candidates.append(circle) }
        var best: (arrangement: Arrangement, score: LayoutScore)?
        for places in candidates {
            let result = shaped(places)
            var score = LayoutScore(result)
            if best != nil { score.area *= 3 }
            if best.map({ score < $0.score }) ?? true { best = (result, score) }
        }
        return best?.arrangement ?? shaped(layered)
    }

    /// The number of comparisons that untangling may take: about a millisecond for few states, ten
    /// for many.
    static func work(for count: Int) -> Int {
        8_000 * min(count, 12) + 50_000 * max(0, min(count, 30) - 12)
    }
}
