internal import Drawing

/// The places of the parts of a figure: layers from left to right, each box after its contents.
///
/// Inputs are at the left and outputs at the right, but channels back to an earlier layer join the
/// sides that face each other, so that no line turns around.
struct AssemblyLayout {
    let figure: AssemblyFigure
    /// The insides of boxes that contain others, by number, with coordinates of their own.
    private(set) var insides: [Int: Inside] = [:]

    struct Inside {
        var size = PlanePoint.zero
        /// The boxes of the children.
        var boxes: [Int: Box] = [:]
        /// The places of ports; a port that is joined to both sides has two.
        var ports: [(end: AssemblyFigure.End, place: PlanePoint, isLeft: Bool)] = []
        var curves: [(link: Int, curve: Curve, label: PlanePoint)] = []
    }

    static let (titleSize, portSize, labelSize) = (13.0, 10.0, 10.0)
    static let (titleHeight, rowHeight, margin) = (26.0, 17.0, 22.0)

    /// - Complexity: O(*n* log *n*) for *n* parts and layers that links pass.
    init(_ figure: AssemblyFigure) {
        self.figure = figure
        // Contents come after their containers.
        for node in figure.nodes.indices.reversed() where figure.nodes[node].isContainer {
            insides[node] = ScopeLayout(figure, node, insides).inside
        }
    }

    static func width(_ text: String, _ size: Double) -> Double { Label.width(of: text) * size * 1.1 }

    /// The width of a title, which is bold.
    static func titleWidth(_ text: String) -> Double { width(text, titleSize) * 1.1 }
}

/// The layout of what is inside a box.
private struct ScopeLayout {
    private typealias End = AssemblyFigure.End

    private let figure: AssemblyFigure
    private let scope: Int
    private let insides: [Int: AssemblyLayout.Inside]
    /// The boxes in the layers: children, then the ports of the box itself.
    private let children: [Int]
    private var numbers: [Int: Int] = [:]
    private var ranks: [Int] = []
    private var lastRank = 0
    /// The ports at the sides of each child, from top to bottom.
    private var sides: [(left: [Int], right: [Int])] = []
    private var sizes: [PlanePoint] = []
    /// The layers that lines pass, after the boxes.
    private var segments: [LayerOrder.Segment] = []
    private var chains: [Int: [Int]] = [:]
    private(set) var inside = AssemblyLayout.Inside()

    init(_ figure: AssemblyFigure, _ scope: Int, _ insides: [Int: AssemblyLayout.Inside]) {
        (self.figure, self.scope, self.insides) = (figure, scope, insides)
        children = figure.nodes[scope].children
        for (number, child) in children.enumerated() { numbers[child] = number }
        rank()
        findSides()
        makeChains()
        place()
    }

    private var links: [Int] { figure.nodes[scope].links }

    private func number(_ end: End) -> Int { end.node == scope ? children.count + end.port : numbers[end.node] ?? 0 }

    private mutating func rank() {
        let ports = figure.nodes[scope].ports
        var edges: [(Int, Int)] = []
        var roots: [Int] = []
        for link in links.map({ figure.links[$0] }) {
            if link.from.node == scope {
                if link.to.node != scope { roots.append(number(link.to)) }
            } else if link.to.node != scope {
                edges.append((number(link.from), number(link.to)))
            }
        }
        let graph = LayoutGraph(nodeCount: children.count, edges: edges, roots: roots)
        let first = ports.contains(where: \.isInput) ? 1 : 0
        ranks = [Int](repeating: first, count: children.count + ports.count)
        for part in LayoutGraph.components(nodeCount: children.count, edges: graph.acyclicEdges) {
            let own = Ranking(nodeCount: part.nodes.count, edges: part.edges).ranks
            for (node, rank) in zip(part.nodes, own) { ranks[node] = first + rank }
        }
        lastRank = ranks.max() ?? 0
        if ports.contains(where: { !$0.isInput }) { lastRank += 1 }
        for (port, description) in ports.enumerated() {
            ranks[children.count + port] = description.isInput ? 0 : lastRank
        }
    }

    /// The links that go around the boxes: those to the lowest ports first, inside the others.
    private func detours(_ boxes: [Box]) -> [Int] {
        func y(_ end: End) -> Double { boxes[number(end)].low.y + height(end, isLeft: true) }
        return links.filter { chains[$0] == nil }
            .sorted { (-y(figure.links[$0].to), $0) < (-y(figure.links[$1].to), $1) }
    }

    /// The distance between the sides of links that go around, which has a limit.
    private var detourDistance: Double { min(6, 24 / Double(max(links.count - chains.count, 1))) }

    /// The room that they need beside the boxes, so that none lies on the border.
    private var detourRoom: Double { Double(links.count - chains.count) * detourDistance }

