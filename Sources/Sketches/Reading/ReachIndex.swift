internal import Strokes

/// A spatial index of numbered objects on a page, each with a position and a reach.
///
/// Objects of similar reach share a grid, whose squares are as large as the greatest of these
/// reaches. So a query looks at few squares, and at few objects that are too far away.
struct ReachIndex {
    private struct Square: Hashable {
        var column: Int
        var row: Int
    }

    /// The objects of similar reach.
    private struct Grid {
        let level: Int
        let side: Double
        var objects: [(number: Int, position: Point, square: Square)] = []
        /// The objects in each square, once there are many.
        var squares: [Square: [Int]] = [:]
    }

    private var grids: [Grid] = []
    /// The objects without a position, which every query finds.
    private var numbersEverywhere: [Int] = []

    /// The logarithm of the least side of squares.
    private static let leastLevel = -4

    /// Adds an object, or a further position of an object; `nil` stands for no finite position.
    mutating func insert(_ number: Int, at position: Point?, reach: Double) {
        guard let position, position.x.isFinite, position.y.isFinite, reach.isFinite, reach < 0x1p60 else {
            return numbersEverywhere.append(number)
        }
        let level = reach > 0 ? max(Int(reach.exponent) + 1, Self.leastLevel) : Self.leastLevel
        let side = Double(sign: .plus, exponent: level, significand: 1)
        let square = Square(column: Self.cell(position.x / side), row: Self.cell(position.y / side))
        let own = grids.firstIndex { $0.level == level } ?? grids.count
        if own == grids.count { grids.append(Grid(level: level, side: side)) }
        grids[own].objects.append((number, position, square))
        if grids[own].objects.count == Self.leastIndexedCount {
            for object in grids[own].objects { grids[own].squares[object.square, default: []].append(object.number) }
        } else if grids[own].objects.count > Self.leastIndexedCount {
            grids[own].squares[square, default: []].append(number)
        }
    }

    /// The number of objects of a grid from which on its squares are looked up.
    private static let leastIndexedCount = 64

    /// Returns the numbers of all objects whose reach touches a box, and perhaps of others, in
    /// ascending order.
    ///
    /// - Parameters:
    ///   - margin: The distance by which the box is extended.
    ///   - limit: The maximum number of objects; if there are more, none is returned.
    func numbers(near box: BoundingBox, margin: Double = 0, upTo limit: Int = .max) -> [Int] {
        guard numbersEverywhere.count <= limit else { return [] }
        var found = numbersEverywhere
        for grid in grids {
            let side = grid.side
            let room = margin + side
            let columns = Self.cells(from: (box.minimum.x - room) / side, to: (box.maximum.x + room) / side)
            let rows = Self.cells(from: (box.minimum.y - room) / side, to: (box.maximum.y + room) / side)
            let (squareCount, overflows) = columns.count.multipliedReportingOverflow(by: rows.count)
            let isWide = overflows || squareCount > grid.objects.count
            if isWide || grid.objects.count < Self.leastIndexedCount {
                let reach = room + side
                for (number, position, square) in grid.objects
                where isWide
                    ? box.isNear(position, within: reach)
                    : columns.contains(square.column) && rows.contains(square.row)
                {
                    guard found.count < limit else { return [] }
                    found.append(number)
                }
                continue
            }
            for column in columns {
                for row in rows {
                    guard let some = grid.squares[Square(column: column, row: row)] else { continue }
                    guard some.count <= limit - found.count else { return [] }
                    found += some
                }
            }
        }
        found.sort()
        var last = 0
        for index in found.indices.dropFirst() where found[index] != found[last] {
            last += 1
            found[last] = found[index]
        }
        found.removeLast(max(0, found.count - last - 1))
        return found
    }

    private static func cells(from low: Double, to high: Double) -> ClosedRange<Int> {
        let first = cell(low)
        return first...max(first, cell(high))
    }

    /// Returns the number of the square at a coordinate, which is limited, as doubles aren't exact
    /// beyond. NaN gives 0, as nothing is near it.
    private static func cell(_ coordinate: Double) -> Int {
        coordinate.isNaN ? 0 : Int(min(max(coordinate, -0x1p50), 0x1p50).rounded(.down))
    }
}

extension BoundingBox {
    /// Returns whether a position is in the box, extended by a distance.
    fileprivate func isNear(_ position: Point, within distance: Double) -> Bool {
        position.x >= minimum.x - distance && position.x <= maximum.x + distance
            && position.y >= minimum.y - distance && position.y <= maximum.y + distance
    }
}
