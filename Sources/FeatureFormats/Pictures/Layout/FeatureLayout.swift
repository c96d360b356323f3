internal import Drawing

/// The places of all parts of a figure.
struct FeatureLayout {
    typealias Direction = FeaturePicture.Direction

    let figure: FeatureFigure
    let direction: Direction
    /// The box of each feature.
    private(set) var boxes: [Box]
    /// The edge to each feature from its parent, in straight pieces; empty for the root.
    private(set) var edges: [[PlanePoint]]
    private(set) var arcs: [Arc] = []
    private var depths: [(low: Double, high: Double)] = []
    /// The smallest box around the tree.
    private(set) var bounds = Box(.zero)

    /// The arc of a group.
    struct Arc {
        var kind: FeatureFigure.Arc
        /// The place from which the group's edges fan out.
        var anchor: PlanePoint
        /// The ends of the arc, in the order of the members.
        var start, end: PlanePoint
        /// The middle of the arc.
        var middle: PlanePoint
        /// A Boolean value that indicates whether the arc is wider than its edges and needs sides.
        var isWidened = false
    }

    static let boxHeight = 26.0
    static let padding = 9.0
    static let arcRadius = 15.0
    /// The radius of the circles at boxes.
    static let edgeCircleRadius = 4.5
    /// The size of a sign in a box, and its distance from the name.
    static let signSize = 10.0
    static let signGap = 5.0
    /// The width for each anchor of a feature that has several.
    private static let anchorWidth = 34.0
    private static let stackDistance = 7.0
    /// The distance of a stack's members from their line, and the margin on its other side.
    static let stackIndent = 18.0
    static let stackMargin = 8.0

    /// Lays out a figure in a direction, or in the one that suits it best.
    ///
    /// - Complexity: O(*n*)
    static func fitting(_ figure: FeatureFigure, direction: Direction?) -> FeatureLayout {
        if direction == .leftToRight { return FeatureLayout(figure, .leftToRight, stacksLeaves: false) }
        let plain = FeatureLayout(figure, .topDown, stacksLeaves: false)
        // Not wider than a page, and not high.
        if plain.bounds.width <= 1_100, plain.bounds.height <= 1_600 { return plain }
        var layouts = [plain, FeatureLayout(figure, .topDown, stacksLeaves: true)]
        if direction == nil { layouts.append(FeatureLayout(figure, .leftToRight, stacksLeaves: false)) }
        return layouts.min { $0.pageExcessFactor < $1.pageExcessFactor } ?? plain
    }

    /// The factor by which the tree is wider or higher than a page.
    private var pageExcessFactor: Double {
        let factor = bounds.width / max(bounds.height, 1) / 1.4
        return max(factor, 1 / max(factor, 1e-9))
    }

    init(_ figure: FeatureFigure, _ direction: Direction, stacksLeaves: Bool) {
        (self.figure, self.direction) = (figure, direction)
        boxes = Array(repeating: Box(.zero), count: figure.nodes.count)
        edges = Array(repeating: [], count: figure.nodes.count)
        let sizes = figure.nodes.map { Self.size(of: $0, direction) }
        let plan = SlotPlan(figure, sizes, direction, stacksLeaves: stacksLeaves)
        let isTopDown = direction == .topDown
        let centers = TidyTree.centers(
            of: plan.slots.map(\.node), siblingDistance: isTopDown ? 12 : 8, otherDistance: isTopDown ? 26 : 18)
        depths = plan.depths(centers: centers)
        for (index, slot) in plan.slots.enumerated() {
            let depth = depths[slot.level]
            switch slot.content {
            case .feature(let feature): place(feature, depth: depth, center: centers[index], sizes[feature])
            case .stack(let members):
                var low = PlanePoint(x: centers[index] + Self.stackIndent, y: depth.low)
                for member in members {
                    boxes[member] = Box(low)
                    boxes[member].high = PlanePoint(x: low.x + sizes[member].width, y: low.y + Self.boxHeight)
                    low.y += Self.boxHeight + Self.stackDistance
                }
            case .continuation: break
            }
        }
        connect(plan)
        bounds = boxes.reduce(boxes[0]) { $0.union($1) }
        for edge in edges { for point in edge { bounds = bounds.including(point) } }
    }

    private mutating func place(
        _ feature: Int, depth: (low: Double, high: Double), center: Double, _ size: (width: Double, height: Double)
    ) {
        let low =
            direction == .topDown
            ? PlanePoint(x: center - size.width / 2, y: depth.low)
            : PlanePoint(x: depth.low, y: center - size.height / 2)
        boxes[feature] = Box(low)
        boxes[feature].high = PlanePoint(x: low.x + size.width, y: low.y + size.height)
    }

