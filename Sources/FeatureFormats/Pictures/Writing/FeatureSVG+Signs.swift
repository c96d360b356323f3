internal import Drawing
internal import FeatureModels

extension FeatureSVG {
    /// Writes the outline of a feature.
    ///
    /// - Parameter kind: The class of the box.
    mutating func writeBox(
        _ box: Box, isAbstract: Bool, _ decision: Configuration.Decision?, _ marks: [FeatureFigure.Mark],
        of kind: String = ""
    ) {
        var (fillClass, fill) = isAbstract ? ("paper", "#fff") : ("concrete", "#dbe6f5")
        if decision == .selected { (fillClass, fill) = ("selected", "#bfe6c3") }
        if decision == .deselected { (fillClass, fill) = ("deselected", "#f5cdc7") }
        var (strokeClass, stroke) = ("line", "#111")
        if marks.contains(.core) { (strokeClass, stroke) = ("core", "#1b56b5") }
        if marks.contains(.falseOptional) { (strokeClass, stroke) = ("false", "#b86200") }
        if marks.contains(.dead) { (strokeClass, stroke) = ("dead", "#c22a1c") }
        let classes = [strokeClass, fillClass, kind].filter { !$0.isEmpty }.joined(separator: " ")
        let width = marks.isEmpty ? LineWidth.usual : 2.2
        write(
            "<rect class=\"\(classes)\" x=\"\(number(box.low.x))\" y=\"\(number(box.low.y))\" "
                + "width=\"\(number(box.width))\" height=\"\(number(box.height))\" fill=\"\(fill)\" "
                + "stroke=\"\(stroke)\" stroke-width=\"\(number(width))\""
                + (isAbstract ? " stroke-dasharray=\"5 3\"" : "") + "/>")
    }

    /// Writes the circle of a mandatory or an optional feature.
    mutating func writeEdgeCircle(_ edgeCircle: FeatureFigure.EdgeCircle, _ center: PlanePoint) {
        let radius = FeatureLayout.edgeCircleRadius
        switch edgeCircle {
        case .mandatory: writeDisk(center, radius, "mandatory")
        case .optional: writeRing(center, radius - 0.3, "optional")
        }
    }

    /// Writes the sign of a decision.
    mutating func writeSign(_ decision: Configuration.Decision, _ center: PlanePoint) {
        let position = "M\(number(center.x - 4.5)) "
        switch decision {
        case .selected: writeLine(position + "\(number(center.y + 0.5))l3 3.5 6 -8", of: "sign", width: 1.8)
        case .deselected:
            writeLine(
                "\(position)\(number(center.y - 4.5))l9 9m0 -9l-9 9", of: "sign", width: 1.8)
        case .undecided: writeText("?", x: center.x, y: center.y + 4.2, size: 12, isBold: true)
        }
    }

    /// Writes the sign of a mark.
    mutating func writeSign(_ mark: FeatureFigure.Mark, _ center: PlanePoint) {
        switch mark {
        case .core:
            write(
                "<path class=\"filled sign\" d=\"M\(number(center.x)) \(number(center.y - 5))l5 5 -5 5 -5 -5Z\" "
                    + "fill=\"#111\"/>"
            )
        case .dead:
            writeRing(center, 4.6, "sign")
            writeLine("M\(number(center.x - 3.2)) \(number(center.y + 3.2))l6.4 -6.4", of: "stroke")
        case .falseOptional:
            writeRing(center, 4.6, "sign")
            writeDisk(center, 2.1, "dot")
        }
    }

    private mutating func writeDisk(_ center: PlanePoint, _ radius: Double, _ kind: String) {
        write("<circle class=\"filled \(kind)\" \(circle(center, radius)) fill=\"#111\"/>")
    }

    private mutating func writeRing(_ center: PlanePoint, _ radius: Double, _ kind: String) {
        write(
            "<circle class=\"line paper \(kind)\" \(circle(center, radius)) fill=\"#fff\" stroke=\"#111\" "
                + "stroke-width=\"1.2\"/>"
        )
    }

    private func circle(_ center: PlanePoint, _ radius: Double) -> String {
        "cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
    }
}
