/// The measures that several features share.
struct StrokeMeasures {
    /// The length of the ink.
    var length: Float = 0
    /// The root mean square distance to the centroid.
    var spread: Float = 0
    /// The moments along the principal axes, and the first axis.
    var major: Float = 0
    var minor: Float = 0
    var axis = SIMD2<Float>(1, 0)
    /// The distance between the ends.
    var gap: Float = 0
    /// The circle through all points.
    var circle = FittedCircle(x: 0, y: 0, measuredRadius: 1, residual: 1, radius: 1)
    /// A bit for each corner, and for each point that may be the tip before a head.
    var corners: UInt64 = 0
    var sharpPeaks: UInt64 = 0
    /// The longest piece without a corner, and the length of the second longest.
    var body = 0..<0
    var secondPiece = 0
    /// The body's turning to either side.
    var bodyTurnLeft: Float = 0
    var bodyTurnRight: Float = 0
    var absoluteTurn: Float = 0
}

extension FeatureBuffers {
    /// Fills the features of the normalized and oriented stroke, in the order of `Feature.names`;
    /// returns the measures for fitting.
    func measure(
        _ frame: NormalFrame, strokes: Int, penUp: Double, into features: UnsafeMutablePointer<Float>
    ) -> StrokeMeasures {
        var writer = FeatureWriter(features)
        var m = StrokeMeasures()
        measureMoments(&m)
        m.circle = circle(0, last)
        measureEnds(&m, &writer)
        measureCircle(&m, &writer)
        measureArea(&m, &writer)
        measureEndDirections(m, &writer)
        measureTouches(m, &writer)
        measureCorners(&m, &writer)
        measureBody(&m, &writer)
        measureTips(m, &writer)
        measurePairs(m, &writer)
        measureTurning(m, &writer)
        measureHarmonics(m, &writer)
        writer.put(Float(min(strokes, 8)))
        writer.put(Float(penUp))
        // The position of the ends on the page, relative to the middle.
        let endsBelow = (y[0] + y[last]) / 2 / m.spread
        writer.put(frame.isMirrored ? -endsBelow : endsBelow)
        measureAlignment(m, &writer)
        measureProfiles(m, &writer)
        assert(writer.count == Feature.count)
        return m
    }

