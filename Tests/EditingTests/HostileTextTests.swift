import AlgorithmSupport
import Automata
import Editing
import Sketches
import Testing
import WorkLimits

/// Texts that somebody damaged: each is answered or refused, and none traps.
@Suite("Hostile texts of panels")
struct HostileTextTests {
    private static let questions = [
        #"{"ask":"facts"}"#, #"{"ask":"steps","of":"minimize","as":"html"}"#, #"{"ask":"compare","with":2}"#,
        #"{"ask":"chain"}"#, #"{"ask":"table"}"#, #"{"ask":"expression"}"#, #"{"ask":"grammar"}"#,
    ]
    private static let requests = [
        #"{"steps":"determinize"}"#, #"{"chain":1}"#, #"{"expression":"(0|1)*01"}"#, #"{"grammar":"S -> 0 S | 1"}"#,
    ]
    private static let exercise = """
        {"format":"automata-exercise","version":1,"title":"T","task":"a","expression":"(0|1)*01","words":[{"word":"01",\
        "want":"accept"}],"demands":{"deterministic":true,"states":3},"feedback":"words","panels":["facts"]}
        """

    /// A text with a few bytes changed, left out or added.
    private func damaged(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let signs = Array("{}[]\",:\\0-9e.null".utf8) + [0, 0xFF]
            let sign = signs[Int.random(in: 0..<signs.count, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = sign
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(sign, at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }

    @Test("damaged questions, requests, exercises and documents")
    func damage() throws {
        var panels = try Panels.endsWith01()
        panels.context.otherDocuments = [(2, "b", try Panels("p q", final: "q", "p 0 q").document)]
        try panels.send([
            "do": "setChain",
            "stages": [["do": "determinize"], ["do": "union", "with": "b"], ["do": "compare", "with": "b"]],
        ])
        let document = String(decoding: try panels.document.contents(as: .sketch).bytes, as: UTF8.self)
        let budget = Budget(maximumStates: 100, maximumBytes: 1 << 20)
        var random = SplitMix64(seed: 19)
        var read = 0
        for _ in 0..<500 {
            for text in Self.questions {
                let answer = damaged(text, &random).withUnsafeBytes {
                    panels.document.answer($0, in: panels.context, budget: budget)
                }
                #expect(try EditorDocumentTests.Page.object(answer)["revision"] as? Int == panels.document.revision)
            }
            for text in Self.requests {
                _ = try? damaged(text, &random).withUnsafeBytes {
                    try panels.document.derived(by: $0, in: panels.context, budget: budget)
                }
            }
            let exercise = try? damaged(Self.exercise, &random).withUnsafeBytes { bytes in
                try Exercise(parsing: bytes, name: "e") { name throws(EditorError) in
                    throw EditorError(message: "no \(name)")
                }
            }
            if exercise != nil { read += 1 }
            let opened = try? damaged(document, &random).withUnsafeBytes {
                try EditorDocument.opening($0, name: "a.sketch")
            }
            if let document = opened?.document {
                // What was read is written so that it is read again.
                let bytes = try document.contents(as: .sketch).bytes
                let again = try bytes.withUnsafeBytes { try EditorDocument.opening($0, name: "a.sketch").document }
                #expect(again.chain == document.chain && again.score == document.score && again.words == document.words)
            }
        }
        #expect(read > 0)
    }
}
