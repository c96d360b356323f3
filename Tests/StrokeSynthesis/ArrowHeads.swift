internal import PortableMath

/// A shape of an arrow's head, seen from the tip.
public enum ArrowHeadStyle: String, Sendable, Hashable, CaseIterable {
    /// Two barbs in one line: to the end of one, back to the tip, to the end of the other.
    case barbed
    /// Like ``barbed``, and back to the tip again.
    case retraced
    /// Barb, base, barb: a triangle.
    case triangle
    /// A triangle and some zigzag inside.
    case filled
    /// One barb only.
    case half
    /// The shaft ends short of the tip; the pen goes aside, over the tip, to the other side.
    case open
    /// To and fro over both barbs.
    case zigzag
    /// Both barbs in one swing that turns around off the shaft, as hasty hands do.
    case swung
    /// A blob.
    case dot
}

/// The number and order of an arrow's strokes.
public enum ArrowStrokes: String, Sendable, Hashable, CaseIterable {
    /// Shaft, then head, without lifting the pen.
    case one
    /// Head, then shaft, without lifting the pen.
    case oneFromTip
    /// Shaft and head apart, in either order.
    case two
    /// Shaft and two barbs.
    case three
}

/// Draws heads.
struct ArrowHeadPainter {
    let hand: Hand

    static let weights: [(ArrowHeadStyle, Double)] = [
        (.barbed, 6), (.retraced, 1), (.triangle, 3), (.filled, 1), (.half, 1.8), (.open, 1.5), (.zigzag, 0.7),
        (.swung, 1.5), (.dot, 0.25),
    ]

    static let strokeWeights: [(ArrowStrokes, Double)] = [(.one, 6), (.oneFromTip, 1.6), (.two, 3), (.three, 1)]

    /// Draws a head, either continuing the shaft or in new strokes.
    ///
    /// - Parameters:
    ///   - style: the style of the head.
    ///   - length: the length of a barb.
    ///   - heading: the direction in which the head points.
    ///   - isApart: whether the pen is lifted before it.
    ///   - strokes: the number of strokes of a head that is apart from its shaft.
    func draw(
        _ style: ArrowHeadStyle, length: Double, heading: Vector, isApart: Bool, strokes: Int, in path: inout PenPath,
        using random: inout RandomSource
    ) {
        let miss = (0.02 + 0.09 * hand.carelessness) * length
        func missing(_ place: Vector, by factor: Double = 1) -> Vector {
            place + factor * miss * Vector(random.bell(), random.bell())
        }
        let isUneven = random.chance(0.4)
        func barb(_ side: Double) -> Vector {
            let angle = side * spread + 0.1 * random.bell()
            let reach = length * Portable.exp((isUneven ? 0.3 : 0.1) * random.bell())
            return -reach * heading.rotated(by: Vector(angle: angle))
        }
        let spread = random.uniform(0.28, style == .half ? 0.7 : 1)
        let side = random.sign()
        var tip = path.pen
        if isApart {
            // A head that is apart from its shaft is a little before or beyond the shaft's end.
            tip = missing(tip + heading * length * random.uniform(-0.15, 0.12), by: 1.5)
        }
        let (first, second) = (tip + barb(side), tip + barb(-side))
        let bow = 0.12 * length * random.bell()
        func bowed(_ from: Vector, _ to: Vector, _ height: Double) -> [Vector] {
            let across = (to - from).direction.normal * height
            return [from * 0.67 + to * 0.33 + 0.9 * across, from * 0.33 + to * 0.67 + 0.9 * across, to]
        }
        if isApart, strokes == 2, style != .triangle, style != .filled, style != .half {
            // Each barb starts or ends at the tip.
            for end in [first, second] {
                let ways = [end, missing(tip)]
                let isOutward = random.chance(0.5)
                path.move(to: ways[isOutward ? 1 : 0])
                path.line(to: ways[isOutward ? 0 : 1])
            }
            return
        }
        if isApart {
            let isAngle = style == .barbed || style == .retraced || style == .open || style == .swung
            path.move(to: isAngle ? first : tip)
            if isAngle {
                path.line(through: bowed(first, missing(tip), bow))
                path.line(through: bowed(path.pen, second, bow))
                return
            }
        }
        switch style {
        case .barbed:
            path.line(through: bowed(tip, first, bow))
            path.line(to: missing(tip, by: 1.5))
            path.line(through: bowed(path.pen, second, bow))
        case .retraced:
            path.line(to: first)
            path.line(to: missing(tip))
            path.line(to: second)
            path.line(to: missing(tip))
        case .triangle:
            path.line(to: first)
            path.line(to: second)
            path.line(to: missing(tip, by: 1.5))
        case .filled:
            path.line(to: first)
            path.line(to: second)
            path.line(to: missing(tip))
            let count = random.integer(2...5)
            for step in 1...count {
                let part = Double(step) / Double(count + 1)
                path.line(to: missing(tip + part * ((step % 2 == 0 ? first : second) - tip)))
            }
            if random.chance(0.5) { path.line(to: missing(first)) }
        case .half:
            path.line(through: bowed(tip, first, bow))
        case .open:
            path.line(to: tip)
            path.line(to: first)
            path.line(to: missing(tip + 0.25 * length * heading))
            path.line(to: second)
        case .zigzag:
            for place in [first, tip, second, tip, first].prefix(random.integer(4...5)) {
                path.line(to: missing(place))
            }
            if random.chance(0.4) { path.line(to: missing(second)) }
        case .swung:
            // The way back to the tip is rounder than the way out.
            let off = tip + 0.5 * (first - tip) + 0.18 * length * random.bell() * heading.normal
            path.curve(to: first, tip + 0.3 * (first - tip), off)
            path.curve(
                to: missing(tip, by: 2), first + 0.3 * length * heading.normal * -side * random.unit(),
                off + 0.3 * length * heading)
            path.line(through: bowed(path.pen, second, bow))
        case .dot:
            let radius = length * random.uniform(0.2, 0.45)
            let start = random.uniform(0, 6.283)
            path.arc(
                center: path.pen - radius * Vector(angle: start), radius: Vector(repeating: radius), from: start,
                sweep: random.sign() * random.uniform(6.3, 14))
        }
    }
}
