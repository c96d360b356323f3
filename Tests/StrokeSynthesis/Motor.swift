internal import PortableMath
internal import Strokes

/// Turns an ideal path into a movement in time, as a hand does.
///
/// The path is resampled evenly, corners are rounded and drift is added. Then each place gets its
/// time by the speed that its curvature allows.
package struct Motor {
    let hand: Hand
    /// Speeds by the leading bits of curvatures between 2⁻¹ and 2⁹, four for each octave.
    private let speeds: [Double]

    package init(hand: Hand) {
        self.hand = hand
        speeds = (0...40).map { number in
            let floor = Double(bitPattern: (UInt64(number) << 50) &+ Self.minimumCurvature)
            return Portable.power(floor, -hand.slowing)
        }
    }

    private static let minimumCurvature = (0.5).bitPattern

    /// Returns the speed that a curvature allows: 1 for a curvature of 1.
    private func speed(at curvature: Double) -> Double {
        let bits = curvature.clamped(to: 0.5...511).bitPattern &- Self.minimumCurvature
        let index = Int(bits >> 50)
        let part = Double(bits & 0x3_FFFF_FFFF_FFFF) * 0x1p-50
        return speeds[index] + part * (speeds[index + 1] - speeds[index])
    }

    /// The places of a movement, with times.
    package struct Movement {
        var places: [Vector]
        /// The seconds since the pen touched the surface, ascending.
        var times: [Double]
        /// The sum of all turning, in radians.
        var turning: Double
    }

    /// Moves along a stroke.
    ///
    /// - Parameters:
    ///   - stroke: the ideal path.
    ///   - size: the extent of the drawing that it belongs to.
    ///   - random: the source of random numbers.
    /// - Complexity: O(*n*) in the stroke's length; a stroke as long as the drawing gets 64 places.
    package func move(along stroke: [Vector], size: Double, using random: inout RandomSource) -> Movement {
        let length = Vector.length(of: stroke)
        guard length > size * 1e-3 else { return tap(at: stroke[0], size: size, using: &random) }
        let count = Int((length / size * 64).rounded()).clamped(to: 24...400)
        var places = Self.resampled(stroke, count: count)
        let step = length / Double(count - 1)
        round(&places, radius: Int((hand.rounding * size / step).rounded()))
        addEnds(to: &places, step: step, size: size, using: &random)
        drift(&places, step: step / size, size: size, using: &random)
        return timed(places, size: size, using: &random)
    }

    /// Returns a movement in which the pen touches and hardly moves.
    private func tap(at place: Vector, size: Double, using random: inout RandomSource) -> Movement {
        let count = random.integer(1...5)
        return Movement(
            places: (0..<count).map { _ in place + 0.004 * size * Vector(random.bell(), random.bell()) },
            times: (0..<count).map { 0.02 * Double($0) }, turning: 0)
    }

    /// Returns places at equal distances along a polyline, including both ends.
    static func resampled(_ stroke: [Vector], count: Int) -> [Vector] {
        let points = stroke.map(Point.init)
        return points.span.resampled(to: count).map(Vector.init)
    }

    /// Rounds corners by two moving averages, whose window shrinks towards the ends so that these
    /// stay.
    private func round(_ places: inout [Vector], radius: Int) {
        guard radius > 0 else { return }
        var sums = [Vector](repeating: Vector(0, 0), count: places.count + 1)
        for _ in 0..<2 {
            for index in places.indices { sums[index + 1] = sums[index] + places[index] }
            for index in places.indices {
                let reach = min(radius, index, places.count - 1 - index)
                places[index] = (sums[index + reach + 1] - sums[index - reach]) / Double(2 * reach + 1)
            }
        }
    }

    /// Adds a hook where the pen touches the surface and a tail where it leaves.
    private func addEnds(to places: inout [Vector], step: Double, size: Double, using random: inout RandomSource) {
        func addition(from end: Vector, towards inner: Vector, length: Double, straight: Bool) -> [Vector] {
            // A hook comes from the side; a tail continues the stroke.
            let turn = straight ? random.uniform(-0.7, 0.7) : random.sign() * random.uniform(1, 2.8)
            let way = (end - inner).direction.rotated(by: Vector(angle: turn))
            let count = max(1, Int(length * size / step))
            return (1...count).map { end + step * Double($0) * way }
        }
        let reach = min(3, places.count - 1)
        if hand.tail > 0 {
            let (end, inner) = (places[places.count - 1], places[places.count - 1 - reach])
            places += addition(from: end, towards: inner, length: hand.tail, straight: random.chance(0.6))
        }
        if hand.hook > 0 {
            let hook = addition(from: places[0], towards: places[reach], length: hand.hook, straight: false)
            places.insert(contentsOf: hook.reversed(), at: 0)
        }
    }

    /// Adds slow waves along the path; longer waves are stronger.
    private func drift(_ places: inout [Vector], step: Double, size: Double, using random: inout RandomSource) {
        guard hand.drift > 0 else { return }
        for octave in 0..<3 {
            let frequency = [0.35, 0.9, 2.1][octave] * random.uniform(0.7, 1.3)
            let height = hand.drift * size * [1.3, 0.7, 0.3][octave]
            let along = Vector(angle: random.uniform(0, 6.3)) * height * random.uniform(0.3, 1)
            let across = along.normal * random.uniform(-1, 1)
            // A rotating vector gives the sine and cosine of each step, with two multiplications
            // each.
            let turn = Vector(angle: 2 * Portable.pi * frequency * step)
            var wave = Vector(angle: random.uniform(0, 6.3))
            for index in places.indices {
                places[index] += wave.x * along + wave.y * across
                wave = wave.rotated(by: turn)
            }
        }
    }

    /// Gives each place its time: speed falls with curvature and at the ends, and varies.
    private func timed(_ places: [Vector], size: Double, using random: inout RandomSource) -> Movement {
        let count = places.count
        var times = [Double](repeating: 0, count: count)
        // The turning at each place: twice the sine of half the angle, which has the same order as
        // angles.
        var turns = [Double](repeating: 0, count: count)
        var turning = 0.0
        var before = places.count > 1 ? (places[1] - places[0]).direction : Vector(1, 0)
        for index in places.indices.dropFirst().dropLast() {
            let edge = places[index + 1] - places[index]
            guard edge.length > 1e-9 * size else { continue }
            let after = edge.direction
            turns[index] = (after - before).length
            turning += turns[index]
            before = after
        }
        var length = 0.0
        for index in 1..<max(count, 2) where index < count { length += (places[index] - places[index - 1]).length }
        let (rise, fall) = (hand.ramp * random.uniform(0.5, 1.5), hand.ramp * random.uniform(0.5, 1.5))
        let waver = random.uniform(0, 0.35)
        let turn = Vector(angle: random.uniform(2, 9) * size / max(length, size) * length / size / Double(count))
        var (wave, passed) = (Vector(angle: random.uniform(0, 6.3)), 0.0)
        for index in 1..<max(count, 2) where index < count {
            let step = (places[index] - places[index - 1]).length
            passed += step
            // A corner has an effect shortly before and after it.
            let bend =
                turns[index] + 0.7 * (turns[index - 1] + (index > 1 ? turns[index - 2] : 0))
                + 0.7 * (index + 1 < count ? turns[index + 1] : 0)
            let curvature = bend / 3 / max(step / size, 1e-6)
            var speed = speed(at: curvature + 0.8) * (1 + waver * wave.x)
            let part = passed / length
            if part < rise { speed *= 0.15 + 0.85 * part / rise }
            if 1 - part < fall { speed *= 0.15 + 0.85 * (1 - part) / fall }
            times[index] = times[index - 1] + step / speed
            wave = wave.rotated(by: turn)
        }
        let scale = length / size / hand.speed / max(times[count - 1], 1e-12)
        for index in times.indices { times[index] *= scale }
        return Movement(places: places, times: times, turning: turning)
    }
}
