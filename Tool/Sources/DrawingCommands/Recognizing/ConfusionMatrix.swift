import Strokes
import TextSupport

/// The number of elements for each labeled kind and each recognized kind.
struct ConfusionMatrix: Sendable {
    private var counts = [[Int]](repeating: [0, 0, 0, 0], count: 4)
    /// Elements whose label isn't a kind.
    private(set) var unlabeledCount = 0

    /// The kind that a label names: `reject` is `unknown`.
    static func kind(_ label: String?) -> ElementKind? {
        guard let label = label?.lowercased() else { return nil }
        return label == "reject" ? .unknown : ElementKind(name: label)
    }

    /// Counts an element; an element without a labeled kind is counted separately.
    mutating func add(_ label: String?, recognizedAs kind: ElementKind) {
        guard let wanted = Self.kind(label) else {
            unlabeledCount += 1
            return
        }
        counts[Int(wanted.rawValue)][Int(kind.rawValue)] += 1
    }

    /// Adds the counts of another matrix.
    mutating func add(_ other: ConfusionMatrix) {
        for row in counts.indices { for column in counts.indices { counts[row][column] += other.counts[row][column] } }
        unlabeledCount += other.unlabeledCount
    }

    var count: Int { counts.joined().reduce(0, +) }
    var rightCount: Int { counts.indices.reduce(0) { $0 + counts[$1][$1] } }

    /// The kinds of which at least one element is labeled.
    private var wantedKinds: [Int] { counts.indices.filter { counts[$0].contains { $0 > 0 } } }

    private func recall(_ kind: Int) -> Double { ratio(counts[kind][kind], counts[kind].reduce(0, +)) }

    private func precision(_ kind: Int) -> Double { ratio(counts[kind][kind], counts.reduce(0) { $0 + $1[kind] }) }

    private func ratio(_ part: Int, _ whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

    private var accuracy: Double { ratio(rightCount, count) }

    /// The mean of F1 over the labeled kinds.
    private var macroF1: Double {
        let kinds = wantedKinds
        let sum = kinds.reduce(0.0) { sum, kind in
            let (recall, precision) = (recall(kind), precision(kind))
            return sum + (recall + precision > 0 ? 2 * recall * precision / (recall + precision) : 0)
        }
        return kinds.isEmpty ? 0 : sum / Double(kinds.count)
    }

    /// A table with a row for each labeled kind, and a column for each recognized kind.
    var text: String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let names = ElementKind.allCases.map(\.description)
        var text = right("", 12) + names.map { right($0, 12) }.joined() + right("recall", 12) + "\n"
        for kind in wantedKinds {
            text += names[kind] + String(repeating: " ", count: 12 - names[kind].count)
            text += counts[kind].map { right("\($0)", 12) }.joined() + right(Self.percent(recall(kind)), 12) + "\n"
        }
        text += "precision   " + names.indices.map { right(Self.percent(precision($0)), 12) }.joined() + "\n"
        text +=
            "\(rightCount) of \(count) right: accuracy \(Self.percent(accuracy)), macro-F1 \(Self.percent(macroF1))\n"
        return text
    }

    /// The matrix as a JSON object.
    var json: JSONObject {
        let names = ElementKind.allCases.map(\.description)
        let rows = zip(names, counts).map { ($0, JSONObject(zip(names, $1))) }
        return [
            "elements": count, "right": rightCount, "accuracy": accuracy, "macroF1": macroF1,
            "unlabeled": unlabeledCount, "confusion": JSONObject(rows),
        ]
    }

    private static func percent(_ ratio: Double) -> String {
        let hundredths = Int((ratio * 10_000).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) %"
    }
}
