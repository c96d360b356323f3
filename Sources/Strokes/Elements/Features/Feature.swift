/// A measure of a normalized stroke.
///
/// Features don't depend on position and size, because the stroke is normalized. They don't depend
/// on rotation and mirroring, because they use only lengths, turnings and principal axes. They
/// don't depend on direction, because a stroke is first brought to its canonical direction: the
/// half that bends more comes last, like a head.
///
/// Three features depend on rotation. `endsBelow` measures whether the ends are above or below the
/// middle on the page. People begin circles at the top and draw most loops on top of states; only
/// this feature distinguishes a circle with a gap from the same drawing as a loop without a head.
/// `aligned` and `bodyAligned` measure whether the ink, and its longest piece without a corner, run
/// along the page's sides, as bent connectors do, but not carets, check marks and the letter V.
/// These features mislead if a drawing is rotated. So models are also trained on some strokes at
/// random angles, which limits the weight of the features.
package enum Feature {
    package static let names: [String] = {
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
            "fourierRest", "strokes", "penUp", "endsBelow", "aligned", "bodyAligned",
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
    static let scalars = 100
    static let count = scalars + distanceBins + radialBins + turningBins + 2 * shapeBins
    /// The features in vectors of eight.
    static let vectors = (count + 7) / 8
}

/// Writes features one after another.
struct FeatureWriter {
    private let start: UnsafeMutablePointer<Float>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<Float>) { self.start = start }

    /// Writes a value, clamped to ±50; 50 if it isn't finite.
    @inline(__always)
    mutating func put(_ value: Float) {
        start[count] = value.isFinite ? max(-50, min(50, value)) : 50
        count += 1
    }
}

/// The names of the features, for training.
@_spi(Training) public enum ElementFeatureNames {
    /// The names in the order of the features.
    @_spi(Training) public static var all: [String] { Feature.names }
}
