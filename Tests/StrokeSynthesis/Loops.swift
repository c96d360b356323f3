internal import PortableMath

/// A shape of the arc of a self-loop.
///
/// A loop differs from a state with a gap: its ends are at least a quarter of its greatest extent
/// apart, or one has a head, or they cross, flare or meet in a point where a circle would be
/// smooth. It differs from a bow: it rises above its base by more than two fifths of the distance
/// between its ends.
public enum LoopStyle: String, Sendable, Hashable, CaseIterable {
    /// Narrow at the base, wide and round at the far end.
    case teardrop
    /// Its ends nearly meet in one point, straight as in a petal, or bending into a neck as in a
    /// drop.
    case petal
    /// An arc of a circle or an ellipse, of 190° to 332°. Its ends may bend inwards, run straight
    /// or flare.
    case round
    /// Wider than high.
    case flat
    /// Ends far apart, as a hump.
    case hump
    /// With a corner at the far end.
    case pointed
    /// With two corners at the far end, more or less rounded.
    case square
    /// Ends cross at the base, as in a ribbon.
    case crossing
    /// Ends flare outwards, as in an omega.
    case flaring
    /// One end or both curl inwards.
    case curling
}

/// The style of a self-loop: its arc, and the head if it has one.
public struct CycleStyle: Sendable, Hashable {
    /// The shape of the arc.
    public var loop: LoopStyle
    /// The head; `nil` for an arc alone.
    public var head: ArrowHeadStyle?
    /// The strokes of arc and head.
    public var strokes: ArrowStrokes

    /// Creates a style from its parts.
    public init(loop: LoopStyle, head: ArrowHeadStyle?, strokes: ArrowStrokes = .one) {
        self.loop = loop
        self.head = head
        self.strokes = strokes
    }
}

/// Draws self-loops upwards from a base around (0, 0).
struct CyclePainter {
    let hand: Hand

    static let weights: [(LoopStyle, Double)] = [
        (.teardrop, 4), (.petal, 3.5), (.round, 8), (.flat, 2.5), (.hump, 4.5), (.pointed, 1), (.square, 0.8),
        (.crossing, 0.9),
        (.flaring, 1), (.curling, 2.5),
    ]

    static func style(using random: inout RandomSource) -> CycleStyle {
        let loop = random.pick(weights)
        if random.chance(0.42) { return CycleStyle(loop: loop, head: nil) }
        return CycleStyle(
            loop: loop, head: random.pick(ArrowHeadPainter.weights),
            strokes: random.pick(ArrowHeadPainter.strokeWeights))
    }

    func path(_ style: CycleStyle, using random: inout RandomSource) -> PenPath {
        var path = arc(style.loop, hasHead: style.head != nil, using: &random)
        path.upright = 0.5
        // A loop leans, and its ends have different heights because of the state's outline.
        let lean = 0.25 * random.bell()
        path.map { Vector($0.x + lean * $0.y, $0.y) }
        if random.chance(0.5) { path.map { Vector(-$0.x, $0.y) } }
        guard let head = style.head else { return path }
        let isApart = style.strokes == .two || style.strokes == .three
        let (minimum, maximum) = path.bounds
        let length = (maximum - minimum).max() * random.magnitude(0.1, style.loop == .hump ? 0.55 : 0.45)
        let aim = path.heading.rotated(by: Vector(angle: 0.3 * random.bell()))
        ArrowHeadPainter(hand: hand).draw(
            head, length: length, heading: aim, isApart: isApart, strokes: style.strokes == .three ? 2 : 1, in: &path,
            using: &random)
        if style.strokes == .oneFromTip { path.reverse() }
        if isApart, random.chance(0.2) { path.reorder { $0.append($0.removeFirst()) } }
        return path
    }

