import Foundation
import Strokes

/// Strokes drawn by formula, for tests.
enum Drawing {
    static func circle(turns: Double = 1, count: Int = 90, radius: Double = 50, center: Point = Point(x: 200, y: 150))
        -> [Point]
    {
        (0..<count).map { index in
            let angle = 0.4 + Double(index) / Double(count - 1) * turns * 2 * .pi
            return Point(x: center.x + radius * cos(angle), y: center.y + 0.92 * radius * sin(angle))
        }
    }

    /// Along straight lines, evenly.
    static func path(_ corners: [(Double, Double)], count: Int = 90) -> [Point] {
        even(corners.map { Point(x: $0.0, y: $0.1) }, count)
    }

    static func even(_ points: [Point], _ count: Int) -> [Point] {
        let span = points.span
        return span.resampled(to: count)
    }

    static let line = path([(10, 20), (210, 60)])
    /// A shaft and two barbs, in one stroke.
    static let arrow = path([(0, 0), (200, 0), (165, 22), (200, 0), (165, -22)])
    static let square = path([(0, 0), (100, 0), (100, 100), (0, 100), (0, 2)])
    static let checkMark = path([(0, 0), (30, 50), (110, -90)])

    /// A loop on top of a state: leaves upwards, comes back beside, with a head or without; it
    /// opens by so many half circles on either side.
    static func loop(hasHead: Bool, opening: Double = 0.14, count: Int = 90) -> [Point] {
        var points = (0...60).map { index in
            let angle = (0.5 + opening) * .pi + Double(index) / 60 * (2 - 2 * opening) * .pi
            return Point(x: 300 + 40 * cos(angle), y: 80 + 48 * sin(angle))
        }
        if hasHead, let tip = points.last {
            points += [Point(x: tip.x - 4, y: tip.y - 22), tip, Point(x: tip.x + 20, y: tip.y - 8)]
        }
        return even(points, count)
    }
}
