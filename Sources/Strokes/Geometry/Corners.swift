extension Span<Point> {
    /// Returns the corners of the polyline, including the first and the last point.
    ///
    /// The polyline is resampled to steps of a fortieth of its box's diagonal. A point is a corner
    /// if the *straw* between the points three steps before and after it is shorter than elsewhere.
    /// A bend isn't a corner, nor is a point between two corners that a straight line joins.
    ///
    /// Wolin, Eoff and Hammond, *ShortStraw: a simple and effective corner finder for polylines*,
    /// 2008, [doi:10.2312/SBM/SBM08/033-040](https://doi.org/10.2312/SBM/SBM08/033-040); straws at
    /// the ends and the test for bends as in Xiong and LaViola, *Revisiting ShortStraw*, 2009,
    /// [doi:10.1145/1572741.1572759](https://doi.org/10.1145/1572741.1572759).
    ///
    /// - Returns: the indices of the points nearest to the corners, in ascending order, each once;
    ///   all indices if there are fewer than three points; those of the ends if the points have no
    ///   extent or aren't finite.
    /// - Complexity: O(*n*); no allocation except for the result.
    public func corners() -> [Int] {
        var found = [Int](repeating: 0, count: CornerFinder.maximumCount)
        var buffer = found.mutableSpan
        let count = findCorners(into: &buffer)
        return Array(found[..<count])
    }

    /// Writes the indices of ``corners()`` to a buffer as far as it has room.
    ///
    /// - Returns: the number of indices that were written.
    /// - Complexity: O(*n*); no allocation.
    public func findCorners(into buffer: inout MutableSpan<Int>) -> Int {
        let box = boundingBox
        let length = arcLength
        guard count > 2, let box, length > 0, length.isFinite else {
            let ends = isEmpty ? 0 : Swift.min(count, 2)
            var written = 0
            while written < ends, written < buffer.count {
                buffer[written] = written == 0 ? 0 : count - 1
                written += 1
            }
            return written
        }
        let sampleCount = pointCount(
            spacing: box.diagonal / 40, length: length, maximumCount: CornerFinder.maximumCount)
        return withUnsafeTemporaryAllocation(of: Point.self, capacity: sampleCount) { samples in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: sampleCount) { straws in
                withUnsafeTemporaryAllocation(of: Int.self, capacity: sampleCount) { corners in
                    samples.initialize(repeating: .zero)
                    straws.initialize(repeating: 0)
                    corners.initialize(repeating: 0)
                    var points = samples.mutableSpan
                    resample(into: &points, length: length)
                    let step = length / Double(sampleCount - 1)
                    var finder = CornerFinder(points: samples, step: step, straws: straws, corners: corners)
                    finder.find()
                    return write(finder.corners[..<finder.count], among: samples, step: step, to: &buffer)
                }
            }
        }
    }

    /// Writes the index of a point for each sample that is a corner.
    ///
    /// Samples miss the corner itself by up to half a step, so the point around a sample that
    /// sticks out most is taken.
    private func write(
        _ corners: Slice<UnsafeMutableBufferPointer<Int>>, among samples: UnsafeMutableBufferPointer<Point>,
        step: Double,
        to buffer: inout MutableSpan<Int>
    ) -> Int {
        var written = 0
        var (index, passed) = (0, 0.0)
        for sample in corners {
            let place = Double(sample) * step
            while index + 1 < count {
                let distance = self[index].distance(to: self[index + 1])
                guard passed + distance < place - step else { break }
                passed += distance
                index += 1
            }
            let isEnd = sample == 0 || sample == samples.count - 1
            let corner =
                isEnd
                ? (sample == 0 ? 0 : count - 1)
                : corner(
                    around: place, within: step, from: index, passed: passed,
                    between: (samples[Swift.max(sample - 3, 0)], samples[Swift.min(sample + 3, samples.count - 1)]))
            guard written < buffer.count else { break }
            if written > 0, buffer[written - 1] >= corner { continue }
            buffer[written] = corner
            written += 1
        }
        return written
    }

    /// Returns the point near a place that sticks out most from the line between two others; the
    /// nearest one if none is near.
    private func corner(
        around place: Double, within reach: Double, from start: Int, passed length: Double, between ends: (Point, Point)
    ) -> Int {
        var (index, passed) = (start, length)
        var (best, bestReach) = (-1, -1.0)
        var (nearest, nearestDistance) = (start, Double.infinity)
        while true {
            let point = self[index]
            let distance = abs(passed - place)
            if distance <= reach {
                let sum = point.distance(to: ends.0) + point.distance(to: ends.1)
                if sum > bestReach { (best, bestReach) = (index, sum) }
            }
            if distance < nearestDistance { (nearest, nearestDistance) = (index, distance) }
            guard passed <= place + reach, index + 1 < count else { break }
            passed += point.distance(to: self[index + 1])
            index += 1
        }
        return best >= 0 ? best : nearest
    }
}

