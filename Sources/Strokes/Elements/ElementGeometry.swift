/// The figure that was fitted to a stroke, by its kind.
public enum ElementGeometry: Sendable, Hashable {
    /// The circle of a state.
    case state(StateGeometry)
    /// The arrow of a transition.
    case transition(TransitionGeometry)
    /// The loop of a cycle.
    case cycle(CycleGeometry)
    /// No figure, because the ink is unknown or has no shape.
    case unknown
}

/// The circle of a state.
public struct StateGeometry: Sendable, Hashable {
    /// The center of the circle.
    public var center: Point
    /// The radius, in the caller's units.
    public var radius: Double

    /// Creates a circle from its center and radius.
    public init(center: Point, radius: Double) {
        self.center = center
        self.radius = radius
    }
}

/// The ends of the ink at which arrowheads were found.
public enum ArrowHead: UInt8, Sendable, Hashable, CaseIterable {
    /// No arrowhead at either end.
    case none = 0
    /// At the last point of the ink: the arrow was drawn from tail to tip.
    case last = 1
    /// At the first point of the ink: the arrow was drawn from tip to tail.
    case first = 2
    /// An arrowhead at each end.
    case both = 3
}

/// The arrow of a transition.
public struct TransitionGeometry: Sendable, Hashable {
    /// The end without a head; the first end of the ink if neither or both ends have a head.
    public var tail: Point
    /// The end at which the arrow arrives.
    public var tip: Point
    /// The point of the shaft that is farthest from the line between tail and tip, or the shaft's
    /// midpoint if the shaft is almost straight.
    public var flex: Point
    /// The ends of the ink at which heads were found: neither, one or both.
    public var head: ArrowHead

    /// Creates an arrow from its points and heads.
    public init(tail: Point, tip: Point, flex: Point, head: ArrowHead) {
        self.tail = tail
        self.tip = tip
        self.flex = flex
        self.head = head
    }

    /// The angle from tail to tip, -π…π; y grows downwards, so positive angles go clockwise on a
    /// screen.
    public var direction: Double { ElementaryFunctions.angle(x: tip.x - tail.x, y: tip.y - tail.y) }
}

/// The loop of a cycle.
public struct CycleGeometry: Sendable, Hashable {
    /// The base point at which the loop begins: the end without a head, or the first end of the ink
    /// if neither or both ends have a head.
    public var tail: Point
    /// The base point at which the loop ends.
    public var tip: Point
    /// The point of the loop that is farthest from ``base``.
    public var apex: Point
    /// The ends of the ink at which heads were found: neither, one or both.
    public var head: ArrowHead

    /// Creates a loop from its points and from which of its ends have heads.
    public init(tail: Point, tip: Point, apex: Point, head: ArrowHead) {
        self.tail = tail
        self.tip = tip
        self.apex = apex
        self.head = head
    }

    /// The midpoint of the base points.
    public var base: Point { tail.interpolated(to: tip, at: 0.5) }
    /// The angle from the base to the apex, -π…π: the position of the loop on its state. y grows
    /// downwards.
    public var angle: Double { ElementaryFunctions.angle(x: apex.x - base.x, y: apex.y - base.y) }
    /// A Boolean value that indicates whether the path from tail to tip is clockwise on a screen.
    public var isClockwise: Bool {
        (apex.x - tail.x) * (tip.y - tail.y) - (apex.y - tail.y) * (tip.x - tail.x) > 0
    }
}
