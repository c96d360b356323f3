internal import PortableMath

/// A piece of a curve: a cubic Bézier curve.
package struct Cubic: Sendable, Hashable {
    package var start, first, second, end: Diagram.Point

    /// A straight piece.
    package init(from start: Diagram.Point, to end: Diagram.Point) {
        self.start = start
        first = start.interpolated(to: end, at: 1 / 3.0)
        second = start.interpolated(to: end, at: 2 / 3.0)
        self.end = end
    }

    package init(_ start: Diagram.Point, _ first: Diagram.Point, _ second: Diagram.Point, _ end: Diagram.Point) {
        (self.start, self.first, self.second, self.end) = (start, first, second, end)
    }

    func point(at t: Double) -> Diagram.Point {
        let s = 1 - t
        let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return Diagram.Point(
            x: a * start.x + b * first.x + c * second.x + d * end.x,
            y: a * start.y + b * first.y + c * second.y + d * end.y)
    }

    /// Returns the part before a parameter, by De Casteljau's algorithm.
    func prefix(upTo t: Double) -> Cubic {
        let (a, b, c) = (
            start.interpolated(to: first, at: t), first.interpolated(to: second, at: t),
            second.interpolated(to: end, at: t)
        )
        let (d, e) = (a.interpolated(to: b, at: t), b.interpolated(to: c, at: t))
        return Cubic(start, a, d, d.interpolated(to: e, at: t))
    }
}

/// The curve of a transition between the outlines of its states.
package struct Curve: Sendable, Hashable {
    /// The pieces, each of which starts at the end of the previous one; at least one.
    package var pieces: [Cubic]

    var tail: Diagram.Point { pieces[0].start }
    var tip: Diagram.Point { pieces[pieces.count - 1].end }

    /// Returns the place at a share of the pieces, 0...1.
    func point(at share: Double) -> Diagram.Point {
        let place = min(max(share, 0), 1) * Double(pieces.count)
        let index = min(Int(place), pieces.count - 1)
        return pieces[index].point(at: place - Double(index))
    }

    /// Creates a straight line.
    init(from start: Diagram.Point, to end: Diagram.Point) { pieces = [Cubic(from: start, to: end)] }

    package init(pieces: [Cubic]) { self.pieces = pieces }

    /// Creates an arc around a center, in pieces of at most a quarter turn. Their error is less
    /// than 0.03 % of the radius.
    init(center: Diagram.Point, radius: Double, from angle: Double, sweep: Double) {
        let count = min(max(Int((abs(sweep) / 1.5708).rounded(.up)), 1), 8)
        let step = sweep / Double(count)
        // The handles of a piece are 4/3 tan(sweep/4) radii long.
        let (sine, cosine) = Portable.sineAndCosine(step / 4)
        let handle = 4.0 / 3 * sine / cosine * radius
        func place(_ angle: Double, along handle: Double) -> Diagram.Point {
            let (sine, cosine) = Portable.sineAndCosine(angle)
            return Diagram.Point(
                x: center.x + radius * cosine - handle * sine, y: center.y + radius * sine + handle * cosine)
        }
        pieces = (0..<count).map { index in
            let (from, to) = (angle + step * Double(index), angle + step * Double(index + 1))
            return Cubic(
                place(from, along: 0), place(from, along: handle), place(to, along: -handle), place(to, along: 0))
        }
    }

    /// Returns the part of the curve that is at least the given distance away from its tip; all of
    /// it if it is too short.
    func shortened(by distance: Double) -> Curve {
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

    /// The bounding box of the handles, which encloses the curve.
    var bounds: Box { pieces.reduce(Box(tail)) { $0.including($1.first).including($1.second).including($1.end) } }
}

/// A rectangle with sides along the axes.
package struct Box: Sendable, Hashable {
    package var low, high: Diagram.Point

    package init(_ point: Diagram.Point) { (low, high) = (point, point) }

    package init(around center: Diagram.Point, width: Double, height: Double) {
        low = Diagram.Point(x: center.x - width / 2, y: center.y - height / 2)
        high = Diagram.Point(x: center.x + width / 2, y: center.y + height / 2)
    }

    package var width: Double { high.x - low.x }
    package var height: Double { high.y - low.y }
    package var middle: Diagram.Point { Diagram.Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }

    package func including(_ point: Diagram.Point) -> Box {
        var box = self
        box.low = Diagram.Point(x: min(low.x, point.x), y: min(low.y, point.y))
        box.high = Diagram.Point(x: max(high.x, point.x), y: max(high.y, point.y))
        return box
    }

    package func intersects(_ other: Box) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }

    package func union(_ other: Box) -> Box { including(other.low).including(other.high) }

    /// The smallest box around it whose corners are halfway between whole numbers.
    var roundedOutward: Box {
        func least(_ value: Double) -> Double { (value - 0.5).rounded(.down) + 0.5 }
        func greatest(_ value: Double) -> Double { (value - 0.5).rounded(.up) + 0.5 }
        var box = self
        box.low = Diagram.Point(x: least(low.x), y: least(low.y))
        box.high = Diagram.Point(x: greatest(high.x), y: greatest(high.y))
        return box
    }

    package func grown(by margin: Double) -> Box {
        var box = self
        box.low = Diagram.Point(x: low.x - margin, y: low.y - margin)
        box.high = Diagram.Point(x: high.x + margin, y: high.y + margin)
        return box
    }
}

extension Diagram.Point {
    package func interpolated(to other: Diagram.Point, at part: Double) -> Diagram.Point {
        Diagram.Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}
