package import AlgorithmSupport

extension SplitMix64 {
    /// Returns a text with up to three random changes.
    package mutating func damaged(_ text: [UInt8]) -> [UInt8] {
        func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
        var damaged = text
        for _ in 0...below(3) where !damaged.isEmpty {
            let (index, other) = (below(damaged.count), below(damaged.count))
            switch below(6) {
            case 0: damaged.removeSubrange(index...)
            case 1: damaged[index] = UInt8(below(256))
            case 2: damaged.remove(at: index)
            case 3: damaged.insert(UInt8(below(256)), at: index)
            case 4: damaged.swapAt(index, other)
            default:
                damaged.insert(contentsOf: Array(damaged[index..<min(index + below(30), damaged.count)]), at: other)
            }
        }
        return damaged
    }
}
