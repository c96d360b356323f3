internal import Strokes
internal import TextSupport

/// A record of a tldraw file: a shape, a page, or a binding of an arrow to a shape.
struct TldrawRecord {
    var offset = 0
    var typeName = "", type = "", id = ""
    /// The position and the turn within the parent.
    var x = 0.0, y = 0.0, rotation = 0.0
    var opacity = 1.0
    var parent: String?
    /// The place among the siblings; places compare as texts do.
    var index = ""
    /// The ids of the arrow and of the shape that a binding connects.
    var from = "", to = ""
    var props = Props()

    /// The properties of one type of shape.
    struct Props {
        var geo = "rectangle"
        var width = 0.0, height = 0.0, growth = 0.0
        var scale = 1.0, scaleX = 1.0, scaleY = 1.0
        var size = "m"
        var text = ""
        var points: [Point] = []
        var start = Terminal(), end = Terminal()
        var bend = 0.0
        /// The kind of a line: with corners, or a smooth curve.
        var spline = "line"
        var startHead = "none", endHead = "none"
        /// The end that a binding is about.
        var terminal = ""
    }

    /// An end of an arrow.
    struct Terminal {
        var point = Point.zero
        /// The shape in which it lies, in files of older versions.
        var shape: String?
    }

    init(_ cursor: inout JSONCursor, _ budget: ReadingBudget) throws(TextProblem) {
        cursor.skipBlanks()
        offset = cursor.position
        var record = self
        try cursor.object("a record") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "typeName": record.typeName = try cursor.scalar() ?? ""
            case "type": record.type = try cursor.scalar() ?? ""
            case "id": record.id = try cursor.scalar() ?? ""
            case "x": record.x = try cursor.number()
            case "y": record.y = try cursor.number()
            case "rotation": record.rotation = try cursor.number()
            case "opacity": record.opacity = try cursor.number()
            case "parentId": record.parent = try cursor.scalar()
            case "index" where cursor.peek == UInt8(ascii: "\""): record.index = try cursor.string()
            case "fromId": record.from = try cursor.scalar() ?? ""
            case "toId": record.to = try cursor.scalar() ?? ""
            case "props" where cursor.peek == UInt8(ascii: "{"): try record.props.read(&cursor, budget)
            default: try cursor.skipValue()
            }
        }
        self = record
        let texts = [
            typeName, type, id, parent ?? "", index, from, to, props.text, props.geo, props.terminal, props.spline,
        ]
        let bytes = texts.reduce(props.points.count * 16) { $0 + $1.utf8.count }
        try budget.reserve(MemoryLayout<Self>.size + bytes, offset: offset)
    }
}

extension TldrawRecord.Props {
    fileprivate mutating func read(_ cursor: inout JSONCursor, _ budget: ReadingBudget) throws(TextProblem) {
        var props = self
        try cursor.object("properties") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "geo": props.geo = try cursor.scalar() ?? ""
            case "w": props.width = try cursor.number()
            case "h": props.height = try cursor.number()
            case "growY": props.growth = try cursor.number()
            case "scale": props.scale = try cursor.number()
            case "scaleX": props.scaleX = try cursor.number()
            case "scaleY": props.scaleY = try cursor.number()
            case "size": props.size = try cursor.scalar() ?? ""
            case "text": props.text = try cursor.scalar() ?? ""
            case "richText" where cursor.peek == UInt8(ascii: "{"): props.text = try cursor.richText(budget)
            case "segments" where cursor.peek == UInt8(ascii: "["): props.points = try cursor.segments(budget)
            case "points" where cursor.peek == UInt8(ascii: "{"), "handles" where cursor.peek == UInt8(ascii: "{"):
                props.points = try cursor.linePoints(budget)
            case "start" where cursor.peek == UInt8(ascii: "{"): props.start = try cursor.terminal()
            case "end" where cursor.peek == UInt8(ascii: "{"): props.end = try cursor.terminal()
            case "spline": props.spline = try cursor.scalar() ?? ""
            case "bend": props.bend = try cursor.number()
            case "arrowheadStart": props.startHead = try cursor.scalar() ?? ""
            case "arrowheadEnd": props.endHead = try cursor.scalar() ?? ""
            case "terminal": props.terminal = try cursor.scalar() ?? ""
            default: try cursor.skipValue()
            }
        }
        self = props
    }
}

