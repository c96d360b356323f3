import ArgumentParser
import AutomataFiles
import StrokeFormats
import Strokes
import TextSupport
import ToolSupport

extension Recognize {
    /// Recognizes a character in each element of the inputs.
    func recognizeCharacters(_ inputs: InputList) throws {
        let limits = limits.options
        let reader = InkReader(format: recognition.from?.format, maximumBytes: limits.maximumBytes)
        let recognizer = try recognition.makeCharacterRecognizer(limits: limits)
        let prior = alphabet.map { CharacterPrior(only: $0) } ?? CharacterPrior()
        let names = inputs.files.map(\.name)
        let command = self
        let runner = BatchRunner(
            names: names, limits: limits, batch: batch, force: force, makesFolders: false, summary: .afterFailures)
        let results = try runner.partialResults { index, context throws(ToolError) in
            let inks = try reader.elements(
                of: inputs.files[index], isSeparate: command.recognition.separate, context)
            var (text, hasUnknown) = ("", false)
            for (number, ink) in inks.enumerated() {
                if number & 0x3FF == 0x3FF { try context.checkTime() }
                let recognition = recognizer.recognize(
                    ink.strokes, prior: prior, threshold: command.recognition.threshold)
                if recognition.best == nil { hasUnknown = true }
                let report = CharacterReport(ink: ink, number: number + 1, recognition: recognition)
                text +=
                    command.json
                    ? report.json(fileName: names[index]).line
                    : report.line(fileName: names.count > 1 ? names[index] : nil)
            }
            context.write(text)
            return hasUnknown
        }
        let found = results.compactMap(\.self)
        if found.count < results.count { throw ExitCode(2) }
        if found.contains(true) { throw ExitCode(1) }
    }
}

/// The facts about a recognized character, for people and as JSON.
private struct CharacterReport {
    let ink: LabeledInk
    /// The number of the element in its file, counted from 1.
    let number: Int
    let recognition: TextRecognition

    /// A line: the number, the character, its probability, and what else it may be.
    func line(fileName: String?) -> String {
        var line = (fileName.map { $0.shown + ":" } ?? "") + "\(number)\t\(recognition.best ?? "unknown")"
        if recognition.best != nil, let best = recognition.candidates.first {
            line += "\t\(Self.percent(best.probability))"
        }
        let others = recognition.candidates.filter { $0.text != recognition.best && $0.probability >= 0.05 }.prefix(5)
        if !others.isEmpty {
            line += "\tor " + others.map { "\($0.text) \(Self.percent($0.probability))" }.joined(separator: ", ")
        }
        return line + "\n"
    }

    func json(fileName: String) -> JSONObject {
        let labels = ink.labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let candidates = recognition.candidates.map {
            ["character": $0.text, "probability": $0.probability] as JSONObject
        }
        return [
            "file": RawText.readable(fileName), "element": number, "strokes": ink.strokes.count,
            "points": ink.strokes.reduce(0) { $0 + $1.points.count }, "labels": JSONObject(labels),
            "character": recognition.best, "probability": recognition.candidates.first?.probability ?? 0,
            "threshold": recognition.threshold, "candidates": candidates,
        ]
    }

    private static func percent(_ probability: Double) -> String { "\((probability * 1000).rounded() / 10) %" }
}
