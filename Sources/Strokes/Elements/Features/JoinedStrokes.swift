/// Several strokes joined to one path.
///
/// First, strokes that continue other strokes, such as the dashes of a dashed line, are joined. The
/// path starts with the main stroke: the shaft of an arrow or the outline of a state. Every other
/// stroke is added at the end of the main stroke that is nearer to its ink, the nearest stroke
/// first. A stroke is reversed if its last point is nearer. People draw the barbs of a head in any
/// order and direction; after joining, they look like a head drawn without lifting the pen.
///
/// The memory is reused: it keeps its size, so that later joining allocates nothing. The cost is
/// O(n + k²) for n points in k strokes if k is at most ``maximumSortedStrokes``, and O(n) for more.
@_spi(Training) public final class JoinedStrokes {
    /// The points of the joined path.
    @_spi(Training) public var points: [Point] { isChained ? chainedPoints : ink }
    /// The number of strokes with finite points.
    @_spi(Training) public private(set) var strokeCount = 0
    /// The length of the jumps between strokes, as a fraction of the whole path.
    @_spi(Training) public private(set) var penUp = 0.0
    /// The main stroke if other strokes were joined to it, and `nil` otherwise.
    package private(set) var shaft: Shaft?

    /// A main stroke that is the shaft of an arrow.
    package struct Shaft {
        /// The end that was drawn first, or the tip of the head there if the tip is farther out.
        package var first: Point
        /// The end that was drawn last, or the tip of the head there if the tip is farther out.
        package var last: Point
        /// The ends with a head.
        package var head = ArrowHead.none
        /// The part of the path that is the shaft, as fractions of the length.
        package var share = 0.0...1.0
    }

    /// The maximum number of strokes that are sorted; more strokes are joined in drawing order.
    package static let maximumSortedStrokes = 64

    /// The points of all strokes as they were drawn, and in the joined order.
    var ink: [Point] = []
    var chainedPoints: [Point] = []
    private var isChained = false
    /// The first strokes, ``maximumSortedStrokes`` of them.
    var parts: [Part] = []
    /// The strokes before the pieces of lines were joined, and their ends.
    var pieces: [Part] = []
    var pieceEnds: [PieceEnd] = []
    /// The indices in ``parts`` of the strokes before the main stroke, the nearest one first, and
    /// of those after it.
    private var strokesBefore: [Int] = []
    private var strokesAfter: [Int] = []

    /// A stroke among others.
    struct Part {
        let points: Range<Int>
        let first: Point
        let last: Point
        var isTurned = false
        var isPlaced = false
        /// A Boolean value that indicates whether the stroke is at the end of the main stroke.
        var isAtMainEnd = true
    }

    package init() {}

    /// Joins strokes, given by their points.
    @_spi(Training) public convenience init(_ strokes: [[Point]]) {
        self.init()
        for stroke in strokes { append(stroke.span) }
        join()
    }

    /// Removes all strokes, and keeps the memory.
    package func removeAll() {
        ink.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        chainedPoints.removeAll(keepingCapacity: true)
        isChained = false
        strokeCount = 0
        penUp = 0
        shaft = nil
    }

    /// The memory that is kept, in bytes.
    package var bufferedByteCount: Int { (ink.capacity + chainedPoints.capacity) * MemoryLayout<Point>.stride }

    /// Reserves memory for points, which is faster than growing while they are added.
    package func reserveCapacity(_ count: Int) { ink.reserveCapacity(count) }

    /// Adds the finite points of a stroke.
    package func append(_ stroke: Span<Point>) {
        let start = ink.count
        stroke.withUnsafeBufferPointer { stroke in
            // Copies the stroke as a whole if possible, which is the usual case.
            if stroke.allSatisfy(\.isFinite) {
                ink.append(contentsOf: stroke)
            } else {
                for point in stroke where point.isFinite { ink.append(point) }
            }
        }
        guard ink.count > start else { return }
        strokeCount += 1
        if parts.count < Self.maximumSortedStrokes {
            parts.append(Part(points: start..<ink.count, first: ink[start], last: ink[ink.count - 1]))
        }
        // The pen's way in drawing order.
        if start > 0 { penUp += ink[start - 1].distance(to: ink[start]) }
    }

