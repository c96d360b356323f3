// What pairs of points tell, how the turning is spread, and the course along the stroke.

extension FeatureBuffers {
    /// Crossings, ink beside other ink, and the distribution of distances, on every second point.
    func measurePairs(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        // Every second point in the work row: 32 of x, and 32 of y behind them.
        let half = Normal.count / 2
        let thinX = work
        let thinY = work + half
        for index in 0..<half {
            thinX[index] = x[2 * index]
            thinY[index] = y[2 * index]
        }
        let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
        let one = SIMD8<Float>(repeating: 1)
        let binsPerUnit = Float(Feature.distanceBins) / (4 * m.spread)
        for bin in 0..<16 { counts[bin] = 0 }
        let near = 0.0081 * m.spread * m.spread
        var beside = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        var crossings = 0
        var loop = 0..<0
        for apart in 1..<half {
            for block in stride(from: 0, to: half - apart, by: 8) {
                // Lanes past the end read what lies behind the row, and count for nothing.
                let isIn = lanes .< Float(half - apart - block)
                let ax = eight(thinX, block)
                let ay = eight(thinY, block)
                let cx = eight(thinX, block + apart)
                let cy = eight(thinY, block + apart)
                let u = cx - ax
                let v = cy - ay
                let d = u * u + v * v
                // Adding 2²³ leaves the rounded number in the low bits.
                store(d.squareRoot() * binsPerUnit - 0.5 + 8_388_608, spare, 0)
                for lane in 0..<min(8, half - apart - block) { counts[Int(spare[lane].bitPattern & 15)] &+= 1 }
                guard apart > 2 else { continue }
                if apart > 3 {
                    let isBeside = (d .< near) .& isIn
                    switch block {
                    case 0: beside.0.replace(with: one, where: isBeside)
                    case 8: beside.1.replace(with: one, where: isBeside)
                    case 16: beside.2.replace(with: one, where: isBeside)
                    default: beside.3.replace(with: one, where: isBeside)
                    }
                }
                // Do the steps a→b and c→e cross? Each must have the other's ends on both sides.
                let bx = eight(thinX, block + 1)
                let by = eight(thinY, block + 1)
                let ex = eight(thinX, block + apart + 1)
                let ey = eight(thinY, block + apart + 1)
                let abX = bx - ax
                let abY = by - ay
                let ceX = ex - cx
                let ceY = ey - cy
                let sideC = abX * v - abY * u
                let sideE = abX * (ey - ay) - abY * (ex - ax)
                let sideA = ceX * -v - ceY * -u
                let sideB = ceX * (by - cy) - ceY * (bx - cx)
                let isCrossed =
                    ((sideC .< 0) .^ (sideE .< 0)) .& ((sideA .< 0) .^ (sideB .< 0))
                    .& (lanes .< Float(half - 1 - apart - block))
                if any(isCrossed) {
                    for lane in 0..<8 where isCrossed[lane] {
                        crossings += 1
                        let from = 2 * (block + lane)
                        // Of equal loops the first one.
                        if 2 * apart + 2 > loop.count { loop = from..<min(last, from + 2 * apart + 2) }
                    }
                }
            }
        }
        writer.put(Float(min(crossings, 12)))
        writer.put(Float(loop.count) / Float(last))
        var loopTurn: Float = 0
        for index in loop.dropFirst() { loopTurn += turning[index] }
        writer.put(abs(loopTurn) / (2 * .pi))
        writer.put(Float(loop.lowerBound + loop.upperBound) / 2 / Float(last))
        writer.put((beside.0 + beside.1 + beside.2 + beside.3).sum() / Float(half))
        // The distribution itself is written with the profiles.
        let pairs = Float(half * (half - 1) / 2)
        for bin in 0..<Feature.distanceBins { work[bin] = Float(counts[bin]) / pairs }
    }

