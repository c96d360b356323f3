/// A diagram during its layout: the positions of numbered states and the shapes of arrows.
package struct Arrangement {
    /// The centers of the states.
    package var centers: [Diagram.Point]
    /// The radii of the states.
    let radii: [Double]
    /// The arrows in the diagram's order.
    var arrows: [Arrow]
    /// Whether each state keeps its place.
    var isKept: [Bool]

    struct Arrow {
        /// The states that the arrow leaves and enters, if any.
        let start, end: Int?
        /// The size of the label; `nil` for an arrow without a label.
        let label: LabelSize?
        /// A Boolean value that indicates whether the arrow marks an initial state.
        let isMark: Bool
        var bend, angle: Double
        var tail, tip: Diagram.Point
        /// A Boolean value that indicates whether the arrow gets a new shape even if its states
        /// keep their places.
        var isFree = false

        var isLoop: Bool { start != nil && start == end }
    }

    package init(_ diagram: Diagram, keeping kept: Set<Diagram.State.ID> = []) {
        var numbers: [Diagram.State.ID: Int] = [:]
        for (number, state) in diagram.states.enumerated() { numbers[state.id] = number }
        centers = diagram.states.map(\.center)
        radii = diagram.states.map(\.radius)
        isKept = diagram.states.map { kept.contains($0.id) }
        arrows = zip(diagram.transitions, diagram.labelLines()).map { arrow, lines in
            Arrow(
                start: arrow.start.flatMap { numbers[$0] }, end: arrow.end.flatMap { numbers[$0] },
                label: lines.map { LabelSize($0) }, isMark: arrow.marksInitialState,
                bend: arrow.bend, angle: arrow.angle, tail: arrow.tail, tip: arrow.tip)
        }
    }

    /// Applies the places and shapes to the diagram that the arrangement was made of.
    func apply(to diagram: inout Diagram) {
        for (number, state) in diagram.states.enumerated() where state.center != centers[number] {
            var state = state
            state.center = centers[number]
            diagram.update(state)
        }
        for (transition, arrow) in zip(diagram.transitions, arrows) {
            var changed = transition
            (changed.bend, changed.angle) = (arrow.bend, arrow.angle)
            (changed.tail, changed.tip) = (arrow.tail, arrow.tip)
            if changed != transition { diagram.update(changed) }
        }
    }

    /// Returns whether an arrow stays as it is: it has at least one state, all its states are kept,
    /// and it isn't free.
    func isKept(_ arrow: Arrow) -> Bool {
        if arrow.isFree { return false }
        return switch (arrow.start, arrow.end) {
        case (let start?, let end?): isKept[start] && isKept[end]
        case (let state?, nil), (nil, let state?): isKept[state]
        case (nil, nil): true
        }
    }

    /// Moves the states, and with them the free ends of their arrows.
    mutating func move(to positions: [Diagram.Point]) {
        for number in arrows.indices {
            let arrow = arrows[number]
            guard arrow.start == nil || arrow.end == nil, let state = arrow.start ?? arrow.end else { continue }
            let (dx, dy) = (positions[state].x - centers[state].x, positions[state].y - centers[state].y)
            arrows[number].tail = Diagram.Point(x: arrow.tail.x + dx, y: arrow.tail.y + dy)
            arrows[number].tip = Diagram.Point(x: arrow.tip.x + dx, y: arrow.tip.y + dy)
        }
        centers = positions
    }

    func curve(of arrow: Arrow) -> Curve {
        if let start = arrow.start, start == arrow.end {
            return .loop(at: centers[start], radii[start], angle: arrow.angle)
        }
        return .arc(
            from: arrow.start.map { centers[$0] } ?? arrow.tail, arrow.start.map { radii[$0] } ?? 0,
            to: arrow.end.map { centers[$0] } ?? arrow.tip, arrow.end.map { radii[$0] } ?? 0, bend: arrow.bend)
    }

    /// The graph of the states, with at most one edge in each direction between two states.
    var graph: LayoutGraph {
        LayoutGraph(
            nodeCount: centers.count,
            edges: arrows.compactMap { arrow in
                guard let start = arrow.start, let end = arrow.end else { return nil }
                return (start, end)
            }, roots: arrows.filter(\.isMark).compactMap(\.end))
    }

    /// The widths of the labels between states, up to a bound.
    var labelWidths: [LayoutGraph.Edge: Double] {
        var widths: [LayoutGraph.Edge: Double] = [:]
        for arrow in arrows {
            guard let start = arrow.start, let end = arrow.end, let width = arrow.label?.width else { continue }
            let edge = LayoutGraph.Edge(from: start, to: end)
            widths[edge] = min(max(widths[edge] ?? 0, width), LayoutSpacing.maximumLabelWidth)
        }
        return widths
    }

    /// The distances that a layout of the diagram keeps.
    var spacing: LayoutSpacing {
        let maximumLabelWidthWidth = arrows.compactMap(\.label?.width).max() ?? 0
        return LayoutSpacing(
            radius: radii.max() ?? Diagram.State.defaultRadius,
            label: min(maximumLabelWidthWidth, LayoutSpacing.maximumLabelWidth))
    }

    /// Returns the box of each arrow's label where a drawing places it, or `nil` for an arrow
    /// without a label.
    func labelBoxes(beside lines: [Polyline], _ curves: [Curve]) -> [Box?] {
        let items = arrows.indices.map { number in
            let arrow = arrows[number]
            return LabelPlacement.Arrow(
                curve: curves[number], line: lines[number], label: arrow.label,
                loopCenter: arrow.isLoop ? arrow.start.map { centers[$0] } : nil)
        }
        let middles = LabelPlacement(circles: Array(zip(centers, radii)), arrows: items).middles
        return zip(items, middles).map { item, middle in
            guard let size = item.label, let middle else { return nil }
            return LabelPlacement.box(around: middle, size)
        }
    }
}

/// The distances that a layout keeps.
struct LayoutSpacing {
    /// The greatest radius of a state.
    var radius: Double
    /// The width of the widest label, up to a bound.
    var label: Double

    /// The maximum width for which a label gets room.
    static let maximumLabelWidth = 160.0

    /// The distance between neighboring layers.
    var layers: Double { distance(withLabel: label) }
    /// Returns the distance between states with a label of a width between them.
    func distance(withLabel width: Double) -> Double { 2 * radius + Self.gap(forLabel: width) }
    /// Returns the gap between the outlines of states with a label of a width between them.
    static func gap(forLabel width: Double) -> Double { max(width + 32, 56) }
    /// The gap between neighbors in a layer.
    var gap: Double { 40 }
    /// The least gap between any two states.
    static let minimumGap = 24.0
}
