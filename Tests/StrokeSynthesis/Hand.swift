internal import PortableMath

/// A person's way to move the pen, which varies the same ideal drawing.
///
/// Lengths are fractions of the drawing's size. The ranges are those of people.
///
/// ```swift
/// var hand = Hand.steady
/// hand.tremor = 0.01
/// ```
public struct Hand: Sendable, Hashable {
    /// The slowing of the pen in bends: speed is proportional to curvature to the power of
    /// −`slowing`.
    ///
    /// 1/3 is the two-thirds power law of Lacquaniti, Terzuolo and Viviani ("The law relating the
    /// kinematic and figural aspects of drawing movements", 1983,
    /// doi:10.1016/0001-6918(83)90027-6); people vary between 0.15 and 0.45.
    public var slowing: Double
    /// The mean speed in drawing sizes a second, 0.6…8.
    public var speed: Double
    /// The part of the path over which the pen speeds up and slows down, 0…0.3.
    ///
    /// With it, the speed of a stroke has the skewed bell of Plamondon's sigma-lognormal strokes
    /// ("A kinematic theory of rapid human movements", 1995, doi:10.1007/BF00202785).
    public var ramp: Double
    /// The seconds that the pen rests at each end, 0…0.2.
    public var rest: Double
    /// The rounding of corners, 0 (sharp)…0.06.
    public var rounding: Double
    /// The amplitude of slow deviations from the ideal path, 0…0.05.
    public var drift: Double
    /// The shaking of the pen, 0…0.015.
    public var tremor: Double
    /// The shear along x for each unit of y, -0.4…0.4.
    public var slant: Double
    /// The height for each unit of width, 0.7…1.4.
    public var aspect: Double
    /// The error at joins and at the ends of closed curves, 0…1.
    public var carelessness: Double
    /// The length of the hook that touching the surface leaves at the start, 0…0.08.
    public var hook: Double
    /// The length of the tail that leaving the surface draws at the end, 0…0.1.
    public var tail: Double

    /// A hand that draws exactly, but slows down in bends.
    public static let steady = Hand(
        slowing: 1 / 3.0, speed: 2, ramp: 0.08, rest: 0, rounding: 0, drift: 0, tremor: 0, slant: 0, aspect: 1,
        carelessness: 0, hook: 0, tail: 0)

    /// Returns a random hand.
    package static func random(using random: inout RandomSource) -> Hand {
        // Careful people are careful in all respects.
        let care = random.unit()
        return Hand(
            slowing: random.uniform(0.12, 0.45),
            speed: random.magnitude(0.7, 6),
            ramp: random.uniform(0, 0.25),
            rest: random.chance(0.3) ? random.uniform(0, 0.15) : 0,
            rounding: random.chance(0.35) ? 0 : random.magnitude(0.004, 0.045),
            drift: (0.35 + care) * random.magnitude(0.002, 0.022),
            tremor: random.chance(0.3) ? 0 : (0.35 + care) * random.magnitude(0.0004, 0.006),
            slant: 0.14 * random.bell().clamped(to: -2.5...2.5),
            aspect: Portable.exp(0.12 * random.bell()),
            carelessness: 0.7 * care + 0.3 * random.unit(),
            hook: random.chance(0.12) ? random.uniform(0.01, 0.06) : 0,
            tail: random.chance(0.12) ? random.uniform(0.01, 0.08) : 0)
    }
}