    /// How the turning is spread along the stroke.
    func measureTurning(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        var flat = 0
        var flattish = 0
        var bent = 0
        var sharp = 0
        var signChanges = 0
        var sign = 0
        var squares: Float = 0
        var bendiest: Float = 0
        var run = 0
        var longest = 0
        var secondRun = 0
        for index in 1..<last {
            let size = bend[index]
            if size < 0.12 { flat += 1 }
            if size < 0.3 { flattish += 1 }
            if size > 0.7 { bent += 1 }
            if size > 1.5 { sharp += 1 }
            let pooled = turning[index - 1] + turning[index] + turning[index + 1]
            let now = pooled > 0.12 ? 1 : pooled < -0.12 ? -1 : 0
            if now != 0 {
                if sign != 0 && now != sign { signChanges += 1 }
                sign = now
            }
            squares += pooled * pooled
            bendiest = max(bendiest, size)
            if size < 0.35 { run += 1 }
            if size >= 0.35 || index == last - 1 {
                secondRun = max(min(run, longest), secondRun)
                longest = max(longest, run)
                run = 0
            }
        }
        writer.put(Float(flat) / Float(last))
        writer.put(Float(flattish) / Float(last))
        writer.put(Float(bent) / Float(last))
        writer.put(Float(sharp) / Float(last))
        writer.put(Float(signChanges))
        writer.put(m.absoluteTurn * m.absoluteTurn / max(squares * Float(last), 1e-6))
        writer.put(bendiest)
        writer.put(Float(longest) / Float(last))
        writer.put(Float(max(secondRun, m.secondPiece)) / Float(last))
        // Whether the body is an S.
        var left: Float = 0
        var right: Float = 0
        for index in innerBody(m) {
            left += max(0, turning[index])
            right -= min(0, turning[index])
        }
        writer.put(min(left, right))
    }

    /// Sizes of the Fourier descriptors of the path, in shares of its energy; Zahn and Roskies, *Fourier descriptors for plane closed
    /// curves*, IEEE Transactions on Computers 21 (1972), doi:10.1109/TC.1972.5008949. The path is not closed: the gap tells of itself.
    func measureHarmonics(_ m: StrokeMeasures, _ writer: inout FeatureWriter) {
        var xc = SIMD8<Float>.zero
        var xs = SIMD8<Float>.zero
        var yc = SIMD8<Float>.zero
        var ys = SIMD8<Float>.zero
        Harmonics.table.withUnsafeBufferPointer { table in
            for index in 0..<Normal.count {
                let c = table[2 * index]
                let s = table[2 * index + 1]
                xc += c * x[index]
                xs += s * x[index]
                yc += c * y[index]
                ys += s * y[index]
            }
        }
        // Σ p·e^{−ikt} and Σ p·e^{ikt} share the products.
        let energy = m.spread * m.spread * Float(Normal.count * Normal.count)
        let plus = ((xc + ys) * (xc + ys) + (yc - xs) * (yc - xs)) / energy
        let minus = ((xc - ys) * (xc - ys) + (yc + xs) * (yc + xs)) / energy
        for harmonic in 1...4 { writer.put(plus[harmonic].squareRoot()) }
        for harmonic in 0...3 { writer.put(minus[harmonic].squareRoot()) }
        var rest: Float = 1
        for harmonic in 0..<5 { rest -= plus[harmonic] + minus[harmonic] }
        writer.put(max(0, rest))
    }

    /// The course along the stroke: distances, turnings, and the shape itself.
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
        // Turned so that the way from tail to centroid lies on the first axis.
        let size = radius[0]
        let toX = size > 1e-6 ? -x[0] / size : 1
        let toY = size > 1e-6 ? -y[0] / size : 0
        for index in 0..<Feature.shapeBins {
            writer.put((x[4 * index + 2] * toX + y[4 * index + 2] * toY) * inverse)
        }
        for index in 0..<Feature.shapeBins {
            writer.put((y[4 * index + 2] * toX - x[4 * index + 2] * toY) * inverse)
        }
    }
}

/// cos and sin of the first harmonics.
private enum Harmonics {
    /// For each of 64 points the cosines of harmonics 1…8, then the sines.
    static let table: [SIMD8<Float>] = {
        var cosines = [Double](repeating: 1, count: 64)
        var sines = [Double](repeating: 0, count: 64)
        // By repeated turning through 2π/64; the error after 64 steps is 10⁻¹⁴.
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
