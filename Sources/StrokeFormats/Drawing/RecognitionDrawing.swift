internal import Strokes
internal import TextSupport

/// SVG pictures of ink with the figures that were fitted to it.
///
/// Ink is thin and dark. Circles, arrows and loops are drawn over the ink in the color of their
/// kind, with the name and probability of the kind. The labels of nested figures, such as the rings
/// of a final state, are side by side. Unknown ink has a dashed box.
public struct RecognitionDrawing: Sendable {
    /// A layout of elements in a drawing.
    public enum Layout: Sendable, Hashable {
        /// All elements at their own positions, as parts of one drawing.
        case page
        /// Each element in a cell of a square grid, for unrelated strokes.
        case grid
    }

    private var output = TextOutput()
    private var labels = DrawingLabels(pictureWidth: 0, pictureHeight: 0)

    /// Returns the picture of elements, a whole SVG file.
    ///
    /// - Complexity: O(*n*) for *n* points.
    public static func svg(_ elements: [RecognizedInk], layout: Layout = .page) -> [UInt8] {
        var drawing = RecognitionDrawing()
        switch layout {
        case .page: drawing.writePage(elements)
        case .grid: drawing.writeGrid(elements)
        }
        return drawing.output.bytes
    }

    private init() {}

    // MARK: Layout

    private static let gridCell = 120.0

    private mutating func writePage(_ elements: [RecognizedInk]) {
        var frame = DrawingFrame()
        for element in elements {
            for stroke in element.ink.strokes { for point in stroke.points { frame.add(point) } }
            for point in Self.extent(of: element.recognition.best.geometry) { frame.add(point) }
        }
        // The longer side of the picture is 800.
        var plane = DrawingPlane(
            frame.box ?? BoundingBox(minimum: .zero, maximum: Point(x: 1, y: 1)), side: 760)
        plane.offset = Point(x: 20, y: 30)
        begin(width: plane.width + 40, height: plane.height + 50)
        for element in elements { write(element, on: plane) }
        output.append("</svg>\n")
    }

    private mutating func writeGrid(_ elements: [RecognizedInk]) {
        var columns = 1
        while columns * columns < elements.count { columns += 1 }
        let rows = (elements.count + columns - 1) / columns
        begin(width: Double(columns) * Self.gridCell, height: Double(max(rows, 1)) * Self.gridCell)
        for (index, element) in elements.enumerated() {
            var frame = DrawingFrame()
            for stroke in element.ink.strokes { for point in stroke.points { frame.add(point) } }
            var plane = DrawingPlane(
                frame.box ?? BoundingBox(minimum: .zero, maximum: .zero), side: Self.gridCell - 40)
            plane.offset = Point(
                x: Double(index % columns) * Self.gridCell + (Self.gridCell - plane.width) / 2,
                y: Double(index / columns) * Self.gridCell + (Self.gridCell - plane.height) / 2 + 5)
            write(element, on: plane)
        }
        output.append("</svg>\n")
    }

    /// Returns the extreme points of a figure.
    private static func extent(of geometry: ElementGeometry) -> [Point] {
        switch geometry {
        case .state(let circle):
            let (center, radius) = (circle.center, circle.radius)
            return [
                Point(x: center.x - radius, y: center.y - radius), Point(x: center.x + radius, y: center.y + radius),
            ]
        case .transition(let arrow): return [arrow.tail, arrow.tip, arrow.flex]
        case .cycle(let loop): return [loop.tail, loop.tip, loop.apex]
        case .unknown: return []
        }
    }

