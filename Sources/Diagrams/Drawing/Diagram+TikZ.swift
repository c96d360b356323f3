internal import Drawing
internal import PortableMath

extension Diagram {
    /// Returns the diagram as a picture for LaTeX, in commands of TikZ's library `automata`.
    ///
    /// The commands can be read and edited. States are nodes with names and positions in
    /// centimeters; arrows are paths between the nodes, with bends, loops and labels. A document
    /// that includes the picture needs `\usepackage{tikz}` and `\usetikzlibrary{automata}`.
    /// Highlighted elements have thicker lines, and their circles are filled.
    ///
    /// pdfLaTeX sets ASCII, Greek letters, raised and lowered digits, and the usual signs. Control
    /// characters of ASCII are shown by their abbreviations. Other control characters, invisible
    /// characters and letters written from right to left are shown by their codes, such as U+202E.
    /// All other characters are written as they are, and may need LuaLaTeX or XeLaTeX with a font
    /// that has them.
    ///
    /// - Parameter highlight: The elements to highlight.
    /// - Complexity: O(*n* + *m* log *n*)
    public func tikz(highlighting highlight: Highlight = Highlight()) -> String {
        TikZPicture(self, highlighting: highlight).text
    }
}

extension Diagram {
    /// Notes about changes to names and labels in a picture for LaTeX, one sentence each.
    @_spi(Tool) public var tikzNotes: [String] {
        let texts = states.map(\.name) + transitions.flatMap(\.symbols) + notes.map(\.text)
        let replaced = Set(texts.flatMap(\.unicodeScalars).filter(TeX.isReplaced))
        guard let first = replaced.min() else { return pictureNotes }
        let code = "U+" + String(first.value, radix: 16, uppercase: true)
        let others = replaced.count == 1 ? "" : ", and \(replaced.count - 1) more"
        return pictureNotes + ["LaTeX can't set the character \(code)\(others); the picture shows its code"]
    }
}

/// A diagram in commands of TikZ's library `automata`.
private struct TikZPicture {
    private let diagram: Diagram
    private let highlight: Diagram.Highlight
    /// The names of the states' nodes.
    private var nodes: [Diagram.State.ID: String] = [:]
    /// The first mark of each initial state, with the side that it comes from if it is straight.
    private var marks: [Diagram.State.ID: (id: Diagram.Transition.ID, side: String?)] = [:]
    /// The numbers of states with the same name.
    private var nameCounts: [String: Int] = [:]
    private(set) var text: String

    /// A unit of the diagram in centimeters: a circle of the usual size has a radius of 6 mm.
    private static let scale = 0.025

    init(_ diagram: Diagram, highlighting highlight: Diagram.Highlight) {
        self.diagram = diagram
        self.highlight = highlight
        text = """
            \\begin{tikzpicture}[->, >=stealth, auto, semithick, initial text=,
              every state/.style={minimum size=\(Self.length(2 * Diagram.State.defaultRadius))cm, inner sep=1pt, align=center}]

            """
        for mark in diagram.transitions where mark.marksInitialState {
            if let end = mark.end, marks[end] == nil { marks[end] = (mark.id, side(of: mark)) }
        }
        for state in diagram.states { nameCounts[state.name, default: 0] += 1 }
        let drawing = DrawnDiagram(diagram)
        for (state, circle) in zip(diagram.states, drawing.circles) { addState(state, name: circle.name) }
        for (transition, arrow) in zip(diagram.transitions, drawing.arrows) where !isOption(transition) {
            addArrow(transition, arrow)
        }
        for note in diagram.notes { text += "\\node at \(Self.place(note.position)) {\(TeX.escaped(note.text))};\n" }
        if let alphabet = drawing.alphabet {
            text += "\\node[align=center] at \(Self.place(alphabet.middle)) {\(Self.lines(of: alphabet))};\n"
        }
        if diagram.states.isEmpty, diagram.transitions.isEmpty, diagram.notes.isEmpty {
            text += "\\node {$\\emptyset$};\n"
        }
        text += "\\end{tikzpicture}\n"
    }

    private static func length(_ value: Double) -> String { Decimal.hundredths(scale * value) }

    /// Returns a point in TikZ's coordinates, whose y axis points upwards.
    private static func place(_ point: Diagram.Point) -> String { "(\(length(point.x)),\(length(-point.y)))" }

    private static func lines(of text: DrawnText) -> String { text.lines.map(TeX.line).joined(separator: " \\\\ ") }

    // MARK: States

    private mutating func addState(_ state: Diagram.State, name: DrawnText) {
        var options = ["state"]
        if let side = marks[state.id]?.side { options += ["initial", "initial where=\(side)"] }
        if state.isFinal { options.append("accepting") }
        if abs(state.radius - Diagram.State.defaultRadius) > 0.5 {
            options.append("minimum size=\(Self.length(2 * state.radius))cm")
        }
        if highlight.states.contains(state.id) { options += ["fill=black!10", "very thick"] }
        let node = nodeName(for: state)
        nodes[state.id] = node
        let (list, place) = (options.joined(separator: ", "), Self.place(state.center))
        text += "\\node[\(list)] (\(node)) at \(place) {\(Self.lines(of: name))};\n"
    }

