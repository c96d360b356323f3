internal import PortableMath

/// A piece of a curve: a cubic Bézier curve.
package struct Cubic: Sendable, Hashable {
    package var start, first, second, end: PlanePoint

    /// Creates a straight piece.
    package init(from start: PlanePoint, to end: PlanePoint) {
        self.start = start
        first = start.interpolated(to: end, at: 1 / 3.0)
        second = start.interpolated(to: end, at: 2 / 3.0)
        self.end = end
    }

    package init(_ start: PlanePoint, _ first: PlanePoint, _ second: PlanePoint, _ end: PlanePoint) {
        (self.start, self.first, self.second, self.end) = (start, first, second, end)
    }

    package func point(at t: Double) -> PlanePoint {
        let s = 1 - t
        let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return PlanePoint(
            x: a * start.x + b * first.x + c * second.x + d * end.x,
            y: a * start.y + b * first.y + c * second.y + d * end.y)
    }

    /// Returns the part of the curve before a parameter, by De Casteljau's algorithm.
    package func prefix(upTo t: Double) -> Cubic {
        let (a, b, c) = (
            start.interpolated(to: first, at: t), first.interpolated(to: second, at: t),
            second.interpolated(to: end, at: t)
        )
        let (d, e) = (a.interpolated(to: b, at: t), b.interpolated(to: c, at: t))
        return Cubic(start, a, d, d.interpolated(to: e, at: t))
    }
}

/// A curve of one or more pieces, such as the shaft of an arrow.
package struct Curve: Sendable, Hashable {
    /// The pieces, at least one; each starts where the previous one ends.
    package var pieces: [Cubic]

    package var tail: PlanePoint { pieces[0].start }
    package var tip: PlanePoint { pieces[pieces.count - 1].end }

    /// Returns the point at a parameter from 0 to 1; each piece takes an equal part of that range.
    package func point(at share: Double) -> PlanePoint {
        let position = min(max(share, 0), 1) * Double(pieces.count)
        let index = min(Int(position), pieces.count - 1)
        return pieces[index].point(at: position - Double(index))
    }

    /// Creates a straight line.
    package init(from start: PlanePoint, to end: PlanePoint) { pieces = [Cubic(from: start, to: end)] }

    package init(pieces: [Cubic]) { self.pieces = pieces }

    /// Creates an arc around a center, in pieces of at most a quarter turn. Their error is less
    /// than 0.03 % of the radius.
    package init(center: PlanePoint, radius: Double, from angle: Double, sweep: Double) {
        let count = min(max(Int((abs(sweep) / 1.5708).rounded(.up)), 1), 8)
        let step = sweep / Double(count)
        // The handles of a piece are 4/3 tan(sweep/4) radii long.
        let (sine, cosine) = Portable.sineAndCosine(step / 4)
        let handle = 4.0 / 3 * sine / cosine * radius
        func polarPoint(_ angle: Double, along handle: Double) -> PlanePoint {
            let (sine, cosine) = Portable.sineAndCosine(angle)
            return PlanePoint(
                x: center.x + radius * cosine - handle * sine, y: center.y + radius * sine + handle * cosine)
        }
        pieces = (0..<count).map { index in
            let (from, to) = (angle + step * Double(index), angle + step * Double(index + 1))
            return Cubic(
                polarPoint(from, along: 0), polarPoint(from, along: handle), polarPoint(to, along: -handle),
                polarPoint(to, along: 0))
        }
    }

    /// Returns the curve without the part that is closer to its tip than the given distance, or the
    /// whole curve if it is too short.
    package func shortened(by distance: Double) -> Curve {
        var kept = pieces
        while let last = kept.last {
            if last.start.distance(to: tip) < distance, kept.count > 1 {
                kept.removeLast()
                continue
            }
            guard last.start.distance(to: tip) >= distance else { return self }
            var (low, high) = (0.0, 1.0)
            for _ in 0..<40 {
                let middle = (low + high) / 2
                if last.point(at: middle).distance(to: tip) > distance { low = middle } else { high = middle }
            }
            kept[kept.count - 1] = last.prefix(upTo: low)
            break
        }
        return Curve(pieces: kept)
    }

    /// The bounding box of the control points, which encloses the curve.
    package var bounds: Box {
        pieces.reduce(Box(tail)) { $0.including($1.first).including($1.second).including($1.end) }
    }
}

extension Curve {
    /// Returns the arc through the ends of a chord and the point at height `bend` over its middle.
    /// The parts of the arc within the given radii around its ends are left out.
    package static func arc(
        from: PlanePoint, _ fromRadius: Double, to: PlanePoint, _ toRadius: Double, bend: Double
    ) -> Curve {
        let chord = from.distance(to: to)
        guard abs(bend) > 1e-3 * chord, chord > 0 else {
            let tail = from.moved(fromRadius, towards: to)
            return Curve(from: tail, to: to.moved(toRadius, towards: from))
        }
        let radius = (chord * chord / 4 + bend * bend) / (2 * abs(bend))
        let arcApex = Self.arcApex(from: from, to: to, bend: bend)
        let center = arcApex.moved(radius, towards: from.interpolated(to: to, at: 0.5))
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
        return Curve(center: center, radius: radius, from: start + side * first, sweep: sweep - side * (first + last))
    }

    /// Returns the highest point of an arc, which is over the middle of its chord.
    package static func arcApex(from: PlanePoint, to: PlanePoint, bend: Double) -> PlanePoint {
        let length = from.distance(to: to)
        let middle = PlanePoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        guard length > 0 else { return PlanePoint(x: middle.x, y: middle.y - bend) }
        return PlanePoint(x: middle.x + (to.y - from.y) / length * bend, y: middle.y - (to.x - from.x) / length * bend)
    }
}
