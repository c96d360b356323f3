import Strokes

/// Returns a stroke of straight pieces between places, with twenty points in each.
func line(_ places: (Double, Double)...) -> Stroke {
    var points: [Point] = []
    for (from, to) in zip(places, places.dropFirst()) {
        for step in 0..<20 {
            let share = Double(step) / 20
            points.append(Point(x: from.0 + (to.0 - from.0) * share, y: from.1 + (to.1 - from.1) * share))
        }
    }
    if let last = places.last { points.append(Point(x: last.0, y: last.1)) }
    return Stroke(points)
}
