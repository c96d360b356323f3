internal import CAutomata
internal import StrokeFormats
internal import Strokes

/// Ink in arrays that are lent to C.
final class InkHandle: Handle, @unchecked Sendable {
    // Unchecked: written in init only.
    static let kind: StaticString = "ink"

    private let points: StableArray<Point>
    private let counts: StableArray<Int>
    private let strokeCounts: StableArray<Int>
    private let times: StableArray<Double>
    private let pressures: StableArray<Double>
    /// The name and the value of each label, and then the texts.
    private let words: StableNames
    private let labels: StableArray<automata_ink_label>
    private let texts: StableArray<automata_placed_text>
    /// The struct with these arrays.
    private let contents: StableArray<automata_ink_contents>

    init(_ document: InkDocument) {
        let strokes = document.elements.lazy.flatMap(\.strokes)
        points = StableArray(strokes.flatMap(\.points))
        counts = StableArray(strokes.map(\.points.count))
        strokeCounts = StableArray(document.elements.lazy.map(\.strokes.count))
        times = Self.column(strokes, \.times)
        pressures = Self.column(strokes, \.pressures)

        var (words, elements): ([String], [Int]) = ([], [])
        for (index, element) in document.elements.enumerated() {
            for (name, value) in element.labels.sorted(by: { $0.key < $1.key }) {
                words += [name, value]
                elements.append(index)
            }
        }
        let stableWords = StableNames(words + document.texts.map(\.text))
        self.words = stableWords
        let lent = stableWords.lent
        func word(_ index: Int) -> automata_text { lent.items?[index] ?? automata_text() }
        labels = StableArray(
            elements.indices.map {
                automata_ink_label(element: elements[$0], name: word(2 * $0), value: word(2 * $0 + 1))
            })
        texts = StableArray(
            document.texts.indices.map {
                let text = word(words.count + $0)
                return automata_placed_text(
                    text: text.data, length: text.length, position: document.texts[$0].position.forC)
            })
        contents = StableArray([
            automata_ink_contents(
                struct_size: MemoryLayout<automata_ink_contents>.size,
                points: points.start.map { UnsafeRawPointer($0).assumingMemoryBound(to: automata_point.self) },
                point_count: points.count, counts: counts.start, stroke_count: counts.count,
                stroke_counts: strokeCounts.start, element_count: strokeCounts.count, times: times.start,
                pressures: pressures.start, labels: labels.start, label_count: labels.count, texts: texts.start,
                text_count: texts.count)
        ])
    }

    /// Returns a value for each point, NaN for strokes without values; none if no stroke has any.
    private static func column(
        _ strokes: some Collection<Stroke>, _ values: KeyPath<Stroke, [Double]?>
    ) -> StableArray<Double> {
        guard strokes.contains(where: { $0[keyPath: values] != nil }) else { return StableArray([]) }
        return StableArray(
            strokes.lazy.flatMap { $0[keyPath: values] ?? Array(repeating: .nan, count: $0.points.count) })
    }

    /// The contents, for C.
    var lentContents: UnsafePointer<automata_ink_contents>? { contents.start }

    /// The ink, for the writers.
    var document: InkDocument {
        get throws(CallError) { try contents[0].document() }
    }

    /// The bytes of the ink, by estimate.
    var byteCount: Int {
        let words = (0..<UInt32(words.lent.count)).reduce(0) { $0 + self.words.bytes(of: $1).count + 64 }
        return points.count * 32 + counts.count * 96 + strokeCounts.count * 96 + words
    }
}
