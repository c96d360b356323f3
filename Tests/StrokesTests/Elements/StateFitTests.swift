import Foundation
import Strokes
import Testing

/// The circle that is fitted to a state, against a search that knows nothing of moments and
/// polynomials.
@Suite struct StateFitTests {
    /// Taubin's circle by definition: of all circles the one with the least Σ(d² - r²)² / Σ4d², d
    /// being the distances from the center. For a given center the best r² is the mean of d², which
    /// leaves the variance of d² over its mean, and a center to be searched.
    private static func searched(_ points: [Point]) -> (center: Point, radius: Double) {
        func cost(_ center: Point) -> (value: Double, radius: Double) {
            let squares = points.map { ($0.x - center.x) * ($0.x - center.x) + ($0.y - center.y) * ($0.y - center.y) }
            let mean = squares.reduce(0, +) / Double(squares.count)
            let variance = squares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(squares.count)
            return (variance / mean, mean.squareRoot())
        }
        var center = Point(
            x: points.map(\.x).reduce(0, +) / Double(points.count),
            y: points.map(\.y).reduce(0, +) / Double(points.count))
        var (best, radius) = cost(center)
        var step = radius
        while step > 1e-6 * radius {
            var improved = false
            for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let next = Point(x: center.x + x * step, y: center.y + y * step)
                let found = cost(next)
                if found.value < best { (center, best, radius, improved) = (next, found.value, found.radius, true) }
            }
            if !improved { step /= 2 }
        }
        return (center, radius)
    }

    /// Even points on an ellipse, or a part of it.
    private static func ellipse(aspect: Double, turns: Double, start: Double) -> [Point] {
        let points = (0...2000).map { index in
            let angle = start + Double(index) / 2000 * turns * 2 * .pi
            return Point(x: 300 + 80 * cos(angle), y: -120 + 80 * aspect * sin(angle))
        }
        return Drawing.even(points, 400)
    }

    @Test(arguments: [1, 0.9, 0.75, 0.6, 0.5])
    func theCircleOfAStateIsTaubins(aspect: Double) throws {
        let recognizer = ElementRecognizer()
        for (turns, start) in [(1.0, 0.3), (0.92, 0), (0.85, 1.2), (0.75, 4)] {
            let points = Self.ellipse(aspect: aspect, turns: turns, start: start)
            let (center, radius) = Self.searched(points)
            guard case .state(let state) = recognizer.recognize(points).geometry(of: .state) else {
                Issue.record("a state has a circle")
                continue
            }
            // The ink is averaged over short pieces first, which costs a little of its ends.
            #expect(abs(state.radius / radius - 1) < 0.008, "\(aspect), \(turns): \(state.radius) for \(radius)")
            #expect(state.center.distance(to: center) < 0.025 * radius, "\(aspect), \(turns)")
        }
    }
}
