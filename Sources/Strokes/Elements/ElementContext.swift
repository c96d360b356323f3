/// What is already on the page, as far as it tells what a stroke can mean.
public struct ElementContext: Sendable, Hashable {
    /// The circles of the states that are there.
    public var states: [StateGeometry]

    /// A context of states.
    public init(states: [StateGeometry] = []) { self.states = states }

    /// Nothing is known.
    public static let none = ElementContext()
}

/// How a stroke lies to the states of the context.
public enum ElementRelation: Sendable, Hashable {
    /// To none of them, or there is no context.
    case none
    /// A closed curve around the center of a state: not a new state but a ring, such as that of an
    /// accepting state.
    case surrounds(state: Int)
    /// One end lies on a state's outline.
    case touches(state: Int)
    /// Both ends lie on one state's outline.
    case returns(state: Int)
    /// The ends lie on the outlines of two states; `from` is at the tail.
    case joins(from: Int, to: Int)
}

extension FittedFigures {
    /// How the figures lie to states. A state that isn't finite or has no radius is passed over.
    ///
    /// - Complexity: O(*s*) for *s* states.
    func relation(to states: Span<StateGeometry>) -> ElementRelation {
        guard !states.isEmpty else { return .none }
        let circle = state
        let tail = Self.end(transition.tail, on: states)
        let tip = Self.end(transition.tip, on: states)
        let gap = transition.tail.distance(to: transition.tip)
        // Around a center: of about the state's size, and closed.
        for index in states.indices where states[index].radius > 0 {
            let state = states[index]
            let isAround = state.center.distance(to: circle.center) < 0.5 * circle.radius
            let isOfSize = circle.radius > 0.4 * state.radius && circle.radius < 2.2 * state.radius
            if isAround && isOfSize && gap < circle.radius { return .surrounds(state: index) }
        }
        switch (tail, tip) {
        case (nil, nil): return .none
        case (let only?, nil), (nil, let only?): return .touches(state: only)
        case (let tail?, let tip?): return tail == tip ? .returns(state: tail) : .joins(from: tail, to: tip)
        }
    }

    /// The state on whose outline a point lies: within 0.45 radii of it, the nearest one.
    private static func end(_ point: Point, on states: Span<StateGeometry>) -> Int? {
        var best: Int?
        var least = 0.45
        for index in states.indices where states[index].radius > 0 {
            let state = states[index]
            let off = abs(point.distance(to: state.center) / state.radius - 1)
            if off < least {
                least = off
                best = index
            }
        }
        return best
    }
}
