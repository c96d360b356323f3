internal import PortableMath

extension Diagram {
    /// Returns the curve of a transition: a line, an arc, or a loop.
    ///
    /// - Complexity: O(log *n*)
    package func curve(of transition: Transition) -> Curve {
        let start = transition.start.flatMap { self[$0] }
        let end = transition.end.flatMap { self[$0] }
        if let start, transition.isLoop {
            return .loop(at: start.center, start.radius, angle: transition.angle)
        }
        let from = start?.center ?? transition.tail
        let to = end?.center ?? transition.tip
        return .arc(from: from, start?.radius ?? 0, to: to, end?.radius ?? 0, bend: transition.bend)
    }
}

extension Curve {
    /// Returns the loop of a state: a drop whose feet are on the outline.
    static func loop(at center: Diagram.Point, _ radius: Double, angle: Double) -> Curve {
        func place(_ turn: Double, _ distance: Double) -> Diagram.Point {
            let (sine, cosine) = Portable.sineAndCosine(angle + turn)
            return Diagram.Point(x: center.x + distance * cosine, y: center.y + distance * sine)
        }
        // Circles that are larger than usual don't make it larger.
        let usual = min(radius, Diagram.State.defaultRadius)
        let height = max(2.6 * usual, usual + 30) + (radius - usual)
        let spread = Diagram.loopSpread
        return Curve(pieces: [
            Cubic(place(-spread, radius), place(-0.55, height), place(0.55, height), place(spread, radius))
        ])
    }
}
