import AlgorithmSupport
import FeatureModels
import Testing

struct EliminationGraphTests {
    @Test func degreesAreThoseOfSets() {
        var random = SplitMix64(seed: 41)
        for round in 0..<300 {
            let count = Int.random(in: 1...20, using: &random)
            var sets = [Set<Int>](repeating: [], count: count)
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let (left, right) = (
                    Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
                )
                if left == right { continue }
                sets[left].insert(right)
                sets[right].insert(left)
            }
            var graph = EliminationGraph(
                neighbors: sets.map { $0.sorted().map { Int32($0) } },
                largeDegree: Int.random(in: 0...8, using: &random))
            for variable in (0..<count).shuffled(using: &random) {
                let neighbors = sets[variable]
                #expect(Set(graph.eliminate(variable)) == neighbors, "round \(round)")
                for neighbor in neighbors {
                    sets[neighbor].formUnion(neighbors)
                    sets[neighbor].subtract([neighbor, variable])
                    #expect(graph.degrees[neighbor] == sets[neighbor].count, "round \(round)")
                }
            }
        }
    }
}
