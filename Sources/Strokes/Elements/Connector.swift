/// The two ends of an arrow, for connecting them to outlines of states.
public struct Connector: Sendable, Hashable {
    /// The point at which the arrow begins.
    public var tail: Point
    /// The point to which the arrow points.
    public var tip: Point
    /// The direction in which the shaft would continue beyond the tail, as a vector of any length;
    /// (0, 0) if the direction isn't known.
    public var tailHeading: Point
    /// The direction in which the shaft would continue beyond the tip, as a vector of any length;
    /// (0, 0) if the direction isn't known.
    public var tipHeading: Point

    /// Creates the ends of an arrow. Missing headings are those of a straight shaft.
    public init(tail: Point, tip: Point, tailHeading: Point? = nil, tipHeading: Point? = nil) {
        self.tail = tail
        self.tip = tip
        self.tailHeading = tailHeading ?? Point(x: tail.x - tip.x, y: tail.y - tip.y)
        self.tipHeading = tipHeading ?? Point(x: tip.x - tail.x, y: tip.y - tail.y)
    }

    /// The ends of the arrow in the opposite direction.
    public var reversed: Connector {
        Connector(tail: tip, tip: tail, tailHeading: tipHeading, tipHeading: tailHeading)
    }

    /// The outlines that the ends of an arrow connect to, by their indices.
    public struct Connection: Sendable, Hashable {
        /// The outline at the tail; `nil` if the tail connects to no outline.
        public var tail: Int?
        /// The outline at the tip; `nil` if the tip connects to no outline.
        public var tip: Int?

        /// Creates a connection from the outlines at both ends.
        public init(tail: Int? = nil, tip: Int? = nil) { (self.tail, self.tip) = (tail, tip) }
    }

    /// Returns the outlines that the ends connect to.
    ///
    /// An end may connect to an outline if the gap between them, on either side of the outline, is
    /// within the limit. Distance in the direction of the end counts half, so an arrow prefers the
    /// outline that it points at. The ends of an arrow connect to the two different outlines with
    /// the shortest total distance; if only one outline is near, only the nearer end connects. Both
    /// ends of a loop connect to the outline with the shortest total distance from them, even if
    /// only one of them is within the limit.
    ///
    /// - Parameters:
    ///   - outlines: The outlines of states. Outlines without a size are ignored.
    ///   - isLoop: A Boolean value that indicates whether both ends connect to one outline.
    ///   - limit: The maximum gap, in diameters of the outline.
    /// - Complexity: O(*n*) for *n* outlines, no allocation.
    public func connection(
        to outlines: Span<StateGeometry>, isLoop: Bool = false,
        within limit: Double = ElementContext.defaultAttachmentLimit
    ) -> Connection {
        let tails = NearestOutlines(from: tail, heading: tailHeading, to: outlines, within: limit)
        let tips = NearestOutlines(from: tip, heading: tipHeading, to: outlines, within: limit)
        if isLoop {
            guard let state = tails.common(with: tips, to: outlines, self, within: limit) else { return Connection() }
            return Connection(tail: state, tip: state)
        }
        guard let tailFirst = tails.first else { return Connection(tip: tips.first?.outline) }
        guard let tipFirst = tips.first, tipFirst.outline == tailFirst.outline else {
            return Connection(tail: tailFirst.outline, tip: tips.first?.outline)
        }
        // One of them has to take another outline, or none, whose cost is the limit.
        let detachmentCost = limit * outlines[tailFirst.outline].diameter
        let tailGivesWay = tipFirst.way + min(tails.second?.way ?? detachmentCost, detachmentCost)
        let tipGivesWay = tailFirst.way + min(tips.second?.way ?? detachmentCost, detachmentCost)
        let isTipNearer = tailGivesWay == tipGivesWay ? tipFirst.way <= tailFirst.way : tailGivesWay < tipGivesWay
        return isTipNearer
            ? Connection(tail: tails.second?.outline, tip: tipFirst.outline)
            : Connection(tail: tailFirst.outline, tip: tips.second?.outline)
    }
}

/// The two outlines with the shortest ways from an end.
struct NearestOutlines {
    /// An outline near an end.
    struct Approach {
        var outline: Int
        /// The distance between the end and the outline.
        var gap: Double
        var isInside: Bool
        /// The length of the way to the outline; a straight part counts half.
        var way: Double
    }

    private(set) var first: Approach?
    private(set) var second: Approach?

    init(from end: Point, heading: Point, to outlines: Span<StateGeometry>, within limit: Double) {
        let length = Point.zero.scaledDistance(to: heading)
        let ahead = length > 0 ? Point(x: heading.x / length, y: heading.y / length) : .zero
        for index in outlines.indices {
            let diameter = outlines[index].diameter
            let distance = outlines[index].distance(to: end)
            let gap = abs(distance)
            guard diameter > 0, gap <= limit * diameter else { continue }
            var way = gap
            if distance > 0, length > 0 {
                for eighth in 1...8 {
                    let step = 2 * gap * Double(eighth) / 8
                    let position = Point(x: end.x + step * ahead.x, y: end.y + step * ahead.y)
                    way = min(way, step / 2 + max(outlines[index].distance(to: position), 0))
                }
            }
            insert(Approach(outline: index, gap: gap, isInside: distance < 0, way: way))
        }
    }

    private mutating func insert(_ approach: Approach) {
        if approach.way < first?.way ?? .infinity {
            second = first
            first = approach
        } else if approach.way < second?.way ?? .infinity {
            second = approach
        }
    }

    /// Returns the outline with the least total distance from both ends.
    fileprivate func common(
        with other: NearestOutlines, to outlines: Span<StateGeometry>, _ connector: Connector, within limit: Double
    ) -> Int? {
        var best: (outline: Int, gap: Double)?
        for index in outlines.indices where outlines[index].diameter > 0 {
            let tail = abs(outlines[index].distance(to: connector.tail))
            let tip = abs(outlines[index].distance(to: connector.tip))
            // One end of a loop may hang free.
            guard min(tail, tip) <= limit * outlines[index].diameter else { continue }
            if tail + tip < best?.gap ?? .infinity { best = (index, tail + tip) }
        }
        return best?.outline
    }
}
