import Strokes

/// Counts of what was drawn (rows) and what was recognised (columns).
struct Confusion {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 4), count: 4)

    mutating func add(_ truth: ElementKind, _ answer: Int) { counts[Int(truth.rawValue)][answer] += 1 }

    var total: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }
    var accuracy: Double { Double((0..<4).reduce(0) { $0 + counts[$1][$1] }) / Double(max(1, total)) }
    func recall(_ kind: Int) -> Double { Double(counts[kind][kind]) / Double(max(1, counts[kind].reduce(0, +))) }
    /// Over the classes present.
    var macroF1: Double {
        var sum = 0.0
        var present = 0
        for kind in 0..<4 {
            let drawn = counts[kind].reduce(0, +)
            guard drawn > 0 else { continue }
            present += 1
            let said = (0..<4).reduce(0) { $0 + counts[$1][kind] }
            sum += 2 * Double(counts[kind][kind]) / Double(max(1, drawn + said))
        }
        return sum / Double(max(1, present))
    }
}

func argmax(_ vector: SIMD4<Float>) -> Int {
    var best = 0
    for index in 1..<4 where vector[index] > vector[best] { best = index }
    return best
}

func percent(_ value: Double) -> String {
    let hundredths = Int((value * 10000).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}
