/// Lines of text, centered at a point.
package struct DrawnText: Sendable, Hashable {
    package var lines: [TypesetText]
    package var middle: PlanePoint
    package var size: Double
    /// The maximum width of the text in any font; `nil` if the text is far narrower than the
    /// available space. See ``SVGWriter``.
    package var bound: Double?

    /// The distance between lines, in units of the font's size.
    package static let leading = 1.15

    package init(lines: [TypesetText], middle: PlanePoint, size: Double) {
        (self.lines, self.middle, self.size) = (lines, middle, size)
    }

    package init(text: String, middle: PlanePoint, size: Double) {
        self.init(lines: [TypesetText(text)], middle: middle, size: size)
    }

    package var box: Box {
        let extent = Self.extent(of: lines, size: size)
        return Box(around: middle, width: extent.width, height: extent.height)
    }

    /// Returns the width and height of lines of text.
    package static func extent(of lines: [TypesetText], size: Double) -> (width: Double, height: Double) {
        let width = lines.reduce(0) { max($0, $1.width) }
        return (size * width, size * (1 + Double(lines.count - 1) * leading))
    }

    /// The lines, each with the downward distance of its middle from the middle of the text.
    package var placedLines: [(line: TypesetText, offset: Double)] {
        lines.enumerated().map { ($1, (Double($0) - Double(lines.count - 1) / 2) * Self.leading * size) }
    }
}
