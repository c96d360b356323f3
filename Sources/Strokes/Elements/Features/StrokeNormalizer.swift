/// Normalization of a stroke of any size, position and sampling to `NormalizedStroke.count` evenly
/// spaced points in the unit box.
///
/// The result doesn't depend on translation and scale, and every point stands for the same fraction
/// of the ink. The tremor of a dense stroke is averaged away. Points that aren't finite are
/// skipped. The cost is O(n) for n points: three passes over the points and no allocation.
///
/// Plain sampling would keep the tremor, which also adds to the length. So the ink is first
/// averaged over `NormalizedStroke.bins` pieces of equal length (a box filter along the path). The
/// result, whose length is that of the movement without the tremor, is sampled evenly.
package enum NormalizedStroke {
    /// The number of points of the normalized stroke.
    package static let count = 64
    /// The number of pieces for averaging the ink.
    static let bins = 96
    /// The least extent of a stroke with a shape.
    static let smallestExtent = 1e-280
    /// The number of points that are read at a time. Most strokes have fewer and are read once.
    static let piece = 256
}

/// The inverse of the normalization: `original = normal * scale + offset`.
package struct NormalFrame {
    var offsetX = 0.0
    var offsetY = 0.0
    var scale = 1.0
    /// Whether the ends were swapped to bring the stroke to its canonical direction.
    var isReversed = false
    /// Whether the stroke was mirrored at the first axis, so that it turns to the positive side.
    var isMirrored = false

    func original(_ x: Float, _ y: Float) -> Point {
        Point(x: offsetX + Double(x) * scale, y: offsetY + Double(isMirrored ? -y : y) * scale)
    }
}

/// The points of a stroke, and the bounding box of the finite ones.
private struct RawInk {
    let points: UnsafeBufferPointer<Point>
    private(set) var low = SIMD2(repeating: Double.infinity)
    private(set) var high = SIMD2(repeating: -Double.infinity)
    private let areFinite: Bool
    /// The inverse of the greater extent; set when that is known.
    var inverse = 0.0

    init(_ points: UnsafeBufferPointer<Point>) {
        self.points = points
        // NaN and infinity alike make a difference NaN, and then the sum.
        var differences = SIMD2<Double>.zero
        for point in points {
            let position = SIMD2(point.x, point.y)
            low.replace(with: position, where: position .< low)
            high.replace(with: position, where: position .> high)
            differences += position - position
        }
        areFinite = differences == .zero
        guard !areFinite else { return }
        low = SIMD2(repeating: .infinity)
        high = SIMD2(repeating: -.infinity)
        for point in points where point.isFinite {
            let position = SIMD2(point.x, point.y)
            low.replace(with: position, where: position .< low)
            high.replace(with: position, where: position .> high)
        }
    }

    /// Reads points into a row, scaled to the unit box, from an index on until there are no more or
    /// the row is full.
    ///
    /// - Returns: The number of points written.
    @inline(__always)
    func read(into row: UnsafeMutablePointer<SIMD2<Double>>, from next: inout Int) -> Int {
        let most = NormalizedStroke.piece
        if areFinite {
            let count = min(most, points.count - next)
            for index in 0..<count {
                let point = points[next &+ index]
                row[index] = (SIMD2(point.x, point.y) - low) * inverse
            }
            next += count
            return count
        }
        var count = 0
        while count < most, next < points.count {
            let point = points[next]
            next += 1
            guard point.isFinite else { continue }
            row[count] = (SIMD2(point.x, point.y) - low) * inverse
            count += 1
        }
        return count
    }
}

extension FeatureBuffers {
    /// Computes the averaged path and the normalized stroke. Returns `nil` if all finite points are
    /// equal.
    package func normalize(_ points: Span<Point>) -> NormalFrame? {
        points.withUnsafeBufferPointer { normalize($0) }
    }

    private func normalize(_ points: UnsafeBufferPointer<Point>) -> NormalFrame? {
        var raw = RawInk(points)
        let (low, high) = (raw.low, raw.high)
        guard low.x <= high.x else { return nil }
        // The extent of finite numbers may still overflow, hence the quarter.
        let quarters = high * 0.25 - low * 0.25
        let quarter = max(quarters.x, quarters.y)
        let scale = quarter * 4
        guard quarter >= NormalizedStroke.smallestExtent, scale.isFinite else { return nil }
        raw.inverse = 1 / scale

        // Ink that fits into one piece is read once; longer ink is read once for its length and
        // once for its average.
        let piece = points.count <= NormalizedStroke.piece ? read(raw) : nil
        var length = 0.0
        func add(_ count: Int) {
            for index in stride(from: 1, to: count, by: 1) { length += steps[index] }
        }
        if let piece { add(piece) } else { forEachPiece(of: raw, add) }
        guard length > 0, length.isFinite else { return nil }

        var course = PathIntegration(marks: EvenlySpacedMarks(count: NormalizedStroke.bins, length: length))
        if let piece { integrate(piece, &course) } else { forEachPiece(of: raw) { integrate($0, &course) } }
        integrals[0] = .zero
        integrals[NormalizedStroke.bins] = course.integral
        averagedPath[0] = course.first
        averagedPath[NormalizedStroke.bins + 1] = course.last
        for bin in 0..<NormalizedStroke.bins {
            averagedPath[bin + 1] = (integrals[bin + 1] - integrals[bin]) * course.marks.perSpacing
        }
        resample()
        return NormalFrame(offsetX: low.x, offsetY: low.y, scale: scale)
    }