    /// Returns the name of a state's node: that of the state if TikZ accepts it and no other node
    /// has it, otherwise a new name.
    private func nodeName(for state: Diagram.State) -> String {
        let isUsable =
            !state.name.isEmpty && state.name.utf8.count <= 40
            && state.name.unicodeScalars.allSatisfy {
                $0 == "_" || ("0"..."9").contains($0) || ("a"..."z").contains($0) || ("A"..."Z").contains($0)
            }
        return isUsable && nameCounts[state.name] == 1 ? state.name : "state-\(state.id.number)"
    }

    /// Returns whether TikZ's library draws a transition as a mark: it is the first mark of its
    /// state, and comes straight from a side.
    private func isOption(_ transition: Diagram.Transition) -> Bool {
        guard let mark = transition.end.flatMap({ marks[$0] }) else { return false }
        return mark.id == transition.id && mark.side != nil
    }

    /// Returns the side that the mark of an initial state comes from; `nil` for other arrows.
    private func side(of transition: Diagram.Transition) -> String? {
        guard transition.marksInitialState, !transition.isLabeled, !highlight.transitions.contains(transition.id),
            let state = transition.end.flatMap({ diagram[$0] })
        else { return nil }
        let (x, y) = (transition.tail.x - state.center.x, transition.tail.y - state.center.y)
        if abs(y) < 0.1 * abs(x) { return x < 0 ? "left" : "right" }
        if abs(x) < 0.1 * abs(y) { return y < 0 ? "above" : "below" }
        return nil
    }

    // MARK: Arrows

    private mutating func addArrow(_ transition: Diagram.Transition, _ arrow: DrawnArrow) {
        let options = highlight.transitions.contains(transition.id) ? "[very thick]" : ""
        let tail = transition.start.flatMap { nodes[$0] }.map { "(\($0))" } ?? Self.place(arrow.shaft.tail)
        let tip = transition.end.flatMap { nodes[$0] }.map { "(\($0))" } ?? Self.place(diagram.ends(of: transition).tip)
        let shape = transition.isLoop ? loop(transition.angle) : bend(of: transition)
        let label = arrow.label.map { label in
            // The library puts the labels of loops beyond them.
            var options = transition.isLoop ? [] : side(of: label, beside: diagram.curve(of: transition))
            if label.lines.count > 1 { options.append("align=center") }
            let list = options.isEmpty ? "" : "[\(options.joined(separator: ", "))]"
            return " node\(list) {\(Self.lines(of: label))}"
        }
        text += "\\path\(options) \(tail) edge\(shape.isEmpty ? "" : "[\(shape)]")\(label ?? "") \(tip);\n"
    }

    /// Returns the options for a loop in a direction.
    private func loop(_ angle: Double) -> String {
        // The page's axis points down, TeX's up.
        let degrees = Int((-angle * 180 / .pi).rounded())
        let turned = ((degrees % 360) + 360) % 360
        switch turned {
        case 0: return "loop right"
        case 90: return "loop above"
        case 180: return "loop left"
        case 270: return "loop below"
        default: return "out=\(turned + 15), in=\(turned - 15), loop"
        }
    }

    /// Returns the option for an arc: the angle between the arc and its chord at an end. It is
    /// twice the angle between the chord and the line from that end to the middle of the arc.
    private func bend(of transition: Diagram.Transition) -> String {
        let (start, end) = (
            transition.start.flatMap { diagram[$0] }?.center ?? transition.tail,
            transition.end.flatMap { diagram[$0] }?.center ?? transition.tip
        )
        let chord = start.distance(to: end)
        let angle = chord > 0 ? 2 * Portable.angle(x: chord / 2, y: abs(transition.bend)) : 0
        let degrees = Int((angle * 180 / .pi).rounded())
        return degrees < 2 ? "" : "bend \(transition.bend > 0 ? "left" : "right")=\(degrees)"
    }

    /// Returns the options for a label: its place along the arrow, and its side if that is right.
    private func side(of label: DrawnText, beside curve: Curve) -> [String] {
        let steps = 20
        let nearest = (1..<steps).min {
            label.middle.distance(to: curve.point(at: Double($0) / Double(steps)))
                < label.middle.distance(to: curve.point(at: Double($1) / Double(steps)))
        }
        let share = Double(nearest ?? steps / 2) / Double(steps)
        let (here, next) = (curve.point(at: share), curve.point(at: share + 0.02))
        let (x, y) = (next.x - here.x, next.y - here.y)
        let isRight = x * (label.middle.y - here.y) - y * (label.middle.x - here.x) > 0
        var options: [String] = []
        if abs(share - 0.5) > 0.04 { options.append("pos=\(Decimal.hundredths(share))") }
        if isRight { options.append("swap") }
        return options
    }
}
