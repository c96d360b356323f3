internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Returns the arrow that ink is the head of, or `nil` if it isn't a head.
    ///
    /// A head is smaller than its shaft, and is at one of its ends. Either its arms run back along
    /// the shaft, or it makes an arrow together with the shaft and has no meaning alone. Of several
    /// arrows without a head, it belongs to the one with the nearest end that it points along; the
    /// last arrow drawn is preferred.
    func arrow(headedBy ink: Ink, _ recognizer: ElementRecognizer) -> Element? {
        let head = InkShape(ink.strokes)
        guard let start = head.points.first else { return nil }
        var best: (arrow: Element, cost: Double)?
        for shaft in self.ink(near: start).reversed() where shaft.reading == .transition || shaft.reading == .loop {
            guard shaft.id != ink.id, let element = shaft.element, let fit = HeadFit(head, shaft),
                fit.cost - head.extent < best?.cost ?? .infinity
            else { continue }
            // An angle that points out of a shaft is its head; lines and blobs may be elements
            // themselves.
            if !fit.isAngle,
                !diagram.states.isEmpty && head.extent > usualRadius || isMeaningful(ink.strokes, recognizer)
                    || !completes(ink.strokes, element, recognizer)
            {
                continue
            }
            var cost = fit.cost + (hasHead(element, without: ink.id, recognizer) ? head.extent : 0)
            if shaft.id.number == ink.id.number - 1 { cost -= head.extent }
            if cost < best?.cost ?? .infinity { best = (element, cost) }
        }
        return best?.arrow
    }

    /// Returns whether the ink of an arrow, without some ink, has a head.
    func hasHead(_ arrow: Element, without id: Ink.ID? = nil, _ recognizer: ElementRecognizer) -> Bool {
        let strokes = ink(of: arrow).filter { $0.id != id }.flatMap(\.strokes)
        switch recognizer.recognize(strokes, allowing: [.transition, .cycle]).best.geometry {
        case .transition(let arrow): return arrow.head != .none
        case .cycle(let loop): return loop.head != .none
        case .state, .unknown: return false
        }
    }

    /// Returns whether strokes complete an arrow to one with a head.
    private func completes(_ strokes: [Stroke], _ arrow: Element, _ recognizer: ElementRecognizer) -> Bool {
        let joined = recognizer.recognize(self.strokes(of: arrow) + strokes, allowing: [.transition, .cycle])
        let head = InkShape(strokes)
        switch joined.best.geometry {
        case .transition(let arrow): return arrow.head != .none && head.distance(to: arrow.tip) < head.extent
        case .cycle(let loop): return loop.head != .none && head.distance(to: loop.tip) < head.extent
        case .state, .unknown: return false
        }
    }

    /// Returns whether strokes are an element of their own, and so not a head.
    private func isMeaningful(_ strokes: [Stroke], _ recognizer: ElementRecognizer) -> Bool {
        let alone = recognize(strokes, recognizer)
        switch alone.relation {
        case .joins, .returns, .surrounds: return true
        case .none, .touches: break
        }
        switch alone.best.geometry {
        case .state(let circle): return diagram.states.isEmpty || circle.radius > 0.5 * usualRadius
        case .transition(let arrow): return arrow.head != .none
        case .cycle(let loop): return loop.head != .none
        case .unknown: return false
        }
    }

    /// Makes ink the head of an arrow, which gives it its direction.
    mutating func setHead(_ id: Ink.ID, of arrow: Element, _ recognizer: ElementRecognizer) {
        updateInk(id) {
            ($0.reading, $0.element, $0.probability) = (.head, arrow, 1)
        }
        orient(arrow, recognizer)
    }

    /// Gives an arrow the direction of all its ink.
    mutating func orient(_ arrow: Element, _ recognizer: ElementRecognizer) {
        guard case .transition(let id) = arrow, let old = diagram[id], !old.isLoop else { return }
        let strokes = strokes(of: arrow)
        guard !strokes.isEmpty else { return }
        let recognition = recognize(strokes, allowing: .transition, recognizer)
        guard case .transition(var geometry) = recognition.geometry(of: .transition) else { return }
        var connector = recognition.connector
        // The tip is at the head, wherever the shape of the shaft suggests one.
        let heads = ink(of: arrow).filter { $0.reading == .head }
        if let head = heads.first.map({ InkShape($0.strokes) }),
            head.distance(to: geometry.tail) < head.distance(to: geometry.tip)
        {
            swap(&geometry.tail, &geometry.tip)
            connector = connector?.reversed
        }
        placeArrow(id, geometry, connector)
        // States that the user attached stay attached, whichever end they are at now.
        guard var new = diagram[id] else { return }
        let kept = Set([old.start, old.end].compactMap(\.self))
        let found = Set([new.start, new.end].compactMap(\.self))
        if !kept.isSubset(of: found) {
            let isTurned =
                Diagram.Point(geometry.tail).distance(to: diagram.ends(of: old).tip)
                < Diagram.Point(geometry.tail).distance(to: diagram.ends(of: old).tail)
            (new.start, new.end) = isTurned ? (old.end, old.start) : (old.start, old.end)
            diagram.update(new)
        }
    }
}

extension Ink {
    /// Returns whether other ink is near enough to the ends of this one to be its head.
    func isNear(_ other: Ink) -> Bool {
        guard let first = longest?.points.first, let last = longest?.points.last,
            let position = other.strokes.first?.points.first
        else { return false }
        return min(position.distance(to: first), position.distance(to: last))
            <= other.extent + HeadFit.reach(of: other.extent, extent)
    }
}

