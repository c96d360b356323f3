internal import PortableMath

/// A style of a state, which is a circle.
public enum StateStyle: String, Sendable, Hashable, CaseIterable {
    /// Once around, ends nearly meeting.
    case circle
    /// Once around except for a gap, usually of at most 40°, or up to 58° if the outline is round
    /// up to both ends.
    case gapped
    /// Once around and up to 80° more, beside the first line.
    case overshot
    /// Two to three times around, closing in or widening.
    case turns
    /// An ellipse, up to four times as long as wide.
    case ellipse
    /// More pointed at one end: an egg or a drop.
    case egg
    /// With one to three flat sides, or with the four sides of a rounded cushion.
    case flattened
    /// A circle of seven to ten chords, as hasty hands and sparse devices draw it.
    case lumpy
    /// With a hook at the start, the end or both, mostly inwards, and occasionally a gap.
    case hooked
    /// An accepting state in one stroke: the pen continues with a second circle inside or outside.
    case double
    /// An accepting state in two strokes.
    case doubleInTwoStrokes
}

/// Draws states.
struct StatePainter {
    let hand: Hand

    static let weights: [(StateStyle, Double)] = [
        (.circle, 5), (.gapped, 3.5), (.overshot, 4), (.turns, 1.2), (.ellipse, 3), (.egg, 2), (.flattened, 2.5),
        (.lumpy, 1.2), (.hooked, 4), (.double, 0.6), (.doubleInTwoStrokes, 0.8),
    ]

    func path(_ style: StateStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        path.upright = 0.6
        var outline = Outline(style, hand: hand, using: &random)
        let start = random.chance(0.75) ? -Portable.pi / 2 + 0.6 * random.bell() : random.uniform(0, 6.283)
        let turn = 2 * Portable.pi * random.sign()
        var sweep = 1 + 0.03 * hand.carelessness * random.bell()
        var drift = 0.05 * hand.carelessness * random.bell()
        switch style {
        case .gapped:
            if random.chance(0.2) {
                sweep = 1 - random.uniform(0.11, 0.16)
                outline.axes.y = max(outline.axes.y, random.uniform(0.9, 1))
            } else {
                sweep = 1 - random.uniform(0.03, 0.11)
            }
        case .overshot: sweep = 1 + random.uniform(0.02, 0.24)
        case .turns: sweep = random.uniform(1.3, 3)
        case .ellipse, .egg, .flattened, .lumpy: sweep += 0.04 * hand.carelessness * random.bell()
        case .hooked:
            sweep += 0.04 * hand.carelessness * random.bell()
            if random.chance(0.35) { sweep -= random.uniform(0.02, 0.1) }
        case .circle, .double, .doubleInTwoStrokes: break
        }
        if style != .circle { drift += 0.07 * random.bell() }
        outline.drift = drift.clamped(to: -0.22...0.22)
        if style == .hooked, random.chance(0.75) {
            path.line(through: hook(at: outline, start, using: &random).reversed())
        }
        outline.draw(from: start, sweep: sweep * turn, in: &path)
        if style == .hooked, random.chance(0.5) {
            path.line(through: hook(at: outline, start + sweep * turn, using: &random))
        }
        if style == .double || style == .doubleInTwoStrokes {
            let ratio = random.uniform(0.6, 0.9)
            outline.scale = random.chance(0.7) ? ratio : 1 / ratio
            outline.center = 0.04 * Vector(random.bell(), random.bell())
            let again = style == .double ? start + sweep * turn : start + random.uniform(-0.8, 0.8)
            if style == .doubleInTwoStrokes { path.move(to: outline.place(at: again, 0)) }
            let turn = style == .doubleInTwoStrokes && random.chance(0.1) ? -turn : turn
            outline.draw(from: again, sweep: turn * (1 + 0.04 * random.bell()), in: &path)
        }
        return path
    }

    /// Returns a short path from a place on the outline to a place beside it.
    private func hook(at outline: Outline, _ angle: Double, using random: inout RandomSource) -> [Vector] {
        let place = outline.place(at: angle, 0)
        let length = random.magnitude(0.08, 0.5)
        let inwards = random.chance(0.85) ? -1.0 : 0.5
        let way = (place.direction * inwards).rotated(by: Vector(angle: 0.7 * random.bell()))
        let middle = place + 0.5 * length * way + 0.1 * length * way.normal * random.bell()
        return [middle, place + length * way]
    }
}

/// The outline of a circle-like figure around the origin: its radius by angle.
struct Outline {
    /// The waves in the radius: their number around, amplitude and phase.
    private var waves: [(count: Double, height: Double, phase: Double)] = []
    /// The distance and direction of flat sides.
    private var flats: [(distance: Double, direction: Vector)] = []
    /// The growth of the radius towards one side.
    private var taper = 0.0
    var axes = Vector(1, 1)
    private var tilt = Vector(1, 0)
    /// The number of chords that replace the curve; 0 for a curve.
    private var chords = 0
    /// The growth of the radius from beginning to end.
    var drift = 0.0
    var scale = 1.0
    var center = Vector(0, 0)

    init(_ style: StateStyle, hand: Hand, using random: inout RandomSource) {
        // A hand without any mistakes is a program's.
        let care = hand.carelessness > 0 ? 0.3 + hand.carelessness : 0
        for count in 2...5 {
            let height = 0.05 * care / Double(count) * random.bell()
            waves.append((Double(count), height, random.uniform(0, 6.283)))
        }
        tilt = Vector(angle: random.uniform(0, 3.1416))
        axes.y = Portable.exp(-abs(0.12 * random.bell()))
        switch style {
        case .ellipse: axes.y = random.chance(0.25) ? random.uniform(0.25, 0.5) : random.uniform(0.5, 0.8)
        case .egg: taper = random.uniform(0.12, 0.38)
        case .flattened:
            if random.chance(0.3) {
                waves.append((4, random.uniform(0.03, 0.075), random.uniform(0, 6.283)))
            } else {
                for _ in 0..<random.integer(1...3) {
                    flats.append((random.uniform(0.72, 0.93), Vector(angle: random.uniform(0, 6.283))))
                }
            }
        case .lumpy: chords = random.integer(7...10)
        default: break
        }
    }

    /// Returns the place at an angle, at a fraction of the path.
    func place(at angle: Double, _ part: Double) -> Vector {
        let direction = Vector(angle: angle)
        var radius = scale * (1 + drift * (part - 0.5))
        for wave in waves {
            radius *= 1 + wave.height * Portable.sineAndCosine(wave.count * angle + wave.phase).sine
        }
        for flat in flats {
            let cosine = (flat.direction * direction).sum()
            if cosine > 0.05 { radius = min(radius, scale * flat.distance / cosine) }
        }
        var place = radius * direction
        place.y *= axes.y * (1 + taper * direction.x)
        return center + place.rotated(by: tilt)
    }

    func draw(from start: Double, sweep: Double, in path: inout PenPath) {
        let steps =
            chords > 0 ? Int((Double(chords) * abs(sweep) / 6.283).rounded(.up)) : Int((abs(sweep) / 0.16).rounded(.up))
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            path.line(to: place(at: start + sweep * part, part))
        }
    }
}
