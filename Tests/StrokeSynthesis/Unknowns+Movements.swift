internal import PortableMath

extension UnknownPainter {
    /// Draws a movement without a figure: waves, coils, scribbles.
    func movement(_ style: UnknownStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        let tau = 2 * Portable.pi
        switch style {
        case .pigtail:
            // Tails are as long as the loop is wide; shorter ones belong to self-loops.
            let (width, height) = (random.uniform(0.25, 0.5), random.uniform(0.5, 1))
            path.move(to: Vector(-random.uniform(0.35, 0.7), random.uniform(-0.1, 0.15)))
            path.curve(
                to: Vector(0.05, -height), path.pen + Vector(0.5, 0.05), Vector(width * 1.4, -height), steps: 16)
            path.curve(to: Vector(0.15, 0), Vector(-width * 1.4, -height), Vector(-width, 0.02), steps: 16)
            path.curve(
                to: Vector(random.uniform(0.5, 0.85), -random.uniform(-0.1, 0.35)), Vector(0.3, 0), Vector(0.5, -0.05),
                steps: 8)
        case .infinity:
            let height = random.uniform(0.25, 0.55)
            let start = random.uniform(0, tau)
            let sweep = tau * random.uniform(0.92, 1.1)
            for step in 0...48 {
                let angle = start + sweep * Double(step) / 48
                let (sine, cosine) = Portable.sineAndCosine(angle)
                path.line(to: Vector(0.5 * cosine, height * sine * cosine * 1.2))
            }
            if random.chance(0.5) { path.map { Vector($0.y, $0.x) } }
        case .spiral:
            let turns = random.uniform(2, 5)
            let (inner, start) = (random.uniform(0.02, 0.25), random.uniform(0, tau))
            let steps = Int(turns * 28)
            for step in 0...steps {
                let part = Double(step) / Double(steps)
                path.line(to: (inner + (0.5 - inner) * part) * Vector(angle: start + turns * tau * part))
            }
        case .zigzag:
            let count = random.integer(3...12)
            // If there are few turns, they are sharp: with right angles, it would be an elbow.
            let height = count < 6 ? random.uniform(1.4, 3) / Double(count) : random.uniform(0.1, 0.5)
            for step in 0...count {
                let side = step % 2 == 0 ? 1.0 : -1
                let place = Vector(Double(step) / Double(count), side * height / 2 * random.uniform(0.6, 1.2))
                path.line(to: near(place, using: &random))
            }
        case .squiggle:
            // Through points that advance overall, with turns back.
            let count = random.integer(5...14)
            let width = random.uniform(0.08, 0.5)
            var places = [Vector(0, 0)]
            for step in 1...count {
                let side = step % 2 == 0 ? 1.0 : -1
                places.append(
                    Vector(
                        Double(step) / Double(count) + 0.06 * random.bell(),
                        side * width / 2 * random.uniform(0.2, 1.3)))
            }
            path.spline(through: places)
        case .wave:
            let periods = random.uniform(1.7, 6)
            let (height, start) = (random.uniform(0.25, 0.9) / periods, random.uniform(0, tau))
            let steps = Int(periods * 16)
            for step in 0...steps {
                let part = Double(step) / Double(steps)
                path.line(
                    to: Vector(part, height / 2 * Portable.sineAndCosine(start + periods * tau * part).sine))
            }
        case .coil:
            let turns = random.uniform(1.8, 7)
            let (width, height) = (random.uniform(0.5, 1.1), random.uniform(0.6, 2))
            let steps = Int(turns * 22)
            for step in 0...steps {
                let angle = tau * turns * Double(step) / Double(steps)
                path.line(
                    to: Vector(angle / tau * random.uniform(0.98, 1.02), 0) + Vector(width, height) * 0.5
                        * Vector(angle: angle))
            }
            path.map { $0 / turns }
        case .scribble:
            let count = random.integer(6...22)
            path.spline(through: (0..<count).map { _ in Vector(0.5 * random.bell(), 0.4 * random.bell()) }, steps: 5)
        case .strikeOut:
            let count = random.integer(3...7)
            let height = random.uniform(0.02, 0.12)
            for step in 0...count {
                path.line(
                    to: Vector(
                        (step % 2 == 0 ? 0 : 1) + 0.07 * random.bell(), height * (Double(step) + 0.7 * random.bell())))
            }
        default:
            // A hatch.
            let count = random.integer(6...16)
            let lean = random.uniform(-0.6, 0.6)
            for step in 0...count {
                let row = step % 2 == 0 ? 0.0 : 1
                path.line(
                    to: near(
                        Vector(random.uniform(0.7, 1) * Double(step) / Double(count) + lean * row, row), using: &random)
                )
            }
        }
        return path
    }
}