    private func measureMoments(_ m: inout StrokeMeasures) {
        var length = SIMD8<Float>.zero
        var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let u = simd8(x, index)
            let v = simd8(y, index)
            let dx = simd8(x, index + 1) - u
            let dy = simd8(y, index + 1) - v
            length += (dx * dx + dy * dy).squareRoot()
            sums.0 += u * u
            sums.1 += v * v
            sums.2 += u * v
            store((u * u + v * v).squareRoot(), radius, index)
        }
        m.length = max(length.sum(), 1e-6)
        let n = Float(NormalizedStroke.count)
        let mxx = sums.0.sum() / n
        let myy = sums.1.sum() / n
        let mxy = sums.2.sum() / n
        m.spread = max((mxx + myy).squareRoot(), 1e-6)
        let halfDifference = (mxx - myy) / 2
        let root = (halfDifference * halfDifference + mxy * mxy).squareRoot()
        m.major = max((mxx + myy) / 2 + root, 1e-12)
        m.minor = max(0, (mxx + myy) / 2 - root)
        let axis = mxx >= myy ? SIMD2(halfDifference + root, mxy) : SIMD2(mxy, root - halfDifference)
        let size = (axis * axis).sum().squareRoot()
        if size > 1e-12 { m.axis = axis / size }
        m.gap = distance(0, last)
    }

    private func measureEnds(_ m: inout StrokeMeasures, _ writer: inout FeatureWriter) {
        let chordX = x[last] - x[0]
        let chordY = y[last] - y[0]
        var off = SIMD8<Float>.zero
        var turn = SIMD8<Float>.zero
        var absoluteTurn = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let cross = (simd8(x, index) - x[0]) * chordY - (simd8(y, index) - y[0]) * chordX
            off.raise(to: cross.sizes)
            let angle = simd8(turning, index)
            turn += angle
            absoluteTurn += angle.sizes
        }
        m.absoluteTurn = absoluteTurn.sum()
        writer.put(m.gap / m.length)
        writer.put(m.gap / m.spread)
        writer.put(max(m.gap, (m.major * 12).squareRoot()) / m.length)
        writer.put(min(5, off.max() / max(m.gap * m.gap, 1e-9)))
        writer.put(turn.sum() / (2 * .pi))
        writer.put(m.absoluteTurn / (2 * .pi))
        writer.put(turn.sum() / max(m.absoluteTurn, 0.1))
    }

    private func measureCircle(_ m: inout StrokeMeasures, _ writer: inout FeatureWriter) {
        let whole = m.circle
        writer.put(min(2, whole.residual))
        writer.put(min(5, whole.measuredRadius / m.spread))
        writer.put(min(5, (whole.x * whole.x + whole.y * whole.y).squareRoot() / whole.measuredRadius))
        // Relative to the fitted center, or to the centroid if the fit is a line.
        let isRound = whole.measuredRadius < 3 * m.spread
        let referenceX = isRound ? whole.x : 0
        let referenceY = isRound ? whole.y : 0
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            store(angles(simd8(y, index) - referenceY, simd8(x, index) - referenceX), work, index)
        }
        store(SIMD8(repeating: work[last]), work, NormalizedStroke.count)
        var coveredSectors: UInt64 = 0
        var winding = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let here = simd8(work, index)
            var step = simd8(work, index + 1) - here
            step.replace(with: step - 2 * Float.pi, where: step .> Float.pi)
            step.replace(with: step + 2 * Float.pi, where: step .< -Float.pi)
            winding += step
            // Adding 2²³ leaves the rounded number in the low bits, unless it is negative.
            var sector = (here + Float.pi) * (36 / (2 * Float.pi)) - 0.5
            sector.raise(to: .zero)
            sector += 8_388_608
            for lane in 0..<8 { coveredSectors |= 1 &<< UInt64(min(35, sector[lane].bitPattern & 63)) }
        }
        writer.put(Float(coveredSectors.nonzeroBitCount) / 36)
        writer.put(Float(Self.longestGap(coveredSectors, of: 36)) / 36)
        writer.put(abs(winding.sum()) / (2 * .pi))
        var gapAngle = abs(work[last] - work[0])
        if gapAngle > .pi { gapAngle = 2 * .pi - gapAngle }
        writer.put(gapAngle / .pi)

        // The ellipse: the circle after the principal axes are made equal.
        let inverseMajor = 1 / m.major.squareRoot()
        let inverseMinor = 1 / max(m.minor, 1e-6 * m.major).squareRoot()
        var sum = SIMD8<Float>.zero
        var squares = SIMD8<Float>.zero
        var nearest = SIMD8<Float>(repeating: .infinity)
        var farthest = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let u = simd8(x, index)
            let v = simd8(y, index)
            let a = (u * m.axis.x + v * m.axis.y) * inverseMajor
            let b = (v * m.axis.x - u * m.axis.y) * inverseMinor
            let square = a * a + b * b
            let r = square.squareRoot()
            sum += r
            squares += square
            nearest.lower(to: r)
            farthest.raise(to: r)
        }
        let n = Float(NormalizedStroke.count)
        let mean = sum.sum() / n
        writer.put(max(0, squares.sum() / n / (mean * mean) - 1).squareRoot())
        writer.put((m.minor / m.major).squareRoot())
        writer.put(nearest.min() / max(farthest.max(), 1e-9))
    }

    /// Returns the length of the longest run of zero bits in a ring of `count` bits.
    private static func longestGap(_ bits: UInt64, of count: UInt64) -> Int {
        // Shrinks all gaps at once until none are left.
        let ring: UInt64 = (1 &<< count) &- 1
        var free = ~bits & ring
        var length = 0
        while free != 0 && length < Int(count) {
            free &= ((free &<< 1) | (free &>> (count &- 1))) & ring
            length += 1
        }
        return length
    }

    private func measureArea(_ m: inout StrokeMeasures, _ writer: inout FeatureWriter) {
        var doubled = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            doubled += simd8(x, index) * simd8(y, index + 1) - simd8(x, index + 1) * simd8(y, index)
        }
        let area = abs(doubled.sum() + x[last] * y[0] - x[0] * y[last]) / 2
        writer.put(area / (m.spread * m.spread))
        let closed = m.length + m.gap
        writer.put(4 * .pi * area / (closed * closed))
        // The widths of the hull in eight directions, starting with the principal axis.
        let cosines = SIMD8<Float>(1, 0.9238795, 0.7071068, 0.3826834, 0, -0.3826834, -0.7071068, -0.9238795)
        let sines = SIMD8<Float>(0, 0.3826834, 0.7071068, 0.9238795, 1, 0.9238795, 0.7071068, 0.3826834)
        let directionX = cosines * m.axis.x - sines * m.axis.y
        let directionY = sines * m.axis.x + cosines * m.axis.y
        var low = SIMD8<Float>(repeating: .infinity)
        var high = -low
        for index in 0..<NormalizedStroke.count {
            let along = directionX * x[index] + directionY * y[index]
            low.lower(to: along)
            high.raise(to: along)
        }
        let widths = high - low
        writer.put(widths.min() / widths.max())
        writer.put(widths.sum() / 8 * .pi / m.length)
        writer.put(area / max(widths.min() * widths.max(), 1e-9))
    }

    /// Measures the directions of the ends relative to the centroid, the chord and each other.
    private func measureEndDirections(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        let tail = direction(5, 0)
        let head = direction(last - 5, last)
        writer.put((x[0] * tail.x + y[0] * tail.y) / max(radius[0], 1e-9))
        writer.put((x[last] * head.x + y[last] * head.y) / max(radius[last], 1e-9))
        let chord = direction(0, last)
        writer.put(-(tail * chord).sum())
        writer.put((head * chord).sum())
        writer.put((tail * head).sum())
    }

    /// Measures the distance of each end from the rest of the ink, and the nearest place.
    private func measureTouches(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        let apart = NormalizedStroke.count / 4
        let tail = nearest(to: 0, from: apart, to: last)
        let head = nearest(to: last, from: 0, to: last - apart)
        writer.put(tail.distance / m.spread)
        writer.put(head.distance / m.spread)
        writer.put(Float(tail.index) / Float(last))
        writer.put(Float(head.index) / Float(last))
    }

    private func nearest(to end: Int, from: Int, to: Int) -> (distance: Float, index: Int) {
        let (x0, y0) = (x[end], y[end])
        let best = greatest { index in
            let u = x0 - simd8(x, index)
            let v = y0 - simd8(y, index)
            let outside = SIMD8<Float>(repeating: -.infinity)
            return outside.replacing(with: -(u * u + v * v), where: share(index, from: from, to: to) .> 0)
        }
        return ((-best.value).squareRoot(), best.index)
    }
}
