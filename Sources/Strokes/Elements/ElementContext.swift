/// The states on the page, which help to interpret a stroke.
public struct ElementContext: Sendable, Hashable {
    /// The circles of the states.
    public var states: [StateGeometry]
    /// The maximum distance at which an end attaches to the outline of a state, on either side of
    /// the outline, in diameters of the state.
    public var attachmentLimit: Double

    /// Creates a context of states.
    public init(states: [StateGeometry] = [], attachmentLimit: Double = ElementContext.defaultAttachmentLimit) {
        self.states = states
        self.attachmentLimit = attachmentLimit
    }

    /// A context without states.
    public static let none = ElementContext()

    /// The default attachment limit, in diameters of a state.
    public static let defaultAttachmentLimit = 0.65

    /// Adds a recognized state, or replaces a state by the outer ring around it.
    ///
    /// In the latter case, transitions end at the ring. Other recognitions change nothing.
    ///
    /// - Parameter recognition: A recognition in this context.
    /// - Complexity: O(1)
    public mutating func add(_ recognition: Recognition) {
        guard case .state(let circle) = recognition.best.geometry else { return }
        if case .surrounds(let state) = recognition.relation, states.indices.contains(state) {
            if circle.radius > states[state].radius { states[state] = circle }
        } else {
            states.append(circle)
        }
    }
}

/// An end of an arrow.
public enum ArrowEnd: UInt8, Sendable, Hashable, CaseIterable {
    /// The end without a head.
    case tail = 0
    /// The end to which the arrow points.
    case tip = 1
}

/// The position of a stroke relative to the states of the context.
///
/// An end attaches to the state with the nearest outline, if the outline is within
/// ``ElementContext/attachmentLimit``. Distance straight ahead of the end counts half. If the same
/// state is nearest to both ends, both attach only if the sum of their gaps is smaller than the
/// ink's extent; otherwise only the nearer end attaches. The extent is the distance between the
/// ends, or the distance from their midpoint to the farthest point of the ink if that is greater.
public enum ElementRelation: Sendable, Hashable {
    /// No end attaches to a state, or the context has no states.
    case none
    /// A closed curve surrounds the center of a state: it is a ring, such as that of an accepting
    /// state, and not a new state.
    case surrounds(state: Int)
    /// Only one end attaches to a state.
    case touches(state: Int, end: ArrowEnd)
    /// Both ends attach to the same state.
    case returns(state: Int)
    /// The ends attach to two different states; `from` is at the tail.
    case joins(from: Int, to: Int)
}

/// The relation of figures to states, and its weight as evidence.
struct Placement {
    var relation = ElementRelation.none
    /// The fraction of the ink's extent beyond the gaps between its ends and the outlines, 0...1.
    ///
    /// It is 1 if both ends are on the outlines. Labels are near states, too, but their gaps are as
    /// large as the labels.
    var cover = 0.0

    /// Creates a relation of ink with an extent and gaps to the outlines.
    init(_ relation: ElementRelation, extent: Double, gaps: Double) {
        self.relation = relation
        cover = gaps < extent ? 1 - gaps / extent : 0
    }

    /// Creates a relation of ink with one end at a state.
    fileprivate init(touching state: NearestOutlines.Approach, at end: ArrowEnd, extent: Double) {
        self.init(.touches(state: state.outline, end: end), extent: extent, gaps: state.gap)
    }

    init() {}
}

extension FittedFigures {
    /// Returns the relation of the figures to states. States that aren't finite or have no radius
    /// are ignored.
    ///
    /// - Parameters:
    ///   - states: The states.
    ///   - limit: ``ElementContext/attachmentLimit``.
    /// - Complexity: O(*s*) for *s* states.
    func placement(among states: Span<StateGeometry>, within limit: Double) -> Placement {
        guard !states.isEmpty else { return Placement() }
        let circle = state
        let chord = transition.tail.scaledDistance(to: transition.tip)
        let extent = max(chord, cycle.base.scaledDistance(to: cycle.apex))
        // The circle around a state's center: it has about the state's size, and is closed.
        for index in states.indices where states[index].radius > 0 {
            let state = states[index]
            let isAround = state.center.scaledDistance(to: circle.center) < 0.5 * circle.radius
            let isOfSize = circle.radius > 0.4 * state.radius && circle.radius < 2.2 * state.radius
            if isAround && isOfSize && chord < circle.radius {
                return Placement(.surrounds(state: index), extent: extent, gaps: 0)
            }
        }
        let tail = NearestOutlines(from: transition.tail, heading: tailHeading, to: states, within: limit).first
        let tip = NearestOutlines(from: transition.tip, heading: tipHeading, to: states, within: limit).first
        switch (tail, tip) {
        case (nil, nil): return Placement()
        case (let only?, nil):
            return Placement(touching: only, at: .tail, extent: extent)
        case (nil, let only?):
            return Placement(touching: only, at: .tip, extent: extent)
        case (let tail?, let tip?) where tail.outline == tip.outline:
            // Both ends of an arrow that points at a state can be near it, too.
            guard tail.gap + tip.gap < extent else {
                return tail.gap < tip.gap
                    ? Placement(touching: tail, at: .tail, extent: extent)
                    : Placement(touching: tip, at: .tip, extent: extent)
            }
            return Placement(.returns(state: tail.outline), extent: extent, gaps: tail.gap + tip.gap)
        case (let tail?, let tip?):
            // For a transition between two states, an end inside a state has no gap.
            let gaps = (tail.isInside ? 0 : tail.gap) + (tip.isInside ? 0 : tip.gap)
            return Placement(.joins(from: tail.outline, to: tip.outline), extent: extent, gaps: gaps)
        }
    }
}
