import Drawing
import StatechartFormats
import Statecharts

/// The laws that places in every picture keep.
struct LayoutLaws {
    private let layout: ChartLayout
    private var figure: ChartFigure { layout.figure }
    /// The laws that are broken.
    private(set) var faults: [String] = []

    /// - Parameters:
    ///   - chart: The chart.
    ///   - isOrdinary: Whether its arrows and labels must not meet other states.
    ///   - excerpt: The part of the chart.
    init(_ chart: Statechart, isOrdinary: Bool, showing excerpt: StatechartExcerpt = .init()) {
        layout = ChartLayout(ChartFigure(chart, showing: excerpt))
        checkBoxes()
        checkArrows()
        checkBounds()
        if isOrdinary { checkClearance() }
    }

    private func isOnBorder(_ node: Int) -> Bool { layout.isOnBorder(node) }

    private mutating func checkBoxes() {
        for node in figure.nodes.indices where node > 0 && !isOnBorder(node) {
            let parent = figure.nodes[node].parent
            let (inner, outer) = (layout.boxes[node], layout.boxes[parent])
            if !outer.expanded(by: 0.01).contains(inner) { faults.append("\(node) isn't within \(parent)") }
            if let header = layout.headers[parent], header.intersects(inner) {
                faults.append("\(node) is on the texts of \(parent)")
            }
        }
        for node in figure.nodes.indices {
            let children = figure.nodes[node].children
            for (index, one) in children.enumerated() {
                for other in children[(index + 1)...]
                where layout.boxes[one].shrunk.intersects(layout.boxes[other].shrunk) {
                    faults.append("\(one) is on \(other)")
                }
            }
        }
    }

    private mutating func checkArrows() {
        for (edge, route) in zip(figure.edges.indices, layout.routes) {
            guard let first = route.line.first, let last = route.line.last, route.line.count > 1 else {
                faults.append("arrow \(edge) has no line")
                continue
            }
            let (source, target) = (figure.edges[edge].source, figure.edges[edge].target)
            if !isOutline(first, of: source) { faults.append("arrow \(edge) doesn't begin at \(source)") }
            if !isOutline(last, of: target) { faults.append("arrow \(edge) doesn't end at \(target)") }
            if !route.label.isEmpty, route.labelPosition == nil { faults.append("arrow \(edge) lacks its label") }
        }
    }

    private func isOutline(_ point: PlanePoint, of node: Int) -> Bool {
        let box = layout.boxes[node]
        guard layout.faces[node].shape.isBox else { return box.expanded(by: 0.01).contains(Box(point)) }
        let sides = [point.x - box.low.x, box.high.x - point.x, point.y - box.low.y, box.high.y - point.y]
        return sides.allSatisfy { $0 > -0.01 } && sides.contains { abs($0) < 0.01 }
    }

    private mutating func checkBounds() {
        let bounds = layout.bounds.expanded(by: 0.01)
        for (edge, route) in layout.routes.enumerated() {
            if let label = route.labelBox, !bounds.contains(label) { faults.append("label \(edge) is outside") }
            if !route.line.allSatisfy({ bounds.contains(Box($0)) }) { faults.append("arrow \(edge) is outside") }
        }
        for node in figure.nodes.indices where !bounds.contains(layout.boxes[node]) {
            faults.append("\(node) is outside")
        }
    }

    private mutating func checkClearance() {
        let simple = figure.nodes.indices.filter { !figure.isComposite($0) && $0 > 0 && !isFlush($0) }
        let labels = layout.routes.map { $0.labelBox?.shrunk }
        for (edge, route) in layout.routes.enumerated() {
            let (source, target) = (figure.edges[edge].source, figure.edges[edge].target)
            guard layout.plan.levels[edge] != nil || source == target else { continue }
            for node in simple {
                let box = layout.boxes[node].shrunk
                if node != source, node != target, route.line.meets(box) {
                    faults.append("arrow \(edge) meets \(node)")
                }
                if let label = labels[edge], label.intersects(box) { faults.append("label \(edge) is on \(node)") }
            }
            for other in labels.indices where other < edge {
                if let one = labels[edge], let two = labels[other], one.intersects(two) {
                    faults.append("label \(edge) is on label \(other)")
                }
            }
        }
    }

    private func isFlush(_ node: Int) -> Bool { layout.faces[node].shape == .region(isFramed: false) }
}

extension Box {
    fileprivate func contains(_ other: Box) -> Bool {
        other.low.x >= low.x && other.low.y >= low.y && other.high.x <= high.x && other.high.y <= high.y
    }

    /// The box without its border.
    fileprivate var shrunk: Box { expanded(by: -0.05) }
}

extension ChartLayout.Route {
    fileprivate var labelBox: Box? {
        guard let labelPosition, !label.isEmpty else { return nil }
        return Box(labelPosition).including(
            PlanePoint(x: labelPosition.x + label.width, y: labelPosition.y + label.height))
    }
}

extension [PlanePoint] {
    /// Returns whether a part of the line lies in a box. The line's pieces run along the axes.
    fileprivate func meets(_ box: Box) -> Bool {
        zip(self, dropFirst()).contains { start, end in
            let piece = Box(start).including(end)
            return piece.low.x < box.high.x && piece.high.x > box.low.x && piece.low.y < box.high.y
                && piece.high.y > box.low.y
        }
    }
}
