internal import Strokes
internal import XMLSupport

/// A label in HTML, as draw.io writes it: a box of no height at the middle of the label, placed by
/// its margins.
struct SVGLabel {
    let offset: Int
    var isOpen = true
    private let transform: PlaneTransform
    private var box: (left: Double, width: Double, top: Double, height: Double)?
    private var hasMargins = false
    private var content = ""
    private var hasWords = false

    init(_ transform: PlaneTransform, _ attributes: XMLAttributes) {
        (self.transform, offset) = (transform, attributes.offset)
        func length(_ name: String) -> Double? { SVGScanner.length(attributes[name]) }
        guard let left = length("x"), let top = length("y"), let width = length("width"),
            let height = length("height")
        else { return }
        box = (left, width, top, height)
    }

    /// Whether the position of the label is known.
    var isPlaced: Bool { box != nil && hasWords }

    /// Begins an element of the label; the first one with margins places it.
    mutating func begin(_ attributes: XMLAttributes) {
        // Elements part words, such as lines.
        content += " "
        guard !hasMargins, let style = attributes["style"] else { return }
        var lengths: [String: Double] = [:]
        for (name, value) in SVGStyle.declarations(style) { lengths[name] = SVGScanner.length(value) }
        guard let left = lengths["margin-left"], let top = lengths["padding-top"] else { return }
        box = (left, lengths["width"] ?? 0, top, lengths["height"] ?? 0)
        hasMargins = true
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        content += text
        hasWords = hasWords || text.contains { !$0.isWhitespace }
    }

    /// The words, each separated from the next by a blank.
    var words: String { content.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The middle of the label.
    var middle: Point {
        guard let box else { return Point(x: .nan, y: .nan) }
        return transform.apply(Point(x: box.left + box.width / 2, y: box.top + box.height / 2))
    }
}
