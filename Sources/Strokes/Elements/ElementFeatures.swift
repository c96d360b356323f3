/// What the recogniser measures on a normalised stroke.
///
/// Every number is free of place and size by construction, of rotation and mirroring because only lengths, turnings and
/// principal axes enter, and of direction because a stroke is first turned to its canonical direction: the half that bends
/// more comes last, where a head would be.
enum Feature {
    static let names: [String] = {
        var names = [
            "gap", "gapToSpread", "straightness", "deviation", "turn", "absoluteTurn", "turnRatio",
            "fitResidual", "fitRadius", "fitOffset", "coverage", "largestGap", "winding", "gapAngle",
            "ellipseResidual", "aspect", "ellipseExtreme", "area", "isoperimetric", "widthRatio", "meanWidth",
            "hullFill",
            "endAwayTail", "endAwayHead", "endChordTail", "endChordHead", "endTurnAngle",
            "touchTail", "touchHead", "touchTailPlace", "touchHeadPlace",
            "corners30", "corners50", "corners80", "corners120",
            "bend1", "bend2", "bend3", "bend4", "bend5", "bend6",
            "bodyShare", "bodyBefore", "bodyAfter", "bodyTurn", "bodyAbsoluteTurn", "bodyStraightness",
            "bodyDeviation", "bodyResidual", "bodyRadius", "bodyGapToSpread", "bodyExtreme", "bodyOffset",
            "afterReach", "afterStart", "afterCloseness", "afterTurn", "afterAlong", "afterAcross", "afterCorner",
            "afterBack", "beforeReach", "beforeAlong", "tipPlace", "tipShare", "tipStraightness", "tipRestReach",
            "tipRestAlong",
            "tipFromHead", "tipFromHeadStraightness", "tipFromHeadRest",
            "crossings", "crossingLoop", "crossingLoopTurn", "crossingPlace", "retraced",
            "flat5", "flat15", "bent40", "bent90", "signChanges", "turnEvenness", "bendiest",
            "longestStraight", "secondStraight", "inflection",
            "fourier2", "fourier3", "fourier4", "fourier5", "fourierMinus1", "fourierMinus2", "fourierMinus3",
            "fourierMinus4",
            "fourierRest", "strokes", "penUp",
        ]
        for index in 0..<distanceBins { names.append("distance\(index)") }
        for index in 0..<radialBins { names.append("radius\(index)") }
        for index in 0..<turningBins { names.append("turning\(index)") }
        for index in 0..<shapeBins { names.append("shapeX\(index)") }
        for index in 0..<shapeBins { names.append("shapeY\(index)") }
        return names
    }()
    static let distanceBins = 10
    static let radialBins = 16
    static let turningBins = 21
    static let shapeBins = 16
    static let scalars = 97
    static let count = scalars + distanceBins + radialBins + turningBins + 2 * shapeBins
}

/// A circle fitted to points.
struct FittedCircle {
    var x: Double
    var y: Double
    var radius: Double
    /// Root mean square distance to the circle, in radii.
    var residual: Double
}

extension FeatureBuffers {
    private var last: Int { Normal.count - 1 }

