internal import Drawing
internal import Statecharts

extension ChartLayout {
    /// The distances within the border of a state.
    private enum Margin {
        static let side = 14.0
        static let top = 12.0
        static let bottom = 14.0
        /// The distance between parts that no arrow connects.
        static let part = 22.0
        /// The distance beside the texts of a state.
        static let header = 8.0
    }

    /// A finished part of the layout, with the position of its upper left corner.
    private struct Block {
        var nodes: [Int]
        var layout: LevelLayout
        /// The part of an arrow for each way.
        var edges: [Connection]
    }

    /// An arrow's part within a level.
    private struct Connection {
        var edge: Int
        /// The state within the level that is or contains the arrow's source; `nil` for the border.
        var source: Int?
        var target: Int?
        /// Whether the part is on the arrow's own level.
        var isOwnLevel: Bool
    }

    /// Lays out the inside of a state, and finds its size.
    mutating func layOutInside(of node: Int) {
        let children = figure.nodes[node].children
        let isRow = children.contains { figure.nodes[$0].shape == .region(isFramed: false) }
        let connections = connections(within: node)
        var inner = isRow ? row(of: node, connections) : blocks(of: node, connections)
        let isPlainRoot = node == 0 && !showsRoot
        let face = faces[node]
        if isPlainRoot {
            faces[node].name = TextBlock("", size: NodeFace.nameSize, width: 0, lineCount: 1)
            insideOrigins[node] = .zero
        } else {
            let position = headerPosition(of: node, width: inner.width, upperPorts: inner.upperPorts)
            let side = isRow ? 0 : Margin.side
            headerPositions[node] = (position.x, position.width)
            inner.width = max(inner.width, position.needed)
            insideOrigins[node] = PlanePoint(x: side, y: face.headerHeight + (isRow ? 0 : Margin.top))
            inner.width += 2 * side
            inner.height += insideOrigins[node].y + (isRow ? 0 : Margin.bottom)
        }
        // Contents that are narrower than the texts above them are centered.
        let content = inner.contentWidth + 2 * (isPlainRoot || isRow ? 0 : Margin.side)
        if inner.upperPorts.isEmpty, !isRow { insideOrigins[node].x += max(inner.width - content, 0) / 2 }
        setSize(of: node, width: inner.width, height: inner.height)
        if isRow { stretchRegions(of: node, width: inner.width) }
        setPorts(of: node)
    }

    // MARK: - Arrows

    private func connections(within node: Int) -> [Connection] {
        var connections = plan.edges[node].map {
            Connection(edge: $0, source: plan.sources[$0], target: plan.targets[$0], isOwnLevel: true)
        }
        for crossing in plan.crossings[node] where plan.levels[crossing.edge] != nil {
            let end = child(of: node, at: crossing)
            // A point on the border on the arrow's side is where it crosses.
            if isOnBorder(end), faces[end].shape == .entryPoint ? isUpper(crossing) : !isUpper(crossing) { continue }
            connections.append(
                Connection(
                    edge: crossing.edge, source: crossing.isSource ? end : nil,
                    target: crossing.isSource ? nil : end, isOwnLevel: false))
        }
        return connections
    }

    /// Returns whether an arrow crosses the upper side of the border.
    private func isUpper(_ crossing: LevelPlan.Crossing) -> Bool { plan.runsDown[crossing.edge] != crossing.isSource }

    /// Returns the child of a state that is or contains the end of an arrow.
    private func child(of node: Int, at crossing: LevelPlan.Crossing) -> Int {
        let edge = figure.edges[crossing.edge]
        let end = crossing.isSource ? edge.source : edge.target
        // Parts of the arrow were created from its end outwards, so the last one has the state.
        if figure.nodes[end].parent == node { return end }
        return (crossing.isSource ? sourceStates : targetStates)[crossing.edge] ?? end
    }

