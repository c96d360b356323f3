/// A device and its software, which turn the pen's movement into points.
///
/// ```swift
/// let tablet = StrokeDevice(sampling: .clock(hertz: 120), size: 300, grid: 1)
/// ```
///
/// Ranges are those of real devices.
public struct StrokeDevice: Sendable, Hashable {
    /// A rule for sampling the pen's path.
    public enum Sampling: Sendable, Hashable {
        /// A point at each tick of a clock, 20…240 Hz, so that points crowd where the pen is slow.
        case clock(hertz: Double)
        /// A number of points for each stroke, at equal times, 8…40 for sparse devices.
        case count(Int)
        /// A number of points for each stroke, at equal distances.
        case evenCount(Int)
        /// A point whenever the pen has moved this many units since the last one.
        case spacing(Double)
        /// The vertices that Douglas and Peucker's simplification keeps with a tolerance in units
        /// (doi:10.3138/FM57-6770-U75U-7727), as published collections of drawings hold.
        case simplified(tolerance: Double)
        /// A path traced from a thinned picture of `side` pixels a side: all strokes become one, in
        /// an inferred order.
        case picture(side: Int)
    }

    /// The rule for sampling the pen's path.
    public var sampling: Sampling
    /// The greater extent of the drawing, in units.
    public var size: Double
    /// The grid that coordinates are rounded to; 0 for no rounding.
    public var grid: Double
    /// The standard deviation of the sensor's error, in units.
    public var noise: Double
    /// The irregularity of the clock: the standard deviation of a tick, as a fraction of the
    /// interval.
    public var jitter: Double
    /// The fraction of points that are lost, 0…0.2.
    public var loss: Double
    /// Whether points that equal the one before are kept.
    public var keepsRepeats: Bool
    /// The most points that a stroke gets; it is sampled more sparsely to stay below.
    public var maximumCount: Int

    /// Creates a device; without noise, jitter and loss by default.
    public init(
        sampling: Sampling, size: Double = 200, grid: Double = 0, noise: Double = 0, jitter: Double = 0,
        loss: Double = 0,
        keepsRepeats: Bool = false, maximumCount: Int = 600
    ) {
        self.sampling = sampling
        self.size = size
        self.grid = grid
        self.noise = noise
        self.jitter = jitter
        self.loss = loss
        self.keepsRepeats = keepsRepeats
        self.maximumCount = maximumCount
    }

    /// Returns a random device like those in use.
    static func random(using random: inout RandomSource) -> StrokeDevice {
        let size = random.magnitude(16, 900)
        let sampling: Sampling =
            switch random.unit() {
            case ..<0.42: .clock(hertz: random.magnitude(20, 240))
            case ..<0.60: .count(random.integer(8...40))
            case ..<0.68: .evenCount(random.integer(10...120))
            case ..<0.80: .spacing(size * random.magnitude(0.008, 0.07))
            case ..<0.87: .simplified(tolerance: size * random.magnitude(0.004, 0.015))
            default: .picture(side: random.integer(24...32))
            }
        return StrokeDevice(
            sampling: sampling,
            size: size,
            grid: random.chance(0.55) ? 1 : (random.chance(0.1) ? size / 28 : 0),
            noise: random.chance(0.4) ? size * random.magnitude(0.0005, 0.004) : 0,
            jitter: random.chance(0.5) ? random.uniform(0, 0.3) : 0,
            loss: random.chance(0.1) ? random.uniform(0, 0.15) : 0,
            keepsRepeats: random.chance(0.25),
            maximumCount: 500)
    }

    /// Returns a program as a device: exact, with few points or evenly spaced ones.
    static func program(using random: inout RandomSource) -> StrokeDevice {
        let size = random.magnitude(16, 900)
        let sampling: Sampling =
            random.chance(0.5) ? .evenCount(random.integer(10...120)) : .simplified(tolerance: size * 0.001)
        return StrokeDevice(sampling: sampling, size: size, grid: random.chance(0.3) ? 1 : 0, maximumCount: 500)
    }
}