/// Finds corners among evenly spaced points.
private struct CornerFinder {
    /// The greatest number of samples, for a polyline thirteen times as long as its box's diagonal.
    static let maximumCount = 512
    /// The reach of a straw in either direction, in steps.
    private static let reach = 3

    let points: UnsafeMutableBufferPointer<Point>
    /// The distance between the points along the polyline.
    let step: Double
    let straws: UnsafeMutableBufferPointer<Double>
    let corners: UnsafeMutableBufferPointer<Int>
    private(set) var count = 0

    mutating func find() {
        findShortStraws()
        removeBends()
        removeStraightOnes()
    }

    private mutating func add(_ index: Int) {
        corners[count] = index
        count += 1
    }

    private mutating func findShortStraws() {
        let last = points.count - 1
        var sum = 0.0
        for index in points.indices {
            let (start, end) = (max(index - Self.reach, 0), min(index + Self.reach, last))
            // Straws at the ends are truncated, and scaled as if they were complete.
            straws[index] =
                points[start].distance(to: points[end]) * Double(2 * Self.reach) / Double(max(end - start, 1))
            sum += straws[index]
        }
        let limit = sum / Double(points.count) * 0.95
        add(0)
        var index = Self.reach
        while index <= last - Self.reach {
            guard straws[index] < limit else {
                index += 1
                continue
            }
            var shortest = index
            while index <= last - Self.reach, straws[index] < limit {
                if straws[index] < straws[shortest] { shortest = index }
                index += 1
            }
            add(shortest)
        }
        if last > 0 { add(last) }
    }

    /// Removes bends: corners whose angle is much sharper when seen from farther away.
    private mutating func removeBends() {
        guard count > 2 else { return }
        var kept = 1
        for position in 1..<count - 1 {
            let corner = corners[position]
            let wide = min(15, min(corner - corners[kept - 1], corners[position + 1] - corner))
            let narrow = (wide + 2) / 3
            let wideAngle = angle(at: corner, reach: wide)
            let narrowAngle = angle(at: corner, reach: narrow)
            if narrowAngle - wideAngle > 10 + 800 / (wideAngle + 35) { continue }
            corners[kept] = corner
            kept += 1
        }
        corners[kept] = corners[count - 1]
        count = kept + 1
    }

    /// Returns the angle in degrees between the lines to the points `reach` steps before and after:
    /// 180 on a straight line.
    private func angle(at index: Int, reach: Int) -> Double {
        let (before, here, after) = (points[index - reach], points[index], points[index + reach])
        let (ax, ay) = (before.x - here.x, before.y - here.y)
        let (bx, by) = (after.x - here.x, after.y - here.y)
        return abs(Elementary.angle(x: ax * bx + ay * by, y: ax * by - ay * bx)) * (180 / .pi)
    }

    /// Removes corners between two others that a straight line joins.
    private mutating func removeStraightOnes() {
        guard count > 2 else { return }
        var kept = 1
        for position in 1..<count - 1 {
            let (previous, next) = (corners[kept - 1], corners[position + 1])
            let way = Double(next - previous) * step
            if points[previous].distance(to: points[next]) > 0.97 * way { continue }
            corners[kept] = corners[position]
            kept += 1
        }
        corners[kept] = corners[count - 1]
        count = kept + 1
    }
}
