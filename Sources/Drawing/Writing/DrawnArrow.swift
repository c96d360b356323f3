/// An arrow that is ready to be drawn.
package struct DrawnArrow {
    /// The shaft, which ends within the head.
    package var shaft: Curve
    /// The corners of the head, the tip first; only the tip if there is no room for a head.
    package var head: [PlanePoint]
    package var label: DrawnText?
    package var isHighlighted: Bool

    private static let headLength = 9.0

    /// Draws an arrow along a curve, with its tip at the curve's tip.
    package init(along curve: Curve, label: DrawnText? = nil, isHighlighted: Bool) {
        (self.label, self.isHighlighted) = (label, isHighlighted)
        shaft = curve.shortened(by: Self.headLength)
        // The head points in the curve's direction from the end of the shaft.
        let (base, tip) = (shaft.tip == curve.tip ? curve.point(at: 0.9) : shaft.tip, curve.tip)
        let length = base.distance(to: tip)
        head = [tip]
        if length > 0 {
            let across = PlanePoint(x: -(tip.y - base.y) / length * 3.6, y: (tip.x - base.x) / length * 3.6)
            head.append(PlanePoint(x: base.x + across.x, y: base.y + across.y))
            head.append(PlanePoint(x: base.x - across.x, y: base.y - across.y))
        }
    }

    /// The middle of the shaft, by which the user bends the arrow.
    package var middle: PlanePoint { shaft.point(at: 0.5) }
}

/// The widths of lines.
package enum LineWidth {
    package static let usual = 1.2
    package static let highlighted = 2.8
}
