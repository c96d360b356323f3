import Automata
import AutomataFormats
import Testing

@Suite("Pairs of files of a public collection", .enabled(if: !RealFiles.paths.isEmpty, "../shared/automata is missing"))
struct InclusionFilesTests {
    /// The file's name tells the answer: `true-…` is included, `false-…` isn't.
    @Test("all algorithms tell what is included, and show why not")
    func algorithmsAgree() throws {
        let left = RealFiles.paths.filter { $0.contains("/inclusion/") && $0.hasSuffix("-lhs.mata") }
        for path in left {
            let other = path.dropLast("-lhs.mata".count) + "-rhs.mata"
            let pair = try Format.mata.read(
                jointly: [RealFiles.contents(of: path), RealFiles.contents(of: String(other))])
            #expect(pair[0].alphabet == pair[1].alphabet)
            let isIncluded = path.contains("/true-")
            for algorithm in InclusionAlgorithm.allCases {
                let answer = try pair[0].isIncluded(in: pair[1], using: algorithm)
                #expect(answer == isIncluded, "\(path) by \(algorithm)")
            }
            let witness = try pair[0].inclusionCounterexample(in: pair[1])
            #expect((witness == nil) == isIncluded)
            if let witness { #expect(witness.isAccepted(by: pair[0]) && !witness.isAccepted(by: pair[1])) }
        }
    }
}
