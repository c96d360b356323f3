internal import CAutomata
internal import Strokes

extension UnsafeBufferPointer<automata_point> {
    /// The same memory as Swift's points: both are two doubles, x before y.
    var forSwift: UnsafeBufferPointer<Point> {
        UnsafeBufferPointer<Point>(
            start: UnsafeRawPointer(baseAddress)?.assumingMemoryBound(to: Point.self), count: count)
    }
}

extension UnsafeBufferPointer<automata_stroke_circle> {
    /// The same memory as Swift's circles: both are a center and then a radius.
    var forSwift: UnsafeBufferPointer<StateGeometry> {
        UnsafeBufferPointer<StateGeometry>(
            start: UnsafeRawPointer(baseAddress)?.assumingMemoryBound(to: StateGeometry.self), count: count)
    }
}

/// Strokes from C: the points of all strokes, and the number of each stroke's points.
struct StrokeArguments {
    private let points: UnsafeBufferPointer<Point>
    private let counts: UnsafeBufferPointer<Int>

    /// The size up to which memory is allocated without a check whether the computer has enough.
    private static let uncheckedByteLimit = 1 << 20

    init(
        _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?, _ strokeCount: Int,
        countName: StaticString = "counts"
    ) throws(CallError) {
        self.counts = try Argument.array(counts, strokeCount, countName)
        let total = try Argument.sum(self.counts, countName)
        self.points = try Argument.array(points, total, "points").forSwift
        // Points are copied, and then joined to one path.
        let (pointBytes, pointOverflow) = total.multipliedReportingOverflow(by: 2 * MemoryLayout<Point>.stride)
        let (strokeBytes, strokeOverflow) = strokeCount.multipliedReportingOverflow(by: MemoryLayout<Stroke>.stride)
        let (bytes, overflow) = pointBytes.addingReportingOverflow(strokeBytes)
        let wanted = pointOverflow || strokeOverflow || overflow ? Int.max : bytes
        guard wanted <= Self.uncheckedByteLimit || AvailableMemory.clampedToFreeMemory(wanted) >= wanted else {
            throw .memory(wanted)
        }
    }

    /// The number of points of all strokes together.
    var pointCount: Int { points.count }

    /// The points of the only stroke, without a copy; `nil` for none or several strokes.
    var single: UnsafeBufferPointer<Point>? { counts.count == 1 ? points : nil }

    /// Calls a function with the points of each stroke, without copies.
    func forEach(_ body: (Span<Point>) -> Void) {
        var start = 0
        for count in counts {
            body(points.extracting(start..<start + count).span)
            start += count
        }
    }

    /// The bytes of the copies, by estimate.
    var copiedByteCount: Int { points.count * MemoryLayout<Point>.stride + counts.count * 64 }

    /// Copies of the strokes.
    var copies: [Stroke] {
        var strokes: [Stroke] = []
        strokes.reserveCapacity(counts.count)
        forEach { points in strokes.append(Stroke(points.withUnsafeBufferPointer { Array($0) })) }
        return strokes
    }
}
