/// A random number generator with the same numbers for a seed on every machine.
///
/// - Reference: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA
///   2014, doi:10.1145/2660193.2660195.
struct TrainingRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word &>> 31)
    }

    /// Returns a number in 0..<1.
    mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// Returns a number in 0..<count.
    mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// Returns a normally distributed number of variance one, by the polar method.
    mutating func normal() -> Double {
        while true {
            let u = uniform(-1, 1)
            let v = uniform(-1, 1)
            let s = u * u + v * v
            if s > 0 && s < 1 { return u * (-2 * logarithm(s) / s).squareRoot() }
        }
    }

    mutating func shuffle<Element>(_ array: inout [Element]) {
        guard array.count > 1 else { return }
        for index in stride(from: array.count - 1, to: 0, by: -1) { array.swapAt(index, below(index + 1)) }
    }
}