    private func end(_ node: Int?, of edge: Int, isSource: Bool, _ numbers: [Int: Int]) -> LevelLayout.End {
        guard let node, let number = numbers[node] else { return .border }
        let isEnd = node == (isSource ? figure.edges[edge].source : figure.edges[edge].target)
        guard !isEnd else { return .item(number) }
        let port = isSource ? sourcePorts[edge] : targetPorts[edge]
        return .item(number, port: port - faces[node].width / 2)
    }

    private func item(_ node: Int) -> LevelLayout.Item {
        let face = faces[node]
        let half = face.width / 2
        // The loops of a mark extend beyond it.
        let loops = face.shape.isBox ? 0 : plan.loops[node].reduce(0) { $0 + loopHeight($1) }
        func marks(_ shape: ChartFigure.Shape) -> [Double] {
            figure.nodes[node].children.filter { faces[$0].shape == shape && isOnBorder($0) }
                .map { middles[$0].x + insideOrigins[node].x - half }
        }
        return LevelLayout.Item(
            leading: half, trailing: half + face.sideWidth + loopWidth(of: node),
            height: max(face.height, loops), reach: face.reach, rank: plan.ranks[node], isOnBorder: isOnBorder(node),
            upperMarks: marks(.entryPoint), lowerMarks: marks(.exitPoint))
    }

    private func block(_ nodes: [Int], _ connections: [Connection]) -> Block {
        var numbers: [Int: Int] = [:]
        for (number, node) in nodes.enumerated() { numbers[node] = number }
        let paths = connections.map { one -> LevelLayout.Path in
            let runsDown = plan.runsDown[one.edge]
            let source = end(one.source, of: one.edge, isSource: true, numbers)
            let target = end(one.target, of: one.edge, isSource: false, numbers)
            let label = routes[one.edge].label
            return LevelLayout.Path(
                upper: runsDown ? source : target, lower: runsDown ? target : source,
                label: one.isOwnLevel && !label.isEmpty ? (label.width, label.height) : nil, runsDown: runsDown)
        }
        return Block(nodes: nodes, layout: LevelLayout(nodes.map { item($0) }, paths), edges: connections)
    }

    /// Puts a block at a position within a state.
    private mutating func put(_ block: Block, in level: Int, at corner: PlanePoint, height: Double) {
        func moved(_ point: PlanePoint) -> PlanePoint {
            PlanePoint(x: point.x + corner.x, y: point.y + corner.y)
        }
        for (number, node) in block.nodes.enumerated() { middles[node] = moved(block.layout.middles[number]) }
        for (number, one) in block.edges.enumerated() {
            var line = block.layout.lines[number].map { moved($0) }
            let runsDown = plan.runsDown[one.edge]
            let (upper, lower) = runsDown ? (one.source, one.target) : (one.target, one.source)
            // Lines to the border continue up to it.
            if upper == nil { line[0].y = 0 }
            if lower == nil { line[line.count - 1].y = height }
            if !runsDown { line.reverse() }
            let depth = figure.nodes[level].depth + 1
            let key = one.isOwnLevel ? 0 : one.source == nil ? depth : -depth
            parts[one.edge].append(Part(key: key, level: level, line: line))
            if one.isOwnLevel, let position = block.layout.labels[number] {
                labelPositions[one.edge] = (level, moved(position))
                routes[one.edge].isLabelLeft = block.layout.isLeft[number]
            }
        }
    }

    // MARK: - Blocks

    private struct Inner {
        var width: Double
        var height: Double
        /// The width without texts.
        var contentWidth: Double
        /// The positions, with their extents, at which something crosses the upper border.
        var upperPorts: [(low: Double, high: Double)] = []
    }