    /// Whether a link goes around the boxes: from a box to itself, or back to or from a box whose
    /// ports have their sides.
    private func isDetour(_ link: AssemblyFigure.Link) -> Bool {
        let (from, to) = (ranks[number(link.from)], ranks[number(link.to)])
        if from == to { return true }
        return from > to && (figure.nodes[link.from.node].isContainer || figure.nodes[link.to.node].isContainer)
    }

    private mutating func findSides() {
        var uses: [End: (left: Bool, right: Bool)] = [:]
        for link in links.map({ figure.links[$0] }) {
            let isBackward = ranks[number(link.from)] > ranks[number(link.to)] && !isDetour(link)
            if isBackward {
                uses[link.from, default: (false, false)].left = true
            } else {
                uses[link.from, default: (false, false)].right = true
            }
            if isBackward {
                uses[link.to, default: (false, false)].right = true
            } else {
                uses[link.to, default: (false, false)].left = true
            }
        }
        for child in children {
            let node = figure.nodes[child]
            var own: (left: [Int], right: [Int]) = ([], [])
            for (number, port) in node.ports.enumerated() {
                let use = uses[End(node: child, port: number)]
                if node.isContainer ? port.isInput : use?.left ?? port.isInput { own.left.append(number) }
                if node.isContainer ? !port.isInput : use?.right ?? !port.isInput { own.right.append(number) }
            }
            sides.append(own)
            sizes.append(size(of: child, own))
        }
        sizes += figure.nodes[scope].ports.map { _ in PlanePoint(x: 0, y: 10) }
    }

    private func size(of child: Int, _ sides: (left: [Int], right: [Int])) -> PlanePoint {
        let node = figure.nodes[child]
        if node.isHub { return PlanePoint(x: 8, y: 8) }
        if let inside = insides[child] { return inside.size }
        func width(_ ports: [Int]) -> Double {
            ports.map { AssemblyLayout.width(node.ports[$0].name, AssemblyLayout.portSize) }.max() ?? 0
        }
        let title = AssemblyLayout.titleWidth(node.title) + 24
        let rows = Double(max(sides.left.count, sides.right.count))
        // In steps, so that boxes keep their places when states have names of about the same width.
        let states = (AssemblyLayout.width(node.states, AssemblyLayout.portSize) / 48).rounded(.up) * 48 + 12
        return PlanePoint(
            x: max(title, width(sides.left) + width(sides.right) + 36, node.states.isEmpty ? 0 : states, 60).rounded(
                .up),
            y: AssemblyLayout.titleHeight + rows * AssemblyLayout.rowHeight + (rows > 0 ? 6 : 0)
                + (node.states.isEmpty ? 0 : AssemblyLayout.rowHeight))
    }

    /// Returns the height of a port below the top of its box.
    private func height(_ end: End, isLeft: Bool) -> Double {
        if end.node == scope { return 5 }
        if figure.nodes[end.node].isHub { return 4 }
        if let inside = insides[end.node] {
            return inside.ports.first { $0.end == end }?.place.y ?? 0
        }
        let own = sides[numbers[end.node] ?? 0]
        let row = (isLeft ? own.left : own.right).firstIndex(of: end.port) ?? 0
        return AssemblyLayout.titleHeight + (Double(row) + 0.5) * AssemblyLayout.rowHeight
    }

    /// The maximum number of pieces of lines between neighboring layers.
    private static let segmentLimit = 60_000

    private mutating func makeChains() {
        var dummy = ranks.count
        for index in links {
            let link = figure.links[index]
            guard !isDetour(link) else { continue }
            let (left, right) = leftAndRight(link)
            let (start, end) = (number(left), number(right))
            var chain = [start]
            if segments.count + ranks[end] - ranks[start] <= Self.segmentLimit {
                for rank in ranks[start] + 1..<max(ranks[end], ranks[start] + 1) {
                    ranks.append(rank)
                    sizes.append(PlanePoint(x: 0, y: 4))
                    chain.append(dummy)
                    dummy += 1
                }
                for (upper, lower) in zip(chain, chain.dropFirst() + [end]) {
                    var segment = LayerOrder.Segment(upper: upper, lower: lower)
                    if upper == start { segment.upperEndPosition = height(left, isLeft: false) / sizes[start].y }
                    if lower == end { segment.lowerEndPosition = height(right, isLeft: true) / sizes[end].y }
                    segments.append(segment)
                }
            }
            chains[index] = chain + [end]
        }
    }

