import Foundation
import StrokeSynthesis
import Strokes
import Testing

/// The picture in the documentation of synthetic strokes is what is drawn today.
///
/// Where it isn't, because the generator draws something else, draw it anew:
/// `AUTOMATA_REDRAW=1 swift test --filter SyntheticPictureTests`
@Suite struct SyntheticPictureTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Tests/StrokeSynthesis/StrokeSynthesis.docc/Resources/synthetic-strokes.svg")

    @Test func theDocumentationShowsWhatIsDrawn() throws {
        let picture = Self.picture()
        if ProcessInfo.processInfo.environment["AUTOMATA_REDRAW"] != nil {
            try Data(picture.utf8).write(to: Self.file)
        }
        let isSame = try Data(contentsOf: Self.file) == Data(picture.utf8)
        #expect(isSame, "AUTOMATA_REDRAW=1 swift test --filter SyntheticPictureTests draws it anew")
    }

    private static let columns = 14
    private static let rows = 2
    private static let cell = 64
    /// Half a cell's drawing, in units of which a pixel has five.
    private static let reach = 120.0

    private static func picture() -> String {
        let kinds: [ElementKind] = [.state, .transition, .cycle, .unknown]
        let rowHeight = rows * cell + 10
        let (width, height) = (80 + columns * cell, kinds.count * rowHeight + 6)
        var generator = StrokeGenerator(seed: 2)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="sans-serif" font-size="12" fill="none" stroke="#234" stroke-width="1.3" \
            stroke-linejoin="round" stroke-linecap="round">
            <title>Synthetic strokes</title>
            <desc>Two rows of strokes for each kind: states, transitions, self-loops, and what is none of them. A dot shows \
            where each drawing begins.</desc>
            <rect width="\(width)" height="\(height)" fill="#fff" stroke="none"/>

            """
        for (row, kind) in kinds.enumerated() {
            let top = 8 + row * rowHeight
            text += "<text x=\"8\" y=\"\(top + cell + 4)\" fill=\"#234\" stroke=\"none\">\(kind)</text>\n"
            for index in 0..<rows * columns {
                let (x, y) = (112 + index % columns * cell, top + cell / 2 + index / columns * cell)
                text += "<g transform=\"translate(\(x) \(y))scale(.2)\">"
                text += drawing(of: generator.element(of: kind).strokes) + "</g>\n"
            }
        }
        return text + "</svg>\n"
    }

    /// Strokes in the middle of a cell, as large as it, and a dot where the first one begins.
    private static func drawing(of strokes: [Stroke]) -> String {
        let all = strokes.flatMap(\.points)
        guard let box = all.span.boundingBox else { return "" }
        let scale = box.side > 0 ? 2 * reach / box.side : 1
        func place(_ point: Point) -> (x: Int, y: Int) {
            (
                Int(((point.x - box.center.x) * scale).rounded()), Int(((point.y - box.center.y) * scale).rounded())
            )
        }
        var path = ""
        for stroke in strokes {
            // What a pixel hides is left out.
            let points = stroke.points.span.simplified(tolerance: 1 / scale).map(place)
            guard var last = points.first else { continue }
            path += "M\(last.x) \(last.y)l"
            var steps: [String] = []
            for point in points.dropFirst() {
                steps.append("\(point.x - last.x) \(point.y - last.y)")
                last = point
            }
            // A dot is a line, too.
            path += steps.isEmpty ? "0 0" : steps.joined(separator: " ")
        }
        let first = place(all[0])
        return "<path stroke-width=\"6\" d=\"\(path)\"/><circle cx=\"\(first.x)\" cy=\"\(first.y)\" r=\"11\" "
            + "fill=\"#c40\" stroke=\"none\"/>"
    }
}
