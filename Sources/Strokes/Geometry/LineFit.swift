/// The line of least deviation from points, and the deviation.
public struct LineFit: Sendable, Hashable {
    /// The start of the points along the line: their least projection in the direction of drawing.
    public var start: Point
    /// The end of the points along the line.
    public var end: Point
    /// The root of the mean square of the distances between points and line.
    public var deviation: Double

    /// The length of the part of the line between the outermost projections.
    public var length: Double { start.distance(to: end) }

    /// Fits a line to points by total least squares: distances are perpendicular to the line.
    ///
    /// Returns `nil` for fewer than two points, for points without extent, and if one isn't finite.
    /// The line points from the first point towards the last.
    ///
    /// Pearson, *On lines and planes of closest fit to systems of points in space*, 1901,
    /// [doi:10.1080/14786440109462720](https://doi.org/10.1080/14786440109462720).
    ///
    /// - Complexity: O(*n*); no allocation.
    public init?(_ points: Span<Point>) {
        guard let axes = PrincipalAxes(points) else { return nil }
        let (center, direction) = (axes.center, axes.direction)
        var (least, greatest) = (Double.infinity, -Double.infinity)
        for index in points.indices {
            let point = points[index]
            let along = (point.x - center.x) * direction.x + (point.y - center.y) * direction.y
            least = min(least, along)
            greatest = max(greatest, along)
        }
        start = Point(x: center.x + least * direction.x, y: center.y + least * direction.y)
        end = Point(x: center.x + greatest * direction.x, y: center.y + greatest * direction.y)
        deviation = axes.breadth
    }
}
