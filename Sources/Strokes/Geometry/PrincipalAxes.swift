/// The principal axes of points: their centroid, the direction of the greatest spread, and the
/// spread along and across it.
public struct PrincipalAxes: Sendable, Hashable {
    /// The mean of the points.
    public var center: Point
    /// The unit vector in the direction of the greatest spread.
    ///
    /// It points from the first point towards the last, or else to the right.
    public var direction: Point
    /// The standard deviation along the direction.
    public var length: Double
    /// The standard deviation across the direction.
    public var breadth: Double

    /// Computes the axes of points; `nil` if there are none, they have no extent, or one isn't
    /// finite.
    ///
    /// Coordinates are taken relative to the middle of their box and in units of its side, so that
    /// neither the place nor the size of a drawing costs precision.
    ///
    /// Pearson, *On lines and planes of closest fit to systems of points in space*, 1901,
    /// [doi:10.1080/14786440109462720](https://doi.org/10.1080/14786440109462720).
    ///
    /// - Complexity: O(*n*); no allocation.
    public init?(_ points: Span<Point>) {
        guard let frame = UnitFrame(points) else { return nil }
        let count = Double(points.count)
        var (meanX, meanY) = (0.0, 0.0)
        for index in points.indices {
            let point = frame.toUnit(points[index])
            meanX += point.x
            meanY += point.y
        }
        (meanX, meanY) = (meanX / count, meanY / count)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for index in points.indices {
            let point = frame.toUnit(points[index])
            let (x, y) = (point.x - meanX, point.y - meanY)
            xx += x * x
            xy += x * y
            yy += y * y
        }
        (xx, xy, yy) = (xx / count, xy / count, yy / count)

        let half = (xx - yy) / 2
        let root = (half * half + xy * xy).squareRoot()
        let major = (xx + yy) / 2 + root
        // A quotient, as a difference would lose all digits if the points are on a line.
        let minor = max((xx * yy - xy * xy) / major, 0)
        // The longer one of the two columns that contain the direction.
        var (x, y) = half >= 0 ? (half + root, xy) : (xy, root - half)
        let norm = (x * x + y * y).squareRoot()
        (x, y) = norm > 0 ? (x / norm, y / norm) : (1, 0)
        let (first, last) = (frame.toUnit(points[0]), frame.toUnit(points[points.count - 1]))
        let along = (last.x - first.x) * x + (last.y - first.y) * y
        if along < 0 || along == 0 && x < 0 { (x, y) = (-x, -y) }

        center = frame.fromUnit(Point(x: meanX, y: meanY))
        direction = Point(x: x, y: y)
        length = major.squareRoot() * frame.scale
        breadth = minor.squareRoot() * frame.scale
    }
}
