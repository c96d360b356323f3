internal import PortableMath
internal import Strokes

/// A place or a direction in the plane of an ideal drawing, whose size is about 1.
package typealias Vector = SIMD2<Double>

extension Vector {
    /// Creates the direction at an angle in radians.
    package init(angle: Double) {
        let (sine, cosine) = Portable.sineAndCosine(angle)
        self.init(cosine, sine)
    }

    package var length: Double { (x * x + y * y).squareRoot() }
    /// The direction of this vector; (1, 0) for the zero vector.
    package var direction: Vector { length > 1e-12 ? self / length : Vector(1, 0) }
    /// The vector rotated by a quarter turn.
    var normal: Vector { Vector(-y, x) }

    /// Returns the nearest vector whose coordinates are multiples of a number.
    func rounded(to grid: Double) -> Vector {
        Vector(Portable.rounded(x / grid), Portable.rounded(y / grid)) * grid
    }

    /// Returns the length of a polyline.
    static func length(of places: [Vector]) -> Double {
        zip(places, places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }

    init(_ point: Point) { self.init(point.x, point.y) }

    package func rotated(by turn: Vector) -> Vector { Vector(x * turn.x - y * turn.y, x * turn.y + y * turn.x) }
}

extension Point {
    package init(_ vector: Vector) { self.init(x: vector.x, y: vector.y) }
}

/// An ideal drawing: strokes as polylines, whose vertices are dense in bends.
///
/// Lengths are in units of the drawing's size; y points downwards.
package struct PenPath: Sendable {
    /// The vertices of each stroke in drawing order; none is empty.
    package private(set) var strokes: [[Vector]] = []
    /// Whether people draw it in one orientation, like letters.
    var isUpright = false
    /// The fraction of people who draw it in one orientation, 0...1: circles from the top, loops on
    /// top of states.
    var upright = 0.0
    /// The fraction of the other people who draw it along the sides of the page, 0...1.
    var alongSides = 0.4
    /// Whether a slanted hand slants it; otherwise right angles stay right.
    var isSlanted = true

    package init(
        strokes: [[Vector]] = [], isUpright: Bool = false, upright: Double = 0.0, alongSides: Double = 0.4,
        isSlanted: Bool = true
    ) {
        self.strokes = strokes
        self.isUpright = isUpright
        self.upright = upright
        self.alongSides = alongSides
        self.isSlanted = isSlanted
    }

    /// Puts the pen down.
    package mutating func move(to point: Vector) { strokes.append([point]) }

    /// The place of the pen.
    var pen: Vector { strokes.last?.last ?? Vector(0, 0) }

    /// The direction in which the pen arrived at its place; (1, 0) if it hasn't moved.
    var heading: Vector {
        guard let stroke = strokes.last, let last = stroke.last else { return Vector(1, 0) }
        // The last vertices may be too close to each other to give a direction.
        return (last - (stroke.last { ($0 - last).length > 0.02 } ?? stroke[0])).direction
    }

    mutating func line(to point: Vector) {
        guard !strokes.isEmpty else { return move(to: point) }
        strokes[strokes.count - 1].append(point)
    }

    package mutating func line(through points: [Vector]) {
        for point in points { line(to: point) }
    }

    /// Draws a cubic Bézier curve from the place of the pen.
    mutating func curve(to end: Vector, _ first: Vector, _ second: Vector, steps: Int = 16) {
        let start = pen
        for step in 1...steps {
            let t = Double(step) / Double(steps)
            let s = 1 - t
            let (outer, inner) = (s * s * s * start + t * t * t * end, s * first + t * second)
            line(to: outer + (3 * s * t) * inner)
        }
    }

    /// Draws an arc of an ellipse, after a line to its start if the pen is down elsewhere.
    package mutating func arc(center: Vector, radius: Vector, from start: Double, sweep: Double) {
        let steps = max(4, Int((abs(sweep) / 0.12).rounded(.up)))
        for step in 0...steps {
            line(to: center + radius * Vector(angle: start + sweep * Double(step) / Double(steps)))
        }
    }

    /// Draws a smooth curve through points, with the pen at the first one (Catmull–Rom spline).
    mutating func spline(through points: [Vector], steps: Int = 6) {
        guard points.count > 2 else { return line(through: points) }
        line(to: points[0])
        for index in 0..<points.count - 1 {
            let (b, c) = (points[index], points[index + 1])
            let a = index > 0 ? points[index - 1] : b + (b - c) * 0.5
            let d = index + 2 < points.count ? points[index + 2] : c + (c - b) * 0.5
            let slope: Vector = c - a
            let jerk: Vector = 3 * (b - c) + d - a
            let bend: Vector = 2 * (a + 2 * c) - 5 * b - d
            for step in 1...steps {
                let t = Double(step) / Double(steps)
                line(to: b + (0.5 * t) * (slope + t * (bend + t * jerk)))
            }
        }
    }

    /// Appends the strokes of another drawing.
    mutating func append(_ other: PenPath) { strokes += other.strokes }

    /// Replaces every vertex.
    mutating func map(_ transform: (Vector) -> Vector) {
        for index in strokes.indices {
            for vertex in strokes[index].indices { strokes[index][vertex] = transform(strokes[index][vertex]) }
        }
    }

    /// Draws each stroke from its other end.
    mutating func reverse() {
        for index in strokes.indices { strokes[index].reverse() }
    }

    /// Changes the order of strokes.
    mutating func reorder(_ body: (inout [[Vector]]) -> Void) { body(&strokes) }

    /// The corners of the smallest upright box that holds the drawing.
    package var bounds: (minimum: Vector, maximum: Vector) {
        var (minimum, maximum) = (Vector(repeating: .infinity), Vector(repeating: -.infinity))
        for stroke in strokes {
            for vertex in stroke {
                minimum = pointwiseMin(minimum, vertex)
                maximum = pointwiseMax(maximum, vertex)
            }
        }
        return strokes.isEmpty ? (Vector(0, 0), Vector(0, 0)) : (minimum, maximum)
    }
}
