internal import Strokes
internal import XMLSupport

/// The style of an element as far as it matters: by attributes, by the rules of style sheets and by
/// `style`, inherited from the elements around it.
struct SVGStyle {
    private var fill = "black", stroke = "none"
    private var strokeWidth = 1.0, fillOpacity = 1.0, strokeOpacity = 1.0
    var isVisible = true
    /// The references to the markers at the first and the last point.
    private var startMarker = "none", endMarker = "none"
    var fontSize = 16.0
    var anchor = "start", baseline = "auto"

    /// Changes the style by that of an element in it; returns whether the element is drawn at all.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the element.
    ///   - rules: The declarations of style sheets for the element.
    mutating func apply(_ attributes: XMLAttributes, _ rules: [(String, String)]) -> Bool {
        var isDrawn = true
        var declarations: [(String, String)] = []
        attributes.forEach { name, value in
            if name == "style" {
                declarations = Self.declarations(value)
            } else {
                isDrawn = set(name, value) && isDrawn
            }
        }
        // They count more than style sheets, which count more than attributes.
        for (name, value) in rules + declarations { isDrawn = set(name, value) && isDrawn }
        return isDrawn
    }

    /// Returns the declarations of a `style` attribute or of a rule.
    static func declarations(_ style: String) -> [(String, String)] {
        style.split(separator: ";").compactMap { declaration in
            guard let colon = declaration.firstIndex(of: ":") else { return nil }
            let value = declaration[declaration.index(after: colon)...]
            // Of equal declarations the important one counts, but two are rare.
            return (trimmed(declaration[..<colon]), trimmed(value.prefix { $0 != "!" }))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// The properties that a style has.
    static let properties: Set = [
        "alignment-baseline", "display", "dominant-baseline", "fill", "fill-opacity", "font-size", "marker",
        "marker-end", "marker-start", "opacity", "stroke", "stroke-opacity", "stroke-width", "text-anchor",
        "visibility",
    ]

    private mutating func set(_ name: String, _ value: String) -> Bool {
        // The element around it has given its value already.
        if value == "inherit" { return true }
        switch name {
        case "display": return value != "none"
        case "opacity": return SVGScanner.numbers(value).first != 0
        case "visibility": isVisible = value == "visible"
        case "fill": fill = value
        case "stroke": stroke = value
        case "stroke-width": strokeWidth = SVGScanner.length(value) ?? strokeWidth
        case "fill-opacity": fillOpacity = SVGScanner.numbers(value).first ?? 1
        case "stroke-opacity": strokeOpacity = SVGScanner.numbers(value).first ?? 1
        case "marker": (startMarker, endMarker) = (value, value)
        case "marker-start": startMarker = value
        case "marker-end": endMarker = value
        case "font-size": fontSize = SVGScanner.length(value) ?? fontSize
        case "text-anchor": anchor = value
        case "dominant-baseline", "alignment-baseline": baseline = value
        default: break
        }
        return true
    }

    /// Whether areas are filled.
    var isFilled: Bool { Self.isPaint(fill) && fillOpacity > 0 }

    /// Whether lines are drawn.
    var isStroked: Bool { Self.isPaint(stroke) && strokeOpacity > 0 && strokeWidth > 0 }

    /// Returns whether a paint shows: it isn't `none` or a color whose opacity is zero, such as
    /// `#0000` and `rgba(0, 0, 0, 0)`.
    private static func isPaint(_ value: String) -> Bool {
        if value == "none" || value == "transparent" { return false }
        let count = value.utf8.count
        if value.utf8.first == UInt8(ascii: "#") {
            return !(count == 5 && value.hasSuffix("0") || count == 9 && value.hasSuffix("00"))
        }
        let parts = value.split { ",/()% ".contains($0) }
        guard ["rgb", "rgba", "hsl", "hsla"].contains(parts.first ?? ""), parts.count == 5 else { return true }
        return SVGScanner.numbers(String(parts[4])).first != 0
    }

    /// Whether a head is drawn at the first and at the last point of a line.
    var heads: (start: Bool, end: Bool) {
        let (start, end) = (Self.isHead(startMarker), Self.isHead(endMarker))
        return (start, end)
    }

    /// Returns whether a marker is a head, by its name; markers with other names of figures are
    /// dots and bars.
    private static func isHead(_ reference: String) -> Bool {
        guard reference != "none" else { return false }
        let name = Array(reference.lowercased().utf8)
        func contains(_ word: String) -> Bool { name.indices.contains { name[$0...].starts(with: word.utf8) } }
        return contains("#") && !["dot", "circle", "square", "diamond", "stop", "bar"].contains(where: contains)
    }
}

extension PlaneTransform {
    /// Creates the transform of a `transform` attribute; unknown functions end it.
    init(svg text: String) {
        self = .identity
        var scanner = SVGScanner(text)
        while true {
            let name = scanner.word()
            guard !name.isEmpty, scanner.skip(UInt8(ascii: "(")) else { return }
            var numbers: [Double] = []
            while numbers.count < 6, let number = scanner.number() { numbers.append(number) }
            guard scanner.skip(UInt8(ascii: ")")), let next = Self(name, numbers) else { return }
            self = after(next)
        }
    }

    private init?(_ name: String, _ numbers: [Double]) {
        func radians(_ degrees: Double) -> Double { degrees / 180 * .pi }
        switch (name, numbers.count) {
        case ("matrix", 6):
            self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
        case ("translate", 1...): self = .move(x: numbers[0], y: numbers.count > 1 ? numbers[1] : 0)
        case ("scale", 1...): self.init(a: numbers[0], d: numbers.count > 1 ? numbers[1] : numbers[0])
        case ("rotate", 3...): self = .turn(by: radians(numbers[0]), around: Point(x: numbers[1], y: numbers[2]))
        case ("rotate", 1...): self = .turn(by: radians(numbers[0]))
        case ("skewX", 1): self.init(c: PlaneTransform.turn(by: radians(numbers[0])).slope)
        case ("skewY", 1): self.init(b: PlaneTransform.turn(by: radians(numbers[0])).slope)
        default: return nil
        }
    }

    /// The tangent of a turn's angle.
    private var slope: Double { b / a }
}
