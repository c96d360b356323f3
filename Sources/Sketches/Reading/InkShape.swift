internal import PortableMath
internal import Strokes

/// The extent and the corners of ink.
struct InkShape: Sendable {
    private let line: BoxedPolyline
    /// The diagonal of the smallest box around the ink.
    let extent: Double
    /// The ends of the ink, with the apex between them if it is an angle: two corners for a line,
    /// three for an angle of less than 107°, and none for other ink.
    let corners: [Point]

    var points: [Point] { line.points }

    init(_ strokes: [Stroke]) {
        let points = strokes.count == 1 ? strokes[0].points : strokes.flatMap(\.points)
        line = BoxedPolyline(points)
        extent = points.span.boundingBox?.diagonal ?? 0
        corners = strokes.count == 1 ? Self.corners(of: points, within: 0.15 * extent) : []
    }

    /// Returns the corners of a line or an angle from which no point is farther than a distance.
    private static func corners(of points: [Point], within distance: Double) -> [Point] {
        guard points.count > 1, let first = points.first, let last = points.last, first != last else { return [] }
        func off(_ point: Point) -> Double { point.distance(toSegmentFrom: first, to: last) }
        guard let apex = points.max(by: { off($0) < off($1) }) else { return [] }
        if off(apex) <= distance { return [first, last] }
        let isAngle = points.allSatisfy { point in
            point.distance(toSegmentFrom: first, to: apex) <= distance
                || point.distance(toSegmentFrom: apex, to: last) <= distance
        }
        // A bent shaft opens wider.
        return isAngle && Point.cosine(apex, first, apex, last) > -0.3 ? [first, apex, last] : []
    }

    /// Returns the distance between a position and the course of the ink; any distance that isn't
    /// less than the limit if it isn't.
    func distance(to position: Point, within limit: Double = .infinity) -> Double {
        line.distance(to: position, within: limit)
    }

    /// Returns the size of the angle through which the ink turns around a center.
    func turn(around center: Point) -> Double { abs(turns(around: center).last ?? 0) }

    /// Returns the angle through which the ink has turned around a center at each of its points.
    func turns(around center: Point) -> [Double] {
        var turns = points.isEmpty ? [] : [0.0]
        for (from, to) in zip(points, points.dropFirst()) {
            let (a, b) = (from.x - center.x, from.y - center.y)
            let (c, d) = (to.x - center.x, to.y - center.y)
            turns.append((turns.last ?? 0) + Portable.angle(x: a * c + b * d, y: a * d - b * c))
        }
        return turns
    }

    /// Returns about `count` of the points, at equal steps; all points if there are fewer.
    func samples(_ count: Int) -> [Point] {
        let step = max(1, points.count / count)
        return stride(from: 0, to: points.count, by: step).map { points[$0] }
    }

    /// Returns the distance to samples of other ink.
    func distance(to other: InkShape) -> Double {
        other.samples(32).reduce(.infinity) { min($0, distance(to: $1, within: $0)) }
    }

    /// Returns whether a line runs back from the end of a shaft, as a barb does.
    func isBarb(at end: ShaftEnd) -> Bool {
        guard corners.count == 2 else { return false }
        let isFirst = corners[0].squaredDistance(to: end.position) < corners[1].squaredDistance(to: end.position)
        let (near, far) = isFirst ? (corners[0], corners[1]) : (corners[1], corners[0])
        return (far.x - near.x) * end.outward.x + (far.y - near.y) * end.outward.y < 0
    }
}

extension Point {
    /// Returns the cosine of the angle between the vectors from `a` to `b` and from `c` to `d`; 0
    /// if one has no length.
    static func cosine(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
        let (x, y, u, v) = (b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y)
        let lengths = ((x * x + y * y) * (u * u + v * v)).squareRoot()
        return lengths > 0 ? (x * u + y * v) / lengths : 0
    }
}
