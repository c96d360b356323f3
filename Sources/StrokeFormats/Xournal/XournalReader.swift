internal import Strokes
internal import TextSupport
internal import XMLSupport

/// Reads notebooks of Xournal++ and Xournal: the strokes of pens, and texts. Pages are one below
/// the other, as the programs show them.
final class XournalReader: XMLInkReader {
    private var depth = 0
    private var pageCount = 0
    /// The heights of the pages so far, and of the open one.
    private var pageTop = 0.0, pageHeight = 0.0
    /// The offset of the open stroke.
    private var openStroke: Int?
    private var openText: (corner: Point, size: Double, offset: Int)?
    /// The content of the open stroke or text.
    private var bytes: [UInt8] = []
    private var builder: DrawingBuilder
    let budget: ReadingBudget

    private init(budget: ReadingBudget) {
        self.budget = budget
        builder = DrawingBuilder(budget: budget)
    }

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        let reader = XournalReader(budget: budget)
        try reader.read(xml: text)
        if reader.pageCount > 1 {
            reader.builder.note("\(reader.pageCount) pages are read as one drawing, one below the other")
        }
        return reader.builder.result
    }

    var heldByteCount: Int { bytes.count }

    // MARK: Elements

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if depth == 0, name != "xournal" { throw TextProblem(message: "expected <xournal>, found <\(name)>") }
        depth += 1
        switch name {
        case "page":
            pageCount += 1
            pageTop += pageHeight
            pageHeight = try number(attributes, "height", of: name)
        case "stroke": try startStroke(attributes)
        case "text":
            let corner = Point(x: try number(attributes, "x", of: name), y: try number(attributes, "y", of: name))
            openText = (corner, try number(attributes, "size", of: name), attributes.offset)
            bytes.removeAll()
        case "image": builder.omit("image")
        case "teximage": builder.omit("formula")
        default: break
        }
    }

    private func startStroke(_ attributes: XMLAttributes) throws(TextProblem) {
        switch attributes["tool"] ?? "pen" {
        case "pen":
            openStroke = attributes.offset
            bytes.removeAll()
        case "highlighter": builder.omit("stroke of the highlighter", "strokes of the highlighter")
        case "eraser": builder.omit("stroke of the white eraser", "strokes of the white eraser")
        default: builder.omit("stroke of an unsupported tool", "strokes of unsupported tools")
        }
    }

    func end(at offset: Int) throws(TextProblem) {
        depth -= 1
        if let start = openStroke {
            openStroke = nil
            try builder.add([try points(start)], offset: start)
        } else if let (corner, size, start) = openText {
            openText = nil
            let content = String(decoding: bytes, as: UTF8.self)
            let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
            let width = 0.55 * size * Double(lines.map(\.count).max() ?? 0)
            let middle = Point(
                x: corner.x + width / 2, y: pageTop + corner.y + 0.6 * size * Double(max(1, lines.count)))
            try builder.addText(content, at: middle, offset: start)
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if openStroke != nil || openText != nil { self.bytes.append(contentsOf: bytes) }
    }

    // MARK: Numbers

    private func number(_ attributes: XMLAttributes, _ name: String, of element: String) throws(TextProblem) -> Double {
        guard let value = attributes[name] else {
            throw TextProblem(message: "expected the attribute '\(name)' of <\(element)>")
        }
        guard let number = Double(value), number.isFinite else {
            throw TextProblem(message: "expected a number for '\(name)' of <\(element)>, found '\(value.prefix(40))'")
        }
        return number
    }

    /// Returns the points of a stroke, whose text has their coordinates.
    private func points(_ offset: Int) throws(TextProblem) -> StrokeParts {
        var parts = StrokeParts()
        var first: Double?
        for word in bytes.split(whereSeparator: { $0 <= 0x20 }) {
            let text = String(decoding: word, as: UTF8.self)
            guard let number = Double(text) else {
                throw TextProblem(
                    offset: offset, message: "expected coordinates in <stroke>, found '\(text.prefix(40))'")
            }
            if let x = first {
                parts.points.append(Point(x: x, y: pageTop + number))
                first = nil
                try budget.check(holding: bytes.count + parts.points.count * 16, offset: offset)
            } else {
                first = number
            }
        }
        guard first == nil else {
            throw TextProblem(offset: offset, message: "expected pairs of coordinates in <stroke>")
        }
        return parts
    }
}
