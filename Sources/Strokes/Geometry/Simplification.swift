extension Span<Point> {
    /// Returns the indices of the points that a simplified polyline keeps.
    ///
    /// The distance from each dropped point to the line between the kept points around it is at
    /// most the tolerance. The first and the last point are kept.
    ///
    /// The polyline is split at its farthest point until that point is near enough. If this
    /// repeatedly gives uneven parts, it is split in the middle instead, which keeps the tolerance
    /// and the time, but may keep some more points.
    ///
    /// Ramer, *An iterative procedure for the polygonal approximation of plane curves*, 1972,
    /// [doi:10.1016/S0146-664X(72)80017-0](https://doi.org/10.1016/S0146-664X(72)80017-0); Douglas
    /// and Peucker, 1973,
    /// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727).
    ///
    /// - Parameter tolerance: A distance; negative numbers and NaN count as 0. Points at which a
    ///   distance is NaN are dropped.
    /// - Returns: The indices of the kept points, in ascending order.
    /// - Complexity: O(*n* log *n*) time, O(*n*) space.
    package func simplifiedIndices(tolerance: Double) -> [Int] {
        guard count > 2 else { return Array(indices) }
        let limit = tolerance > 0 ? tolerance * tolerance : 0
        let maximumDepth = 2 * (Int.bitWidth - count.leadingZeroBitCount)
        var isKept = [Bool](repeating: false, count: count)
        isKept[0] = true
        isKept[count - 1] = true
        var pending = [(start: 0, end: count - 1, depth: 0)]
        while let (start, end, depth) = pending.popLast() {
            guard end - start > 1 else { continue }
            let furthest = furthestPoint(from: start, to: end)
            guard furthest.squaredDistance > limit else { continue }
            let split = depth < maximumDepth ? furthest.index : start + (end - start) / 2
            isKept[split] = true
            pending.append((split, end, depth + 1))
            pending.append((start, split, depth + 1))
        }
        return indices.filter { isKept[$0] }
    }

    /// Returns the point between two others that is farthest from the line between them.
    private func furthestPoint(from start: Int, to end: Int) -> (index: Int, squaredDistance: Double) {
        let segment = Segment(start: self[start], end: self[end])
        var best = (index: start + 1, squaredDistance: -Double.infinity)
        for index in start + 1..<end {
            let distance = segment.squaredDistance(to: self[index])
            if distance > best.squaredDistance { best = (index, distance) }
        }
        return best
    }
}

/// A line segment between two points.
package struct Segment {
    let start: Point
    private let dx, dy, reciprocal: Double

    package init(start: Point, end: Point) {
        self.start = start
        (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        // The reciprocal of a smaller number is infinite; the segment is then as good as a point.
        reciprocal = square >= .leastNormalMagnitude ? 1 / square : 0
    }

    /// Returns the square of the distance between a point and the nearest point of the segment.
    @inline(__always)
    package func squaredDistance(to point: Point) -> Double {
        let (x, y) = (point.x - start.x, point.y - start.y)
        let along = min(max((x * dx + y * dy) * reciprocal, 0), 1)
        let (restX, restY) = (x - along * dx, y - along * dy)
        return restX * restX + restY * restY
    }
}