    private mutating func place() {
        let layered = LayerOrder(
            layers: ranks, count: lastRank + 1, segments: segments, from: .depthFirst, rounds: 24, patience: 8)
        sortPorts(layered.order)
        var differences: [LayoutGraph.Edge: Double] = [:]
        for (index, chain) in chains {
            let (left, right) = leftAndRight(figure.links[index])
            for (upper, lower) in zip(chain, chain.dropFirst()) {
                let start = upper == chain[0] ? height(left, isLeft: false) - sizes[upper].y / 2 : 0
                let end = lower == chain[chain.count - 1] ? height(right, isLeft: true) - sizes[lower].y / 2 : 0
                // The first line between two boxes is straight.
                let edge = LayoutGraph.Edge(from: upper, to: lower)
                differences[edge] = min(differences[edge] ?? .infinity, start - end)
            }
        }
        let boxCount = children.count + figure.nodes[scope].ports.count
        let centers = LayerCoordinates(
            .init(
                order: layered.order, before: ranks.indices.map(layered.neighborsAbove),
                after: ranks.indices.map(layered.neighborsBelow), isDummy: ranks.indices.map { $0 >= boxCount },
                leading: sizes.map { $0.y / 2 }, trailing: sizes.map { $0.y / 2 }, differences: differences),
            gap: 20
        ).coordinates()
        let least = zip(centers, sizes).map { $0 - $1.y / 2 }.min() ?? 0
        let top = AssemblyLayout.titleHeight + 10
        let columns = columns()
        var bottom = top
        var boxes: [Box] = []
        for index in ranks.indices {
            let (x, width) = columns[ranks[index]]
            let middle = PlanePoint(x: x + width / 2, y: (centers[index] - least + top).rounded())
            // Ports of the box itself lie on its border.
            boxes.append(Box(around: middle, width: index < boxCount ? sizes[index].x : width, height: sizes[index].y))
            bottom = max(bottom, boxes[index].high.y)
        }
        for (number, child) in children.enumerated() { inside.boxes[child] = boxes[number] }
        addPorts(boxes)
        addCurves(boxes, &bottom)
        let title = AssemblyLayout.titleWidth(figure.nodes[scope].title) + 24
        let right =
            (columns.last.map { $0.x + $0.width } ?? 0) + (hasPorts(isInput: false) ? 0 : AssemblyLayout.margin)
            + detourRoom
        inside.size = PlanePoint(x: max(right, title), y: bottom + AssemblyLayout.margin)
        for index in inside.ports.indices where inside.ports[index].end.node == scope && !inside.ports[index].isLeft {
            inside.ports[index].place.x = inside.size.x
        }
    }

    /// Sorts the ports of each side by the places of what they are joined with.
    private mutating func sortPorts(_ order: [[Int]]) {
        var positions = [Double](repeating: 0, count: ranks.count)
        for layer in order { for (position, node) in layer.enumerated() { positions[node] = Double(position) } }
        for isLeft in [false, true, false] {
            var sums: [End: (sum: Double, count: Double)] = [:]
            for index in links {
                guard let chain = chains[index] else { continue }
                let (left, right) = leftAndRight(figure.links[index])
                let (own, other) = isLeft ? (right, left) : (left, right)
                let next = isLeft ? chain[chain.count - 2] : chain[1]
                let size = sizes[number(other)].y
                let share = chain.count == 2 && size > 0 ? height(other, isLeft: !isLeft) / size : 0.5
                let old = sums[own] ?? (0, 0)
                sums[own] = (old.sum + positions[next] + share, old.count + 1)
            }
            for (number, child) in children.enumerated() where !figure.nodes[child].isContainer {
                func key(_ port: Int) -> Double {
                    sums[End(node: child, port: port)].map { $0.sum / $0.count } ?? .infinity
                }
                if isLeft {
                    sides[number].left.sort { (key($0), $0) < (key($1), $1) }
                } else {
                    sides[number].right.sort { (key($0), $0) < (key($1), $1) }
                }
            }
        }
    }

    private func labelWidth(_ link: Int) -> Double {
        AssemblyLayout.width(figure.links[link].label, AssemblyLayout.labelSize)
    }

    private func leftAndRight(_ link: AssemblyFigure.Link) -> (left: End, right: End) {
        ranks[number(link.from)] > ranks[number(link.to)] ? (link.to, link.from) : (link.from, link.to)
    }

    private func hasPorts(isInput: Bool) -> Bool { figure.nodes[scope].ports.contains { $0.isInput == isInput } }

