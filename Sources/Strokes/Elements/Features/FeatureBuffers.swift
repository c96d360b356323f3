/// Working memory: the ink, the normalized stroke, its angles, and rows for intermediate results.
///
/// The recognizer needs no other memory except the caller's points; the size doesn't depend on the
/// stroke. Rows of the normalized stroke have `NormalizedStroke.count` numbers and eight more on
/// either side. So neighbors can be read eight at a time without checks of bounds.
package struct FeatureBuffers {
    /// A piece of the ink in the unit box, `NormalizedStroke.piece + 1` points.
    let ink: UnsafeMutablePointer<SIMD2<Double>>
    /// The distance of each of these points, or of the averaged path's points, from the previous
    /// one; the first entry is unused. The row has room for more numbers, as four are written at a
    /// time.
    let steps: UnsafeMutablePointer<Double>
    /// The integral of the path up to each mark, `NormalizedStroke.bins + 1` of them.
    let integrals: UnsafeMutablePointer<SIMD2<Double>>
    /// The averaged path, `NormalizedStroke.bins + 2` points and one more.
    let averagedPath: UnsafeMutablePointer<SIMD2<Double>>
    /// The normalized stroke, with its centroid at the origin, between copies of its ends.
    package let x: UnsafeMutablePointer<Float>
    package let y: UnsafeMutablePointer<Float>
    /// The distance of each point to the origin.
    package let radius: UnsafeMutablePointer<Float>
    /// The signed turning at each inner point; zero at the ends and beyond.
    package let turning: UnsafeMutablePointer<Float>
    /// The absolute turning over three steps before and after each point, from which corners are
    /// found; zero at the ends.
    package let bend: UnsafeMutablePointer<Float>
    /// A row for intermediate results.
    let work: UnsafeMutablePointer<Float>
    /// Eight spare numbers.
    let spareNumbers: UnsafeMutablePointer<UInt32>
    /// Sets of 32, one for each of 32 points.
    let sets: UnsafeMutablePointer<UInt32>
    /// Eight rows of 32 counters.
    let counters: UnsafeMutablePointer<UInt8>

    static let row = NormalizedStroke.count + 16
    private static let stepCount = NormalizedStroke.piece + 8
    private static let pairCount = NormalizedStroke.piece + 1 + NormalizedStroke.bins + 1 + NormalizedStroke.bins + 3
    static let byteCount = pairCount * 16 + stepCount * 8 + 6 * row * 4 + (8 + 32) * 4 + 256

    /// Divides the memory up; it must hold `byteCount` bytes and be initialized.
    init(_ base: UnsafeMutableRawPointer) {
        ink = base.assumingMemoryBound(to: SIMD2<Double>.self)
        integrals = ink + NormalizedStroke.piece + 1
        averagedPath = integrals + NormalizedStroke.bins + 1
        steps = UnsafeMutableRawPointer(ink + Self.pairCount).assumingMemoryBound(to: Double.self)
        let rows = UnsafeMutableRawPointer(steps + Self.stepCount).assumingMemoryBound(to: Float.self) + 8
        x = rows
        y = rows + Self.row
        radius = rows + 2 * Self.row
        turning = rows + 3 * Self.row
        bend = rows + 4 * Self.row
        work = rows + 5 * Self.row
        spareNumbers = UnsafeMutableRawPointer(rows + 6 * Self.row - 8).assumingMemoryBound(to: UInt32.self)
        sets = spareNumbers + 8
        counters = UnsafeMutableRawPointer(sets + 32).assumingMemoryBound(to: UInt8.self)
    }

    var last: Int { NormalizedStroke.count - 1 }

    /// Returns eight numbers of a row from an index on.
    @inline(__always)
    func simd8(_ row: UnsafeMutablePointer<Float>, _ index: Int) -> SIMD8<Float> {
        UnsafeRawPointer(row + index).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    func store(_ values: SIMD8<Float>, _ row: UnsafeMutablePointer<Float>, _ index: Int) {
        UnsafeMutableRawPointer(row + index).storeBytes(of: values, as: SIMD8<Float>.self)
    }

    @inline(__always)
    func squaredDistance(_ a: Int, _ b: Int) -> Float {
        let dx = x[a] - x[b]
        let dy = y[a] - y[b]
        return dx * dx + dy * dy
    }

    @inline(__always)
    func distance(_ a: Int, _ b: Int) -> Float { squaredDistance(a, b).squareRoot() }

    /// Returns the direction from one point to another; zero if they are equal.
    func direction(_ from: Int, _ to: Int) -> SIMD2<Float> {
        let step = SIMD2(x[to] - x[from], y[to] - y[from])
        return step / max((step * step).sum().squareRoot(), 1e-9)
    }
}

extension FeatureBuffers {
    /// Returns the points that satisfy a condition, as a bit set; the condition is for eight points
    /// from an index on.
    @inline(__always)
    func points(where condition: (Int) -> SIMDMask<SIMD8<Int32>>) -> UInt64 {
        @inline(__always) func half(_ start: Int) -> UInt64 {
            var bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
            var set = SIMD8<UInt32>.zero
            for index in stride(from: start, to: start + 32, by: 8) {
                set |= SIMD8.zero.replacing(with: bits, where: condition(index))
                bits = bits &<< 8
            }
            return UInt64(set.union)
        }
        return half(0) | half(32) &<< 32
    }

    /// Returns 1 for each of eight points from an index on that is in a range, 0 for the others.
    @inline(__always)
    func share(_ index: Int, from: Int, to: Int) -> SIMD8<Float> {
        let indices = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(index)
        return SIMD8.zero.replacing(with: 1, where: (indices .>= Float(from)) .& (indices .<= Float(to)))
    }

    /// Returns the greatest value of the points, and the first point that has it; the function is
    /// for eight points from an index on.
    @inline(__always)
    func greatest(_ values: (Int) -> SIMD8<Float>) -> (value: Float, index: Int) {
        var best = values(0)
        var indices = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
        var bestIndices = indices
        for index in stride(from: 8, to: NormalizedStroke.count, by: 8) {
            indices = indices &+ 8
            let here = values(index)
            let isGreater = here .> best
            best.replace(with: here, where: isGreater)
            bestIndices.replace(with: indices, where: isGreater)
        }
        let value = best.max()
        let first = SIMD8<Int32>(repeating: .max).replacing(with: bestIndices, where: best .== value).min()
        // If there are NaNs, no lane may have the greatest value.
        return (value, min(Int(first), last))
    }
}

extension SIMD8<UInt32> {
    /// The union of the bits of all lanes.
    @inline(__always)
    var union: UInt32 {
        let four = lowHalf | highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
    }
}
