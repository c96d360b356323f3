internal import Automata
package import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// A set of bytes: all bytes whose low half is in one set and whose high half is in another.
///
/// Vector instructions look up such sets in two tables of 16 bytes.
package struct NibbleProduct: Hashable, Sendable {
    /// A bit for each value of the low half.
    package var low: UInt16
    /// A bit for each value of the high half.
    package var high: UInt16

    package init(low: UInt16, high: UInt16) {
        self.low = low
        self.high = high
    }

    package var count: Int { low.nonzeroBitCount * high.nonzeroBitCount }

    /// The expected fraction of a text's bytes that are in the set.
    var weight: Double {
        var weight = 0.0
        for high in 0..<16 where self.high >> UInt16(high) & 1 != 0 {
            for low in 0..<16 where self.low >> UInt16(low) & 1 != 0 { weight += ByteFrequency.of[high << 4 | low] }
        }
        return weight
    }

    package func union(_ other: Self) -> Self { Self(low: low | other.low, high: high | other.high) }

    /// Splits a set of bytes into disjoint products, one for each different set of low halves.
    package static func parts(of bytes: some Sequence<UInt8>) -> [Self] {
        var lowOfHigh = [UInt16](repeating: 0, count: 16)
        for byte in bytes { lowOfHigh[Int(byte >> 4)] |= 1 << UInt16(byte & 15) }
        var parts: [Self] = []
        for (high, low) in lowOfHigh.enumerated() where low != 0 {
            if let index = parts.firstIndex(where: { $0.low == low }) {
                parts[index].high |= 1 << UInt16(high)
            } else {
                parts.append(Self(low: low, high: 1 << UInt16(high)))
            }
        }
        return parts
    }
}

/// The rough frequency of each byte in texts that people and programs write.
///
/// It affects only the choice of a filter, not the matches.
enum ByteFrequency {
    static let of: [Double] = {
        var weights = [Double](repeating: 1, count: 256)
        // The frequency of letters in texts falls about with their rank.
        for (rank, byte) in " etaoinsrlhdcumpfgy0w1b2./-v_3=:,4k\n5\"86789x'()jqz".utf8.enumerated() {
            weights[Int(byte)] = 600 / Double(rank + 2)
        }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }()
}

extension automata_factors {
    /// Makes the tables of at most eight sets of factors. All factors have the same length, from 1
    /// to 4.
    package init(_ sets: [[NibbleProduct]]) {
        self.init()
        length = Int32(sets.first?.count ?? 1)
        withUnsafeMutableBytes(of: &low) { low in
            withUnsafeMutableBytes(of: &high) { high in
                for (number, set) in sets.prefix(8).enumerated() {
                    for (index, bytes) in set.prefix(Int(AUTOMATA_LONGEST_FACTOR)).enumerated() {
                        for half in 0..<16 {
                            if bytes.low >> UInt16(half) & 1 != 0 { low[index << 4 + half] |= 1 << UInt8(number) }
                            if bytes.high >> UInt16(half) & 1 != 0 { high[index << 4 + half] |= 1 << UInt8(number) }
                        }
                    }
                }
            }
        }
    }
}
