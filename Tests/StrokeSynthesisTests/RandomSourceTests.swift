import StrokeSynthesis
import Testing

@Suite struct RandomSourceTests {
    @Test func theStreamIsThatOfTheReferenceGenerators() {
        // xoshiro256++ on the first four words of SplitMix64 from 0, as the authors' C programs
        // print them.
        var random = RandomSource(seed: 0)
        let words = (0..<4).map { _ in random.next() }
        #expect(words == [0x5317_5D61_490B_23DF, 0x61DA_6F3D_C380_D507, 0x5C0F_DF91_EC9A_7BFC, 0x02EE_BF8C_3BBE_5E1A])
    }

    @Test func numbersKeepTheirBoundsAndMoments() {
        var random = RandomSource(seed: 3)
        var (sum, squares, greatest) = (0.0, 0.0, 0.0)
        let count = 20_000
        for _ in 0..<count {
            #expect((0..<1).contains(random.unit()))
            #expect((3...5).contains(random.integer(3...5)))
            #expect((2..<8).contains(random.magnitude(2, 8)))
            let bell = random.bell()
            sum += bell
            squares += bell * bell
            greatest = max(greatest, abs(bell))
        }
        #expect(abs(sum / Double(count)) < 0.03)
        #expect(abs(squares / Double(count) - 1) < 0.03)
        #expect(greatest < 3.47)
    }

    @Test func weightsDecideHowOften() {
        var random = RandomSource(seed: 4)
        let picks = (0..<9000).map { _ in random.pick([("rare", 1.0), ("common", 8.0)]) }
        #expect((800...1200).contains(picks.count { $0 == "rare" }))
    }
}
