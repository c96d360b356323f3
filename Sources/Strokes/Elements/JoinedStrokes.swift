/// Several strokes made one path.
///
/// Begins with the longest stroke, which is the shaft of an arrow or the outline of a state, and adds at either end of the path the stroke
/// whose end is nearest, turned as needed. People draw a head's barbs in any order and direction; joined like this they look like a head
/// that was drawn without lifting the pen.
package struct JoinedStrokes {
    package var points: [Point] = []
    package var strokeCount = 0
    /// The length of the jumps, as a share of the whole path.
    package var penUp = 0.0

    /// More strokes than this are no element; they are joined as they come.
    static let mostSorted = 64

    package init(_ strokes: [[Point]]) {
        var parts = strokes.compactMap { points in
            let finite = points.allSatisfy(\.isFinite) ? points : points.filter(\.isFinite)
            return finite.isEmpty ? nil : finite
        }
        strokeCount = parts.count
        guard parts.count > 1 else {
            points = parts.first ?? []
            return
        }
        let lengths = parts.map { $0.span.arcLength }
        var jumps = 0.0
        if parts.count <= Self.mostSorted {
            var longest = 0
            for index in lengths.indices where lengths[index] > lengths[longest] { longest = index }
            points = parts.remove(at: longest)
            while !parts.isEmpty {
                var best = (distance: Double.infinity, part: 0, atEnd: true, turned: false)
                for (index, part) in parts.enumerated() {
                    guard let first = part.first, let last = part.last, let start = points.first, let end = points.last
                    else { continue }
                    for (distance, atEnd, turned) in [
                        (end.distance(to: first), true, false), (end.distance(to: last), true, true),
                        (start.distance(to: last), false, false), (start.distance(to: first), false, true),
                    ] where distance < best.distance {
                        best = (distance, index, atEnd, turned)
                    }
                }
                var part = parts.remove(at: best.part)
                if best.turned { part.reverse() }
                if best.atEnd { points += part } else { points = part + points }
                if best.distance.isFinite { jumps += best.distance }
            }
        } else {
            for part in parts {
                if let end = points.last, let first = part.first { jumps += end.distance(to: first) }
                points += part
            }
        }
        let whole = points.span.arcLength
        penUp = whole > 0 && whole.isFinite && jumps.isFinite ? jumps / whole : 0
    }
}
