/// A range of components in a UNIPEN segment, such as `3`, `0-2`, or `0:10-2:5` from point 10 of
/// component 0 to point 5 of component 2.
struct UnipenPiece {
    let first, last: Int
    private let firstPoint, lastPoint: Int?

    /// Reads pieces that are separated by commas; returns `nil` for any other text.
    static func pieces(_ text: Substring) -> [UnipenPiece]? {
        var pieces: [UnipenPiece] = []
        for part in text.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end($0) }
            guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1],
                first.component <= last.component
            else { return nil }
            // A component alone, even with a point, is whole.
            let isRange = ends.count == 2
            pieces.append(
                UnipenPiece(
                    first: first.component, last: last.component, firstPoint: isRange ? first.point : nil,
                    lastPoint: isRange ? last.point : nil))
        }
        return pieces.isEmpty ? nil : pieces
    }

    private static func end(_ text: Substring) -> (component: Int, point: Int?)? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { number in
            Int(number).flatMap { 0..<1 << 32 ~= $0 ? $0 : nil }
        }
        guard 1...2 ~= numbers.count, let component = numbers[0] else { return nil }
        if numbers.count == 1 { return (component, nil) }
        return numbers[1].map { (component, $0) }
    }

    /// Returns the points of a component that belong to the piece.
    func part(of parts: StrokeParts, at component: Int) -> StrokeParts {
        let start = component == first ? firstPoint ?? 0 : 0
        let end = component == last ? lastPoint.map { $0 + 1 } ?? .max : .max
        guard start > 0 || end < parts.points.count else { return parts }
        let range = min(start, parts.points.count)..<max(min(start, parts.points.count), min(end, parts.points.count))
        return StrokeParts(points: Array(parts.points[range]), times: Array(parts.times[range]))
    }
}
