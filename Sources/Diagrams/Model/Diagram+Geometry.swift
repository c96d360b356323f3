internal import PortableMath

extension Diagram {
    /// Returns the ends of a transition's arrow. Each end is on the outline of its state, or is a
    /// free point if it has no state.
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
        let arcApex = Curve.arcApex(from: from, to: to, bend: transition.bend)
        return (
            start.map { from.moved($0.radius, towards: arcApex) } ?? from,
            end.map { to.moved($0.radius, towards: arcApex) } ?? to
        )
    }

    /// Returns the bend with which the arc of a transition passes through a point. Returns 0 if the
    /// point is on the chord or the chord has no length.
    ///
    /// - Complexity: O(log *n*)
    public func bend(of transition: Transition, through position: Point) -> Double {
        let from = transition.start.flatMap { self[$0] }?.center ?? transition.tail
        let to = transition.end.flatMap { self[$0] }?.center ?? transition.tip
        let length = from.distance(to: to)
        guard length > 0 else { return 0 }
        // Coordinates along the chord and to its left. An arc through both ends and a point beside
        // its middle is higher at its middle.
        let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length)
        let (u, v) = (position.x - from.x, position.y - from.y)
        let (along, left) = (u * x + v * y, u * y - v * x)
        guard abs(left) > 1e-9 * length else { return 0 }
        // The center of the circle is on the chord's perpendicular bisector, this far to the left.
        let middle = along - length / 2
        let center = (middle * middle + left * left - length * length / 4) / (2 * left)
        let radius = (center * center + length * length / 4).squareRoot()
        return left > 0 ? center + radius : center - radius
    }

    /// Returns points along the curve of a transition, including both ends.
    ///
    /// - Complexity: O(log *n*)
    package func polyline(of transition: Transition) -> [Point] {
        let curve = curve(of: transition)
        return (0...24).map { curve.point(at: Double($0) / 24) }
    }

    /// The angle between a loop's direction and its feet, in radians.
    static let loopSpread = 0.4
}

extension Diagram.State {
    /// The radius of the inner ring of a final state.
    package var ringRadius: Double { max(radius - DrawnDiagram.ringGap, radius / 2) }

    /// Returns the point on the outline in a direction from the center.
    func outline(at angle: Double) -> Diagram.Point {
        let (sine, cosine) = Portable.sineAndCosine(angle)
        return Diagram.Point(x: center.x + radius * cosine, y: center.y + radius * sine)
    }
}
