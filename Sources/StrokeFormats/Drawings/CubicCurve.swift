internal import Strokes

/// A cubic Bézier curve.
struct CubicCurve {
    var start, first, second, end: Point

    /// Creates the curve that a quadratic one is, too.
    static func quadratic(_ start: Point, _ control: Point, _ end: Point) -> CubicCurve {
        CubicCurve(
            start: start, first: start.interpolated(to: control, at: 2.0 / 3),
            second: end.interpolated(to: control, at: 2.0 / 3), end: end)
    }

    /// Returns points of the smooth curve through points.
    ///
    /// At each point, the curve has the direction from the point before to the point after it.
    ///
    /// - Parameters:
    ///   - points: The points.
    ///   - tension: The factor of the control points' distances; 1 gives a Catmull-Rom spline.
    static func smooth(through points: [Point], tension: Double) -> [Point] {
        guard points.count > 2 else { return points }
        var course = [points[0]]
        for index in 0..<points.count - 1 {
            let (start, end) = (points[index], points[index + 1])
            let (before, after) = (points[max(0, index - 1)], points[min(index + 2, points.count - 1)])
            let curve = CubicCurve(
                start: start, first: start.moved(from: before, to: end, by: tension / 6),
                second: end.moved(from: after, to: start, by: tension / 6), end: end)
            course += curve.points(curve.partCount).dropFirst()
        }
        return course
    }

    /// Returns the points that part the curve, both ends included.
    func points(_ partCount: Int) -> [Point] { (0...partCount).map { point(Double($0) / Double(partCount)) } }

    private func point(_ position: Double) -> Point {
        let rest = 1 - position
        let weights = (
            rest * rest * rest, 3 * rest * rest * position, 3 * rest * position * position,
            position * position * position
        )
        return Point(
            x: weights.0 * start.x + weights.1 * first.x + weights.2 * second.x + weights.3 * end.x,
            y: weights.0 * start.y + weights.1 * first.y + weights.2 * second.y + weights.3 * end.y)
    }

    /// The number of straight parts that show the curve: the more it leaves its chord, the more.
    var partCount: Int {
        let length = start.distance(to: first) + first.distance(to: second) + second.distance(to: end)
        guard length > 0, length.isFinite else { return 1 }
        let height = max(Self.distance(first, start, end), Self.distance(second, start, end))
        return max(1, Int((16 * min(1, height / length).squareRoot()).rounded(.up)))
    }

    /// Returns the distance of a point from a line, or from a point if the line has no length.
    private static func distance(_ point: Point, _ from: Point, _ to: Point) -> Double {
        let length = from.distance(to: to)
        guard length > 0, length.isFinite else { return point.distance(to: from) }
        return abs((point.x - from.x) * (to.y - from.y) - (point.y - from.y) * (to.x - from.x)) / length
    }
}

extension Point {
    /// Returns the point moved by a part of the way between two others.
    fileprivate func moved(from start: Point, to end: Point, by part: Double) -> Point {
        Point(x: x + part * (end.x - start.x), y: y + part * (end.y - start.y))
    }
}