    private func arc(_ style: LoopStyle, hasHead: Bool, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        switch style {
        case .round, .curling:
            round(isCurling: style == .curling, hasHead: hasHead, in: &path, using: &random)
        case .square:
            square(in: &path, using: &random)
        case .teardrop:
            // Leaving the base steeply outwards, meeting a round top.
            bezier(
                base: random.uniform(0.3, 0.6), width: random.uniform(0.7, 1.1), height: random.uniform(1, 1.7),
                roundness: random.uniform(0.45, 0.6), in: &path, using: &random)
        case .petal:
            petal(in: &path, using: &random)
        case .flat:
            bezier(
                base: random.uniform(0.35, 0.9), width: random.uniform(1.1, 1.5), height: random.uniform(0.6, 0.95),
                roundness: random.uniform(0.5, 0.65), in: &path, using: &random)
        case .hump:
            bezier(
                base: 1, width: random.uniform(0.8, 1.15), height: random.uniform(0.45, 1.05),
                roundness: random.uniform(0.18, 0.6), in: &path, using: &random)
        case .pointed:
            bezier(
                base: random.uniform(0.3, 0.8), width: random.uniform(0.8, 1.1), height: random.uniform(0.9, 1.6),
                roundness: random.uniform(0.03, 0.2), in: &path, using: &random)
        case .crossing:
            bezier(
                base: -random.uniform(0.12, 0.4), width: random.uniform(0.7, 1.2), height: random.uniform(1, 1.6),
                roundness: random.uniform(0.45, 0.6), in: &path, using: &random)
        case .flaring:
            flaring(in: &path, using: &random)
        }
        return path
    }

    /// Draws two Bézier curves that meet at the apex.
    ///
    /// - Parameters:
    ///   - base: the distance of the ends; negative if they cross.
    ///   - width: twice the distance of the sides from the middle.
    ///   - height: the height of the apex above the base.
    ///   - roundness: the length of the tangent at the apex, as a fraction of the width.
    private func bezier(
        base: Double, width: Double, height: Double, roundness: Double, in path: inout PenPath,
        using random: inout RandomSource
    ) {
        let (tilt, skew) = (0.12 * height * random.bell(), 0.1 * width * random.bell())
        let apex = Vector(skew, -height)
        let start = Vector(-base / 2, tilt)
        let end = Vector(base / 2, -tilt)
        let reach = roundness * width
        // The place of a handle with which the side of the curve reaches the width.
        let side = width * random.uniform(base == 1 ? 0.36 : 0.55, 0.72)
        path.move(to: start)
        path.curve(
            to: apex, Vector(-side, -height * random.uniform(0.15, 0.5)), apex - Vector(reach, 0.06 * random.bell()))
        path.curve(
            to: end, apex + Vector(reach, 0.06 * random.bell()), Vector(side, -height * random.uniform(0.15, 0.5)))
    }

    /// Draws two Bézier curves that leave the base in straight lines, or side by side, and meet in
    /// a round top.
    private func petal(in path: inout PenPath, using random: inout RandomSource) {
        let height = random.uniform(1, 1.8)
        let (base, width) = (random.chance(0.3) ? 0 : random.uniform(0, 0.3), random.uniform(0.6, 1.1))
        if base == 0, random.chance(0.5) {
            // One curve, as programs draw loops.
            let (half, reach) = (random.uniform(0.18, 1.05), height * random.uniform(1, 1.33))
            let lean = 0.1 * random.bell()
            path.move(to: Vector(0, 0))
            path.curve(
                to: Vector(0, 0), reach * Vector(angle: lean - half - Portable.pi / 2),
                reach * Vector(angle: lean + half - Portable.pi / 2), steps: 32)
            return
        }
        let apex = Vector(0.08 * width * random.bell(), -height)
        let hasNeck = random.chance(0.5)
        let reach = (hasNeck ? random.uniform(0.6, 0.95) : random.uniform(0.45, 0.65)) * width
        // The wider the angle at the base, the closer to it the sides bulge.
        let side = width * (hasNeck ? random.uniform(-0.03, 0.35) : random.uniform(0.4, 0.75))
        let rise = height * (hasNeck ? random.uniform(0.25, 0.7) : random.uniform(0.4, 0.75))
        let tilt = 0.05 * height * random.bell()
        path.move(to: Vector(-base / 2, tilt))
        path.curve(to: apex, Vector(-base / 2 - side, -rise), apex - Vector(reach, 0))
        path.curve(to: Vector(base / 2, -tilt), apex + Vector(reach, 0), Vector(base / 2 + side, -rise))
    }