    /// Joins the strokes that were added.
    package func join() {
        guard strokeCount > 1 else { return }
        if strokeCount <= Self.maximumSortedStrokes {
            let gapLength = joinPieces()
            let main = mainStroke()
            findSides(of: main)
            penUp = gapLength + findOrder(from: main)
            isChained = true
            chainedPoints.removeAll(keepingCapacity: true)
            chainedPoints.reserveCapacity(ink.count)
            for index in strokesBefore.reversed() { write(parts[index]) }
            let start = chainedPoints.count
            write(parts[main])
            let end = chainedPoints.count
            for index in strokesAfter { write(parts[index]) }
            findShaft(parts[main], start..<end)
        }
        let whole = points.span.arcLength
        penUp = whole > 0 && whole.isFinite && penUp.isFinite ? penUp / whole : 0
    }

    /// Returns the distance between a point and a stroke, of which at least 32 points are sampled.
    private func distance(from position: Point, to part: Part) -> Double {
        var least = position.squaredDistance(to: part.last)
        var before = part.first
        for index in stride(
            from: part.points.lowerBound, to: part.points.upperBound, by: max(1, part.points.count / 32))
        {
            least = min(least, Segment(start: before, end: ink[index]).squaredDistance(to: position))
            before = ink[index]
        }
        return min(least, Segment(start: before, end: part.last).squaredDistance(to: position)).squareRoot()
    }

    /// Returns the index of the main stroke.
    ///
    /// It is large, and one of its ends is at the ink of another stroke. Size alone isn't enough,
    /// as a head can be larger than its shaft; but the shaft ends at the head, and the barbs end
    /// far from the shaft.
    private func mainStroke() -> Int {
        var main = 0
        var mainExtent = -Double.infinity
        for index in parts.indices {
            // Many strokes aren't an arrow, and this would take too long.
            var apart = parts.count > 8 ? 0 : Double.infinity
            for other in parts.indices where other != index && apart > 0 {
                apart = min(apart, distance(from: parts[index].first, to: parts[other]))
                apart = min(apart, distance(from: parts[index].last, to: parts[other]))
            }
            let extent = extent(parts[index]) - 4 * apart
            if extent > mainExtent { (main, mainExtent) = (index, extent) }
        }
        return main
    }

    /// Returns the diagonal of the bounding box of a stroke.
    func extent(_ part: Part) -> Double {
        var (low, high) = (part.first, part.first)
        for index in part.points {
            low = Point(x: min(low.x, ink[index].x), y: min(low.y, ink[index].y))
            high = Point(x: max(high.x, ink[index].x), y: max(high.y, ink[index].y))
        }
        return low.distance(to: high)
    }

    /// Finds the end of the main stroke that each other stroke belongs to.
    private func findSides(of main: Int) {
        let (start, end) = (parts[main].first, parts[main].last)
        for index in parts.indices where index != main {
            parts[index].isAtMainEnd = distance(from: end, to: parts[index]) <= distance(from: start, to: parts[index])
        }
    }

    /// Finds the order of the strokes and the direction of each.
    ///
    /// - Returns: The length of all jumps between them.
    private func findOrder(from main: Int) -> Double {
        strokesBefore.removeAll(keepingCapacity: true)
        strokesAfter.removeAll(keepingCapacity: true)
        var (start, end) = (parts[main].first, parts[main].last)
        parts[main].isPlaced = true
        var jumpLength = 0.0
        for _ in parts.indices.dropFirst() {
            var nearest = Nearest()
            for index in parts.indices where !parts[index].isPlaced {
                let (first, last) = (parts[index].first, parts[index].last)
                if parts[index].isAtMainEnd {
                    nearest.offer(index, end.distance(to: first), isTurned: false)
                    nearest.offer(index, end.distance(to: last), isTurned: true)
                } else {
                    nearest.offer(index, start.distance(to: last), isTurned: false)
                    nearest.offer(index, start.distance(to: first), isTurned: true)
                }
            }
            let index = nearest.index
            parts[index].isPlaced = true
            parts[index].isTurned = nearest.isTurned
            let (first, last) = (parts[index].first, parts[index].last)
            if parts[index].isAtMainEnd {
                strokesAfter.append(index)
                end = nearest.isTurned ? first : last
            } else {
                strokesBefore.append(index)
                start = nearest.isTurned ? last : first
            }
            if nearest.distance.isFinite { jumpLength += nearest.distance }
        }
        return jumpLength
    }

    /// The nearest next stroke, and its direction; of equally near ones the first.
    private struct Nearest {
        private(set) var index = -1
        private(set) var distance = Double.infinity
        private(set) var isTurned = false

