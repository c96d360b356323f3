internal import Strokes
internal import TextSupport

/// Collects the contents of a drawing program's file: ink, shapes and texts; and counts what is
/// left out, for the notes.
struct DrawingBuilder {
    private var document = InkDocument()
    private var omittedPointCount = 0
    /// The parts that are left out: their names for one and for several, and their number.
    private var omissions: [(one: String, several: String, count: Int)] = []
    private var notes: [String] = []
    /// The ids of circles.
    private var ids: Set<String> = []
    private var hasDuplicateID = false
    private let budget: ReadingBudget

    init(budget: ReadingBudget) { self.budget = budget }

    /// The ink, with its notes.
    var result: InkReadResult {
        var notes = ReadingNote.omittedPoints(omittedPointCount) + notes
        if !omissions.isEmpty {
            let parts = omissions.map { $0.count == 1 ? "1 \($0.one)" : "\($0.count) \($0.several)" }
            let isOne = omissions.count == 1 && omissions[0].count == 1
            notes.append(parts.joined(separator: ", ") + (isOne ? " is left out" : " are left out"))
        }
        return InkReadResult(document: document, notes: notes)
    }

    // MARK: Elements

    /// Returns points of the smooth curve through points; see
    /// ``CubicCurve/smooth(through:tension:)``.
    func curve(through points: [Point], tension: Double, offset: Int) throws(TextProblem) -> [Point] {
        // A curve has up to 16 parts between two points.
        try budget.check(holding: points.count * 16 * MemoryLayout<Point>.stride, offset: offset)
        return CubicCurve.smooth(through: points, tension: tension)
    }

    /// Adds strokes that were drawn by hand, as one element.
    mutating func add(_ parts: [StrokeParts], labels: [String: String] = [:], offset: Int) throws(TextProblem) {
        try budget.reserveElement(offset: offset)
        try budget.reserve(ReadingBudget.size(of: labels), offset: offset)
        var strokes: [Stroke] = []
        for part in parts {
            let stroke = part.stroke
            try budget.reserve(stroke, offset: offset)
            omittedPointCount += part.points.count - stroke.points.count
            strokes.append(stroke)
        }
        document.elements.append(LabeledInk(strokes: strokes, labels: labels))
    }

    /// Adds a circle.
    ///
    /// - Parameters:
    ///   - ellipse: The outline, perhaps longer in one direction.
    ///   - id: The name by which arrows refer to it.
    ///   - text: The text in it.
    mutating func addCircle(_ ellipse: Ellipse, id: String?, text: String?, offset: Int) throws(TextProblem) {
        if let id, !ids.insert(id).inserted, !hasDuplicateID {
            hasDuplicateID = true
            note("several shapes have the same id, such as \(Message.quoted(id.utf8)); check the arrows there")
        }
        let labels = [ShapeLabel.id: id, ShapeLabel.text: text]
        try add([StrokeParts(points: ellipse.outline)], as: ShapeLabel.circle, labels, offset: offset)
    }

    /// Adds an arrow from the first of its points to the last; with heads at both ends, an arrow
    /// for each direction; without a head, a stroke, with its text beside it.
    mutating func addArrow(_ arrow: Arrow, offset: Int) throws(TextProblem) {
        guard arrow.hasTip || arrow.hasTail else {
            try add([StrokeParts(points: arrow.points)], labels: [:], offset: offset)
            let text = arrow.text.map(Self.trimmed) ?? ""
            try addText(text, at: arrow.middle, offset: offset)
            if arrow.from != nil || arrow.to != nil || !text.isEmpty {
                note("an arrow without a head is read as a line; give it a head to tell its direction")
            }
            return
        }
        if arrow.hasTip { try addDirected(arrow, offset: offset) }
        if arrow.hasTail { try addDirected(arrow.reversed, offset: offset) }
        if arrow.hasTip, arrow.hasTail {
            note("an arrow with heads at both ends is read as two arrows")
        }
    }

    private mutating func addDirected(_ arrow: Arrow, offset: Int) throws(TextProblem) {
        let labels = [ShapeLabel.from: arrow.from, ShapeLabel.to: arrow.to, ShapeLabel.text: arrow.text]
        try add([StrokeParts(points: arrow.points)], as: ShapeLabel.arrow, labels, offset: offset)
    }

    private mutating func add(
        _ parts: [StrokeParts], as shape: String, _ optional: [String: String?], offset: Int
    ) throws(TextProblem) {
        var labels = [ShapeLabel.shape: shape]
        for case (let name, let value?) in optional {
            let value = Self.trimmed(value)
            if !value.isEmpty { labels[name] = value }
        }
        try add(parts, labels: labels, offset: offset)
    }

    /// Adds a text around a position. Blank texts are ignored.
    mutating func addText(_ text: String, at position: Point, offset: Int) throws(TextProblem) {
        let text = Self.trimmed(text)
        guard !text.isEmpty else { return }
        guard position.isFinite else { return omit("text without a position", "texts without a position") }
        try budget.reserve(64 + text.utf8.count, offset: offset)
        document.texts.append(InkText(text, at: position))
    }

    /// Returns a text without the blanks at its ends.
    private static func trimmed(_ text: String) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    // MARK: Notes

    /// Counts parts that are left out.
    mutating func omit(_ one: String, _ several: String? = nil, count: Int = 1) {
        if count == 0 { return }
        if let index = omissions.firstIndex(where: { $0.one == one }) {
            omissions[index].count += count
        } else {
            omissions.append((one, several ?? one + "s", count))
        }
    }

    /// Counts a shape of a type that is left out; only words are named.
    mutating func omitShape(_ type: String) {
        let isWord = 1...20 ~= type.utf8.count && type.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        if isWord, omissions.count < 10 { omit(type) } else { omit("unsupported shape") }
    }

    /// Adds a note, unless there is the same one already.
    mutating func note(_ note: String) {
        if !notes.contains(note) { notes.append(note) }
    }
}
