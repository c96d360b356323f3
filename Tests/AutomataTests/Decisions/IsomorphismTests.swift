import AlgorithmSupport
import Automata
import AutomataTestSupport
import Testing

@Suite struct IsomorphismTests {
    @Test(arguments: 0..<10 as Range<UInt64>) func isomorphismsAreFound(seed: UInt64) throws {
        var random = SplitMix64(seed: 50 + seed)
        var obstacleCount = 0
        for _ in 0..<60 {
            let shape = RandomShape.mixed(&random, maximumStates: 10, symbols: [1, 2, 3])
            let dfa = try RandomAutomata.dfa(shape, &random)
            let other = try MinimizationLawsTests.shuffled(dfa, &random)
            #expect(dfa.isIsomorphic(to: other) && other.isIsomorphic(to: dfa))
            let isAccessible = dfa.accessibleStates.count == dfa.stateCount
            if isAccessible { #expect(dfa.canonicallyNumbered() == other.canonicallyNumbered()) }
            let map = try #require(dfa.isomorphism(to: other))
            #expect(Set(map.compactMap { $0 }) == Set(other.accessibleStates))
            for state in dfa.states {
                guard let image = map[Int(state)] else {
                    #expect(!dfa.accessibleStates.contains(state))
                    continue
                }
                #expect(dfa.isFinal(state) == other.isFinal(image))
                for transition in dfa.transitions(from: state) {
                    #expect(other.target(from: image, on: transition.symbol) == map[Int(transition.target)])
                }
            }
            let accessible = dfa.accessiblePart().canonicallyNumbered()
            let third = try RandomAutomata.dfa(shape, &random)
            let isSame = third.accessiblePart().canonicallyNumbered() == accessible
            #expect(dfa.isIsomorphic(to: third) == isSame)
            guard let obstacle = dfa.isomorphismObstacle(to: third) else { continue }
            obstacleCount += 1
            expect(obstacle, between: dfa, third)
        }
        #expect(obstacleCount > 10)
    }

    /// Checks that the DFA named by an obstacle, and only that one, does what it says.
    private func expect(_ obstacle: IsomorphismObstacle, between first: DFA, _ second: DFA) {
        func state(_ word: Witness, _ dfa: DFA) -> StateID? {
            word.word.reduce(dfa.initialState) { state, symbol in state.flatMap { dfa.target(from: $0, on: symbol) } }
        }
        func isTrue(in dfa: DFA) -> Bool {
            switch obstacle {
            case .alphabets: false
            case .path(let word, _): state(word, dfa) != nil
            case .acceptance(let word, _): dfa.accepts(word.word)
            case .commonState(let one, let other, _): state(one, dfa) != nil && state(one, dfa) == state(other, dfa)
            }
        }
        let isInFirst: Bool
        switch obstacle {
        case .alphabets: return #expect(first.alphabet != second.alphabet)
        case .path(_, let isFirst), .acceptance(_, let isFirst), .commonState(_, _, let isFirst): isInFirst = isFirst
        }
        #expect(isTrue(in: first) == isInFirst && isTrue(in: second) == !isInFirst, "\(obstacle)")
    }

    @Test func isomorphismNeedsOneAlphabet() throws {
        let one = try DFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: "p", final: ["p"])
        let other = try DFA(alphabet: ["b"], transitions: [("p", "b", "p")], initial: "p", final: ["p"])
        #expect(one.isomorphismObstacle(to: other) == .alphabets && one.isomorphism(to: other) == nil)
        #expect(one.isomorphism(to: one) == [0])
    }
}