        mutating func offer(_ index: Int, _ distance: Double, isTurned: Bool) {
            // Strokes that are so far away that the distance overflows are taken in order.
            guard self.index < 0 || distance < self.distance else { return }
            self.index = index
            guard distance < self.distance else { return }
            (self.distance, self.isTurned) = (distance, isTurned)
        }
    }

    /// Finds the shaft, the main stroke with its further pieces, and its ends that have heads.
    private func findShaft(_ main: Part, _ range: Range<Int>) {
        // Tiny strokes are ignored.
        let least = 0.01 * extent(main)
        let (first, last) = (
            outerEnd(of: main, isLast: false, strokesBefore, least),
            outerEnd(of: main, isLast: true, strokesAfter, least)
        )
        var shaft = Shaft(first: first.tip ?? first.end, last: last.tip ?? last.end)
        switch (first.tip, last.tip) {
        case (nil, nil): shaft.head = .none
        case (_?, nil): shaft.head = .first
        case (nil, _?): shaft.head = .last
        case (_?, _?): shaft.head = .both
        }
        let whole = chainedPoints.span.arcLength
        if whole > 0, whole.isFinite {
            let (start, end) = (range.lowerBound - first.pointCount, range.upperBound + last.pointCount)
            let passed = chainedPoints.span.extracting(..<(start + 1)).arcLength / whole
            shaft.share = passed...max(passed, chainedPoints.span.extracting(..<end).arcLength / whole)
        }
        self.shaft = shaft
    }

    /// Follows the strokes at an end of the main stroke: pieces of the shaft as far as they go,
    /// then a head.
    ///
    /// - Parameters:
    ///   - main: The main stroke.
    ///   - isLast: Whether it is the main stroke's last end.
    ///   - indices: The indices of the strokes at that end, the nearest one first.
    ///   - least: The extent up to which a stroke is a blot.
    /// - Returns: The end of the shaft, the number of points in its further pieces, and the tip of
    ///   the head: its outermost point, or the end itself. The tip is `nil` if there is no head.
    private func outerEnd(
        of main: Part, isLast: Bool, _ indices: [Int], _ least: Double
    ) -> (end: Point, pointCount: Int, tip: Point?) {
        var (end, pointCount) = (isLast ? main.last : main.first, 0)
        var direction = direction(of: main, isLast: isLast, over: 0.1 * extent(main))
        var tip: Point?
        var farthest = 0.0
        func along(_ point: Point) -> Double {
            (point.x - end.x) * direction.x + (point.y - end.y) * direction.y
        }
        for position in indices where extent(parts[position]) > least {
            let part = parts[position]
            let isFirstNear = part.first.distance(to: end) <= part.last.distance(to: end)
            let (near, far) = isFirstNear ? (part.first, part.last) : (part.last, part.first)
            // A line that ends at the shaft's end is a barb if it runs back, otherwise a piece of
            // the shaft.
            let isLine =
                near.distance(to: far) > 0.4 * ink.span.extracting(part.points).arcLength
                && near.distance(to: end) < 0.25 * near.distance(to: far)
            if isLine, along(far) > -0.3 * far.distance(to: end) {
                // There are no pieces of the shaft beyond a head.
                guard tip == nil else { continue }
                (end, pointCount) = (far, pointCount + part.points.count)
                direction = self.direction(of: part, isLast: isFirstNear, over: 0.1 * extent(part))
                continue
            }
            if tip == nil { tip = end }
            for index in part.points {
                let out = along(ink[index])
                if out > farthest { (tip, farthest) = (ink[index], out) }
            }
        }
        return (end, pointCount, tip)
    }

    /// Returns the direction in which a stroke arrives at one of its ends, over a length of the
    /// stroke.
    func direction(of part: Part, isLast: Bool, over reach: Double) -> Point {
        let end = isLast ? part.last : part.first
        var inner = end
        for step in 0..<part.points.count {
            inner = ink[isLast ? part.points.upperBound - 1 - step : part.points.lowerBound + step]
            if inner.distance(to: end) > reach { break }
        }
        let length = inner.distance(to: end)
        guard length > 0, length.isFinite else { return .zero }
        return Point(x: (end.x - inner.x) / length, y: (end.y - inner.y) / length)
    }

    private func write(_ part: Part) {
        if part.isTurned {
            for index in part.points.reversed() { chainedPoints.append(ink[index]) }
        } else {
            chainedPoints.append(contentsOf: ink[part.points])
        }
    }
}
