import Glibc
import Strokes

/// The $1 recognizer as its paper has it: Wobbrock, Wilson and Li, *Gestures without Libraries,
/// Toolkits or Training*, UIST 2007, doi:10.1145/1294211.1294238. 64 points, golden section search
/// among rotations within 45° and down to 2°.
struct DollarOne: GestureRecognizer {
    private static let count = 64
    private static let size = 250.0
    private static let range = Double.pi / 4
    private static let precision = Double.pi / 90

    private var templates: [(kind: Int, points: [Point])] = []

    init() {}

    mutating func add(_ points: [Point], kind: Int) {
        templates.append((kind, Self.normalized(points)))
    }

    func recognize(_ points: [Point]) -> Int {
        let candidate = Self.normalized(points)
        var (best, kind) = (Double.infinity, -1)
        for template in templates {
            let distance = Self.distanceAtBestAngle(candidate, template.points)
            if distance < best { (best, kind) = (distance, template.kind) }
        }
        return kind
    }

    private static func normalized(_ points: [Point]) -> [Point] {
        var points = Resampling.resampled(points, to: count)
        let center = centroid(points)
        points = rotated(points, by: -atan2(center.y - points[0].y, center.x - points[0].x), around: center)
        var (minimum, maximum) = (points[0], points[0])
        for point in points {
            minimum = Point(x: min(minimum.x, point.x), y: min(minimum.y, point.y))
            maximum = Point(x: max(maximum.x, point.x), y: max(maximum.y, point.y))
        }
        let (width, height) = (max(maximum.x - minimum.x, 1e-9), max(maximum.y - minimum.y, 1e-9))
        points = points.map { Point(x: $0.x * size / width, y: $0.y * size / height) }
        let middle = centroid(points)
        return points.map { Point(x: $0.x - middle.x, y: $0.y - middle.y) }
    }

    private static func centroid(_ points: [Point]) -> Point {
        var sum = Point.zero
        for point in points { sum = Point(x: sum.x + point.x, y: sum.y + point.y) }
        return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    private static func rotated(_ points: [Point], by angle: Double, around center: Point) -> [Point] {
        let (cosine, sine) = (cos(angle), sin(angle))
        return points.map { point in
            let (x, y) = (point.x - center.x, point.y - center.y)
            return Point(x: x * cosine - y * sine + center.x, y: x * sine + y * cosine + center.y)
        }
    }

    private static func distanceAtBestAngle(_ points: [Point], _ template: [Point]) -> Double {
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (-range, range)
        var (x1, x2) = (ratio * low + (1 - ratio) * high, (1 - ratio) * low + ratio * high)
        var (f1, f2) = (distance(points, template, angle: x1), distance(points, template, angle: x2))
        while abs(high - low) > precision {
            if f1 < f2 {
                (high, x2, f2) = (x2, x1, f1)
                x1 = ratio * low + (1 - ratio) * high
                f1 = distance(points, template, angle: x1)
            } else {
                (low, x1, f1) = (x1, x2, f2)
                x2 = (1 - ratio) * low + ratio * high
                f2 = distance(points, template, angle: x2)
            }
        }
        return min(f1, f2)
    }

    /// The mean distance of rotated points, whose centroid is the origin, from those of a template;
    /// no array is made.
    private static func distance(_ points: [Point], _ template: [Point], angle: Double) -> Double {
        let (cosine, sine) = (cos(angle), sin(angle))
        var sum = 0.0
        for index in 0..<count {
            let (point, other) = (points[index], template[index])
            let dx = point.x * cosine - point.y * sine - other.x
            let dy = point.x * sine + point.y * cosine - other.y
            sum += (dx * dx + dy * dy).squareRoot()
        }
        return sum / Double(count)
    }
}

/// Resampling as the papers of the $-family have it, but for marks that are counted and points that
/// aren't inserted.
enum Resampling {
    static func resampled(_ points: [Point], to count: Int) -> [Point] {
        var length = 0.0
        for index in points.indices.dropFirst() { length += points[index - 1].distance(to: points[index]) }
        let step = length / Double(count - 1)
        var result = [points[0]]
        result.reserveCapacity(count)
        var passed = 0.0
        for index in points.indices.dropFirst() {
            let distance = points[index - 1].distance(to: points[index])
            while result.count < count - 1, distance > 0, passed + distance >= step * Double(result.count) {
                let fraction = (step * Double(result.count) - passed) / distance
                result.append(points[index - 1].interpolated(to: points[index], at: fraction))
            }
            passed += distance
        }
        while result.count < count { result.append(points[points.count - 1]) }
        return result
    }
}
