internal import Strokes
internal import TextSupport

/// Reads drawings of tldraw: files, which list records, and snapshots, which name them in a store.
///
/// Strokes and lines are ink. Ellipses and arrows are shapes with their texts; arrows name the
/// ellipses that they are bound to.
struct TldrawReader {
    private var records: [String: TldrawRecord] = [:]
    private var shapes: [TldrawRecord] = []
    /// The ids of the shapes at the ends of arrows, by the arrows' ids.
    private var ends: [String: (start: String?, end: String?)] = [:]
    private var builder: DrawingBuilder

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        var cursor = JSONCursor(text, from: text.byteOrderMarkLength, acceptsNonFinite: true)
        var records: [TldrawRecord]?
        try cursor.object("a drawing of tldraw") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "records":
                records = try cursor.list { cursor throws(TextProblem) in try TldrawRecord(&cursor, budget) }
            case "store": records = try store(&cursor, budget)
            case "document" where cursor.peek == UInt8(ascii: "{"):
                try cursor.object("a document") { (cursor, key, _) throws(TextProblem) in
                    if key == "store" { records = try store(&cursor, budget) } else { try cursor.skipValue() }
                }
            default: try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the drawing")
        guard let records else {
            throw TextProblem(
                offset: 0, message: "expected 'records' or 'store' in the drawing",
                remedy: "open a file of an old version at tldraw.com and save it again")
        }
        var reader = TldrawReader(records, budget)
        return try reader.drawing()
    }

    private static func store(
        _ cursor: inout JSONCursor, _ budget: ReadingBudget
    ) throws(TextProblem) -> [TldrawRecord] {
        var records: [TldrawRecord] = []
        try cursor.object("a store of records") { (cursor, _, _) throws(TextProblem) in
            records.append(try TldrawRecord(&cursor, budget))
        }
        return records
    }

    private init(_ records: [TldrawRecord], _ budget: ReadingBudget) {
        builder = DrawingBuilder(budget: budget)
        for record in records {
            self.records[record.id] = record
            switch record.typeName {
            case "shape" where record.opacity != 0: shapes.append(record)
            case "binding" where record.props.terminal == "start":
                ends[record.from, default: (nil, nil)].start = record.to
            case "binding" where record.props.terminal == "end": ends[record.from, default: (nil, nil)].end = record.to
            default: break
            }
        }
        shapes.sort { ($0.index, $0.offset) < ($1.index, $1.offset) }
    }

    private mutating func drawing() throws(TextProblem) -> InkReadResult {
        var pages: [String: [(TldrawRecord, PlaneTransform)]] = [:]
        for shape in shapes {
            guard let (page, transform) = placement(of: shape) else {
                builder.omit("shape in groups that can't be resolved", "shapes in groups that can't be resolved")
                continue
            }
            pages[page, default: []].append((shape, transform))
        }
        func order(_ page: String) -> (String, String) { (records[page]?.index ?? "", page) }
        let drawn = pages.keys.sorted { order($0) < order($1) }
        for (shape, transform) in drawn.first.flatMap({ pages[$0] }) ?? [] { try add(shape, transform) }
        for _ in drawn.dropFirst() { builder.omit("further page") }
        return builder.result
    }

    /// The maximum number of groups around a shape.
    private static let maximumDepth = 32

    /// Returns the page that a shape is on, and the transform from its coordinates to the page's;
    /// `nil` if a group is missing, contains itself or is within too many others.
    private func placement(of shape: TldrawRecord) -> (page: String, transform: PlaneTransform)? {
        var (transform, own) = (PlaneTransform.identity, shape)
        for _ in 0..<Self.maximumDepth {
            transform = PlaneTransform.move(x: own.x, y: own.y).after(.turn(by: own.rotation)).after(transform)
            guard let parent = own.parent else { return ("", transform) }
            guard let next = records[parent], next.typeName == "shape" else {
                return parent.hasPrefix("shape:") ? nil : (parent, transform)
            }
            own = next
        }
        return nil
    }

    // MARK: Shapes

    private mutating func add(_ shape: TldrawRecord, _ transform: PlaneTransform) throws(TextProblem) {
        let props = shape.props
        switch shape.type {
        case "draw":
            let points = props.points.map { transform.apply(Point(x: $0.x * props.scaleX, y: $0.y * props.scaleY)) }
            try builder.add([StrokeParts(points: points)], offset: shape.offset)
        case "line":
            let corners = props.points.map(transform.apply)
            let points =
                props.spline == "cubic"
                ? try builder.curve(through: corners, tension: 1.25, offset: shape.offset) : corners
            try builder.add([StrokeParts(points: points)], offset: shape.offset)
        case "geo" where props.geo == "ellipse" || props.geo == "oval":
            try builder.addCircle(
                transform.apply(Self.ellipse(props)), id: shape.id, text: props.text, offset: shape.offset)
        case "geo": builder.omitShape(props.geo)
        case "arrow": try builder.addArrow(arrow(shape, transform), offset: shape.offset)
        case "text":
            try builder.addText(props.text, at: transform.apply(Self.middle(ofText: props)), offset: shape.offset)
        case "group": break
        case "highlight": builder.omit("stroke of the highlighter", "strokes of the highlighter")
        case let type: builder.omitShape(type)
        }
    }

    private static func ellipse(_ props: TldrawRecord.Props) -> Ellipse {
        let height = props.height + props.growth
        return Ellipse(center: Point(x: props.width / 2, y: height / 2), width: props.width, height: height)
    }

    /// Returns the middle of a text, whose lines have a height that depends on the size.
    private static func middle(ofText props: TldrawRecord.Props) -> Point {
        let fontSize: Double = ["s": 18, "l": 36, "xl": 44][props.size] ?? 24
        let lineCount = props.text.split(whereSeparator: \.isNewline).count
        return Point(
            x: props.width * props.scale / 2, y: Double(max(1, lineCount)) * fontSize * 1.35 * props.scale / 2)
    }

    private func arrow(_ shape: TldrawRecord, _ transform: PlaneTransform) -> Arrow {
        let props = shape.props
        let (from, to) = (ends[shape.id]?.start ?? props.start.shape, ends[shape.id]?.end ?? props.end.shape)
        let (startCircle, endCircle) = (circle(from), circle(to))
        let tail = startCircle?.center ?? transform.apply(props.start.point)
        let tip = endCircle?.center ?? transform.apply(props.end.point)
        let points: [Point]
        if let loop = startCircle, startCircle?.center == endCircle?.center {
            points = Self.loop(at: loop)
        } else {
            // Positive bends are to the right of the arrow.
            let length = tail.distance(to: tip)
            let side = length > 0 ? props.bend / length : 0
            let middle = Point(
                x: (tail.x + tip.x) / 2 - side * (tip.y - tail.y), y: (tail.y + tip.y) / 2 + side * (tip.x - tail.x))
            points = Self.trimmed(Self.arc(from: tail, over: middle, to: tip), startCircle, endCircle)
        }
        return Arrow(
            points: points, from: startCircle == nil ? nil : from, to: endCircle == nil ? nil : to,
            hasTail: Self.isHead(props.startHead), hasTip: Self.isHead(props.endHead), text: props.text)
    }

    private static func isHead(_ mark: String) -> Bool { ["arrow", "triangle", "inverted"].contains(mark) }

    /// Returns the outline of a shape that is a circle.
    private func circle(_ id: String?) -> Ellipse? {
        guard let id, let record = records[id], record.typeName == "shape", record.type == "geo",
            record.props.geo == "ellipse" || record.props.geo == "oval", let (_, transform) = placement(of: record)
        else { return nil }
        return transform.apply(Self.ellipse(record.props))
    }

    // MARK: Courses

    /// Returns points of the parabola through three points.
    private static func arc(from tail: Point, over middle: Point, to tip: Point) -> [Point] {
        let control = Point(x: 2 * middle.x - (tail.x + tip.x) / 2, y: 2 * middle.y - (tail.y + tip.y) / 2)
        return CubicCurve.quadratic(tail, control, tip).points(24)
    }

    /// Returns points without those in the circles at the ends.
    private static func trimmed(_ points: [Point], _ startCircle: Ellipse?, _ endCircle: Ellipse?) -> [Point] {
        let visible = points.filter { !(startCircle?.contains($0) ?? false) && !(endCircle?.contains($0) ?? false) }
        return visible.count > 1 ? visible : points
    }

    /// Returns a loop on top of a circle.
    private static func loop(at circle: Ellipse) -> [Point] {
        let height = circle.first.distance(to: .zero) + circle.second.distance(to: .zero)
        func point(_ x: Double, _ y: Double) -> Point {
            Point(x: circle.center.x + x * height, y: circle.center.y + y * height)
        }
        let curve = CubicCurve(
            start: point(-0.2, -0.5), first: point(-0.5, -1.2), second: point(0.5, -1.2), end: point(0.2, -0.5))
        return curve.points(24)
    }
}
