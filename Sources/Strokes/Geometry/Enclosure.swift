extension Span<Point> {
    /// The signed area of the polygon of the points: positive if they go clockwise on a screen,
    /// whose y axis points downwards, negative otherwise.
    ///
    /// An area that the polygon surrounds twice counts twice.
    ///
    /// - Complexity: O(*n*).
    public var signedArea: Double {
        guard count > 2 else { return 0 }
        let origin = self[0]
        var area = 0.0
        var previous = Point.zero
        for index in 1..<count {
            let point = Point(x: self[index].x - origin.x, y: self[index].y - origin.y)
            area += previous.x * point.y - previous.y * point.x
            previous = point
        }
        return area / 2
    }

    /// Returns the winding number of the polygon of the points around a place: positive if they go
    /// clockwise on a screen, whose y axis points downwards; 0 for a place outside.
    ///
    /// For a place on the polygon itself, it is the number of one of the sides.
    ///
    /// Sunday, *Inclusion of a point in a polygon*; Hormann and Agathos, *The point in polygon
    /// problem for arbitrary polygons*, Computational Geometry 20 (2001),
    /// [doi:10.1016/S0925-7721(01)00012-8](https://doi.org/10.1016/S0925-7721(01)00012-8).
    ///
    /// - Complexity: O(*n*).
    public func windingNumber(around place: Point) -> Int {
        guard count > 2 else { return 0 }
        var winding = 0
        var start = self[count - 1]
        for index in indices {
            let end = self[index]
            let side = (end.x - start.x) * (place.y - start.y) - (place.x - start.x) * (end.y - start.y)
            if start.y <= place.y {
                if end.y > place.y, side > 0 { winding += 1 }
            } else if end.y <= place.y, side < 0 {
                winding -= 1
            }
            start = end
        }
        return winding
    }
}
