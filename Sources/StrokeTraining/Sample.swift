import Foundation
import Strokes

/// A labelled stroke, or several that make one element.
struct Sample {
    var strokes: [[Point]]
    var kind: ElementKind
    /// What was drawn, in the source's words.
    var name: String
    var source: String
    var fold: Int
    /// Known as a self-loop drawn without a head.
    var isHeadless = false
}

enum SampleFile {
    /// Reads strokes, one JSON object a line.
    static func read(_ path: String, isHeadless: Bool = false) throws -> [Sample] {
        let data: Data
        if path.hasSuffix(".gz") {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["gzip", "-dc", path]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
        } else {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        }
        var samples: [Sample] = []
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any],
                let points = object["points"] as? [[Double]],
                let element = object["element"] as? String
            else { continue }
            let kind: ElementKind
            switch element {
            case "state": kind = .state
            case "transition": kind = .transition
            case "cycle": kind = .cycle
            case "reject": kind = .unknown
            default: continue
            }
            let writer = object["writer"] as? String ?? ""
            let fold = object["fold"] as? Int ?? Int(writer.suffix(1)) ?? -1
            samples.append(
                Sample(
                    strokes: [points.compactMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }], kind: kind,
                    name: object["kind"] as? String ?? "", source: object["source"] as? String ?? "", fold: fold,
                    isHeadless: isHeadless))
        }
        return samples
    }
}
