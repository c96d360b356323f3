/// Strokes that continue others, such as the dashes of a dashed line.
extension JoinedStrokes {
    /// An end of a stroke, at which another stroke may continue the line.
    package struct PieceEnd {
        let position: Point
        /// The direction in which the stroke arrives.
        let direction: Point
        /// The extent of the stroke.
        let extent: Double
        /// The index of the end at which the line continues; until it is known, that of the nearest
        /// end.
        var next: Int?

        package init(position: Point, direction: Point, extent: Double, next: Int? = nil) {
            self.position = position
            self.direction = direction
            self.extent = extent
            self.next = next
        }

        /// Returns the gap to an end at which the line continues, or `nil` if it doesn't continue
        /// there. The line may turn by 26°, leave a gap of the shorter piece's length, and overlap
        /// a little.
        package func gap(to other: PieceEnd) -> Double? {
            let (x, y) = (other.position.x - position.x, other.position.y - position.y)
            let gap = (x * x + y * y).squareRoot()
            let shorter = min(extent, other.extent)
            let (straight, ahead) = (0.9, 0.9 * gap - 0.1 * shorter)
            guard gap <= shorter,
                direction.x * other.direction.x + direction.y * other.direction.y <= -straight,
                x * direction.x + y * direction.y >= ahead,
                -(x * other.direction.x + y * other.direction.y) >= ahead
            else { return nil }
            return gap
        }
    }

    /// Joins the pieces of each line to one part.
    ///
    /// - Returns: The length of the gaps between them.
    func joinPieces() -> Double {
        findNextPieces()
        guard pieceEnds.contains(where: { $0.next != nil }) else { return 0 }
        swap(&parts, &pieces)
        parts.removeAll(keepingCapacity: true)
        // Reserves memory for the strokes of the next call.
        parts.reserveCapacity(pieces.count)
        chainedPoints.removeAll(keepingCapacity: true)
        chainedPoints.reserveCapacity(ink.count)
        var gaps = 0.0
        for piece in pieces.indices where !pieces[piece].isPlaced {
            let start = chainedPoints.count
            var end: Int? = firstEnd(ofLineWith: piece)
            while let entry = end, !pieces[entry / 2].isPlaced {
                pieces[entry / 2].isPlaced = true
                if chainedPoints.count > start {
                    gaps += chainedPoints[chainedPoints.count - 1].distance(to: pieceEnds[entry].position)
                }
                let points = pieces[entry / 2].points
                if entry.isMultiple(of: 2) {
                    chainedPoints.append(contentsOf: ink[points])
                } else {
                    for index in points.reversed() { chainedPoints.append(ink[index]) }
                }
                end = pieceEnds[entry ^ 1].next
            }
            parts.append(
                Part(
                    points: start..<chainedPoints.count, first: chainedPoints[start],
                    last: chainedPoints[chainedPoints.count - 1]))
        }
        swap(&ink, &chainedPoints)
        return gaps
    }

    /// Finds pairs of ends that continue each other: each is the nearest candidate of the other.
    /// The ends of piece *i* are 2*i* and 2*i* + 1.
    private func findNextPieces() {
        pieceEnds.removeAll(keepingCapacity: true)
        for part in parts {
            let extent = extent(part)
            pieceEnds.append(
                PieceEnd(
                    position: part.first, direction: direction(of: part, isLast: false, over: 0.3 * extent),
                    extent: extent))
            pieceEnds.append(
                PieceEnd(
                    position: part.last, direction: direction(of: part, isLast: true, over: 0.3 * extent),
                    extent: extent))
        }
        for end in pieceEnds.indices {
            var least = Double.infinity
            for other in pieceEnds.indices where other / 2 != end / 2 {
                if let gap = pieceEnds[end].gap(to: pieceEnds[other]), gap < least {
                    (pieceEnds[end].next, least) = (other, gap)
                }
            }
        }
        for end in pieceEnds.indices {
            if let next = pieceEnds[end].next, pieceEnds[next].next != end { pieceEnds[end].next = nil }
        }
    }

    /// Returns the end at which the line of a piece begins; a closed line begins with that piece.
    private func firstEnd(ofLineWith piece: Int) -> Int {
        var end = 2 * piece
        while let before = pieceEnds[end].next {
            end = before ^ 1
            if end / 2 == piece { return 2 * piece }
        }
        return end
    }
}
