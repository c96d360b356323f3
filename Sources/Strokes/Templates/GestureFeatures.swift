/// The features for comparing gestures: segments of equal length, each with its direction and its
/// middle.
///
/// A block has four rows of numbers: x and y of the directions (unit vectors), and x and y of the
/// middles. Middles are relative to the centroid of the marks between segments. They are scaled so
/// that the mean square distance of the marks from the centroid is ``middleWeight``. Each row has
/// room at both ends, so that a vector of eight numbers may extend beyond the row.
package enum GestureFeatures {
    /// The number of segments; chosen by measurement, as are the numbers below.
    package static let segmentCount = 48
    /// The weight of the square of a distance between two middles, relative to 1 - cos of the angle
    /// between two directions.
    package static let middleWeight: Float = 0.25
    static let padding = 8
    static let rowLength = segmentCount + 2 * padding
    package static let blockLength = 4 * rowLength
    /// The coordinate of middles beyond the ends; with opposite signs on both sides they are far
    /// from all others.
    private static let farAway: Float = 1e4

    /// Writes the features of a path of finite points, in reverse order of segments if
    /// `isReversed`.
    ///
    /// - Returns: The binary logarithm of the path's size; `nil`, without writing anything, if all
    ///   points are equal.
    package static func write(_ path: Span<Point>, to block: UnsafeMutableBufferPointer<Float>, isReversed: Bool)
        -> Float?
    {
        let length = path.arcLength
        // Within these bounds, squares don't overflow and quotients don't lose digits.
        guard length > 1e-140, length < 1e140 else { return writeScaled(path, to: block, isReversed: isReversed) }
        return withUnsafeTemporaryAllocation(of: Point.self, capacity: segmentCount + 1) { buffer in
            buffer.initialize(repeating: .zero)
            var marks = buffer.mutableSpan
            path.resample(into: &marks, length: length)
            return write(marks: UnsafeBufferPointer(buffer), length: length, to: block, isReversed: isReversed)
        }
    }

    private static func write(
        marks: UnsafeBufferPointer<Point>, length: Double, to block: UnsafeMutableBufferPointer<Float>, isReversed: Bool
    ) -> Float? {
        // Sums are relative to the first mark, so as to lose no digits far from the origin.
        let origin = marks[0]
        var (sumX, sumY) = (0.0, 0.0)
        for mark in marks {
            sumX += mark.x - origin.x
            sumY += mark.y - origin.y
        }
        let centerX = origin.x + sumX / Double(marks.count)
        let centerY = origin.y + sumY / Double(marks.count)
        var squares = 0.0
        for mark in marks {
            let (x, y) = (mark.x - centerX, mark.y - centerY)
            squares += x * x + y * y
        }
        let size = (squares / Double(marks.count)).squareRoot()
        // If a stroke goes back and forth as often as there are marks, all of them may be in one
        // place.
        guard size > 1e-9 * length else { return nil }

        let scale = Double(middleWeight.squareRoot()) / size
        block.update(repeating: 0)
        let far = isReversed ? -farAway : farAway
        for index in 0..<padding {
            for row in [2, 3] {
                block[row * rowLength + index] = far
                block[row * rowLength + padding + segmentCount + index] = far
            }
        }
        for index in 0..<segmentCount {
            let (start, end) = (marks[index], marks[index + 1])
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let square = dx * dx + dy * dy
            let reciprocal = square > 0 ? 1 / square.squareRoot() : 0
            let position = padding + (isReversed ? segmentCount - 1 - index : index)
            block[position] = Float(dx * reciprocal)
            block[rowLength + position] = Float(dy * reciprocal)
            block[2 * rowLength + position] = Float(((start.x + end.x) / 2 - centerX) * scale)
            block[3 * rowLength + position] = Float(((start.y + end.y) / 2 - centerY) * scale)
        }
        return Float(ElementaryFunctions.logarithm(size) / ElementaryFunctions.logarithm(2))
    }

    /// Writes the features of a path so large or small that squares of its lengths overflow or
    /// underflow, after scaling it to a size of about 1.
    private static func writeScaled(
        _ path: Span<Point>, to block: UnsafeMutableBufferPointer<Float>, isReversed: Bool
    ) -> Float? {
        guard let box = path.boundingBox else { return nil }
        // Halved, so that the difference can't overflow.
        let (width, height) = (
            box.maximum.x / 2 - box.minimum.x / 2, box.maximum.y / 2 - box.minimum.y / 2
        )
        let side = max(width, height)
        guard side > 0 else { return nil }
        let center = box.center
        let points = path.indices.map { index in
            Point(x: (path[index].x / 2 - center.x / 2) / side, y: (path[index].y / 2 - center.y / 2) / side)
        }
        let logSize = write(points.span, to: block, isReversed: isReversed)
        return logSize.map { $0 + Float(ElementaryFunctions.logarithm(side) / ElementaryFunctions.logarithm(2)) + 1 }
    }

    /// Writes a block in reverse order of segments, without the parts beyond the ends.
    static func reverse(_ block: UnsafePointer<Float>, into reversed: UnsafeMutablePointer<Float>) {
        for row in 0..<4 {
            let (source, target) = (block + row * rowLength + padding, reversed + row * rowLength + padding)
            for index in 0..<segmentCount { target[index] = source[segmentCount - 1 - index] }
        }
    }

    /// Replaces a block by the block of the same path drawn in the opposite direction.
    package static func reverse(_ block: UnsafeMutableBufferPointer<Float>) {
        for row in 0..<4 {
            let start = row * rowLength + padding
            let sign: Float = row < 2 ? -1 : 1
            for index in 0..<segmentCount / 2 {
                let (one, other) = (start + index, start + segmentCount - 1 - index)
                (block[one], block[other]) = (sign * block[other], sign * block[one])
            }
        }
    }

    /// Returns the rotation, as cosine and sine, that brings the middles of a gesture nearest to
    /// those of another one; both are in reverse order of segments.
    ///
    /// It is the closed form of Li, *Protractor: a fast and accurate gesture recognizer*, CHI 2010,
    /// [doi:10.1145/1753326.1753654](https://doi.org/10.1145/1753326.1753654).
    static func rotation(
        from query: UnsafePointer<Float>, to template: UnsafePointer<Float>
    ) -> (cosine: Float, sine: Float) {
        var (dots, crosses) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        var offset = 2 * rowLength + padding
        for _ in 0..<segmentCount / 4 {
            let (px, py) = (fourLanes(query, offset), fourLanes(query, offset + rowLength))
            let (qx, qy) = (fourLanes(template, offset), fourLanes(template, offset + rowLength))
            dots += px * qx + py * qy
            crosses += px * qy - py * qx
            offset += 4
        }
        let (dot, cross) = (sumInAllLanes(dots)[0], sumInAllLanes(crosses)[0])
        let length = (dot * dot + cross * cross).squareRoot()
        return length > 1e-6 ? (dot / length, cross / length) : (1, 0)
    }

    /// Writes a rotated block, without the parts beyond the ends.
    static func rotate(
        _ block: UnsafePointer<Float>, by rotation: (cosine: Float, sine: Float),
        into rotated: UnsafeMutablePointer<Float>
    ) {
        for row in [0, 2 * rowLength] {
            var offset = row + padding
            for _ in 0..<segmentCount / 8 {
                let (x, y) = (vector(block, offset), vector(block, offset + rowLength))
                store(x * rotation.cosine - y * rotation.sine, to: rotated, offset)
                store(x * rotation.sine + y * rotation.cosine, to: rotated, offset + rowLength)
                offset += 8
            }
        }
    }

    /// Returns eight numbers of a block.
    @inline(__always)
    static func vector(_ block: UnsafePointer<Float>, _ offset: Int) -> SIMD8<Float> {
        UnsafeRawPointer(block + offset).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// Returns four numbers of a block, as sums are faster in native vectors.
    @inline(__always)
    static func fourLanes(_ block: UnsafePointer<Float>, _ offset: Int) -> SIMD4<Float> {
        UnsafeRawPointer(block + offset).loadUnaligned(as: SIMD4<Float>.self)
    }

    /// Returns the sum of all lanes in each lane. Reading lanes one by one would make the compiler
    /// split their computation, too.
    @inline(__always)
    static func sumInAllLanes(_ v: SIMD4<Float>) -> SIMD4<Float> {
        let pairs = v + SIMD4(v[2], v[3], v[0], v[1])
        return pairs + SIMD4(pairs[1], pairs[0], pairs[3], pairs[2])
    }

    @inline(__always)
    static func store(_ vector: SIMD8<Float>, to block: UnsafeMutablePointer<Float>, _ offset: Int) {
        UnsafeMutableRawPointer(block + offset).storeBytes(of: vector, as: SIMD8<Float>.self)
    }
}
