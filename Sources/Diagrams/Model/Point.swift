@_exported public import Drawing

extension Diagram {
    /// A point in a diagram. The y axis points downwards, as on screens.
    public typealias Point = PlanePoint
}

extension PlanePoint {
    /// The greatest coordinate in a diagram.
    static let maximumCoordinate = 1e9

    /// Returns a coordinate within the bounds of a diagram, or the old one if it isn't finite.
    static func valid(_ coordinate: Double, replacing old: Double) -> Double {
        coordinate.isFinite ? min(max(coordinate, -maximumCoordinate), maximumCoordinate) : old
    }

    /// Returns the point with its coordinates within the bounds of a diagram. Coordinates that
    /// aren't finite are replaced by the coordinates of the old point.
    func valid(replacing old: PlanePoint) -> PlanePoint {
        PlanePoint(x: Self.valid(x, replacing: old.x), y: Self.valid(y, replacing: old.y))
    }
}
