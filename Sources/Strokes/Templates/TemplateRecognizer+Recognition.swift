/// A possible name of a gesture, with the distance from the nearest example.
public struct TemplateMatch: Sendable, Hashable {
    /// The name of the examples that match.
    public let name: String
    /// The identifier of the nearest example of that name.
    public let templateID: TemplateRecognizer.Template.ID
    /// The distance between the gesture and the example: 0 for the same shape, about 0.05 for a
    /// careful repetition by the same person, 0.1 by another person, and at least 0.3 for another
    /// gesture.
    public let distance: Double

    /// The certainty, 0…1, which falls as ``distance`` grows: 1 / (1 + (distance / 0.17)²).
    ///
    /// 1 means the same shape. For people who gave no examples, a threshold of 0.5 misses 7 in 100
    /// known gestures, and mistakes 7 in 100 unknown gestures for known ones. Below 0.5, the
    /// gesture probably has none of the names.
    public var score: Double {
        let ratio = distance / Self.distanceOfHalf
        return 1 / (1 + ratio * ratio)
    }

    /// The distance with equal rates of false matches and missed gestures.
    private static let distanceOfHalf = 0.17
}

extension TemplateRecognizer {
    /// Returns the possible names of a gesture, the best first.
    ///
    /// Each name has the distance of its nearest example. Of names with equal distances, the one
    /// that was added first comes first. Points that aren't finite are left out.
    ///
    /// - Parameters:
    ///   - points: The points in drawing order.
    ///   - limit: The maximum number of names to return; a small limit is faster.
    /// - Returns: The matches; none if there are no examples or all points are equal.
    /// - Complexity: O(*n* + *t* log *m*) for *n* points and *t* examples of *m* names.
    public func matches(for points: Span<Point>, limit: Int = .max) -> [TemplateMatch] {
        var search = TemplateSearch(self, limit: limit)
        search.compare(points, alsoReversed: options.ignoresDirection || options.ignoresStrokeOrder)
        return search.matches
    }

    /// Returns the possible names of a gesture, the best first; see
    /// ``matches(for:limit:)-(Span<Point>,_)``.
    public func matches(for points: [Point], limit: Int = .max) -> [TemplateMatch] {
        matches(for: points.span, limit: limit)
    }

    /// Returns the possible names of a gesture of one or several strokes, the best first; see
    /// ``matches(for:limit:)-(Span<Point>,_)``.
    ///
    /// The strokes are joined to one path by straight lines between them.
    public func matches(for strokes: [Stroke], limit: Int = .max) -> [TemplateMatch] {
        let strokes = strokes.filter { !$0.points.isEmpty }
        guard options.ignoresStrokeOrder, 2...Self.maximumReorderedStrokeCount ~= strokes.count else {
            let path = strokes.count == 1 ? strokes[0].points : strokes.flatMap(\.points)
            return matches(for: path.span, limit: limit)
        }
        var search = TemplateSearch(self, limit: limit)
        StrokeOrders.forEach(of: strokes) { search.compare($0.span, alsoReversed: false) }
        return search.matches
    }

    /// Returns the name with the nearest example; see ``matches(for:limit:)-(Span<Point>,_)``.
    public func bestMatch(for points: Span<Point>) -> TemplateMatch? { matches(for: points, limit: 1).first }

    /// Returns the name with the nearest example; see ``matches(for:limit:)-(Span<Point>,_)``.
    public func bestMatch(for points: [Point]) -> TemplateMatch? { matches(for: points.span, limit: 1).first }

    /// Returns the name with the nearest example; see ``matches(for:limit:)-([Stroke],_)``.
    public func bestMatch(for strokes: [Stroke]) -> TemplateMatch? { matches(for: strokes, limit: 1).first }
}

/// The orders and directions of strokes.
private enum StrokeOrders {
    /// Calls a function with the joined points of the strokes in each order and with each direction
    /// of every stroke, as drawn first.
    static func forEach(of strokes: [Stroke], _ body: ([Point]) -> Void) {
        var orders: [[Int]] = [[]]
        for stroke in strokes.indices {
            orders = orders.flatMap { order in
                (0...order.count).reversed().map { index in
                    var longer = order
                    longer.insert(stroke, at: index)
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
