internal import Drawing

/// Finds places for the labels of arrows.
///
/// A label is preferably in the middle of its arrow, on the convex side: beyond a loop, over an
/// arc, to the left of a line. If it would cover something there, or stand nearer to another arrow
/// than to its own, it is moved along the arrow, to the other side, or a little away. Labels for
/// which no such place is found are placed again after all others. Cost: O(*m* *k*) for *m* arrows
/// if *k* things are near a label.
struct LabelPlacement {
    /// An arrow with a label.
    struct Arrow {
        var curve: Curve
        var line: Polyline
        /// The size of the label; `nil` if there is none.
        var label: LabelSize?
        /// The center of the state that a loop belongs to.
        var loopCenter: Diagram.Point?
    }

    /// The middle of each arrow's label, or `nil` if it has none.
    private(set) var middles: [Diagram.Point?]
    private let arrows: [Arrow]
    private let circles: [(center: Diagram.Point, radius: Double)]
    /// The circles and arrows near each place, if there are many. The id of a circle is its number,
    /// and that of an arrow is its number plus the number of circles.
    private var index: PlaneIndex?
    /// Placed labels by place, if there are many.
    private var labelIndex: PlaneIndex?

    /// A label strays if its distance to another arrow, divided by that to its own arrow, is below
    /// this ratio.
    static let strayRatio = 1.1
    /// From this ratio on, the other arrow is clearly farther away.
    private static let clearRatio = 1.5
    /// The gap between an arrow and its label.
    private static let gap = 5.0
    /// The maximum number of elements that are searched without an index.
    private static let indexedCount = 150

    init(circles: [(center: Diagram.Point, radius: Double)], arrows: [Arrow]) {
        self.arrows = arrows
        self.circles = circles
        middles = [Diagram.Point?](repeating: nil, count: arrows.count)
        if circles.count + arrows.count > Self.indexedCount { makeIndex() }
        var unsettled: [Int] = []
        for number in arrows.indices where arrows[number].label != nil {
            if place(number) > 0 { unsettled.append(number) }
        }
        guard labelIndex == nil else { return }
        for number in unsettled {
            middles[number] = nil
            _ = place(number)
        }
    }

    /// The box of a label.
    static func box(around middle: Diagram.Point, _ size: LabelSize) -> Box {
        Box(around: middle, width: size.width, height: size.height)
    }

    private mutating func makeIndex() {
        let boxes = circles.map { Box(around: $0.center, width: 2 * $0.radius, height: 2 * $0.radius) }
        let box = arrows.reduce(boxes.first ?? Box(.zero)) { $0.union($1.line.box) }
        var index = PlaneIndex(size: 64, for: box)
        for (number, box) in boxes.enumerated() { index.insert(number, covering: box) }
        for (number, arrow) in arrows.enumerated() { index.insert(circles.count + number, along: arrow.line) }
        self.index = index
        labelIndex = PlaneIndex(size: 64, for: box)
    }

    /// Places a label at the cheapest position, the first if several cost the same, and returns
    /// the cost.
    private mutating func place(_ number: Int) -> Int {
        let arrow = arrows[number]
        guard let size = arrow.label else { return 0 }
        var best = (middle: Diagram.Point.zero, cost: Int.max)
        search: for (gap, shares) in [
            (Self.gap, [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]), (Self.gap + 7, [0.5, 0.4, 0.6, 0.3, 0.7]),
            (Self.gap - 3, [0.5, 0.38, 0.62, 0.26, 0.74, 0.18, 0.82]),
        ] {
            for side in arrow.loopCenter == nil ? [1.0, -1] : [1] {
                for share in shares {
                    let middle = Self.middle(of: size, beside: arrow, at: share, side: side, gap: gap)
                    let cost = cost(of: number, at: middle, size, below: best.cost)
                    if cost < best.cost { best = (middle, cost) }
                    if cost == 0 { break search }
                }
            }
        }
        middles[number] = best.middle
        labelIndex?.insert(number, covering: Self.box(around: best.middle, size))
        return best.cost
    }

