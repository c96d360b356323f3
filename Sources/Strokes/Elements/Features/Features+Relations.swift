// Features of pairs of points, of the distribution of the turning, and of the course along the
// stroke.

extension FeatureBuffers {
    /// Measures crossings, parallel ink, and the distribution of distances, on every second point.
    func measurePairs(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        // Every second point in the work row: 32 x coordinates, followed by 32 y coordinates.
        let half = Self.half
        let (sampledX, sampledY) = (work, work + half)
        for index in 0..<half {
            sampledX[index] = x[2 * index]
            sampledY[index] = y[2 * index]
        }
        UnsafeMutableRawPointer(counters).initializeMemory(as: UInt8.self, repeating: 0, count: 256)
        let besideCount = comparePairs(m.spread)
        let crossings = findCrossings()
        writer.put(Float(min(crossings.count, 12)))
        writer.put(Float(crossings.loop.count) / Float(last))
        var loopTurn: Float = 0
        for index in crossings.loop.dropFirst() { loopTurn += turning[index] }
        writer.put(abs(loopTurn) / (2 * .pi))
        writer.put(Float(crossings.loop.lowerBound + crossings.loop.upperBound) / 2 / Float(last))
        writer.put(Float(besideCount) / Float(half))
        // The distribution itself is written with the profiles.
        let pairs = Float(half * (half - 1) / 2)
        for bin in 0..<Feature.distanceBins {
            var count = 0
            for lane in 0..<8 { count += Int(counters[32 * lane + bin]) }
            work[bin] = Float(count) / pairs
        }
    }

    private static let half = NormalizedStroke.count / 2

    /// Counts the distances of all pairs of thinned points, and records the steps that cross the
    /// line through each step.
    ///
    /// - Returns: The number of points with later ink beside them.
    private func comparePairs(_ spread: Float) -> Int {
        let half = Self.half
        let (sampledX, sampledY) = (work, work + half)
        let laneNumbers = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
        let bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
        let binsPerUnit = Float(Feature.distanceBins) / (4 * spread)
        let near = 0.0081 * spread * spread
        var besideCount = 0
        for index in 0..<half {
            let (x0, y0) = (sampledX[index], sampledY[index])
            // There is no step from the last point, and none is used.
            let (stepX, stepY) = (sampledX[index + 1] - x0, sampledY[index + 1] - y0)
            var negative = SIMD8<UInt32>.zero
            var beside = SIMD8<UInt32>.zero
            for block in stride(from: 0, to: half, by: 8) {
                let u = simd8(sampledX, block) - x0
                let v = simd8(sampledY, block) - y0
                let blockBits = bits &<< UInt32(truncatingIfNeeded: block)
                negative |= SIMD8.zero.replacing(with: blockBits, where: (stepX * v - stepY * u) .< 0)
                guard block + 7 > index else { continue }
                let d = u * u + v * v
                beside |= SIMD8.zero.replacing(with: blockBits, where: d .< near)
                // Adding 2²³ leaves the rounded number in the low bits, unless it is negative.
                var position = d.squareRoot() * binsPerUnit - 0.5
                position.raise(to: .zero)
                var bin = unsafeBitCast(position + 8_388_608, to: SIMD8<UInt32>.self) & 15
                // Pairs that were already counted in the other order go into an unused bin.
                bin.replace(with: 16, where: laneNumbers .<= Float(index - block))
                UnsafeMutableRawPointer(spareNumbers).storeBytes(of: bin, as: SIMD8<UInt32>.self)
                for lane in 0..<8 { counters[32 &* lane &+ Int(spareNumbers[lane])] &+= 1 }
            }
            let sides = negative.union
            sets[index] = sides ^ (sides >> 1)
            // Neighbors are near anyway.
            if (beside.union &>> UInt32(truncatingIfNeeded: index)) &>> 4 != 0 { besideCount += 1 }
        }
        return besideCount
    }

