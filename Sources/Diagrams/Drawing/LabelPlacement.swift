/// Finds places for the labels of arrows.
///
/// A label is preferably in the middle of its arrow, on the convex side: beyond a loop, over an
/// arc, to the left of a line. If it would cover something there, it is moved along the arrow or to
/// the other side. Cost: O(*m* (*n* + *m*)) for *n* states and *m* arrows.
struct LabelPlacement {
    /// The label of each transition, or `nil` if it has none.
    private(set) var labels: [Drawing.Text?] = []
    private let circles: [Box]
    /// Places along each curve.
    private let ways: [[Diagram.Point]]

    init(_ diagram: Diagram, curves: [Curve]) {
        circles = diagram.states.map { Box(around: $0.center, width: 1.7 * $0.radius, height: 1.7 * $0.radius) }
        ways = curves.map { curve in (0...24).map { curve.point(at: Double($0) / 24) } }
        let alphabet = Diagram.sortedByBytes(diagram.transitions.flatMap(\.symbols))
        for (transition, curve) in zip(diagram.transitions, curves) {
            guard transition.isLabeled else {
                labels.append(nil)
                continue
            }
            let text = Label.text(transition.symbols, hasEpsilon: transition.hasEpsilon, of: alphabet)
            let label = Drawing.Text(text: text, middle: .zero, size: Drawing.labelSize)
            let center = transition.isLoop ? transition.start.flatMap { diagram[$0] }?.center : nil
            labels.append(place(label, beside: curve, around: center))
        }
    }

    /// Returns a label at the first of the places that cover least.
    private func place(_ label: Drawing.Text, beside curve: Curve, around center: Diagram.Point?) -> Drawing.Text {
        var best = (label: label, cost: Int.max)
        for side in center == nil ? [1.0, -1] : [1] {
            for share in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74] where best.cost > 0 {
                var candidate = label
                candidate.middle = middle(of: label.width, beside: curve, at: share, side: side, around: center)
                let cost = cost(of: candidate.box)
                if cost < best.cost { best = (candidate, cost) }
            }
        }
        return best.label
    }

    /// Returns the middle of a label that just clears a curve.
    private func middle(
        of width: Double, beside curve: Curve, at share: Double, side: Double, around center: Diagram.Point?
    ) -> Diagram.Point {
        let place = curve.point(at: share)
        let inner: Diagram.Point
        if let center {
            inner = center
        } else {
            // The side that the arc bulges to; left of the way where it is straight.
            let (before, after) = (curve.point(at: share - 0.05), curve.point(at: share + 0.05))
            let chord = curve.tail.interpolated(to: curve.tip, at: 0.5)
            let left = Diagram.flex(from: before, to: after, bend: 1)
            let isLeft =
                curve.point(at: 0.5).distance(to: chord) <= 0.5 || left.distance(to: chord) > place.distance(to: chord)
            inner = Diagram.flex(from: before, to: after, bend: isLeft == (side > 0) ? -1 : 1)
        }
        let length = inner.distance(to: place)
        let (x, y) = length > 0 ? ((place.x - inner.x) / length, (place.y - inner.y) / length) : (0, -1)
        // So far that the box of the text clears the curve, whatever the direction.
        let reach = 5 + abs(x) * width / 2 + abs(y) * Drawing.labelSize / 2
        return Diagram.Point(x: place.x + x * reach, y: place.y + y * reach)
    }

    /// Returns how much a label covers: states count most, then other labels, then arrows.
    private func cost(of box: Box) -> Int {
        var cost = 8 * circles.count { $0.intersects(box) }
        cost += 4 * labels.count { $0?.box.intersects(box) ?? false }
        return cost
            + ways.count { way in
                way.contains { $0.x > box.low.x && $0.x < box.high.x && $0.y > box.low.y && $0.y < box.high.y }
            }
    }
}
