extension SVGWriter {
    /// The fills of groups of states, in light and dark appearance.
    static let tints: [(light: String, dark: String)] = [
        ("#fde0b8", "#6b4a14"), ("#cfe8fa", "#1f4d6b"), ("#c3ead9", "#145440"), ("#fbf6bd", "#5f5a12"),
        ("#cdd8f3", "#24386e"), ("#f9d5bd", "#6e3413"), ("#f1d3e4", "#642848"), ("#dedede", "#4a4a4a"),
    ]

    /// Writes the arrows, circles and notes of a drawing.
    package mutating func write(_ drawing: DrawnDiagram) {
        for arrow in drawing.arrows { write(arrow) }
        for circle in drawing.circles { write(circle) }
        for note in drawing.notes { write(note) }
        if let alphabet = drawing.alphabet { write(alphabet) }
    }

    private mutating func write(_ circle: DrawnDiagram.Circle) {
        let width = circle.isHighlighted ? LineWidth.highlighted : LineWidth.usual
        let center = "cx=\"\(number(circle.center.x))\" cy=\"\(number(circle.center.y))\""
        var (fillClass, fill) = circle.isHighlighted ? ("marked", "#cde") : ("paper", "#fff")
        if let tint = circle.tint { (fillClass, fill) = ("tint\(tint)", Self.tints[tint].light) }
        text +=
            "<circle class=\"line \(fillClass)\" \(center) r=\"\(number(circle.radius))\" "
            + "fill=\"\(fill)\" stroke=\"#111\" stroke-width=\"\(number(width))\"/>\n"
        if let ring = circle.ring {
            text += "<circle class=\"line\" \(center) r=\"\(number(ring))\" fill=\"none\" stroke=\"#111\" "
            text += "stroke-width=\"\(number(width))\"/>\n"
        }
        write(circle.name)
    }
}