    /// Counts the pairs of steps that cross, and finds the first of the longest pieces of ink
    /// between such two. Each step must cross the line through the other.
    private func findCrossings() -> (count: Int, loop: Range<Int>) {
        let half = Self.half
        var count = 0
        var longestLength = 0
        var loop = 0..<0
        for index in 0..<half - 4 {
            // The steps next to this one always touch it.
            var others = sets[index] & (0x7FFF_FFFF &<< UInt32(truncatingIfNeeded: index + 3)) & 0x7FFF_FFFF
            while others != 0 {
                let other = others.trailingZeroBitCount
                others &= others &- 1
                guard sets[other] &>> UInt32(truncatingIfNeeded: index) & 1 != 0 else { continue }
                count += 1
                if other - index > longestLength {
                    longestLength = other - index
                    loop = 2 * index..<min(last, 2 * other + 2)
                }
            }
        }
        return (count, loop)
    }

    /// Measures the distribution of the turning along the stroke.
    func measureTurning(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        var flatCount = SIMD8<Float>.zero
        var nearlyFlatCount = SIMD8<Float>.zero
        var bentCount = SIMD8<Float>.zero
        var sharpCount = SIMD8<Float>.zero
        var squares = SIMD8<Float>.zero
        var greatestBend = SIMD8<Float>.zero
        for index in stride(from: 0, to: NormalizedStroke.count, by: 8) {
            let isInner = share(index, from: 1, to: last - 1)
            let size = simd8(bend, index)
            flatCount += isInner.replacing(with: 0, where: size .>= 0.12)
            nearlyFlatCount += isInner.replacing(with: 0, where: size .>= 0.3)
            bentCount += isInner.replacing(with: 0, where: size .<= 0.7)
            sharpCount += isInner.replacing(with: 0, where: size .<= 1.5)
            greatestBend.raise(to: size)
            let pooled = pooledTurning(index) * isInner
            squares += pooled * pooled
        }
        writer.put(flatCount.sum() / Float(last))
        writer.put(nearlyFlatCount.sum() / Float(last))
        writer.put(bentCount.sum() / Float(last))
        writer.put(sharpCount.sum() / Float(last))
        writer.put(Float(countSignChanges()))
        writer.put(m.absoluteTurn * m.absoluteTurn / max(squares.sum() * Float(last), 1e-6))
        writer.put(greatestBend.max())
        let runs = longestStraightRuns()
        writer.put(Float(runs.longest) / Float(last))
        writer.put(Float(max(runs.second, m.secondPiece)) / Float(last))
        // Whether the body is an S.
        writer.put(min(m.bodyTurnLeft, m.bodyTurnRight))
    }

    /// Returns the turning of eight points from an index on, with that of their neighbors.
    @inline(__always)
    private func pooledTurning(_ index: Int) -> SIMD8<Float> {
        simd8(turning, index - 1) + simd8(turning, index) + simd8(turning, index + 1)
    }

    /// The points that aren't ends.
    private var innerMask: UInt64 { ~(1 | 1 &<< UInt64(last)) }

    /// Counts the changes of the side to which the ink turns.
    private func countSignChanges() -> Int {
        var one = points { pooledTurning($0) .> 0.12 } & innerMask
        var other = points { pooledTurning($0) .< -0.12 } & innerMask
        // Starts at the first turn, to whichever side.
        if other.trailingZeroBitCount < one.trailingZeroBitCount { swap(&one, &other) }
        var changes = 0
        while one != 0 {
            // Removes the turns to the other side before it.
            other &= ~0 &<< UInt64(one.trailingZeroBitCount)
            guard other != 0 else { break }
            changes += 1
            swap(&one, &other)
        }
        return changes
    }

    /// Returns the lengths of the two longest runs of points at which the ink hardly bends.
    private func longestStraightRuns() -> (longest: Int, second: Int) {
        var straight = points { simd8(bend, $0) .< 0.35 } & innerMask
        var longest = 0
        var second = 0
        while straight != 0 {
            let start = UInt64(straight.trailingZeroBitCount)
            let run = (~(straight &>> start)).trailingZeroBitCount
            second = max(second, min(run, longest))
            longest = max(longest, run)
            straight &= ~(((1 &<< UInt64(run)) &- 1) &<< start)
        }
        return (longest, second)
    }

