internal import Diagrams
internal import Strokes

extension Page {
    /// Writes a text: the name of the state around the place, or the symbols of the nearest arrow;
    /// a note if there is neither.
    mutating func write(_ text: String, at place: Diagram.Point) {
        if var state = diagram.states.first(where: { $0.center.distance(to: place) < $0.radius }) {
            state.name = text
            diagram.update(state)
            return
        }
        // An initial mark has no symbols; what stands near it belongs to another arrow.
        let arrows = diagram.transitions.filter { !$0.isInitialMark }
        let nearest = arrows.map { ($0, diagram.distance(from: place, to: $0)) }.min { $0.1 < $1.1 }
        guard var (arrow, _) = nearest else {
            diagram.addNote(text, at: place)
            return
        }
        let (symbols, hasEpsilon) = Self.symbols(of: text)
        arrow.symbols += symbols
        arrow.hasEpsilon = arrow.hasEpsilon || hasEpsilon
        diagram.update(arrow)
    }

    /// Returns the symbols that a label lists, between commas or blanks: `a, b`, `0–9`, `ε`.
    static func symbols(of text: String) -> (symbols: [String], hasEpsilon: Bool) {
        var symbols: [String] = []
        var hasEpsilon = false
        for part in text.unicodeScalars.split(whereSeparator: { $0 == "," || $0.properties.isWhitespace }) {
            let scalars = Array(part)
            if scalars == ["ε"] {
                hasEpsilon = true
            } else if scalars.count == 3, scalars[1] == "–" || scalars[1] == "-", scalars[0] < scalars[2],
                scalars[0].properties.generalCategory == scalars[2].properties.generalCategory,
                scalars[2].value - scalars[0].value < 64
            {
                let range = scalars[0].value...scalars[2].value
                symbols += range.compactMap { Unicode.Scalar($0).map { String(Character($0)) } }
            } else {
                symbols.append(String(String.UnicodeScalarView(part)))
            }
        }
        return (symbols, hasEpsilon)
    }
}
