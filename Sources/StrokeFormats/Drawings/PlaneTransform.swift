internal import PortableMath
internal import Strokes

/// An affine transform of the plane: x' = ax + cy + e, y' = bx + dy + f.
struct PlaneTransform {
    var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

    static let identity = PlaneTransform()

    static func move(x: Double, y: Double) -> PlaneTransform { PlaneTransform(e: x, f: y) }

    /// Returns the turn by an angle in radians, clockwise on the page; the identity if the angle
    /// isn't finite.
    static func turn(by angle: Double, around center: Point = .zero) -> PlaneTransform {
        guard angle.isFinite else { return identity }
        let (sine, cosine) = Portable.sineAndCosine(angle.remainder(dividingBy: 2 * Portable.pi))
        let turn = PlaneTransform(a: cosine, b: sine, c: -sine, d: cosine)
        return move(x: center.x, y: center.y).after(turn).after(move(x: -center.x, y: -center.y))
    }

    /// Returns the transform that applies another one first.
    func after(_ first: PlaneTransform) -> PlaneTransform {
        PlaneTransform(
            a: a * first.a + c * first.b, b: b * first.a + d * first.b, c: a * first.c + c * first.d,
            d: b * first.c + d * first.d, e: a * first.e + c * first.f + e, f: b * first.e + d * first.f + f)
    }

    func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
    }

    func apply(_ ellipse: Ellipse) -> Ellipse {
        func turned(_ axis: Point) -> Point { Point(x: a * axis.x + c * axis.y, y: b * axis.x + d * axis.y) }
        var result = ellipse
        (result.center, result.first, result.second) =
            (apply(ellipse.center), turned(ellipse.first), turned(ellipse.second))
        return result
    }
}
