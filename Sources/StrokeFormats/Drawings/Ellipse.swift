internal import PortableMath
internal import Strokes

/// An ellipse in any position.
struct Ellipse {
    var center: Point
    /// The vectors from the center to the ends of its axes.
    var first, second: Point

    /// Creates an ellipse in a box that is turned by an angle, clockwise on the page.
    init(center: Point, width: Double, height: Double, angle: Double = 0) {
        let turn = PlaneTransform.turn(by: angle)
        self.center = center
        first = turn.apply(Point(x: width / 2, y: 0))
        second = turn.apply(Point(x: 0, y: height / 2))
    }

    /// Points of the outline, the first of them also at the end.
    var outline: [Point] {
        let count = 48
        return (0...count).map { index in
            let (sine, cosine) = Portable.sineAndCosine(Double(index % count) / Double(count) * 2 * Portable.pi)
            return Point(
                x: center.x + first.x * cosine + second.x * sine, y: center.y + first.y * cosine + second.y * sine)
        }
    }

    /// Returns whether a point is inside.
    func contains(_ point: Point) -> Bool {
        let area = first.x * second.y - first.y * second.x
        guard area != 0 else { return false }
        let (x, y) = (point.x - center.x, point.y - center.y)
        let (along, across) = ((x * second.y - y * second.x) / area, (first.x * y - first.y * x) / area)
        return along * along + across * across < 1
    }
}