    /// Places connected parts: those with arrows from outside on the left, the others in rows.
    private mutating func blocks(of node: Int, _ connections: [Connection]) -> Inner {
        let components = plan.components[node]
        var numbers: [Int: Int] = [:]
        for (number, component) in components.enumerated() { for child in component { numbers[child] = number } }
        var own = [[Connection]](repeating: [], count: components.count)
        var isVisited = [Bool](repeating: false, count: components.count)
        for one in connections {
            guard let number = (one.source ?? one.target).flatMap({ numbers[$0] }) else { continue }
            own[number].append(one)
            if one.source == nil || one.target == nil { isVisited[number] = true }
        }
        for (number, component) in components.enumerated() where component.contains(where: { isOnBorder($0) }) {
            isVisited[number] = true
        }
        let connectedComponents = components.indices.filter { isVisited[$0] }
        let others = components.indices.filter { !isVisited[$0] }.map { block(components[$0], own[$0]) }
        var main: Block?
        if !connectedComponents.isEmpty {
            let connected = Set(connectedComponents.flatMap { components[$0] })
            let nodes = figure.nodes[node].children.filter { connected.contains($0) }
            main = block(nodes, connectedComponents.flatMap { own[$0] })
        }
        let mainHeight = main?.layout.height ?? 0
        let packedRows = Self.rows(others.map { ($0.layout.width, $0.layout.height) }, minimumHeight: mainHeight)
        let height = max(mainHeight, packedRows.height)
        var left = 0.0
        var ports: [(low: Double, high: Double)] = []
        if let main {
            put(main, in: node, at: .zero, height: height)
            left = main.layout.width + (others.isEmpty ? 0 : Margin.part)
            for (one, line) in zip(main.edges, main.layout.lines) {
                let runsDown = plan.runsDown[one.edge]
                if (runsDown ? one.source : one.target) == nil { ports.append((line[0].x, line[0].x)) }
            }
            for child in main.nodes where isOnBorder(child) && faces[child].shape == .entryPoint {
                let (x, face) = (middles[child].x, faces[child])
                ports.append((x - face.width / 2, x + face.width / 2 + face.sideWidth))
            }
        }
        for (block, corner) in zip(others, packedRows.corners) {
            put(block, in: node, at: PlanePoint(x: left + corner.x, y: corner.y), height: height)
        }
        let width = others.isEmpty ? main?.layout.width ?? 0 : left + packedRows.width
        return Inner(width: width, height: height, contentWidth: width, upperPorts: ports)
    }

    /// Returns positions in rows, in order, so that the whole is somewhat wider than high.
    private static func rows(
        _ sizes: [(width: Double, height: Double)], minimumHeight: Double
    ) -> (corners: [PlanePoint], width: Double, height: Double) {
        let area = sizes.reduce(0) { $0 + ($1.width + Margin.part) * ($1.height + Margin.part) }
        var bound = (1.8 * area).squareRoot()
        if minimumHeight > 0 { bound = min(bound, area / minimumHeight) }
        bound = max(bound, sizes.map(\.width).max() ?? 0)
        var corners: [PlanePoint] = []
        var (x, y, rowHeight, width) = (0.0, 0.0, 0.0, 0.0)
        for size in sizes {
            if x > 0, x + size.width > bound { (x, y, rowHeight) = (0, y + rowHeight + Margin.part, 0) }
            corners.append(PlanePoint(x: x, y: y))
            width = max(width, x + size.width)
            rowHeight = max(rowHeight, size.height)
            x += size.width + Margin.part
        }
        return (corners, width, y + rowHeight)
    }

    // MARK: - Regions

    /// Places regions side by side, or in several rows if that is better and no arrow leads into
    /// them.
    private mutating func row(of node: Int, _ connections: [Connection]) -> Inner {
        let regions = figure.nodes[node].children
        let rows = connections.isEmpty ? bestRows(regions) : [regions]
        regionRows[node] = rows
        var (width, top) = (0.0, 0.0)
        for row in rows {
            let height = row.reduce(0) { max($0, faces[$1].height) }
            var left = 0.0
            for region in row {
                faces[region].height = height
                middles[region] = PlanePoint(x: left + faces[region].width / 2, y: top + height / 2)
                left += faces[region].width
            }
            width = max(width, left)
            top += height
        }
        var ports: [(low: Double, high: Double)] = []
        for one in connections {
            guard let region = one.source ?? one.target else { continue }
            let port = one.source == nil ? targetPorts[one.edge] : sourcePorts[one.edge]
            let x = middles[region].x - faces[region].width / 2 + port
            let runsDown = plan.runsDown[one.edge]
            let isUpper = (runsDown ? one.source : one.target) == nil
            if isUpper { ports.append((x, x)) }
            let depth = figure.nodes[node].depth + 1
            let key = one.isOwnLevel ? 0 : one.source == nil ? depth : -depth
            let y = isUpper ? 0 : top
            parts[one.edge].append(Part(key: key, level: node, line: [PlanePoint(x: x, y: y)]))
        }
        return Inner(width: width, height: top, contentWidth: width, upperPorts: ports)
    }

