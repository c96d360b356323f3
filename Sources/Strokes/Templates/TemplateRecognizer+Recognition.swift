/// A name that a gesture may have, and how well it fits.
public struct TemplateMatch: Sendable, Hashable {
    /// The name of the examples that it fits.
    public let name: String
    /// The number of the nearest example of that name.
    public let templateID: TemplateRecognizer.Template.ID
    /// The distance of the gesture from that example: 0 for the same shape, 0.05 for a careful
    /// repetition by the same person, 0.1 for somebody else's, 0.3 and more for another gesture.
    public let distance: Double

    /// The certainty, 0…1, falling with ``distance``: 1 / (1 + (distance / 0.17)²).
    ///
    /// 1 is the same shape. At 0.5, of gestures of people whose examples weren't there, 7 in 100
    /// that have the name are lost and 7 in 100 that have none of the names are taken for one of
    /// them: below it a gesture is rather none of the names.
    public var score: Double {
        let ratio = distance / Self.distanceOfHalf
        return 1 / (1 + ratio * ratio)
    }

    /// The distance at which as many strangers are taken for a gesture as gestures for strangers.
    private static let distanceOfHalf = 0.17
}

extension TemplateRecognizer {
    /// The names that a gesture may have, the best first.
    ///
    /// Each name has the distance of its nearest example; of equal ones the name that was added
    /// first comes first. Points that aren't finite are left out.
    ///
    /// - Parameters:
    ///   - points: the points in drawing order.
    ///   - limit: at most so many names. The fewer, the faster.
    /// - Returns: nothing where there is no example or no two points differ.
    /// - Complexity: O(*n* + *tm*) for *n* points and *t* examples of *m* names, O(*n* + *t*) as a
    ///   rule.
    public func matches(for points: Span<Point>, limit: Int = .max) -> [TemplateMatch] {
        var search = TemplateSearch(self, limit: limit)
        search.compare(points, alsoReversed: options.ignoresDirection || options.ignoresStrokeOrder)
        return search.matches
    }

    /// The names that a gesture may have, the best first; see
    /// ``matches(for:limit:)-(Span<Point>,_)``.
    public func matches(for points: [Point], limit: Int = .max) -> [TemplateMatch] {
        matches(for: points.span, limit: limit)
    }

    /// The names that a gesture of one or several strokes may have, the best first; see
    /// ``matches(for:limit:)-(Span<Point>,_)``.
    ///
    /// The strokes are taken for one way that goes straight on from where the pen was lifted to
    /// where it was put down again.
    public func matches(for strokes: [Stroke], limit: Int = .max) -> [TemplateMatch] {
        let strokes = strokes.filter { !$0.points.isEmpty }
        guard options.ignoresStrokeOrder, 2...Self.maximumReorderedStrokeCount ~= strokes.count else {
            let way = strokes.count == 1 ? strokes[0].points : strokes.flatMap(\.points)
            return matches(for: way.span, limit: limit)
        }
        var search = TemplateSearch(self, limit: limit)
        StrokeOrders.forEach(of: strokes) { search.compare($0.span, alsoReversed: false) }
        return search.matches
    }

    /// The name that fits best; see ``matches(for:limit:)-(Span<Point>,_)``.
    public func bestMatch(for points: Span<Point>) -> TemplateMatch? { matches(for: points, limit: 1).first }

    /// The name that fits best; see ``matches(for:limit:)-(Span<Point>,_)``.
    public func bestMatch(for points: [Point]) -> TemplateMatch? { matches(for: points.span, limit: 1).first }

    /// The name that fits best; see ``matches(for:limit:)-([Stroke],_)``.
    public func bestMatch(for strokes: [Stroke]) -> TemplateMatch? { matches(for: strokes, limit: 1).first }
}

/// All orders and directions of some strokes.
private enum StrokeOrders {
    /// Calls a function with the joined points of the strokes in each order and each direction of
    /// each, the drawn one first.
    static func forEach(of strokes: [Stroke], _ body: ([Point]) -> Void) {
        var orders: [[Int]] = [[]]
        for stroke in strokes.indices {
            orders = orders.flatMap { order in
                (0...order.count).reversed().map { place in
                    var longer = order
                    longer.insert(stroke, at: place)
                    return longer
                }
            }
        }
        var points: [Point] = []
        for order in orders {
            for reversed in 0..<1 << strokes.count {
                points.removeAll(keepingCapacity: true)
                for stroke in order {
                    if reversed >> stroke & 1 == 0 {
                        points.append(contentsOf: strokes[stroke].points)
                    } else {
                        points.append(contentsOf: strokes[stroke].points.reversed())
                    }
                }
                body(points)
            }
        }
    }
}
