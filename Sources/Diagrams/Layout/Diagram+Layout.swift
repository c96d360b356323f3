public import Automata
internal import PortableMath

extension Diagram {
    /// Creates a diagram that shows an automaton.
    ///
    /// Transitions between the same states are one arrow. Its states stand in layers from left to
    /// right, counted from the initial ones. Small automata are also tried on a circle, which is
    /// taken if less is covered there or fewer arrows cross. The same automaton always gets the
    /// same places.
    ///
    /// The layers are those of Sugiyama's method: cycles are broken by depth-first search, layers
    /// found by the network simplex method and ordered by medians (doi:10.1109/32.221135),
    /// coordinates by Brandes and Köpf (doi:10.1007/3-540-45848-4_3).
    ///
    /// - Parameter automaton: The automaton.
    /// - Complexity: O(*n*² *m*) for *n* states and *m* arrows as a rule.
    public init(_ automaton: some FiniteAutomaton) {
        self.init()
        let view = automaton.asEpsilonNFA
        let names = view.stateNames
        let ids = (0..<view.stateCount).map { index in
            addState(at: .zero, name: names?[index], isFinal: view.isFinal(StateID(index)))
        }
        for (start, end, symbols, hasEpsilon) in Self.arrows(of: view) {
            addTransition(from: ids[start], to: ids[end], symbols: symbols, hasEpsilon: hasEpsilon)
        }
        for state in view.initialStates { addTransition(to: ids[Int(state)]) }
        layOut()
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

    /// Gives all states places, and all arrows bends and angles.
    ///
    /// - Complexity: as ``init(_:)``.
    public mutating func layOut() {
        guard !states.isEmpty else { return }
        var index: [State.ID: Int] = [:]
        for (place, state) in states.enumerated() { index[state.id] = place }
        let graph = LayoutGraph(
            nodeCount: states.count,
            edges: transitions.compactMap { transition in
                guard let start = transition.start.flatMap({ index[$0] }),
                    let end = transition.end.flatMap({ index[$0] })
                else { return nil }
                return (start, end)
            }, roots: transitions.filter(\.isInitialMark).compactMap { $0.end.flatMap { index[$0] } })
        let alphabet = Self.sortedByBytes(transitions.flatMap(\.symbols))
        let widest =
            transitions.map {
                Label.width(of: Label.text($0.symbols, hasEpsilon: $0.hasEpsilon, of: alphabet)) * Drawing.labelSize
            }.max() ?? 0
        let radius = states.map(\.radius).max() ?? State.defaultRadius
        let spacing = LayoutSpacing(radius: radius, label: min(widest, 160))
        var candidates = [LayeredLayout.places(of: graph, spacing: spacing)]
        if states.count <= 12, states.count > 2 {
            candidates.append(CircularLayout.places(of: graph, spacing: spacing))
        }
        var best: (diagram: Diagram, score: LayoutScore)?
        for places in candidates {
            var diagram = self
            diagram.place(places)
            let score = LayoutScore(diagram)
            if best.map({ score < $0.score }) ?? true { best = (diagram, score) }
        }
        if let best { self = best.diagram }
    }

    private mutating func place(_ places: [Point]) {
        for (state, place) in zip(states, places) {
            var state = state
            state.center = place
            update(state)
        }
        bendArrows()
        placeMarks(besides: turnLoops())
    }

    /// Bends arrows that have an opposite one, or would pass through a state.
    private mutating func bendArrows() {
        let pairs = Set(
            transitions.compactMap { arrow -> [State.ID]? in
                guard let start = arrow.start, let end = arrow.end else { return nil }
                return [start, end]
            })
        for var transition in transitions where !transition.isLoop {
            guard let start = transition.start, let end = transition.end, let from = self[start], let to = self[end]
            else { continue }
            let chord = from.center.distance(to: to.center)
            let hasOpposite = pairs.contains([end, start])
            // Arrows bend to the left of their way: so two opposite ones lie apart.
            let bends =
                hasOpposite
                ? [0.14, 0.22, 0.3, 0.4, 0.5] : [0, 0.14, -0.14, 0.22, -0.22, 0.3, -0.3, 0.4, -0.4, 0.5, -0.5]
            var best = (bend: 0.0, hits: Int.max)
            for part in bends where best.hits > 0 {
                transition.bend = part * chord
                let curve = curve(of: transition)
                let hits = states.count {
                    $0.id != start && $0.id != end && curve.passes($0.center, within: $0.radius + 6)
                }
                if hits < best.hits { best = (transition.bend, hits) }
            }
            transition.bend = best.bend
            update(transition)
        }
    }

    /// Turns each loop to the direction that is farthest from the other arrows at its state; on top
    /// of it if all are as good.
    ///
    /// - Returns: The directions of loops by state.
    private mutating func turnLoops() -> [State.ID: [Double]] {
        var directions: [State.ID: [Double]] = [:]
        for var transition in transitions where transition.isLoop {
            guard let state = transition.start else { continue }
            transition.angle = freestAngle(
                at: state, besides: directions[state] ?? [], preferring: [-90, 90, 180, 0, -45, -135, 45, 135])
            update(transition)
            directions[state, default: []].append(transition.angle)
        }
        return directions
    }

    /// Lets the marks of initial states come from the left if that is free, or from the freest
    /// direction.
    private mutating func placeMarks(besides loops: [State.ID: [Double]]) {
        for var transition in transitions where transition.isInitialMark {
            guard let id = transition.end, let state = self[id] else { continue }
            let angle = freestAngle(
                at: id, besides: loops[id] ?? [], preferring: [180, -135, 135, -90, 90, -45, 45, 0])
            let (sine, cosine) = Portable.sineAndCosine(angle)
            let reach = state.radius + 36
            transition.tail = Point(x: state.center.x + reach * cosine, y: state.center.y + reach * sine)
            transition.bend = 0
            update(transition)
        }
    }

    /// Returns the first of some directions, in degrees, of those farthest from the arrows at a
    /// state.
    private func freestAngle(at id: State.ID, besides others: [Double], preferring degrees: [Double]) -> Double {
        guard let state = self[id] else { return 0 }
        var taken = others
        func take(_ point: Point) {
            taken.append(Portable.angle(x: point.x - state.center.x, y: point.y - state.center.y))
        }
        for transition in transitions {
            guard transition.start != nil, !transition.isLoop else { continue }
            let ends = curve(of: transition)
            if transition.start == id { take(ends.tail) }
            if transition.end == id { take(ends.tip) }
        }
        var best = (angle: degrees[0] / 180 * .pi, room: -1.0)
        for degree in degrees {
            let angle = degree / 180 * .pi
            let room = taken.map { abs(($0 - angle).remainder(dividingBy: 2 * .pi)) }.min() ?? .pi
            // A little more room isn't worth an unusual direction.
            if min(room, 0.9) > best.room + 0.15 { best = (angle, min(room, 0.9)) }
        }
        return best.angle
    }
}

/// The distances that a layout keeps.
struct LayoutSpacing {
    /// The greatest radius of a state.
    var radius: Double
    /// The width of the widest label.
    var label: Double

    /// The distance between neighboring layers.
    var layers: Double { 2 * radius + max(label + 34, 70) }
    /// The gap between neighbors in a layer.
    var gap: Double { 52 }
}

extension Curve {
    /// Returns whether the curve passes through a circle.
    func passes(_ center: Diagram.Point, within radius: Double) -> Bool {
        let steps = 12 * pieces.count
        var before = tail
        for step in 1...steps {
            let here = point(at: Double(step) / Double(steps))
            if center.distance(toSegmentFrom: before, to: here) < radius { return true }
            before = here
        }
        return false
    }
}

extension Diagram.Point {
    /// Returns the distance to the nearest place between two others.
    package func distance(toSegmentFrom start: Diagram.Point, to end: Diagram.Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return distance(to: start) }
        let along = min(max(((x - start.x) * dx + (y - start.y) * dy) / square, 0), 1)
        return distance(to: start.interpolated(to: end, at: along))
    }
}
