import Drawing
import StatechartFormats
import Statecharts
import Testing

/// Labels stand by their own arrows.
@Suite struct ChartLabelTests {
    private struct Count {
        var all = 0
        /// The labels to whose middle another arrow is nearer than their own.
        var strayMiddles = 0
        /// The labels to whose border another arrow is less than twice as far as their own.
        var strayBorders = 0
    }

    private static func count(_ chart: Statechart, _ count: inout Count) {
        let layout = ChartLayout(ChartFigure(chart))
        let lines = layout.routes.map { LineDistance(points: $0.line) }
        for (edge, route) in layout.routes.enumerated() {
            guard let corner = route.labelPosition, !route.label.isEmpty else { continue }
            let box = Box(corner).including(
                PlanePoint(x: corner.x + route.label.width, y: corner.y + route.label.height))
            let (own, ownMiddle) = (lines[edge].distance(to: box), lines[edge].distance(to: Box(box.middle)))
            let others = lines.indices.filter { $0 != edge }
            count.all += 1
            if others.contains(where: { lines[$0].distance(to: Box(box.middle)) < ownMiddle }) {
                count.strayMiddles += 1
            }
            if others.contains(where: { lines[$0].distance(to: box) < 2 * own }) { count.strayBorders += 1 }
        }
    }

    @Test func labelsOfRandomChartsStandByTheirArrows() {
        var charts = OrdinaryCharts(seed: 4242)
        var count = Count()
        for round in 0..<150 {
            let size = 4 + round % 20
            Self.count(charts.chart(size, transitionCount: size + size / 4), &count)
        }
        print("of \(count.all) labels, \(count.strayMiddles) middles, \(count.strayBorders) borders are near others")
        #expect(count.all > 1_500 && count.strayBorders == 0)
    }

    @Test(.enabled(if: !SCION.paths.isEmpty, SharedFiles.hint))
    func labelsOfChartsOfOthersStandByTheirArrows() throws {
        var count = Count()
        for path in SCION.paths { try Self.count(SCION.chart(path), &count) }
        #expect(count.all > 200 && count.strayBorders == 0, "\(count)")
    }
}

/// Distances of boxes from a line.
private struct LineDistance {
    var points: [PlanePoint]

    /// Returns the distance, which is exact if the line's pieces run along the axes.
    func distance(to box: Box) -> Double {
        zip(points, points.dropFirst()).reduce(.infinity) { least, piece in
            let (start, end) = piece
            let isStraight = start.x == end.x || start.y == end.y
            let count = isStraight ? 1 : 40
            return (0..<count).reduce(least) { least, step in
                let from = start.interpolated(to: end, at: Double(step) / Double(count))
                let part = Box(from).including(start.interpolated(to: end, at: Double(step + 1) / Double(count)))
                let dx = max(part.low.x - box.high.x, box.low.x - part.high.x, 0)
                let dy = max(part.low.y - box.high.y, box.low.y - part.high.y, 0)
                return min(least, (dx * dx + dy * dy).squareRoot())
            }
        }
    }
}