    /// Measures the Fourier descriptors of the path, as fractions of its energy; Zahn and Roskies,
    /// *Fourier descriptors for plane closed curves*, IEEE Transactions on Computers 21 (1972),
    /// doi:10.1109/TC.1972.5008949. The path isn't closed, so that the gap has an effect.
    func measureHarmonics(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        var xc = SIMD8<Float>.zero
        var xs = SIMD8<Float>.zero
        var yc = SIMD8<Float>.zero
        var ys = SIMD8<Float>.zero
        Harmonics.table.withUnsafeBufferPointer { table in
            for index in 0..<NormalizedStroke.count {
                let c = table[2 * index]
                let s = table[2 * index + 1]
                xc += c * x[index]
                xs += s * x[index]
                yc += c * y[index]
                ys += s * y[index]
            }
        }
        // Σ p·e^{−ikt} and Σ p·e^{ikt} share the products.
        let energy = m.spread * m.spread * Float(NormalizedStroke.count * NormalizedStroke.count)
        let plus = ((xc + ys) * (xc + ys) + (yc - xs) * (yc - xs)) / energy
        let minus = ((xc - ys) * (xc - ys) + (yc + xs) * (yc + xs)) / energy
        for harmonic in 1...4 { writer.put(plus[harmonic].squareRoot()) }
        for harmonic in 0...3 { writer.put(minus[harmonic].squareRoot()) }
        var rest: Float = 1
        for harmonic in 0..<5 { rest -= plus[harmonic] + minus[harmonic] }
        writer.put(max(0, rest))
    }

    /// Measures profiles along the stroke: distances, turnings, and the shape itself.
    func measureProfiles(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        for bin in 0..<Feature.distanceBins { writer.put(work[bin]) }
        let inverse = 1 / m.spread
        for index in 0..<Feature.radialBins {
            let sum = radius[4 * index] + radius[4 * index + 1] + radius[4 * index + 2] + radius[4 * index + 3]
            writer.put(sum * inverse / 4)
        }
        for index in 0..<Feature.turningBins {
            writer.put(turning[3 * index] + turning[3 * index + 1] + turning[3 * index + 2])
        }
        // Rotated so that the line from the tail to the centroid is on the first axis.
        let size = radius[0]
        let axisX = size > 1e-6 ? -x[0] / size : 1
        let axisY = size > 1e-6 ? -y[0] / size : 0
        for index in 0..<Feature.shapeBins {
            writer.put((x[4 * index + 2] * axisX + y[4 * index + 2] * axisY) * inverse)
        }
        for index in 0..<Feature.shapeBins {
            writer.put((y[4 * index + 2] * axisX - x[4 * index + 2] * axisY) * inverse)
        }
    }
}

/// The cosines and sines of the first harmonics.
private enum Harmonics {
    /// The cosines of harmonics 1…8 and then the sines, for each of 64 points.
    static let table: [SIMD8<Float>] = {
        var cosines = [Double](repeating: 1, count: 64)
        var sines = [Double](repeating: 0, count: 64)
        // By repeated rotation by 2π/64; the error after 64 steps is 10⁻¹⁴.
        for index in 1..<64 {
            cosines[index] = cosines[index - 1] * 0.9951847266721969 - sines[index - 1] * 0.0980171403295606
            sines[index] = cosines[index - 1] * 0.0980171403295606 + sines[index - 1] * 0.9951847266721969
        }
        var table: [SIMD8<Float>] = []
        for index in 0..<64 {
            var c = SIMD8<Float>.zero
            var s = SIMD8<Float>.zero
            for harmonic in 1...8 {
                c[harmonic - 1] = Float(cosines[index * harmonic % 64])
                s[harmonic - 1] = Float(sines[index * harmonic % 64])
            }
            table.append(c)
            table.append(s)
        }
        return table
    }()
}
