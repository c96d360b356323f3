internal import Strokes

/// Ink as a part of groups: its course, its size and its ends.
final class InkPiece: Sendable {
    let strokes: [Stroke]
    let shape: InkShape
    let box: BoundingBox
    /// The longest stroke, such as the shaft of an arrow.
    let longestStroke: Stroke
    /// The diagonal of the smallest box around the longest stroke.
    let longestExtent: Double
    /// The ends of the longest stroke.
    let ends: [ShaftEnd]
    /// Whether the piece is an arrow that the user confirmed, which can only get a head.
    let isFixed: Bool

    /// Creates a piece of ink; `nil` if it has no points.
    init?(_ strokes: [Stroke], isFixed: Bool = false) {
        var longest: (stroke: Stroke, extent: Double)?
        var whole: BoundingBox?
        for stroke in strokes {
            guard let box = stroke.points.span.boundingBox else { continue }
            if box.diagonal > longest?.extent ?? -1 { longest = (stroke, box.diagonal) }
            whole?.formUnion(box)
            whole = whole ?? box
        }
        guard let longest, let box = whole, let first = longest.stroke.points.first,
            let last = longest.stroke.points.last
        else { return nil }
        self.strokes = strokes
        shape = InkShape(strokes)
        self.box = box
        (longestStroke, longestExtent) = longest
        self.isFixed = isFixed
        ends = [
            ShaftEnd(first, in: longest.stroke.points, extent: longest.extent, isLast: false),
            ShaftEnd(last, in: longest.stroke.points, extent: longest.extent, isLast: true),
        ]
    }

    /// Returns the distance between a position and the course of the ink if it is less than a
    /// limit.
    func distance(to position: Point, within limit: Double) -> Double? {
        let aside = max(box.minimum.x - position.x, position.x - box.maximum.x)
        let above = max(box.minimum.y - position.y, position.y - box.maximum.y)
        guard max(aside, above) < limit else { return nil }
        let distance = shape.distance(to: position, within: limit)
        return distance < limit ? distance : nil
    }

    /// The diagonal of the box around the ink.
    var extent: Double { shape.extent }
}

/// An end of a shaft, and the direction in which the shaft would continue, as a unit vector; zero
/// if it has no direction.
struct ShaftEnd {
    let position: Point
    let outward: Point

    /// Creates the end of a stroke. A fifth of the stroke shows its direction; the small hook of a
    /// pen that lands or lifts doesn't.
    init(_ position: Point, in points: [Point], extent: Double, isLast: Bool) {
        self.position = position
        func isFar(_ point: Point) -> Bool { point.distance(to: position) > 0.2 * extent }
        let inner = (isLast ? points.last(where: isFar) : points.first(where: isFar)) ?? position
        let length = inner.distance(to: position)
        outward =
            length > 0 ? Point(x: (position.x - inner.x) / length, y: (position.y - inner.y) / length) : .zero
    }

    /// Returns the distance of a position ahead of the end, in the direction of the shaft.
    func along(_ other: Point) -> Double {
        (other.x - position.x) * outward.x + (other.y - position.y) * outward.y
    }
}

/// The pieces of ink that are read together, and the recognitions of their groups by shape, each of
/// which is computed once.
final class InkPage {
    let pieces: [InkPiece]
    let recognizer: InkRecognizer
    private var recognitions: [[Int]: Recognition] = [:]
    private var traces: [SIMD2<Int>: Bool] = [:]
    private var index = ReachIndex()
    /// The pieces near each piece, as far as they are known.
    private var neighbors: [[Int]?]

    /// The maximum number of pieces near a place; a crowd isn't searched, as nobody draws arrows
    /// in one.
    private static let maximumNeighborCount = 128
    /// The maximum number of recognitions.
    private let maximumRecognitionCount: Int

    /// - Parameter most: The maximum number of recognitions; there are at most 12 for each piece.
    init(_ pieces: [InkPiece], _ recognizer: InkRecognizer, recognizing most: Int = .max) {
        (self.pieces, self.recognizer) = (pieces, recognizer)
        neighbors = Array(repeating: nil, count: pieces.count)
        maximumRecognitionCount = min(12 * (pieces.count + 8), most)
        for (number, piece) in pieces.enumerated() {
            index.insert(number, at: piece.box.center, reach: piece.extent)
        }
    }

    /// Returns the smallest box around pieces.
    func box(of members: [Int]) -> BoundingBox {
        var box = pieces[members[0]].box
        for other in members.dropFirst() { box.formUnion(pieces[other].box) }
        return box
    }

    /// Returns the recognition of pieces as one element, by shape alone.
    func recognition(of members: [Int]) -> Recognition {
        if let known = recognitions[members] { return known }
        let strokes = members.count == 1 ? pieces[members[0]].strokes : members.flatMap { pieces[$0].strokes }
        let recognition = recognizer.recognize(strokes)
        recognitions[members] = recognition
        return recognition
    }

    /// Returns whether a piece is traced by another one; see ``InkPiece/isTraced(by:)``.
    func isTraced(_ piece: Int, by other: Int) -> Bool {
        guard pieces[piece].mayBeTraced(by: pieces[other]) else { return false }
        if let known = traces[SIMD2(piece, other)] { return known }
        let isTraced = pieces[piece].isTraced(by: pieces[other])
        traces[SIMD2(piece, other)] = isTraced
        return isTraced
    }

    /// Returns whether a piece alone is surely a circle.
    func isCircle(_ number: Int) -> Bool {
        recognition(of: [number]).probability(of: .state) > CircleCandidate.certainty
    }

    /// Returns whether pieces may be recognized as one element: there is a budget for recognitions,
    /// which only crowds exceed.
    func mayRecognize(_ members: [Int]) -> Bool {
        recognitions.count < maximumRecognitionCount || recognitions[members] != nil
    }

    /// Returns the pieces near a piece, and perhaps others, in ascending order; none if there are
    /// too many.
    func neighbors(of number: Int) -> [Int] {
        if let known = neighbors[number] { return known }
        let near = pieces(near: pieces[number].box)
        neighbors[number] = near
        return near
    }

    /// Returns the pieces near a position, and perhaps others, in ascending order; none if there
    /// are too many.
    func pieces(near position: Point, margin: Double) -> [Int] {
        pieces(near: BoundingBox(minimum: position, maximum: position), margin: margin)
    }

    /// Returns the pieces near a box, and perhaps others, in ascending order; none if there are too
    /// many.
    func pieces(near box: BoundingBox, margin: Double = 0) -> [Int] {
        index.numbers(near: box, margin: margin, upTo: Self.maximumNeighborCount)
    }
}