extension JSONCursor {
    /// Reads an end of an arrow.
    fileprivate mutating func terminal() throws(TextProblem) -> TldrawRecord.Terminal {
        var terminal = TldrawRecord.Terminal()
        try object("an end of an arrow") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "x": terminal.point.x = try cursor.number()
            case "y": terminal.point.y = try cursor.number()
            case "boundShapeId": terminal.shape = try cursor.scalar()
            default: try cursor.skipValue()
            }
        }
        return terminal
    }

    /// Reads the points of a line by name, in the order of their indices.
    fileprivate mutating func linePoints(_ budget: ReadingBudget) throws(TextProblem) -> [Point] {
        var points: [(index: String, point: Point)] = []
        try object("points") { (cursor, _, offset) throws(TextProblem) in
            var (index, point) = ("", Point.zero)
            try cursor.object("a point") { (cursor, key, _) throws(TextProblem) in
                switch key {
                case "x": point.x = try cursor.number()
                case "y": point.y = try cursor.number()
                case "index": index = try cursor.scalar() ?? ""
                default: try cursor.skipValue()
                }
            }
            points.append((index, point))
            try budget.check(holding: points.count * 64, offset: offset)
        }
        return points.sorted { $0.index.utf8.lexicographicallyPrecedes($1.index.utf8) }.map(\.point)
    }

    /// Reads the parts of a hand-drawn stroke: lists of points, or encoded points.
    fileprivate mutating func segments(_ budget: ReadingBudget) throws(TextProblem) -> [Point] {
        var all: [Point] = []
        _ = try list { cursor throws(TextProblem) in
            var (path, isDelta, dimension) = (String?.none, false, 3)
            let start = cursor.position
            try cursor.object("a segment") { (cursor, key, _) throws(TextProblem) in
                switch key {
                case "points" where cursor.peek == UInt8(ascii: "["):
                    _ = try cursor.list { cursor throws(TextProblem) in
                        all.append(try cursor.terminal().point)
                        try budget.check(holding: all.count * 16, offset: cursor.position)
                    }
                case "points": (path, isDelta) = (try cursor.scalar(), false)
                case "path": (path, isDelta) = (try cursor.scalar(), true)
                case "dim": dimension = try cursor.number() == 2 ? 2 : 3
                default: try cursor.skipValue()
                }
            }
            guard let path else { return }
            guard let points = TldrawPoints.decode(path, isDelta: isDelta, dimension: dimension) else {
                throw TextProblem(
                    offset: start, message: "invalid encoded points in the segment",
                    remedy: "open the drawing at tldraw.com and save it again")
            }
            all += points
            try budget.check(holding: all.count * 16, offset: start)
        }
        return all
    }

    /// Reads the text of a node of a document: that of the nodes in it, and a line for each
    /// paragraph.
    fileprivate mutating func richText(
        _ budget: ReadingBudget, depth: Int = 0
    ) throws(TextProblem) -> String {
        try TextProblem.check(depth: depth, upTo: 16, "nested nodes of a text", at: position)
        var (text, type) = ("", "")
        try object("a node of a text") { (cursor, key, offset) throws(TextProblem) in
            switch key {
            case "type": type = try cursor.scalar() ?? ""
            case "text": text += try cursor.scalar() ?? ""
            case "content" where cursor.peek == UInt8(ascii: "["):
                _ = try cursor.list { cursor throws(TextProblem) in
                    text += try cursor.richText(budget, depth: depth + 1)
                }
            default: try cursor.skipValue()
            }
            try budget.check(holding: text.utf8.count * 2, offset: offset)
        }
        return type == "paragraph" || type == "hardBreak" ? text + "\n" : text
    }
}
