import Foundation
import StrokeTraining

// Trains and evaluates the model of the stroke recognizer:
// `automata-train MODEL REPORT MISTAKES STROKES...` reads files of labeled strokes, compressed with
// gzip or not, and writes the model (as Swift if its name ends in .swift), the measurements in
// Markdown, and a picture of the mistakes. The same strokes give the same bytes.
let arguments = CommandLine.arguments.dropFirst()
let start = ContinuousClock.now

@Sendable func report(_ text: String) {
    let seconds = start.duration(to: .now).components.seconds
    FileHandle.standardError.write(Data("automata-train: \(text) (\(seconds) s)\n".utf8))
}

guard arguments.count > 3 else {
    report("usage: automata-train MODEL REPORT MISTAKES STROKES...")
    exit(2)
}
do {
    let paths = Array(arguments)
    let outcome = try Training(strokes: Array(paths[3...])).run(report: report)
    let model = paths[0].hasSuffix(".swift") ? outcome.swift : outcome.model
    for (text, path) in zip([model, outcome.report, outcome.mistakes], paths) {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
} catch {
    report("\(error)")
    exit(2)
}
