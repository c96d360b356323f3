import Automata
import Diagrams
import Testing

@Suite struct PositionTests {
    private func automaton(at places: [(Double, Double)]) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(places.count)
        for state in places.indices {
            for target in places.indices { try builder.addTransition(from: StateID(state), on: 0, to: StateID(target)) }
        }
        builder.insertInitial(0)
        return try builder.build().withStatePositions(places.map { try #require(StatePosition(x: $0, y: $1)) })
    }

    @Test func aDiagramKeepsPositions() throws {
        let places = [(300.5, 20.0), (-40.0, 10.0), (0.0, 500.0)]
        let automaton = try automaton(at: places)
        let diagram = Diagram(automaton)
        #expect(diagram.states.map(\.center) == places.map { Diagram.Point(x: $0.0, y: $0.1) })
        #expect(try diagram.automaton().statePositions == automaton.statePositions)
        let bends = diagram.transitions.filter { !$0.isLoop && !$0.marksInitialState }.map(\.bend)
        #expect(bends.allSatisfy { $0 != 0 })
    }

    @Test func anyPositionsCanBeDrawn() throws {
        let large = Double.greatestFiniteMagnitude
        for places in [
            [(1, 1), (1, 1), (1, 1)], [(large, -large), (-large, large), (0, 0)], [(0, 0), (1e-300, 0)], [(-0.0, 0)],
        ] as [[(Double, Double)]] {
            let diagram = Diagram(try automaton(at: places))
            #expect(!diagram.svg().contains("nan") && !diagram.svg().contains("inf"))
            #expect(try diagram.automaton().stateCount == places.count)
        }
    }
}
