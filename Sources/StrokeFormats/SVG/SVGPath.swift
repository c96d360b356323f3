internal import PortableMath
internal import Strokes
internal import TextSupport

/// The lines of an SVG path, whose curves are flattened.
struct SVGPath {
    /// A part that is drawn without lifting the pen.
    struct Part {
        var points: [Point]
        var isClosed = false
        /// Whether all lines of the part are straight.
        var isStraight = true
    }

    private(set) var parts: [Part] = []
    private var pointCount = 0
    private var current = Point.zero
    /// The last control point, from which smooth curves continue, and the curve's command.
    private var control: (point: Point, isCubic: Bool)?

    /// Reads the commands of a path.
    ///
    /// - Throws: A problem if a command isn't one of SVG's, or lacks numbers.
    init(_ data: String, check: (_ pointCount: Int) throws(TextProblem) -> Void) throws(TextProblem) {
        var scanner = SVGScanner(data)
        var command: UInt8?
        while true {
            if let letter = scanner.letter() {
                command = letter
            } else {
                scanner.skipSeparators()
                if scanner.isAtEnd { break }
                // Further coordinates after those of a move are lines.
                if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
                if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
                if command.map({ $0 | 0x20 == UInt8(ascii: "z") }) ?? true { throw Self.malformed(scanner.position) }
            }
            guard let letter = command else { throw Self.malformed(scanner.position) }
            let position = scanner.position
            guard apply(letter, &scanner) else { throw Self.malformed(position) }
            try check(pointCount * 16)
        }
    }

    private static func malformed(_ position: Int) -> TextProblem {
        TextProblem(message: "malformed path data after \(position) bytes; expected a command and its numbers")
    }

    /// Applies a command; returns whether it has its numbers.
    private mutating func apply(_ letter: UInt8, _ scanner: inout SVGScanner) -> Bool {
        // A path begins with a move.
        guard !parts.isEmpty || letter & 0xDF == UInt8(ascii: "M") else { return false }
        let isRelative = letter >= UInt8(ascii: "a")
        func point() -> Point? {
            guard let x = scanner.number(), let y = scanner.number() else { return nil }
            return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
        }
        let old = control
        control = nil
        switch letter & 0xDF {
        case UInt8(ascii: "M"):
            guard let point = point() else { return false }
            parts.append(Part(points: [point]))
            pointCount += 1
            current = point
        case UInt8(ascii: "L"):
            guard let point = point() else { return false }
            line(to: point)
        case UInt8(ascii: "H"):
            guard let x = scanner.number() else { return false }
            line(to: Point(x: isRelative ? current.x + x : x, y: current.y))
        case UInt8(ascii: "V"):
            guard let y = scanner.number() else { return false }
            line(to: Point(x: current.x, y: isRelative ? current.y + y : y))
        case UInt8(ascii: "C"):
            guard let first = point(), let second = point(), let end = point() else { return false }
            curve(first, second, to: end)
        case UInt8(ascii: "S"):
            guard let second = point(), let end = point() else { return false }
            curve(old.flatMap { $0.isCubic ? mirrored($0.point) : nil } ?? current, second, to: end)
        case UInt8(ascii: "Q"):
            guard let middle = point(), let end = point() else { return false }
            curve(middle, to: end)
        case UInt8(ascii: "T"):
            guard let end = point() else { return false }
            curve(old.flatMap { $0.isCubic ? nil : mirrored($0.point) } ?? current, to: end)
        case UInt8(ascii: "A"):
            guard let width = scanner.number(), let height = scanner.number(), let turn = scanner.number(),
                let isLarge = scanner.flag(), let isClockwise = scanner.flag(), let end = point()
            else { return false }
            arc(abs(width), abs(height), turn: turn / 180 * Portable.pi, isLarge, isClockwise, to: end)
        case UInt8(ascii: "Z"):
            guard let part = parts.last, let start = part.points.first else { return true }
            if start != current { line(to: start) }
            parts[parts.count - 1].isClosed = true
        default: return false
        }
        return true
    }

    private func mirrored(_ point: Point) -> Point { Point(x: 2 * current.x - point.x, y: 2 * current.y - point.y) }

    private mutating func add(_ points: some Sequence<Point>, isStraight: Bool) {
        // After a closed part, the next one begins where that began.
        if parts.last?.isClosed ?? true { parts.append(Part(points: [current])) }
        let count = parts[parts.count - 1].points.count
        parts[parts.count - 1].points += points
        pointCount += parts[parts.count - 1].points.count - count
        if !isStraight { parts[parts.count - 1].isStraight = false }
        if let last = parts[parts.count - 1].points.last { current = last }
    }

    private mutating func line(to point: Point) { add([point], isStraight: true) }

    private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
        let curve = CubicCurve(start: current, first: first, second: second, end: end)
        add(curve.points(curve.partCount).dropFirst(), isStraight: false)
        control = (second, true)
    }

    private mutating func curve(_ middle: Point, to end: Point) {
        let curve = CubicCurve.quadratic(current, middle, end)
        add(curve.points(curve.partCount).dropFirst(), isStraight: false)
        control = (middle, false)
    }

    /// Adds an arc of an ellipse (SVG 1.1, F.6.5: from two points to the center).
    private mutating func arc(
        _ width: Double, _ height: Double, turn: Double, _ isLarge: Bool, _ isClockwise: Bool, to end: Point
    ) {
        guard width > 0, height > 0, end != current, width.isFinite, height.isFinite, turn.isFinite else {
            return line(to: end)
        }
        // In the frame whose unit circle is the ellipse.
        let frame = PlaneTransform.turn(by: -turn)
        let (start, goal) = (frame.apply(current), frame.apply(end))
        let half = Point(x: (goal.x - start.x) / 2 / width, y: (goal.y - start.y) / 2 / height)
        let square = half.x * half.x + half.y * half.y
        // Radii that are too small grow until the ellipse just reaches.
        let scale = max(1, square.squareRoot())
        let distance = (max(0, scale * scale - square) / square).squareRoot() * (isLarge == isClockwise ? 1 : -1)
        let center = Point(
            x: (start.x + goal.x) / 2 / width + distance * half.y,
            y: (start.y + goal.y) / 2 / height - distance * half.x)
        func angle(_ point: Point) -> Double {
            Portable.angle(x: point.x / width - center.x, y: point.y / height - center.y)
        }
        let first = angle(start)
        var sweep = angle(goal) - first
        guard first.isFinite, sweep.isFinite else { return line(to: end) }
        if isClockwise, sweep < 0 { sweep += 2 * Portable.pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * Portable.pi }
        let count = max(1, Int((abs(sweep) * 8).rounded(.up)))
        let back = PlaneTransform.turn(by: turn)
        let points = (1..<count).map { index in
            let (sine, cosine) = Portable.sineAndCosine(first + sweep * Double(index) / Double(count))
            return back.apply(Point(x: width * (center.x + scale * cosine), y: height * (center.y + scale * sine)))
        }
        guard points.allSatisfy(\.isFinite) else { return line(to: end) }
        add(points + [end], isStraight: false)
    }
}
