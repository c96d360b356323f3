internal import Strokes
internal import TextSupport
internal import XMLSupport

/// Reads the gesture XML of the $-family: `<Gesture>` with `<Point>`s, in `<Stroke>`s or not.
final class DollarReader: XMLInkReader {
    private var names: [String] = []
    private var elements: [LabeledInk] = []
    private var labels: [String: String] = [:]
    private var strokes: [Stroke] = []
    private var parts = StrokeParts()
    private var omittedPointCount = 0
    private var isInGesture = false
    let budget: ReadingBudget

    private init(budget: ReadingBudget) {
        self.budget = budget
    }

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        let reader = DollarReader(budget: budget)
        try reader.read(xml: text)
        return InkReadResult(
            document: InkDocument(elements: reader.elements), notes: ReadingNote.omittedPoints(reader.omittedPointCount)
        )
    }

    var heldByteCount: Int { 0 }

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        let name = name.lowercased()
        if names.isEmpty, !name.hasPrefix("gesture") {
            throw TextProblem(message: "expected <Gesture>, found <\(name)>")
        }
        names.append(name)
        switch name {
        case "gesture":
            guard !isInGesture else {
                throw TextProblem(message: "expected the end of a gesture before the next gesture")
            }
            isInGesture = true
            labels = Self.labels(attributes)
            try budget.reserve(96 + ReadingBudget.size(of: labels), offset: attributes.offset)
            strokes = []
            parts = StrokeParts()
        case "stroke" where isInGesture: endStroke()
        case "point" where isInGesture: try point(attributes)
        default: break
        }
    }

    func end(at offset: Int) {
        switch names.popLast() {
        case "stroke" where isInGesture:
            // A stroke may have no points.
            if parts.points.isEmpty { strokes.append(Stroke([])) } else { endStroke() }
        case "gesture":
            endStroke()
            elements.append(LabeledInk(strokes: strokes, labels: labels))
            isInGesture = false
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    /// Ends a stroke, whether its points are in a `<Stroke>` or not.
    private func endStroke() {
        guard !parts.points.isEmpty else { return }
        let stroke = parts.stroke
        omittedPointCount += parts.points.count - stroke.points.count
        strokes.append(stroke)
        parts = StrokeParts()
    }

    private func point(_ attributes: XMLAttributes) throws(TextProblem) {
        try budget.reserve(32, offset: attributes.offset)
        var (x, y): (Double?, Double?)
        var (time, pressure) = (Double.nan, Double.nan)
        var malformed: String?
        attributes.forEach { name, value in
            guard ["x", "y", "t", "pressure"].contains(name.lowercased()) else { return }
            guard let number = Double(value) else {
                malformed = value
                return
            }
            switch name.lowercased() {
            case "x": x = number
            case "y": y = number
            // Times are in milliseconds.
            case "t": time = number / 1000
            default: pressure = number
            }
        }
        if let malformed { throw TextProblem(message: "expected a number in <Point>, found '\(malformed.prefix(40))'") }
        guard let x, let y else { throw TextProblem(message: "expected the attributes 'X' and 'Y' of <Point>") }
        parts.points.append(Point(x: x, y: y))
        parts.times.append(time)
        parts.pressures.append(pressure)
    }

    /// Returns the labels of a gesture; `Name` is the kind followed by a number, `Subject` the
    /// writer.
    private static func labels(_ attributes: XMLAttributes) -> [String: String] {
        var labels: [String: String] = [:]
        attributes.forEach { name, value in
            switch name.lowercased() {
            case "name":
                labels["name"] = value
                let digits = value.reversed().prefix { $0.isASCII && $0.isNumber }.count
                labels["kind"] = digits < value.count ? String(value.dropLast(digits)) : value
            case "subject": labels["writer"] = value
            case "numpts": break
            case let name: labels[name] = value
            }
        }
        return labels
    }
}