    /// Reads ink of one piece.
    private func read(_ raw: RawInk) -> Int {
        var next = 0
        let count = raw.read(into: ink, from: &next)
        measureSteps(ink, count)
        return count
    }

    /// Reads ink piece by piece; each begins with the last point of the previous one.
    private func forEachPiece(of raw: RawInk, _ body: (Int) -> Void) {
        var next = 0
        var count = 0
        while next < raw.points.count {
            let kept = min(count, 1)
            if kept == 1 { ink[0] = ink[count - 1] }
            count = kept + raw.read(into: ink + kept, from: &next)
            measureSteps(ink, count)
            body(count)
        }
    }

    /// Fills the steps to points of a row, except the first; numbers after the last one are
    /// meaningless.
    private func measureSteps(_ row: UnsafeMutablePointer<SIMD2<Double>>, _ count: Int) {
        for index in stride(from: 1, to: count, by: 2) {
            let here = row[index]
            let (before, after) = (here - row[index - 1], row[index + 1] - here)
            let (a, b) = (before * before, after * after)
            let squares = SIMD2(a.x, b.x) + SIMD2(a.y, b.y)
            UnsafeMutableRawPointer(steps + index).storeBytes(of: squares.squareRoot(), as: SIMD2<Double>.self)
        }
    }

    /// The state of the integration along the ink.
    private struct PathIntegration {
        /// The pieces to average over.
        var marks: EvenlySpacedMarks
        var integral = SIMD2<Double>.zero
        var first = SIMD2<Double>.zero
        var last = SIMD2<Double>.zero
        var hasBegun = false
    }

    /// Integrates along the ink that was read, and stores the integral at each mark between pieces.
    private func integrate(_ count: Int, _ course: inout PathIntegration) {
        guard count > 0 else { return }
        if !course.hasBegun { course.first = ink[0] }
        course.hasBegun = true
        course.last = ink[count - 1]
        var (marks, integral) = (course.marks, course.integral)
        for index in stride(from: 1, to: count, by: 1) {
            let (from, to, step) = (ink[index - 1], ink[index], steps[index])
            let change = (to - from) * (step > 1e-300 ? 0.5 / step : 0)
            marks.pass(step) { mark, way in integrals[mark] = integral + way * (from + way * change) }
            integral += (0.5 * step) * (from + to)
        }
        (course.marks, course.integral) = (marks, integral)
    }

    /// Samples the averaged path evenly.
    ///
    /// It differs from `Span.resample(into:length:)`: the path is in pairs of doubles whose steps
    /// are measured two at a time, results are rows of floats, and the order of rounding is another
    /// one, which trained models depend on.
    private func resample() {
        let roughCount = NormalizedStroke.bins + 2
        let last = NormalizedStroke.count - 1
        measureSteps(averagedPath, roughCount)
        var length = 0.0
        for index in 1..<roughCount { length += steps[index] }
        func set(_ mark: Int, _ position: SIMD2<Double>) {
            x[mark] = Float(position.x)
            y[mark] = Float(position.y)
        }
        set(0, averagedPath[0])
        var marks = EvenlySpacedMarks(count: last, length: length)
        // A path that was averaged to one place stays there.
        guard marks.perSpacing.isFinite else {
            for mark in 1...last { set(mark, averagedPath[0]) }
            return
        }
        for index in 1..<roughCount {
            let (from, to, step) = (averagedPath[index - 1], averagedPath[index], steps[index])
            let change = (to - from) * (step > 1e-300 ? 1 / step : 0)
            marks.pass(step) { mark, way in set(mark, from + way * change) }
        }
        set(last, averagedPath[roughCount - 1])
    }
}

/// Marks at equal distances along a path, which are passed step by step.
private struct EvenlySpacedMarks {
    private let spacing: Double
    /// The number of marks in a unit of the path.
    let perSpacing: Double
    /// The last mark; the caller sets it, as it knows the end of the path.
    private let lastMark: Double
    private var passedLength = 0.0
    /// The number of marks that were passed.
    private var complete = 0

    init(count: Int, length: Double) {
        spacing = length / Double(count)
        perSpacing = Double(count) / length
        lastMark = Double(count - 1)
    }

    /// Advances by a step, and calls a function with each mark in it and its distance from the
    /// start of the step.
    ///
    /// Each step also writes the next mark, even if it is beyond the step; a later step then
    /// overwrites it. This avoids unpredictable branches, which would cost more than the
    /// arithmetic.
    @inline(__always)
    mutating func pass(_ step: Double, write: (_ mark: Int, _ way: Double) -> Void) {
        let reachedLength = passedLength + step
        let complete = Int(min(reachedLength * perSpacing, lastMark))
        var mark = self.complete
        repeat {
            mark &+= 1
            write(mark, min(max(Double(mark) * spacing - passedLength, 0), step))
        } while mark < complete
        self.complete = complete
        passedLength = reachedLength
    }
}
