internal import PortableMath

extension UnknownPainter {
    /// Draws a closed figure.
    func figure(_ style: UnknownStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        switch style {
        case .triangle:
            let apex = Vector(random.uniform(0, 1), -random.uniform(0.5, 1.2))
            polygon([Vector(0, 0), apex, Vector(1, 0)], in: &path, using: &random)
        case .rectangle:
            let height = random.magnitude(0.35, 1)
            polygon([Vector(0, 0), Vector(0, height), Vector(1, height), Vector(1, 0)], in: &path, using: &random)
        case .roundedRectangle:
            roundedRectangle(in: &path, using: &random)
        case .diamond:
            let height = random.uniform(0.35, 0.8)
            polygon(
                [Vector(-0.5, 0), Vector(0, height), Vector(0.5, 0), Vector(0, -height)], in: &path, using: &random)
        case .parallelogram:
            let (height, lean) = (random.uniform(0.3, 0.7), random.uniform(0.2, 0.45))
            polygon(
                [Vector(0, 0), Vector(lean, -height), Vector(1 + lean, -height), Vector(1, 0)], in: &path,
                using: &random)
        case .pentagon:
            let corners = (0..<5).map { Vector(angle: (Double($0) * 0.4 - 0.5) * Portable.pi) * 0.5 }
            polygon(corners.map { $0 * Vector(1, 1) }, in: &path, using: &random)
        case .star:
            // Five long lines through each other.
            let corners = (0..<5).map { Vector(angle: (Double($0) * 0.8 + 0.7) * Portable.pi) * 0.5 }
            polygon(corners, in: &path, using: &random)
        case .outlinedStar:
            let count = random.integer(4...8)
            let depth = random.uniform(0.35, 0.6)
            let corners = (0..<2 * count).map {
                Vector(angle: Double($0) / Double(count) * Portable.pi) * ($0 % 2 == 0 ? 0.5 : 0.5 * depth)
            }
            polygon(corners, in: &path, using: &random)
        case .house:
            let (roof, wall) = (random.uniform(0.25, 0.5), random.uniform(0.5, 0.9))
            polygon(
                [Vector(0, 0), Vector(0, -wall), Vector(0.5, -wall - roof), Vector(1, -wall), Vector(1, 0)], in: &path,
                using: &random)
            if random.chance(0.3) { path.line(through: [Vector(0, -wall), Vector(1, -wall)]) }
        case .envelope:
            let height = random.uniform(0.5, 0.8)
            polygon([Vector(0, 0), Vector(0, height), Vector(1, height), Vector(1, 0)], in: &path, using: &random)
            path.line(to: near(Vector(0.5, 0.5 * height), using: &random))
            path.line(to: near(Vector(1, 0), using: &random))
        case .heart:
            let (dip, top) = (random.uniform(0.15, 0.35), random.uniform(0.05, 0.2))
            path.move(to: Vector(0, dip))
            path.curve(to: Vector(0, 1), Vector(-0.25, -top - 0.1), Vector(-1.05, 0.1))
            path.curve(to: near(Vector(0, dip), using: &random), Vector(1.05, 0.1), Vector(0.25, -top - 0.1))
        case .cloud:
            cloud(in: &path, using: &random)
        default:
            // A crescent: out along one arc, back along a flatter one.
            let (outer, inner) = (random.uniform(0.8, 1.1), random.uniform(0.25, 0.55))
            path.move(to: Vector(0, 0))
            path.curve(to: Vector(0, 1), Vector(outer, 0), Vector(outer, 1))
            path.curve(to: near(Vector(0, 0), using: &random), Vector(inner, 0.9), Vector(inner, 0.1))
        }
        return path
    }

    /// Draws a polygon from any corner, or from the middle of a side, in any direction, closed with
    /// the hand's care.
    private func polygon(_ corners: [Vector], in path: inout PenPath, using random: inout RandomSource) {
        let first = random.chance(0.5) ? 0 : random.integer(0...corners.count - 1)
        let isBackward = random.chance(0.5)
        var ring = corners.indices.map { step in
            corners[(first + (isBackward ? corners.count - step : step)) % corners.count]
        }
        let end: Vector
        if random.chance(0.12) {
            // Starts in the middle of a side.
            let middle = ring[0] + random.uniform(0.3, 0.7) * (ring[ring.count - 1] - ring[0])
            ring.insert(middle, at: 0)
            end = middle
        } else {
            end = ring[0]
        }
        for corner in ring { path.line(to: near(corner, using: &random)) }
        let last = path.pen
        // The last side ends early or late.
        let reach = 1 + (0.03 + 0.12 * hand.carelessness) * random.bell()
        path.line(to: near(last + reach * (end - last), using: &random))
    }

    private func roundedRectangle(in path: inout PenPath, using random: inout RandomSource) {
        let height = random.magnitude(0.35, 1)
        let radius = random.uniform(0.06, 0.2) * height
        let quarter = Portable.pi / 2
        path.move(to: Vector(random.uniform(radius, 1 - radius), 0))
        let start = path.pen
        let centers = [
            Vector(1 - radius, radius), Vector(1 - radius, height - radius), Vector(radius, height - radius),
            Vector(radius, radius),
        ]
        for (index, center) in centers.enumerated() {
            path.arc(
                center: near(center, using: &random), radius: Vector(repeating: radius),
                from: quarter * Double(index - 1), sweep: quarter)
        }
        path.line(to: near(start, using: &random))
    }

    private func cloud(in path: inout PenPath, using random: inout RandomSource) {
        let count = random.integer(5...9)
        let height = random.uniform(0.5, 0.8)
        var place = Vector(0.5, 0)
        path.move(to: place)
        for bump in 1...count {
            let next = Vector(0.5, 0.5 * height) * Vector(angle: 2 * Portable.pi * Double(bump) / Double(count))
            let out = (0.5 * (place + next)).direction * random.uniform(0.16, 0.3)
            path.curve(to: next, place + 1.2 * out, next + 1.2 * out, steps: 10)
            place = next
        }
    }
}
