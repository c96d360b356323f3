/// Mathematical functions that give the same bits on every platform, unlike functions of C
/// libraries.
///
/// They use only addition, subtraction, multiplication, division and rounding, which IEEE 754
/// defines exactly. Errors stay below 10⁻¹², precise enough for strokes.
public enum Portable {
    /// π.
    public static let pi = 3.141_592_653_589_793

    /// Returns the integer nearest to a number whose magnitude is below 2⁵⁰; ties go to the even
    /// integer. Faster than `rounded()` on older processors.
    @inlinable
    @inline(__always)
    public static func rounded(_ number: Double) -> Double { (number + 0x1.8p52) - 0x1.8p52 }

    /// Returns the sine and the cosine of an angle in radians whose magnitude is below 10⁶.
    @inlinable
    public static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let quarter = rounded(angle * 0.636_619_772_367_581_3)
        // π/2 in two parts, so that the difference keeps its low bits.
        let rest = angle - quarter * 1.570_796_326_734_125_6 - quarter * 6.077_100_506_506_192e-11
        let square = rest * rest
        var sine = 1 / 6_227_020_800.0
        sine = sine * square - 1 / 39_916_800.0
        sine = sine * square + 1 / 362_880.0
        sine = sine * square - 1 / 5040.0
        sine = sine * square + 1 / 120.0
        sine = sine * square - 1 / 6.0
        sine = rest + rest * square * sine
        var cosine = -1 / 87_178_291_200.0
        cosine = cosine * square + 1 / 479_001_600.0
        cosine = cosine * square - 1 / 3_628_800.0
        cosine = cosine * square + 1 / 40_320.0
        cosine = cosine * square - 1 / 720.0
        cosine = cosine * square + 1 / 24.0
        cosine = cosine * square - 0.5
        cosine = 1 + square * cosine
        switch Int(quarter) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Returns the exponential of a number: 0 if the number is below -700, e⁷⁰⁰ if it is above 700.
    @inlinable
    public static func exp(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        let halvings = rounded(min(exponent, 700) * 1.442_695_040_888_963_4)
        let rest = min(exponent, 700) - halvings * 0.693_147_180_559_945_3
        var sum = 1 / 39_916_800.0
        sum = sum * rest + 1 / 3_628_800.0
        sum = sum * rest + 1 / 362_880.0
        sum = sum * rest + 1 / 40_320.0
        sum = sum * rest + 1 / 5040.0
        sum = sum * rest + 1 / 720.0
        sum = sum * rest + 1 / 120.0
        sum = sum * rest + 1 / 24.0
        sum = sum * rest + 1 / 6.0
        sum = sum * rest + 0.5
        sum = sum * rest + 1
        sum = sum * rest + 1
        return sum * Double(bitPattern: UInt64(1023 + Int64(halvings)) << 52)
    }

    /// Returns the natural logarithm of a number that is positive and not subnormal.
    @inlinable
    public static func log(_ number: Double) -> Double {
        // Works on bits, as the properties of Double are function calls and this is the generator's
        // innermost function.
        let bits = number.bitPattern
        var significand = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        var exponent = Double(Int64(bits >> 52 & 0x7FF) - 1023)
        if significand > 1.414_213_562_373_095 {
            significand *= 0.5
            exponent += 1
        }
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var sum = 1 / 15.0
        sum = sum * square + 1 / 13.0
        sum = sum * square + 1 / 11.0
        sum = sum * square + 1 / 9.0
        sum = sum * square + 1 / 7.0
        sum = sum * square + 1 / 5.0
        sum = sum * square + 1 / 3.0
        sum = sum * square + 1
        return 2 * ratio * sum + exponent * 0.693_147_180_559_945_3
    }

    /// Returns a positive number raised to a power.
    @inlinable
    public static func power(_ base: Double, _ exponent: Double) -> Double { exp(exponent * log(base)) }

    /// Returns the angle of a vector in radians, from -π to π; 0 for the zero vector.
    @inlinable
    public static func angle(x: Double, y: Double) -> Double {
        let (width, height) = (abs(x), abs(y))
        guard max(width, height) > 0 else { return 0 }
        let isSteep = height > width
        var slope = isSteep ? width / height : height / width
        // Twice the half angle: the series below needs small slopes.
        var factor = 1.0
        while slope > 0.2 {
            slope /= 1 + (1 + slope * slope).squareRoot()
            factor *= 2
        }
        let square = slope * slope
        var sum = -1 / 19.0
        for divisor in [17.0, -15, 13, -11, 9, -7, 5, -3] { sum = sum * square + 1 / divisor }
        var angle = factor * (slope + slope * square * sum)
        if isSteep { angle = pi / 2 - angle }
        if x < 0 { angle = pi - angle }
        return y < 0 ? -angle : angle
    }

    /// Returns the angle between -π/2 and π/2 with the given sine, which is between -1 and 1.
    @inlinable
    public static func arcsine(_ sine: Double) -> Double {
        angle(x: max(0, 1 - sine * sine).squareRoot(), y: sine)
    }
}
