import FeatureModels
import TextSupport
import XMLSupport

/// The parts of a picture in SVG, read back.
final class DrawnModel: XMLReader {
    struct Box {
        var x, y, width, height: Double
        var kinds: Set<Substring>

        func overlaps(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }

        /// Returns whether a place is on the outline, up to rounding.
        func hasOnOutline(_ place: Place) -> Bool {
            func isOn(_ value: Double, _ line: Double) -> Bool { abs(value - line) < 0.02 }
            let isBeside = place.x > x - 0.02 && place.x < x + width + 0.02
            let isLevel = place.y > y - 0.02 && place.y < y + height + 0.02
            return isBeside && (isOn(place.y, y) || isOn(place.y, y + height))
                || isLevel && (isOn(place.x, x) || isOn(place.x, x + width))
        }

        /// Returns whether a line passes through the inside.
        func isCrossed(from start: Place, to end: Place) -> Bool {
            var (low, high) = (0.0, 1.0)
            for (start, length, least, size) in [
                (start.x, end.x - start.x, x, width), (start.y, end.y - start.y, y, height),
            ] {
                let (least, greatest) = (least + 0.1, least + size - 0.1)
                if length == 0 {
                    if start <= least || start >= greatest { return false }
                    continue
                }
                let shares = [(least - start) / length, (greatest - start) / length].sorted()
                (low, high) = (max(low, shares[0]), min(high, shares[1]))
            }
            return low < high
        }
    }

    struct Place { var x, y: Double }

    /// The boxes of the features, in order.
    private(set) var boxes: [Box] = []
    /// The edges to all features but the root.
    private(set) var edges: [[Place]] = []
    /// The numbers of signs of each kind, and of those in the legend.
    private(set) var counts: [String: Int] = [:]
    /// All texts that are shown, those of the legend, and those of the constraints.
    private(set) var texts: [String] = []
    private(set) var legend: [String] = []
    private(set) var constraints: [String] = []
    private(set) var titles: [String] = []
    private(set) var description = ""
    private(set) var size = (width: 0.0, height: 0.0)
    private var open: [(name: String, kind: String)] = []
    private var buffer: [UInt8] = []

    init(_ svg: String) throws {
        try Array(svg.utf8).withUnsafeBytes { try read(xml: $0) }
    }

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        func number(_ key: String) -> Double { attributes[key].flatMap(Double.init) ?? .nan }
        let kind = attributes["class"] ?? ""
        let kinds = Set(kind.split(separator: " "))
        if name == "svg" { size = (number("width"), number("height")) }
        if !isWithin("legend") {
            if kinds.contains("feature") {
                boxes.append(
                    Box(
                        x: number("x"), y: number("y"), width: number("width"), height: number("height"), kinds: kinds))
            }
            if kinds.contains("edge") { edges += (attributes["d"] ?? "").split(separator: "M").map(Self.places) }
            for kind in kinds { counts[String(kind), default: 0] += 1 }
        }
        open.append((name, kind))
        buffer = []
    }

    func end(at offset: Int) throws(TextProblem) {
        let name = open.last?.name
        let text = String(decoding: buffer, as: UTF8.self)
        if name == "title" { titles.append(text) }
        if name == "desc" { description = text }
        if name == "text" {
            if isWithin("legend") {
                legend.append(text)
            } else if isWithin("constraints") {
                constraints.append(text)
            } else {
                texts.append(text)
            }
        }
        open.removeLast()
        buffer = []
    }

    func text(_ bytes: UnsafeRawBufferPointer) { buffer += bytes }

    private func isWithin(_ kind: String) -> Bool { open.contains { $0.kind == kind } }

    /// The places of a path of straight lines.
    private static func places(_ path: Substring) -> [Place] {
        let numbers = path.split { "L ".contains($0) }.compactMap { Double($0) }
        return stride(from: 0, to: numbers.count - 1, by: 2).map { Place(x: numbers[$0], y: numbers[$0 + 1]) }
    }
}
