/// A place to work in: the ink as it is read, the normalised stroke, its angles, and rows for intermediate results.
///
/// Everything the recogniser needs beside the caller's points; its size doesn't depend on the stroke. Rows of the normalised stroke hold
/// `Normal.count` numbers and eight more on either side, so that neighbours are read eight at a time without looking where the row ends.
struct FeatureBuffers {
    /// A piece of the ink in the unit box, `Normal.piece + 1` points.
    let ink: UnsafeMutablePointer<SIMD2<Double>>
    /// How far each of them, or of the averaged path's points, is from the one before it. The first has none before it. Some more numbers
    /// are behind the row, for four are written at a time.
    let steps: UnsafeMutablePointer<Double>
    /// The integral of the path to each mark, `Normal.bins + 1` of them.
    let integrals: UnsafeMutablePointer<SIMD2<Double>>
    /// Averaged path, `Normal.bins + 2` points and one more.
    let rough: UnsafeMutablePointer<SIMD2<Double>>
    /// The normalised stroke, its centroid at the origin. Before and after it stand copies of its ends.
    let x: UnsafeMutablePointer<Float>
    let y: UnsafeMutablePointer<Float>
    /// Distance to the origin.
    let radius: UnsafeMutablePointer<Float>
    /// Signed turning at each inner point; zero at the ends and beyond.
    let turning: UnsafeMutablePointer<Float>
    /// Size of the turning over three steps before and after, for corners; zero at the ends.
    let bend: UnsafeMutablePointer<Float>
    /// A row for whatever comes up.
    let work: UnsafeMutablePointer<Float>
    /// Eight numbers.
    let spare: UnsafeMutablePointer<UInt32>
    /// Sets of 32, one for each of 32 points.
    let sets: UnsafeMutablePointer<UInt32>
    /// Eight rows of 32 counters.
    let counters: UnsafeMutablePointer<UInt8>

    static let row = Normal.count + 16
    private static let stepCount = Normal.piece + 8
    private static let pairCount = Normal.piece + 1 + Normal.bins + 1 + Normal.bins + 3
    static let byteCount = pairCount * 16 + stepCount * 8 + 6 * row * 4 + (8 + 32) * 4 + 256

    /// Divides the memory up; it must hold `byteCount` bytes and be initialised.
    init(_ base: UnsafeMutableRawPointer) {
        ink = base.assumingMemoryBound(to: SIMD2<Double>.self)
        integrals = ink + Normal.piece + 1
        rough = integrals + Normal.bins + 1
        steps = UnsafeMutableRawPointer(ink + Self.pairCount).assumingMemoryBound(to: Double.self)
        let rows = UnsafeMutableRawPointer(steps + Self.stepCount).assumingMemoryBound(to: Float.self) + 8
        x = rows
        y = rows + Self.row
        radius = rows + 2 * Self.row
        turning = rows + 3 * Self.row
        bend = rows + 4 * Self.row
        work = rows + 5 * Self.row
        spare = UnsafeMutableRawPointer(rows + 6 * Self.row - 8).assumingMemoryBound(to: UInt32.self)
        sets = spare + 8
        counters = UnsafeMutableRawPointer(sets + 32).assumingMemoryBound(to: UInt8.self)
    }

    var last: Int { Normal.count - 1 }

    /// Eight numbers of a row from a place on.
    @inline(__always)
    func eight(_ row: UnsafeMutablePointer<Float>, _ place: Int) -> SIMD8<Float> {
        UnsafeRawPointer(row + place).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    func store(_ values: SIMD8<Float>, _ row: UnsafeMutablePointer<Float>, _ place: Int) {
        UnsafeMutableRawPointer(row + place).storeBytes(of: values, as: SIMD8<Float>.self)
    }

    @inline(__always)
    func squaredDistance(_ a: Int, _ b: Int) -> Float {
        let dx = x[a] - x[b]
        let dy = y[a] - y[b]
        return dx * dx + dy * dy
    }

    @inline(__always)
    func distance(_ a: Int, _ b: Int) -> Float { squaredDistance(a, b).squareRoot() }

    /// The direction from one point to another; zero where they are equal.
    func direction(_ from: Int, _ to: Int) -> SIMD2<Float> {
        let step = SIMD2(x[to] - x[from], y[to] - y[from])
        return step / max((step * step).sum().squareRoot(), 1e-9)
    }
}

extension FeatureBuffers {
    /// The points of the stroke for which a condition holds, which is asked for eight from a place on; a bit each.
    @inline(__always)
    func points(where condition: (Int) -> SIMDMask<SIMD8<Int32>>) -> UInt64 {
        @inline(__always) func half(_ start: Int) -> UInt64 {
            var bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
            var set = SIMD8<UInt32>.zero
            for place in stride(from: start, to: start + 32, by: 8) {
                set |= SIMD8.zero.replacing(with: bits, where: condition(place))
                bits = bits &<< 8
            }
            return UInt64(set.union)
        }
        return half(0) | half(32) &<< 32
    }

