internal import PortableMath
internal import Strokes
internal import TextSupport
internal import XMLSupport

/// Reads SVG: lines as ink, circles and arrows as shapes, and texts.
final class SVGReader: XMLInkReader {
    /// An open element.
    private struct Element {
        var name: String
        var style: SVGStyle
        var transform: PlaneTransform
        /// The size of which percentages are parts, if it is known.
        var size: (width: Double, height: Double)?
        /// Whether the element and its content are drawn.
        var isDrawn: Bool
    }

    private var elements: [Element] = []
    private var items: [SVGItem] = []
    private var texts: [SVGText] = []
    private var openText: SVGText?
    /// The label of a program that writes HTML into SVG, and a plain text only for others.
    private var label: SVGLabel?
    /// The number of open choices between a label and a plain text.
    private var switchCount = 0
    private var sheet = SVGStyleSheet()
    /// The content of the open style sheet.
    private var openSheet: String?
    private var builder: DrawingBuilder
    let budget: ReadingBudget

    private init(budget: ReadingBudget) {
        self.budget = budget
        builder = DrawingBuilder(budget: budget)
    }

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        let reader = SVGReader(budget: budget)
        try reader.read(xml: text)
        return try reader.result()
    }

    var heldByteCount: Int { (openText?.content.utf8.count ?? 0) + (openSheet?.utf8.count ?? 0) }

    // MARK: Elements

    /// Elements whose contents aren't drawn where they are.
    private static let hidden: Set<String> = [
        "defs", "symbol", "marker", "clipPath", "mask", "pattern", "title", "desc", "metadata", "style", "script",
        "namedview", "linearGradient", "radialGradient", "filter",
    ]

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if elements.isEmpty, name != "svg" { throw TextProblem(message: "expected <svg>, found <\(name)>") }
        var element =
            elements.last
            ?? Element(name: name, style: SVGStyle(), transform: .identity, isDrawn: true)
        let isOutermost = elements.isEmpty
        element.name = name
        try budget.check(holding: elements.count * MemoryLayout<Element>.stride, offset: attributes.offset)
        let rules = sheet.declarations(for: name, id: attributes["id"], classes: attributes["class"])
        if Self.hidden.contains(name) || !element.style.apply(attributes, rules) { element.isDrawn = false }
        if name == "style" {
            openSheet = ""
            if !items.isEmpty || !texts.isEmpty {
                builder.note("a style sheet isn't applied to the shapes before it; move it to the file's start")
            }
        }
        defer { elements.append(element) }
        guard element.isDrawn else { return }
        if let transform = attributes["transform"] {
            element.transform = element.transform.after(.init(svg: transform))
        }
        func length(_ name: String) -> Double { self.length(attributes[name], along: name, of: element.size) }
        if name == "svg" {
            if !isOutermost { element.transform = element.transform.after(.move(x: length("x"), y: length("y"))) }
            let box = SVGScanner.numbers(attributes["viewBox"] ?? "")
            let (width, height) =
                box.count == 4
                ? (box[2], box[3])
                : (SVGScanner.length(attributes["width"]) ?? 0, SVGScanner.length(attributes["height"]) ?? 0)
            if width > 0, height > 0 { element.size = (width, height) }
        }
        if name == "switch" { switchCount += 1 }
        if label?.isOpen ?? false { label?.begin(attributes) }
        guard element.style.isVisible else { return }
        let (style, transform) = (element.style, element.transform)
        switch name {
        case "path":
            let offset = attributes.offset
            let path = try SVGPath(attributes["d"] ?? "") { (bytes) throws(TextProblem) in
                try budget.check(holding: bytes, offset: offset)
            }
            try add(path.parts, style, transform, offset: offset)
        case "line":
            let points = [
                Point(x: length("x1"), y: length("y1")), Point(x: length("x2"), y: length("y2")),
            ]
            try add([SVGPath.Part(points: points)], style, transform, offset: attributes.offset)
        case "polyline", "polygon":
            let numbers = SVGScanner.numbers(attributes["points"] ?? "")
            var points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
            // Some programs write a line as a polygon of two points.
            let isClosed = name == "polygon" && points.count > 2
            if isClosed, let first = points.first, first != points.last { points.append(first) }
            try add([SVGPath.Part(points: points, isClosed: isClosed)], style, transform, offset: attributes.offset)
        case "circle", "ellipse":
            guard style.isFilled || style.isStroked else { return }
            let width = 2 * length(name == "circle" ? "r" : "rx"), height = 2 * length(name == "circle" ? "r" : "ry")
            guard width > 0, height > 0 else { return }
            let center = Point(x: length("cx"), y: length("cy"))
            try budget.reserveElement(offset: attributes.offset)
            items.append(
                .circle(
                    transform.apply(Ellipse(center: center, width: width, height: height)), offset: attributes.offset))
        case "rect":
            // Without an outline it is a background.
            guard style.isStroked else { return }
            let (x, y, width, height) = (length("x"), length("y"), length("width"), length("height"))
            guard width > 0, height > 0 else { return }
            let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
            let part = SVGPath.Part(points: corners.map { Point(x: $0.0, y: $0.1) }, isClosed: true)
            try add([part], style, transform, offset: attributes.offset)
        case "text":
            openText = SVGText(style, transform, at: position(attributes, element.size), offset: attributes.offset)
        case "tspan": openText?.begin(style, at: position(attributes, element.size))
        case "foreignObject": label = SVGLabel(transform, attributes)
        case "use": builder.omit("copy of another part (<use>)", "copies of other parts (<use>)")
        case "image" where label == nil: builder.omit("image")
        default: break
        }
    }

    func end(at offset: Int) throws(TextProblem) {
        guard let element = elements.popLast() else { return }
        switch element.name {
        case "style":
            sheet.add(openSheet ?? "")
            openSheet = nil
        case "text":
            guard let text = openText else { break }
            openText = nil
            try budget.reserve(128 + text.content.utf8.count, offset: offset)
            // Of a label that is written twice, the HTML tells better where it is.
            if label?.isPlaced ?? false { break }
            label = nil
            texts.append(text)
        case "foreignObject":
            label?.isOpen = false
            if switchCount == 0 { try endLabel() }
        case "switch" where element.isDrawn:
            switchCount -= 1
            try endLabel()
        default: break
        }
    }

    private func endLabel() throws(TextProblem) {
        guard let label else { return }
        self.label = nil
        guard !label.words.isEmpty else { return }
        guard label.isPlaced else { return builder.omit("label without a position", "labels without a position") }
        try builder.addText(label.words, at: label.middle, offset: label.offset)
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        openSheet?.append(String(decoding: bytes, as: UTF8.self))
        guard elements.last?.isDrawn ?? false else { return }
        if label?.isOpen ?? false { label?.append(bytes) } else { openText?.append(bytes) }
    }

    private func position(_ attributes: XMLAttributes, _ size: (width: Double, height: Double)?) -> Point? {
        func coordinate(_ name: String) -> Double? {
            guard let text = attributes[name], let first = SVGScanner.numbers(text).first else { return nil }
            return text.hasSuffix("%") ? length(text, along: name, of: size) : first
        }
        return coordinate("x").map { Point(x: $0, y: coordinate("y") ?? 0) }
    }

    /// Returns a length in pixels; 0 if it isn't known.
    private func length(
        _ text: String?, along name: String, of size: (width: Double, height: Double)?
    ) -> Double {
        let whole = size.map { size in
            switch name {
            case "y", "y1", "y2", "cy", "ry", "height": size.height
            case "r": ((size.width * size.width + size.height * size.height) / 2).squareRoot()
            default: size.width
            }
        }
        let length = SVGScanner.length(text, whole: whole)
        if length == nil, whole == nil, text?.hasSuffix("%") ?? false {
            builder.note("percentages aren't applied; give <svg> a width and a height, or a viewBox")
        }
        return length ?? 0
    }

    // MARK: Lines

    /// The maximum number of corners of a head.
    private static let maximumCornerCount = 5

    /// Adds the parts of a line or of an area.
    private func add(
        _ parts: [SVGPath.Part], _ style: SVGStyle, _ transform: PlaneTransform, offset: Int
    ) throws(TextProblem) {
        let placed = parts.filter { $0.points.count > 1 }.map { part in
            var part = part
            part.points = part.points.map(transform.apply)
            return part
        }
        guard !placed.isEmpty, style.isFilled || style.isStroked else { return }
        try budget.reserve(placed.reduce(96) { $0 + 64 + $1.points.count * 16 }, offset: offset)
        if style.isFilled, placed.count == 1, placed[0].isClosed, placed[0].isStraight,
            3...Self.maximumCornerCount ~= placed[0].points.count - 1
        {
            items.append(.figure(SVGFigure(corners: placed[0].points, isStroked: style.isStroked, offset: offset)))
        } else if style.isStroked {
            items.append(.line(SVGLine(parts: placed, heads: style.heads, offset: offset)))
        } else if placed.contains(where: { $0.points.count > 2 }) {
            builder.omit("filled area without an outline", "filled areas without outlines")
        }
    }

    private func result() throws(TextProblem) -> InkReadResult {
        for item in SVGItem.joiningHeads(items) {
            switch item {
            case .circle(let ellipse, let offset): try builder.addCircle(ellipse, id: nil, text: nil, offset: offset)
            case .line(let line) where line.parts.count == 1 && (line.heads.start || line.heads.end):
                let arrow = Arrow(points: line.parts[0].points, hasTail: line.heads.start, hasTip: line.heads.end)
                try builder.addArrow(arrow, offset: line.offset)
            case .line(let line):
                try builder.add(line.parts.map { StrokeParts(points: $0.points) }, offset: line.offset)
            case .figure(let figure) where figure.isStroked:
                try builder.add([StrokeParts(points: figure.corners)], offset: figure.offset)
            case .figure(let figure) where figure.isRectangle: continue
            case .figure: builder.omit("filled area without an outline", "filled areas without outlines")
            }
        }
        if sheet.omittedCount > 0 {
            let rules = sheet.omittedCount == 1 ? "1 rule" : "\(sheet.omittedCount) rules"
            builder.note("can't apply \(rules) of style sheets; only element, class and id selectors are supported")
        }
        for text in texts { try builder.addText(text.words, at: text.middle, offset: text.offset) }
        return builder.result
    }
}
