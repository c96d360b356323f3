import Foundation
import StrokeFormats
import Strokes

/// A labelled stroke, or several that make one element.
struct Sample {
    var strokes: [[Point]]
    var kind: ElementKind
    /// What was drawn, in the source's words.
    var name: String
    var source: String
    /// Writers are divided into five folds; -1 belongs to none and is only trained on.
    var fold: Int
    /// Known as a self-loop drawn without a head.
    var isHeadless: Bool { name == "loop-without-head" }

    static let synthetic = "synthetic"
    var isSynthetic: Bool { source == Self.synthetic }
}

/// What is wrong with a file of samples, as a sentence.
struct SampleError: Error, CustomStringConvertible {
    let description: String
}

enum SampleFile {
    /// Reads labelled strokes in any format that ``StrokeFormats`` knows, compressed with gzip or not.
    ///
    /// The label `element` tells the kind: `state`, `transition`, `cycle`, or `reject` for what is none of them. What is something else is
    /// left out.
    static func read(_ path: String) throws -> [Sample] {
        let bytes = try contents(path)
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        let format = bytes.withUnsafeBytes { InkFormat.recognize(fileName: name, content: $0) } ?? .ndjson
        let document = try bytes.withUnsafeBytes { try format.read($0, options: InkReadOptions(inputName: path)) }
        return document.elements.compactMap { element in
            let labels = element.labels
            guard let said = labels["element"] else { return nil }
            guard let kind = said == "reject" ? .unknown : ElementKind(name: said) else { return nil }
            let writer = labels["writer"] ?? ""
            return Sample(
                strokes: element.strokes.map(\.points), kind: kind, name: labels["kind"] ?? said,
                source: labels["source"] ?? name, fold: fold(label: labels["fold"], writer: writer))
        }
    }

    /// The fold that the label names, or else one by the writer's last digit, so that writers whose names are numbered are spread over all
    /// five; -1 without either.
    static func fold(label: String?, writer: String) -> Int {
        if let label, let fold = Int(label) { return (0..<5).contains(fold) ? fold : -1 }
        return Int(writer.suffix(1)).map { $0 % 5 } ?? -1
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
