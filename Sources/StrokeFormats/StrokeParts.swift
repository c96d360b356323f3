internal import Strokes

/// The columns of a stroke while it is read; times and pressures are empty if there are none.
struct StrokeParts {
    var points: [Point] = []
    var times: [Double] = []
    var pressures: [Double] = []

    /// The stroke, without parts that can't be used.
    var stroke: Stroke {
        let count = points.count
        let times = times.count == count && count > 0 ? times : nil
        let pressures = pressures.count == count && count > 0 ? pressures : nil
        // The counts are equal, so no error is thrown.
        return (try? Stroke(points, times: times, pressures: pressures)) ?? Stroke(points)
    }
}

extension Stroke {
    /// Returns the stroke with other points.
    func mapped(_ transform: (Point) -> Point) -> Stroke {
        let points = points.map(transform)
        // The counts are equal, so no error is thrown.
        return (try? Stroke(points, times: times, pressures: pressures)) ?? Stroke(points)
    }
}
