internal import Strokes

/// Ink as a part of groups: its course, its size and its ends.
struct InkPiece {
    let strokes: [Stroke]
    let shape: InkShape
    let box: BoundingBox
    /// The ends of the longest stroke.
    let ends: [ShaftEnd]
    /// Whether it is an arrow that the user confirmed, which can only get a head.
    let isFixed: Bool

    /// Creates a piece of ink; `nil` if it has no points.
    init?(_ ink: Ink, isFixed: Bool = false) {
        guard let longest = ink.longest, let first = longest.points.first, let last = longest.points.last,
            let box = ink.box
        else { return nil }
        strokes = ink.strokes
        shape = InkShape(ink.strokes)
        self.box = box
        self.isFixed = isFixed
        ends = [
            ShaftEnd(first, in: longest.points, extent: ink.extent, isLast: false),
            ShaftEnd(last, in: longest.points, extent: ink.extent, isLast: true),
        ]
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
    let recognizer: ElementRecognizer
    private var recognitions: [[Int]: Recognition] = [:]
    private var scratch = ElementRecognizer.Scratch()
    private var index = ReachIndex()

    init(_ pieces: [InkPiece], _ recognizer: ElementRecognizer) {
        (self.pieces, self.recognizer) = (pieces, recognizer)
        for (number, piece) in pieces.enumerated() {
            index.insert(number, at: piece.box.center, reach: piece.extent)
        }
    }

    /// Returns the recognition of pieces as one element, by shape alone.
    func recognition(of members: [Int]) -> Recognition {
        if let known = recognitions[members] { return known }
        let strokes = members.count == 1 ? pieces[members[0]].strokes : members.flatMap { pieces[$0].strokes }
        let recognition = recognizer.recognize(strokes, scratch: &scratch)
        recognitions[members] = recognition
        return recognition
    }

    /// Returns the pieces near a position, and perhaps others, in ascending order.
    func pieces(near position: Point, margin: Double) -> [Int] {
        index.numbers(near: BoundingBox(minimum: position, maximum: position), margin: margin)
    }

    /// Returns the pieces near a box, and perhaps others, in ascending order.
    func pieces(near box: BoundingBox, margin: Double = 0) -> [Int] { index.numbers(near: box, margin: margin) }
}
