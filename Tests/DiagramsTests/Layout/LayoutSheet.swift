import Automata
import Diagrams
import Drawing

/// A sheet of automata, each as `Diagram` and as Graphviz's `dot` lay it out, side by side in the
/// same scale.
enum LayoutSheet {
    /// The places of the shown automata in the corpus.
    static let shown = [
        2, 5, 8, 9, 10, 11, 14, 16, 19, 21, 23, 26, 250, 252, 254, 256, 260, 262, 264, 268, 271, 277, 283, 289,
    ]

    private static let pairs = 3
    private static let cell = (width: 300.0, height: 220.0)

    static func svg(of diagrams: [Diagram], and pictures: [DotLayout.Picture]) -> String {
        let (width, height) = (Double(2 * pairs) * cell.width, Double((shown.count + pairs - 1) / pairs) * cell.height)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" width="\(number(width))" \
            height="\(number(height))" font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle">
            <title>Layouts of 24 automata</title>
            <desc>Each automaton twice: on white as Automata lays it out, on gray as Graphviz's dot does, in the same scale.</desc>
            <rect width="\(number(width))" height="\(number(height))" fill="#fff"/>

            """
        for (index, place) in shown.enumerated() {
            let (ours, theirs) = (diagrams[place], pictures[place])
            let x = Double(2 * (index % pairs)) * cell.width
            let y = Double(index / pairs) * cell.height
            let (left, right) = (box(of: ours), box(of: theirs))
            let scale = scale(left, right)
            text += "<rect x=\"\(number(x + cell.width))\" y=\"\(number(y))\" width=\"\(number(cell.width))\" "
            text += "height=\"\(number(cell.height))\" fill=\"#eee\"/>\n"
            text += group(drawing(of: ours), left, at: x, y, scale)
            text += group(drawing(of: theirs), right, at: x + cell.width, y, scale)
        }
        return text + "</svg>\n"
    }

    /// Our drawing of an automaton, without its place on the sheet.
    static func drawing(of diagram: Diagram) -> String {
        let drawing = DrawnDiagram(diagram, highlighting: Diagram.Highlight())
        let labels = drawing.arrows.compactMap { arrow in
            arrow.label.map { ($0.lines.map(\.text).joined(separator: " "), $0.middle) }
        }
        return content(
            drawing.circles.map { ($0.center, $0.ring != nil) }, diagram.transitions.map { diagram.curve(of: $0) },
            labels)
    }

    private static func drawing(of picture: DotLayout.Picture) -> String {
        content(picture.circles, picture.curves, picture.labels.map { ($0.text, $0.middle) })
    }

    private static func content(
        _ circles: [(center: Diagram.Point, isFinal: Bool)], _ curves: [Curve],
        _ labels: [(text: String, middle: Diagram.Point)]
    ) -> String {
        var (path, heads, rings) = ("", "", "")
        for curve in curves {
            path += "M\(place(curve.tail))"
            for piece in curve.pieces { path += "C\(place(piece.first)) \(place(piece.second)) \(place(piece.end))" }
            let base = curve.shortened(by: 9).tip
            let (x, y) = ((curve.tip.y - base.y) * 0.4, (base.x - curve.tip.x) * 0.4)
            let corners = [(x, y), (-x, -y)].map { Diagram.Point(x: base.x + $0.0, y: base.y + $0.1) }
            heads += "M\(place(curve.tip))L\(place(corners[0])) \(place(corners[1]))Z"
        }
        for circle in circles {
            rings += "<circle cx=\"\(number(circle.center.x))\" cy=\"\(number(circle.center.y))\" r=\"24\"/>\n"
            if circle.isFinal {
                rings += "<circle cx=\"\(number(circle.center.x))\" cy=\"\(number(circle.center.y))\" r=\"20\"/>\n"
            }
        }
        var text = "<g fill=\"none\" stroke=\"#111\" stroke-width=\"1.2\">\n<path d=\"\(path)\"/>\n\(rings)</g>\n"
        text += "<path d=\"\(heads)\"/>\n"
        for label in labels {
            let escaped = label.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            text += "<text x=\"\(number(label.middle.x))\" y=\"\(number(label.middle.y + 5))\">\(escaped)</text>\n"
        }
        return text
    }

    private static func box(of diagram: Diagram) -> Box {
        DrawnDiagram(diagram, highlighting: Diagram.Highlight()).bounds
    }

    private static func box(of picture: DotLayout.Picture) -> Box {
        var box = picture.curves.map(\.bounds).reduce(Box(picture.curves[0].tail)) { $0.union($1) }
        for circle in picture.circles { box = box.union(Box(around: circle.center, width: 48, height: 48)) }
        for label in picture.labels {
            box = box.union(Box(around: label.middle, width: 14 * Label.width(of: label.text), height: 14))
        }
        return box
    }

    private static func scale(_ left: Box, _ right: Box) -> Double {
        min(
            1, (cell.width - 16) / max(left.width, right.width), (cell.height - 16) / max(left.height, right.height))
    }

    private static func group(_ content: String, _ box: Box, at x: Double, _ y: Double, _ scale: Double) -> String {
        let (dx, dy) = (
            x + cell.width / 2 - scale * (box.low.x + box.high.x) / 2,
            y + cell.height / 2 - scale * (box.low.y + box.high.y) / 2
        )
        let factor = Double(Int(scale * 1000)) / 1000
        return "<g transform=\"translate(\(number(dx)) \(number(dy)))scale(\(factor))\">\n\(content)</g>\n"
    }

    private static func number(_ value: Double) -> String { String(Int(value.rounded())) }
    private static func place(_ point: Diagram.Point) -> String { "\(number(point.x)) \(number(point.y))" }
}
