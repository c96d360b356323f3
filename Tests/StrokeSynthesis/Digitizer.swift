internal import Strokes

/// Samples a movement as a device does.
package struct Digitizer {
    let device: StrokeDevice
    let hand: Hand

    package init(device: StrokeDevice, hand: Hand) {
        self.device = device
        self.hand = hand
    }

    /// Returns the points of a movement in a drawing with extent `size` in the units of the
    /// movement.
    package func points(of movement: Motor.Movement, using random: inout RandomSource) -> [Vector] {
        var points: [Vector]
        switch device.sampling {
        case .clock(let hertz):
            let seconds = (movement.times.last ?? 0) + 2 * hand.rest
            points = timed(movement, count: Int((seconds * hertz).rounded()) + 1, using: &random)
        case .count(let count):
            points = timed(movement, count: count, using: &random)
        case .evenCount(let count):
            points = even(movement, count: max(count, minimumCount(for: movement)))
        case .spacing(let spacing):
            points = spaced(timed(movement, count: device.maximumCount, using: &random), by: spacing)
        case .simplified(let tolerance):
            points = timed(movement, count: min(device.maximumCount, 160), using: &random)
            shake(&points, using: &random)
            return rounded(simplified(points, tolerance: tolerance))
        case .picture:
            // The tracer samples the movement itself, and needs all of it.
            return movement.places
        }
        shake(&points, using: &random)
        return rounded(losing(points, using: &random))
    }

    /// Returns the least number of points, enough for the turns of a movement, as devices aren't
    /// slower than people.
    private func minimumCount(for movement: Motor.Movement) -> Int {
        min(3 + Int(movement.turning / 0.75), device.maximumCount)
    }

    /// Returns points at the ticks of a clock.
    private func timed(_ movement: Motor.Movement, count: Int, using random: inout RandomSource) -> [Vector] {
        guard movement.places.count > 1, let end = movement.times.last, end > 0 else { return movement.places }
        let count = count.clamped(
            to: minimumCount(for: movement)...max(device.maximumCount, minimumCount(for: movement)))
        let interval = (end + 2 * hand.rest) / Double(count - 1)
        var points: [Vector] = []
        points.reserveCapacity(count)
        var index = 1
        for tick in 0..<count {
            var time = Double(tick) * interval - hand.rest
            if device.jitter > 0, tick > 0, tick < count - 1 { time += interval * device.jitter * random.bell() }
            time = time.clamped(to: 0...end)
            while index > 1, movement.times[index - 1] > time { index -= 1 }
            while index < movement.times.count - 1, movement.times[index] < time { index += 1 }
            let (from, to) = (movement.times[index - 1], movement.times[index])
            let part = to > from ? ((time - from) / (to - from)).clamped(to: 0...1) : 0
            points.append(movement.places[index - 1] + part * (movement.places[index] - movement.places[index - 1]))
        }
        return points
    }

    /// Returns points at equal distances.
    private func even(_ movement: Motor.Movement, count: Int) -> [Vector] {
        guard movement.places.count > 1, Vector.length(of: movement.places) > 0 else { return movement.places }
        return Motor.resampled(movement.places, count: max(count, 2))
    }

    /// Returns the first point, every point far enough from the last one kept, and the last point.
    private func spaced(_ points: [Vector], by spacing: Double) -> [Vector] {
        var kept: [Vector] = []
        for point in points {
            guard let last = kept.last else {
                kept.append(point)
                continue
            }
            if (point - last).length >= spacing { kept.append(point) }
        }
        if let last = points.last, last != kept.last { kept.append(last) }
        return kept
    }

    /// Adds tremor, which is similar for neighboring points, and the sensor's error, which is
    /// independent.
    private func shake(_ points: inout [Vector], using random: inout RandomSource) {
        let tremor = hand.tremor * device.size
        guard tremor > 0 || device.noise > 0 else { return }
        var shaking = Vector(random.bell(), random.bell())
        for index in points.indices {
            if tremor > 0 {
                shaking = 0.7 * shaking + 0.714 * Vector(random.bell(), random.bell())
                points[index] += tremor * shaking
            }
            if device.noise > 0 { points[index] += device.noise * Vector(random.bell(), random.bell()) }
        }
    }

    private func losing(_ points: [Vector], using random: inout RandomSource) -> [Vector] {
        guard device.loss > 0, points.count > 12 else { return points }
        var kept: [Vector] = []
        kept.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            if index == 0 || index == points.count - 1 || !random.chance(device.loss) { kept.append(point) }
        }
        return kept
    }

    private func rounded(_ points: [Vector]) -> [Vector] {
        guard device.grid > 0 || !device.keepsRepeats else { return points }
        var kept: [Vector] = []
        kept.reserveCapacity(points.count)
        for point in points {
            let place = device.grid > 0 ? point.rounded(to: device.grid) : point
            if device.keepsRepeats || place != kept.last { kept.append(place) }
        }
        return kept
    }

    /// Returns the vertices that Douglas and Peucker's simplification keeps.
    private func simplified(_ places: [Vector], tolerance: Double) -> [Vector] {
        let points = places.map(Point.init)
        return points.span.simplifiedIndices(tolerance: tolerance).map { places[$0] }
    }
}
