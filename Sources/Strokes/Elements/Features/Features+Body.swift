// Corners, the body between them, and what comes before and after it: a head, a hook.

extension FeatureBuffers {
    /// Measures the corners: peaks of the bend, no two within three points.
    func measureCorners(_ m: inout StrokeMeasures, _ writer: inout FeatureWriter) {
        var peaks = points { position in
            let here = simd8(bend, position)
            return (here .> 0.35) .& (here .> simd8(bend, position - 1)) .& (here .> simd8(bend, position - 2))
                .& (here .> simd8(bend, position - 3)) .& (here .>= simd8(bend, position + 1))
                .& (here .>= simd8(bend, position + 2)) .& (here .>= simd8(bend, position + 3))
        }
        m.sharpPeaks = points { position in
            let here = simd8(bend, position)
            return (here .> 1.1) .& (here .>= simd8(bend, position - 1)) .& (here .>= simd8(bend, position + 1))
        }
        var count30 = 0
        var count50 = 0
        var count80 = 0
        var count120 = 0
        var largest = SIMD8<Float>.zero
        while peaks != 0 {
            let index = peaks.trailingZeroBitCount
            peaks &= peaks &- 1
            let value = bend[index]
            if value > 0.52 { count30 += 1 }
            if value > 0.87 {
                count50 += 1
                m.corners |= 1 &<< UInt64(index)
            }
            if value > 1.4 { count80 += 1 }
            if value > 2.1 { count120 += 1 }
            // Insertion into the six largest.
            var candidate = value
            for slot in 0..<6 where candidate > largest[slot] {
                (candidate, largest[slot]) = (largest[slot], candidate)
            }
        }
        writer.put(Float(count30))
        writer.put(Float(count50))
        writer.put(Float(count80))
        writer.put(Float(count120))
        for slot in 0..<6 { writer.put(largest[slot]) }
    }

    /// Measures the body, the longest piece without a corner.
    func measureBody(_ m: inout StrokeMeasures, _ writer: inout FeatureWriter) {
        findBody(&m)
        let from = m.body.lowerBound
        let to = m.body.upperBound
        let bodyShare = Float(to - from) / Float(last)
        writer.put(bodyShare)
        writer.put(Float(from) / Float(last))
        writer.put(Float(last - to) / Float(last))
        measureBodyTurns(&m)
        writer.put(abs(m.bodyTurnLeft - m.bodyTurnRight) / (2 * .pi))
        writer.put((m.bodyTurnLeft + m.bodyTurnRight) / (2 * .pi))
        let length = max(bodyShare * m.length, 1e-6)
        let gap = distance(from, to)
        writer.put(gap / length)

        let chordX = x[to] - x[from]
        let chordY = y[to] - y[from]
        var farthest = SIMD8<Float>.zero
        var low = SIMD8<Float>(repeating: .infinity)
        var high = -low
        var (sumX, sumY) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        for index in stride(from: from & ~7, through: to, by: 8) {
            // Points outside count as the body's first point.
            let w = share(index, from: from, to: to)
            let u = (simd8(x, index) - x[from]) * w
            let v = (simd8(y, index) - y[from]) * w
            farthest.raise(to: (u * chordY - v * chordX).sizes)
            let along = u * chordX + v * chordY
            low.lower(to: along)
            high.raise(to: along)
            sumX += u
            sumY += v
        }
        let count = Float(to - from + 1)
        let meanX = x[from] + sumX.sum() / count
        let meanY = y[from] + sumY.sum() / count
        let squaredGap = max(gap * gap, 1e-9)
        writer.put(min(10, farthest.max() / squaredGap))
        let fitted = to - from >= 4 && m.body != 0..<last ? circle(from, to) : m.circle
        writer.put(min(2, fitted.residual))
        writer.put(min(10, fitted.measuredRadius / length))
        writer.put(gap / m.spread)
        // The ratio of the body's width to its opening: a loop bulges, an arc doesn't.
        writer.put(min(10, (high.max() - low.min()) / squaredGap))
        writer.put((meanX * meanX + meanY * meanY).squareRoot() / m.spread)
        measurePartAfterBody(m, length, &writer)
        measurePartBeforeBody(m, length, &writer)
    }

    private func findBody(_ m: inout StrokeMeasures) {
        var from = 0
        var best = -1
        var second = 0
        var mask = m.corners | (1 &<< UInt64(last))
        while mask != 0 {
            let corner = mask.trailingZeroBitCount
            mask &= mask &- 1
            if corner - from > best {
                second = max(second, best)
                best = corner - from
                m.body = from..<corner
            } else {
                second = max(second, corner - from)
            }
            from = corner
        }
        m.secondPiece = second
    }

