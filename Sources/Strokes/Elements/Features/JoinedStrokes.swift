/// Several strokes made one path.
///
/// Begins with the longest stroke, which is the shaft of an arrow or the outline of a state, and adds at either end of the path the stroke
/// whose end is nearest, turned as needed. People draw a head's barbs in any order and direction; joined like this they look like a head
/// that was drawn without lifting the pen.
///
/// A place to work in that may be used again and again: what it has grown to it keeps, and then joining allocates nothing.
/// Cost: O(n + k²) for n points in k strokes, of which k is ``mostSorted`` at most, and O(n) for more.
package final class JoinedStrokes {
    /// The path.
    package var points: [Point] { isChained ? chained : ink }
    /// How many strokes have points; points that aren't finite are none.
    package private(set) var strokeCount = 0
    /// The length of the jumps, as a share of the whole path.
    package private(set) var penUp = 0.0

    /// More strokes than this are no element; they are joined as they come.
    static let mostSorted = 64

    /// The points of all strokes as they were drawn, and in the order that was found.
    private var ink: [Point] = []
    private var chained: [Point] = []
    private var isChained = false
    /// The first strokes, ``mostSorted`` of them.
    private var parts: [Part] = []
    /// The places in ``parts`` of those that stand before the longest stroke, the nearest to it first, and of it and those behind it.
    private var before: [Int] = []
    private var after: [Int] = []

    /// A stroke among others.
    private struct Part {
        let points: Range<Int>
        let first: Point
        let last: Point
        var isTurned = false
        var isPlaced = false
    }

    package init() {}

    package convenience init(_ strokes: [[Point]]) {
        self.init()
        for stroke in strokes { append(stroke.span) }
        join()
    }

    /// Forgets all strokes, and keeps the memory.
    package func removeAll() {
        ink.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        chained.removeAll(keepingCapacity: true)
        isChained = false
        strokeCount = 0
        penUp = 0
    }

    /// The memory that is kept, in bytes.
    package var keptByteCount: Int { (ink.capacity + chained.capacity) * MemoryLayout<Point>.stride }

    /// Makes room for so many points, which takes less than to grow while they are added.
    package func reserveCapacity(_ count: Int) { ink.reserveCapacity(count) }

    /// Adds a stroke, as far as its points are finite.
    package func append(_ stroke: Span<Point>) {
        let start = ink.count
        stroke.withUnsafeBufferPointer { stroke in
            // As a whole where possible, which is as a rule.
            if stroke.allSatisfy(\.isFinite) {
                ink.append(contentsOf: stroke)
            } else {
                for point in stroke where point.isFinite { ink.append(point) }
            }
        }
        guard ink.count > start else { return }
        strokeCount += 1
        if parts.count < Self.mostSorted {
            parts.append(Part(points: start..<ink.count, first: ink[start], last: ink[ink.count - 1]))
        }
        // For the order in which they were drawn.
        if start > 0 { penUp += ink[start - 1].distance(to: ink[start]) }
    }

    /// Joins the strokes that were added.
    package func join() {
        guard strokeCount > 1 else { return }
        if strokeCount <= Self.mostSorted {
            penUp = findOrder()
            isChained = true
            chained.reserveCapacity(ink.count)
            for place in before.reversed() { write(parts[place]) }
            for place in after { write(parts[place]) }
        }
        let whole = points.span.arcLength
        penUp = whole > 0 && whole.isFinite && penUp.isFinite ? penUp / whole : 0
    }

    /// Finds the order of the strokes and the direction of each.
    ///
    /// - Returns: the length of all jumps between them.
    private func findOrder() -> Double {
        before.removeAll(keepingCapacity: true)
        after.removeAll(keepingCapacity: true)
        var longest = 0
        var greatest = -Double.infinity
        for place in parts.indices {
            let length = ink.span.extracting(parts[place].points).arcLength
            if length > greatest { (longest, greatest) = (place, length) }
        }
        var (start, end) = (parts[longest].first, parts[longest].last)
        parts[longest].isPlaced = true
        after.append(longest)
        var jumps = 0.0
        for _ in parts.indices.dropFirst() {
            var nearest = Nearest()
            for place in parts.indices where !parts[place].isPlaced {
                let (first, last) = (parts[place].first, parts[place].last)
                nearest.offer(place, end.distance(to: first), isBehind: true, isTurned: false)
                nearest.offer(place, end.distance(to: last), isBehind: true, isTurned: true)
                nearest.offer(place, start.distance(to: last), isBehind: false, isTurned: false)
                nearest.offer(place, start.distance(to: first), isBehind: false, isTurned: true)
            }
            let place = nearest.place
            parts[place].isPlaced = true
            parts[place].isTurned = nearest.isTurned
            let (first, last) = (parts[place].first, parts[place].last)
            if nearest.isBehind {
                after.append(place)
                end = nearest.isTurned ? first : last
            } else {
                before.append(place)
                start = nearest.isTurned ? last : first
            }
            if nearest.distance.isFinite { jumps += nearest.distance }
        }
        return jumps
    }

    /// Which stroke comes next, and how: of equally near ones the first that is offered.
    private struct Nearest {
        private(set) var place = -1
        private(set) var distance = Double.infinity
        private(set) var isBehind = true
        private(set) var isTurned = false

        mutating func offer(_ place: Int, _ distance: Double, isBehind: Bool, isTurned: Bool) {
            // Strokes so far off that the distance overflows are taken as they come.
            guard self.place < 0 || distance < self.distance else { return }
            self.place = place
            guard distance < self.distance else { return }
            (self.distance, self.isBehind, self.isTurned) = (distance, isBehind, isTurned)
        }
    }

    private func write(_ part: Part) {
        if part.isTurned {
            for index in part.points.reversed() { chained.append(ink[index]) }
        } else {
            chained.append(contentsOf: ink[part.points])
        }
    }
}