    /// One for each of eight points from a place on that lies in a range, zero for the others.
    @inline(__always)
    func share(_ place: Int, from: Int, to: Int) -> SIMD8<Float> {
        let places = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(place)
        return SIMD8.zero.replacing(with: 1, where: (places .>= Float(from)) .& (places .<= Float(to)))
    }

    /// The greatest of some numbers for each point, which are asked for eight from a place on, and the first point that has it.
    @inline(__always)
    func greatest(_ values: (Int) -> SIMD8<Float>) -> (value: Float, place: Int) {
        var best = values(0)
        var places = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
        var bestPlaces = places
        for place in stride(from: 8, to: Normal.count, by: 8) {
            places = places &+ 8
            let here = values(place)
            let isGreater = here .> best
            best.replace(with: here, where: isGreater)
            bestPlaces.replace(with: places, where: isGreater)
        }
        let value = best.max()
        let first = SIMD8<Int32>(repeating: .max).replacing(with: bestPlaces, where: best .== value).min()
        // Where a value is no number, none may be the greatest.
        return (value, min(Int(first), last))
    }
}

extension SIMD8<UInt32> {
    /// The bits of all lanes.
    @inline(__always)
    var union: UInt32 {
        let four = lowHalf | highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
    }
}

extension FeatureBuffers {
    /// Puts the centroid at the origin, turns the stroke to its canonical direction, mirrors it so that it turns to the positive side on the
    /// whole, and fills turnings and bends. Tells the frame what was done.
    ///
    /// A stroke is canonical where the half that bends more comes last: a head, if there is one, is then at the end.
    func orient(_ frame: inout NormalFrame) {
        center(&frame)
        pad()
        var total = SIMD8<Float>.zero
        var moment = SIMD8<Float>.zero
        var place = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) - Float(last) / 2
        for index in stride(from: 0, to: Normal.count, by: 8) {
            let angle = bends(index, over: 1)
            store(angle, turning, index)
            total += angle
            moment += angle.sizes * place
            place += 8
        }
        frame.isReversed = moment.sum() < 0
        if frame.isReversed {
            reverse(x)
            reverse(y)
            reverse(turning)
        }
        // Backwards, every turn is to the other side.
        frame.isMirrored = (total.sum() < 0) != frame.isReversed
        let turnSign: Float = frame.isReversed != frame.isMirrored ? -1 : 1
        let sideSign: Float = frame.isMirrored ? -1 : 1
        for index in stride(from: 0, to: Normal.count, by: 8) {
            store(eight(turning, index) * turnSign, turning, index)
            store(eight(y, index) * sideSign, y, index)
        }
        pad()
        for index in stride(from: 0, to: Normal.count, by: 8) {
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
        for index in stride(from: 0, to: Normal.count, by: 8) {
            sumX += eight(x, index)
            sumY += eight(y, index)
        }
        let meanX = sumX.sum() / Float(Normal.count)
        let meanY = sumY.sum() / Float(Normal.count)
        for index in stride(from: 0, to: Normal.count, by: 8) {
            store(eight(x, index) - meanX, x, index)
            store(eight(y, index) - meanY, y, index)
        }
        frame.offsetX += Double(meanX) * frame.scale
        frame.offsetY += Double(meanY) * frame.scale
    }

    private func pad() {
        store(SIMD8(repeating: x[0]), x, -8)
        store(SIMD8(repeating: y[0]), y, -8)
        store(SIMD8(repeating: x[last]), x, Normal.count)
        store(SIMD8(repeating: y[last]), y, Normal.count)
    }

