import WorkLimits

/// A random number generator with the same numbers for a seed on every machine.
struct TrainingRandom {
    private var source: SplitMix64

    init(seed: UInt64) { source = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { source.next() }

    /// Returns a number in 0..<1.
    mutating func unit() -> Double { source.unit() }

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
