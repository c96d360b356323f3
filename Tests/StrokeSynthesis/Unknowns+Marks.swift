internal import PortableMath

extension UnknownPainter {
    /// Draws a mark of few parts.
    func mark(_ style: UnknownStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        func corners(_ places: [Vector]) {
            for place in places { path.line(to: near(place, using: &random)) }
        }
        switch style {
        case .check:
            // An acute angle, or one of up to 90 degrees that points downwards; along the page's
            // sides, it would be an elbow.
            let isWide = random.chance(0.2)
            let lean = isWide ? random.uniform(0.45, 0.95) : random.uniform(0.15, 0.9)
            let opening = isWide ? random.uniform(1.3, 1.6) : random.uniform(0.8, 1.4)
            path.isUpright = isWide
            let end = Vector(angle: lean - Portable.pi / 2)
            let start = random.magnitude(0.26, 0.6) * Vector(angle: lean - opening - Portable.pi / 2)
            if random.chance(0.4) {
                // The short part is a hump, as in hasty check marks.
                path.move(to: start)
                path.curve(to: Vector(0, 0), start + Vector(0.15, -0.08), Vector(-0.02, -0.2), steps: 8)
            } else {
                corners([start, Vector(0, 0)])
            }
            // The long part bends to either side.
            let bend = 0.1 * random.bell() * end.normal
            path.curve(to: near(end, using: &random), 0.35 * end + bend, 0.7 * end + bend)
        case .caret, .arrowHead:
            let isWide = random.chance(0.2)
            let half = isWide ? random.uniform(0.6, 0.85) : random.uniform(0.25, style == .caret ? 0.55 : 0.65)
            path.isUpright = isWide
            let side = 0.06 * random.bell()
            let ends = [-1.0, 1].map {
                Portable.exp(0.15 * random.bell()) * Vector(0, 1).rotated(by: Vector(angle: $0 * half))
            }
            corners([ends[0]])
            path.curve(
                to: near(Vector(0, 0), using: &random), 0.67 * ends[0] + Vector(side, 0),
                0.33 * ends[0] + Vector(side, 0))
            path.curve(
                to: near(ends[1], using: &random), 0.33 * ends[1] - Vector(side, 0), 0.67 * ends[1] - Vector(side, 0))
            if style == .arrowHead, random.chance(0.3) { path.line(to: near(ends[0], using: &random)) }
            if style == .caret, random.chance(0.5) { path.map { -$0 } }
        case .cross:
            if random.chance(0.3) {
                corners([Vector(0, 0), Vector(1, 1)])
                path.move(to: near(Vector(1, 0), using: &random))
                corners([Vector(0, 1)])
            } else {
                // The pen stays down along one side.
                let width = random.uniform(0.7, 1.2)
                corners([Vector(0, 0), Vector(width, 1), Vector(width, 0), Vector(0, 1)])
            }
        case .plus:
            let (middle, height) = (random.uniform(0.35, 0.65), random.uniform(0.7, 1.1))
            if random.chance(0.4) {
                corners([Vector(0, 0), Vector(1, 0)])
                path.move(to: near(Vector(middle, -0.5 * height), using: &random))
                corners([Vector(middle, 0.5 * height)])
            } else {
                corners([Vector(middle, -0.5 * height), Vector(middle, 0.5 * height)])
                let out = random.uniform(0, 0.5)
                path.curve(
                    to: near(Vector(0, 0), using: &random), Vector(middle - 0.3 * out, 0.6 * height), Vector(-out, 0.2))
                corners([Vector(1, 0)])
            }
        case .delete:
            let (width, waist) = (random.uniform(0.7, 1.2), random.uniform(0.8, 1.2))
            corners([Vector(0, 0), Vector(width * waist, 1), Vector(0, 1), Vector(width, 0)])
        case .squareBracket:
            // Along the page's sides, like any text: that alone must not make it a connector.
            path.alongSides = 0.9
            let (depth, splay) = (random.magnitude(0.22, 1.1), 0.17 * random.bell())
            let other = depth * Portable.exp(0.2 * random.bell())
            let (first, last) = (Vector(depth, -splay), Vector(other, 1 + splay + 0.1 * random.bell()))
            if random.chance(0.7) {
                corners([first, Vector(0, 0), Vector(0, 1), last])
            } else {
                // The corners are cut, or the back is bent inwards.
                let cut = random.uniform(0.05, 0.22)
                path.move(to: first)
                path.curve(to: Vector(0, cut), Vector(0.5 * cut, 0), Vector(0, 0.3 * cut), steps: 8)
                path.line(to: near(Vector(0.07 * random.bell(), 0.5), using: &random))
                path.line(to: Vector(0, 1 - cut))
                path.curve(to: last, Vector(0, 1 - 0.3 * cut), Vector(0.5 * cut, 1), steps: 8)
            }
        case .curlyBrace:
            curlyBrace(in: &path, using: &random)
        case .questionMark:
            // A hook, a bowl to the right, and a stem that turns the other way.
            let (width, top) = (random.uniform(0.2, 0.5), random.uniform(0.42, 0.78))
            let stem = Vector(0.1 * random.bell(), 1)
            let isSharp = random.chance(0.25)
            if random.chance(0.65) {
                let start = -Portable.pi * random.uniform(0.85, 1.35)
                path.arc(
                    center: Vector(0, top / 2), radius: Vector(width, top / 2), from: start,
                    sweep: Portable.pi * random.uniform(0.28, 0.6) - start)
            } else {
                let (hook, neck) = (random.uniform(0.1, 0.85) * top, width * random.uniform(-0.6, 0.3))
                path.spline(
                    through: [
                        Vector(-width * random.uniform(0.5, 1), hook), Vector(-0.9 * width, 0.5 * hook),
                        Vector(-0.65 * width, 0.08 * top), Vector(0, -0.02), Vector(0.8 * width, 0.12 * top),
                        Vector(width, 0.4 * top), Vector(0.6 * width, 0.75 * top), Vector(neck, top),
                    ].map { near($0, using: &random) })
            }
            let turn = path.pen
            if isSharp {
                path.line(to: near(stem, using: &random))
            } else {
                path.curve(
                    to: near(stem, using: &random), turn + 0.1 * path.heading + Vector(-0.05, 0.05),
                    stem - Vector(0.06 * random.bell(), 0.6 * (1 - top)))
            }
            if random.chance(0.2) { path.line(to: path.pen + Vector(random.uniform(0.05, 0.25), 0.03 * random.bell())) }
            if random.chance(0.15) {
                path.move(to: path.pen + Vector(0, 0.12))
                path.line(to: path.pen + Vector(0.01, 0.02))
            }
        case .lightning:
            let slip = random.uniform(0.1, 0.3)
            corners([Vector(0.4, 0), Vector(0, 0.5 + slip), Vector(0.5, 0.5 - slip), Vector(0.1, 1)])
        default:
            for row in [0.33, 0.67] {
                path.move(to: near(Vector(0, row), using: &random))
                corners([Vector(1, row)])
            }
            for column in [0.33, 0.67] {
                path.move(to: near(Vector(column + 0.1, 0), using: &random))
                corners([Vector(column - 0.1, 1)])
            }
        }
        return path
    }

    private func curlyBrace(in path: inout PenPath, using random: inout RandomSource) {
        let (depth, nose) = (random.uniform(0.1, 0.3), random.uniform(0.08, 0.3))
        let upper = [
            Vector(depth, 0), Vector(0.35 * depth, 0.02), Vector(0.02, 0.12), Vector(0, 0.3), Vector(0.01, 0.42),
        ]
        let lower = [
            Vector(0.01, 0.58), Vector(0, 0.7), Vector(0.02, 0.88), Vector(0.35 * depth, 0.98), Vector(depth, 1),
        ]
        let places = upper + [Vector(-nose, 0.5 + 0.03 * random.bell())] + lower
        if random.chance(0.5) {
            path.spline(through: places.map { near($0, using: &random) }, steps: 4)
        } else {
            // A sharp nose.
            path.spline(through: places[...5].map { near($0, using: &random) }, steps: 4)
            path.spline(through: [path.pen] + lower.map { near($0, using: &random) }, steps: 4)
        }
        if random.chance(0.3) { path.map { Vector(-$0.x, $0.y) } }
    }
}
