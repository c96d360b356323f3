import AlgorithmSupport
import Automata
import FeatureLanguages
import FeatureModels
import Testing
import WorkLimits

struct LayeredAutomatonTests {
    @Test func wordsAreAssignments() throws {
        var random = SplitMix64(seed: 31)
        for round in 0..<400 {
            let system = BooleanSystem.random(maximumVariables: 6, using: &random)
            let count = system.variableCount
            // Further variables of the sorted system are defined by the others.
            let sorted = SortedSystem(system)
            let kept = (0..<sorted.variableCount).map { $0 < count }
            let circuit =
                try round % 2 == 0
                ? LayeredDFACompiler.circuit(of: system, keeping: kept, order: .force, budget: .default).circuit
                : DNNFCompiler.circuit(of: sorted, keeping: kept, budget: .default)
            let letters = (0..<Int.random(in: 0...8, using: &random)).map { _ -> Reduction.Meaning in
                if Int.random(in: 0..<5, using: &random) == 0 { return .constant(.random(using: &random)) }
                return .literal(Literal(.random(in: 0..<count, using: &random), .random(using: &random)))
            }
            let dfa = try DFA(LayeredTable(of: circuit, letters: letters, budget: .default))
            let words = Set(
                system.assignments.map { bits in
                    letters.map { letter in
                        switch letter {
                        case .constant(let value): value ? "1" : "0"
                        case .literal(let literal): (bits >> literal.variable & 1 == 1) == literal.value ? "1" : "0"
                        }
                    }.joined()
                })
            for bits in 0..<1 << letters.count {
                let word = letters.indices.map { bits >> $0 & 1 == 1 ? "1" : "0" }.joined()
                #expect(dfa.accepts(word) == words.contains(word), "\(system) \(letters) \(word)")
            }
            #expect(try dfa.minimized(budget: .default).stateCount == dfa.stateCount)
        }
    }

    @Test func knownAutomaton() throws {
        // A mandatory root, a feature, its mandatory child, and a dead feature.
        let circuit = try LayeredDFACompiler.circuit(
            of: BooleanSystem(variableCount: 1), keeping: [true], order: .numbers, budget: .default
        ).circuit
        let dfa = try DFA(
            LayeredTable(
                of: circuit,
                letters: [.constant(true), .literal(Literal(0)), .literal(Literal(0)), .constant(false)],
                budget: .default))
        #expect(dfa.stateCount == 6)
        #expect(dfa.accepts("1110") && dfa.accepts("1000") && !dfa.accepts("1100") && !dfa.accepts("111"))
    }
}
