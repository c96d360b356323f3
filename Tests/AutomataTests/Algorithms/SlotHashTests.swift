import Automata
import Testing

@Suite("Slots of hash tables")
struct SlotHashTests {
    /// Sets of states whose words were chosen to fall on one slot where multiplication alone mixes:
    /// the top bit of one word goes through an odd multiplier as it is, and the next word takes
    /// back what is left of it.
    @Test(arguments: [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0x2545_F491_4F6C_DD1D, 0x0123_4567_89AB_CDEF])
    func chosenWordsDontFallTogether(_ multiplier: UInt64) {
        let slotHash = SlotHash(multiplier: multiplier)
        let layout = BlockRow(stateCount: 1024)
        var slots: Set<UInt64> = []
        for choice in 0..<UInt64(256) {
            var words = [UInt64](repeating: 5, count: 16)
            for bit in 0..<8 where choice >> UInt64(bit) & 1 == 1 {
                words[bit * 2] |= 1 << 63
                words[bit * 2 + 1] ^= 1 << 63 | 1 << 31
            }
            let bits = layout.bits(of: StateSet(words: words))
            slots.insert(layout.hash(bits.base, slotHash) & 0xFFFF_FFFF)
        }
        #expect(slots.count > 250)
    }

    /// The sums that tell lists of states apart are those of random numbers, not of the states.
    @Test func sumsOfNeighborsDiffer() {
        let slotHash = SlotHash(multiplier: 0x9E37_79B9_7F4A_7C15)
        var sums: Set<UInt64> = []
        for state in 0..<UInt64(500) {
            sums.insert((slotHash.scattered(state) &+ slotHash.scattered(1000 - state)) >> 32)
        }
        #expect(sums.count == 500)
    }

    @Test func pairsInOneRowSpread() {
        for multiplier: UInt64 in [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F] {
            let slotHash = SlotHash(multiplier: multiplier)
            var slots: Set<UInt64> = []
            for left in 0..<UInt64(64) {
                for right in 0..<UInt64(64) { slots.insert(slotHash.mixed(left << 32 | right) & 0xFFFF) }
            }
            #expect(slots.count > 3_500)
        }
    }
}
