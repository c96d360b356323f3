internal import Strokes

/// A zigzag over other ink, which erases it.
struct Scribble {
    private let shape: InkShape
    private let length: Double

    /// Creates a scribble; `nil` if the ink is a circle, or isn't longer than a straight stroke of
    /// its size.
    init?(_ piece: InkPiece, _ recognizer: InkRecognizer) {
        shape = piece.shape
        let points = piece.shape.points
        length = points.span.arcLength
        guard piece.strokes.count == 1, length > 1.5 * piece.extent,
            recognizer.recognize(piece.strokes).probability(of: .state) < 0.5
        else { return nil }
    }

    /// Returns whether the scribble erases other ink: it is longer, crosses it several times and
    /// leaves no large part of it free. Ink that only traces other ink again has the same length.
    func erases(_ other: InkPiece) -> Bool {
        // Small ink, such as a head, is crossed by chance.
        let points = other.shape.points
        guard length > 1.5 * points.span.arcLength, other.extent > 0.4 * shape.extent else { return false }
        let some = other.shape.samples(32)
        let reach = 0.06 * shape.extent
        let coveredCount = some.count { shape.distance(to: $0, within: reach) < reach }
        guard coveredCount * 5 > some.count * 3 else { return false }
        return shape.crossingCount(with: other.shape) >= 3
    }
}

extension InkShape {
    /// Returns the number of crossings with other ink.
    fileprivate func crossingCount(with other: InkShape) -> Int {
        func side(_ point: Point, _ from: Point, _ to: Point) -> Bool {
            (to.x - from.x) * (point.y - from.y) > (to.y - from.y) * (point.x - from.x)
        }
        var count = 0
        let (own, its) = (samples(256), other.samples(256))
        for (a, b) in zip(own, own.dropFirst()) {
            for (c, d) in zip(its, its.dropFirst())
            where side(a, c, d) != side(b, c, d) && side(c, a, b) != side(d, a, b) { count += 1 }
        }
        return count
    }
}

extension SketchContents {
    /// If ink is a scribble, erases the elements and loose inks that it covers. Returns their
    /// number; if it is 0, the scribble stays ink.
    mutating func scribbleOut(with id: Ink.ID, _ recognizer: InkRecognizer) -> Int {
        // Filled heads are smaller.
        guard let own = currentInk(id), let piece = own.piece, piece.extent > usualRadius,
            let scribble = Scribble(piece, recognizer)
        else { return 0 }
        var covered: [Element] = []
        for other in ink where other.id < id && other.reading != .head && other.reading != .ring {
            guard let box = other.box, box.isNear(piece.box, margin: 0), let piece = other.piece,
                scribble.erases(piece)
            else { continue }
            let element = other.element ?? .ink(other.id)
            if !covered.contains(element) { covered.append(element) }
        }
        guard !covered.isEmpty else { return 0 }
        for element in covered { _ = delete(element) }
        _ = delete(.ink(id))
        return covered.count
    }

    /// The maximum number of inks near a scribble, and of those that are read for all scribbles of
    /// a drawing; then scribbles stay ink.
    private static let (maximumNearCount, maximumReadCount) = (128, 20_000)

    /// Erases scribbled-out ink in a finished drawing before the drawing is read. Only the ink near
    /// scribbles is read for this.
    mutating func eraseScribbles(_ recognizer: InkRecognizer, _ mayContinue: () -> Bool) {
        let free = ink.filter { $0.element == nil }
        var index = ReachIndex()
        for (number, own) in free.enumerated() {
            if let piece = own.piece { index.insert(number, at: piece.box.center, reach: piece.extent) }
        }
        var erased: Set<Ink.ID> = []
        var readCount = 0
        for own in free where !erased.contains(own.id) && mayContinue() {
            guard let piece = own.piece, let scribble = Scribble(piece, recognizer) else { continue }
            let near = index.numbers(near: piece.box, margin: piece.extent, upTo: Self.maximumNearCount)
            var part = SketchContents()
            part.ink = near.map { free[$0] }.filter { other in
                other.id < own.id && !erased.contains(other.id)
                    && other.box.map { $0.isNear(piece.box, margin: piece.extent) } ?? false
            }
            guard part.ink.contains(where: { $0.piece.map(scribble.erases) ?? false }) else { continue }
            readCount += part.ink.count
            guard readCount <= Self.maximumReadCount else { break }
            let former = Set(part.ink.map(\.id) + [own.id])
            part.readFinished(recognizer, mayContinue)
            part.ink.append(own)
            guard part.scribbleOut(with: own.id, recognizer) > 0 else { continue }
            erased.formUnion(former.subtracting(part.ink.map(\.id)))
        }
        if !erased.isEmpty { ink.removeAll { erased.contains($0.id) } }
    }
}
