import Strokes

/// The pen that draws the families kept out of training.
struct FamilyPen {
    private var random: TrainingRandom
    /// A Boolean value that indicates whether a program draws, exactly and without wobble.
    private var isMachine = false

    init(seed: UInt64) { random = TrainingRandom(seed: seed) }

    private func sample(_ strokes: [[Point]], _ kind: ElementKind, _ name: String) -> Sample {
        Sample(strokes: strokes, kind: kind, name: name, source: "held out")
    }

    // MARK: Ways

    /// Returns a polyline as if drawn by hand, with rounded corners, waves, tremor, and any number
    /// of points.
    private mutating func drawn(_ vertices: [Point]) -> [Point] {
        guard !isMachine else {
            return random.chance(0.4) ? vertices : vertices.span.resampled(to: random.below(120) + 8 * vertices.count)
        }
        let box = Augmentation.box(vertices)
        let size = max(box.width, box.height)
        var points = vertices.span.resampled(to: 160)
        // A window that shrinks towards the ends rounds corners but keeps the ends.
        let reach = random.below(8)
        let sharp = points
        for index in points.indices {
            let reach = min(reach, index, points.count - 1 - index)
            var sum = Point.zero
            for other in (index - reach)...(index + reach) {
                sum = Point(x: sum.x + sharp[other].x, y: sum.y + sharp[other].y)
            }
            let count = Double(2 * reach + 1)
            points[index] = Point(x: sum.x / count, y: sum.y / count)
        }
        for frequency in [1.0, 2.3, 5.1] {
            let height = size * random.uniform(0, 0.012) / frequency.squareRoot()
            let (way, phase) = (random.uniform(0, 2 * .pi), random.uniform(0, 2 * .pi))
            for index in points.indices {
                let wave = height * sine(phase + frequency * 6.2832 * Double(index) / 160)
                points[index] = Point(x: points[index].x + wave * cosine(way), y: points[index].y + wave * sine(way))
            }
        }
        let tremor = size * random.uniform(0, 0.004)
        points = points.span.resampled(to: 12 + random.below(140))
        return points.map { Point(x: $0.x + tremor * random.normal(), y: $0.y + tremor * random.normal()) }
    }

    private func moved(_ point: Point, _ angle: Double, _ way: Double) -> Point {
        Point(x: point.x + way * cosine(angle), y: point.y + way * sine(angle))
    }

    /// Returns the path of a head that points along an angle: barb, tip, barb.
    private mutating func barbs(_ tip: Point, _ angle: Double, _ length: Double) -> [Point] {
        let spread = random.uniform(0.35, 0.8)
        func end(_ side: Double, _ length: Double) -> Point { moved(tip, angle + .pi + side * spread, length) }
        return [end(1, length * random.uniform(0.85, 1.15)), tip, end(-1, length * random.uniform(0.85, 1.15))]
    }

    // MARK: Families