/// The position of a head at an end of a shaft.
struct HeadFit {
    /// The distance between the head and the end, increased if the head points aside.
    var cost: Double
    /// A Boolean value that indicates whether the head is an angle whose arms run back along the
    /// shaft.
    var isAngle: Bool

    /// The greatest gap between a head and the end of its shaft: a share of both sizes, as people
    /// leave larger gaps in larger drawings.
    static func reach(of head: Double, _ shaft: Double) -> Double { 0.3 * head + 0.08 * shaft }

    /// Fails if the head is too large, or too far from both ends.
    init?(_ head: InkShape, _ ink: Ink) {
        let whole = ink.extent
        guard whole > 0, head.extent <= 0.8 * whole, let shaft = ink.longest, let first = shaft.points.first,
            let last = shaft.points.last, let some = head.points.first,
            // Most ink is too far away.
            min(some.distance(to: first), some.distance(to: last)) <= head.extent + Self.reach(of: head.extent, whole)
        else { return nil }
        // Both ends of a loop may be near; the apex shows which is meant.
        let apex = head.corners.count == 3 ? head.corners[1] : nil
        func gap(_ end: Point) -> Double { apex?.distance(to: end) ?? head.distance(to: end) }
        let isFirst = gap(first) < gap(last)
        let end = isFirst ? first : last
        let gap = head.distance(to: end)
        let reach = Self.reach(of: head.extent, whole)
        guard gap <= reach else { return nil }
        // A loop returns to its start, so the next part of the shaft shows its direction.
        func isFar(_ point: Point) -> Bool { point.distance(to: end) > 0.3 * whole }
        let inner = isFirst ? shaft.points.first(where: isFar) : shaft.points.last(where: isFar)
        let position = inner ?? (isFirst ? last : first)
        let runsBack = head.runsBack(from: end, towards: position, within: reach)
        isAngle = head.corners.count == 3 && runsBack
        cost = gap + (isAngle ? head.extent * (1 - head.alignment(from: end, towards: position)) : 0)
        // A line that continues sideways is another arrow.
        if head.corners.count == 2, !runsBack { return nil }
    }
}

/// The extent and the corners of ink.
struct InkShape {
    let points: [Point]
    /// The diagonal of the smallest box around the ink.
    let extent: Double
    /// The ends of the ink, with the apex between them if it is an angle: two corners for a line,
    /// three for an angle of less than 107°, and none for other ink.
    let corners: [Point]

    init(_ strokes: [Stroke]) {
        let points = strokes.flatMap(\.points)
        self.points = points
        extent = points.span.boundingBox?.diagonal ?? 0
        corners = strokes.count == 1 ? Self.corners(of: points, within: 0.15 * extent) : []
    }

    /// Returns the corners of a line or an angle from which no point is farther than a distance.
    private static func corners(of points: [Point], within distance: Double) -> [Point] {
        guard points.count > 1, let first = points.first, let last = points.last, first != last else { return [] }
        func off(_ point: Point) -> Double { point.distance(toSegmentFrom: first, to: last) }
        guard let apex = points.max(by: { off($0) < off($1) }) else { return [] }
        if off(apex) <= distance { return [first, last] }
        let isAngle = points.allSatisfy { point in
            point.distance(toSegmentFrom: first, to: apex) <= distance
                || point.distance(toSegmentFrom: apex, to: last) <= distance
        }
        // A bent shaft opens wider.
        return isAngle && Point.cosine(apex, first, apex, last) > -0.3 ? [first, apex, last] : []
    }

    /// Returns the distance between a position and the nearest point.
    func distance(to position: Point) -> Double {
        points.reduce(.infinity) { min($0, $1.squaredDistance(to: position)) }.squareRoot()
    }

    /// Returns whether the ink is a line or an angle whose arms run from an end of a shaft towards
    /// a position on it.
    ///
    /// - Parameters:
    ///   - end: The end of the shaft.
    ///   - other: A position on the shaft.
    ///   - reach: The greatest distance between the apex and the end.
    func runsBack(from end: Point, towards other: Point, within reach: Double) -> Bool {
        func runsBack(_ from: Point, _ to: Point) -> Bool { Point.cosine(from, to, end, other) > 0 }
        switch corners.count {
        case 2:
            let isFirst = corners[0].squaredDistance(to: end) < corners[1].squaredDistance(to: end)
            return isFirst ? runsBack(corners[0], corners[1]) : runsBack(corners[1], corners[0])
        case 3:
            // A stroke that turned aside has one longer arm.
            let armLengths = (corners[1].distance(to: corners[0]), corners[1].distance(to: corners[2]))
            guard corners[1].distance(to: end) < reach,
                min(armLengths.0, armLengths.1) > max(armLengths.0, armLengths.1) / 2
            else {
                return false
            }
            return runsBack(corners[1], corners[0]) && runsBack(corners[1], corners[2])
        default: return false
        }
    }

    /// Returns the cosine between the axis of an angle and the direction from an end of a shaft to
    /// a position on it.
    func alignment(from end: Point, towards other: Point) -> Double {
        guard corners.count == 3 else { return 0 }
        return Point.cosine(corners[1], corners[0].interpolated(to: corners[2], at: 0.5), end, other)
    }
}

extension Point {
    /// Returns the cosine of the angle between the vectors from `a` to `b` and from `c` to `d`; 0
    /// if one has no length.
    fileprivate static func cosine(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
        let (x, y, u, v) = (b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y)
        let lengths = ((x * x + y * y) * (u * u + v * v)).squareRoot()
        return lengths > 0 ? (x * u + y * v) / lengths : 0
    }
}
