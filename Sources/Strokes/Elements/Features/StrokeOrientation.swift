extension FeatureBuffers {
    /// Moves the centroid to the origin, brings the stroke to its canonical direction, mirrors it
    /// so that its total turning is positive, and fills turnings and bends. Records the changes in
    /// the frame.
    ///
    /// In canonical direction, the half that bends more comes last, so that a head is at the end.
    func orient(_ frame: inout NormalFrame) {
        center(&frame)
        padEnds()
        var total = SIMD8<Float>.zero
        var moment = SIMD8<Float>.zero
        var position = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) - Float(last) / 2
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let angle = bends(index, over: 1)
            store(angle, turning, index)
            total += angle
            moment += angle.sizes * position
            position += 8
        }
        frame.isReversed = moment.sum() < 0
        if frame.isReversed {
            reverse(x)
            reverse(y)
            reverse(turning)
        }
        // Reversing a stroke changes the side of every turn.
        frame.isMirrored = (total.sum() < 0) != frame.isReversed
        let turnSign: Float = frame.isReversed != frame.isMirrored ? -1 : 1
        let sideSign: Float = frame.isMirrored ? -1 : 1
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            store(simd8(turning, index) * turnSign, turning, index)
            store(simd8(y, index) * sideSign, y, index)
        }
        padEnds()
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            store(bends(index, over: 3).sizes, bend, index)
        }
        bend[0] = 0
        bend[last] = 0
        turning[0] = 0
        turning[last] = 0
    }

    private func center(_ frame: inout NormalFrame) {
        var sumX = SIMD8<Float>.zero
        var sumY = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            sumX += simd8(x, index)
            sumY += simd8(y, index)
        }
        let meanX = sumX.sum() / Float(NormalizedStroke.count)
        let meanY = sumY.sum() / Float(NormalizedStroke.count)
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            store(simd8(x, index) - meanX, x, index)
            store(simd8(y, index) - meanY, y, index)
        }
        frame.offsetX += Double(meanX) * frame.scale
        frame.offsetY += Double(meanY) * frame.scale
    }

    private func padEnds() {
        store(SIMD8(repeating: x[0]), x, -8)
        store(SIMD8(repeating: y[0]), y, -8)
        store(SIMD8(repeating: x[last]), x, NormalizedStroke.count)
        store(SIMD8(repeating: y[last]), y, NormalizedStroke.count)
    }

    /// Returns the turning at eight points, between the directions to them and from them.
    @inline(__always)
    private func bends(_ index: Int, over steps: Int) -> SIMD8<Float> {
        let pointX = simd8(x, index)
        let pointY = simd8(y, index)
        let ax = pointX - simd8(x, index - steps)
        let ay = pointY - simd8(y, index - steps)
        let bx = simd8(x, index + steps) - pointX
        let by = simd8(y, index + steps) - pointY
        return angles(ax * by - ay * bx, ax * bx + ay * by)
    }

    private func reverse(_ row: UnsafeMutablePointer<Float>) {
        var low = 0
        var high = last
        while low < high {
            (row[low], row[high]) = (row[high], row[low])
            low += 1
            high -= 1
        }
    }
}
