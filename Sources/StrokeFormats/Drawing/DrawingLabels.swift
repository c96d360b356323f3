package import Strokes

/// The positions of labels in a picture, without overlaps if there is room.
package struct DrawingLabels {
    private let pictureWidth: Double
    private let pictureHeight: Double

    /// The intervals that labels take, in rows of the height of a line.
    private var rows: [Int: [(y: Double, left: Double, right: Double)]] = [:]

    private static let lineHeight = 12.0
    /// The approximate width of a character.
    private static let characterWidth = 6.0
    /// The offsets of a label to try, in its widths to the right and in lines away from its figure.
    private static let shifts: [(right: Double, lines: Double)] = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (0, 3)]

    package init(pictureWidth: Double, pictureHeight: Double) {
        self.pictureWidth = pictureWidth
        self.pictureHeight = pictureHeight
    }

    /// Places a label near a box and returns the start of its baseline: above the box at the left,
    /// or else below, or further right, up or down.
    package mutating func place(_ characterCount: Int, beside box: BoundingBox) -> Point {
        let width = Double(characterCount) * Self.characterWidth
        let wanted = Point(x: box.minimum.x, y: box.minimum.y - 6)
        for shift in Self.shifts {
            let x = wanted.x + shift.right * (width + 6)
            for y in [wanted.y - shift.lines * Self.lineHeight, box.maximum.y + 14 + shift.lines * Self.lineHeight] {
                // Labels must be completely inside the picture, except at the preferred place.
                let isWhole = y >= Self.lineHeight && y <= pictureHeight - 3 && x + width <= pictureWidth
                if Point(x: x, y: y) == wanted || isWhole, reserve(y, x, x + width) { return Point(x: x, y: y) }
            }
        }
        return wanted
    }

    /// Takes an interval of a line unless it overlaps another label.
    private mutating func reserve(_ y: Double, _ left: Double, _ right: Double) -> Bool {
        guard let row = Int(exactly: (y / Self.lineHeight).rounded(.down)), abs(row) < 1 << 30 else { return false }
        for near in row - 1...row + 1 {
            for other in rows[near] ?? []
            where abs(other.y - y) < Self.lineHeight && other.left < right && left < other.right {
                return false
            }
        }
        rows[row, default: []].append((y, left, right))
        return true
    }
}
