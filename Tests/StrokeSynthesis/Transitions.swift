/// A shape of the shaft of a transition.
public enum ShaftStyle: String, Sendable, Hashable, CaseIterable {
    case straight
    /// A bow, lower than two fifths of the distance of its ends; a higher one would be a loop.
    case bow
    /// A bow to one side, then one to the other.
    case sCurve
    /// Two straight parts with a bend of at most 70° between them.
    case bent
    /// Straight parts with one to four right-angled bends, as connectors in flowcharts.
    case elbows
    /// Straight, then bending off towards its end or from its start.
    case swerving
}

/// The style of a transition: its shaft, and the head if it has one.
public struct TransitionStyle: Sendable, Hashable {
    /// The shape of the shaft.
    public var shaft: ShaftStyle
    /// The head; `nil` for a line alone.
    public var head: ArrowHeadStyle?
    /// The strokes of shaft and head.
    public var strokes: ArrowStrokes
    /// Whether the other end has a head as well.
    public var isDoubleHeaded: Bool

    /// Creates a style from its parts.
    public init(
        shaft: ShaftStyle, head: ArrowHeadStyle?, strokes: ArrowStrokes = .one, isDoubleHeaded: Bool = false
    ) {
        self.shaft = shaft
        self.head = head
        self.strokes = strokes
        self.isDoubleHeaded = isDoubleHeaded
    }

    /// Returns the style of a line without a head.
    public static func line(_ shaft: ShaftStyle) -> TransitionStyle { TransitionStyle(shaft: shaft, head: nil) }

    /// Returns the style of a straight arrow in one stroke.
    public static func arrow(_ head: ArrowHeadStyle) -> TransitionStyle {
        TransitionStyle(shaft: .straight, head: head)
    }
}

/// Draws transitions from (0, 0) to (1, 0), or in the other direction.
struct TransitionPainter {
    let hand: Hand

    static let shaftWeights: [(ShaftStyle, Double)] = [
        (.straight, 6), (.bow, 5), (.sCurve, 1.5), (.bent, 1), (.elbows, 4.5), (.swerving, 1.2),
    ]

    static func style(using random: inout RandomSource) -> TransitionStyle {
        let shaft = random.pick(shaftWeights)
        if random.chance(0.27) { return .line(shaft) }
        return TransitionStyle(
            shaft: shaft, head: random.pick(ArrowHeadPainter.weights),
            strokes: random.pick(ArrowHeadPainter.strokeWeights), isDoubleHeaded: random.chance(0.03))
    }

    func path(_ style: TransitionStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        path.line(through: shaft(style.shaft, hasHead: style.head != nil, using: &random))
        if style.shaft == .elbows {
            path.isSlanted = false
            path.alongSides = 0.92
        }
        guard let head = style.head else { return path }
        let painter = ArrowHeadPainter(hand: hand)
        let strokes = style.strokes == .three ? 2 : 1
        let isApart = style.strokes == .two || style.strokes == .three
        // A long single barb would make a check mark; a head apart from its shaft may be larger
        // than the shaft.
        let length = random.magnitude(0.06, head == .half ? 0.3 : isApart ? 1.1 : 0.65)
        let tail = path.strokes[0]
        let aim = path.heading.rotated(by: Vector(angle: 0.1 * random.bell()))
        painter.draw(
            head, length: length, heading: aim, isApart: isApart, strokes: strokes, in: &path, using: &random)
        if style.isDoubleHeaded, let first = tail.first {
            let inner = tail.first { ($0 - first).length > 0.02 } ?? Vector(1, 0)
            var other = PenPath()
            other.move(to: first)
            painter.draw(
                head, length: length, heading: (first - inner).direction, isApart: isApart, strokes: strokes,
                in: &other, using: &random)
            if isApart {
                other.reorder { $0.removeFirst() }
                path.append(other)
            } else {
                path.reorder { $0[0] = other.strokes[0].reversed() + $0[0].dropFirst() }
            }
        }
        if style.strokes == .oneFromTip { path.reverse() }
        if isApart, random.chance(0.2) { path.reorder { $0.append($0.removeFirst()) } }
        return path
    }