    /// The turning at eight points, between the ways to them and from them.
    @inline(__always)
    private func bends(_ index: Int, over steps: Int) -> SIMD8<Float> {
        let hereX = eight(x, index)
        let hereY = eight(y, index)
        let ax = hereX - eight(x, index - steps)
        let ay = hereY - eight(y, index - steps)
        let bx = eight(x, index + steps) - hereX
        let by = eight(y, index + steps) - hereY
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

/// A circle fitted to points.
struct FittedCircle {
    var x: Float
    var y: Float
    /// The radius that the features know: a little too large for what isn't round, see ``FeatureBuffers/circle(_:_:)``. Models learnt it.
    var measuredRadius: Float
    /// Root mean square distance to the circle with the measured radius, in such radii.
    var residual: Float
    /// The radius of the fit itself.
    var radius: Float
}

extension FeatureBuffers {
    /// The circle through points `from...to`: Taubin's fit, eight points at a time.
    ///
    /// The root of its characteristic polynomial is found by Newton's method from 0: Chernov and Lesort, *Least squares fitting of circles*,
    /// 2005, doi:10.1007/s10851-005-0482-8; ``CircleFit`` does alike. The squared radius is the mean square of the distances from the
    /// centre. The measured one adds twice the root, as Pratt's fit would for its own root; on ellipses that is up to 5 % more. It stays as
    /// it is, for the features with which models were trained depend on it.
    func circle(_ from: Int, _ to: Int) -> FittedCircle {
        let firstBlock = from & ~7
        var count = SIMD8<Float>.zero
        var sumX = SIMD8<Float>.zero
        var sumY = SIMD8<Float>.zero
        for index in stride(from: firstBlock, through: to, by: 8) {
            let w = share(index, from: from, to: to)
            count += w
            sumX += w * eight(x, index)
            sumY += w * eight(y, index)
        }
        let n = count.sum()
        let meanX = sumX.sum() / n
        let meanY = sumY.sum() / n
        var sums = (
            SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero,
            SIMD8<Float>.zero
        )
        for index in stride(from: firstBlock, through: to, by: 8) {
            let w = share(index, from: from, to: to)
            let u = (eight(x, index) - meanX) * w
            let v = (eight(y, index) - meanY) * w
            let z = u * u + v * v
            sums.0 += u * u
            sums.1 += v * v
            sums.2 += u * v
            sums.3 += u * z
            sums.4 += v * z
            sums.5 += z * z
        }
        let mxx = Double(sums.0.sum() / n)
        let myy = Double(sums.1.sum() / n)
        let mxy = Double(sums.2.sum() / n)
        let mxz = Double(sums.3.sum() / n)
        let myz = Double(sums.4.sum() / n)
        let mzz = Double(sums.5.sum() / n)
        let mz = mxx + myy
        let covariance = mxx * myy - mxy * mxy
        let varianceZ = mzz - mz * mz
        let a3 = 4 * mz
        let a2 = -3 * mz * mz - mzz
        let a1 = varianceZ * mz + 4 * covariance * mz - mxz * mxz - myz * myz
        let a0 = mxz * (mxz * myy - myz * mxy) + myz * (myz * mxx - mxz * mxy) - varianceZ * covariance
        var root = 0.0
        var value = a0
        for _ in 0..<8 {
            let slope = a1 + root * (2 * a2 + root * 3 * a3)
            guard slope != 0 else { break }
            let next = root - value / slope
            guard next != root, next.isFinite else { break }
            let nextValue = a0 + next * (a1 + next * (a2 + next * a3))
            guard abs(nextValue) < abs(value) else { break }
            root = next
            value = nextValue
        }
        let determinant = root * root - root * mz + covariance
        // A line has no centre; one far off stands for it.
        var centerX = 1e3
        var centerY = 1e3
        if abs(determinant) > 1e-7 * mz * mz {
            centerX = (mxz * (myy - root) - myz * mxy) / determinant / 2
            centerY = (myz * (mxx - root) - mxz * mxy) / determinant / 2
        }
        let meanSquare = centerX * centerX + centerY * centerY + mz
        let measuredRadius = Float((meanSquare + 2 * root).squareRoot())
        let x0 = Float(centerX) + meanX
        let y0 = Float(centerY) + meanY
        var off = SIMD8<Float>.zero
        for index in stride(from: firstBlock, through: to, by: 8) {
            let u = eight(x, index) - x0
            let v = eight(y, index) - y0
            let d = ((u * u + v * v).squareRoot() - measuredRadius) * share(index, from: from, to: to)
            off += d * d
        }
        let residual = measuredRadius > 0 ? (off.sum() / n).squareRoot() / measuredRadius : 10
        return FittedCircle(
            x: x0, y: y0, measuredRadius: measuredRadius, residual: residual, radius: Float(meanSquare.squareRoot()))
    }
}