    private static func size(of node: FeatureFigure.Node, _ direction: Direction) -> (width: Double, height: Double) {
        let signs = Double(node.marks.count + (node.decision == nil ? 0 : 1))
        let width = max(node.name.width + 2 * padding + signs * (signSize + signGap), 34)
        // Groups below one feature have anchors of their own.
        let anchors = node.arcCount > 1 ? Double(node.bundles.count) * anchorWidth : 0
        return direction == .topDown ? (max(width, anchors), boxHeight) : (width, max(boxHeight, anchors))
    }

    /// Returns the height of a stack of boxes.
    static func stackHeight(_ count: Int) -> Double { Double(count) * (boxHeight + stackDistance) - stackDistance }

    // MARK: - Edges and arcs

    private mutating func connect(_ plan: SlotPlan) {
        for feature in figure.nodes.indices where !figure.nodes[feature].isLeaf {
            let node = figure.nodes[feature]
            let hasOwnAnchors = node.arcCount > 1
            for (index, bundle) in node.bundles.enumerated() {
                let part = hasOwnAnchors ? (Double(index) + 0.5) / Double(node.bundles.count) : 0.5
                let box = boxes[feature]
                var way: [PlanePoint]
                if direction == .topDown {
                    way = [PlanePoint(x: box.low.x + part * box.width, y: box.high.y)]
                } else {
                    way = [PlanePoint(x: box.high.x, y: box.low.y + part * box.height)]
                    // Edges leave the column past wider boxes before they fan out.
                    let column = depths[plan.level(of: feature)].high
                    if column > box.high.x + 0.5 { way.append(PlanePoint(x: column, y: way[0].y)) }
                }
                for member in bundle.members { edges[member] = way + rest(to: member, plan) }
                if let arc = bundle.arc, let anchor = way.last, let first = bundle.members.first,
                    let last = bundle.members.last
                {
                    arcs.append(
                        self.arc(arc, at: anchor, from: edges[first][way.count], to: edges[last][way.count]))
                }
            }
        }
    }

    /// Returns the pieces of an edge after the anchor.
    private func rest(to member: Int, _ plan: SlotPlan) -> [PlanePoint] {
        let box = boxes[member]
        guard let top = plan.stackTop(of: member) else {
            // Through the middle of the circle, if there is one.
            let room = figure.nodes[member].edgeCircle == nil ? 0 : Self.edgeCircleRadius
            let isTopDown = direction == .topDown
            let end = PlanePoint(
                x: isTopDown ? box.middle.x : box.low.x, y: isTopDown ? box.low.y : box.middle.y)
            let center = PlanePoint(x: end.x - (isTopDown ? 0 : room), y: end.y - (isTopDown ? room : 0))
            return room > 0 ? [center, end] : [end]
        }
        let x = box.low.x - Self.stackIndent
        return [
            PlanePoint(x: x, y: boxes[top].low.y - 4), PlanePoint(x: x, y: box.middle.y),
            PlanePoint(x: box.low.x, y: box.middle.y),
        ]
    }

    /// Returns the arc between the directions of two edges, which is never too small to be seen.
    private func arc(
        _ kind: FeatureFigure.Arc, at anchor: PlanePoint, from first: PlanePoint, to last: PlanePoint
    ) -> Arc {
        let forward = direction == .topDown ? PlanePoint(x: 0, y: 1) : PlanePoint(x: 1, y: 0)
        var (start, end) = (unit(anchor, first), unit(anchor, last))
        let sum = PlanePoint(x: start.x + end.x, y: start.y + end.y)
        var middle = abs(sum.x) + abs(sum.y) < 0.1 ? forward : unit(.zero, sum)
        // An angle of less than 25 degrees, found by its cosine, is widened to 70 degrees.
        let isWidened = start.x * end.x + start.y * end.y > 0.906_3
        if isWidened {
            // The sides stay clear of the box if the middle is at most 50 degrees off.
            let side = middle.x * forward.y - middle.y * forward.x
            if middle.x * forward.x + middle.y * forward.y < 0.642_8 {
                middle = rotated(forward, cosine: 0.642_8, sine: side > 0 ? -0.766_04 : 0.766_04)
            }
            let sine = direction == .topDown ? 0.573_58 : -0.573_58
            start = rotated(middle, cosine: 0.819_15, sine: sine)
            end = rotated(middle, cosine: 0.819_15, sine: -sine)
        }
        func position(_ unit: PlanePoint) -> PlanePoint {
            PlanePoint(x: anchor.x + Self.arcRadius * unit.x, y: anchor.y + Self.arcRadius * unit.y)
        }
        return Arc(
            kind: kind, anchor: anchor, start: position(start), end: position(end), middle: position(middle),
            isWidened: isWidened)
    }

    private func rotated(_ point: PlanePoint, cosine: Double, sine: Double) -> PlanePoint {
        PlanePoint(x: cosine * point.x - sine * point.y, y: sine * point.x + cosine * point.y)
    }

    private func unit(_ from: PlanePoint, _ to: PlanePoint) -> PlanePoint {
        let length = max(from.distance(to: to), 1e-9)
        return PlanePoint(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
    }
}
