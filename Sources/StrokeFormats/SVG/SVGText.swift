internal import Strokes

/// A text of an SVG file while it is read.
struct SVGText {
    let offset: Int
    private let transform: PlaneTransform
    private var style: SVGStyle
    private var position: Point?
    private(set) var content = ""

    init(_ style: SVGStyle, _ transform: PlaneTransform, at position: Point?, offset: Int) {
        (self.style, self.transform, self.position, self.offset) = (style, transform, position, offset)
    }

    /// Begins a part with a style and, perhaps, a position; a part at another position is another
    /// line.
    mutating func begin(_ style: SVGStyle, at position: Point?) {
        guard let position else { return }
        if content.isEmpty { (self.style, self.position) = (style, position) } else { content += " " }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { content += String(decoding: bytes, as: UTF8.self) }

    /// The words, each separated from the next by a blank.
    var words: String { content.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The middle of the text, by an estimate of its width.
    var middle: Point {
        let start = position ?? .zero
        let width = 0.55 * style.fontSize * Double(words.count)
        let x = start.x + (style.anchor == "middle" ? 0 : style.anchor == "end" ? -width / 2 : width / 2)
        let isCentered = style.baseline == "middle" || style.baseline == "central"
        return transform.apply(Point(x: x, y: start.y - (isCentered ? 0 : 0.35 * style.fontSize)))
    }
}
