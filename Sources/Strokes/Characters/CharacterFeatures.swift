/// The features of a handwritten character: its path in pieces of equal length, a small picture of
/// its directions, and the ends of its strokes.
///
/// The features don't depend on position and size. They do depend on the aspect ratio, slant and
/// drawing order, which distinguish characters.
///
/// - Reference: Z.-L. Bai, Q. Huo, A study on the use of 8-directional features for online
///   handwritten Chinese character recognition, ICDAR 2005, doi:10.1109/ICDAR.2005.11; here, a
///   direction and its reverse are one, so that four planes remain.
@_spi(Training) public struct CharacterFeatures {
    /// The number of features, a multiple of eight.
    @_spi(Training) public static let count = 4 * pathCount + 4 * side * side + 24

    /// Number of pieces of the path; a path feature has two.
    private static let pieceCount = 48
    private static let pathCount = pieceCount / 2
    /// Number of cells on each side of the picture.
    private static let side = 6

    /// A part of the ink, in coordinates from -1 to 1.
    private struct Piece {
        /// The integral of the position over the length.
        var position = SIMD2<Float>.zero
        /// The movement of the pen on the paper.
        var movement = SIMD2<Float>.zero
    }

    /// Writes the features of strokes that make one character.
    ///
    /// - Returns: Whether the strokes have a shape; if not, `features` stays unchanged.
    /// - Complexity: O(*n*) for *n* points, no allocation.
    @_spi(Training) public static func write(
        _ strokes: some Collection<Stroke>, to features: UnsafeMutablePointer<Float>
    ) -> Bool {
        guard let frame = CharacterFrame(strokes) else { return false }
        return withUnsafeTemporaryAllocation(of: Piece.self, capacity: pieceCount) { pieces in
            pieces.initialize(repeating: Piece())
            for index in 0..<count { features[index] = 0 }
            collect(strokes, frame, into: pieces)
            writePath(pieces, frame, to: features)
            draw(pieces, frame, on: features + 4 * pathCount)
            let turns = turns(of: pieces)
            writeShape(strokes, frame, turns, to: features + 4 * pathCount + 4 * side * side)
            return true
        }
    }

    /// Divides the ink into pieces of equal length.
    private static func collect(
        _ strokes: some Collection<Stroke>, _ frame: CharacterFrame, into pieces: UnsafeMutableBufferPointer<Piece>
    ) {
        let length = frame.length / Float(pieceCount)
        var (index, rest) = (0, length)
        for stroke in strokes {
            let points = stroke.points.span
            guard points.count > 1 else { continue }
            var start = frame.place(points[0])
            for next in 1..<points.count {
                let end = frame.place(points[next])
                let step = end - start
                let whole = (step * step).sum().squareRoot()
                guard whole > 0 else { continue }
                var passed: Float = 0
                while passed < whole {
                    // The last piece takes what rounding leaves.
                    let part = index < pieceCount - 1 ? min(rest, whole - passed) : whole - passed
                    let middle = start + step * ((passed + part / 2) / whole)
                    pieces[index].position += middle * part
                    pieces[index].movement += step * (part / whole)
                    passed += part
                    rest -= part
                    if rest <= length * 1e-5, index < pieceCount - 1 { (index, rest) = (index + 1, length) }
                    if part <= 0 { break }
                }
                start = end
            }
        }
    }

    /// Writes the middle and the movement of each two pieces.
    private static func writePath(
        _ pieces: UnsafeMutableBufferPointer<Piece>, _ frame: CharacterFrame, to features: UnsafeMutablePointer<Float>
    ) {
        let perLength = Float(pathCount) / frame.length
        for index in 0..<pathCount {
            let (first, second) = (pieces[2 * index], pieces[2 * index + 1])
            let middle = (first.position + second.position) * perLength
            let movement = (first.movement + second.movement) * perLength
            (features[4 * index], features[4 * index + 1]) = (middle.x, middle.y)
            (features[4 * index + 2], features[4 * index + 3]) = (movement.x, movement.y)
        }
    }

    /// Draws the pieces on four planes, one for each of the directions –, \, | and /.
    private static func draw(
        _ pieces: UnsafeMutableBufferPointer<Piece>, _ frame: CharacterFrame, on planes: UnsafeMutablePointer<Float>
    ) {
        let perLength = Float(pieceCount) / frame.length
        let scale = 8 / frame.length
        for piece in pieces {
            let square = (piece.movement * piece.movement).sum()
            guard square > 0 else { continue }
            let length = square.squareRoot()
            // The doubled angle is the same for a direction and its reverse.
            let (x, y) = (piece.movement.x, piece.movement.y)
            let along = (x * x - y * y) / length * scale
            let across = 2 * x * y / length * scale
            var cell = (piece.position * perLength * frame.stretch + 1) * (Float(side - 1) / 2)
            cell.clamp(lowerBound: .zero, upperBound: SIMD2(repeating: Float(side - 1)))
            let (column, row) = (min(Int(cell.x), side - 2), min(Int(cell.y), side - 2))
            let (right, below) = (cell.x - Float(column), cell.y - Float(row))
            let corner = planes + row * side + column
            func add(_ plane: Int, _ weight: Float) {
                guard weight > 0 else { return }
                let cells = corner + plane * side * side
                cells[0] += weight * (1 - right) * (1 - below)
                cells[1] += weight * right * (1 - below)
                cells[side] += weight * (1 - right) * below
                cells[side + 1] += weight * right * below
            }
            add(0, along)
            add(1, across)
            add(2, -along)
            add(3, -across)
        }
    }

