/// An index of elements by the squares that they touch, so that queries check only near elements.
///
/// Cost: O(1) for each square that an element touches; an element's box counts as at most 32 × 32
/// squares.
package struct PlaneIndex {
    private var squares: [Square: [Int]] = [:]
    private let size: Double

    private struct Square: Hashable {
        var column, row: Int
    }

    /// Creates an index with squares of side length `size`, or larger squares if more than a
    /// thousand in a row would fit in `box`. The box surrounds most elements.
    package init(size: Double, for box: Box) { self.size = max(size, box.width / 1000, box.height / 1000, 1) }

    /// Adds an element that covers a box.
    mutating func insert(_ number: Int, covering box: Box) {
        for square in squares(of: box) { squares[square, default: []].append(number) }
    }

    /// Adds an element that covers a polyline.
    package mutating func insert(_ number: Int, along line: Polyline) {
        for box in boxes(along: line) { insert(number, covering: box) }
    }

    /// Returns the numbers of elements that may touch a box, each once, in ascending order.
    package func numbers(near box: Box) -> [Int] { numbers(in: squares(of: box)) }

    /// Returns the numbers of elements that may touch a polyline, each once, in ascending order.
    func numbers(near line: Polyline) -> [Int] { numbers(in: boxes(along: line).flatMap(squares)) }

    private func numbers(in area: [Square]) -> [Int] {
        var found: [Int] = []
        for square in area { if let some = squares[square] { found += some } }
        found.sort()
        var result: [Int] = []
        for number in found where result.last != number { result.append(number) }
        return result
    }

    /// Returns boxes that cover a polyline. A long piece touches few of the squares in its bounding
    /// box, so it gets many boxes.
    private func boxes(along line: Polyline) -> [Box] {
        var boxes: [Box] = []
        for index in 1..<line.points.count {
            let (start, end) = (line.points[index - 1], line.points[index])
            let steps = Int(min(max(start.distance(to: end) / size, 1), 4096))
            var last = start
            for step in 1...steps {
                let next = start.interpolated(to: end, at: Double(step) / Double(steps))
                boxes.append(Box(last).including(next))
                last = next
            }
        }
        return boxes
    }

    private func squares(of box: Box) -> [Square] {
        let (columns, rows) = (range(box.low.x, box.high.x), range(box.low.y, box.high.y))
        return columns.flatMap { column in rows.map { Square(column: column, row: $0) } }
    }

    private func range(_ low: Double, _ high: Double) -> ClosedRange<Int> {
        func index(_ value: Double) -> Int { Int(min(max((value / size).rounded(.down), -1e12), 1e12)) }
        let first = index(low)
        return first...max(first, min(index(high), first + 31))
    }
}