    /// Returns the place and the width of each layer.
    private func columns() -> [(x: Double, width: Double)] {
        var widths = [Double](repeating: 0, count: lastRank + 1)
        for (rank, size) in zip(ranks, sizes) { widths[rank] = max(widths[rank], size.x) }
        // Labels begin at their senders, at both sides of a gap.
        var gaps = [(left: Double, right: Double)](repeating: (0, 0), count: lastRank + 1)
        for (index, chain) in chains {
            let label = labelWidth(index)
            if leftAndRight(figure.links[index]).left == figure.links[index].from {
                gaps[ranks[chain[0]]].left = max(gaps[ranks[chain[0]]].left, label)
            } else {
                let gap = ranks[chain[chain.count - 1]] - 1
                gaps[gap].right = max(gaps[gap].right, label)
            }
        }
        // The names of ports on the border are inside.
        for port in figure.nodes[scope].ports {
            let width = AssemblyLayout.width(port.name, AssemblyLayout.portSize) + 8
            if port.isInput { gaps[0].left += width } else { gaps[max(0, lastRank - 1)].right += width }
        }
        var x = hasPorts(isInput: true) ? 0 : AssemblyLayout.margin + detourRoom
        return zip(widths, gaps).map { width, gap in
            defer { x += width + gap.left + gap.right + 48 }
            return (x, width)
        }
    }

    private mutating func addPorts(_ boxes: [Box]) {
        for (number, child) in children.enumerated() {
            let box = boxes[number]
            for (ports, isLeft) in [(sides[number].left, true), (sides[number].right, false)] {
                for port in ports {
                    let end = End(node: child, port: port)
                    let place = PlanePoint(
                        x: isLeft ? box.low.x : box.high.x, y: box.low.y + height(end, isLeft: isLeft))
                    inside.ports.append((end, place, isLeft))
                }
            }
        }
        for (port, description) in figure.nodes[scope].ports.enumerated() {
            let middle = boxes[children.count + port].middle
            inside.ports.append((End(node: scope, port: port), middle, description.isInput))
        }
    }

    private mutating func addCurves(_ boxes: [Box], _ bottom: inout Double) {
        func place(_ end: End, _ isLeft: Bool) -> PlanePoint {
            let box = boxes[number(end)]
            // Lines end at the squares of ports.
            let isHub = figure.nodes[end.node].isHub
            let room = isHub ? 0.0 : 4
            let x = end.node == scope ? box.middle.x : isLeft ? box.low.x : box.high.x
            return PlanePoint(x: x + (isLeft ? -room : room), y: box.low.y + height(end, isLeft: isLeft))
        }
        for (number, index) in detours(boxes).enumerated() {
            // Around below, from the right side to the left.
            bottom += 14
            let link = figure.links[index]
            let (start, end) = (place(link.from, false), place(link.to, true))
            let out = Double(number) * detourDistance
            let (right, left) = (start.x + 14 + out, end.x - 14 - out)
            let corners = [
                start, PlanePoint(x: right, y: start.y), PlanePoint(x: right, y: bottom),
                PlanePoint(x: left, y: bottom), PlanePoint(x: left, y: end.y), end,
            ]
            let label = PlanePoint(x: (start.x + end.x) / 2, y: bottom - 7)
            let pieces = zip(corners, corners.dropFirst()).map { Cubic(from: $0, to: $1) }
            inside.curves.append((index, Curve(pieces: pieces), label))
        }
        for index in links {
            guard let chain = chains[index] else { continue }
            let link = figure.links[index]
            let (left, right) = leftAndRight(link)
            var points = [place(left, false)]
            for dummy in chain.dropFirst().dropLast() {
                let box = boxes[dummy]
                points += [PlanePoint(x: box.low.x, y: box.middle.y), PlanePoint(x: box.high.x, y: box.middle.y)]
            }
            points.append(place(right, true))
            if left == link.to { points.reverse() }
            // Beside the sender, where lines are apart, and behind the name of a port on the
            // border.
            let (start, width) = (points[0], labelWidth(index))
            let name = link.from.node == scope ? figure.nodes[scope].ports[link.from.port].name : ""
            let distance = width / 2 + 6 + (name.isEmpty ? 0 : AssemblyLayout.width(name, AssemblyLayout.portSize) + 8)
            let sign = left == link.to ? -1.0 : 1
            let label = PlanePoint(x: start.x + sign * distance, y: start.y - 7)
            // Straight below the label.
            if width > 0 { points.insert(PlanePoint(x: start.x + sign * (distance + width / 2), y: start.y), at: 1) }
            let pieces = zip(points, points.dropFirst()).map { Self.piece(from: $0, to: $1) }
            inside.curves.append((index, Curve(pieces: pieces), label))
        }
    }

    /// Returns a line that leaves and arrives horizontally.
    private static func piece(from start: PlanePoint, to end: PlanePoint) -> Cubic {
        let middle = (start.x + end.x) / 2
        return Cubic(start, PlanePoint(x: middle, y: start.y), PlanePoint(x: middle, y: end.y), end)
    }
}
