import Strokes

/// An SVG of strokes that were recognized wrongly, with their kinds and the wrong answers.
enum MistakePicture {
    /// The maximum number of strokes, for each kind of mistake and in all.
    private static let (maximumOfKind, maximum) = (8, 100)

    static func svg(of judged: [Judged]) -> String {
        var shown: [Judged] = []
        var counts: [String: Int] = [:]
        // The mistakes with the highest confidence first.
        let wrong = judged.enumerated().filter { !$0.element.isRight }
            .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
        for (_, one) in wrong {
            let kind = "\(one.sample.name) \(one.answer)"
            guard counts[kind, default: 0] < maximumOfKind, shown.count < maximum else { continue }
            counts[kind, default: 0] += 1
            shown.append(one)
        }
        let columns = 8
        let cell = 112.0
        let height = 132.0
        let rows = max(1, (shown.count + columns - 1) / columns)
        var text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(columns * Int(cell)) \(rows * Int(height))\" "
        text += "font-family=\"sans-serif\" font-size=\"9\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        for (index, one) in shown.enumerated() {
            let left = Double(index % columns) * cell + 6
            let top = Double(index / columns) * height + 6
            text += drawing(one.sample.strokes, left, top)
            let probability = Int((one.confidence * 100).rounded())
            text += "<text x=\"\(Int(left))\" y=\"\(Int(top) + 110)\">\(one.sample.name)</text>"
            text += "<text x=\"\(Int(left))\" y=\"\(Int(top) + 120)\" fill=\"#b00\">"
            text += "\(Report.kinds[one.answer]) \(probability) %</text>\n"
        }
        return text + "</svg>\n"
    }

    private static func drawing(_ strokes: [[Point]], _ left: Double, _ top: Double) -> String {
        let points = strokes.flatMap { $0 }
        guard let box = points.span.boundingBox, box.side > 0, let first = points.first else { return "" }
        let scale = 96 / box.side
        func coordinates(_ point: Point) -> (Double, Double) {
            (
                ((left + (point.x - box.minimum.x) * scale) * 10).rounded() / 10,
                ((top + (point.y - box.minimum.y) * scale) * 10).rounded() / 10
            )
        }
        var text = ""
        for stroke in strokes {
            let list = stroke.map { point in
                let (x, y) = coordinates(point)
                return "\(x),\(y)"
            }
            text +=
                "<polyline fill=\"none\" stroke=\"#000\" stroke-width=\"1.2\" points=\"\(list.joined(separator: " "))\"/>"
        }
        let (x, y) = coordinates(first)
        return text + "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"2.5\" fill=\"#080\"/>"
    }
}
