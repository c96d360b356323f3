import Strokes

/// Characters that no collection has: ε, comma, plus, minus, and ink that is none of the
/// characters: two of them, and capital letters.
enum SyntheticCharacters {
    static let characters: [Character] = ["ε", ",", "+", "-"]

    /// Returns a synthetic character, before it is varied.
    static func character(
        _ character: Character, threes: [CharacterSample], random: inout TrainingRandom
    ) -> [Stroke] {
        switch character {
        case "ε": epsilon(threes, &random)
        case ",": [comma(&random)]
        case "+": plus(&random)
        default: [line(from: Point(x: -1, y: 0), to: Point(x: 1, y: 0.15 * random.normal()), sag: 0.05, &random)]
        }
    }

    /// Two characters side by side, taken for one; often, one of them is a comma.
    static func pair(_ one: [Stroke], _ other: [Stroke], random: inout TrainingRandom) -> [Stroke] {
        func placed(_ strokes: [Stroke], left: Double?, isComma: Bool = false) -> (strokes: [Stroke], right: Double) {
            let points = strokes.flatMap(\.points)
            guard let box = points.span.boundingBox, box.side > 0 else { return (strokes, 0) }
            let scale = (isComma ? random.uniform(0.18, 0.4) : random.uniform(0.6, 1)) / box.side
            let drop = isComma ? random.uniform(0.35, 0.65) : random.uniform(-0.2, 0.2)
            let moved = strokes.map { stroke in
                Stroke(
                    stroke.points.map {
                        Point(
                            x: ($0.x - box.minimum.x) * scale + (left ?? 0), y: ($0.y - box.center.y) * scale + drop)
                    })
            }
            return (moved, (left ?? 0) + box.width * scale)
        }
        let commas = random.unit()
        let first = commas < 0.2 ? placed([comma(&random)], left: nil, isComma: true) : placed(one, left: nil)
        let left = first.right + random.uniform(0.02, 0.4)
        let second = commas > 0.75 ? placed([comma(&random)], left: left, isComma: true) : placed(other, left: left)
        return first.strokes + second.strokes
    }

    /// Capital letters that aren't like small ones, a word for each stroke; a point has two digits,
    /// x and y from 0 to 6.
    private static let capitals = [
        "063066 1454", "0006 004052330343544606", "0006 004052544606", "5220020426454333", "0006 5056 0353",
        "0600336066",
        "06005660", "302002042646542230 3466", "0006 00405233 033356", "0060 3036",
    ]

    /// A capital letter, with straight or bent strokes.
    static func capital(random: inout TrainingRandom) -> [Stroke] {
        capitals[random.below(capitals.count)].split(separator: " ").map { word in
            let digits = word.compactMap(\.wholeNumberValue)
            let knots = stride(from: 0, to: digits.count - 1, by: 2).map { index in
                Point(
                    x: Double(digits[index]) + 0.3 * random.normal(),
                    y: Double(digits[index + 1]) + 0.3 * random.normal())
            }
            // Corners are cut twice, so that curves are round.
            return Stroke(random.chance(0.7) ? rounded(rounded(knots)) : knots)
        }
    }

    /// Returns a polyline with cut corners.
    ///
    /// - Reference: G. Chaikin, An algorithm for high-speed curve generation, 1974,
    ///   doi:10.1016/0146-664X(74)90028-8.
    private static func rounded(_ points: [Point]) -> [Point] {
        guard points.count > 2 else { return points }
        let cut = zip(points, points.dropFirst()).flatMap {
            [$0.interpolated(to: $1, at: 0.25), $0.interpolated(to: $1, at: 0.75)]
        }
        return [points[0]] + cut.dropFirst().dropLast() + [points[points.count - 1]]
    }

    /// ε is a mirrored 3, two small arcs, or a half circle with a bar.
    private static func epsilon(_ threes: [CharacterSample], _ random: inout TrainingRandom) -> [Stroke] {
        let style = random.unit()
        if style < 0.35, !threes.isEmpty {
            return threes[random.below(threes.count)].strokes.map { stroke in
                Stroke(stroke.points.map { Point(x: -$0.x, y: $0.y) })
            }
        }
        let width = random.uniform(0.5, 0.9)
        if style < 0.85 {
            // From the upper right to the middle, and from there to the lower right; the middle is a
            // cusp or a small loop.
            let middle = random.uniform(-0.2, 0.15)
            let inset = random.uniform(-0.1, 0.75) * width
            let loop = random.chance(0.3) ? random.uniform(0.02, 0.12) : 0
            let upper = arc(
                center: Point(x: 0, y: (middle - 1) / 2), width: width * random.uniform(0.75, 1),
                height: (middle + 1) / 2, from: random.uniform(-1.3, -0.2), to: -.pi - random.uniform(1, 1.5))
            let lower = arc(
                center: Point(x: 0, y: (middle + 1) / 2), width: width, height: (1 - middle) / 2,
                from: -random.uniform(1.6, 2.1), to: -2 * .pi + random.uniform(0.1, 1.2))
            let cusp = Point(x: -width + inset + width * 0.5, y: middle)
            let turn = loop > 0 ? arc(center: cusp, width: loop, height: loop, from: 1.6, to: -4.4) : [cusp]
            return [Stroke(upper + turn + lower)]
        }
        let bow = arc(
            center: .zero, width: width, height: 1, from: -random.uniform(0.4, 1.3),
            to: -2 * .pi + random.uniform(0.4, 1.3))
        let y = random.uniform(-0.15, 0.15)
        let bar = line(
            from: Point(x: -width * random.uniform(0.8, 1.05), y: y),
            to: Point(x: width * random.uniform(0, 0.7), y: y + 0.08 * random.normal()), sag: 0.05, &random)
        return [Stroke(bow), bar]
    }

    private static func comma(_ random: inout TrainingRandom) -> Stroke {
        let lean = random.uniform(0.05, 0.75)
        let start = Point(x: lean / 2 + 0.08 * random.normal(), y: -1)
        return line(from: start, to: Point(x: -lean / 2, y: 1), sag: 0.25, &random)
    }

    private static func plus(_ random: inout TrainingRandom) -> [Stroke] {
        let aspect = random.uniform(0.75, 1.3)
        let (x, y) = (0.12 * random.normal(), 0.12 * random.normal())
        let across = line(
            from: Point(x: -aspect, y: y), to: Point(x: aspect, y: y + 0.12 * random.normal()), sag: 0.04, &random)
        let down = line(from: Point(x: x, y: -1), to: Point(x: x + 0.1 * random.normal(), y: 1), sag: 0.04, &random)
        let strokes = random.chance(0.6) ? [across, down] : [down, across]
        return random.chance(0.12) ? [Stroke(strokes[0].points + strokes[1].points)] : strokes
    }

    /// A line with a bow to either side, of a random size.
    private static func line(
        from start: Point, to end: Point, sag: Double, _ random: inout TrainingRandom
    ) -> Stroke {
        let bow = sag * random.normal()
        let across = (x: start.y - end.y, y: end.x - start.x)
        return Stroke(
            (0...15).map { index in
                let t = Double(index) / 15
                let middle = start.interpolated(to: end, at: t)
                let shift = bow * 2 * t * (1 - t)
                return Point(x: middle.x + across.x * shift, y: middle.y + across.y * shift)
            })
    }

    private static func arc(
        center: Point, width: Double, height: Double, from first: Double, to last: Double
    ) -> [Point] {
        (0...20).map { index in
            let angle = first + (last - first) * Double(index) / 20
            return Point(x: center.x + width * cosine(angle), y: center.y + height * sine(angle))
        }
    }
}
