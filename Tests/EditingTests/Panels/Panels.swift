import Automata
import Editing
import Foundation
import Sketches
import Testing

/// A document with panels.
struct Panels {
    var document = EditorDocument()
    var context = EditorDocument.Context(name: "drawing.sketch")

    /// Draws an automaton; the first state is initial.
    ///
    /// - Parameter arrows: Arrows such as `q0 a q1`; `ε` reads nothing.
    init(_ states: String, final: String, _ arrows: String...) throws {
        var ids: [Substring: String] = [:]
        for (index, name) in states.split(separator: " ").enumerated() {
            let answer = try send(["do": "addState", "at": [100 * index, 0], "name": String(name)])
            ids[name] = try #require((answer["inserted"] as? [String])?.first)
        }
        try send(["do": "setInitial", "element": "s1", "is": true])
        for name in final.split(separator: " ") {
            try send(["do": "setFinal", "element": try #require(ids[name]), "is": true])
        }
        for arrow in arrows {
            let parts = arrow.split(separator: " ")
            let symbol: Any = parts[1] == "ε" ? NSNull() : String(parts[1])
            let targets = try parts.dropFirst(2).map { try #require(ids[$0]) }
            try send([
                "do": "setTargets", "element": try #require(ids[parts[0]]), "symbol": symbol, "targets": targets,
            ])
        }
    }

    @discardableResult
    mutating func send(_ command: [String: Any]) throws -> [String: Any] {
        let data = try JSONSerialization.data(withJSONObject: command)
        return try EditorDocumentTests.Page.object(document.handle(String(decoding: data, as: UTF8.self)).answer)
    }

    func ask(_ question: [String: Any], budget: Budget = .default) throws -> [String: Any] {
        let data = try JSONSerialization.data(withJSONObject: question)
        return try EditorDocumentTests.Page.object(
            data.withUnsafeBytes { document.answer($0, in: context, budget: budget) })
    }

    func derive(_ request: [String: Any]) throws -> Panels {
        let data = try JSONSerialization.data(withJSONObject: request)
        var result = self
        result.document = try data.withUnsafeBytes { bytes in
            try document.derived(by: bytes, in: context).document
        }
        return result
    }

    /// The rows of the table of steps, cells between bars.
    func table(of procedure: String) throws -> [String] {
        let answer = try ask(["ask": "steps", "of": procedure])
        let table = try #require(answer["table"] as? [String: Any])
        return (table["rows"] as? [[String: Any]] ?? []).map { row in
            let cells = (row["cells"] as? [[String: Any]] ?? []).map { $0["text"] as? String ?? "" }
            return ([row["name"] as? String ?? ""] + cells).joined(separator: " | ")
        }
    }

    func captions(of procedure: String) throws -> [String] {
        let answer = try ask(["ask": "steps", "of": procedure])
        return (answer["frames"] as? [[String: Any]] ?? []).compactMap { $0["caption"] as? String }
    }

    func word(_ answer: [String: Any], _ key: String) -> String? {
        (answer[key] as? [String: Any])?["text"] as? String
    }
}

extension Panels {
    /// The words that end with 01, as an NFA.
    static func endsWith01() throws -> Panels {
        try Panels("q0 q1 q2", final: "q2", "q0 0 q0 q1", "q0 1 q0", "q1 1 q2")
    }
}
