/// A diagram that is ready to be drawn: curves, heads and texts with their places, for all picture
/// formats.
package struct DrawnDiagram {
    package internal(set) var circles: [Circle] = []
    package internal(set) var arrows: [DrawnArrow] = []
    package internal(set) var notes: [DrawnText] = []
    /// The smallest box around everything.
    package var bounds = Box(.zero)

    package struct Circle {
        package var center: Diagram.Point
        package var radius: Double
        /// The radius of the inner ring of a final state.
        package var ring: Double?
        package var name: DrawnText
        var isHighlighted: Bool
        /// The index of a tint that fills it.
        var tint: Int?
    }

    static let ringGap = 4.0
    static let labelSize = 14.0
    static let nameSize = 16.0
    /// The smallest size of names in circles of the usual radius or more.
    static let minimumNameSize = 10.0
    /// The greatest radius that circles get for their names.
    static let maximumRadius = 48.0

    /// Draws a diagram: circles, arrows and notes in the order of its elements.
    package init(_ diagram: Diagram, highlighting highlight: Diagram.Highlight = Diagram.Highlight()) {
        circles = diagram.states.map { Self.circle($0, isHighlighted: highlight.states.contains($0.id)) }
        let curves = diagram.transitions.map { diagram.curve(of: $0) }
        let labels = Self.labels(of: diagram, beside: curves)
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
    }

    /// Returns the drawing, or the symbol of the empty set if there is nothing to draw: an empty
    /// picture would look like an error.
    func orEmptySetSymbol() -> DrawnDiagram {
        guard circles.isEmpty, arrows.isEmpty, notes.isEmpty else { return self }
        var drawing = self
        drawing.notes = [DrawnText(text: "∅", middle: .zero, size: Self.nameSize)]
        drawing.bounds = Box(around: .zero, width: Self.maximumRadius, height: Self.maximumRadius)
        return drawing
    }

    /// Returns the label of each transition, or `nil` if it has none.
    private static func labels(of diagram: Diagram, beside curves: [Curve]) -> [DrawnText?] {
        let texts = diagram.labelTexts
        let arrows = zip(zip(diagram.transitions, curves), texts).map { item, text in
            LabelPlacement.Arrow(
                curve: item.1, line: Polyline(item.1), width: text.map { labelSize * Label.width(of: $0) },
                loopCenter: item.0.isLoop ? item.0.start.flatMap { diagram[$0] }?.center : nil)
        }
        let middles = LabelPlacement(circles: diagram.states.map { ($0.center, $0.radius) }, arrows: arrows).middles
        return zip(texts, middles).map { text, middle in
            guard let text, let middle else { return nil }
            return DrawnText(text: text, middle: middle, size: labelSize)
        }
    }

    private static func circle(_ state: Diagram.State, isHighlighted: Bool) -> Circle {
        var name = DrawnText(text: state.name, middle: state.center, size: nameSize)
        // A long name is written smaller to fit into its circle, and then shortened.
        let room = 2 * state.radius * nameWidthShare - (state.isFinal ? 2 * ringGap : 0)
        if name.width > room { name.size *= room / name.width }
        let least = max(minimumNameSize * min(state.radius / Diagram.State.defaultRadius, 1), 4)
        if name.size < least {
            name.size = least
            name.text = Label.shortened(name.text, toWidth: room / least)
        }
        if name.width > 0.8 * room { name.bound = name.width }
        return Circle(
            center: state.center, radius: state.radius,
            ring: state.isFinal ? state.ringRadius : nil, name: name,
            isHighlighted: isHighlighted)
    }

    /// The fraction of a circle's width that a name may take.
    private static let nameWidthShare = 0.85

    /// Returns the radius of a circle that has room for a name: the usual one, or a greater one up
    /// to a limit.
    static func radius(forName name: String, isFinal: Bool) -> Double {
        let room = minimumNameSize * Label.width(of: name) + (isFinal ? 2 * ringGap : 0)
        return min(max((room / (2 * nameWidthShare)).rounded(.up), Diagram.State.defaultRadius), maximumRadius)
    }
}

extension Diagram {
    /// The text beside each transition, or `nil` if it has none.
    var labelTexts: [String?] {
        let alphabet = Self.sortedByBytes(transitions.flatMap(\.symbols))
        return transitions.map {
            $0.isLabeled ? Label.text($0.symbols, hasEpsilon: $0.hasEpsilon, of: alphabet) : nil
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
