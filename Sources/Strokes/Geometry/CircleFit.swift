/// The circle of least deviation from points, and the deviation.
public struct CircleFit: Sendable, Hashable {
    /// The middle.
    public var center: Point
    /// The radius.
    public var radius: Double
    /// The root of the mean square of the distances between points and circle.
    public var deviation: Double

    /// Fits a circle to points by the *hyper* fit, which has no essential bias: even if the points
    /// cover only a part of the circle, the mean radius is right.
    ///
    /// Returns `nil` for fewer than three points, for points on a line or without extent, and if
    /// one isn't finite. Points that are nearly on a line have a very large circle; compare its
    /// radius with their extent. All points have the same weight, so they should be evenly spaced.
    ///
    /// Al-Sharadqah and Chernov, *Error analysis for circle fitting algorithms*, Electronic Journal
    /// of Statistics 3 (2009), [doi:10.1214/09-EJS419](https://doi.org/10.1214/09-EJS419). Newton's
    /// method, starting from 0, converges to the root of the characteristic polynomial: Chernov and
    /// Lesort, *Least squares fitting of circles*, 2005,
    /// [doi:10.1007/s10851-005-0482-8](https://doi.org/10.1007/s10851-005-0482-8).
    ///
    /// - Complexity: O(*n*); no allocation.
    public init?(_ points: Span<Point>) {
        guard points.count > 2, let frame = UnitFrame(points) else { return nil }
        let count = Double(points.count)
        var (meanX, meanY) = (0.0, 0.0)
        for index in points.indices {
            let point = frame.toUnit(points[index])
            meanX += point.x
            meanY += point.y
        }
        (meanX, meanY) = (meanX / count, meanY / count)

        // Moments of x, y and z = x² + y², relative to the centroid.
        var (xx, xy, yy, xz, yz, zz) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for index in points.indices {
            let point = frame.toUnit(points[index])
            let (x, y) = (point.x - meanX, point.y - meanY)
            let z = x * x + y * y
            xx += x * x
            xy += x * y
            yy += y * y
            xz += x * z
            yz += y * z
            zz += z * z
        }
        (xx, xy, yy) = (xx / count, xy / count, yy / count)
        (xz, yz, zz) = (xz / count, yz / count, zz / count)

        let z = xx + yy
        let covariance = xx * yy - xy * xy
        // The square of the ratio of width to length below which points are on a line, apart from
        // rounding.
        guard covariance > z * z * 1e-24 else { return nil }
        let variance = zz - z * z
        let a2 = 4 * covariance - 3 * z * z - zz
        let a1 = variance * z + 4 * covariance * z - xz * xz - yz * yz
        let a0 = xz * (xz * yy - yz * xy) + yz * (yz * xx - xz * xy) - variance * covariance
        var root = 0.0
        var value = a0
        for _ in 0..<50 {
            let slope = a1 + root * (2 * a2 + 16 * root * root)
            let next = root - value / slope
            guard next.isFinite, next != root else { break }
            let nextValue = a0 + next * (a1 + next * (a2 + 4 * next * next))
            // Starting at 0, the values decrease until only rounding errors are left.
            guard abs(nextValue) < abs(value) else { break }
            (root, value) = (next, nextValue)
        }

        let determinant = root * root - root * z + covariance
        let x = (xz * (yy - root) - yz * xy) / determinant / 2
        let y = (yz * (xx - root) - xz * xy) / determinant / 2
        let squaredRadius = x * x + y * y + z - 2 * root
        guard squaredRadius > 0, squaredRadius.isFinite else { return nil }
        let unitRadius = squaredRadius.squareRoot()
        let unitCenter = Point(x: meanX + x, y: meanY + y)
        var squares = 0.0
        for index in points.indices {
            let distance = frame.toUnit(points[index]).distance(to: unitCenter) - unitRadius
            squares += distance * distance
        }
        center = frame.fromUnit(unitCenter)
        radius = unitRadius * frame.scale
        deviation = (squares / count).squareRoot() * frame.scale
        guard center.isFinite, radius.isFinite else { return nil }
    }
}
