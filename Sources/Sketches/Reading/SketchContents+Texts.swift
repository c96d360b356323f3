internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Writes texts: each is the name of the state at its position, or else the symbols of the
    /// nearest arrow, or else the name of a state beside it that has none, or else a note. Several
    /// texts in one state make its name together. Blanks around a text are ignored. An empty text
    /// gives a state an automatic name, and otherwise does nothing.
    mutating func write(_ texts: [Sketch.Text]) {
        let places = TextPlaces(self)
        var names: [Diagram.State.ID: [Sketch.Text]] = [:]
        var others: [Sketch.Text] = []
        var written: [Diagram.Transition.ID: (symbols: [String], hasEpsilon: Bool)] = [:]
        func arrow(near text: Sketch.Text) -> Diagram.Transition? {
            places.arrow(near: text.position, halfWidth: places.halfWidth(of: text.text))
        }
        for text in texts {
            let text = Sketch.Text(Self.trimmed(text.text), at: text.position)
            if let state = places.state(at: text.position) {
                names[state, default: []].append(text)
            } else if text.text.isEmpty {
                continue
            } else if let arrow = arrow(near: text), !arrow.marksInitialState {
                let (symbols, hasEpsilon) = Self.symbols(of: text.text)
                written[arrow.id, default: ([], false)].symbols += symbols
                if hasEpsilon { written[arrow.id]?.hasEpsilon = true }
            } else {
                others.append(text)
            }
        }
        for text in others {
            if arrow(near: text) == nil, let state = places.state(beside: text.position),
                state.hasAutomaticName, names[state.id] == nil
            {
                names[state.id] = [text]
            } else {
                diagram.addNote(text.text, at: text.position)
            }
        }
        let sorted = names.sorted { $0.key.number < $1.key.number }
        diagram.rename(sorted.map { (id: $0.key, name: name(of: $0.value, in: $0.key)) })
        for (id, (symbols, hasEpsilon)) in written {
            guard var arrow = diagram[id] else { continue }
            arrow.symbols += symbols
            arrow.hasEpsilon = arrow.hasEpsilon || hasEpsilon
            diagram.update(arrow)
        }
    }

    /// Returns the texts in a state as one, line by line.
    private func name(of texts: [Sketch.Text], in id: Diagram.State.ID) -> String {
        let height = 0.6 * (diagram[id]?.radius ?? 0)
        var lines: [[Sketch.Text]] = []
        for text in texts.sorted(by: { $0.position.y < $1.position.y }) {
            if let first = lines.last?.first, text.position.y - first.position.y < height {
                lines[lines.count - 1].append(text)
            } else {
                lines.append([text])
            }
        }
        return lines.flatMap { $0.sorted { $0.position.x < $1.position.x } }.map(\.text).joined()
    }

    /// Returns a text without the blanks at its ends.
    static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
        return String(scalars)
    }

    /// The texts that stand for no symbol: both forms of the letter, and the commands of TeX.
    private static let epsilons: Set<[Unicode.Scalar]> = [
        ["\u{3B5}"], ["\u{3F5}"], Array("\\epsilon".unicodeScalars), Array("\\varepsilon".unicodeScalars),
    ]

    /// Returns the symbols in a label, separated by commas or blanks: `a, b`, `0–9`, `ε`.
    static func symbols(of text: String) -> (symbols: [String], hasEpsilon: Bool) {
        var symbols: [String] = []
        var hasEpsilon = false
        for part in text.unicodeScalars.split(whereSeparator: { $0 == "," || $0.properties.isWhitespace }) {
            let scalars = Array(part)
            if Self.epsilons.contains(scalars) {
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
