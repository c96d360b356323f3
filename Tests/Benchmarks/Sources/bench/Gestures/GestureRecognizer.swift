import Strokes

/// What is compared: recognizers that learn gestures from examples.
protocol GestureRecognizer {
    init()
    /// Adds an example of the gesture of a number.
    mutating func add(_ points: [Point], kind: Int)
    /// The number of the gesture that a drawing is taken for; raw points to answer.
    func recognize(_ points: [Point]) -> Int
}

/// Ours with its default options, asked for the best name.
struct Ours: GestureRecognizer {
    private var recognizer = TemplateRecognizer()

    mutating func add(_ points: [Point], kind: Int) {
        guard (try? recognizer.add(points, name: String(kind))) != nil else { fatalError("no example: \(kind)") }
    }

    func recognize(_ points: [Point]) -> Int {
        recognizer.bestMatch(for: points).flatMap { Int($0.name) } ?? -1
    }
}

/// Ours, asked for all names in their order.
struct OursRanking: GestureRecognizer {
    private var recognizer = TemplateRecognizer()

    mutating func add(_ points: [Point], kind: Int) {
        guard (try? recognizer.add(points, name: String(kind))) != nil else { fatalError("no example: \(kind)") }
    }

    func recognize(_ points: [Point]) -> Int {
        recognizer.matches(for: points).first.flatMap { Int($0.name) } ?? -1
    }
}
