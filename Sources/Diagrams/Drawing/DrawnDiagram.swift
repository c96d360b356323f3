/// A diagram that is ready to be drawn in any picture format: curves, arrowheads and texts with
/// their positions.
package struct DrawnDiagram {
    package internal(set) var circles: [Circle] = []
    package internal(set) var arrows: [DrawnArrow] = []
    package internal(set) var notes: [DrawnText] = []
    /// The list of all symbols, if labels refer to the alphabet.
    package private(set) var alphabet: DrawnText?
    /// The smallest box around everything.
    package var bounds = Box(.zero)

    package struct Circle {
        package var center: Diagram.Point
        package var radius: Double
        /// The radius of the inner ring of a final state.
        package var ring: Double?
        package var name: DrawnText
        var isHighlighted: Bool
        /// The index of the tint that fills the circle; `nil` for no tint.
        var tint: Int?
    }

    static let ringGap = 4.0
    static let labelSize = 14.0

    /// Draws a diagram: circles, arrows and notes in the order of its elements.
    ///
    /// - Parameters:
    ///   - diagram: The diagram.
    ///   - highlight: The elements to highlight.
    ///   - showsAlphabet: A Boolean value that indicates whether long labels are replaced by short
    ///     ones that refer to the alphabet, which then stands below the picture.
    package init(
        _ diagram: Diagram, highlighting highlight: Diagram.Highlight = Diagram.Highlight(), showsAlphabet: Bool = true
    ) {
        let names = StateNames(diagram.states)
        for (number, state) in diagram.states.enumerated() {
            let isHighlighted = highlight.states.contains(state.id)
            circles.append(Circle(state, names.lines[number], size: names.sizes[number], isHighlighted: isHighlighted))
        }
        let curves = diagram.transitions.map { diagram.curve(of: $0) }
        let texts = diagram.labelLines(abbreviating: showsAlphabet)
        let labels = Self.labels(texts, of: diagram, beside: curves)
        for ((transition, curve), label) in zip(zip(diagram.transitions, curves), labels) {
            let isHighlighted = highlight.transitions.contains(transition.id)
            arrows.append(DrawnArrow(along: curve, label: label, isHighlighted: isHighlighted))
        }
        notes = diagram.notes.map { DrawnText(text: $0.text, middle: $0.position, size: Self.labelSize) }
        var boxes = circles.map { Box(around: $0.center, width: 2 * $0.radius, height: 2 * $0.radius) }
        boxes += circles.map(\.name.box) + notes.map(\.box)
        for arrow in arrows {
            boxes.append(arrow.shaft.bounds)
            boxes += arrow.head.map { Box($0) }
            if let label = arrow.label { boxes.append(label.box) }
        }
        if let first = boxes.first { bounds = boxes.dropFirst().reduce(first) { $0.union($1) } }
        if showsAlphabet, texts != diagram.labelLines(abbreviating: false) { addAlphabet(of: diagram) }
    }

    /// Adds the list of symbols that abbreviated labels refer to, below the picture.
    private mutating func addAlphabet(of diagram: Diagram) {
        var parts = Label.ranges(of: Label.inOrder(diagram.symbols))
        parts[0] = "Σ = " + parts[0]
        let lines = Label.wrapped(parts, width: max(bounds.width / Self.labelSize, 2 * Label.maximumLineWidth))
        var text = DrawnText(lines: lines.map { TypesetText($0) }, middle: .zero, size: Self.labelSize)
        text.middle = Diagram.Point(
            x: (bounds.low.x + bounds.high.x) / 2, y: bounds.high.y + text.box.height / 2 + Self.labelSize)
        alphabet = text
        bounds = bounds.union(text.box)
    }

    /// Returns the drawing, or the symbol of the empty set if there is nothing to draw: an empty
    /// picture would look like an error.
    func orEmptySetSymbol() -> DrawnDiagram {
        guard circles.isEmpty, arrows.isEmpty, notes.isEmpty else { return self }
        var drawing = self
        drawing.notes = [DrawnText(text: "∅", middle: .zero, size: StateNames.usualSize)]
        drawing.bounds = Box(
            around: .zero, width: 2 * Diagram.State.defaultRadius, height: 2 * Diagram.State.defaultRadius)
        return drawing
    }

    /// Returns the label of each transition, or `nil` if it has none.
    private static func labels(_ texts: [[String]?], of diagram: Diagram, beside curves: [Curve]) -> [DrawnText?] {
        let arrows = zip(zip(diagram.transitions, curves), texts).map { item, lines in
            LabelPlacement.Arrow(
                curve: item.1, line: Polyline(item.1), label: lines.map { LabelSize($0) },
                loopCenter: item.0.isLoop ? item.0.start.flatMap { diagram[$0] }?.center : nil)
        }
        let middles = LabelPlacement(circles: diagram.states.map { ($0.center, $0.radius) }, arrows: arrows).middles
        return zip(texts, middles).map { lines, middle in
            guard let lines, let middle else { return nil }
            return DrawnText(lines: lines.map { TypesetText($0) }, middle: middle, size: labelSize)
        }
    }
}

extension DrawnDiagram.Circle {
    fileprivate init(_ state: Diagram.State, _ lines: [TypesetText], size: Double, isHighlighted: Bool) {
        var name = DrawnText(lines: lines, middle: state.center, size: size)
        let room = 2 * (state.radius - (state.isFinal ? DrawnDiagram.ringGap : 0))
        if lines.count == 1, lines[0].runs.count == 1, name.box.width > 0.7 * room { name.bound = name.box.width }
        self.init(
            center: state.center, radius: state.radius, ring: state.isFinal ? state.ringRadius : nil, name: name,
            isHighlighted: isHighlighted)
    }
}

extension Diagram {
    /// All symbols of the arrows, sorted by their bytes.
    var symbols: [String] { Self.sortedByBytes(transitions.flatMap(\.symbols)) }

    /// Returns the lines of text beside each transition, or `nil` if it has none.
    ///
    /// - Parameter isAbbreviating: A Boolean value that indicates whether long lists are replaced
    ///   by `Σ` or a complement.
    func labelLines(abbreviating isAbbreviating: Bool = true) -> [[String]?] {
        let alphabet = isAbbreviating ? symbols : nil
        return transitions.map {
            $0.isLabeled ? Label.lines($0.symbols, hasEpsilon: $0.hasEpsilon, of: alphabet) : nil
        }
    }

    /// The elements of a diagram that a picture highlights.
    public struct Highlight: Sendable, Hashable {
        /// The states to highlight.
        public var states: Set<State.ID>
        /// The transitions to highlight.
        public var transitions: Set<Transition.ID>

        /// Creates a highlight of states and transitions.
        public init(states: Set<State.ID> = [], transitions: Set<Transition.ID> = []) {
            self.states = states
            self.transitions = transitions
        }

        /// Creates a highlight of a simulation's step: its arrows and the states that they lead to.
        public init(_ step: Simulation.Step) {
            self.init(states: Set(step.states), transitions: Set(step.transitions + step.epsilonTransitions))
        }

        /// Creates a highlight of a problem's elements.
        public init(_ problem: Problem) {
            self.init(states: Set(problem.states), transitions: Set(problem.transitions))
        }
    }
}
