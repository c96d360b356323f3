/// The distance between two gestures by dynamic time warping within a band.
///
/// The cost of two segments is 1 - cos of the angle between their directions plus the square of the
/// distance between their middles (``GestureFeatures``). A matching assigns the segments of both
/// gestures to each other in order. Each segment is matched at least once, with segments at most
/// ``reach`` apart. The cost of a matching is the sum of the segments' costs, plus ``stepPenalty``
/// for each step in only one of the gestures. The distance is the minimum cost, divided by the
/// number of segments.
///
/// Sakoe and Chiba, *Dynamic programming algorithm optimization for spoken word recognition*, 1978,
/// [doi:10.1109/TASSP.1978.1163055](https://doi.org/10.1109/TASSP.1978.1163055); directions as in
/// Taranta II et al., *Jackknife*, CHI 2017,
/// [doi:10.1145/3025453.3026002](https://doi.org/10.1145/3025453.3026002).
///
/// Blocks of templates are in reverse order of segments, so that the pairs on an antidiagonal are
/// adjacent in both gestures and are computed at once.
package enum ElasticDistance {
    /// The maximum distance of matched segments: an antidiagonal then has eight pairs, which fit
    /// one vector.
    package static let reach = 7
    package static let stepPenalty: Float = 0.2

    package typealias Block = UnsafePointer<Float>
    typealias Vector = SIMD8<Float>
    private typealias FourLanes = SIMD4<Float>

    /// A number greater than any sum, but far from overflow.
    private static let unreachable: Float = 1e30
    /// A bound on the rounding error of a sum.
    private static let slack: Float = 1e-3

    @inline(__always)
    private static func vector(_ block: Block, _ offset: Int) -> Vector { GestureFeatures.vector(block, offset) }

    @inline(__always)
    private static func fourLanes(_ block: Block, _ offset: Int) -> FourLanes {
        GestureFeatures.fourLanes(block, offset)
    }

    // The compiler makes one instruction of this, but not of `pointwiseMin` or a generic function.
    @inline(__always)
    private static func minimum(_ a: Vector, _ b: Vector) -> Vector { a.replacing(with: b, where: b .< a) }
    @inline(__always)
    private static func maximum(_ a: Vector, _ b: Vector) -> Vector { a.replacing(with: b, where: b .> a) }

    // Uses bits, as the compiler splits choices between lanes.
    @inline(__always)
    private static func magnitude(_ v: FourLanes) -> FourLanes {
        unsafeBitCast(unsafeBitCast(v, to: SIMD4<UInt32>.self) & 0x7fff_ffff, to: FourLanes.self)
    }
    @inline(__always)
    private static func positive(_ v: FourLanes) -> FourLanes {
        let bits = unsafeBitCast(v, to: SIMD4<Int32>.self)
        return unsafeBitCast(bits & ~(bits &>> 31), to: FourLanes.self)
    }

    /// Returns the costs of matching eight segments of a gesture, from an offset on, with eight of
    /// a template.
    @inline(__always)
    private static func costs(_ query: Block, _ queryOffset: Int, _ template: Block, _ templateOffset: Int) -> Vector {
        let row = GestureFeatures.rowLength
        let ux = vector(query, queryOffset) * vector(template, templateOffset)
        let uy = vector(query, queryOffset + row) * vector(template, templateOffset + row)
        let dx = vector(query, queryOffset + 2 * row) - vector(template, templateOffset + 2 * row)
        let dy = vector(query, queryOffset + 3 * row) - vector(template, templateOffset + 3 * row)
        return (1 - ux) - uy + (dx * dx + dy * dy)
    }

    /// Estimates the sum of the costs of matching segment by segment, from a third of the segments.
    ///
    /// - Parameter query: A block in reverse order of segments, like a template's.
    static func rigidSum(_ query: Block, _ template: Block) -> Float {
        let row = GestureFeatures.rowLength
        var sums = FourLanes.zero
        var offset = GestureFeatures.padding
        for _ in 0..<GestureFeatures.segmentCount / 12 {
            let ux = fourLanes(query, offset) * fourLanes(template, offset)
            let uy = fourLanes(query, offset + row) * fourLanes(template, offset + row)
            let dx = fourLanes(query, offset + 2 * row) - fourLanes(template, offset + 2 * row)
            let dy = fourLanes(query, offset + 3 * row) - fourLanes(template, offset + 3 * row)
            sums += (dx * dx + dy * dy) - (ux + uy)
            offset += 12
        }
        return GestureFeatures.sumInAllLanes(sums)[0]
    }

    /// Estimates the sum of the costs of matching a rotated gesture segment by segment.
    static func rigidSum(_ query: Block, _ template: Block, rotation: (cosine: Float, sine: Float)) -> Float {
        let row = GestureFeatures.rowLength
        var sums = FourLanes.zero
        var offset = GestureFeatures.padding
        for _ in 0..<GestureFeatures.segmentCount / 12 {
            let (ux, uy) = (fourLanes(query, offset), fourLanes(query, offset + row))
            let (vx, vy) = (fourLanes(template, offset), fourLanes(template, offset + row))
            let (px, py) = (fourLanes(query, offset + 2 * row), fourLanes(query, offset + 3 * row))
            let (qx, qy) = (fourLanes(template, offset + 2 * row), fourLanes(template, offset + 3 * row))
            let dx = px * rotation.cosine - py * rotation.sine - qx
            let dy = px * rotation.sine + py * rotation.cosine - qy
            let dots: FourLanes = ux * vx + uy * vy
            let crosses: FourLanes = ux * vy - uy * vx
            sums += dx * dx + dy * dy
            sums -= dots * rotation.cosine + crosses * rotation.sine
            offset += 12
        }
        return GestureFeatures.sumInAllLanes(sums)[0]
    }

    /// Writes the range of features that each segment may be matched with: its middle and its
    /// reach.
    ///
    /// - Parameter query: A block in reverse order of segments.
    package static func writeEnvelope(
        of query: Block, middles: UnsafeMutablePointer<Float>, reaches: UnsafeMutablePointer<Float>
    ) {
        let (count, padding) = (GestureFeatures.segmentCount, GestureFeatures.padding)
        let (lowest, highest) = (middles, reaches)
        for row in 0..<4 {
            let start = row * GestureFeatures.rowLength
            for envelope in [lowest, highest] {
                (envelope + start).update(from: query + start, count: GestureFeatures.rowLength)
                for index in 0..<padding {
                    envelope[start + index] = query[start + padding]
                    envelope[start + padding + count + index] = query[start + padding + count - 1]
                }
            }
            // Windows of 2, 4, 8 and 15, each from two of the previous ones; a window starts at the
            // place of its result.
            let end = start + GestureFeatures.rowLength - 8
            for step in [1, 2, 4, reach] {
                for offset in stride(from: start, to: end, by: 8) {
                    GestureFeatures.store(
                        minimum(vector(lowest, offset), vector(lowest, offset + step)), to: lowest, offset)
                    GestureFeatures.store(
                        maximum(vector(highest, offset), vector(highest, offset + step)), to: highest, offset)
                }
            }
            for offset in stride(from: start, to: end, by: 8) {
                let (low, high) = (vector(lowest, offset), vector(highest, offset))
                GestureFeatures.store((low + high) * 0.5, to: middles, offset)
                GestureFeatures.store((high - low) * 0.5, to: reaches, offset)
            }
        }
    }

    /// Returns whether a lower bound on the sum of the best matching exceeds `bound`. The lower
    /// bound adds the cost of each segment with the nearest features in the gesture's envelope.
    ///
    /// After Keogh and Ratanamahatana, *Exact indexing of dynamic time warping*, 2005,
    /// [doi:10.1007/s10115-004-0154-9](https://doi.org/10.1007/s10115-004-0154-9).
    package static func isFarther(_ template: Block, middles: Block, reaches: Block, than bound: Float) -> Bool {
        let row = GestureFeatures.rowLength
        // A window starts `reach` before the segment in its middle.
        var (window, index) = (GestureFeatures.padding - reach, GestureFeatures.padding)
        let limit = FourLanes(repeating: bound + slack)
        var sums = FourLanes.zero
        for part in 1...GestureFeatures.segmentCount / 4 {
            let (vx, vy) = (fourLanes(template, index), fourLanes(template, index + row))
            let x = vx * fourLanes(middles, window) + magnitude(vx) * fourLanes(reaches, window)
            let y = vy * fourLanes(middles, window + row) + magnitude(vy) * fourLanes(reaches, window + row)
            let (qx, qy) = (fourLanes(template, index + 2 * row), fourLanes(template, index + 3 * row))
            let dx = positive(
                magnitude(qx - fourLanes(middles, window + 2 * row)) - fourLanes(reaches, window + 2 * row))
            let dy = positive(
                magnitude(qy - fourLanes(middles, window + 3 * row)) - fourLanes(reaches, window + 3 * row))
            sums += positive(1 - x - y) + (dx * dx + dy * dy)
            window += 4
            index += 4
            if part & 3 == 0, any(GestureFeatures.sumInAllLanes(sums) .> limit) { return true }
        }
        return false
    }

    /// Returns the sum of costs of the best matching; may return infinity if the sum is greater
    /// than a bound.
    package static func sum(_ query: Block, _ template: Block, bound: Float) -> Float {
        let (last, padding) = (GestureFeatures.segmentCount - 1, GestureFeatures.padding)
        let limit = Vector(repeating: bound + slack)
        let penalty = Vector(repeating: stepPenalty)
        // Lane l of antidiagonal s holds the match of segments i and j with i + j = s and i - j =
        // 2l - 6, or 2l - 7 where s is odd. The last lane of even ones is out of the band.
        var even = Vector(repeating: unreachable)
        even[3] = 0
        var odd = Vector(repeating: unreachable)
        let penaltyWithin = penalty + Vector(0, 0, 0, 0, 0, 0, 0, unreachable)
        var queryOffset = padding - 3
        var templateOffset = padding + last - 3
        for fourLanes in 0..<last {
            even = minimum(even, minimum(odd, up(odd)) + penaltyWithin)
            even += costs(query, queryOffset, template, templateOffset)
            odd = minimum(odd, minimum(down(even), even) + penalty)
            odd += costs(query, queryOffset, template, templateOffset - 1)
            queryOffset += 1
            templateOffset -= 1
            if fourLanes & 3 == 3, !any(minimum(odd, even) .<= limit) { return .infinity }
        }
        even = minimum(even, minimum(odd, up(odd)) + penaltyWithin)
        even += costs(query, queryOffset, template, templateOffset)
        return even[3]
    }

    /// Returns each lane from the next one, the last from the first.
    @inline(__always)
    private static func up(_ v: Vector) -> Vector { Vector(v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[0]) }

    /// Returns each lane from the previous one, the first from the last.
    @inline(__always)
    private static func down(_ v: Vector) -> Vector { Vector(v[7], v[0], v[1], v[2], v[3], v[4], v[5], v[6]) }
}
