import Strokes

/// Varies a real stroke, as if another hand had drawn it on another device.
enum Augmentation {
    static func varied(_ points: [Point], random: inout TrainingRandom) -> [Point] {
        var points = points
        guard points.count > 2 else { return points }
        if random.chance(0.5) { points.reverse() }
        // Rotates, mirrors and stretches along any axis. Large angles are rare, as some circles and
        // loops without a head differ only in the place of their gap on the page.
        let angle = random.chance(0.1) ? random.uniform(0, 2 * .pi) : 0.25 * random.normal()
        let aspect = random.chance(0.6) ? random.uniform(0.75, 1.35) : 1
        let c = cosine(angle)
        let s = sine(angle)
        let mirror = random.chance(0.5) ? -1.0 : 1.0
        points = points.map { Point(x: ($0.x * c - $0.y * s) * aspect * mirror, y: $0.x * s + $0.y * c) }
        let box = box(points)
        let size = max(box.width, box.height)
        guard size > 0 else { return points }
        // Bends the whole plane a little: slow waves are added to x and y.
        if random.chance(0.5) {
            let strength = random.uniform(0, 0.05) * size
            let phases = (0..<4).map { _ in random.uniform(0, 2 * .pi) }
            let frequency = random.uniform(1, 5) / size
            points = points.map {
                Point(
                    x: $0.x + strength * sine($0.y * frequency + phases[0]),
                    y: $0.y + strength * sine($0.x * frequency + phases[2]))
            }
        }
        // Trims one or both ends.
        if random.chance(0.65) {
            let shares = [random.uniform(0, 0.07), random.uniform(0, 0.07)]
            let ends = random.below(5)
            points = trimmed(points, front: ends < 3 ? shares[0] : 0, back: ends > 1 ? shares[1] : 0)
        }
        // Imitates another device by other sampling.
        let choice = random.unit()
        if choice < 0.36 {
            points = resampled(points, count: 8 + random.below(25))
        } else if choice < 0.62 {
            points = resampled(points, count: 30 + random.below(200))
        } else if choice < 0.67 {
            points = resampled(points, count: 200 + random.below(300))
        }
        // Tremor.
        if random.chance(0.35) {
            let noise = random.uniform(0.001, 0.02) * size
            points = points.map { Point(x: $0.x + noise * random.normal(), y: $0.y + noise * random.normal()) }
        }
        // Hooks where the pen touches down or lifts off.
        if random.chance(0.12) {
            let length = random.uniform(0.02, 0.06) * size
            let way = random.uniform(0, 2 * .pi)
            if let first = points.first {
                points.insert(Point(x: first.x + length * cosine(way), y: first.y + length * sine(way)), at: 0)
            }
        }
        return points
    }

    static func box(_ points: [Point]) -> (width: Double, height: Double) {
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        return ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    }

    static func resampled(_ points: [Point], count: Int) -> [Point] { points.span.resampled(to: count) }

    /// Returns the points without fractions of the ink at both ends.
    static func trimmed(_ points: [Point], front: Double, back: Double) -> [Point] {
        let length = points.span.arcLength
        let from = length * front
        let to = length * (1 - back)
        var kept: [Point] = []
        var walked = 0.0
        for index in points.indices {
            if index > 0 { walked += points[index - 1].distance(to: points[index]) }
            if walked >= from && walked <= to { kept.append(points[index]) }
        }
        return kept.count > 2 ? kept : points
    }
}
