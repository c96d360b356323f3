/// A drawing that is no element of a diagram.
///
/// These have the shape of an element and are left out: O, o, 0 (circles), l, I, 1, -, / (lines), L
/// (an elbow), c, C, U, ( and ) (arcs), commas, dots (short lines, as pens move), and polygons of
/// six and more corners. A head without a shaft is unknown.
public enum UnknownStyle: String, Sendable, Hashable, CaseIterable {
    // Text.
    case letter, digit, cursiveWord, printedWord
    // Closed figures.
    case triangle, rectangle, roundedRectangle, diamond, parallelogram, pentagon, star, outlinedStar, house, envelope
    case heart, cloud, crescent
    // Marks.
    case check, caret, arrowHead, cross, plus, delete, squareBracket, curlyBrace, questionMark, lightning, hash
    // Movements.
    case pigtail, infinity, spiral, zigzag, squiggle, wave, coil, scribble, strikeOut, hatch
}

/// Draws ink that isn't an element.
struct UnknownPainter {
    let hand: Hand

    static let weights: [(UnknownStyle, Double)] = [
        (.letter, 20), (.digit, 8), (.cursiveWord, 6), (.printedWord, 3),
        (.triangle, 5), (.rectangle, 6), (.roundedRectangle, 1.2), (.diamond, 2), (.parallelogram, 1.5),
        (.pentagon, 1.2), (.star, 4), (.outlinedStar, 2), (.house, 1), (.envelope, 0.6), (.heart, 1), (.cloud, 1),
        (.crescent, 0.7),
        (.check, 5), (.caret, 3), (.arrowHead, 3), (.cross, 3), (.plus, 1.5), (.delete, 2.5), (.squareBracket, 6),
        (.curlyBrace, 3.5), (.questionMark, 4.5), (.lightning, 1), (.hash, 0.4),
        (.pigtail, 3), (.infinity, 1.5), (.spiral, 1.5), (.zigzag, 3), (.squiggle, 3), (.wave, 2), (.coil, 1.2),
        (.scribble, 2.5), (.strikeOut, 0.8), (.hatch, 1),
    ]

    func path(_ style: UnknownStyle, using random: inout RandomSource) -> PenPath {
        var path: PenPath
        switch style {
        case .letter, .digit, .cursiveWord, .printedWord:
            path = text(style, using: &random)
            path.isUpright = true
            return path
        case .triangle, .rectangle, .roundedRectangle, .diamond, .parallelogram, .pentagon, .star, .outlinedStar,
            .house, .envelope, .heart, .cloud, .crescent:
            path = figure(style, using: &random)
        case .check, .caret, .arrowHead, .cross, .plus, .delete, .squareBracket, .curlyBrace, .questionMark,
            .lightning, .hash:
            path = mark(style, using: &random)
        case .pigtail, .infinity, .spiral, .zigzag, .squiggle, .wave, .coil, .scribble, .strikeOut, .hatch:
            path = movement(style, using: &random)
        }
        path.isUpright = path.isUpright || random.chance(0.5)
        // A slant could open angles to those of an elbow.
        path.isSlanted = style != .check && style != .caret && style != .arrowHead
        if random.chance(0.3) { path.reverse() }
        if random.chance(0.2) { path.map { Vector(-$0.x, $0.y) } }
        return path
    }

    /// Returns a place near another one, as carelessness moves a corner.
    func near(_ place: Vector, using random: inout RandomSource) -> Vector {
        place + (0.01 + 0.035 * hand.carelessness) * Vector(random.bell(), random.bell())
    }
}
