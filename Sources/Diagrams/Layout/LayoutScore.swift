/// The quality of a layout; the smaller score is better.
///
/// Covered states and labels count first. So do labels to which another arrow is about as near as
/// their own. Then come crossings of arrows, then the area of the picture. A layout without layers
/// must need less than a third of the area of the layered one, because layers show the path from
/// the initial to the final states.
package struct LayoutScore: Comparable {
    /// The number of coverings: an arrow or a label over a state other than its own, or a label
    /// over another label or an arrow.
    package var coverings = 0
    /// The number of labels to which another arrow is about as near as their own, or nearer.
    package var strayLabels = 0
    /// The number of crossings of arrows.
    package var crossings = 0
    /// The area of the smallest box around everything.
    var area = 0.0

    /// The factor by which the area counts if the layout isn't one of layers.
    static let areaFactor = 3.0

    package init(_ arrangement: Arrangement) {
        let arrows = arrangement.arrows
        let curves = arrows.map { arrangement.curve(of: $0) }
        let lines = curves.map { Polyline($0) }
        let labels = arrangement.labelBoxes(beside: lines, curves)
        for (number, arrow) in arrows.enumerated() {
            for state in arrangement.centers.indices {
                let (center, radius) = (arrangement.centers[state], arrangement.radii[state])
                if state != arrow.start, state != arrow.end, lines[number].passes(center, within: radius) {
                    coverings += 1
                }
                if labels[number]?.intersectsDisk(around: center, radius: radius) ?? false { coverings += 1 }
            }
            let reach = labels[number].map { LabelPlacement.strayRatio * lines[number].distance(to: $0.middle) }
            var strays = false
            for other in lines.indices where other != number {
                if other < number { crossings += lines[number].crossings(with: lines[other]) }
                guard let label = labels[number] else { continue }
                if lines[other].enters(label) { coverings += 1 }
                if let reach, !strays, lines[other].passes(label.middle, within: reach) { strays = true }
                if other < number, let second = labels[other], label.intersects(second) { coverings += 1 }
            }
            if strays { strayLabels += 1 }
        }
        var box = lines.first?.box ?? Box(.zero)
        for line in lines { box = box.union(line.box) }
        for label in labels { if let label { box = box.union(label) } }
        for (center, radius) in zip(arrangement.centers, arrangement.radii) {
            box = box.union(Box(around: center, width: 2 * radius, height: 2 * radius))
        }
        area = box.width * box.height
    }

    /// A Boolean value that indicates whether nothing is covered, no label strays and no arrows
    /// cross.
    var isPerfect: Bool { coverings == 0 && strayLabels == 0 && crossings == 0 }

    package init(_ diagram: Diagram) { self.init(Arrangement(diagram)) }

    package static func < (left: LayoutScore, right: LayoutScore) -> Bool {
        (left.coverings + left.strayLabels, left.crossings, left.area)
            < (right.coverings + right.strayLabels, right.crossings, right.area)
    }
}
