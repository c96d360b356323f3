/// A hash for tables whose keys come from an automaton, and so from an untrusted author.
///
/// The multiplier differs from process to process. With a fixed multiplier, an attacker could
/// construct an automaton whose subsets or pairs all use one slot, and look-ups would take
/// quadratic time. Entries are numbered in the order of discovery and compared exactly, so no
/// result depends on the multiplier.
@usableFromInline
package struct SlotHash: BitwiseCopyable, Sendable {
    @usableFromInline
    let multiplier: UInt64

    private static let processMultiplier = UInt64.random(in: 0 ... .max) | 1

    package init() { self.init(multiplier: Self.processMultiplier) }

    package init(multiplier: UInt64) { self.multiplier = multiplier }

    /// Returns a hash that combines both halves of a 128-bit product, so that each bit of `value`
    /// affects the low bits of the hash, which select the slot. To hash several words, combine the
    /// hash so far with the next word by exclusive or.
    @inlinable @inline(__always)
    package func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    /// Returns a pseudorandom number for a value; the sum of these numbers identifies a set of
    /// values (Steele, Lea and Flood, 2014, doi:10.1145/2660193.2660195).
    @inlinable @inline(__always)
    package func scattered(_ value: UInt64) -> UInt64 {
        Self.finished(multiplier &+ (value &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// Returns a number like ``scattered(_:)`` at less cost, for callers that check their results
    /// exactly, such as the rounds of bisimulation.
    @inlinable @inline(__always)
    package func signature(_ value: UInt64) -> UInt64 { Self.finished(multiplier &+ value) }

    @inlinable @inline(__always)
    static func finished(_ value: UInt64) -> UInt64 {
        var bits = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
