import Strokes

/// Varies a character, as if another hand had written it on another device.
enum CharacterAugmentation {
    static func varied(_ strokes: [Stroke], random: inout TrainingRandom) -> [Stroke] {
        var strokes = strokes.map(\.points)
        reorder(&strokes, random: &random)
        let allPoints = strokes.flatMap(\.self)
        guard let box = allPoints.span.boundingBox, box.side > 0 else { return strokes.map { Stroke($0) } }
        let map = PageMap(box, random: &random)
        let pull = random.chance(0.5) ? random.uniform(0, 0.08) * box.side : 0
        let tremor = random.chance(0.4) ? random.uniform(0.002, 0.025) * box.side : 0
        let sampling = random.unit()
        for index in strokes.indices {
            // The parts of a character are never at quite the same place.
            let (x, y) = (pull * random.normal(), pull * random.normal())
            var points = strokes[index].map { map.apply($0) }.map { Point(x: $0.x + x, y: $0.y + y) }
            if points.count > 3, random.chance(0.4) {
                points = Augmentation.trimmed(
                    points, front: random.chance(0.5) ? random.uniform(0, 0.08) : 0,
                    back: random.chance(0.5) ? random.uniform(0, 0.08) : 0)
            }
            if points.count > 2 {
                if sampling < 0.3 {
                    points = Augmentation.resampled(points, count: 6 + random.below(20))
                } else if sampling < 0.6 {
                    points = Augmentation.resampled(points, count: 25 + random.below(100))
                } else if sampling < 0.8 {
                    // Lost points, at random.
                    let share = random.uniform(0, 0.5)
                    let last = points.count - 1
                    points = points.indices.filter { $0 == 0 || $0 == last || !random.chance(share) }.map { points[$0] }
                }
            }
            if tremor > 0 {
                points = points.map { Point(x: $0.x + tremor * random.normal(), y: $0.y + tremor * random.normal()) }
            }
            if random.chance(0.08), let first = points.first {
                let (length, way) = (random.uniform(0.03, 0.1) * box.side, random.uniform(0, 2 * .pi))
                let hook = Point(x: first.x + length * cosine(way), y: first.y + length * sine(way))
                points.insert(hook, at: 0)
            }
            strokes[index] = points
        }
        return strokes.map { Stroke($0) }
    }

    /// Draws strokes in another order or direction, rarely, and sometimes joins two of them.
    private static func reorder(_ strokes: inout [[Point]], random: inout TrainingRandom) {
        if strokes.count > 1, random.chance(0.12) { random.shuffle(&strokes) }
        for index in strokes.indices {
            if random.chance(0.06) { strokes[index].reverse() }
            if random.chance(0.25) { turnStart(&strokes[index], random: &random) }
        }
        if strokes.count == 2, random.chance(0.04) { strokes = [strokes[0] + strokes[1]] }
    }

    /// Begins a closed stroke elsewhere.
    private static func turnStart(_ points: inout [Point], random: inout TrainingRandom) {
        guard points.count > 8, let first = points.first, let last = points.last,
            first.distance(to: last) < 0.06 * points.span.arcLength
        else { return }
        let start = random.below(points.count)
        points = Array(points[start...] + points[...start])
    }
}

/// A map of the page: slanted, turned, stretched and slightly bent.
private struct PageMap {
    private let box: BoundingBox
    private let slant, turn, aspect, bend, frequency: Double
    private let phases: (Double, Double)

    init(_ box: BoundingBox, random: inout TrainingRandom) {
        self.box = box
        slant = 0.17 * random.normal()
        turn = 0.09 * random.normal()
        aspect = random.chance(0.7) ? random.uniform(0.72, 1.4) : 1
        bend = random.chance(0.6) ? random.uniform(0, 0.06) * box.side : 0
        frequency = random.uniform(1, 5) / box.side
        phases = (random.uniform(0, 2 * .pi), random.uniform(0, 2 * .pi))
    }

    func apply(_ point: Point) -> Point {
        let (x, y) = (point.x - box.center.x, point.y - box.center.y)
        let (wide, high) = ((x - slant * y) * aspect, y)
        let (c, s) = (cosine(turn), sine(turn))
        let (turnedX, turnedY) = (wide * c - high * s, wide * s + high * c)
        return Point(
            x: turnedX + bend * sine(turnedY * frequency + phases.0),
            y: turnedY + bend * sine(turnedX * frequency + phases.1))
    }
}
