internal import Strokes
internal import TextSupport

/// Reads ink in JSON: strokes as lists of points or of columns, elements with labels, and lists of
/// either.
struct InkJSONReader {
    private var scanner: JSONCursor
    private var numbers = NumberLists()
    private let budget: ReadingBudget
    private(set) var omittedPointCount = 0
    private var texts: [InkText] = []

    /// Creates a reader at an offset of a text.
    private init(
        _ text: UnsafeRawBufferPointer, from start: Int = 0, to end: Int? = nil, budget: ReadingBudget
    ) {
        scanner = JSONCursor(text, from: start, to: end, acceptsNonFinite: true)
        self.budget = budget
    }

    /// Reads the ink of a text that is one value.
    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        var reader = InkJSONReader(text, from: text.byteOrderMarkLength, budget: budget)
        let elements = try reader.wholeValue("the end of the file (several values must be NDJSON, one on each line)")
        return InkReadResult(
            document: InkDocument(elements: elements, texts: reader.texts),
            notes: ReadingNote.omittedPoints(reader.omittedPointCount))
    }

    /// Reads the ink of a text with a value on each line.
    static func readLines(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        var elements: [LabeledInk] = []
        var texts: [InkText] = []
        var omittedCount = 0
        var start = text.byteOrderMarkLength
        while start < text.count {
            let end = Self.endOfLine(in: text, from: start)
            let line = try readLine(text, from: start, to: end, budget: budget) { elements.append($0) }
            omittedCount += line.omittedPointCount
            texts += line.texts
            start = end + 1
        }
        return InkReadResult(
            document: InkDocument(elements: elements, texts: texts), notes: ReadingNote.omittedPoints(omittedCount))
    }

    /// Returns the offset of the next line feed, or of the end.
    static func endOfLine(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != UInt8(ascii: "\n") { end &+= 1 }
        return end
    }

    /// Reads a line, which may be blank.
    ///
    /// - Returns: The number of points that were left out, and the texts.
    static func readLine(
        _ text: UnsafeRawBufferPointer, from start: Int, to end: Int, budget: ReadingBudget,
        _ body: (LabeledInk) -> Void
    ) throws(TextProblem) -> (omittedPointCount: Int, texts: [InkText]) {
        var reader = InkJSONReader(text, from: start, to: end, budget: budget)
        reader.scanner.skipBlanks()
        if reader.scanner.isAtEnd { return (0, []) }
        for element in try reader.wholeValue("the end of the line (each value has a line of its own)") { body(element) }
        return (reader.omittedPointCount, reader.texts)
    }

    private mutating func wholeValue(_ expectedEnd: String) throws(TextProblem) -> [LabeledInk] {
        let elements = try value(depth: 0)
        scanner.skipBlanks()
        guard scanner.isAtEnd else { throw scanner.problem(expectedEnd) }
        return elements
    }

    // MARK: Elements

    private static let expected = "a stroke, a list of strokes, or an object with 'points', 'strokes' or 'drawing'"

    /// The greatest depth of nested lists of elements.
    private static let maximumDepth = 16

    private func tooDeep(_ expected: String) -> TextProblem {
        var problem = scanner.problem(expected)
        problem.isLimit = true
        return problem
    }

    private mutating func value(depth: Int) throws(TextProblem) -> [LabeledInk] {
        scanner.skipBlanks()
        switch scanner.peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["):
            switch try shape() {
            case .nothing:
                try scanner.skipValue()
                return []
            case .stroke: return [LabeledInk(strokes: [try stroke(prefersColumns: false)])]
            case .list(let levels): return try list(levels: levels, prefersColumns: false, depth: depth)
            }
        default: throw scanner.problem(Self.expected)
        }
    }

    /// Reads a list of strokes, of drawings that are lists of strokes, or of objects.
    ///
    /// - Parameter levels: 1 if its members are strokes, 2 if they are lists of strokes.
    private mutating func list(
        levels: Int, prefersColumns: Bool, depth: Int
    ) throws(TextProblem) -> [LabeledInk] {
        guard depth < Self.maximumDepth else { throw tooDeep("a list with fewer nested lists") }
        try scanner.open(UInt8(ascii: "["), "a list of strokes")
        var elements: [LabeledInk] = []
        var isFirst = true
        while try scanner.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            switch scanner.peek {
            case UInt8(ascii: "{"): elements += try object(depth: depth + 1)
            case UInt8(ascii: "["):
                if levels > 1 {
                    let members = try list(levels: levels - 1, prefersColumns: prefersColumns, depth: depth + 1)
                    elements += try joined(members, labels: [:])
                } else {
                    elements.append(LabeledInk(strokes: [try stroke(prefersColumns: prefersColumns)]))
                }
            default: throw scanner.problem(Self.expected)
            }
        }
        return elements
    }

    /// Joins strokes without labels to one element; those with labels become their own elements,
    /// and get further labels that they lack.
    private mutating func joined(
        _ members: [LabeledInk], labels: [String: String]
    ) throws(TextProblem) -> [LabeledInk] {
        if members.allSatisfy(\.labels.isEmpty) {
            return [LabeledInk(strokes: members.flatMap(\.strokes), labels: labels)]
        }
        return try labeled(members, labels)
    }

    /// Returns elements with the labels of their context, unless they have these labels themselves.
    private mutating func labeled(
        _ members: [LabeledInk], _ labels: [String: String]
    ) throws(TextProblem) -> [LabeledInk] {
        if labels.isEmpty { return members }
        let (size, overflow) = ReadingBudget.size(of: labels).multipliedReportingOverflow(by: members.count)
        try budget.reserve(overflow ? Int.max : size, offset: scanner.position)
        return members.map {
            // Elements inherit the labels of the object around them.
            let labels = $0.labels.isEmpty ? labels : $0.labels.merging(labels) { own, _ in own }
            return LabeledInk(strokes: $0.strokes, labels: labels)
        }
    }

    private mutating func object(depth: Int) throws(TextProblem) -> [LabeledInk] {
        guard depth < Self.maximumDepth else { throw tooDeep("an object with fewer nested objects") }
        let start = scanner.position
        try scanner.open(UInt8(ascii: "{"), "an object")
        var labels: [String: String] = [:]
        var members: [LabeledInk]?
        var areElements = false
        var position: Point?
        var origin = InkOrigin()
        let textCount = texts.count
        var isFirst = true
        while try scanner.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let key = try scanner.key()
            switch key.name {
            case InkJSON.x where isNumber: try coordinate(key, &origin.x)
            case InkJSON.y where isNumber: try coordinate(key, &origin.y)
            case InkJSON.at where scanner.peek == UInt8(ascii: "["): position = try self.position()
            case InkJSON.points, InkJSON.strokes, InkJSON.drawing, InkJSON.elements:
                guard members == nil else {
                    throw TextProblem(
                        offset: key.offset,
                        message: "expected one of 'points', 'strokes', 'drawing' and 'elements', found a second one")
                }
                members = try content(key.name, depth: depth + 1)
                areElements = key.name == InkJSON.elements
            case InkJSON.labels:
                try scanner.open(UInt8(ascii: "{"), "an object of labels")
                var isFirst = true
                while try scanner.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
                    try label(try scanner.key(), into: &labels)
                }
            default: try label(key, into: &labels)
            }
        }
        guard let members else {
            if let text = labels[InkJSON.text], let position {
                try budget.reserve(64 + text.utf8.count, offset: start)
                texts.append(InkText(text, at: position))
                origin.move(&texts[textCount...])
                return []
            }
            throw TextProblem(
                offset: start,
                message: "expected 'points', 'strokes', 'drawing' or 'elements' in the object, or 'text' and 'at' "
                    + "with a position [x, y]")
        }
        origin.move(&texts[textCount...])
        let placed = origin.moved(members)
        omittedPointCount += zip(members, placed).reduce(0) { $0 + $1.0.pointCount - $1.1.pointCount }
        return areElements ? try labeled(placed, labels) : try joined(placed, labels: labels)
    }

    // MARK: Origins

    private var isNumber: Bool {
        scanner.peek.map { $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    }

    private mutating func coordinate(
        _ key: (name: String, offset: Int), _ coordinate: inout Double?
    ) throws(TextProblem) {
        guard coordinate == nil else { throw .duplicateKey(key.name, at: key.offset) }
        let number = try scanner.number()
        guard number.isFinite else {
            throw TextProblem(offset: key.offset, message: "expected a finite number for '\(key.name)'")
        }
        coordinate = number
    }

    /// Reads a position `[x, y]`; any other list is skipped.
    private mutating func position() throws(TextProblem) -> Point? {
        var ahead = scanner
        if ahead.skip(UInt8(ascii: "[")), let x = try? ahead.number(), ahead.skip(UInt8(ascii: ",")),
            let y = try? ahead.number(), ahead.skip(UInt8(ascii: "]")), x.isFinite, y.isFinite
        {
            scanner = ahead
            return Point(x: x, y: y)
        }
        try scanner.skipValue()
        return nil
    }

    private mutating func content(_ key: String, depth: Int) throws(TextProblem) -> [LabeledInk] {
        guard scanner.peek == UInt8(ascii: "[") else { throw scanner.problem("a list for '\(key)'") }
        let shape = try shape()
        switch (key, shape) {
        case (InkJSON.points, .nothing), (InkJSON.points, .stroke):
            return [LabeledInk(strokes: [try stroke(prefersColumns: false)])]
        case (_, .nothing):
            try scanner.skipValue()
            return []
        case (_, .stroke):
            throw scanner.problem("a list of \(key == InkJSON.elements ? "elements" : "strokes") for '\(key)'")
        case (_, .list(let levels)):
            return try list(levels: levels, prefersColumns: key == InkJSON.drawing, depth: depth)
        }
    }

    private mutating func label(
        _ key: (name: String, offset: Int), into labels: inout [String: String]
    ) throws(TextProblem) {
        if scanner.peek == UInt8(ascii: "[") || scanner.peek == UInt8(ascii: "{") {
            try scanner.skipValue()
        } else if let value = try scanner.scalar() {
            try budget.reserve(64 + key.name.utf8.count + value.utf8.count, offset: key.offset)
            guard labels.updateValue(value, forKey: key.name) == nil else {
                throw .duplicateKey(key.name, at: key.offset)
            }
        }
    }

    // MARK: Looking ahead

    private enum Shape {
        /// The list is empty.
        case nothing
        /// The list is a stroke.
        case stroke
        /// The list holds strokes at some depth of nested lists.
        case list(levels: Int)
    }

    /// Returns the shape of the next list, by its first item that isn't a list.
    private func shape() throws(TextProblem) -> Shape {
        var ahead = scanner
        var depth = 0
        var deepest = 0
        var levels: Int
        ahead: while true {
            ahead.skipBlanks()
            switch ahead.peek {
            case UInt8(ascii: "["):
                _ = ahead.skip(UInt8(ascii: "["))
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"):
                _ = ahead.skip(UInt8(ascii: "]"))
                depth -= 1
                // If there are only lists, the innermost ones are strokes without points.
                if depth == 0 {
                    if deepest == 1 { return .nothing }
                    levels = deepest - 1
                    break ahead
                }
            case UInt8(ascii: ","): _ = ahead.skip(UInt8(ascii: ","))
            case UInt8(ascii: "{"):
                // Points are in strokes; everything else is in lists.
                levels = isPoint(ahead) ? depth - 1 : depth
                break ahead
            default:
                // Numbers are in points.
                levels = depth - 2
                break ahead
            }
        }
        guard levels <= 2 else { throw scanner.problem("a list with fewer nested lists") }
        return levels <= 0 ? .stroke : .list(levels: levels)
    }

    /// Returns whether an object is a point: it has a key `x` or `y`, and none of ink.
    private func isPoint(_ scanner: JSONCursor) -> Bool {
        var ahead = scanner
        var (isFirst, hasCoordinate) = (true, false)
        guard ahead.skip(UInt8(ascii: "{")) else { return false }
        while (try? ahead.next(before: UInt8(ascii: "}"), isFirst: &isFirst)) == true, let key = try? ahead.key() {
            if InkJSON.contents.contains(key.name) { return false }
            if key.name == InkJSON.x || key.name == InkJSON.y { hasCoordinate = true }
            if (try? ahead.skipValue()) == nil { return hasCoordinate }
        }
        return hasCoordinate
    }

    // MARK: Strokes

    /// Reads a list of points `[x, y]`, `[x, y, t]` or `[x, y, t, p]` or of objects, or columns
    /// `[[x, …], [y, …], [t, …]]`.
    ///
    /// - Parameter prefersColumns: Whether ambiguous lists are columns, as in Quick, Draw!.
    private mutating func stroke(prefersColumns: Bool) throws(TextProblem) -> Stroke {
        let start = scanner.position
        try scanner.open(UInt8(ascii: "["), "a list of points")
        scanner.skipBlanks()
        if scanner.peek == UInt8(ascii: "{") { return try strokeOfObjects() }
        numbers.removeAll()
        var isFirst = true
        while try scanner.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            let offset = scanner.position
            try scanner.open(UInt8(ascii: "["), "a point [x, y], [x, y, t] or [x, y, t, p]")
            var isFirstNumber = true
            while try scanner.next(before: UInt8(ascii: "]"), isFirst: &isFirstNumber) {
                numbers.values.append(try scanner.number())
            }
            numbers.endList(at: offset)
            try budget.check(holding: numbers.byteCount, offset: offset)
        }
        let parts = try numbers.parts(prefersColumns: prefersColumns, offset: start)
        return try stroke(parts)
    }

    private mutating func strokeOfObjects() throws(TextProblem) -> Stroke {
        var parts = StrokeParts()
        var isFirst = true
        while try scanner.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            let offset = scanner.position
            try scanner.open(UInt8(ascii: "{"), "a point {\"x\": …, \"y\": …}")
            var (x, y): (Double?, Double?)
            var (time, pressure) = (Double.nan, Double.nan)
            var isFirstKey = true
            while try scanner.next(before: UInt8(ascii: "}"), isFirst: &isFirstKey) {
                switch try scanner.key().name {
                case "x": x = try scanner.number()
                case "y": y = try scanner.number()
                case "t": time = try scanner.number()
                case "p": pressure = try scanner.number()
                default: try scanner.skipValue()
                }
            }
            guard let x, let y else {
                throw TextProblem(offset: offset, message: "expected 'x' and 'y' in the point")
            }
            parts.points.append(Point(x: x, y: y))
            parts.times.append(time)
            parts.pressures.append(pressure)
            try budget.check(holding: parts.points.count * 32, offset: offset)
        }
        return try stroke(parts)
    }

    private mutating func stroke(_ parts: StrokeParts) throws(TextProblem) -> Stroke {
        let stroke = parts.stroke
        try budget.reserveElement(offset: scanner.position)
        try budget.reserve(stroke, offset: scanner.position)
        omittedPointCount += parts.points.count - stroke.points.count
        return stroke
    }
}