    /// Draws a right-angled connector between two states, with one to three corners.
    mutating func connector(_ index: Int) -> HeldOutFamily.Drawing {
        isMachine = index % 5 == 4
        let radius = random.uniform(25, 60)
        let (across, down) = (radius * random.uniform(3, 10), radius * random.uniform(3, 10))
        // Ends are a little inside an outline, or up to half the diameter outside.
        let (leave, arrive) = (radius * random.uniform(0.7, 2), radius * random.uniform(0.7, 2))
        let name: String
        let to: Point
        var vertices: [Point]
        switch index % 4 {
        case 0:
            name = "one corner"
            to = Point(x: across, y: down)
            vertices = [Point(x: leave, y: 0), Point(x: across, y: 0), Point(x: across, y: down - arrive)]
        case 1:
            name = "two corners, Z"
            to = Point(x: across + 2 * radius, y: down)
            let middle = to.x * random.uniform(0.4, 0.6)
            vertices = [
                Point(x: leave, y: 0), Point(x: middle, y: 0), Point(x: middle, y: down),
                Point(x: to.x - arrive, y: down),
            ]
        case 2:
            name = "two corners, U"
            to = Point(x: across, y: radius * random.uniform(-0.6, 0.6))
            let rise = -radius * random.uniform(3, 6)
            vertices = [
                Point(x: 0, y: -leave), Point(x: 0, y: rise), Point(x: across, y: rise),
                Point(x: across, y: to.y - arrive),
            ]
        default:
            name = "three corners"
            to = Point(x: -across, y: down)
            let (right, middle) = (radius * random.uniform(2, 4), down * random.uniform(0.4, 0.6))
            vertices = [
                Point(x: leave, y: 0), Point(x: right, y: 0), Point(x: right, y: middle),
                Point(x: -across, y: middle), Point(x: -across, y: down - arrive),
            ]
        }
        if !isMachine {
            // Not quite right angles.
            vertices = vertices.map {
                Point(x: $0.x + 0.06 * radius * random.normal(), y: $0.y + 0.06 * radius * random.normal())
            }
        }
        let end = vertices[vertices.count - 1]
        let before = vertices[vertices.count - 2]
        let angle = arctangent(end.y - before.y, end.x - before.x)
        var strokes: [[Point]]
        let head = random.unit()
        if head < 0.5 {
            strokes = [drawn(vertices)]
        } else if head < 0.75 {
            strokes = [drawn(vertices + barbs(end, angle, radius * random.uniform(0.3, 0.8)))]
        } else {
            strokes = [drawn(vertices), drawn(barbs(end, angle, radius * random.uniform(0.3, 0.8)))]
        }
        // Any direction along the page's sides, clockwise or counterclockwise.
        let quarter = Double(random.below(4)) * .pi / 2
        let mirror = random.chance(0.5) ? -1.0 : 1
        let origin = Point(x: random.uniform(0, 900), y: random.uniform(0, 900))
        func posed(_ point: Point) -> Point {
            let (c, s) = (cosine(quarter), sine(quarter))
            return Point(x: origin.x + mirror * (point.x * c - point.y * s), y: origin.y + point.x * s + point.y * c)
        }
        strokes = strokes.map { $0.map(posed) }
        if head < 0.5, random.chance(0.5) { strokes = strokes.map { $0.reversed() } }
        return HeldOutFamily.Drawing(
            sample: sample(strokes, .transition, name + (head < 0.5 ? "" : ", head")),
            states: [.zero, to].map { StateGeometry(center: posed($0), radius: radius) },
            tip: head < 0.5 ? nil : posed(end))
    }

    /// Draws an arrow with an unusual head.
    mutating func arrow(_ index: Int) -> HeldOutFamily.Drawing {
        isMachine = index / 5 % 10 == 9
        let angle = random.uniform(0, 2 * .pi)
        let length = random.uniform(80, 400)
        let tail = Point(x: random.uniform(0, 900), y: random.uniform(0, 900))
        let tip = moved(tail, angle, length)
        let bow = random.chance(0.5) ? 0 : length * random.uniform(-0.2, 0.2)
        let shaft = (0...24).map { step in
            let part = Double(step) / 24
            return moved(moved(tail, angle, part * length), angle + .pi / 2, bow * sine(part * .pi))
        }
        let aim = arctangent(tip.y - shaft[23].y, tip.x - shaft[23].x)
        let strokes: [[Point]]
        let name: String
        switch index % 5 {
        case 0:
            name = "one barb in one stroke"
            let way = aim + .pi + (random.chance(0.5) ? 1 : -1) * random.uniform(0.3, 0.85)
            strokes = [drawn(shaft + [moved(tip, way, length * random.uniform(0.12, 0.35))])]
        case 1:
            name = "detached, as large as the shaft"
            strokes = [drawn(shaft), drawn(barbs(tip, aim, length * random.uniform(0.6, 1.05)))]
        case 2:
            name = "detached barb by barb, large"
            let way = barbs(tip, aim, length * random.uniform(0.35, 0.8))
            strokes = [drawn(shaft), drawn([way[0], tip]), drawn([tip, way[2]])]
        case 3:
            name = "triangle"
            var way = barbs(tip, aim, length * random.uniform(0.12, 0.45))
            let middle = Point(x: (way[0].x + way[2].x) / 2, y: (way[0].y + way[2].y) / 2)
            if random.chance(0.5) {
                // The shaft ends at the base.
                let base = shaft.filter { $0.distance(to: tail) < middle.distance(to: tail) }
                way = [middle, way[0], tip, way[2], middle]
                strokes = random.chance(0.5) ? [drawn(base + way)] : [drawn(base), drawn(way)]
            } else {
                way = [tip, way[0], way[2], tip]
                strokes = random.chance(0.5) ? [drawn(shaft + way)] : [drawn(shaft), drawn(way)]
            }
        default:
            name = "filled"
            let corners = barbs(tip, aim, length * random.uniform(0.12, 0.4))
            var way = [tip, corners[0], corners[2], tip]
            for step in 1...(3 + random.below(5)) {
                let side = corners[step % 2 == 0 ? 0 : 2]
                let part = Double(step) / 8
                way.append(Point(x: side.x + (tip.x - side.x) * part, y: side.y + (tip.y - side.y) * part))
            }
            strokes = random.chance(0.5) ? [drawn(shaft + way)] : [drawn(shaft), drawn(way)]
        }
        return HeldOutFamily.Drawing(sample: sample(strokes, .transition, name), tip: tip)
    }

