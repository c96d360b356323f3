/// Finds places for the labels of arrows.
///
/// A label is preferably in the middle of its arrow, on the convex side: beyond a loop, over an
/// arc, to the left of a line. If it would cover something there, it is moved along the arrow, to
/// the other side, or a little away. Labels that still cover something are placed again after all
/// others. Cost: O(*m* *k*) for *m* arrows if *k* things are near a label.
struct LabelPlacement {
    /// An arrow with a label.
    struct Arrow {
        var curve: Curve
        var line: Polyline
        /// The width of the label; `nil` if there is none.
        var width: Double?
        /// The center of the state that a loop belongs to.
        var loopCenter: Diagram.Point?
    }

    /// The middle of each arrow's label, or `nil` if it has none.
    private(set) var middles: [Diagram.Point?]
    private let arrows: [Arrow]
    private let circles: [Box]
    /// Circles and arrows by place, if there are many: circles with their numbers, arrows with
    /// their numbers plus the number of circles.
    private var index: PlaneIndex?
    /// Placed labels by place, if there are many.
    private var labelIndex: PlaneIndex?

    /// The gap between an arrow and its label.
    private static let gap = 5.0
    /// The most elements without an index.
    private static let indexedCount = 150

    init(circles: [(center: Diagram.Point, radius: Double)], arrows: [Arrow]) {
        self.arrows = arrows
        self.circles = circles.map { Box(around: $0.center, width: 1.7 * $0.radius, height: 1.7 * $0.radius) }
        middles = [Diagram.Point?](repeating: nil, count: arrows.count)
        if circles.count + arrows.count > Self.indexedCount { makeIndex() }
        var isCovering: [Int] = []
        for number in arrows.indices where arrows[number].width != nil {
            if place(number) > 0 { isCovering.append(number) }
        }
        guard labelIndex == nil else { return }
        for number in isCovering {
            middles[number] = nil
            _ = place(number)
        }
    }

    /// The box of a label.
    static func box(around middle: Diagram.Point, width: Double) -> Box {
        Box(around: middle, width: width, height: DrawnDiagram.labelSize)
    }

    private mutating func makeIndex() {
        let box = arrows.reduce(circles.first ?? Box(.zero)) { $0.union($1.line.box) }
        var index = PlaneIndex(size: 64, for: box)
        for (number, circle) in circles.enumerated() { index.insert(number, covering: circle) }
        for (number, arrow) in arrows.enumerated() { index.insert(circles.count + number, along: arrow.line) }
        self.index = index
        labelIndex = PlaneIndex(size: 64, for: box)
    }

    /// Places a label at the first of the places with the least covering, and returns how much it
    /// covers.
    private mutating func place(_ number: Int) -> Int {
        let arrow = arrows[number]
        guard let width = arrow.width else { return 0 }
        var best = (middle: Diagram.Point.zero, cost: Int.max)
        search: for (gap, shares) in [
            (Self.gap, [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]), (Self.gap + 7, [0.5, 0.4, 0.6, 0.3, 0.7]),
        ] {
            for side in arrow.loopCenter == nil ? [1.0, -1] : [1] {
                for share in shares {
                    let middle = Self.middle(of: width, beside: arrow, at: share, side: side, gap: gap)
                    let cost = cost(of: Self.box(around: middle, width: width), below: best.cost)
                    if cost < best.cost { best = (middle, cost) }
                    if cost == 0 { break search }
                }
            }
        }
        middles[number] = best.middle
        labelIndex?.insert(number, covering: Self.box(around: best.middle, width: width))
        return best.cost
    }

    /// Returns the middle of a label that just clears a curve.
    private static func middle(
        of width: Double, beside arrow: Arrow, at share: Double, side: Double, gap: Double
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
        let length = inner.distance(to: position)
        let (x, y) = length > 0 ? ((position.x - inner.x) / length, (position.y - inner.y) / length) : (0, -1)
        // Far enough for the box of the text to clear the curve, whatever the direction.
        let reach = gap + abs(x) * width / 2 + abs(y) * DrawnDiagram.labelSize / 2
        return Diagram.Point(x: position.x + x * reach, y: position.y + y * reach)
    }

    /// Returns how much a label covers, or a number that isn't below a bound: states count most,
    /// then other labels, then arrows.
    private func cost(of box: Box, below bound: Int) -> Int {
        var cost = 0
        if let index, let labelIndex {
            for number in index.numbers(near: box) where cost < bound {
                if number < circles.count {
                    if circles[number].intersects(box) { cost += 8 }
                } else if arrows[number - circles.count].line.enters(box) {
                    cost += 1
                }
            }
            for number in labelIndex.numbers(near: box) where isLabel(number, in: box) { cost += 4 }
            return cost
        }
        for circle in circles where circle.intersects(box) { cost += 8 }
        for number in arrows.indices where cost < bound {
            if isLabel(number, in: box) { cost += 4 }
            if arrows[number].line.enters(box) { cost += 1 }
        }
        return cost
    }

    private func isLabel(_ number: Int, in box: Box) -> Bool {
        guard let middle = middles[number], let width = arrows[number].width else { return false }
        return Self.box(around: middle, width: width).intersects(box)
    }
}
