import Strokes

/// How long it takes to tell what a stroke is, from raw points to the answer, beside $1 and
/// Protractor with some examples.
///
/// A line of output for each recognizer: name, microseconds a stroke, strokes, points a stroke.
enum StrokeTiming {
    static func run(_ path: String) throws {
        let set = try GestureSet(path)
        let strokes = set.samples.map(\.points)
        guard set.samples.count >= 16 else { throw Failure("\(path) has fewer than 16 strokes") }
        let recognizer = ElementRecognizer()
        var scratch = ElementRecognizer.Scratch()
        // Reads the model, which is done once in a process.
        _ = recognizer.recognize([Point]())
        func recognize(_ points: [Point]) -> Int {
            Int(recognizer.recognize(points.span, scratch: &scratch).best.kind.rawValue)
        }
        report("ours", strokes, recognize)
        report("ours, 112 to 150 points", strokes.filter { 112...150 ~= $0.count }, recognize)
        report("$1, 16 templates", strokes, DollarOne.self, set)
        report("Protractor, 16 templates", strokes, Protractor.self, set)
    }

    private static func report<R: GestureRecognizer>(
        _ name: String, _ strokes: [[Point]], _: R.Type, _ set: GestureSet
    ) {
        var recognizer = R()
        for index in 0..<16 {
            let sample = set.samples[index * set.samples.count / 16]
            recognizer.add(sample.points, kind: sample.kind)
        }
        report(name, strokes) { recognizer.recognize($0) }
    }

    /// The quickest of 25 rounds for each forty strokes, so that what else the machine does counts
    /// little.
    private static func report(_ name: String, _ strokes: [[Point]], _ recognize: ([Point]) -> Int) {
        let clock = ContinuousClock()
        var sum = Duration.zero
        var answers = 0
        for start in stride(from: 0, to: strokes.count, by: 40) {
            let part = strokes[start..<min(strokes.count, start + 40)]
            var best: Duration?
            for _ in 0..<25 {
                let begin = clock.now
                for points in part { answers &+= recognize(points) }
                let time = clock.now - begin
                best = min(best ?? time, time)
            }
            sum += best ?? .zero
        }
        guard !strokes.isEmpty else { return }
        let points = strokes.reduce(0) { $0 + $1.count }
        let count = Double(strokes.count)
        // The answers are printed so that nobody can leave the work out.
        print("\(name)\t\(sum / .microseconds(1) / count)\t\(strokes.count)\t\(Double(points) / count)\t\(answers)")
    }
}
