/// The figures fitted to the normalised stroke.
struct FittedFigures: Sendable, Hashable {
    var state: StateGeometry
    var transition: TransitionGeometry
    var cycle: CycleGeometry
}

extension FeatureBuffers {
    /// Fits all three figures to the normalised and oriented stroke. Cost: a few passes over the normalised points.
    func fit(_ frame: NormalFrame, _ measures: StrokeMeasures) -> FittedFigures {
        func point(_ index: Int) -> Point { frame.original(x[index], y[index]) }

        // The circle; a nearly straight stroke has none worth the name, and gets the one around its centroid.
        let fitted = measures.circle
        let state =
            fitted.radius < 1.5
            ? StateGeometry(center: frame.original(fitted.x, fitted.y), radius: Double(fitted.radius) * frame.scale)
            : StateGeometry(center: frame.original(0, 0), radius: Double(measures.spread) * frame.scale)

        // Canonical order: a head lies at the last end as a rule.
        let tipAtLast = headStart(measures, fromLast: true)
        let tipAtFirst = headStart(measures, fromLast: false)
        let from = tipAtFirst ?? 0
        let to = tipAtLast ?? last
        let head: ArrowHead
        switch (tipAtFirst, tipAtLast) {
        case (nil, nil): head = .none
        case (nil, _?): head = frame.isReversed ? .first : .last
        case (_?, nil): head = frame.isReversed ? .last : .first
        default: head = .both
        }
        // In drawing order the shaft begins at the canonical first end unless the stroke was turned round; it points at the head.
        let startsAtFirst = head == .first ? frame.isReversed : !frame.isReversed
        let tail = point(startsAtFirst ? from : to)
        let tip = point(startsAtFirst ? to : from)

        let chordX = x[to] - x[from]
        let chordY = y[to] - y[from]
        let middleX = (x[to] + x[from]) / 2
        let middleY = (y[to] + y[from]) / 2
        // A closed shaft has no chord: then the point farthest from its ends is the flex point.
        let hasChord = chordX * chordX + chordY * chordY > 1e-6
        let outside = SIMD8<Float>(repeating: -1)
        // A tip before the tail, as a zigzag may have, leaves a shaft of one point.
        let end = max(from, to)
        let (mostOff, farthestOff) = greatest { place in
            let u = eight(x, place) - x[from]
            let v = eight(y, place) - y[from]
            let off = hasChord ? (u * chordY - v * chordX).sizes : u * u + v * v
            return outside.replacing(with: off, where: share(place, from: from, to: end) .> 0)
        }
        let (_, apex) = greatest { place in
            let a = eight(x, place) - middleX
            let b = eight(y, place) - middleY
            return outside.replacing(with: a * a + b * b, where: share(place, from: from, to: end) .> 0)
        }
        var flex = farthestOff
        // On a straight shaft the farthest point is noise; its middle serves better.
        if hasChord && mostOff < 0.02 * (chordX * chordX + chordY * chordY) { flex = (from + to) / 2 }
        return FittedFigures(
            state: state,
            transition: TransitionGeometry(tail: tail, tip: tip, flex: point(flex), head: head),
            cycle: CycleGeometry(tail: tail, tip: tip, apex: point(apex), head: head))
    }

    /// Where the head at one end begins, which is the tip: the corner nearest to the middle after which all ink stays close by
    /// and turns back. Nil where that end has no head.
    private func headStart(_ measures: StrokeMeasures, fromLast: Bool) -> Int? {
        let peaks = measures.sharpPeaks
        // From the far side of the shaft on, but no head is more than two thirds of the ink.
        let places: UInt64 = ((1 &<< UInt64(last - 1)) - 1) & ~((1 &<< UInt64(last / 3)) - 1)
        var candidates = (fromLast ? peaks : peaks.reversed) & places
        while candidates != 0 {
            let place = candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            let index = fromLast ? place : last - place
            var reach: Float = 0
            var turned: Float = 0
            for rest in (place + 1)...last {
                let other = fromLast ? rest : last - rest
                reach = max(reach, squaredDistance(other, index))
                turned += abs(turning[other])
            }
            var shaft: Float = 0
            for before in 0...place { shaft = max(shaft, squaredDistance(fromLast ? before : last - before, index)) }
            // A barb that runs back alone is a head too; one that goes on sideways is a bend.
            if reach < 0.3 * shaft && (bend[index] > 1.9 || turned > 1) { return index }
        }
        return nil
    }
}

extension UInt64 {
    /// The bits in the opposite order.
    fileprivate var reversed: UInt64 {
        var bits = byteSwapped
        bits = (bits &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
        bits = (bits &>> 2) & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
        return (bits &>> 1) & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    }
}
