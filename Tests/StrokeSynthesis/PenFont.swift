public import Strokes

/// A pen font of digits and letters with exact geometry, for tests of what reads handwriting.
public enum PenFont {
    /// The glyphs, a word for each stroke.
    ///
    /// A point has two hexadecimal digits: x from 0 to 6, and y from 0 (ascender) over 4 (height of
    /// an x) and a (baseline) to e (descender). A point that comes twice is a corner; the pen is
    /// smooth at the others.
    private static let glyphs: [Character: String] = [
        "0": "301205183a58655230", "1": "1330303a", "2": "12305153350a0a6a", "3": "11305143252546583a09",
        "4": "30060666 434a", "5": "1004043456583a0a 1060", "6": "502306193a58563517", "7": "0060602a",
        "8": "5130123457583a1917345251", "9": "52301214355352525a", "a": "65442507193a5865656a",
        "b": "000a0a063457593a0a", "c": "65441507193a69", "d": "653415082a5860606a", "e": "0767653415082a5a",
        "k": "000a 5407075a", "o": "3415072a49675534", "p": "040e0e053456583a09", "q": "65341507294865656e7c",
        "s": "6434152647584a2a09", "t": "30395a 0464", "x": "046a 640a", "y": "0438 641e", "z": "0464640a0a6a",
        "ε": "542405363608193a59", ",": "392c",
    ]

    /// Writes a text in one line; characters without a glyph are left out.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - position: The upper left corner.
    ///   - height: The height of capital letters.
    ///   - slant: The shift to the right for each unit of height.
    public static func strokes(
        of text: String, at position: Point, height: Double = 40, slant: Double = 0
    ) -> [Stroke] {
        let unit = height / 10
        return text.enumerated().flatMap { number, character in
            strokes(of: character).map { stroke in
                Stroke(
                    stroke.map { point in
                        Point(
                            x: position.x + (point.x + 8.5 * Double(number) + slant * (10 - point.y)) * unit,
                            y: position.y + point.y * unit)
                    })
            }
        }
    }

    /// Returns the strokes of a glyph, in its units.
    private static func strokes(of character: Character) -> [[Point]] {
        (glyphs[character] ?? "").split(separator: " ").map { word in
            let digits = word.compactMap(\.hexDigitValue)
            let knots = stride(from: 0, to: digits.count - 1, by: 2).map { index in
                Point(x: Double(digits[index]), y: Double(digits[index + 1]))
            }
            return smooth(knots)
        }
    }

    /// Returns points of a smooth curve through knots (E. Catmull, R. Rom, A class of local
    /// interpolating splines, 1974, doi:10.1016/B978-0-12-079050-0.50020-5), nine for each piece.
    private static func smooth(_ knots: [Point]) -> [Point] {
        var points = [knots[0]]
        for index in 0..<knots.count - 1 where knots[index] != knots[index + 1] {
            let (start, end) = (knots[index], knots[index + 1])
            let before = index > 0 && knots[index - 1] != start ? knots[index - 1] : start
            let after = index + 2 < knots.count && knots[index + 2] != end ? knots[index + 2] : end
            for step in 1...9 {
                let t = Double(step) / 9
                func blend(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                    b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
                }
                points.append(
                    Point(
                        x: blend(before.x, start.x, end.x, after.x), y: blend(before.y, start.y, end.y, after.y)))
            }
        }
        return points
    }
}