    /// Returns the regions in rows, in their order, so that the whole is closest to a width of 1.5
    /// times the height. A single row is kept unless another arrangement is much better.
    private func bestRows(_ regions: [Int]) -> [[Int]] {
        let sum = regions.reduce(0) { $0 + faces[$1].width }
        let height = regions.reduce(0) { max($0, faces[$1].height) }
        var best = (rows: [regions], badness: 0.7 * max(sum, 1.5 * height))
        var bound = 0.01
        // The first row has any number of regions, and none is wider.
        for last in regions.dropLast().prefix(64) {
            bound += faces[last].width
            var rows: [[Int]] = []
            var (left, width, height) = (Double.infinity, 0.0, 0.0)
            var rowHeight = 0.0
            for region in regions {
                let size = faces[region]
                if left + size.width > bound || rows.isEmpty {
                    rows.append([])
                    height += rowHeight
                    (left, rowHeight) = (0, 0)
                }
                rows[rows.count - 1].append(region)
                left += size.width
                (width, rowHeight) = (max(width, left), max(rowHeight, size.height))
            }
            let badness = max(width, 1.5 * (height + rowHeight))
            if badness < best.badness { best = (rows, badness) }
        }
        return best.rows
    }

    /// Widens the last region of a row, or all regions of several rows, to the width of the state.
    private mutating func stretchRegions(of node: Int, width: Double) {
        let rows = regionRows[node] ?? []
        for row in rows {
            let missing = width - row.reduce(0) { $0 + faces[$1].width }
            guard missing > 0 else { continue }
            let widened = rows.count == 1 ? row.suffix(1) : row[...]
            var shift = 0.0
            for region in widened {
                let part = missing / Double(widened.count)
                faces[region].width += part
                middles[region].x += shift + part / 2
                shift += part
                if rows.count > 1 { insideOrigins[region].x += part / 2 }
            }
        }
    }

    // MARK: - Borders

    /// Returns the position of the texts of a state between the arrows that cross its upper border,
    /// and the width that the state needs for them.
    private func headerPosition(
        of node: Int, width: Double, upperPorts: [(low: Double, high: Double)]
    ) -> (x: Double, width: Double, needed: Double) {
        let isRow = regionRows[node] != nil
        let side = isRow ? 0 : Margin.side
        let wanted = faces[node].headerWidth
        guard !upperPorts.isEmpty else {
            let whole = max(width + 2 * side, wanted)
            return (0, whole, whole - 2 * side)
        }
        var low = 0.0
        for port in upperPorts.sorted(by: { ($0.low, $0.high) < ($1.low, $1.high) }) {
            let room = port.low + side - Margin.header - low
            if room >= wanted { return (low, low == 0 ? min(room, wanted) : room, width) }
            low = max(low, port.high + side + Margin.header)
        }
        let room = max(width + 2 * side - low, wanted)
        return (low, wanted, low + room - 2 * side)
    }

    /// Records the positions at which arrows cross the border of a state.
    private mutating func setPorts(of node: Int) {
        for crossing in plan.crossings[node] where plan.levels[crossing.edge] != nil {
            let end = child(of: node, at: crossing)
            var x = middles[end].x
            if let part = parts[crossing.edge].last(where: { $0.level == node }),
                let point = crossing.isSource ? part.line.last : part.line.first
            {
                x = point.x
            }
            x += insideOrigins[node].x
            if crossing.isSource {
                sourcePorts[crossing.edge] = x
                sourceStates[crossing.edge] = node
            } else {
                targetPorts[crossing.edge] = x
                targetStates[crossing.edge] = node
            }
        }
    }
}
