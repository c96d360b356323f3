import Diagrams
import Drawing
import Foundation

/// The curves of an automaton's arrows as Graphviz's `dot` draws them.
enum DotLayout {
    /// The path of `dot`, or `nil` if it isn't installed.
    static let path = ["/usr/bin/dot", "/usr/local/bin/dot"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A state's circle and a drawing's curves, in units of diagrams.
    struct Picture {
        var circles: [(center: Diagram.Point, isFinal: Bool)] = []
        var curves: [Curve] = []
        /// The labels with the numbers of their curves.
        var labels: [(text: String, middle: Diagram.Point, curve: Int)] = []
    }

    /// Returns the text that people write for `dot`: circles in rows from left to right, labels,
    /// points where marks begin.
    ///
    /// Splines without heads end on the outlines, as our curves do.
    static func text(of diagram: Diagram) -> String {
        var text = "digraph {rankdir=LR; node [shape=circle fixedsize=true width=0.6667 label=\"\"]; "
        text += "edge [dir=none fontname=Helvetica fontsize=14];\n"
        for state in diagram.states { text += "s\(state.id.number) [comment=\"\(state.isFinal)\"];\n" }
        let drawing = DrawnDiagram(diagram, highlighting: Diagram.Highlight())
        for (transition, arrow) in zip(diagram.transitions, drawing.arrows) {
            guard let end = transition.end else { continue }
            let start = transition.start.map { "s\($0.number)" } ?? "m\(transition.id.number)"
            if transition.start == nil { text += "\(start) [shape=point width=0.05];\n" }
            let lines = arrow.label?.lines.map(\.text) ?? []
            let label = lines.joined(separator: "\n").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
            text += "\(start) -> s\(end.number) [label=\"\(label)\"];\n"
        }
        return text + "}\n"
    }

    /// Lays out diagrams' automata by one run of `dot`.
    static func pictures(of diagrams: [Diagram]) throws -> [Picture] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("layouts-\(UUID().uuidString).dot")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(diagrams.map(text).joined().utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = ["-Tplain", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return pictures(in: String(decoding: output, as: UTF8.self), of: diagrams)
    }

    private static func pictures(in output: String, of diagrams: [Diagram]) -> [Picture] {
        var pictures: [Picture] = []
        var picture = Picture()
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            func point(_ index: Int) -> Diagram.Point {
                Diagram.Point(x: 72 * (Double(words[index]) ?? 0), y: -72 * (Double(words[index + 1]) ?? 0))
            }
            if words[0] == "node", words[1].hasPrefix("s"), pictures.count < diagrams.count {
                let state = diagrams[pictures.count].states.first { "s\($0.id.number)" == words[1] }
                picture.circles.append((point(2), state?.isFinal ?? false))
            } else if words[0] == "edge", let count = Int(words[3]) {
                let points = (0..<count).map { point(4 + 2 * $0) }
                picture.curves.append(
                    Curve(
                        pieces: stride(from: 0, to: count - 3, by: 3).map {
                            Cubic(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
                        }))
                // The label is a word or in quotation marks, and may hold blanks; its place comes
                // after it.
                if words.count > 4 + 2 * count + 4 {
                    let text = words[(4 + 2 * count)..<(words.count - 4)].joined(separator: " ")
                    picture.labels.append((unquoted(text), point(words.count - 4), picture.curves.count - 1))
                }
            } else if words[0] == "stop" {
                pictures.append(picture)
                picture = Picture()
            }
        }
        return pictures
    }

    /// A label without quotation marks around it and backslashes before others.
    private static func unquoted(_ text: String) -> String {
        let inner = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
        return inner.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
}

/// The number of places where curves of a drawing cross each other.
func crossings(of curves: [Curve]) -> Int {
    let lines = curves.map { Polyline($0) }
    return lines.indices.reduce(0) { sum, index in
        sum + lines[..<index].reduce(0) { $0 + $1.crossings(with: lines[index]) }
    }
}
