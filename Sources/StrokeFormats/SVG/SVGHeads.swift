internal import Strokes

/// A line of an SVG file, which may get heads.
struct SVGLine {
    var parts: [SVGPath.Part]
    var heads: (start: Bool, end: Bool)
    let offset: Int
}

/// A small filled figure, which may be the head of a line.
struct SVGFigure {
    var corners: [Point]
    let isStroked: Bool
    let offset: Int

    /// Whether the figure is a rectangle along the axes, such as a background.
    var isRectangle: Bool {
        corners.count == 5 && zip(corners, corners.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
    }

    /// The greatest distance between corners.
    var extent: Double {
        corners.reduce(0) { extent, corner in corners.reduce(extent) { max($0, $1.distance(to: corner)) } }
    }
}

/// An item that an SVG file shows; items keep the order of the file.
enum SVGItem {
    case line(SVGLine)
    case figure(SVGFigure)
    case circle(Ellipse, offset: Int)

    /// The number of items before and after a head among which its line is.
    private static let reach = 8

    /// Joins figures to the lines at whose ends they are, as most programs draw heads: the line
    /// then has the head, and ends at its tip.
    static func joiningHeads(_ items: [SVGItem]) -> [SVGItem] {
        var result = items
        var isHead = [Bool](repeating: false, count: items.count)
        for (index, item) in items.enumerated() {
            guard case .figure(let figure) = item else { continue }
            var best: (index: Int, isEnd: Bool, cost: Double)?
            for other in max(0, index - reach)...min(items.count - 1, index + reach) {
                guard case .line(let line) = result[other], line.parts.count == 1, !line.parts[0].isClosed else {
                    continue
                }
                for isEnd in [false, true] {
                    guard let cost = line.cost(of: figure, atEnd: isEnd), cost < best?.cost ?? .infinity else {
                        continue
                    }
                    // A head is smaller than its line.
                    let points = line.parts[0].points
                    if figure.extent < points.span.arcLength { best = (other, isEnd, cost) }
                }
            }
            guard let best, case .line(var line) = result[best.index] else { continue }
            isHead[index] = true
            line.add(figure, atEnd: best.isEnd)
            result[best.index] = .line(line)
        }
        return zip(result, isHead).compactMap { $1 ? nil : $0 }
    }
}

extension SVGLine {
    /// Returns an end, and a point of the line from which it is seen as far away as a head is long.
    private func end(_ isEnd: Bool, extent: Double) -> (end: Point, inner: Point)? {
        let course = isEnd ? parts[0].points.reversed() : parts[0].points
        guard let end = course.first else { return nil }
        return (end, course.first { $0.distance(to: end) >= extent } ?? course[course.count - 1])
    }

    /// Returns how little a figure is the head of an end: the gap between them, and the distance of
    /// its middle from the line, which divides a head in halves; `nil` if it is too far away. Where
    /// one arrow begins at the tip of another, only the latter has the direction of the head.
    fileprivate func cost(of figure: SVGFigure, atEnd isEnd: Bool) -> Double? {
        guard let (end, inner) = end(isEnd, extent: figure.extent) else { return nil }
        let sides = zip(figure.corners, figure.corners.dropFirst())
        let gap = sides.reduce(Double.infinity) { min($0, end.distance(toSegmentFrom: $1.0, to: $1.1)) }
        guard gap < 0.6 * figure.extent else { return nil }
        let length = inner.distance(to: end), count = Double(figure.corners.count - 1)
        guard length > 0 else { return gap }
        let offset = figure.corners.dropFirst().reduce(0) { sum, corner in
            sum + (corner.x - end.x) * (end.y - inner.y) - (corner.y - end.y) * (end.x - inner.x)
        }
        return gap + abs(offset) / (length * count)
    }

    /// Makes a figure the head of an end, which moves to the corner that is farthest ahead.
    fileprivate mutating func add(_ figure: SVGFigure, atEnd isEnd: Bool) {
        guard let (end, inner) = end(isEnd, extent: figure.extent) else { return }
        func advance(_ corner: Point) -> Double {
            (corner.x - inner.x) * (end.x - inner.x) + (corner.y - inner.y) * (end.y - inner.y)
        }
        if isEnd { heads.end = true } else { heads.start = true }
        guard let tip = figure.corners.max(by: { advance($0) < advance($1) }), tip != end else { return }
        if isEnd { parts[0].points.append(tip) } else { parts[0].points.insert(tip, at: 0) }
    }
}
