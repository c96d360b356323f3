internal import PortableMath

extension Diagram {
    /// Returns the curve of a transition: a line, an arc, or a loop.
    ///
    /// - Complexity: O(log *n*)
    func curve(of transition: Transition) -> Curve {
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
    /// Returns the arc through the ends of a chord and the point at the given height over its
    /// middle, without the parts within the radii of its ends.
    static func arc(
        from: Diagram.Point, _ fromRadius: Double, to: Diagram.Point, _ toRadius: Double, bend: Double
    ) -> Curve {
        let chord = from.distance(to: to)
        guard abs(bend) > 1e-3 * chord, chord > 0 else {
            let tail = from.moved(fromRadius, towards: to)
            return Curve(from: tail, to: to.moved(toRadius, towards: from))
        }
        let radius = (chord * chord / 4 + bend * bend) / (2 * abs(bend))
        let flex = Diagram.flex(from: from, to: to, bend: bend)
        let center = flex.moved(radius, towards: from.interpolated(to: to, at: 0.5))
        let start = Portable.angle(x: from.x - center.x, y: from.y - center.y)
        var sweep = Portable.angle(x: to.x - center.x, y: to.y - center.y) - start
        // An arc that bulges to the left of its direction turns clockwise on the page.
        if bend > 0, sweep < 0 { sweep += 2 * Portable.pi }
        if bend < 0, sweep > 0 { sweep -= 2 * Portable.pi }
        // A circle around an end intersects the arc where the chord from that end is as long as its
        // radius.
        func turn(_ length: Double) -> Double { 2 * Portable.arcsine(min(length / (2 * radius), 1)) }
        let side = bend > 0 ? 1.0 : -1
        let (first, last) = (turn(fromRadius), turn(toRadius))
        guard abs(sweep) > first + last else { return Curve(from: from, to: to) }
        return Curve(
            center: center, radius: radius, from: start + side * first, sweep: sweep - side * (first + last))
    }

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
