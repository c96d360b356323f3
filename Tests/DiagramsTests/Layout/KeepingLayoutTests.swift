import AlgorithmSupport
import Automata
import Diagrams
import Drawing
import Testing

@Suite struct KeepingLayoutTests {
    /// Diagrams of random automata, and a random half of their states.
    private func cases(_ count: Int, seed: UInt64) throws -> [(diagram: Diagram, kept: Set<Diagram.State.ID>)] {
        var random = SplitMix64(seed: seed)
        return try (0..<count).map { round in
            let automaton = try LayoutCorpus.nfa(states: 3 + round % 18, density: 1.5, using: &random)
            let diagram = Diagram(automaton)
            let kept = diagram.states.filter { _ in Bool.random(using: &random) }
            return (diagram, Set(kept.map(\.id)))
        }
    }

    @Test func keptStatesAndTheirArrowsStay() throws {
        for (before, kept) in try cases(60, seed: 31) {
            var after = before
            after.layOut(keeping: kept)
            guard !kept.isEmpty else { continue }
            #expect(after.states.map(\.id) == before.states.map(\.id))
            for (old, new) in zip(before.states, after.states) where kept.contains(old.id) { #expect(old == new) }
            for (old, new) in zip(before.transitions, after.transitions) {
                if [old.start, old.end].allSatisfy({ $0.map(kept.contains) ?? true }) { #expect(old == new) }
                #expect((old.id, old.start, old.end) == (new.id, new.start, new.end))
                #expect(old.symbols == new.symbols)
            }
        }
    }

    @Test func noTwoStatesOverlapAndTheResultIsTheSameEachTime() throws {
        for (before, kept) in try cases(60, seed: 32) {
            var (after, again) = (before, before)
            after.layOut(keeping: kept)
            again.layOut(keeping: kept)
            #expect(after == again)
            for (index, state) in after.states.enumerated() {
                for other in after.states[..<index] {
                    #expect(state.center.distance(to: other.center) >= state.radius + other.radius + 10)
                }
            }
        }
    }

    /// States that were all added at one place find places of their own, beside those that stay.
    @Test func newStatesGoBesideTheirNeighbors() throws {
        var diagram = Diagram()
        let first = diagram.addState(at: Diagram.Point(x: 500, y: 300))
        let second = diagram.addState(at: Diagram.Point(x: 650, y: 300))
        let arrow = diagram.addTransition(from: first, to: second, symbols: ["a"])
        var bent = try #require(diagram[arrow])
        bent.bend = 37
        diagram.update(bent)
        let third = diagram.addState(at: Diagram.Point(x: 500, y: 300))
        diagram.addTransition(from: second, to: third, symbols: ["b"])
        diagram.layOut(keeping: [first, second])
        #expect(diagram[arrow] == bent)
        let place = try #require(diagram[third]).center
        #expect(place.x > 690 && place.x < 900 && abs(place.y - 300) < 100)
    }

    /// A place that an arrow or its label takes isn't given away.
    @Test func newStatesAvoidArrowsThatStay() throws {
        var diagram = Diagram()
        let left = diagram.addState(at: .zero)
        let right = diagram.addState(at: Diagram.Point(x: 400, y: 0))
        let arrow = diagram.addTransition(from: left, to: right, symbols: ["a"])
        let new = (0..<5).map { _ in diagram.addState(at: Diagram.Point(x: 200, y: 0)) }
        for state in new { diagram.addTransition(from: left, to: state, symbols: ["b"]) }
        diagram.layOut(keeping: [left, right])
        let line = Polyline(diagram.curve(of: try #require(diagram[arrow])))
        for state in new.compactMap({ diagram[$0] }) { #expect(!line.passes(state.center, within: state.radius)) }
    }

    @Test func keepingAllOrNone() throws {
        var random = SplitMix64(seed: 33)
        let automaton = try LayoutCorpus.nfa(states: 9, density: 1.5, using: &random)
        let diagram = Diagram(automaton)
        var (all, none) = (diagram, diagram)
        for state in diagram.states {
            var state = state
            state.center = Diagram.Point(x: -state.center.y, y: 3 * state.center.x)
            all.update(state)
        }
        let drawn = all
        all.layOut(keeping: Set(diagram.states.map(\.id)))
        #expect(all == drawn)
        none.layOut(keeping: [])
        #expect(none == diagram)
    }

    /// Arrows that lack an end move with the state at the other one.
    @Test func freeEndsMoveWithTheirStates() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: Diagram.Point(x: 1000, y: 1000))
        let other = diagram.addState(at: Diagram.Point(x: 1000, y: 1000))
        diagram.addTransition(from: other, to: state, symbols: ["a"])
        let id = diagram.addTransition(from: state, symbols: ["b"])
        var arrow = try #require(diagram[id])
        arrow.tip = Diagram.Point(x: 1060, y: 1010)
        diagram.update(arrow)
        diagram.layOut()
        let (tip, center) = (try #require(diagram[id]).tip, try #require(diagram[state]).center)
        #expect(tip.distance(to: Diagram.Point(x: center.x + 60, y: center.y + 10)) < 1e-6)
    }

    /// A thousand states beside one that stays, all wanted at one place.
    @Test func manyStatesBesideOne() {
        var diagram = Diagram()
        let hub = diagram.addState(at: .zero, name: "hub")
        for number in 0..<1000 {
            diagram.addTransition(from: hub, to: diagram.addState(at: .zero, name: "s\(number)"), symbols: ["a"])
        }
        diagram.layOut(keeping: [hub])
        #expect(diagram.states[0].center == .zero)
        #expect(Set(diagram.states.map(\.center)).count == 1001)
    }
}