    /// Returns the middle of a label that just clears a curve.
    private static func middle(
        of size: LabelSize, beside arrow: Arrow, at share: Double, side: Double, gap: Double
    ) -> Diagram.Point {
        let curve = arrow.curve
        let position = curve.point(at: share)
        let inner: Diagram.Point
        if let center = arrow.loopCenter {
            inner = center
        } else {
            // The side that the arc bulges to; the left side if it is straight.
            let (before, after) = (curve.point(at: share - 0.05), curve.point(at: share + 0.05))
            let chord = curve.tail.interpolated(to: curve.tip, at: 0.5)
            let left = Curve.arcApex(from: before, to: after, bend: 1)
            let isLeft =
                curve.point(at: 0.5).distance(to: chord) <= 0.5
                || left.distance(to: chord) > position.distance(to: chord)
            inner = Curve.arcApex(from: before, to: after, bend: isLeft == (side > 0) ? -1 : 1)
        }
        return middle(of: size, at: position, awayFrom: inner, gap: gap)
    }

    /// Returns the usual middle of a loop's label.
    static func middle(of size: LabelSize, beyond loop: Curve, around center: Diagram.Point) -> Diagram.Point {
        middle(of: size, at: loop.point(at: 0.5), awayFrom: center, gap: gap)
    }

    private static func middle(
        of size: LabelSize, at position: Diagram.Point, awayFrom inner: Diagram.Point, gap: Double
    ) -> Diagram.Point {
        let length = inner.distance(to: position)
        let (x, y) = length > 0 ? ((position.x - inner.x) / length, (position.y - inner.y) / length) : (0, -1)
        // Far enough for the box of the text to clear the curve, whatever the direction.
        let reach = gap + abs(x) * size.width / 2 + abs(y) * size.height / 2
        return Diagram.Point(x: position.x + x * reach, y: position.y + y * reach)
    }

    /// The weights of the faults of a place.
    private enum Cost {
        static let state = 32
        static let label = 16
        static let arrow = 8
        /// Another arrow is about as near as the label's own, or nearer.
        static let nearer = 6
        /// Another arrow is hardly farther away than the label's own.
        static let near = 1
    }

    /// Returns the cost of a label at a place, or a number that isn't below a bound.
    private func cost(of number: Int, at middle: Diagram.Point, _ size: LabelSize, below bound: Int) -> Int {
        let box = Self.box(around: middle, size)
        let distance = arrows[number].line.distance(to: middle)
        var cost = 0
        func weigh(_ other: Int) {
            guard other != number else { return }
            let line = arrows[other].line
            if line.enters(box) { cost += Cost.arrow }
            guard line.passes(middle, within: Self.clearRatio * distance) else { return }
            cost += line.passes(middle, within: Self.strayRatio * distance) ? Cost.nearer : Cost.near
        }
        if let index, let labelIndex {
            let reach = Self.clearRatio * distance
            let near = box.union(Box(around: middle, width: 2 * reach, height: 2 * reach))
            for item in index.numbers(near: near) where cost < bound {
                if item >= circles.count {
                    weigh(item - circles.count)
                } else if box.intersectsDisk(around: circles[item].center, radius: circles[item].radius) {
                    cost += Cost.state
                }
            }
            for other in labelIndex.numbers(near: box) where isLabel(other, in: box) { cost += Cost.label }
            if arrows[number].line.enters(box) { cost += Cost.arrow }
            return cost
        }
        for circle in circles where box.intersectsDisk(around: circle.center, radius: circle.radius) {
            cost += Cost.state
        }
        if arrows[number].line.enters(box) { cost += Cost.arrow }
        for other in arrows.indices where cost < bound {
            if isLabel(other, in: box) { cost += Cost.label }
            weigh(other)
        }
        return cost
    }

    private func isLabel(_ number: Int, in box: Box) -> Bool {
        guard let middle = middles[number], let size = arrows[number].label else { return false }
        return Self.box(around: middle, size).intersects(box)
    }
}

/// The extent of a label.
struct LabelSize: Sendable {
    var width, height: Double

    /// Creates the extent of lines in the font size of labels.
    init(_ lines: [String]) {
        (width, height) = DrawnText.extent(of: lines.map { TypesetText($0) }, size: DrawnDiagram.labelSize)
    }
}