    /// Draws like a program: exactly, with few points or evenly spaced ones.
    mutating func machineMade(_ index: Int) -> HeldOutFamily.Drawing {
        isMachine = true
        let center = Point(x: random.uniform(0, 900), y: random.uniform(0, 900))
        let size = random.uniform(20, 300)
        let angle = random.chance(0.5) ? Double(random.below(8)) * .pi / 4 : random.uniform(0, 2 * .pi)
        func ellipse(_ aspect: Double, _ angle: Double, count: Int) -> [Point] {
            (0...count).map { step in
                let turn = angle + 2 * .pi * Double(step) / Double(count)
                return Point(x: center.x + size * cosine(turn), y: center.y + size * aspect * sine(turn))
            }
        }
        switch index % 5 {
        case 0:
            return HeldOutFamily.Drawing(
                sample: sample([drawn([center, moved(center, angle, size)])], .transition, "line"))
        case 1:
            let legs = (1...(2 + random.below(2))).map { _ in size * random.uniform(0.3, 1) }
            var way = [center]
            for (step, leg) in legs.enumerated() {
                let turn = step % 2 == 0 ? 0 : Double.pi / 2
                way.append(moved(way[step], Double(index / 5 % 4) * .pi / 2 + turn, leg))
            }
            return HeldOutFamily.Drawing(sample: sample([drawn(way)], .transition, "elbow"))
        case 2:
            let aspect = random.chance(0.5) ? 1 : random.uniform(0.25, 1)
            let way = ellipse(aspect, angle, count: 12 + random.below(100))
            return HeldOutFamily.Drawing(sample: sample([way], .state, aspect == 1 ? "circle" : "ellipse"))
        case 3:
            // A loop of one Bézier curve that ends where it began.
            let half = random.uniform(0.2, 1)
            let reach = size * random.uniform(0.8, 1.6)
            let (first, second) = (moved(center, angle - half, reach), moved(center, angle + half, reach))
            let count = 10 + random.below(60)
            let way = (0...count).map { step in
                let t = Double(step) / Double(count)
                let (a, b) = (3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t))
                let c = 1 - a - b
                return Point(
                    x: a * first.x + b * second.x + c * center.x, y: a * first.y + b * second.y + c * center.y)
            }
            return HeldOutFamily.Drawing(sample: sample([way], .cycle, "closed loop"))
        default:
            let sides = 3 + index / 5 % 3
            let way = ellipse(1, angle, count: sides)
            return HeldOutFamily.Drawing(sample: sample([drawn(way)], .unknown, "polygon"))
        }
    }

    /// Draws a mark that looks like a connector or an arrow.
    mutating func mark(_ index: Int) -> HeldOutFamily.Drawing {
        isMachine = false
        let size = random.uniform(20, 300)
        func at(_ x: Double, _ y: Double) -> Point {
            Point(x: size * (x + 0.025 * random.normal()), y: size * (y + 0.025 * random.normal()))
        }
        let mirror = random.chance(0.5) ? -1.0 : 1
        let (name, way): (String, [Point])
        switch index % 5 {
        case 0:
            let depth = random.uniform(0.25, 0.6)
            (name, way) = ("square bracket", [at(mirror * depth, 0), at(0, 0), at(0, 1), at(mirror * depth, 1)])
        case 1:
            let half = random.uniform(0.25, 0.55)
            let side = random.chance(0.5) ? 1.0 : -1
            (name, way) = ("caret or v", [at(-half, side), at(0, 0), at(half, side)])
        case 2:
            let rise = random.uniform(0.6, 1.1)
            let short = random.uniform(0.25, 0.45)
            (name, way) = ("check", [at(-short * 0.7, -short), at(0, 0), at(random.uniform(0.4, 0.8), -rise)])
        case 3:
            (name, way) = (
                "zigzag", (0...(4 + random.below(4))).map { at(Double($0) * 0.25, $0 % 2 == 0 ? 0 : 0.8) }
            )
        default:
            (name, way) = (
                "triangle or rectangle",
                random.chance(0.5)
                    ? [at(0, 0), at(1, 0.1), at(0.4, 0.9), at(0, 0)]
                    : [at(0, 0), at(1, 0), at(1, 0.7), at(0, 0.7), at(0, 0)]
            )
        }
        return HeldOutFamily.Drawing(sample: sample([drawn(way)], .unknown, name))
    }
}
