package import Drawing
internal import Statecharts

/// The layout of a chart's picture.
///
/// States are laid out from the innermost ones outward; each is then a box of fixed size in its
/// parent. An arrow that crosses borders has a part on each level, which begins where the part on
/// the other side of the border ends.
///
/// Cost: usually O(*n* log *n*) for *n* nodes, arrows and borders that they cross. All searches are
/// bounded; see ``LevelPlan`` and ``LayerOrder``.
package struct ChartLayout {
    /// The box of each node.
    package private(set) var boxes: [Box]
    package var faces: [NodeFace]
    /// The arrows, in the figure's order.
    package internal(set) var routes: [Route]
    /// The box of the texts in each composite state.
    package private(set) var headers: [Int: Box] = [:]
    /// The lines between regions, as pairs of ends.
    private(set) var dashes: [(start: PlanePoint, end: PlanePoint)] = []
    package let figure: ChartFigure
    /// Whether the root is drawn as a box.
    let showsRoot: Bool

    /// An arrow with its corners.
    package struct Route {
        package var line: [PlanePoint] = []
        package var label: TextBlock
        /// The upper left corner of the label.
        package var labelPosition: PlanePoint?
        /// Whether the label ends at its line, which is to the right of it.
        var isLabelLeft = false
    }

    /// A part of an arrow within a level.
    struct Part {
        /// The order of the parts of an arrow.
        var key: Int
        var level: Int
        var line: [PlanePoint]
    }

    package let plan: LevelPlan
    /// The position of each node's middle, relative to the inside of its parent.
    var middles: [PlanePoint]
    /// The upper left corner of the inside of each state, relative to that of its box.
    var insideOrigins: [PlanePoint]
    /// The positions of texts in composite states, relative to the corner of the box.
    var headerPositions: [Int: (x: Double, width: Double)] = [:]
    /// The rows of regions in each state that has lines between them.
    var regionRows: [Int: [[Int]]] = [:]
    var parts: [[Part]]
    /// The positions at which arrows cross the last laid-out border, relative to its left end.
    var sourcePorts: [Double]
    var targetPorts: [Double]
    /// For each arrow with such a position, the state with the border.
    var sourceStates: [Int: Int] = [:]
    var targetStates: [Int: Int] = [:]
    /// The position of each label in its level.
    var labelPositions: [(level: Int, position: PlanePoint)?]

    package init(_ figure: ChartFigure) {
        self.figure = figure
        plan = LevelPlan(figure)
        let (nodeCount, edgeCount) = (figure.nodes.count, figure.edges.count)
        faces = figure.nodes.indices.map { NodeFace($0, in: figure) }
        showsRoot = figure.showsRoot
        boxes = [Box](repeating: Box(.zero), count: nodeCount)
        routes = figure.edges.map { Route(label: NodeFace.label($0.label)) }
        middles = [PlanePoint](repeating: .zero, count: nodeCount)
        insideOrigins = middles
        parts = [[Part]](repeating: [], count: edgeCount)
        sourcePorts = [Double](repeating: 0, count: edgeCount)
        targetPorts = sourcePorts
        labelPositions = [(level: Int, position: PlanePoint)?](repeating: nil, count: edgeCount)
        for node in figure.nodes.indices.reversed() {
            if figure.isComposite(node) { layOutInside(of: node) }
            makeRoomForLoops(of: node)
        }
        placeBoxes()
        makeRoutes()
    }

    mutating func setSize(of node: Int, width: Double, height: Double) {
        (faces[node].width, faces[node].height) = (width, height)
    }

    // MARK: - Loops

    func loopHeight(_ edge: Int) -> Double { max(routes[edge].label.height, 14) + 10 }

    /// Returns the width of the loops beside a node.
    func loopWidth(of node: Int) -> Double {
        plan.loops[node].map { NodeFace.loopWidth + NodeFace.gap + routes[$0].label.width + NodeFace.gap }.max() ?? 0
    }

    private mutating func makeRoomForLoops(of node: Int) {
        guard faces[node].shape.isBox else { return }
        let height = plan.loops[node].reduce(0) { $0 + loopHeight($1) } + 2 * NodeFace.corner
        if !plan.loops[node].isEmpty { faces[node].height = max(faces[node].height, height) }
    }

    private mutating func makeLoops(of node: Int) {
        guard !plan.loops[node].isEmpty else { return }
        let box = boxes[node]
        let all = plan.loops[node].reduce(0) { $0 + loopHeight($1) }
        var top = (box.low.y + box.high.y - all) / 2
        let right = box.high.x + faces[node].sideWidth
        for edge in plan.loops[node] {
            let height = loopHeight(edge)
            let (upper, lower) = (top + 5, top + height - 5)
            let side = right + NodeFace.loopWidth
            if faces[node].shape.isBox {
                routes[edge].line = [
                    PlanePoint(x: box.high.x, y: upper), PlanePoint(x: side, y: upper),
                    PlanePoint(x: side, y: lower), PlanePoint(x: box.high.x, y: lower),
                ]
            } else {
                // Around the name of a mark.
                let middle = box.middle.x
                let (low, high) = (min(upper, box.low.y - 9), max(lower, box.high.y + 12))
                routes[edge].line = [
                    PlanePoint(x: middle, y: box.low.y), PlanePoint(x: middle, y: low),
                    PlanePoint(x: side, y: low), PlanePoint(x: side, y: high),
                    PlanePoint(x: middle, y: high), PlanePoint(x: middle, y: box.high.y),
                ]
            }
            let labelHeight = routes[edge].label.height
            routes[edge].labelPosition = PlanePoint(x: side + NodeFace.gap, y: (upper + lower - labelHeight) / 2)
            top += height
        }
    }

    // MARK: - Places

    private mutating func placeBoxes() {
        for node in figure.nodes.indices {
            let face = faces[node]
            var middle = middles[node]
            if node == 0 {
                middle = PlanePoint(x: face.width / 2, y: face.height / 2)
            } else {
                let parent = figure.nodes[node].parent
                let corner = inside(of: parent)
                middle = PlanePoint(x: middle.x + corner.x, y: middle.y + corner.y)
                if isOnBorder(node) {
                    middle.y = face.shape == .entryPoint ? boxes[parent].low.y : boxes[parent].high.y
                }
            }
            boxes[node] = Box(around: middle, width: face.width, height: face.height)
            if let header = headerPositions[node] {
                let low = PlanePoint(x: boxes[node].low.x + header.x, y: boxes[node].low.y)
                headers[node] = Box(low).including(PlanePoint(x: low.x + header.width, y: low.y + face.headerHeight))
            }
        }
        for node in figure.nodes.indices {
            for (number, row) in (regionRows[node] ?? []).enumerated() {
                let top = boxes[row[0]].low.y
                if number > 0 {
                    dashes.append((PlanePoint(x: boxes[node].low.x, y: top), PlanePoint(x: boxes[node].high.x, y: top)))
                }
                for region in row.dropFirst() {
                    let box = boxes[region]
                    dashes.append((box.low, PlanePoint(x: box.low.x, y: box.high.y)))
                }
            }
        }
    }

    private func inside(of node: Int) -> PlanePoint {
        PlanePoint(x: boxes[node].low.x + insideOrigins[node].x, y: boxes[node].low.y + insideOrigins[node].y)
    }

    /// Returns whether a node is an entry or exit point on the border of a box.
    package func isOnBorder(_ node: Int) -> Bool {
        guard faces[node].shape == .entryPoint || faces[node].shape == .exitPoint else { return false }
        let parent = figure.nodes[node].parent
        return parent != 0 || showsRoot
    }

    // MARK: - Routes

    private mutating func makeRoutes() {
        for node in figure.nodes.indices { makeLoops(of: node) }
        for edge in figure.edges.indices where !figure.edges[edge].isLoop {
            if let (level, position) = labelPositions[edge] {
                let corner = inside(of: level)
                routes[edge].labelPosition = PlanePoint(x: position.x + corner.x, y: position.y + corner.y)
            }
            var line: [PlanePoint] = []
            for part in parts[edge].sorted(by: { $0.key < $1.key }) {
                let corner = inside(of: part.level)
                line += part.line.map { PlanePoint(x: $0.x + corner.x, y: $0.y + corner.y) }
            }
            routes[edge].line = line.count < 2 ? straightLine(edge) : lineBetweenOutlines(line, edge)
            if line.count < 2 { placeLabelOfStraightLine(edge) }
        }
    }

    /// Returns a line without needless corners, from outline to outline.
    private func lineBetweenOutlines(_ line: [PlanePoint], _ edge: Int) -> [PlanePoint] {
        var line = line
        let (source, target) = (figure.edges[edge].source, figure.edges[edge].target)
        let runsDown = plan.runsDown[edge]
        func outline(_ node: Int, isBelow: Bool, x: Double) -> Double {
            let middle = boxes[node].middle
            return middle.y + (isBelow ? 1 : -1) * faces[node].outline(at: x - middle.x)
        }
        // An arrow meets a state around its other end from inside.
        let (first, last) = (line[0].x, line[line.count - 1].x)
        line[0].y = outline(source, isBelow: plan.sources[edge] != nil && runsDown, x: first)
        line[line.count - 1].y = outline(target, isBelow: plan.targets[edge] == nil || !runsDown, x: last)
        var result: [PlanePoint] = []
        for point in line {
            if let end = result.last, end.distance(to: point) < 0.01 { continue }
            if result.count >= 2 {
                let (a, b) = (result[result.count - 2], result[result.count - 1])
                if abs(a.x - b.x) < 0.01, abs(b.x - point.x) < 0.01 { result.removeLast() }
                if abs(a.y - b.y) < 0.01, abs(b.y - point.y) < 0.01 { result.removeLast() }
            }
            result.append(point)
        }
        return result.count < 2 ? straightLine(edge) : result
    }

    private func straightLine(_ edge: Int) -> [PlanePoint] {
        let (source, target) = (boxes[figure.edges[edge].source], boxes[figure.edges[edge].target])
        let (from, to) = (source.middle, target.middle)
        return [source.outlinePoint(towards: to), target.outlinePoint(towards: from)]
    }

    private mutating func placeLabelOfStraightLine(_ edge: Int) {
        let line = routes[edge].line
        guard line.count == 2, !routes[edge].label.isEmpty else { return }
        let middle = line[0].interpolated(to: line[1], at: 0.5)
        routes[edge].labelPosition = PlanePoint(x: middle.x + 4, y: middle.y - routes[edge].label.height / 2)
    }
}

extension Box {
    /// Returns the position on the outline in the direction of a position; for the center, the
    /// middle of the right side.
    func outlinePoint(towards position: PlanePoint) -> PlanePoint {
        let (dx, dy) = (position.x - middle.x, position.y - middle.y)
        guard dx != 0 || dy != 0 else { return PlanePoint(x: high.x, y: middle.y) }
        let shares = [dx == 0 ? .infinity : width / 2 / abs(dx), dy == 0 ? .infinity : height / 2 / abs(dy)]
        let share = min(shares[0], shares[1])
        return PlanePoint(x: middle.x + dx * share, y: middle.y + dy * share)
    }
}
