/// A writer of the elements of a picture as SVG.
package struct SVGWriter {
    package var text = ""

    package init() {}

    /// Writes the start of a picture with its title and description for screen readers, its colors
    /// and its background.
    ///
    /// The box is rounded outward to a size in whole numbers, because programs scale pictures of
    /// other sizes differently. So lines at whole coordinates run through the middle of pixels.
    package mutating func begin(_ box: Box, title: String, description: String, style: String = "") {
        let box = box.roundedOutward
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(number(box.low.x)) \(number(box.low.y)) \
            \(number(box.width)) \(number(box.height))" width="\(number(box.width))" \
            height="\(number(box.height))" role="img" font-family="Helvetica, Arial, sans-serif">
            <title>\(Self.escaped(title))</title>
            <desc>\(Self.escaped(description))</desc>
            <style>
            @media screen and (prefers-color-scheme: dark) {
            .paper { fill: #111 } .line { stroke: #eee } .filled, .text { fill: #eee } .marked { fill: #345 }
            }
            \(style)</style>
            <rect class="paper" x="\(number(box.low.x))" y="\(number(box.low.y))" width="\(number(box.width))" \
            height="\(number(box.height))" fill="#fff"/>

            """
    }

    /// Writes an arrow with its label.
    package mutating func write(_ arrow: DrawnArrow) {
        let width = arrow.isHighlighted ? LineWidth.highlighted : LineWidth.usual
        text += "<path class=\"line\" d=\"\(arrow.shaftPath)\" fill=\"none\" stroke=\"#111\" "
        text += "stroke-width=\"\(number(width))\"/>\n"
        if !arrow.headPath.isEmpty { text += "<path class=\"filled\" d=\"\(arrow.headPath)\" fill=\"#111\"/>\n" }
        if let label = arrow.label { write(label) }
    }

    /// Writes a text.
    ///
    /// - Parameters:
    ///   - label: The text and its position.
    ///   - attributes: Additional attributes, with a space before each.
    package mutating func write(_ label: DrawnText, attributes: String = "") {
        let x = number(label.middle.x)
        // Programs without the font use wider ones, in which a name would stick out of its circle.
        let length = label.bound.map { " textLength=\"\(number($0))\" lengthAdjust=\"spacingAndGlyphs\"" }
        let isSingle = label.lines.count == 1
        text += "<text class=\"text\""
        if isSingle { text += " x=\"\(x)\" y=\"\(baseline(label, 0))\"" }
        text += " font-size=\"\(number(label.size))\" text-anchor=\"middle\" fill=\"#111\"\(length ?? "")\(attributes)>"
        for (line, offset) in label.placedLines {
            if !isSingle { text += "<tspan x=\"\(x)\" y=\"\(baseline(label, offset))\">" }
            write(line, size: label.size)
            if !isSingle { text += "</tspan>" }
        }
        text += "</text>\n"
    }

    /// Lowercase letters are centered if the baseline is a third of the size lower.
    private func baseline(_ label: DrawnText, _ offset: Double) -> String {
        number(label.middle.y + offset + 0.34 * label.size)
    }

    private mutating func write(_ line: TypesetText, size: Double) {
        var height = 0.0
        for run in line.runs {
            let shift = run.level.shift
            if run.level == .base, height == 0 {
                text += Self.escaped(run.text)
            } else {
                let scriptSize = " font-size=\"\(number(TypesetText.scriptSize * size))\""
                text += "<tspan\(run.level == .base ? "" : scriptSize) dy=\"\(number((shift - height) * size))\">"
                text += "\(Self.escaped(run.text))</tspan>"
            }
            height = shift
        }
    }

    /// Writes the outline of a box.
    package mutating func write(_ box: Box, attributes: String = "") {
        text += "<rect class=\"line\" x=\"\(number(box.low.x))\" y=\"\(number(box.low.y))\" "
        text +=
            "width=\"\(number(box.width))\" height=\"\(number(box.height))\" fill=\"none\" stroke=\"#111\"\(attributes)/>\n"
    }

    package func number(_ value: Double) -> String { Decimal.hundredths(value) }

    /// Returns a text with entities for characters that XML reserves, and without forbidden ones.
    package static func escaped(_ text: String) -> String {
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

extension DrawnArrow {
    /// The shaft as the data of a path in SVG.
    package var shaftPath: String { shaft.path }

    /// The head as the data of a path in SVG; empty if there is no room for it.
    package var headPath: String {
        guard head.count == 3 else { return "" }
        return "M\(head[0].text)L\(head[1].text) \(head[2].text)Z"
    }
}

extension Curve {
    /// The curve as the data of a path in SVG.
    package var path: String {
        "M\(tail.text)" + pieces.map { "C\($0.first.text) \($0.second.text) \($0.end.text)" }.joined()
    }
}

extension PlanePoint {
    /// The coordinates in the format of SVG paths.
    fileprivate var text: String { "\(Decimal.hundredths(x)) \(Decimal.hundredths(y))" }
}
