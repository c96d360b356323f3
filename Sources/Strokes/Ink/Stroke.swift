/// The movement of a pen between touching the surface and leaving it: points in drawing order, with
/// times and pressures if the device reports them.
///
/// ```swift
/// let stroke = Stroke(points)
/// stroke.points.span.arcLength
/// ```
///
/// The initializers drop points with a coordinate that isn't finite, and their times and pressures.
/// A stroke may have no points, and all points may be equal.
///
/// A stroke is an immutable value; copies share their storage.
public struct Stroke: Sendable, Hashable {
    /// The points in drawing order, all finite.
    public let points: [Point]
    /// The time of each point in seconds, with any origin; `nil` if the times are unknown.
    public let times: [Double]?
    /// The pressure at each point, 0…1; `nil` if the pressures are unknown.
    public let pressures: [Double]?

    /// Creates a stroke without times and pressures.
    ///
    /// Points that aren't finite are left out.
    ///
    /// - Complexity: O(*n*) to check the points; they are copied only if one isn't finite.
    public init(_ points: [Point]) {
        self.points = points.allSatisfy(\.isFinite) ? points : points.filter(\.isFinite)
        times = nil
        pressures = nil
    }

    /// Creates a stroke with times, pressures or both.
    ///
    /// Points that aren't finite are left out with their times and pressures. Pressures are clamped
    /// to 0…1. If a time isn't finite, the stroke has no times; the same applies to pressures.
    ///
    /// - Throws: ``StrokeError`` if the number of times or of pressures differs from the number of
    ///   points.
    /// - Complexity: O(*n*).
    public init(_ points: [Point], times: [Double]?, pressures: [Double]? = nil) throws(StrokeError) {
        if let times, times.count != points.count {
            throw .timesDiffer(pointCount: points.count, timeCount: times.count)
        }
        if let pressures, pressures.count != points.count {
            throw .pressuresDiffer(pointCount: points.count, pressureCount: pressures.count)
        }
        func kept(_ values: [Double]?, _ areFinite: Bool) -> [Double]? {
            guard let values else { return nil }
            let kept = areFinite ? values : points.indices.filter { points[$0].isFinite }.map { values[$0] }
            return !kept.isEmpty && kept.allSatisfy(\.isFinite) ? kept : nil
        }
        let areFinite = points.allSatisfy(\.isFinite)
        self.points = areFinite ? points : points.filter(\.isFinite)
        self.times = kept(times, areFinite)
        self.pressures = kept(pressures, areFinite).map { $0.map { min(max($0, 0), 1) } }
    }

    /// The same stroke, drawn from its last point to its first point; its times are reversed so
    /// that they still grow.
    ///
    /// The result has no times if they are so far apart that their difference isn't finite.
    public var reversed: Stroke {
        let times = times.map { times in times.reversed().map { (times.last ?? 0) - $0 } }
        return Stroke(
            kept: points.reversed(),
            times: times.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil },
            pressures: pressures?.reversed())
    }

    private init(kept points: [Point], times: [Double]?, pressures: [Double]?) {
        self.points = points
        self.times = times
        self.pressures = pressures
    }
}

/// The reason why points, times and pressures don't make a stroke.
public enum StrokeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of times differs from the number of points.
    case timesDiffer(pointCount: Int, timeCount: Int)
    /// The number of pressures differs from the number of points.
    case pressuresDiffer(pointCount: Int, pressureCount: Int)

    /// A sentence that describes the error.
    public var description: String {
        switch self {
        case .timesDiffer(let pointCount, let timeCount):
            "a stroke of \(pointCount) points has \(timeCount) times; give one for each point"
        case .pressuresDiffer(let pointCount, let pressureCount):
            "a stroke of \(pointCount) points has \(pressureCount) pressures; give one for each point"
        }
    }
}
