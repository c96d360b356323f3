public import Automata
internal import PortableMath

extension Diagram {
    /// Creates a diagram that shows an automaton, with its states at their positions if they have
    /// any.
    ///
    /// Transitions between the same states are one arrow. The circles of states grow with their
    /// names, up to twice the usual radius. The same automaton always gets the same layout.
    ///
    /// States without positions stand in layers from left to right, starting with the initial ones,
    /// by Sugiyama's method. Depth-first search breaks cycles. The network simplex method finds
    /// layers, medians order them (doi:10.1109/32.221135), and Brandes and Köpf's method finds
    /// coordinates (doi:10.1007/3-540-45848-4_3). For up to 100 states and 320 arrows, a search for
    /// layouts with fewer crossings starts from these layers. For up to 40 states it also starts
    /// from stress majorization (doi:10.1007/978-3-540-31843-9_25), and for up to 16 also from a
    /// circle. The result is the layout with the fewest overlaps, then the fewest crossings, then
    /// the smallest size.
    ///
    /// - Parameter automaton: The automaton.
    /// - Complexity: usually O(*n*² + *m*²) for *n* states and *m* arrows. Every search has a
    ///   bound, so that thousands of states take seconds.
    public init(_ automaton: some FiniteAutomaton) { self.init(automaton) { true } }

    /// Creates a diagram that shows an automaton, within a budget.
    ///
    /// - Parameters:
    ///   - automaton: The automaton.
    ///   - budget: The bound on memory.
    /// - Complexity: The same as ``init(_:)``.
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled.
    public init(_ automaton: some FiniteAutomaton, budget: Budget) throws(AutomataError) {
        let view = automaton.asEpsilonNFA
        var watch = LayoutWatch(budget, elementCount: view.stateCount + view.transitionCount)
        self.init(view) { watch.mayContinue() }
        try watch.finish()
    }

    private init(_ automaton: some FiniteAutomaton, mayContinue: () -> Bool) {
        let view = automaton.asEpsilonNFA
        self.init(stateCount: view.stateCount, names: view.stateNames)
        let ids = states.map(\.id)
        let positions = view.statePositions?.map { Point(x: $0.x, y: $0.y) }
        for (index, var state) in states.enumerated() {
            state.isFinal = view.isFinal(StateID(index))
            state.radius = StateNames.radius(forName: state.name, isFinal: state.isFinal)
            if let positions, state.radius > State.defaultRadius, mayContinue() {
                // States that keep their places leave each other room.
                let nearest = positions.indices.lazy.filter { $0 != index }.map {
                    positions[$0].distance(to: positions[index])
                }
                let most = (nearest.min() ?? .infinity) / 2 - LayoutSpacing.minimumGap / 2
                state.radius = max(min(state.radius, most), State.defaultRadius)
            }
            update(state)
        }
        guard mayContinue() else { return }
        let arrows = Self.arrows(of: view)
        guard mayContinue() else { return }
        for (start, end, symbols, hasEpsilon) in arrows {
            addTransition(from: ids[start], to: ids[end], symbols: symbols, hasEpsilon: hasEpsilon)
        }
        for state in view.initialStates { addTransition(to: ids[Int(state)]) }
        guard mayContinue() else { return }
        if let positions {
            var arrangement = Arrangement(self)
            arrangement.move(to: positions)
            ArrowShapes.apply(to: &arrangement, mayContinue: mayContinue)
            arrangement.apply(to: &self)
        } else {
            layOut(mayContinue)
        }
    }

    /// The arrows of an automaton, one for each pair of states, in the order of their states.
    private static func arrows(
        of automaton: EpsilonNFA
    ) -> [(start: Int, end: Int, symbols: [String], hasEpsilon: Bool)] {
        var arrows: [[Int]: (symbols: [String], hasEpsilon: Bool)] = [:]
        for transition in automaton.transitions {
            let key = [Int(transition.source), Int(transition.target)]
            arrows[key, default: ([], false)].symbols.append(automaton.alphabet.name(of: transition.symbol))
        }
        for state in automaton.states {
            for target in automaton.epsilonTargets(from: state) {
                arrows[[Int(state), Int(target)], default: ([], false)].hasEpsilon = true
            }
        }
        return arrows.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            ($0.key[0], $0.key[1], $0.value.symbols, $0.value.hasEpsilon)
        }
    }

    /// Lays out the diagram: positions of all states, bends and angles of all arrows.
    ///
    /// A free end of an arrow keeps its distance from the state at the other end.
    ///
    /// - Complexity: The same as ``init(_:)``.
    public mutating func layOut() { layOut { true } }

    /// Lays out the diagram within a budget; see ``layOut()``.
    ///
    /// - Parameter budget: The bound on memory.
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled. The diagram doesn't change
    ///   then.
    public mutating func layOut(budget: Budget) throws(AutomataError) {
        var watch = LayoutWatch(budget, elementCount: states.count + transitions.count)
        var result = self
        result.layOut { watch.mayContinue() }
        try watch.finish()
        self = result
    }

    private mutating func layOut(_ mayContinue: () -> Bool) {
        guard !states.isEmpty else { return }
        LayoutSearch.best(for: Arrangement(self), mayContinue: mayContinue).apply(to: &self)
    }

    /// Chooses the bends and angles of the given arrows, and the tails of the initial marks among
    /// them. If possible, the arrows then don't pass through states or cover other arrows.
    ///
    /// - Complexity: O(*n* + *m*) for each of the first 120 arrows of a diagram, and usually
    ///   O(*n* + *m*) for all others together.
    package mutating func shape(_ ids: Set<Transition.ID>) {
        guard !ids.isEmpty else { return }
        var arrangement = Arrangement(self, keeping: Set(states.map(\.id)))
        for (number, arrow) in transitions.enumerated() where ids.contains(arrow.id) {
            arrangement.arrows[number].isFree = true
        }
        ArrowShapes.apply(to: &arrangement)
        arrangement.apply(to: &self)
    }

    /// Lays out all states except the given ones, which keep their positions.
    ///
    /// Arrows between the given states keep their shapes, and so do these states' loops, initial
    /// marks and arrows with a free end. Each other state is placed relative to its neighbors, as
    /// in layers from left to right. It then moves a little if this avoids overlaps and crossings.
    ///
    /// - Parameter kept: The states that keep their positions. If the set is empty, this does the
    ///   same as ``layOut()``.
    /// - Complexity: The same as ``init(_:)``.
    public mutating func layOut(keeping kept: Set<State.ID>) {
        let arrangement = Arrangement(self, keeping: kept)
        guard arrangement.isKept.contains(true) else { return layOut() }
        guard arrangement.isKept.contains(false) else { return }
        IncrementalLayout.layOut(arrangement).apply(to: &self)
    }
}
