import Foundation
import StrokeTraining

// Trains and evaluates the models of the stroke recognizers. The same strokes give the same bytes.
// `automata-train MODEL REPORT MISTAKES STROKES...` reads files of labeled strokes, compressed with
// gzip or not, and writes the model of elements (as Swift if its name ends in .swift), the
// measurements in Markdown, and a picture of the mistakes.
// `automata-train --characters MODEL REPORT CHARACTERS` does so for handwritten characters.
// `automata-train --own FOLDER [FILE...]` trains models for the hand whose samples are in a folder,
// writes them there, and prints how well they do. Files are of other people's strokes or
// characters.
let arguments = CommandLine.arguments.dropFirst()
let start = ContinuousClock.now

@Sendable func report(_ text: String) {
    let seconds = start.duration(to: .now).components.seconds
    FileHandle.standardError.write(Data("automata-train: \(text) (\(seconds) s)\n".utf8))
}

func write(_ texts: [String], to paths: [String]) throws {
    for (text, path) in zip(texts, paths) { try text.write(toFile: path, atomically: true, encoding: .utf8) }
}

/// Trains models for one hand; returns whether there is one.
func trainOwn(_ folder: String, _ others: [String]) throws -> Bool {
    let outcome = try PersonalTraining(folder: folder, others: others).run(report: report)
    for (text, name) in [(outcome.elements, "elements.model"), (outcome.characters, "characters.model")] {
        guard let text else { continue }
        try write([text], to: [folder + "/" + name])
        report("wrote \(folder)/\(name)")
    }
    print(outcome.report, terminator: "")
    return outcome.elements != nil || outcome.characters != nil
}

let isPersonal = arguments.first == "--own" && arguments.count > 1
guard isPersonal || arguments.count > 3 else {
    report(
        "usage: automata-train MODEL REPORT MISTAKES STROKES..., automata-train --characters MODEL REPORT CHARACTERS, "
            + "or automata-train --own FOLDER [FILE...]")
    exit(2)
}
do {
    if isPersonal {
        let paths = Array(arguments.dropFirst())
        guard try trainOwn(paths[0], Array(paths.dropFirst())) else { exit(1) }
        exit(0)
    }
    let isAboutCharacters = arguments.first == "--characters"
    let paths = Array(isAboutCharacters ? arguments.dropFirst() : arguments)
    let isSwift = paths[0].hasSuffix(".swift")
    if isAboutCharacters {
        let outcome = try CharacterTraining(characters: paths[2]).run(report: report)
        try write([isSwift ? outcome.swift : outcome.model, outcome.report], to: paths)
    } else {
        let outcome = try Training(strokes: Array(paths[3...])).run(report: report)
        try write([isSwift ? outcome.swift : outcome.model, outcome.report, outcome.mistakes], to: paths)
    }
} catch {
    report("\(error)")
    exit(2)
}