    private func round(isCurling: Bool, hasHead: Bool, in path: inout PenPath, using random: inout RandomSource) {
        let degree = Portable.pi / 180
        // The ends that become straight.
        let straightens = isCurling ? (false, false) : (random.chance(0.45), random.chance(0.15))
        // Without a head, only the gap or ends that leave the circle distinguish a loop from a
        // state.
        let sweep: Double
        if hasHead {
            sweep = degree * random.uniform(190, 332)
        } else if straightens.0 {
            sweep = degree * random.uniform(200, 328)
        } else {
            sweep = degree * (random.chance(0.35) ? random.uniform(285, 314) : random.uniform(190, 300))
        }
        let aspect = random.uniform(0.55, 1)
        let radius = random.chance(0.5) ? Vector(1, aspect) : Vector(aspect, 1)
        let off = random.uniform(-0.6, 0.6)
        // One or both ends leave the ellipse towards its inside, the more the closer they are to
        // each other.
        let inwards = [
            random.chance(0.55) ? random.uniform(0.1, 0.55) : 0, random.chance(0.25) ? random.uniform(0.05, 0.35) : 0,
        ]
        let share = random.uniform(0.12, 0.4)
        let first = Portable.pi / 2 + (2 * Portable.pi - sweep) / 2 + off
        var arc: [Vector] = []
        for step in 0...40 {
            let part = Double(step) / 40
            let late = max(0, (part - 1) / share + 1)
            let early = max(0, 1 - part / share)
            let shrinking = 1 - inwards[0] * late * late - inwards[1] * early * early
            arc.append(Vector(0, -radius.y) + shrinking * radius * Vector(angle: first + sweep * part))
        }
        if straightens.0 { straighten(&arc, over: random.uniform(0.12, 0.35), using: &random) }
        if straightens.1 {
            arc.reverse()
            straighten(&arc, over: random.uniform(0.1, 0.25), using: &random)
        }
        path.line(through: arc)
        guard isCurling else { return }
        let center = Vector(0, -radius.y)
        func curl() {
            let end = path.pen
            let inwards = (center - end).direction.rotated(by: Vector(angle: random.uniform(-0.7, 0.7)))
            let reach = random.magnitude(0.15, 0.6)
            path.curve(
                to: end + reach * inwards, end + 0.4 * reach * path.heading, end + reach * (0.7 * inwards), steps: 8)
        }
        curl()
        if random.chance(0.3) {
            path.reverse()
            curl()
        }
    }

    /// Straightens the last part of a path increasingly towards its end, like a pen that aims at
    /// the state and not at its own start.
    private func straighten(_ way: inout [Vector], over share: Double, using random: inout RandomSource) {
        // A strength of more than 1 bends the end outwards.
        let strength = random.uniform(0.5, 1.5)
        let start = 1 - share
        let old = way
        for index in 2..<way.count {
            let (before, step) = (old[index - 1] - old[index - 2], old[index] - old[index - 1])
            let turn = Vector((step * before).sum(), (before.normal * step).sum()).direction
            let late = max(0, Double(index) / Double(way.count - 1) - start) / share
            let kept = 1 - strength * min(1, 1.5 * late)
            let heading = (way[index - 1] - way[index - 2]).direction
            let bend = Vector(1 + kept * (turn.x - 1), kept * turn.y).direction
            way[index] = way[index - 1] + step.length * heading.rotated(by: bend)
        }
    }

    private func square(in path: inout PenPath, using random: inout RandomSource) {
        let (width, height) = (1.0, random.uniform(0.7, 1.3))
        let corner = random.uniform(0.2, 0.45) * min(width, height)
        let base = random.uniform(0.3, 0.65)
        let top = width / 2 - corner
        path.move(to: Vector(-base / 2, 0))
        path.line(to: Vector(-width / 2, -height + corner))
        path.curve(
            to: Vector(-top, -height), Vector(-width / 2, -height + 0.4 * corner), Vector(-top - 0.6 * corner, -height))
        path.line(to: Vector(top, -height))
        path.curve(
            to: Vector(width / 2, -height + corner), Vector(top + 0.6 * corner, -height),
            Vector(width / 2, -height + 0.4 * corner))
        path.line(to: Vector(base / 2, 0.1 * random.bell()))
    }

    private func flaring(in path: inout PenPath, using random: inout RandomSource) {
        let neck = random.uniform(0.1, 0.3)
        let height = random.uniform(0.9, 1.4)
        let width = random.uniform(0.8, 1.1)
        func foot(_ side: Double) -> Vector {
            Vector(side * (neck + random.uniform(0.12, 0.4)), random.uniform(0, 0.15))
        }
        path.move(to: foot(-1))
        path.spline(
            through: [
                path.pen, Vector(-neck, -0.12), Vector(-width * 0.46, -0.45 * height),
                Vector(-width * 0.32, -0.87 * height),
                Vector(0, -height), Vector(width * 0.32, -0.87 * height), Vector(width * 0.46, -0.45 * height),
                Vector(neck, -0.12), foot(1),
            ])
    }
}
