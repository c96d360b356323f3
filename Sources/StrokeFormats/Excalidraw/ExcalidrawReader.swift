internal import Strokes
internal import TextSupport

/// Reads drawings of Excalidraw, from files and from the clipboard.
///
/// Lines and hand-drawn strokes are ink. Ellipses and arrows are shapes with their texts; arrows
/// name the ellipses that they are bound to.
enum ExcalidrawReader {
    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        var cursor = JSONCursor(text, from: text.byteOrderMarkLength, acceptsNonFinite: true)
        var elements: [ExcalidrawElement]?
        try cursor.object("a drawing of Excalidraw") { (cursor, key, _) throws(TextProblem) in
            guard key == "elements" else { return try cursor.skipValue() }
            elements = try cursor.list { cursor throws(TextProblem) in try ExcalidrawElement(&cursor, budget) }
        }
        try cursor.finish("the end of the drawing")
        guard let elements else { throw TextProblem(offset: 0, message: "expected 'elements' in the drawing") }
        return try drawing(elements.filter { !$0.isDeleted && $0.opacity != 0 }, budget)
    }

    private static func drawing(
        _ elements: [ExcalidrawElement], _ budget: ReadingBudget
    ) throws(TextProblem) -> InkReadResult {
        var builder = DrawingBuilder(budget: budget)
        // The elements that have texts.
        let containers = Set(elements.filter { $0.type == "ellipse" || $0.type == "arrow" }.compactMap(\.id))
        var texts: [String: String] = [:]
        for element in elements where element.type == "text" {
            guard let container = element.container, containers.contains(container) else { continue }
            texts[container] = element.originalText ?? element.text
        }
        let circles = Set(elements.filter { $0.type == "ellipse" }.compactMap(\.id))
        for element in elements {
            let text = element.id.flatMap { texts[$0] }
            switch element.type {
            case "freedraw":
                let hasPressures = !element.simulatesPressure && element.pressures.count == element.points.count
                let parts = StrokeParts(
                    points: element.placedPoints, pressures: hasPressures ? element.pressures : [])
                try builder.add([parts], offset: element.offset)
            case "line": try builder.add([StrokeParts(points: course(of: element, builder))], offset: element.offset)
            case "ellipse":
                let ellipse = Ellipse(
                    center: element.center, width: element.width, height: element.height, angle: element.angle)
                try builder.addCircle(ellipse, id: element.id, text: text, offset: element.offset)
            case "arrow":
                let arrow = Arrow(
                    points: try course(of: element, builder),
                    from: element.start.flatMap { circles.contains($0) ? $0 : nil },
                    to: element.end.flatMap { circles.contains($0) ? $0 : nil },
                    hasTail: isHead(element.startHead), hasTip: isHead(element.endHead), text: text)
                try builder.addArrow(arrow, offset: element.offset)
            case "text":
                if element.container.map(containers.contains) ?? false { continue }
                try builder.addText(
                    element.originalText ?? element.text, at: element.center, offset: element.offset)
            case let type: builder.omitShape(type)
            }
        }
        return builder.result
    }

    /// Returns the points of a line, which may be a curve.
    private static func course(
        of line: ExcalidrawElement, _ builder: DrawingBuilder
    ) throws(TextProblem) -> [Point] {
        guard line.isRound, !line.isElbowed else { return line.placedPoints }
        return try builder.curve(through: line.placedPoints, tension: 1, offset: line.offset)
    }

    /// Returns whether the mark at an end of a line points somewhere; dots and bars don't.
    private static func isHead(_ mark: String?) -> Bool {
        mark.map { $0.hasPrefix("arrow") || $0.hasPrefix("triangle") } ?? false
    }
}
