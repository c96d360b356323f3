/// The figures fitted to the normalized stroke.
package struct FittedFigures: Sendable, Hashable {
    var state: StateGeometry
    var transition: TransitionGeometry
    var cycle: CycleGeometry
    /// The directions from the shaft out of its ends.
    var tailHeading: Point
    var tipHeading: Point
}

extension FeatureBuffers {
    /// Fits all three figures to the normalized and oriented stroke. Cost: a few passes over the
    /// normalized points.
    ///
    /// - Parameter shaft: The shaft of joined strokes. Separate strokes show the head more reliably
    ///   than corners.
    func fit(_ frame: NormalFrame, _ measures: StrokeMeasures, shaft: JoinedStrokes.Shaft?) -> FittedFigures {
        func point(_ index: Int) -> Point { frame.original(x[index], y[index]) }

        // The circle; a nearly straight stroke has no meaningful one, and gets one around its
        // centroid.
        let fitted = measures.circle
        let state =
            fitted.radius < 1.5
            ? StateGeometry(center: frame.original(fitted.x, fitted.y), radius: Double(fitted.radius) * frame.scale)
            : StateGeometry(center: frame.original(0, 0), radius: Double(measures.spread) * frame.scale)

        let (from, to, tail, tip, head) = ends(frame, measures, shaft: shaft)
        let chordX = x[to] - x[from]
        let chordY = y[to] - y[from]
        let middleX = (x[to] + x[from]) / 2
        let middleY = (y[to] + y[from]) / 2
        // A closed shaft has no chord; the point farthest from its ends is the flex point.
        let hasChord = chordX * chordX + chordY * chordY > 1e-6
        let outside = SIMD8<Float>(repeating: -1)
        // If the tip is before the tail, which is possible for a zigzag, the shaft is one point.
        let end = max(from, to)
        let (maximumDeviation, farthestIndex) = greatest { index in
            let u = simd8(x, index) - x[from]
            let v = simd8(y, index) - y[from]
            let off = hasChord ? (u * chordY - v * chordX).sizes : u * u + v * v
            return outside.replacing(with: off, where: share(index, from: from, to: end) .> 0)
        }
        let (_, apex) = greatest { index in
            let a = simd8(x, index) - middleX
            let b = simd8(y, index) - middleY
            return outside.replacing(with: a * a + b * b, where: share(index, from: from, to: end) .> 0)
        }
        var flex = farthestIndex
        // On a straight shaft, the farthest point is noise; the middle is better.
        if hasChord && maximumDeviation < 0.02 * (chordX * chordX + chordY * chordY) { flex = (from + to) / 2 }
        // The last eighth gives the direction of the shaft: less would be noise; more could include
        // a bend.
        let inner = (end - from) / 8
        func heading(from start: Int, to end: Int) -> Point {
            let (start, end) = (point(start), point(end))
            return Point(x: end.x - start.x, y: end.y - start.y)
        }
        let (first, second) = (heading(from: from + inner, to: from), heading(from: end - inner, to: end))
        let isTailFirst = point(from).squaredDistance(to: tail) <= point(end).squaredDistance(to: tail)
        return FittedFigures(
            state: state,
            transition: TransitionGeometry(tail: tail, tip: tip, flex: point(flex), head: head),
            cycle: CycleGeometry(tail: tail, tip: tip, apex: point(apex), head: head),
            tailHeading: isTailFirst ? first : second, tipHeading: isTailFirst ? second : first)
    }

    /// Returns the indices of the ends of the shaft in canonical order, and the arrow's ends and
    /// head.
    private func ends(
        _ frame: NormalFrame, _ measures: StrokeMeasures, shaft: JoinedStrokes.Shaft?
    ) -> (from: Int, to: Int, tail: Point, tip: Point, head: ArrowHead) {
        if let shaft, shaft.head != .none {
            let (first, last) = (shaft.share.lowerBound, shaft.share.upperBound)
            func index(_ share: Double) -> Int { Int((share * Double(self.last)).rounded()) }
            let (tail, tip) = shaft.head == .first ? (shaft.last, shaft.first) : (shaft.first, shaft.last)
            return (
                frame.isReversed ? index(1 - last) : index(first), frame.isReversed ? index(1 - first) : index(last),
                tail, tip, shaft.head
            )
        }
        // Canonical order: a head is usually at the last end.
        var tipAtLast = headStart(measures, fromLast: true)
        var tipAtFirst = headStart(measures, fromLast: false)
        // A large head looks like a shaft from the other end: the longer one of both is the shaft.
        if let firstTip = tipAtFirst, let lastTip = tipAtLast, firstTip >= lastTip {
            if squaredDistance(0, lastTip) >= squaredDistance(firstTip, last) {
                tipAtFirst = nil
            } else {
                tipAtLast = nil
            }
        }
        let from = tipAtFirst ?? 0
        let to = tipAtLast ?? last
        let head: ArrowHead
        switch (tipAtFirst, tipAtLast) {
        case (nil, nil): head = .none
        case (nil, _?): head = frame.isReversed ? .first : .last
        case (_?, nil): head = frame.isReversed ? .last : .first
        default: head = .both
        }
        // In drawing order, the shaft starts at the canonical first end unless the stroke was
        // reversed; it points to the head.
        let startsAtFirst = head == .first ? frame.isReversed : !frame.isReversed
        let (start, end) = (frame.original(x[from], y[from]), frame.original(x[to], y[to]))
        return (from, to, startsAtFirst ? start : end, startsAtFirst ? end : start, head)
    }

    /// Returns the tip, the mark at which the head at one end begins: the corner nearest to the
    /// middle after which all ink stays close and some runs back. Returns `nil` if that end has no
    /// head.
    private func headStart(_ measures: StrokeMeasures, fromLast: Bool) -> Int? {
        let peaks = measures.sharpPeaks
        // From the far side of the shaft on; a head is at most two thirds of the ink.
        let indices: UInt64 = ((1 &<< UInt64(last - 1)) - 1) & ~((1 &<< UInt64(last / 3)) - 1)
        var candidates = (fromLast ? peaks : peaks.reversed) & indices
        while candidates != 0 {
            let start = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            let index = fromLast ? start : last - start
            let before = max(0, start - 6)
            let heading = direction(fromLast ? before : last - before, index)
            var reach: Float = 0
            var runsBack = false
            for rest in (start + 1)...last {
                let other = fromLast ? rest : last - rest
                let distance = squaredDistance(other, index)
                reach = max(reach, distance)
                let along = (x[other] - x[index]) * heading.x + (y[other] - y[index]) * heading.y
                // Checked early: a leg that continues sideways is a bend, whatever follows.
                if rest <= start + 4, along < 0, along * along > 0.1 * distance { runsBack = true }
            }
            var shaft: Float = 0
            for before in 0...start { shaft = max(shaft, squaredDistance(fromLast ? before : last - before, index)) }
            if reach < 0.64 * shaft && runsBack { return index }
        }
        return nil
    }
}

extension UInt64 {
    /// The bits in reverse order.
    fileprivate var reversed: UInt64 {
        var bits = byteSwapped
        bits = (bits &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
        bits = (bits &>> 2) & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
        return (bits &>> 1) & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    }
}
