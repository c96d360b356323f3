internal import PortableMath

extension Diagram {
    /// Returns the places where the arrow of a transition leaves and arrives: on the outlines of
    /// its states, or its free ends.
    ///
    /// - Complexity: O(log *n*)
    public func ends(of transition: Transition) -> (tail: Point, tip: Point) {
        let start = transition.start.flatMap { self[$0] }
        let end = transition.end.flatMap { self[$0] }
        if let start, transition.isLoop {
            // The feet of a loop are an eighth of a turn apart on either side of its angle.
            return (
                start.outline(at: transition.angle - Self.loopSpread),
                start.outline(at: transition.angle + Self.loopSpread)
            )
        }
        let from = start?.center ?? transition.tail
        let to = end?.center ?? transition.tip
        let flex = Self.flex(from: from, to: to, bend: transition.bend)
        return (
            start.map { from.moved($0.radius, towards: flex) } ?? from,
            end.map { to.moved($0.radius, towards: flex) } ?? to
        )
    }

    /// The angle between a loop's direction and its feet, in radians.
    static let loopSpread = 0.4

    /// Returns the place over the middle of a chord at the height of the arc.
    static func flex(from: Point, to: Point, bend: Double) -> Point {
        let length = from.distance(to: to)
        let middle = Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        guard length > 0 else { return Point(x: middle.x, y: middle.y - bend) }
        return Point(x: middle.x + (to.y - from.y) / length * bend, y: middle.y - (to.x - from.x) / length * bend)
    }
}

extension Diagram.State {
    /// Returns the place on the outline in a direction from the center.
    func outline(at angle: Double) -> Diagram.Point {
        let (sine, cosine) = Portable.sineAndCosine(angle)
        return Diagram.Point(x: center.x + radius * cosine, y: center.y + radius * sine)
    }
}
