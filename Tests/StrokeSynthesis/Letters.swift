/// A small font of pen strokes for letters and digits that don't look like elements.
///
/// A glyph is a string. A place has two digits: x from 0 to 9, and y from 0 (ascender) over 3
/// (x-height) and 8 (base line) to c (descender). `!` makes the place a corner, `/` lifts the pen.
/// Between corners the pen moves along splines.
enum Letters {
    /// Strokes as lists of places, some of which are corners.
    typealias Glyph = [[(place: Vector, isCorner: Bool)]]

    static let letters: [Glyph] = parsed(
        """
        73 43 25 26 38 58 75 73! 78 88
        73 52 33 25 27 38 58 76 72! 77 88
        10! 18! 15 34 55 66 57 38 18
        20! 27 38 58 66 54 34 25
        73 43 25 27 48 68 75! 70! 78
        26 56 74 53 33 15 17 38 58 77
        71 50 41 42 48!/24! 64
        80 60 42 48 4b 2c 1a 37 65
        73 43 25 26 48 68 74! 73! 7a 5c 3b
        20! 28! 25 44 64 75 78
        53! 5a 3c 1b/51! 52
        20! 28! 25! 63! 35! 78
        20! 28!/63! 25! 78
        13! 18! 15 34 45 48! 45 64 75 78
        13! 18! 15 34 45 48 45 64 75 78 88
        23! 28! 25 44 65 68
        23! 28! 25 44 64 75 77 88
        23! 2c! 24 43 64 75 66 48 28
        73 43 25 26 48 68 74! 73! 7c! 8a
        23! 28! 25 44 63 73
        74 53 34 35 56 67 58 28 17
        40! 47 58 77/13! 73
        13! 16 38 58 76! 73! 78
        13 16 38 58 76 73! 77 88
        13! 38! 54! 68! 93
        13 26 38 47 54 67 78 87 93
        23! 78!/73! 28
        23 34 46 58 78! 74 63 46 38 18
        13! 45! 57!/83! 3c
        13 16 37 67 73! 7b 5c 2b
        23! 73! 28! 78
        23 43 73! 46 28! 56 78
        18! 40! 78!/25! 65
        18! 40! 78! 65! 25
        20! 28! 20! 50 62 54 24! 55 76 58 28
        20! 28! 20! 60 74 58 28
        70! 20! 28! 78!/24! 64
        70! 20! 28!/24! 64
        72 50 21 14 27 58 78 75! 55
        20! 28!/70! 78!/24! 74
        30! 70!/50! 56 38 17
        20! 28!/70! 24! 78
        18! 20! 55! 80! 98
        18! 10! 78! 70
        28! 20! 60 72 54 24
        28! 20! 60 72 54 24! 78
        72 50 21 23 54 66 58 28 16
        10! 90!/50! 58
        10! 44! 80!/44! 48
        10! 28! 50! 78! 90
        10! 78!/70! 18
        10! 70! 18! 78
        72 51 32 43 53! 34 16 28 58 77
        73 52 34 45! 26 38 58 77
        33! 28 37 58 66 63! 67 88
        63 43 25 27 48 63 73! 68 88
        27 45 63 51 43 47 58 77
        30 40 54 78!/54! 28
        30 40 78! 54! 28
        73 46 28 16 24 43 58 78
        62 41 40 60 72 66 58 27 25 43 55
        2c! 22 40 61 53! 44! 65 67 48 28
        23! 73!/33! 38!/63! 67 78
        73! 43 25 27 48 68 75 54 43
        """)
    static let digits: [Glyph] = parsed(
        """
        21 40 60 72 64 28! 78
        22 40 61 63 37 28 48 78
        21 50 72 53! 44! 75 77 48 17
        20! 70! 44! 75 77 48 17
        50! 15! 75!/63! 68
        65! 15! 50! 59
        30! 25! 75!/60! 68
        70! 20! 24! 53 75 67 48 17
        20! 24! 53 75 67 48 17/20! 70
        60 32 16 38 67 65 44 17
        10! 70! 38
        10! 70! 38!/24! 65
        71 41 22 44 66 57 28 16 54 71 60
        54 32 40 62 54 36 28 58 76 54
        73 50 22 34 63 72! 68 38
        71 50 22 34 63 71! 68
        23! 50! 58!/28! 78
        """)

