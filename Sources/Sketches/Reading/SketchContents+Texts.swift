internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Writes texts: each is the name of the state at its position, or else the symbols of the
    /// nearest arrow, or else a note if no arrow is near or the nearest one marks an initial state.
    /// Blanks around a text are ignored. An empty text gives a state an automatic name, and
    /// otherwise does nothing.
    mutating func write(_ texts: [Sketch.Text]) {
        let places = TextPlaces(self)
        var names: [(id: Diagram.State.ID, name: String)] = []
        var written: [Diagram.Transition.ID: (symbols: [String], hasEpsilon: Bool)] = [:]
        for text in texts {
            let (content, position) = (Self.trimmed(text.text), text.position)
            if let state = places.state(at: position) {
                names.append((state, content))
                continue
            }
            if content.isEmpty { continue }
            guard let arrow = places.arrow(near: position), !arrow.isInitialMark else {
                diagram.addNote(content, at: position)
                continue
            }
            let (symbols, hasEpsilon) = Self.symbols(of: content)
            var all = written[arrow.id] ?? ([], false)
            all = (all.symbols + symbols, all.hasEpsilon || hasEpsilon)
            written[arrow.id] = all
        }
        diagram.rename(names)
        for (id, (symbols, hasEpsilon)) in written {
            guard var arrow = diagram[id] else { continue }
            arrow.symbols += symbols
            arrow.hasEpsilon = arrow.hasEpsilon || hasEpsilon
            diagram.update(arrow)
        }
    }

    /// Returns a text without the blanks at its ends.
    static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
        return String(scalars)
    }

    /// Returns the symbols in a label, separated by commas or blanks: `a, b`, `0–9`, `ε`.
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
