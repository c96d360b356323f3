internal import Strokes

/// A spatial index of numbered objects on a page, each with a position and a reach.
///
/// Objects of similar reach share a grid, whose squares are as large as the greatest of these
/// reaches. So a query looks at few squares, and at few objects that are too far away.
struct ReachIndex {
    private struct Square: Hashable {
        var level: Int
        var column: Int
        var row: Int
    }

    private var squares: [Square: [Int]] = [:]
    /// The objects of each grid, by the logarithm of the side of its squares.
    private var levels: [Int: [Int]] = [:]
    /// The objects without a position, which every query finds.
    private var everywhere: [Int] = []

    /// The logarithm of the least side of squares.
    private static let leastLevel = -4

    /// Adds an object, or a further position of an object; `nil` stands for no finite position.
    mutating func insert(_ number: Int, at position: Point?, reach: Double) {
        guard let position, position.x.isFinite, position.y.isFinite, reach.isFinite, reach < 0x1p60 else {
            return everywhere.append(number)
        }
        let level = reach > 0 ? max(Int(reach.exponent) + 1, Self.leastLevel) : Self.leastLevel
        let side = Double(sign: .plus, exponent: level, significand: 1)
        let square = Square(
            level: level, column: Self.place(position.x / side), row: Self.place(position.y / side))
        squares[square, default: []].append(number)
        levels[level, default: []].append(number)
    }

    /// Returns the numbers of all objects whose reach touches a box, and perhaps of others, in
    /// ascending order.
    ///
    /// - Parameter margin: The distance by which the box is extended.
    func numbers(near box: BoundingBox, margin: Double = 0) -> [Int] {
        var found = everywhere
        for (level, things) in levels {
            let side = Double(sign: .plus, exponent: level, significand: 1)
            let room = margin + side
            let columns = Self.places(from: (box.minimum.x - room) / side, to: (box.maximum.x + room) / side)
            let rows = Self.places(from: (box.minimum.y - room) / side, to: (box.maximum.y + room) / side)
            let (squareCount, overflows) = columns.count.multipliedReportingOverflow(by: rows.count)
            if overflows || squareCount > things.count {
                found += things
                continue
            }
            for column in columns {
                for row in rows {
                    if let some = squares[Square(level: level, column: column, row: row)] { found += some }
                }
            }
        }
        found.sort()
        var numbers: [Int] = []
        for number in found where numbers.last != number { numbers.append(number) }
        return numbers
    }

    private static func places(from low: Double, to high: Double) -> ClosedRange<Int> {
        let first = place(low)
        return first...max(first, place(high))
    }

    /// Returns the number of the square at a coordinate, which is limited, as doubles aren't exact
    /// beyond. NaN gives 0, as nothing is near it.
    private static func place(_ coordinate: Double) -> Int {
        coordinate.isNaN ? 0 : Int(min(max(coordinate, -0x1p50), 0x1p50).rounded(.down))
    }
}