    private static func parsed(_ text: String) -> [Glyph] {
        text.split(separator: "\n").map { line in
            line.split(separator: "/").map { stroke in
                stroke.split(separator: " ").compactMap { word in
                    let signs = Array(word.utf8)
                    guard let place = UInt8(String(word.prefix(2)), radix: 16) else { return nil }
                    return (Vector(Double(place >> 4), Double(place & 15)) / 8, signs.count > 2)
                }
            }
        }
    }
}

extension UnknownPainter {
    /// Draws a text.
    func text(_ style: UnknownStyle, using random: inout RandomSource) -> PenPath {
        var path = PenPath()
        switch style {
        case .letter: write(random.pick(Letters.letters), at: 0, in: &path, using: &random)
        case .digit: write(random.pick(Letters.digits), at: 0, in: &path, using: &random)
        case .printedWord:
            for index in 0..<random.integer(2...5) {
                let glyph = random.pick(random.chance(0.7) ? Letters.letters : Letters.digits)
                write(glyph, at: Double(index) * random.uniform(0.85, 1.1), in: &path, using: &random)
            }
        default: cursive(in: &path, using: &random)
        }
        return path
    }

    private func write(
        _ glyph: Letters.Glyph, at offset: Double, in path: inout PenPath,
        using random: inout RandomSource
    ) {
        func placed(_ place: Vector) -> Vector {
            near(place + Vector(offset, 0), using: &random)
        }
        for stroke in glyph {
            guard let first = stroke.first else { continue }
            path.move(to: placed(first.place))
            var run = [path.pen]
            for (place, isCorner) in stroke.dropFirst() {
                run.append(placed(place))
                if isCorner {
                    path.spline(through: run)
                    run = [path.pen]
                }
            }
            path.spline(through: run)
        }
    }

    /// Draws letters joined in one stroke: bowls, arches, cups and tall loops in random order.
    private func cursive(in path: inout PenPath, using random: inout RandomSource) {
        var places = [Vector(0, 0)]
        var x = 0.0
        for _ in 0..<random.integer(2...7) {
            let shape: [Vector]
            switch random.integer(0...6) {
            case 0:
                shape = [
                    Vector(0.25, -0.2), Vector(0.3, -0.42), Vector(0.18, -0.5), Vector(0.12, -0.2), Vector(0.3, 0),
                ]
            case 1:
                shape = [
                    Vector(0.25, -0.45), Vector(0.28, -0.95), Vector(0.16, -1), Vector(0.13, -0.3), Vector(0.3, 0),
                ]
            case 2:
                shape = [
                    Vector(0.1, -0.45), Vector(0.14, -0.1), Vector(0.3, 0), Vector(0.4, -0.45), Vector(0.46, -0.05),
                ]
            case 3:
                shape = [Vector(0.1, -0.4), Vector(0.12, 0), Vector(0.22, -0.42), Vector(0.34, -0.4), Vector(0.38, 0)]
            case 4:
                shape = [
                    Vector(0.3, -0.45), Vector(0.08, -0.4), Vector(0.05, -0.1), Vector(0.2, 0), Vector(0.33, -0.4),
                    Vector(0.38, 0),
                ]
            case 5:
                shape = [
                    Vector(0.2, -0.4), Vector(0.24, 0.3), Vector(0.12, 0.45), Vector(0.1, 0.25), Vector(0.36, -0.1),
                ]
            default:
                shape = [
                    Vector(0.15, -0.4), Vector(0.22, -0.5), Vector(0.3, -0.12), Vector(0.14, 0.02), Vector(0.36, -0.04),
                ]
            }
            places += shape.map { near($0 + Vector(x, 0), using: &random) }
            x += 0.42
        }
        path.spline(through: places)
    }
}
