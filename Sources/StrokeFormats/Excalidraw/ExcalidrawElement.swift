internal import Strokes
internal import TextSupport

/// An element of a drawing of Excalidraw, as far as it matters.
struct ExcalidrawElement {
    var offset = 0
    var type = ""
    var id: String?
    /// The upper left corner, and the size, before the element is turned around its middle.
    var x = 0.0, y = 0.0, width = 0.0, height = 0.0
    var angle = 0.0
    var opacity = 100.0
    var isDeleted = false
    /// The points of a line relative to the corner.
    var points: [Point] = []
    /// Whether a line is a smooth curve through its points.
    var isRound = false
    /// Whether the line has right angles, whose corners alone are round.
    var isElbowed = false
    var pressures: [Double] = []
    var simulatesPressure = false
    /// The ids of the elements that an arrow is bound to.
    var start, end: String?
    var startHead, endHead: String?
    var text = "", originalText: String?
    /// The id of the element that a text belongs to.
    var container: String?

    /// Reads an element.
    init(_ cursor: inout JSONCursor, _ budget: ReadingBudget) throws(TextProblem) {
        cursor.skipBlanks()
        offset = cursor.position
        var element = self
        try cursor.object("an element") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "type": element.type = try cursor.scalar() ?? ""
            case "id": element.id = try cursor.scalar()
            case "x": element.x = try cursor.number()
            case "y": element.y = try cursor.number()
            case "width": element.width = try cursor.number()
            case "height": element.height = try cursor.number()
            case "angle": element.angle = try cursor.number()
            case "opacity": element.opacity = try cursor.number()
            case "isDeleted": element.isDeleted = try cursor.scalar() == "true"
            case "points": element.points = try cursor.points(budget)
            case "roundness":
                cursor.skipBlanks()
                element.isRound = cursor.peek == UInt8(ascii: "{")
                try cursor.skipValue()
            // Files of older versions.
            case "strokeSharpness": element.isRound = try cursor.scalar() == "round"
            case "elbowed": element.isElbowed = try cursor.scalar() == "true"
            case "pressures" where cursor.peek == UInt8(ascii: "["):
                element.pressures = try cursor.list { cursor throws(TextProblem) in try cursor.number() }
                try budget.reserve(element.pressures.count * 8, offset: cursor.position)
            case "simulatePressure": element.simulatesPressure = try cursor.scalar() == "true"
            case "startBinding": element.start = try cursor.binding()
            case "endBinding": element.end = try cursor.binding()
            case "startArrowhead": element.startHead = try cursor.scalar()
            case "endArrowhead": element.endHead = try cursor.scalar()
            case "text": element.text = try cursor.scalar() ?? ""
            case "originalText": element.originalText = try cursor.scalar()
            case "containerId": element.container = try cursor.scalar()
            default: try cursor.skipValue()
            }
        }
        self = element
        let texts = [id, start, end, text, originalText, container].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        try budget.reserve(MemoryLayout<Self>.size + texts + points.count * 16, offset: offset)
    }

    /// The middle.
    var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// The points of a line on the page.
    var placedPoints: [Point] {
        let placed = points.map { Point(x: x + $0.x, y: y + $0.y) }
        guard angle != 0, angle.isFinite, let box = placed.span.boundingBox else { return placed }
        return placed.map { PlaneTransform.turn(by: angle, around: box.center).apply($0) }
    }
}

extension JSONCursor {
    /// Reads points `[x, y]`.
    fileprivate mutating func points(_ budget: ReadingBudget) throws(TextProblem) -> [Point] {
        var count = 0
        return try list { cursor throws(TextProblem) in
            let start = cursor.position
            let numbers = try cursor.list { cursor throws(TextProblem) in try cursor.number() }
            guard numbers.count >= 2 else { throw TextProblem(offset: start, message: "expected a point [x, y]") }
            count += 1
            try budget.check(holding: count * 16, offset: start)
            return Point(x: numbers[0], y: numbers[1])
        }
    }

    /// Reads a binding, and returns the id of its element.
    fileprivate mutating func binding() throws(TextProblem) -> String? {
        skipBlanks()
        guard peek == UInt8(ascii: "{") else {
            try skipValue()
            return nil
        }
        var id: String?
        try object("a binding") { (cursor, key, _) throws(TextProblem) in
            if key == "elementId" { id = try cursor.scalar() } else { try cursor.skipValue() }
        }
        return id
    }
}