    private mutating func begin(width: Double, height: Double) {
        labels = DrawingLabels(pictureWidth: width, pictureHeight: height)
        output.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        append(width)
        output.append("\" height=\"")
        append(height)
        output.append("\" viewBox=\"0 0 ")
        append(width)
        output.append(" ")
        append(height)
        output.append("\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" font-family=\"sans-serif\" ")
        output.append("font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
    }

    // MARK: Elements

    private mutating func write(_ element: RecognizedInk, on plane: DrawingPlane) {
        func placed(_ point: Point) -> Point { plane.placed(point) }
        let best = element.recognition.best
        output.append("<g>\n")
        var frame = DrawingFrame()
        for stroke in element.ink.strokes where !stroke.points.isEmpty {
            output.append("<polyline stroke=\"#333\" stroke-width=\"1.2\" points=\"")
            for (index, point) in stroke.points.enumerated() {
                if index > 0 { output.append(" ") }
                let point = placed(point)
                frame.add(point)
                append(point.x)
                output.append(",")
                append(point.y)
            }
            // A single point shows as a dot.
            if stroke.points.count == 1, let point = stroke.points.first.map(placed) {
                output.append(" ")
                append(point.x)
                output.append(",")
                append(point.y)
            }
            output.append("\"/>\n")
        }
        let color = Self.color(best.kind)
        switch best.geometry {
        case .state(let circle):
            output.append("<circle stroke-width=\"3\" stroke-opacity=\"0.6\" stroke=\"")
            output.append(color)
            attribute("\" cx=\"", placed(circle.center).x)
            attribute("\" cy=\"", placed(circle.center).y)
            attribute("\" r=\"", plane.length(circle.radius))
            output.append("\"/>\n")
        case .transition(let arrow):
            let (tail, tip, flex) = (placed(arrow.tail), placed(arrow.tip), placed(arrow.flex))
            // The middle of the curve is the flex point.
            let control = Point(x: 2 * flex.x - (tail.x + tip.x) / 2, y: 2 * flex.y - (tail.y + tip.y) / 2)
            beginPath(color)
            move(to: tail)
            output.append(" Q")
            coordinates(control)
            coordinates(tip)
            if arrow.head != .none { head(at: tip, from: control) }
            output.append("\"/>\n")
        case .cycle(let loop): write(loop, color: color, placed)
        case .unknown:
            if let box = frame.box {
                attribute("<rect stroke-dasharray=\"4 4\" stroke=\"#999\" x=\"", box.minimum.x - 3)
                attribute("\" y=\"", box.minimum.y - 3)
                attribute("\" width=\"", box.width + 6)
                attribute("\" height=\"", box.height + 6)
                output.append("\"/>\n")
            }
        }
        if let box = frame.box {
            let percent = (element.recognition.probability(of: best.kind) * 100).rounded()
            let position = labels.place("\(best.kind) 100 %".utf8.count, beside: box)
            attribute("<text x=\"", position.x)
            attribute("\" y=\"", position.y)
            output.append("\" fill=\"")
            output.append(color)
            output.append("\">")
            output.append(string: "\(best.kind) ")
            output.append(number: percent)
            output.append("\u{2009}%</text>\n")
        }
        output.append("</g>\n")
    }

    /// Writes a loop between the base points through the apex.
    private mutating func write(_ loop: CycleGeometry, color: StaticString, _ placed: (Point) -> Point) {
        let (tail, tip, apex) = (placed(loop.tail), placed(loop.tip), placed(loop.apex))
        let base = tail.interpolated(to: tip, at: 0.5)
        let height = Point(x: apex.x - base.x, y: apex.y - base.y)
        var width = Point(x: (tip.x - tail.x) * 0.75, y: (tip.y - tail.y) * 0.75)
        let least = base.distance(to: apex) * 0.5
        if width.distance(to: .zero) < least {
            let side = loop.isClockwise ? 0.5 : -0.5
            width = Point(x: -height.y * side, y: height.x * side)
        }
        // The middle of the curve is the apex.
        let top = Point(x: base.x + height.x * 4 / 3, y: base.y + height.y * 4 / 3)
        let last = Point(x: top.x + width.x, y: top.y + width.y)
        beginPath(color)
        move(to: tail)
        output.append(" C")
        coordinates(Point(x: top.x - width.x, y: top.y - width.y))
        coordinates(last)
        coordinates(tip)
        if loop.head != .none { head(at: tip, from: last) }
        output.append("\"/>\n")
    }

    private static func color(_ kind: ElementKind) -> StaticString {
        switch kind {
        case .state: "#1565c0"
        case .transition: "#2e7d32"
        case .cycle: "#d84315"
        case .unknown: "#777777"
        }
    }

    // MARK: Paths

    private mutating func beginPath(_ color: StaticString) {
        output.append("<path stroke-width=\"3\" stroke-opacity=\"0.6\" stroke=\"")
        output.append(color)
        output.append("\" d=\"")
    }

    private mutating func move(to point: Point) {
        output.append("M")
        coordinates(point)
    }

    private mutating func coordinates(_ point: Point) {
        output.append(" ")
        append(point.x)
        output.append(" ")
        append(point.y)
    }

    /// Writes two barbs at a tip, for an arrow from another point.
    private mutating func head(at tip: Point, from origin: Point) {
        let distance = tip.distance(to: origin)
        guard distance > 0, distance.isFinite else { return }
        let (dx, dy) = ((tip.x - origin.x) / distance * 10, (tip.y - origin.y) / distance * 10)
        move(to: Point(x: tip.x - dx - dy * 0.6, y: tip.y - dy + dx * 0.6))
        output.append(" L")
        coordinates(tip)
        coordinates(Point(x: tip.x - dx + dy * 0.6, y: tip.y - dy - dx * 0.6))
    }

    private mutating func attribute(_ name: StaticString, _ value: Double) {
        output.append(name)
        append(value)
    }

    /// Writes a number of pixels, rounded to hundredths.
    private mutating func append(_ number: Double) {
        let rounded = (number * 100).rounded() / 100
        // Writes zero without a sign, and also for numbers that aren't finite.
        output.append(number: rounded.isFinite && rounded != 0 ? rounded : 0)
    }
}