    private func shaft(_ style: ShaftStyle, hasHead: Bool, using random: inout RandomSource) -> [Vector] {
        var path = PenPath()
        path.move(to: Vector(0, 0))
        switch style {
        case .straight:
            path.line(to: Vector(1, 0))
        case .bow:
            // Mostly flat; asymmetric if the handles differ.
            let height = random.sign() * (random.chance(0.85) ? random.uniform(0.04, 0.28) : random.uniform(0.28, 0.38))
            let (reach, skew) = (random.uniform(0.2, 0.33), random.uniform(-0.12, 0.12))
            path.curve(
                to: Vector(1, 0), Vector(reach + skew, height * 1.33), Vector(1 - reach + skew, height * 1.33),
                steps: 20)
        case .sCurve:
            let (first, second) = (random.uniform(0.12, 0.55), random.uniform(0.12, 0.55))
            let side = random.sign()
            path.curve(
                to: Vector(1, 0), Vector(random.uniform(0.2, 0.5), first * side),
                Vector(random.uniform(0.5, 0.8), -second * side), steps: 24)
        case .bent:
            let place = random.uniform(0.25, 0.75)
            path.line(to: Vector(place, random.sign() * random.uniform(0.06, 0.6) * min(place, 1 - place)))
            path.line(to: Vector(1, 0))
        case .elbows:
            return elbows(hasHead: hasHead, using: &random)
        case .swerving:
            let turn = random.sign() * random.uniform(0.3, 1.1)
            let part = random.uniform(0.4, 0.8)
            let bend = Vector(part, 0)
            let end = bend + (1 - part) * Vector(angle: turn)
            path.line(to: bend)
            path.curve(to: end, bend + 0.3 * (1 - part) * Vector(1, 0), end - 0.4 * (1 - part) * Vector(angle: turn))
            if random.chance(0.4) { path.reverse() }
        }
        return path.strokes[0]
    }

    /// Returns right-angled paths. Without a head they must not look like brackets: two turns to
    /// the same side with parts of similar length, which is also similar to the length between
    /// them.
    private func elbows(hasHead: Bool, using random: inout RandomSource) -> [Vector] {
        let side = random.sign()
        var vertices: [Vector] = [Vector(0, 0)]
        func go(_ x: Double, _ y: Double) { vertices.append(vertices[vertices.count - 1] + Vector(x, side * y)) }
        switch random.integer(0...(hasHead ? 14 : 12)) {
        case 0...3:
            // The part before the corner may be short, but not as short as a hook.
            let ratio = random.magnitude(0.2, 1)
            if random.chance(0.5) { go(1, 0); go(0, ratio) } else { go(ratio, 0); go(0, 1) }
        case 4, 5, 6:
            let middle = random.uniform(0.2, 1.2)
            go(random.uniform(0.2, 0.8), 0)
            go(0, middle)
            go(random.uniform(0.2, 0.8), 0)
        case 7, 8, 9:
            // Stairs.
            let count = random.chance(0.75) ? 4 : 5
            for part in 0..<count {
                let length = random.uniform(0.25, 1)
                if part % 2 == 0 { go(length, 0) } else { go(0, length) }
            }
        case 12:
            // A wide or a deep U.
            let depth = random.chance(0.65) ? random.magnitude(0.07, 0.19) : random.magnitude(1.6, 2.6)
            go(depth, 0)
            go(0, 1)
            go(-depth * random.uniform(0.75, 1.3), 0)
        case 13:
            // Returns to the side that it came from.
            let depth = random.magnitude(0.4, 1.5)
            go(depth, 0)
            go(0, 1)
            go(-depth * random.uniform(0.5, 1.3), 0)
        case 14:
            // All around a box.
            go(random.uniform(0.1, 0.4), 0)
            go(0, random.uniform(0.4, 1))
            go(-random.uniform(0.7, 1.3), 0)
            go(0, -random.uniform(0.2, 0.8))
        default:
            // Around a box: one leg at least twice as long as the other.
            let short = random.uniform(0.12, 0.3)
            go(short, 0)
            go(0, random.uniform(0.5, 1))
            go(-short * random.uniform(2.2, 4), 0)
        }
        // Connectors drawn by hand are rarely exactly rectangular.
        let shear = 0.06 * random.bell()
        vertices = vertices.map { $0 + Vector(shear * $0.y, 0) }
        return random.chance(0.4) ? rounded(vertices, by: random.uniform(0.1, 0.45)) : vertices
    }

    /// Returns a path with rounded corners; curves begin at a fraction of the shorter adjacent
    /// part.
    private func rounded(_ vertices: [Vector], by part: Double) -> [Vector] {
        var path = PenPath()
        path.move(to: vertices[0])
        for index in 1..<vertices.count - 1 {
            let corner = vertices[index]
            let (before, after) = (vertices[index - 1] - corner, vertices[index + 1] - corner)
            let reach = part * min(before.length, after.length)
            let (start, end) = (corner + reach * before.direction, corner + reach * after.direction)
            path.line(to: start)
            path.curve(to: end, corner + 0.4 * (start - corner), corner + 0.4 * (end - corner), steps: 8)
        }
        path.line(to: vertices[vertices.count - 1])
        return path.strokes[0]
    }
}
