extension Diagram {
    /// Returns the diagram as a picture in SVG.
    ///
    /// The picture is black on white, white on black for readers in the dark, and black on white
    /// again in print. What is highlighted has thicker lines, and its circles are filled. A
    /// description of the states and arrows is read to those who can't see the picture.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown.
    ///   - highlight: The elements to highlight.
    /// - Complexity: O(*n* + *m* log *n*)
    public func svg(title: String = "State diagram", highlighting highlight: Highlight = Highlight()) -> String {
        let drawing = Drawing(self, highlighting: highlight)
        let box = drawing.bounds.grown(by: 8)
        var svg = SVGWriter()
        svg.text += """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(svg.number(box.low.x)) \(svg.number(box.low.y)) \
            \(svg.number(box.width)) \(svg.number(box.height))" width="\(svg.number(box.width))" \
            height="\(svg.number(box.height))" role="img" font-family="Helvetica, Arial, sans-serif">
            <title>\(svg.escaped(title))</title>
            <desc>\(svg.escaped(spokenDescription))</desc>
            <style>
            @media screen and (prefers-color-scheme: dark) {
            .paper { fill: #111 } .line { stroke: #eee } .filled, .text { fill: #eee } .marked { fill: #345 }
            }
            </style>
            <rect class="paper" x="\(svg.number(box.low.x))" y="\(svg.number(box.low.y))" width="\(svg.number(box.width))" \
            height="\(svg.number(box.height))" fill="#fff"/>

            """
        for arrow in drawing.arrows { svg.write(arrow) }
        for circle in drawing.circles { svg.write(circle) }
        for note in drawing.notes { svg.write(note, isIndexed: false) }
        return svg.text + "</svg>\n"
    }

    /// The states and arrows in words.
    var spokenDescription: String {
        var sentences: [String] = []
        for state in states {
            let isInitial = transitions.contains { $0.isInitialMark && $0.end == state.id }
            let marks = [isInitial ? "initial" : nil, state.isFinal ? "final" : nil].compactMap { $0 }
            sentences.append("State \(state.name)" + (marks.isEmpty ? "" : ", " + marks.joined(separator: " and ")))
        }
        for transition in transitions where !transition.isInitialMark {
            let start = transition.start.flatMap { self[$0] }?.name ?? "nowhere"
            let end = transition.end.flatMap { self[$0] }?.name ?? "nowhere"
            let labels = transition.symbols + (transition.hasEpsilon ? ["epsilon"] : [])
            let reading = labels.isEmpty ? "" : " on " + labels.joined(separator: ", ")
            sentences.append("From \(start)\(reading) to \(end)")
        }
        return sentences.map { $0 + "." }.joined(separator: " ")
    }
}

/// Writes the elements of a drawing as SVG.
private struct SVGWriter {
    var text = ""

    mutating func write(_ circle: Drawing.Circle) {
        let width = circle.isHighlighted ? Drawing.highlightedWidth : Drawing.lineWidth
        let center = "cx=\"\(number(circle.center.x))\" cy=\"\(number(circle.center.y))\""
        text +=
            "<circle class=\"line \(circle.isHighlighted ? "marked" : "paper")\" \(center) r=\"\(number(circle.radius))\" "
            + "fill=\"\(circle.isHighlighted ? "#cde" : "#fff")\" stroke=\"#111\" stroke-width=\"\(number(width))\"/>\n"
        if let ring = circle.ring {
            text += "<circle class=\"line\" \(center) r=\"\(number(ring))\" fill=\"none\" stroke=\"#111\" "
            text += "stroke-width=\"\(number(width))\"/>\n"
        }
        write(circle.name, isIndexed: true)
    }

    mutating func write(_ arrow: Drawing.Arrow) {
        let width = arrow.isHighlighted ? Drawing.highlightedWidth : Drawing.lineWidth
        text += "<path class=\"line\" d=\"M\(place(arrow.shaft.tail))"
        for piece in arrow.shaft.pieces {
            text += "C\(place(piece.first)) \(place(piece.second)) \(place(piece.end))"
        }
        text += "\" fill=\"none\" stroke=\"#111\" stroke-width=\"\(number(width))\"/>\n"
        if arrow.head.count == 3 {
            text += "<path class=\"filled\" d=\"M\(place(arrow.head[0]))L\(place(arrow.head[1])) "
            text += "\(place(arrow.head[2]))Z\" fill=\"#111\"/>\n"
        }
        if let label = arrow.label { write(label, isIndexed: false) }
    }

    /// Writes a text; the digits at the end of a name as its index.
    mutating func write(_ label: Drawing.Text, isIndexed: Bool) {
        let (base, index) = isIndexed ? Label.split(label.text) : (label.text, "")
        // Small letters stand in the middle where the line is a third of the size lower.
        let y = number(label.middle.y + 0.34 * label.size)
        text += "<text class=\"text\" x=\"\(number(label.middle.x))\" y=\"\(y)\" font-size=\"\(number(label.size))\" "
        text += "text-anchor=\"middle\" fill=\"#111\">\(escaped(base))"
        if !index.isEmpty {
            text += "<tspan font-size=\"\(number(0.7 * label.size))\" dy=\"\(number(0.22 * label.size))\">"
            text += "\(index)</tspan>"
        }
        text += "</text>\n"
    }

    func number(_ value: Double) -> String { Decimal.hundredths(value) }

    func place(_ point: Diagram.Point) -> String { "\(number(point.x)) \(number(point.y))" }

    /// A text without the characters that XML reserves or forbids.
    func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