    /// Returns the sum of the turning between pieces and the sum of its size, in full turns.
    private static func turns(of pieces: UnsafeMutableBufferPointer<Piece>) -> (signed: Float, absolute: Float) {
        var (signed, absolute) = (0.0, 0.0)
        for index in 1..<pieceCount {
            let (a, b) = (pieces[index - 1].movement, pieces[index].movement)
            let angle = ElementaryFunctions.angle(x: Double((a * b).sum()), y: Double(a.x * b.y - a.y * b.x))
            signed += angle
            absolute += abs(angle)
        }
        return (Float(signed / (2 * .pi)), Float(absolute / (2 * .pi)))
    }

    /// Writes the number, ends and extents of strokes.
    private static func writeShape(
        _ strokes: some Collection<Stroke>, _ frame: CharacterFrame, _ turns: (signed: Float, absolute: Float),
        to features: UnsafeMutablePointer<Float>
    ) {
        var number = 0
        var penUp: Float = 0
        var last: SIMD2<Float>?
        for stroke in strokes {
            guard let first = stroke.points.first, let latest = stroke.points.last else { continue }
            let (start, end) = (frame.place(first), frame.place(latest))
            if let last { penUp += ((start - last) * (start - last)).sum().squareRoot() }
            last = end
            if number < 2 {
                let own = features + 4 * number
                (own[0], own[1], own[2], own[3]) = (start.x, start.y, end.x, end.y)
            }
            if number == 1, let box = stroke.points.span.boundingBox {
                let (low, high) = (frame.place(box.minimum), frame.place(box.maximum))
                (features[8], features[9]) = ((low.x + high.x) / 2, (low.y + high.y) / 2)
                (features[10], features[11]) = (high.x - low.x, high.y - low.y)
            }
            if number == 0 {
                let gap = ((end - start) * (end - start)).sum().squareRoot()
                features[12] = gap / max(Float(stroke.points.span.arcLength * frame.scale), 1e-6)
            }
            number += 1
        }
        for index in 1..<4 { features[12 + index] = number > index ? 1 : 0 }
        (features[16], features[17]) = (frame.extent.x - 1, frame.extent.y - 1)
        features[18] = min(frame.length / 4, 5) - 1
        features[19] = max(-3, min(3, turns.signed))
        features[20] = min(turns.absolute, 4) / 2
        features[21] = min(penUp, 6) / 2
    }
}

/// The place of a character on the page: its box becomes a square from -1 to 1.
struct CharacterFrame {
    private let center: Point
    /// The factor of lengths.
    let scale: Double
    /// Width and height of the box in the square, 0...2.
    let extent: SIMD2<Float>
    /// The length of the ink.
    let length: Float

    /// The factors that make the box more like a square, for the picture.
    ///
    /// The aspect ratio of the picture is the square root of the box's, up to a limit at which
    /// tremor would become wide.
    let stretch: SIMD2<Float>

    /// Creates the frame of strokes; `nil` if they have no shape: no length, or a size out of the
    /// range of numbers.
    init?(_ strokes: some Collection<Stroke>) {
        var box: BoundingBox?
        for stroke in strokes {
            guard let own = stroke.points.span.boundingBox else { continue }
            box?.formUnion(own)
            box = box ?? own
        }
        guard let box, box.side > 1e-280, box.side < 1e280 else { return nil }
        center = box.center
        let scale = 2 / box.side
        self.scale = scale
        extent = SIMD2(Float(box.width * scale), Float(box.height * scale))
        let length = strokes.reduce(0.0) { $0 + $1.points.span.arcLength * scale }
        guard length > 1e-3, length < 1e6 else { return nil }
        self.length = Float(length)
        func factor(_ extent: Float) -> Float { min(2, (2 / max(extent, 1e-3)).squareRoot()) }
        stretch = SIMD2(factor(extent.x), factor(extent.y))
    }

    /// Returns a point in the square.
    func place(_ point: Point) -> SIMD2<Float> {
        SIMD2(Float((point.x - center.x) * scale), Float((point.y - center.y) * scale))
    }
}