    @inline(__always)
    private func distance(_ a: Int, _ b: Int) -> Double {
        let dx = x[a] - x[b]
        let dy = y[a] - y[b]
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Turns the stroke to its canonical direction, and fills steps, turnings and bends.
    ///
    /// Tells the frame what was done.
    func orient(_ frame: inout NormalFrame) {
        for index in 0..<last {
            let dx = x[index + 1] - x[index]
            let dy = y[index + 1] - y[index]
            let step = (dx * dx + dy * dy).squareRoot()
            let inverse = step > 1e-12 ? 1 / step : 0
            stepX[index] = dx * inverse
            stepY[index] = dy * inverse
        }
        turning[0] = 0
        turning[last] = 0
        var total = 0.0
        var moment = 0.0
        let middle = Double(last) / 2
        for index in 1..<last {
            let cross = stepX[index - 1] * stepY[index] - stepY[index - 1] * stepX[index]
            let dot = stepX[index - 1] * stepX[index] + stepY[index - 1] * stepY[index]
            let angle = quickAngle(cross, dot)
            turning[index] = angle
            total += angle
            moment += abs(angle) * (Double(index) - middle)
        }
        let isReversed = moment < 0
        if isReversed {
            var low = 0
            var high = last
            while low < high {
                swap(&x[low], &x[high])
                swap(&y[low], &y[high])
                let kept = turning[low]
                turning[low] = -turning[high]
                turning[high] = -kept
                low += 1
                high -= 1
            }
            low = 0
            high = last - 1
            while low < high {
                let keptX = stepX[low]
                let keptY = stepY[low]
                stepX[low] = -stepX[high]
                stepY[low] = -stepY[high]
                stepX[high] = -keptX
                stepY[high] = -keptY
                low += 1
                high -= 1
            }
            total = -total
        }
        // Mirrored so that it turns to the positive side on the whole: elements have no handedness.
        let isMirrored = total < 0
        if isMirrored {
            for index in 0...last {
                y[index] = -y[index]
                turning[index] = -turning[index]
                stepY[index] = -stepY[index]
            }
        }
        // The corner measure: direction before against direction after, over three steps each.
        for index in 0...last {
            let before = max(0, index - 3)
            let after = min(last, index + 3)
            guard before < index, index < after else {
                bend[index] = 0
                continue
            }
            let ax = x[index] - x[before]
            let ay = y[index] - y[before]
            let bx = x[after] - x[index]
            let by = y[after] - y[index]
            bend[index] = abs(quickAngle(ax * by - ay * bx, ax * bx + ay * by))
        }
        frame.isReversed = isReversed
        frame.isMirrored = isMirrored
    }

    /// Taubin's circle through points `from...to` by Newton's method on the characteristic polynomial.
    func circle(_ from: Int, _ to: Int) -> FittedCircle {
        let count = Double(to - from + 1)
        var meanX = 0.0
        var meanY = 0.0
        for index in from...to {
            meanX += x[index]
            meanY += y[index]
        }
        meanX /= count
        meanY /= count
        var mxx = 0.0
        var myy = 0.0
        var mxy = 0.0
        var mxz = 0.0
        var myz = 0.0
        var mzz = 0.0
        for index in from...to {
            let u = x[index] - meanX
            let v = y[index] - meanY
            let z = u * u + v * v
            mxx += u * u
            myy += v * v
            mxy += u * v
            mxz += u * z
            myz += v * z
            mzz += z * z
        }
        mxx /= count
        myy /= count
        mxy /= count
        mxz /= count
        myz /= count
        mzz /= count
        let mz = mxx + myy
        let covariance = mxx * myy - mxy * mxy
        let varianceZ = mzz - mz * mz
        let a3 = 4 * mz
        let a2 = -3 * mz * mz - mzz
        let a1 = varianceZ * mz + 4 * covariance * mz - mxz * mxz - myz * myz
        let a0 = mxz * (mxz * myy - myz * mxy) + myz * (myz * mxx - mxz * mxy) - varianceZ * covariance
        var root = 0.0
        var value = a0
        for _ in 0..<12 {
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
        var centreX = 0.0
        var centreY = 0.0
        if abs(determinant) > 1e-9 * mz * mz {
            centreX = (mxz * (myy - root) - myz * mxy) / determinant / 2
            centreY = (myz * (mxx - root) - mxz * mxy) / determinant / 2
        } else {
            centreX = 1e3
            centreY = 1e3
        }
        let radius = (centreX * centreX + centreY * centreY + mz + 2 * root).squareRoot()
        var sum = 0.0
        for index in from...to {
            let u = x[index] - meanX - centreX
            let v = y[index] - meanY - centreY
            let off = (u * u + v * v).squareRoot() - radius
            sum += off * off
        }
        let residual = radius > 0 ? (sum / count).squareRoot() / radius : 10
        return FittedCircle(x: centreX + meanX, y: centreY + meanY, radius: radius, residual: residual)
    }

    /// Fills the features of the normalised and oriented stroke.
    func measure(strokes: Int, penUp: Double, into f: UnsafeMutablePointer<Float>) {
        let last = Normal.count - 1
        var next = 0
        func put(_ value: Double) {
            f[next] = value.isFinite ? Float(max(-50, min(50, value))) : 50
            next += 1
        }
        var length = 0.0
        for index in 0..<last { length += distance(index, index + 1) }
        let inverseLength = 1 / length

        // Moments.
        var meanX = 0.0
        var meanY = 0.0
        for index in 0...last {
            meanX += x[index]
            meanY += y[index]
        }
        meanX /= Double(last + 1)
        meanY /= Double(last + 1)
        var mxx = 0.0
        var myy = 0.0
        var mxy = 0.0
        for index in 0...last {
            let u = x[index] - meanX
            let v = y[index] - meanY
            mxx += u * u
            myy += v * v
            mxy += u * v
        }
        mxx /= Double(last + 1)
        myy /= Double(last + 1)
        mxy /= Double(last + 1)
        let spread = (mxx + myy).squareRoot()
        let inverseSpread = 1 / spread
        let halfDifference = (mxx - myy) / 2
        let root = (halfDifference * halfDifference + mxy * mxy).squareRoot()
        let major = (mxx + myy) / 2 + root
        let minor = max(0, (mxx + myy) / 2 - root)
        // The principal axis: eigenvector of the larger moment.
        var axisX = mxx >= myy ? halfDifference + root : mxy
        var axisY = mxx >= myy ? mxy : root - halfDifference
        let axisLength = (axisX * axisX + axisY * axisY).squareRoot()
        if axisLength > 1e-15 {
            axisX /= axisLength
            axisY /= axisLength
        } else {
            axisX = 1
            axisY = 0
        }

        // Ends and chord.
        let gap = distance(0, last)
        put(gap * inverseLength)
        put(gap * inverseSpread)
        var farthest = 0.0
        let chordX = x[last] - x[0]
        let chordY = y[last] - y[0]
        for index in 1..<last {
            let off = abs((x[index] - x[0]) * chordY - (y[index] - y[0]) * chordX)
            farthest = max(farthest, off)
        }
        let deviation = gap > 1e-9 ? farthest / gap : 1e3
        let reach = max(gap, (major * 12).squareRoot())
        put(reach * inverseLength)
        put(min(5, deviation / max(gap, 1e-9)))

        // Turning.
        var turn = 0.0
        var absoluteTurn = 0.0
        for index in 1..<last {
            turn += turning[index]
            absoluteTurn += abs(turning[index])
        }
        put(turn / (2 * .pi))
        put(absoluteTurn / (2 * .pi))
        put(turn / max(absoluteTurn, 0.1))

        // The circle.
        let whole = circle(0, last)
        put(min(2, whole.residual))
        put(min(5, whole.radius * inverseSpread))
        let offX = whole.x - meanX
        let offY = whole.y - meanY
        put(min(5, (offX * offX + offY * offY).squareRoot() / whole.radius))
        // Seen from the fitted centre, or from the centroid where the fit is a line.
        let seenX = whole.radius < 3 * spread ? whole.x : meanX
        let seenY = whole.radius < 3 * spread ? whole.y : meanY
        var covered: UInt64 = 0
        var winding = 0.0
        var previous = 0.0
        var first = 0.0
        for index in 0...last {
            let angle = quickAngle(y[index] - seenY, x[index] - seenX)
            let bin = Int((angle + .pi) * (36 / (2 * .pi)))
            covered |= 1 &<< UInt64(min(35, max(0, bin)))
            if index > 0 {
                var step = angle - previous
                if step > .pi { step -= 2 * .pi }
                if step < -.pi { step += 2 * .pi }
                winding += step
            } else {
                first = angle
            }
            previous = angle
        }
        put(Double(covered.nonzeroBitCount) / 36)
        put(Double(FeatureBuffers.longestGap(covered, of: 36)) / 36)
        put(abs(winding) / (2 * .pi))
        var gapAngle = abs(previous - first)
        if gapAngle > .pi { gapAngle = 2 * .pi - gapAngle }
        put(gapAngle / .pi)

        // The ellipse: the circle after the principal axes are made equal.
        let inverseMajor = 1 / max(major, 1e-12).squareRoot()
        let inverseMinor = 1 / max(minor, 1e-6 * major).squareRoot()
        var sum = 0.0
        var sumOfSquares = 0.0
        var nearest = Double.infinity
        var farthestOut = 0.0
        for index in 0...last {
            let u = x[index] - meanX
            let v = y[index] - meanY
            let a = (u * axisX + v * axisY) * inverseMajor
            let b = (v * axisX - u * axisY) * inverseMinor
            let r = (a * a + b * b).squareRoot()
            sum += r
            sumOfSquares += r * r
            nearest = min(nearest, r)
            farthestOut = max(farthestOut, r)
        }
        let meanRadius = sum / Double(last + 1)
        put(max(0, sumOfSquares / Double(last + 1) / (meanRadius * meanRadius) - 1).squareRoot())
        put((minor / max(major, 1e-12)).squareRoot())
        put(nearest / max(farthestOut, 1e-9))

        // Area and hull, the latter by its widths in eight directions from the principal axis on.
        var area = 0.0
        for index in 0..<last {
            area += (x[index] - meanX) * (y[index + 1] - meanY) - (x[index + 1] - meanX) * (y[index] - meanY)
        }
        area += (x[last] - meanX) * (y[0] - meanY) - (x[0] - meanX) * (y[last] - meanY)
        area = abs(area) / 2
        put(area / (spread * spread))
        let closedLength = length + gap
        put(4 * .pi * area / (closedLength * closedLength))
        var narrowest = Double.infinity
        var widest = 0.0
        var widths = 0.0
        var dirX = axisX
        var dirY = axisY
        for _ in 0..<8 {
            var low = Double.infinity
            var high = -Double.infinity
            for index in 0...last {
                let along = x[index] * dirX + y[index] * dirY
                low = min(low, along)
                high = max(high, along)
            }
            narrowest = min(narrowest, high - low)
            widest = max(widest, high - low)
            widths += high - low
            // Turned by π/8.
            let turnedX = dirX * 0.9238795325112867 - dirY * 0.3826834323650898
            dirY = dirX * 0.3826834323650898 + dirY * 0.9238795325112867
            dirX = turnedX
        }
        put(narrowest / widest)
        let perimeter = widths / 8 * .pi
        put(perimeter * inverseLength)
        put(area / max(narrowest * widest, 1e-9))

        // Where the ends point: away from the centroid, along the chord, against each other. Over four steps.
        func endDirection(_ from: Int, _ to: Int) -> (x: Double, y: Double) {
            let dx = x[to] - x[from]
            let dy = y[to] - y[from]
            let size = max((dx * dx + dy * dy).squareRoot(), 1e-12)
            return (dx / size, dy / size)
        }
        let tail = endDirection(5, 0)
        let head = endDirection(last - 5, last)
        func away(_ index: Int, _ direction: (x: Double, y: Double)) -> Double {
            let u = x[index] - meanX
            let v = y[index] - meanY
            return (u * direction.x + v * direction.y) / max((u * u + v * v).squareRoot(), 1e-12)
        }
        put(away(0, tail))
        put(away(last, head))
        let inverseGap = 1 / max(gap, 1e-9)
        put(-(tail.x * chordX + tail.y * chordY) * inverseGap)
        put((head.x * chordX + head.y * chordY) * inverseGap)
        put(tail.x * head.x + tail.y * head.y)

        // How near each end comes to the rest of the ink.
        var touchTail = Double.infinity
        var touchTailPlace = 0
        for index in 16...last {
            let d = distance(0, index)
            if d < touchTail {
                touchTail = d
                touchTailPlace = index
            }
        }
        var touchHead = Double.infinity
        var touchHeadPlace = 0
        for index in 0...(last - 16) {
            let d = distance(last, index)
            if d < touchHead {
                touchHead = d
                touchHeadPlace = index
            }
        }
        put(touchTail * inverseSpread)
        put(touchHead * inverseSpread)
        put(Double(touchTailPlace) / Double(last))
        put(Double(touchHeadPlace) / Double(last))

        // Corners: peaks of the bend, no two within three points.
        var corners = (0, 0, 0, 0, 0, 0)
        var bends = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        var count30 = 0
        var count50 = 0
        var count80 = 0
        var count120 = 0
        var cornerMask: UInt64 = 0
        for index in 1..<last {
            let value = bend[index]
            guard value > 0.35 else { continue }
            var isPeak = true
            for near in max(1, index - 3)...min(last - 1, index + 3) where near != index {
                if bend[near] > value || (bend[near] == value && near < index) {
                    isPeak = false
                    break
                }
            }
            guard isPeak else { continue }
            if value > 0.52 { count30 += 1 }
            if value > 0.87 {
                count50 += 1
                cornerMask |= 1 &<< UInt64(index)
            }
            if value > 1.4 { count80 += 1 }
            if value > 2.1 { count120 += 1 }
            // Insertion into the six largest.
            var candidate = value
            var place = index
            func sift(_ slot: inout Double, _ slotPlace: inout Int) {
                if candidate > slot {
                    swap(&candidate, &slot)
                    swap(&place, &slotPlace)
                }
            }
            sift(&bends.0, &corners.0)
            sift(&bends.1, &corners.1)
            sift(&bends.2, &corners.2)
            sift(&bends.3, &corners.3)
            sift(&bends.4, &corners.4)
            sift(&bends.5, &corners.5)
        }
        put(Double(count30))
        put(Double(count50))
        put(Double(count80))
        put(Double(count120))
        put(bends.0)
        put(bends.1)
        put(bends.2)
        put(bends.3)
        put(bends.4)
        put(bends.5)

        // The body: the longest piece without a corner.
        var bodyFrom = 0
        var bodyTo = last
        var bodyBest = -1
        var pieceFrom = 0
        var mask = cornerMask | (1 &<< UInt64(last))
        var second = 0
        while mask != 0 {
            let corner = mask.trailingZeroBitCount
            mask &= mask &- 1
            if corner - pieceFrom > bodyBest {
                second = max(second, bodyBest)
                bodyBest = corner - pieceFrom
                bodyFrom = pieceFrom
                bodyTo = corner
            } else {
                second = max(second, corner - pieceFrom)
            }
            pieceFrom = corner
        }
        let bodyShare = Double(bodyTo - bodyFrom) / Double(last)
        put(bodyShare)
        put(Double(bodyFrom) / Double(last))
        put(Double(last - bodyTo) / Double(last))
        var bodyTurn = 0.0
        var bodyAbsolute = 0.0
        // The corner itself is smeared over the neighbours.
        let innerFrom = bodyFrom == 0 ? 1 : min(bodyFrom + 2, bodyTo)
        let innerTo = bodyTo == last ? last - 1 : max(bodyTo - 2, bodyFrom)
        if innerFrom <= innerTo {
            for index in innerFrom...innerTo {
                bodyTurn += turning[index]
                bodyAbsolute += abs(turning[index])
            }
        }
        put(abs(bodyTurn) / (2 * .pi))
        put(bodyAbsolute / (2 * .pi))
        let bodyLength = max(bodyShare * length, 1e-9)
        let bodyGap = distance(bodyFrom, bodyTo)
        put(bodyGap / bodyLength)
        let bodyChordX = x[bodyTo] - x[bodyFrom]
        let bodyChordY = y[bodyTo] - y[bodyFrom]
        var bodyFarthest = 0.0
        var bodyMeanX = 0.0
        var bodyMeanY = 0.0
        var bodyLow = Double.infinity
        var bodyHigh = -Double.infinity
        for index in bodyFrom...bodyTo {
            let u = x[index] - x[bodyFrom]
            let v = y[index] - y[bodyFrom]
            bodyFarthest = max(bodyFarthest, abs(u * bodyChordY - v * bodyChordX))
            let along = u * bodyChordX + v * bodyChordY
            bodyLow = min(bodyLow, along)
            bodyHigh = max(bodyHigh, along)
            bodyMeanX += x[index]
            bodyMeanY += y[index]
        }
        bodyMeanX /= Double(bodyTo - bodyFrom + 1)
        bodyMeanY /= Double(bodyTo - bodyFrom + 1)
        let inverseBodyGap = 1 / max(bodyGap, 1e-9)
        put(min(10, bodyFarthest * inverseBodyGap * inverseBodyGap))
        let bodyCircle = bodyTo - bodyFrom >= 4 ? circle(bodyFrom, bodyTo) : whole
        put(min(2, bodyCircle.residual))
        put(min(10, bodyCircle.radius / bodyLength))
        put(bodyGap * inverseSpread)
        // How much wider the body is than its opening: a loop bulges, an arc doesn't.
        put(min(10, (bodyHigh - bodyLow) * inverseBodyGap * inverseBodyGap))
        let bodyOffX = bodyMeanX - meanX
        let bodyOffY = bodyMeanY - meanY
        put((bodyOffX * bodyOffX + bodyOffY * bodyOffY).squareRoot() * inverseSpread)

        // What comes after the body: the head, where there is one.
        let tipX = x[bodyTo]
        let tipY = y[bodyTo]
        let bodyEnd = endDirection(max(bodyFrom, bodyTo - 6), max(bodyTo, 1))
        var afterReach = 0.0
        var afterStart = Double.infinity
        var afterCloseness = Double.infinity
        var afterTurn = 0.0
        var afterAlong = 0.0
        var afterLow = 0.0
        var afterHigh = 0.0
        if bodyTo < last {
            for index in bodyTo...last {
                let u = x[index] - tipX
                let v = y[index] - tipY
                afterReach = max(afterReach, (u * u + v * v).squareRoot())
                afterStart = min(afterStart, distance(index, bodyFrom))
                afterTurn += abs(turning[index])
                let along = u * bodyEnd.x + v * bodyEnd.y
                let across = v * bodyEnd.x - u * bodyEnd.y
                afterAlong += along
                afterLow = min(afterLow, across)
                afterHigh = max(afterHigh, across)
            }
            for index in min(last, bodyTo + 4)...last {
                afterCloseness = min(afterCloseness, distance(index, bodyTo))
            }
            afterAlong /= Double(last - bodyTo + 1)
        }
        put(afterReach / bodyLength)
        put(bodyTo < last ? afterStart * inverseSpread : 5)
        put(bodyTo < last ? afterCloseness / bodyLength : 5)
        put(afterTurn / (2 * .pi))
        put(afterAlong / bodyLength)
        // Barbs on both sides.
        put(min(-afterLow, afterHigh) / bodyLength)
        put(bodyTo < last ? bend[bodyTo] : 0)
        let lastAlong = (x[last] - tipX) * bodyEnd.x + (y[last] - tipY) * bodyEnd.y
        put(lastAlong / bodyLength)
        var beforeReach = 0.0
        var beforeAlong = 0.0
        if bodyFrom > 0 {
            let bodyStart = endDirection(bodyFrom, min(bodyTo, bodyFrom + 6))
            for index in 0...bodyFrom {
                let u = x[index] - x[bodyFrom]
                let v = y[index] - y[bodyFrom]
                beforeReach = max(beforeReach, (u * u + v * v).squareRoot())
                beforeAlong += u * bodyStart.x + v * bodyStart.y
            }
            beforeAlong /= Double(bodyFrom + 1)
        }
        put(beforeReach / bodyLength)
        put(beforeAlong / bodyLength)

        // The tip: the point farthest from the tail, how directly the ink goes there, and what the rest does.
        func tipOf(_ end: Int) -> (place: Int, distance: Double) {
            var place = end
            var best = 0.0
            for index in 0...last {
                let d = distance(end, index)
                if d > best {
                    best = d
                    place = index
                }
            }
            return (place, best)
        }
        let tip = tipOf(0)
        put(Double(tip.place) / Double(last))
        put(tip.distance * inverseLength)
        put(tip.distance / max(length * Double(tip.place) / Double(last), 1e-9))
        var restReach = 0.0
        var restAlong = 0.0
        for index in tip.place...last {
            restReach = max(restReach, distance(index, tip.place))
            restAlong = max(
                restAlong,
                (x[index] - x[tip.place]) * (x[0] - x[tip.place]) + (y[index] - y[tip.place]) * (y[0] - y[tip.place]))
        }
        put(restReach / max(tip.distance, 1e-9))
        put(restAlong / max(tip.distance * tip.distance, 1e-9))
        let back = tipOf(last)
        put(Double(last - back.place) / Double(last))
        put(back.distance / max(length * Double(last - back.place) / Double(last), 1e-9))
        var backReach = 0.0
        for index in 0...back.place { backReach = max(backReach, distance(index, back.place)) }
        put(backReach / max(back.distance, 1e-9))

        // Crossings, on every second point; and ink that runs along other ink.
        var crossings = 0
        var loop = 0
        var loopFrom = 0
        var loopTo = 0
        var retraced = 0
        for index in 0..<Feature.distanceBins { work[index] = 0 }
        let near = 0.09 * spread
        var i = 0
        while i < last - 1 {
            let ax = x[i]
            let ay = y[i]
            let bx = x[i + 2 <= last ? i + 2 : last] - ax
            let by = y[i + 2 <= last ? i + 2 : last] - ay
            var isNear = false
            var j = i + 2
            var before = 0.0
            while j <= last {
                let u = x[j] - ax
                let v = y[j] - ay
                let d = (u * u + v * v).squareRoot()
                let bin = Int(d * inverseSpread * (Double(Feature.distanceBins) / 4))
                work[min(Feature.distanceBins - 1, bin)] += 1
                if d < near && j - i > 6 { isNear = true }
                // Does the step into j cross the step out of i?
                let side = bx * v - by * u
                if j > i + 4 && (side < 0) != (before < 0) {
                    let cx = x[j - 2]
                    let cy = y[j - 2]
                    let dx = x[j] - cx
                    let dy = y[j] - cy
                    let s = dx * (ay - cy) - dy * (ax - cx)
                    let t = dx * (ay + by - cy) - dy * (ax + bx - cx)
                    if (s < 0) != (t < 0) {
                        crossings += 1
                        if j - i > loop {
                            loop = j - i
                            loopFrom = i
                            loopTo = j
                        }
                    }
                }
                before = side
                j += 2
            }
            if isNear { retraced += 1 }
            i += 2
        }
        put(Double(min(crossings, 12)))
        put(Double(loop) / Double(last))
        var loopTurn = 0.0
        if loopTo > loopFrom + 1 {
            for index in (loopFrom + 1)..<loopTo { loopTurn += turning[index] }
        }
        put(abs(loopTurn) / (2 * .pi))
        put(loop > 0 ? (Double(loopFrom + loopTo) / 2) / Double(last) : 0)
        put(Double(retraced) / 32)

        // How the turning is spread.
        var flat5 = 0
        var flat15 = 0
        var bent40 = 0
        var bent90 = 0
        var signChanges = 0
        var sign = 0
        var squares = 0.0
        var bendiest = 0.0
        for index in 1..<last {
            let size = bend[index]
            if size < 0.12 { flat5 += 1 }
            if size < 0.3 { flat15 += 1 }
            if size > 0.7 { bent40 += 1 }
            if size > 1.5 { bent90 += 1 }
            let pooled = turning[index - 1] + turning[index] + turning[index + 1]
            let now = pooled > 0.12 ? 1 : pooled < -0.12 ? -1 : 0
            if now != 0 {
                if sign != 0 && now != sign { signChanges += 1 }
                sign = now
            }
            squares += pooled * pooled
            bendiest = max(bendiest, size)
        }
        put(Double(flat5) / Double(last))
        put(Double(flat15) / Double(last))
        put(Double(bent40) / Double(last))
        put(Double(bent90) / Double(last))
        put(Double(signChanges))
        put(absoluteTurn * absoluteTurn / max(squares * Double(last), 1e-9))
        put(bendiest)

        // The longest straight runs, and whether an S is in the body.
        var run = 0
        var longest = 0
        var secondRun = 0
        var left = 0.0
        var right = 0.0
        for index in 1...last {
            if index < last && bend[index] < 0.35 {
                run += 1
            } else {
                if run > longest {
                    secondRun = longest
                    longest = run
                } else {
                    secondRun = max(secondRun, run)
                }
                run = 0
            }
        }
        if innerFrom <= innerTo {
            for index in innerFrom...innerTo {
                if turning[index] > 0 { left += turning[index] } else { right -= turning[index] }
            }
        }
        put(Double(longest) / Double(last))
        put(Double(max(secondRun, second)) / Double(last))
        put(min(left, right))

        // Fourier descriptors of the closed path, relative to the first harmonic.
        fourier(meanX: meanX, meanY: meanY, put: put)
        put(Double(min(strokes, 8)))
        put(penUp)

        let pairs = 31.0 * 32 / 2
        for index in 0..<Feature.distanceBins { put(work[index] / pairs) }
        // Distance to the centroid along the way.
        for index in 0..<Feature.radialBins {
            let from = index * 4
            var pooled = 0.0
            for place in from..<(from + 4) {
                let u = x[place] - meanX
                let v = y[place] - meanY
                pooled += (u * u + v * v).squareRoot()
            }
            put(pooled * inverseSpread / 4)
        }
        // Turning along the way.
        for index in 0..<Feature.turningBins {
            let from = index * 3
            put(turning[from] + turning[from + 1] + turning[from + 2])
        }
        // The shape itself, turned so that the direction from tail to the centroid lies on the first axis.
        var toX = meanX - x[0]
        var toY = meanY - y[0]
        let size = (toX * toX + toY * toY).squareRoot()
        if size > 1e-9 {
            toX /= size
            toY /= size
        } else {
            toX = 1
            toY = 0
        }
        for index in 0..<Feature.shapeBins {
            let place = index * 4 + 2
            put(((x[place] - meanX) * toX + (y[place] - meanY) * toY) * inverseSpread)
        }
        for index in 0..<Feature.shapeBins {
            let place = index * 4 + 2
            put(((y[place] - meanY) * toX - (x[place] - meanX) * toY) * inverseSpread)
        }
        precondition(next == Feature.count, "\(next)")
    }

    private func fourier(meanX: Double, meanY: Double, put: (Double) -> Void) {
        // The path closed by its chord: 64 points as they are; the chord's own points are left out, the gap tells of it.
        let table = FeatureBuffers.roots
        var first = 0.0
        var rest = 0.0
        var sizes = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        var energy = 0.0
        for index in 0..<64 {
            let u = x[index] - meanX
            let v = y[index] - meanY
            energy += u * u + v * v
        }
        energy = (energy * 64).squareRoot()
        for harmonic in 1...5 {
            // Σ p·e^{−ikt} and Σ p·e^{ikt} share the products.
            var xc = 0.0
            var xs = 0.0
            var yc = 0.0
            var ys = 0.0
            var place = 0
            for index in 0..<64 {
                let u = x[index] - meanX
                let v = y[index] - meanY
                let c = table.cosine(place)
                let s = table.sine(place)
                xc += u * c
                xs += u * s
                yc += v * c
                ys += v * s
                place = (place + harmonic) & 63
            }
            let plus = ((xc + ys) * (xc + ys) + (yc - xs) * (yc - xs)).squareRoot() / energy
            let minus = ((xc - ys) * (xc - ys) + (yc + xs) * (yc + xs)).squareRoot() / energy
            switch harmonic {
            case 1:
                first = plus
                sizes.4 = minus
            case 2:
                sizes.0 = plus
                sizes.5 = minus
            case 3:
                sizes.1 = plus
                sizes.6 = minus
            case 4:
                sizes.2 = plus
                sizes.7 = minus
            default:
                sizes.3 = plus
            }
            rest += plus * plus + minus * minus
        }
        put(sizes.0)
        put(sizes.1)
        put(sizes.2)
        put(sizes.3)
        put(sizes.4)
        put(sizes.5)
        put(sizes.6)
        put(sizes.7)
        put(max(0, 1 - rest))
        _ = first
    }

    static let roots = RootsOfUnity()

    /// The longest run of zero bits in a ring of `count` bits.
    private static func longestGap(_ bits: UInt64, of count: Int) -> Int {
        var longest = 0
        var run = 0
        for index in 0..<(2 * count) {
            let bit = bits &>> UInt64(index >= count ? index - count : index) & 1
            run = bit == 0 ? run + 1 : 0
            longest = max(longest, run)
        }
        return min(count, longest)
    }
}

/// cos and sin of 2πk/64.
struct RootsOfUnity: Sendable {
    private let values: [Double]

    init() {
        var values = [Double](repeating: 0, count: 128)
        // By repeated turning through 2π/64; the error after 64 steps is 10⁻¹⁴.
        var c = 1.0
        var s = 0.0
        for index in 0..<64 {
            values[2 * index] = c
            values[2 * index + 1] = s
            let turned = c * 0.9951847266721969 - s * 0.0980171403295606
            s = c * 0.0980171403295606 + s * 0.9951847266721969
            c = turned
        }
        self.values = values
    }

    @inline(__always) func cosine(_ index: Int) -> Double { values[2 * index] }
    @inline(__always) func sine(_ index: Int) -> Double { values[2 * index + 1] }
}

extension Feature {
    /// The features in vectors of eight.
    static let vectors = (count + 7) / 8
}

/// Room for the features of one stroke and for what the model works out from them; its size doesn't depend on the stroke.
package struct FeatureScratch: ~Copyable {
    private let doubles: UnsafeMutablePointer<Double>
    package let features: UnsafeMutablePointer<SIMD8<Float>>
    package let work: UnsafeMutablePointer<SIMD8<Float>>

    package init() {
        doubles = .allocate(capacity: FeatureBuffers.doubles)
        doubles.initialize(repeating: 0, count: FeatureBuffers.doubles)
        features = .allocate(capacity: Feature.vectors)
        features.initialize(repeating: .zero, count: Feature.vectors)
        let rows = 2 * ElementModel.widestLayer / 8
        work = .allocate(capacity: rows)
        work.initialize(repeating: .zero, count: rows)
    }

    deinit {
        doubles.deallocate()
        features.deallocate()
        work.deallocate()
    }

    var buffers: FeatureBuffers { FeatureBuffers(doubles) }

    /// Measures a stroke; nil where it has no shape.
    package func measure(_ points: Span<Point>, strokes: Int = 1, penUp: Double = 0) -> [Float]? {
        let buffers = buffers
        guard var frame = buffers.normalize(points) else { return nil }
        buffers.orient(&frame)
        let floats = UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self)
        buffers.measure(strokes: strokes, penUp: penUp, into: floats)
        return (0..<Feature.count).map { floats[$0] }
    }
}

package enum FeatureNames {
    package static var all: [String] { Feature.names }
}
