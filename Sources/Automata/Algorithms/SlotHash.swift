/// Chooses the slots of hash tables whose keys come from an automaton, and so from whoever wrote
/// it.
///
/// The multiplier differs from process to process. With a fixed one, however well it mixes, an
/// automaton can be written all of whose subsets or pairs fall on one slot, and looking them up
/// takes time with their square. What the tables hold is numbered in the order in which it is met
/// and compared exactly, so that no result depends on the multiplier.
struct SlotHash: BitwiseCopyable {
    private let multiplier: UInt64

    private static let processMultiplier = UInt64.random(in: 0 ... .max) | 1

    init() { self.init(multiplier: Self.processMultiplier) }

    init(multiplier: UInt64) { self.multiplier = multiplier }

    /// Both halves of a product of 128 bits, so that each bit has a say in the low bits, which
    /// choose the slot. For one word after another, the hash so far is joined to the next word by
    /// exclusive or.
    @inline(__always)
    func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }

    /// A number that looks random, so that sums of such numbers tell sets of values apart (Steele,
    /// Lea and Flood, 2014, doi:10.1145/2660193.2660195).
    @inline(__always)
    func scattered(_ value: UInt64) -> UInt64 {
        Self.finished(multiplier &+ (value &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// As ``scattered(_:)``, and less work, for the millions of sums that rounds of bisimulation
    /// take: what they leave together is compared exactly.
    @inline(__always)
    func signature(_ value: UInt64) -> UInt64 { Self.finished(multiplier &+ value) }

    @inline(__always)
    private static func finished(_ value: UInt64) -> UInt64 {
        var bits = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
