/// Brings a stroke of any size, place and sampling to `Normal.count` evenly spaced points in the unit box.
///
/// What holds for the result: translation and scale are gone, every point stands for the same share of the ink, and
/// the tremor of a dense stroke is averaged away rather than sampled. The input may hold anything, non-finite numbers
/// included; those points are skipped. Cost: O(n) for n points, two passes over the points and no allocation.
///
/// A point that merely samples a trembling path keeps the tremor, and the path's length grows with it. So the ink is first
/// averaged over `Normal.bins` pieces of equal length (a box filter along the path), and the result, whose length is
/// that of the movement and not of the tremor, is sampled evenly.
enum Normal {
    /// Points of the normalised stroke.
    static let count = 64
    /// Pieces that the ink is averaged over before.
    static let bins = 96
    /// Strokes whose larger side is below this have no shape.
    static let smallestExtent = 1e-280
}

/// How the normalised stroke maps back: `original = normal * scale + offset`.
struct NormalFrame {
    var offsetX = 0.0
    var offsetY = 0.0
    var scale = 1.0
    /// Set where the ends were swapped to bring the stroke to its canonical direction.
    var isReversed = false
    /// Set where the stroke was mirrored at the first axis, so that it turns to the positive side.
    var isMirrored = false

    func original(_ x: Float, _ y: Float) -> Point {
        Point(x: offsetX + Double(x) * scale, y: offsetY + Double(isMirrored ? -y : y) * scale)
    }
}

extension FeatureBuffers {
    /// Fills the averaged path and the normalised stroke. Returns nil where there is no shape: no two finite points
    /// that differ.
    func normalize(_ points: Span<Point>) -> NormalFrame? {
        var lowX = Double.infinity
        var lowY = Double.infinity
        var highX = -Double.infinity
        var highY = -Double.infinity
        for index in points.indices {
            let point = points[unchecked: index]
            // NaN and infinity alike make this difference NaN.
            guard (point.x - point.x) + (point.y - point.y) == 0 else { continue }
            lowX = min(lowX, point.x)
            highX = max(highX, point.x)
            lowY = min(lowY, point.y)
            highY = max(highY, point.y)
        }
        guard lowX <= highX else { return nil }
        // The extent of finite numbers may still overflow, hence the quarter.
        let quarter = max(highX * 0.25 - lowX * 0.25, highY * 0.25 - lowY * 0.25)
        let scale = quarter * 4
        guard quarter >= Normal.smallestExtent, scale.isFinite else { return nil }
        let inverse = 1 / scale

        // Length of the ink in the unit box.
        var length = 0.0
        var previousX = 0.0
        var previousY = 0.0
        var isFirst = true
        for index in points.indices {
            let point = points[unchecked: index]
            guard (point.x - point.x) + (point.y - point.y) == 0 else { continue }
            let x = (point.x - lowX) * inverse
            let y = (point.y - lowY) * inverse
            if !isFirst {
                let dx = x - previousX
                let dy = y - previousY
                length += (dx * dx + dy * dy).squareRoot()
            } else {
                roughX[0] = x
                roughY[0] = y
                isFirst = false
            }
            previousX = x
            previousY = y
        }
        guard length > 0, length.isFinite else { return nil }
        average(points, lowX: lowX, lowY: lowY, inverse: inverse, length: length)
        roughX[Normal.bins + 1] = previousX
        roughY[Normal.bins + 1] = previousY
        resample()
        return NormalFrame(offsetX: lowX, offsetY: lowY, scale: scale)
    }

    /// Averages the path over pieces of equal length.
    private func average(
        _ points: Span<Point>, lowX: Double, lowY: Double, inverse: Double, length: Double
    ) {
        let bins = Normal.bins
        let binLength = length / Double(bins)
        let inverseBin = 1 / binLength
        var bin = 0
        var room = binLength
        var sumX = 0.0
        var sumY = 0.0
        var x0 = roughX[0]
        var y0 = roughY[0]
        for index in points.indices {
            let point = points[unchecked: index]
            guard (point.x - point.x) + (point.y - point.y) == 0 else { continue }
            let x1 = (point.x - lowX) * inverse
            let y1 = (point.y - lowY) * inverse
            let dx = x1 - x0
            let dy = y1 - y0
            var rest = (dx * dx + dy * dy).squareRoot()
            while rest >= room && rest > 0 && bin < bins - 1 {
                let share = room / rest
                let endX = x0 + (x1 - x0) * share
                let endY = y0 + (y1 - y0) * share
                sumX += 0.5 * (x0 + endX) * room
                sumY += 0.5 * (y0 + endY) * room
                roughX[bin + 1] = sumX * inverseBin
                roughY[bin + 1] = sumY * inverseBin
                rest -= room
                x0 = endX
                y0 = endY
                bin += 1
                room = binLength
                sumX = 0
                sumY = 0
            }
            sumX += 0.5 * (x0 + x1) * rest
            sumY += 0.5 * (y0 + y1) * rest
            room -= rest
            x0 = x1
            y0 = y1
        }
        // Rounding leaves the last piece a little short or long.
        let filled = binLength - room
        while bin < bins {
            roughX[bin + 1] = filled > 0 ? sumX / filled : x0
            roughY[bin + 1] = filled > 0 ? sumY / filled : y0
            bin += 1
        }
    }

    /// Samples the averaged path evenly.
    private func resample() {
        let rough = Self.rough
        let count = Normal.count
        var length = 0.0
        for index in 1..<rough {
            let dx = roughX[index] - roughX[index - 1]
            let dy = roughY[index] - roughY[index - 1]
            let step = (dx * dx + dy * dy).squareRoot()
            length += step
        }
        let spacing = length / Double(count - 1)
        x[0] = Float(roughX[0])
        y[0] = Float(roughY[0])
        var out = 1
        var walked = 0.0
        var target = spacing
        for index in 1..<rough {
            let dx = roughX[index] - roughX[index - 1]
            let dy = roughY[index] - roughY[index - 1]
            let step = (dx * dx + dy * dy).squareRoot()
            while out < count - 1 && walked + step >= target {
                let share = step > 0 ? (target - walked) / step : 0
                x[out] = Float(roughX[index - 1] + share * dx)
                y[out] = Float(roughY[index - 1] + share * dy)
                out += 1
                target = spacing * Double(out)
            }
            walked += step
        }
        while out < count {
            x[out] = Float(roughX[rough - 1])
            y[out] = Float(roughY[rough - 1])
            out += 1
        }
    }
}
