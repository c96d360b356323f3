import AlgorithmSupport
import Automata
import Diagrams
import Drawing
import Testing

@Suite struct LayoutTests {
    /// Random edges between nodes, from lower to higher ones, so that there are no cycles, and
    /// connected.
    private func randomEdges(_ random: inout SplitMix64, nodes: Int) -> [LayoutGraph.Edge] {
        var edges: Set<LayoutGraph.Edge> = []
        for node in 1..<nodes {
            edges.insert(LayoutGraph.Edge(from: Int.random(in: 0..<node, using: &random), to: node))
        }
        for _ in 0..<Int.random(in: 0...nodes, using: &random) {
            let to = Int.random(in: 1..<nodes, using: &random)
            edges.insert(LayoutGraph.Edge(from: Int.random(in: 0..<to, using: &random), to: to))
        }
        return edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    private func randomLayers(
        _ random: inout SplitMix64, nodes: Int
    ) -> (edges: [LayoutGraph.Edge], ranks: [Int], layers: NodeLayers) {
        let edges = randomEdges(&random, nodes: nodes)
        let ranks = Ranking(nodeCount: nodes, edges: edges).ranks
        return (edges, ranks, NodeLayers(ranks: ranks, edges: edges))
    }

    @Test func layersHoldEveryNodeAndCrossLessThanBefore() {
        var random = SplitMix64(seed: 6)
        for round in 0..<60 {
            let nodes = 3 + round % 20
            let (edges, ranks, layers) = randomLayers(&random, nodes: nodes)
            for (rank, layer) in layers.order.enumerated() {
                #expect(Set(layer.filter { $0 < nodes }) == Set((0..<nodes).filter { ranks[$0] == rank }))
            }
            #expect(layers.segments.count == edges.reduce(0) { $0 + ranks[$1.to] - ranks[$1.from] })
            // By hand: segments between the same layers whose ends are in opposite orders.
            var place: [Int: (layer: Int, place: Int)] = [:]
            for (rank, layer) in layers.order.enumerated() {
                for (index, node) in layer.enumerated() { place[node] = (rank, index) }
            }
            var crossings = 0
            for (index, a) in layers.segments.enumerated() {
                for b in layers.segments[..<index] {
                    guard let af = place[a.from], let bf = place[b.from], let at = place[a.to], let bt = place[b.to],
                        af.layer == bf.layer, (af.place - bf.place) * (at.place - bt.place) < 0
                    else { continue }
                    crossings += 1
                }
            }
            #expect(layers.crossingCount == crossings)
        }
    }

    @Test func neighborsInALayerKeepTheirGap() {
        var random = SplitMix64(seed: 7)
        for round in 0..<60 {
            let nodes = 3 + round % 20
            let (_, _, layers) = randomLayers(&random, nodes: nodes)
            let extents = (0..<layers.order.reduce(0) { $0 + $1.count }).map { $0 < nodes ? 48.0 : 4 }
            let x = layers.coordinates(extents: extents, gap: 20)
            for layer in layers.order {
                for (left, right) in zip(layer, layer.dropFirst()) {
                    #expect(x[right] - x[left] >= (extents[left] + extents[right]) / 2 + 20 - 1e-9)
                }
            }
        }
    }

    @Test func aChainIsStraight() throws {
        let dfa = try NFA(
            alphabet: ["a"], transitions: [("0", "a", "1"), ("1", "a", "2"), ("2", "a", "3")], initial: ["0"],
            final: ["3"])
        let diagram = Diagram(dfa)
        #expect(diagram.states.map(\.name) == ["0", "1", "2", "3"])
        #expect(Set(diagram.states.map(\.center.y)).count == 1)
        #expect(diagram.states.map(\.center.x) == diagram.states.map(\.center.x).sorted())
        #expect(diagram.transitions.allSatisfy { $0.bend == 0 })
        // The mark of the initial state comes from the left.
        let mark = try #require(diagram.transitions.last)
        #expect(mark.marksInitialState && mark.tail.x < diagram.states[0].center.x)
    }

    private func randomAutomaton(_ random: inout SplitMix64, states: Int) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: ["a", "b", "c"])
        try builder.addStates(states)
        func state(_ random: inout SplitMix64) -> StateID { StateID(Int.random(in: 0..<states, using: &random)) }
        for index in 1..<max(states, 2) where index < states {
            let from = StateID(Int.random(in: 0..<index, using: &random))
            try builder.addTransition(from: from, on: Symbol(0), to: StateID(index))
        }
        for _ in 0..<Int.random(in: 0...states, using: &random) {
            let (from, to) = (state(&random), state(&random))
            try builder.addTransition(from: from, on: Symbol(Int.random(in: 0..<3, using: &random)), to: to)
            if Int.random(in: 0..<6, using: &random) == 0 { try builder.addEpsilonMove(from: to, to: from) }
        }
        builder.insertInitial(StateID(0))
        builder.insertFinal(StateID(states - 1))
        return try builder.build()
    }

    @Test func theDiagramOfAnAutomatonIsThatAutomaton() throws {
        var random = SplitMix64(seed: 8)
        for round in 0..<80 {
            let automaton = try randomAutomaton(&random, states: 1 + round % 16)
            let diagram = Diagram(automaton)
            #expect(diagram == Diagram(automaton))
            #expect(diagram.problems.isEmpty)
            let again = try diagram.automaton()
            #expect(again.stateCount == automaton.stateCount && again.transitionCount == automaton.transitionCount)
            #expect(try again.isEquivalent(to: automaton))
            #expect(Diagram(again).states.map(\.center) == diagram.states.map(\.center))
        }
    }

    @Test func statesKeepApartAndArrowsPassBeside() throws {
        var random = SplitMix64(seed: 9)
        var clean = 0
        for round in 0..<200 {
            let diagram = Diagram(try randomAutomaton(&random, states: 2 + round % 11))
            for (index, state) in diagram.states.enumerated() {
                for other in diagram.states[..<index] {
                    #expect(state.center.distance(to: other.center) > state.radius + other.radius + 10)
                }
            }
            let passes = diagram.transitions.contains { arrow in
                let line = Polyline(diagram.curve(of: arrow))
                return !arrow.isLoop && !arrow.marksInitialState
                    && diagram.states.contains {
                        $0.id != arrow.start && $0.id != arrow.end && line.passes($0.center, within: $0.radius)
                    }
            }
            if !passes { clean += 1 }
        }
        #expect(clean >= 190)
    }

    @Test func hardlyAnyLabelCoversSomething() throws {
        var random = SplitMix64(seed: 10)
        var (labels, covering) = (0, 0)
        for round in 0..<200 {
            let diagram = Diagram(try randomAutomaton(&random, states: 2 + round % 11))
            let boxes = DrawnDiagram(diagram, highlighting: Diagram.Highlight()).arrows.compactMap(\.label?.box)
            labels += boxes.count
            for (index, box) in boxes.enumerated() {
                let isOnState = diagram.states.contains {
                    box.intersects(Box(around: $0.center, width: 1.4 * $0.radius, height: 1.4 * $0.radius))
                }
                if isOnState || boxes[..<index].contains(where: box.intersects) { covering += 1 }
            }
        }
        #expect(labels > 1000)
        #expect(Double(covering) < 0.02 * Double(labels), "\(covering) of \(labels)")
    }

    @Test func loopsAndMarksTakeFreeDirections() throws {
        let automaton = try EpsilonNFA(
            alphabet: ["a", "b"], transitions: [("0", "a", "0"), ("0", "b", "1"), ("1", "a", "0"), ("1", "b", "1")],
            initial: ["0"], final: ["1"])
        let diagram = Diagram(automaton)
        let loops = diagram.transitions.filter(\.isLoop)
        #expect(loops.count == 2 && loops.allSatisfy { $0.angle == -.pi / 2 })
        // Opposite arrows bend apart.
        let arrows = diagram.transitions.filter { !$0.isLoop && !$0.marksInitialState }
        #expect(arrows.count == 2 && arrows.allSatisfy { $0.bend > 0 })
    }
}
