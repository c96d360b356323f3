import Diagrams
import Drawing
import Foundation
import Sketches
import Strokes

/// A sheet of drawings that were misunderstood: each as it was drawn, and beside it as it was
/// read.
enum MisreadSheet {
    private static let pairs = 3
    private static let cell = (width: 320.0, height: 240.0)

    /// A Boolean value that indicates whether the sheet is to be drawn anew.
    static let isWanted = ProcessInfo.processInfo.environment["AUTOMATA_REDRAW"] != nil

    /// Writes the sheet to its place in the documentation.
    static func write(_ drawings: [(drawn: [Drawn], read: Diagram)]) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/Sketches/Sketches.docc/misread.svg")
        try Data(svg(of: drawings).utf8).write(to: file)
    }

    /// Draws pairs of the ink and of what it was taken for.
    static func svg(of drawings: [(drawn: [Drawn], read: Diagram)]) -> String {
        let rows = (drawings.count + pairs - 1) / pairs
        let (width, height) = (Double(2 * pairs) * cell.width, Double(rows) * cell.height)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
            font-family="Helvetica, Arial, sans-serif">
            <title>Drawings that are misunderstood</title>
            <desc>On white what synthetic hands drew, on gray beside it what it was taken for.</desc>
            <rect width="\(number(width))" height="\(number(height))" fill="#fff"/>

            """
        for (index, drawing) in drawings.enumerated() {
            let (x, y) = (Double(2 * (index % pairs)) * cell.width, Double(index / pairs) * cell.height)
            let strokes = drawing.drawn.flatMap { $0.events.flatMap(\.self) }
            let read = DrawnDiagram(drawing.read, highlighting: Diagram.Highlight())
            var box = read.bounds
            for point in strokes.flatMap(\.points) { box = box.union(Box(Diagram.Point(x: point.x, y: point.y))) }
            var writer = SVGWriter()
            writer.write(read)
            text += "<rect x=\"\(number(x + cell.width))\" y=\"\(number(y))\" width=\"\(number(cell.width))\" "
            text += "height=\"\(number(cell.height))\" fill=\"#eee\"/>\n"
            let ink = "<path d=\"\(path(strokes))\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\"/>\n"
            text += group(ink, box, x, y)
            text += group(writer.text, box, x + cell.width, y)
        }
        return text + "</svg>\n"
    }

    private static func path(_ strokes: [Stroke]) -> String {
        strokes.map { stroke in
            // A point each three pixels is enough to see.
            var points: [Point] = []
            for point in stroke.points where points.last.map({ $0.distance(to: point) > 3 }) ?? true {
                points.append(point)
            }
            points += stroke.points.suffix(1)
            return "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: " ")
        }.joined()
    }

    /// Moves a drawing to its cell and scales it to fit.
    private static func group(_ content: String, _ box: Box, _ x: Double, _ y: Double) -> String {
        let scale = min(1, (cell.width - 16) / box.width, (cell.height - 16) / box.height)
        let (dx, dy) = (
            x + cell.width / 2 - scale * (box.low.x + box.high.x) / 2,
            y + cell.height / 2 - scale * (box.low.y + box.high.y) / 2
        )
        let factor = Double(Int(scale * 1000)) / 1000
        return "<g transform=\"translate(\(number(dx)) \(number(dy)))scale(\(factor))\">\n\(content)</g>\n"
    }

    private static func number(_ value: Double) -> String { String(Int(value.rounded())) }
}