    /// Measures the turning of the body without the corners at its ends, which affect their
    /// neighbors.
    private func measureBodyTurns(_ m: inout StrokeMeasures) {
        let from = m.body.lowerBound == 0 ? 1 : m.body.lowerBound + 2
        let to = m.body.upperBound == last ? last - 1 : m.body.upperBound - 2
        var left = SIMD8<Float>.zero
        var right = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let turn = simd8(turning, index) * share(index, from: from, to: to)
            left += turn.replacing(with: 0, where: turn .< 0)
            right += (-turn).replacing(with: 0, where: turn .> 0)
        }
        m.bodyTurnLeft = left.sum()
        m.bodyTurnRight = right.sum()
    }

    /// Measures the part after the body: the head, if there is one.
    private func measurePartAfterBody(_ m: StrokeMeasures, _ length: Float, _ writer: inout FeatureWriter) {
        let from = m.body.lowerBound
        let tip = m.body.upperBound
        let heading = direction(max(from, tip - 6), tip)
        var reach: Float = 0
        var toStart = Float.infinity
        var closeness = Float.infinity
        var turn: Float = 0
        var along: Float = 0
        var low: Float = 0
        var high: Float = 0
        if tip < last {
            for index in tip...last {
                let u = x[index] - x[tip]
                let v = y[index] - y[tip]
                let square = u * u + v * v
                reach = max(reach, square)
                toStart = min(toStart, squaredDistance(index, from))
                if index >= min(last, tip + 4) { closeness = min(closeness, square) }
                turn += abs(turning[index])
                along += u * heading.x + v * heading.y
                let across = v * heading.x - u * heading.y
                low = min(low, across)
                high = max(high, across)
            }
            along /= Float(last - tip + 1)
        }
        writer.put(reach.squareRoot() / length)
        writer.put(tip < last ? toStart.squareRoot() / m.spread : 5)
        writer.put(tip < last ? closeness.squareRoot() / length : 5)
        writer.put(turn / (2 * .pi))
        writer.put(along / length)
        // Barbs on both sides.
        writer.put(min(-low, high) / length)
        writer.put(tip < last ? bend[tip] : 0)
        writer.put(((x[last] - x[tip]) * heading.x + (y[last] - y[tip]) * heading.y) / length)
    }

    /// Measures the part before the body: another head, if there is one.
    private func measurePartBeforeBody(_ m: StrokeMeasures, _ length: Float, _ writer: inout FeatureWriter) {
        let from = m.body.lowerBound
        var reach: Float = 0
        var along: Float = 0
        if from > 0 {
            let heading = direction(from, min(m.body.upperBound, from + 6))
            for index in 0...from {
                let u = x[index] - x[from]
                let v = y[index] - y[from]
                reach = max(reach, u * u + v * v)
                along += u * heading.x + v * heading.y
            }
            along /= Float(from + 1)
        }
        writer.put(reach.squareRoot() / length)
        writer.put(along / length)
    }

    /// Measures the alignment of the ink with the sides of the page, and that of the body's chord.
    ///
    /// The alignment is the mean of cos 4φ over the directions φ: 1 for right-angled paths along
    /// the sides, −1 for paths along the diagonals.
    func measureAlignment(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        var sum = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let u = simd8(x, index + 1) - simd8(x, index)
            let v = simd8(y, index + 1) - simd8(y, index)
            // cos 4φ = 1 − 8 cos²φ sin²φ; the last point has no next step.
            let (a, b) = (u * u, v * v)
            let size = a + b
            let isStep = size .> 1e-12
            let part = 1 - 8 * a * b / (size * size).replacing(with: 1, where: .!isStep)
            sum += part.replacing(with: 0, where: .!isStep)
        }
        writer.put(sum.sum() / Float(last))
        let chord = direction(m.body.lowerBound, m.body.upperBound)
        let across = chord.x * chord.y
        writer.put(1 - 8 * across * across)
    }

    /// Measures how directly the ink goes to the tip, the point farthest from the tail, and the
    /// rest of the ink; also from the other end.
    func measureTips(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        let tip = farthest(from: 0)
        let lengthToTip = m.length * Float(tip.index) / Float(last)
        writer.put(Float(tip.index) / Float(last))
        writer.put(tip.distance / m.length)
        writer.put(tip.distance / max(lengthToTip, 1e-6))
        var reach: Float = 0
        var along: Float = 0
        for index in tip.index...last {
            let u = x[index] - x[tip.index]
            let v = y[index] - y[tip.index]
            reach = max(reach, u * u + v * v)
            along = max(along, u * (x[0] - x[tip.index]) + v * (y[0] - y[tip.index]))
        }
        let size = max(tip.distance, 1e-6)
        writer.put(reach.squareRoot() / size)
        writer.put(along / (size * size))
        let back = farthest(from: last)
        let backPathLength = m.length * Float(last - back.index) / Float(last)
        writer.put(Float(last - back.index) / Float(last))
        writer.put(back.distance / max(backPathLength, 1e-6))
        var greatestSquaredDistance: Float = 0
        for index in 0...back.index {
            greatestSquaredDistance = max(greatestSquaredDistance, squaredDistance(index, back.index))
        }
        writer.put(greatestSquaredDistance.squareRoot() / max(back.distance, 1e-6))
    }

    private func farthest(from end: Int) -> (index: Int, distance: Float) {
        let (x0, y0) = (x[end], y[end])
        let best = greatest { index in
            let u = x0 - simd8(x, index)
            let v = y0 - simd8(y, index)
            return u * u + v * v
        }
        return (best.index, best.value.squareRoot())
    }
}
