import Foundation
import StrokeFormats
import Strokes

/// A labeled stroke, or several that make one element.
struct Sample {
    var strokes: [[Point]]
    var kind: ElementKind
    /// The name of the drawing in its source.
    var name: String
    var source: String
    /// The person who drew it; empty if unknown.
    var writer = ""
    /// The fold, one of five; -1 for samples that are only used for training.
    var fold = -1
    /// Whether the model is made for the hand that drew it.
    var isPersonal = false
    /// Whether it is a self-loop drawn without a head.
    var isHeadless: Bool { name == "loop-without-head" }

    static let synthetic = "synthetic"
    /// The source of samples of the hand that a model is made for.
    static let personal = "own hand"
    var isSynthetic: Bool { source == Self.synthetic }
}

/// The error of a file of samples, as a sentence.
struct SampleError: Error, CustomStringConvertible {
    let description: String
}

extension Sample {
    /// Creates a sample from ink with the label `element`; `nil` for another label or none.
    init?(_ ink: LabeledInk, source: String) {
        let labels = ink.labels
        guard let label = labels["element"] else { return nil }
        guard let kind = label == "reject" ? .unknown : ElementKind(name: label) else { return nil }
        self.init(
            strokes: ink.strokes.map(\.points), kind: kind, name: labels["kind"] ?? label,
            source: labels["source"] ?? source, writer: labels["writer"] ?? "")
    }
}

enum SampleFile {
    /// Reads files of labeled strokes, and divides their writers into folds.
    static func read(_ paths: [String]) throws -> [Sample] {
        var samples: [Sample] = []
        var labels: [String?] = []
        for path in paths {
            for (sample, label) in try read(path) {
                samples.append(sample)
                labels.append(label)
            }
        }
        let folds = folds(of: samples, labels: labels)
        for index in samples.indices { samples[index].fold = folds[index] }
        return samples
    }

    /// Returns the fold of each sample by its label. Strokes without a label get the fold of their
    /// writer's other strokes in any file, so that no writer is in two folds. Writers without a
    /// fold get one by the last digit of their name, which spreads numbered writers over all five.
    /// -1 means no fold.
    static func folds(of samples: [Sample], labels: [String?]) -> [Int] {
        struct Writer: Hashable { let source, name: String }
        var known: [Writer: Int] = [:]
        func fold(_ label: String) -> Int? { Int(label).map { (0..<5).contains($0) ? $0 : -1 } }
        for (sample, label) in zip(samples, labels) {
            guard let own = label.flatMap(fold), !sample.writer.isEmpty else { continue }
            known[Writer(source: sample.source, name: sample.writer)] = own
        }
        return zip(samples, labels).map { sample, label in
            label.flatMap(fold) ?? known[Writer(source: sample.source, name: sample.writer)]
                ?? sample.writer.last?.wholeNumberValue.map { $0 % 5 } ?? -1
        }
    }

    /// Reads labeled strokes in any format that ``StrokeFormats`` knows, compressed with gzip or
    /// not.
    ///
    /// The label `element` is the kind: `state`, `transition`, `cycle`, or `reject` for none of
    /// them. Ink with another label is left out.
    private static func read(_ path: String) throws -> [(sample: Sample, fold: String?)] {
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        return try elements(of: path).compactMap { ink in
            Sample(ink, source: name).map { ($0, ink.labels["fold"]) }
        }
    }

    /// Reads labeled ink in any format that ``StrokeFormats`` knows, compressed with gzip or not.
    static func elements(of path: String) throws -> [LabeledInk] {
        let bytes = try contents(path)
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        let format = bytes.withUnsafeBytes { InkFormat.recognize(fileName: name, content: $0) } ?? .ndjson
        return try bytes.withUnsafeBytes { try format.read($0, options: InkReadOptions(inputName: path)) }.elements
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw SampleError(description: "\(path) isn't there")
        }
        guard path.hasSuffix(".gz") else { return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SampleError(description: "gzip can't read \(path)") }
        return bytes
    }
}
