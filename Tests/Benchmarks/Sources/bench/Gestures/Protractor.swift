import Glibc
import Strokes

/// Protractor as its paper has it: Li, *Protractor: a fast and accurate gesture recognizer*, CHI
/// 2010, doi:10.1145/1753326.1753654. 16 points, rotations within 22.5° of the eight main ones
/// being told apart.
struct Protractor: GestureRecognizer {
    private static let count = 16

    private var templates: [(kind: Int, vector: [Double])] = []

    init() {}

    mutating func add(_ points: [Point], kind: Int) {
        templates.append((kind, Self.vector(points)))
    }

    func recognize(_ points: [Point]) -> Int {
        let candidate = Self.vector(points)
        var (best, kind) = (-Double.infinity, -1)
        for template in templates {
            let similarity = Self.similarity(candidate, template.vector)
            if similarity > best { (best, kind) = (similarity, template.kind) }
        }
        return kind
    }

    private static func vector(_ points: [Point]) -> [Double] {
        let points = Resampling.resampled(points, to: count)
        var center = Point.zero
        for point in points { center = Point(x: center.x + point.x, y: center.y + point.y) }
        center = Point(x: center.x / Double(count), y: center.y / Double(count))
        let indicative = atan2(points[0].y - center.y, points[0].x - center.x)
        let base = Double.pi / 4 * ((indicative + .pi / 8) / (.pi / 4)).rounded(.down)
        let (cosine, sine) = (cos(base - indicative), sin(base - indicative))
        var vector: [Double] = []
        vector.reserveCapacity(2 * count)
        var squares = 0.0
        for point in points {
            let (x, y) = (point.x - center.x, point.y - center.y)
            vector.append(x * cosine - y * sine)
            vector.append(y * cosine + x * sine)
            squares += x * x + y * y
        }
        let length = max(squares.squareRoot(), 1e-300)
        return vector.map { $0 / length }
    }

    /// The cosine of the angle between the vectors at the best rotation; the paper takes its arc
    /// cosine, which orders templates alike.
    private static func similarity(_ one: [Double], _ other: [Double]) -> Double {
        var (a, b) = (0.0, 0.0)
        for index in stride(from: 0, to: 2 * count, by: 2) {
            a += one[index] * other[index] + one[index + 1] * other[index + 1]
            b += one[index] * other[index + 1] - one[index + 1] * other[index]
        }
        let angle = atan(b / a)
        return a * cos(angle) + b * sin(angle)
    }
}
