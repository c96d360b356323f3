/// The quality of a layout; the smaller score is better.
///
/// States and labels that something else covers count first, then crossings of arrows.
struct LayoutScore: Comparable {
    /// The number of times that an arrow or a label is on a foreign state, or a label on another
    /// one.
    var coverings = 0
    /// The number of pairs of arrows that cross.
    var crossings = 0

    init(_ diagram: Diagram) {
        let arrows = diagram.transitions.filter { $0.start != nil && $0.end != nil && !$0.isLoop }
        let curves = arrows.map { diagram.curve(of: $0) }
        for (arrow, curve) in zip(arrows, curves) {
            coverings += diagram.states.count {
                $0.id != arrow.start && $0.id != arrow.end && curve.passes($0.center, within: $0.radius)
            }
        }
        let labels = Drawing(diagram, highlighting: Diagram.Highlight()).arrows.compactMap(\.label?.box)
        for (index, label) in labels.enumerated() {
            coverings += labels[..<index].count { $0.intersects(label) }
            coverings += diagram.states.count {
                label.intersects(Box(around: $0.center, width: 1.6 * $0.radius, height: 1.6 * $0.radius))
            }
        }
        let ways = curves.map { curve in (0...12).map { curve.point(at: Double($0) / 12) } }
        for (index, way) in ways.enumerated() {
            for other in ways[..<index] where Self.cross(way, other) { crossings += 1 }
        }
    }

    static func < (left: LayoutScore, right: LayoutScore) -> Bool {
        (left.coverings, left.crossings) < (right.coverings, right.crossings)
    }

    /// Returns whether two polylines cross.
    private static func cross(_ first: [Diagram.Point], _ second: [Diagram.Point]) -> Bool {
        func side(_ a: Diagram.Point, _ b: Diagram.Point, _ c: Diagram.Point) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
        for (a, b) in zip(first, first.dropFirst()) {
            for (c, d) in zip(second, second.dropFirst()) {
                if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return true }
            }
        }
        return false
    }
}
