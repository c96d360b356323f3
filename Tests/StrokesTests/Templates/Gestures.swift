import AlgorithmSupport
import Strokes
import WorkLimits

/// Gestures of our own making: polygonal lines and curves, drawn by a hand that trembles a little.
enum Gestures {
    static let names = [
        "caret", "square", "circle", "zed", "check", "spiral", "ell", "wave", "triangle", "bolt", "hook", "eight",
    ]

    /// The points of a gesture within a box of side 1.
    static func shape(_ name: String, count: Int = 60) -> [Point] {
        func way(_ corners: (Double, Double)...) -> [Point] {
            let corners = corners.map { Point(x: $0.0, y: $0.1) }
            return corners.span.resampled(to: count)
        }
        func curve(_ function: (Double) -> (Double, Double)) -> [Point] {
            (0..<count).map { index in
                let (x, y) = function(Double(index) / Double(max(count - 1, 1)))
                return Point(x: x, y: y)
            }
        }
        return switch name {
        case "caret": way((0, 1), (0.5, 0), (1, 1))
        case "square": way((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))
        case "circle": curve { (0.5 + 0.5 * Wave.cosine($0), 0.5 + 0.5 * Wave.sine($0)) }
        case "zed": way((0, 0), (1, 0), (0, 1), (1, 1))
        case "check": way((0, 0.6), (0.3, 1), (1, 0))
        case "spiral":
            curve { (0.5 + 0.5 * $0 * Wave.cosine(3 * $0), 0.5 + 0.5 * $0 * Wave.sine(3 * $0)) }
        case "ell": way((0, 0), (0, 1), (0.7, 1))
        case "wave": curve { ($0, 0.3 * Wave.sine(2 * $0)) }
        case "triangle": way((0.5, 0), (0, 1), (1, 1), (0.5, 0))
        case "bolt": way((0.8, 0), (0, 0.6), (1, 0.5), (0.2, 1))
        case "hook":
            curve { $0 < 0.5 ? (0.8, $0) : (0.4 + 0.4 * Wave.cosine($0 - 0.5), 0.5 + 0.4 * Wave.sine($0 - 0.5)) }
        default: curve { (0.5 * Wave.sine(2 * $0), Wave.cosine($0)) }
        }
    }

    /// A gesture as somebody might draw it: larger or smaller, elsewhere, at another pace and not
    /// quite straight.
    static func drawn(_ name: String, seed: UInt64) -> [Point] {
        var random = SplitMix64(seed: seed)
        let size = 20 + 300 * random.unit()
        let aspect = 0.8 + 0.4 * random.unit()
        let shift = (random.unit() * 1000, random.unit() * 1000)
        return shape(name, count: 20 + Int(random.unit() * 100)).map { point in
            Point(
                x: shift.0 + size * (aspect * point.x + 0.02 * (random.unit() - 0.5)),
                y: shift.1 + size * (point.y + 0.02 * (random.unit() - 0.5)))
        }
    }

    static func rotated(_ points: [Point], turns: Double) -> [Point] {
        let (cosine, sine) = (Wave.cosine(turns), Wave.sine(turns))
        return points.map { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
    }

    static func scaled(_ points: [Point], by factor: Double) -> [Point] {
        points.map { Point(x: $0.x * factor, y: $0.y * factor) }
    }

    /// A recognizer with an example of each gesture.
    static func recognizer(_ options: TemplateRecognizer.Options = .init()) throws -> TemplateRecognizer {
        var recognizer = TemplateRecognizer(options: options)
        for name in names { try recognizer.add(shape(name), name: name) }
        return recognizer
    }
}

/// Sine and cosine of so many turns, from rotations by small angles, so that they are the same
/// everywhere.
enum Wave {
    static func sine(_ turns: Double) -> Double { cosine(turns - 0.25) }

    static func cosine(_ turns: Double) -> Double {
        // The series about 0, at an angle that was brought to within a quarter turn.
        let rest = turns - turns.rounded()
        let isFar = abs(rest) > 0.25
        let angle = (isFar ? 0.5 - abs(rest) : abs(rest)) * 2 * .pi
        var (term, sum) = (1.0, 1.0)
        for index in stride(from: 1.0, to: 21, by: 2) {
            term *= -angle * angle / (index * (index + 1))
            sum += term
        }
        return isFar ? -sum : sum
    }
}
