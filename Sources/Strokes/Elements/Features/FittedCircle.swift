/// A circle fitted to points.
struct FittedCircle {
    var x: Float
    var y: Float
    /// The radius for features, a little too large for ink that isn't round; see
    /// ``FeatureBuffers/circle(_:_:)``. Models were trained with it.
    var measuredRadius: Float
    /// The root mean square distance to the circle with the measured radius, in units of this
    /// radius.
    var residual: Float
    /// The radius of the fit itself.
    var radius: Float
}

extension FeatureBuffers {
    /// Fits a circle to points `from...to` by Taubin's method, eight points at a time.
    ///
    /// The root of its characteristic polynomial is found by Newton's method from 0: Chernov and
    /// Lesort, *Least squares fitting of circles*, 2005, doi:10.1007/s10851-005-0482-8.
    ///
    /// The squared radius is the mean square of the distances from the center. The measured one
    /// adds twice the root, as Pratt's fit does with its own root; on ellipses that is up to 5 %
    /// more. Method and measured radius must not change, as trained models depend on them.
    func circle(_ from: Int, _ to: Int) -> FittedCircle {
        let firstBlock = from & ~7
        var count = SIMD8<Float>.zero
        var sumX = SIMD8<Float>.zero
        var sumY = SIMD8<Float>.zero
        for index in stride(from: firstBlock, through: to, by: 8) {
            let w = share(index, from: from, to: to)
            count += w
            sumX += w * simd8(x, index)
            sumY += w * simd8(y, index)
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
            let u = (simd8(x, index) - meanX) * w
            let v = (simd8(y, index) - meanY) * w
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
        // A line has no center; a distant one replaces it.
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
            let u = simd8(x, index) - x0
            let v = simd8(y, index) - y0
            let d = ((u * u + v * v).squareRoot() - measuredRadius) * share(index, from: from, to: to)
            off += d * d
        }
        let residual = measuredRadius > 0 ? (off.sum() / n).squareRoot() / measuredRadius : 10
        return FittedCircle(
            x: x0, y: y0, measuredRadius: measuredRadius, residual: residual, radius: Float(meanSquare.squareRoot()))
    }
}
