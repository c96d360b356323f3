import AlgorithmSupport
import Glibc
import StrokeFormats
import Strokes

extension InkFormat {
    func read(_ text: String) throws -> InkDocument { try read(Array(text.utf8)) }

    func read(_ text: [UInt8]) throws -> InkDocument {
        try text.withUnsafeBytes { try read($0, options: InkReadOptions(inputName: "x")) }
    }

    func notes(_ text: String) throws -> [String] {
        try Array(text.utf8).withUnsafeBytes { try readWithNotes($0) }.notes
    }
}

extension InkDocument {
    /// The first stroke's points.
    var points: [Point]? { elements.first?.strokes.first?.points }
}

func points(_ coordinates: (Double, Double)...) -> [Point] { coordinates.map { Point(x: $0.0, y: $0.1) } }

/// Seeded damage to texts, and seeded ink.
struct Mutator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    static let tokens = [
        "\"", "\\", "\n", "\t", " ", "[", "]", "{", "}", ",", ":", "'", "!", "*", "?", "T", "0", "-1", "1e999", "-",
        ".",
        "1e-400", "NaN", "Infinity", "null", "true", "\\u", "\\ud800", "\u{0}", "ε", "&#0;", "<!--", "]]>", "\r\n",
        "\u{FEFF}", "<trace>", "</trace>", "<traceGroup>", "</traceGroup>", "<Point X='1' Y='2'/>", "\"points\":",
        "\"x\":1", "9007199254740993", "0.1", "#",
    ]

    mutating func mutated(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0...below(4) {
            let position = below(text.count + 1)
            switch below(8) {
            case 0: text.removeSubrange(position...)
            case 1 where position < text.count: text[position] = UInt8(truncatingIfNeeded: next())
            case 2 where position < text.count: text.remove(at: position)
            case 3: text.insert(UInt8(truncatingIfNeeded: next()), at: position)
            case 4, 5: text.insert(contentsOf: Self.tokens[below(Self.tokens.count)].utf8, at: position)
            case 6:
                let end = min(text.count, position + below(40))
                text.insert(contentsOf: Array(text[position..<end]), at: below(text.count + 1))
            default: text.removeSubrange(position..<min(text.count, position + below(10)))
            }
        }
        return text
    }

    mutating func noise() -> [UInt8] {
        let mask: UInt8 = below(2) == 0 ? 0x7F : 0xFF
        return (0..<below(200)).map { _ in UInt8(truncatingIfNeeded: next()) & mask }
    }

    mutating func number() -> Double {
        switch below(5) {
        case 0: return Double(below(2000) - 1000)
        case 1: return Double(below(100_000)) / 64
        case 2: return Double(below(1_000_000)) / 1000
        case 3:
            let number = Double(bitPattern: next())
            return number.isFinite ? number : 0
        default: return below(2) == 0 ? -0.0 : 1e22
        }
    }

    mutating func document() throws -> InkDocument {
        let words = [
            "", "a", "state", " blank ", "\"quoted\" \\", "<&>'", "zwei\nZeilen\t\r", "ε→𝔸", "x", "points", "labels",
        ]
        return InkDocument(
            elements: try (0..<below(4)).map { _ in
                let strokes = try (0..<below(4)).map { _ in
                    let count = below(8)
                    let points = (0..<count).map { _ in Point(x: number(), y: number()) }
                    let times = below(2) == 0 ? (0..<count).map { _ in number() } : nil
                    let pressures = below(2) == 0 ? (0..<count).map { _ in Double(below(1000)) / 999 } : nil
                    return try Stroke(points, times: times, pressures: pressures)
                }
                var labels: [String: String] = [:]
                for _ in 0..<below(4) { labels[words[below(words.count)]] = words[below(words.count)] }
                return LabeledInk(strokes: strokes, labels: labels)
            },
            texts: (0..<below(3)).map { _ in InkText(words[below(words.count)], at: Point(x: number(), y: number())) })
    }
}
