/// A text around its middle.
package struct DrawnText: Sendable, Hashable {
    package var text: String
    package var middle: PlanePoint
    package var size: Double
    /// The maximum width of the text in any font; `nil` for a text that is far narrower than its
    /// space. See ``SVGWriter``.
    package var bound: Double?

    package init(text: String, middle: PlanePoint, size: Double) {
        (self.text, self.middle, self.size) = (text, middle, size)
    }

    package var width: Double { size * Label.width(of: text) }
    package var box: Box { Box(around: middle, width: width, height: size) }

    package static func == (left: DrawnText, right: DrawnText) -> Bool {
        (left.middle, left.size) == (right.middle, right.size) && left.text.utf8.elementsEqual(right.text.utf8)
    }
}
