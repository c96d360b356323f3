internal import CAutomata
internal import Strokes

extension UnsafeBufferPointer<automata_point> {
    /// Runs with the points as Swift has them, where they are.
    func withPoints<Result>(_ body: (UnsafeBufferPointer<Point>) -> Result) -> Result {
        // Both are two doubles, x before y.
        withMemoryRebound(to: Point.self, body)
    }
}

extension Argument {
    /// Strokes whose points stand one after another.
    static func strokes(
        _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?, _ strokeCount: Int
    ) throws(CallError) -> [Stroke] {
        let counts = try array(counts, strokeCount, "counts")
        var total = 0
        for count in counts {
            let (sum, overflow) = total.addingReportingOverflow(count)
            guard count >= 0, !overflow else {
                throw .invalidArgument("'counts' has a length that no object in memory can have")
            }
            total = sum
        }
        let points = try array(points, total, "points")
        var strokes: [Stroke] = []
        strokes.reserveCapacity(min(strokeCount, 1 << 12))
        var start = 0
        for count in counts {
            strokes.append(
                UnsafeBufferPointer(rebasing: points[start..<start + count]).withPoints { Stroke(Array($0)) })
            start += count
        }
        return strokes
    }
}
