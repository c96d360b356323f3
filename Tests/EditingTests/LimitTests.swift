import Automata
import Editing
import Foundation
import Sketches
import Testing

/// Commands and questions that would take very long, or be misread.
@Suite("Limits of the editor")
struct LimitTests {
    /// A state that is initial and final, with a loop on symbols.
    private func loop(on symbols: [String]) throws -> Panels {
        var panels = try Panels("p", final: "p")
        try panels.send(["do": "addTransition", "from": "s1", "to": "s1"])
        let loop = try #require(panels.document.sketch.diagram.transitions.last { $0.isLoop }?.id)
        try panels.send(["do": "setSymbols", "element": "t\(loop.number)", "symbols": symbols])
        return panels
    }

    private func verdicts(_ document: EditorDocument) throws -> [[String: Any]] {
        try #require(try EditorDocumentTests.Page.object(document.scene)["words"] as? [[String: Any]])
    }

    @Test("long names and words are spelled in one pass")
    func spelling() throws {
        // Each place of the word begins like a name.
        let name = String(repeating: "a", count: 200_000) + "b"
        let spelling = SymbolSpelling(try loop(on: [name, "a", "ab", "é", ","]).document.sketch.diagram)
        let short = String(name.dropFirst())
        #expect(spelling.symbols(of: short).count == 199_999)
        #expect(spelling.symbols(of: "a" + name + ", éx,").dropFirst() == [name, ",", "é", "x", ","])
    }

    @Test("at each place the longest name counts, as if all were tried")
    func longestNames() throws {
        let names = ["a", "ab", "abab", "ba", "bab", "é", "a b"]
        let spelling = SymbolSpelling(try loop(on: names).document.sketch.diagram)
        let letters = ["a", "b", " ", "é", ",", "a"]
        for number in 0..<7776 {
            let text = sequence(first: number) { $0 / 6 }.prefix(5).map { letters[$0 % 6] }.joined()
            var (rest, expected) = (text[...], [String]())
            while let first = rest.first {
                let longest = names.filter { rest.hasPrefix($0) }.max { $0.count < $1.count }
                if longest != nil || (first != " " && first != ",") { expected.append(longest ?? String(first)) }
                rest = rest.dropFirst(longest?.count ?? 1)
            }
            #expect(spelling.symbols(of: text) == expected, "\(text)")
        }
    }

    @Test("all words together are tried up to a bound, and short ones after a long one")
    func manyWords() throws {
        var panels = try loop(on: (0..<5000).map { "\($0)." })
        let long = String(repeating: "1.", count: 9000)
        let words = [long, long, "2.", "x"].map { ["word": $0] }
        try panels.send(["do": "setWords", "words": words])
        let found = try verdicts(panels.document)
        #expect(found.map { $0["is"] as? String } == ["accept", nil, "accept", "reject"])
        #expect(found[1]["why"] as? String == "Too much work to be tried after each change")
    }

    @Test("a run that is too long to be shown says so")
    func longRuns() throws {
        var panels = try loop(on: ["a"])
        var answer = try panels.send(["do": "run", "word": String(repeating: "a", count: 10_000)])
        #expect(answer["accepted"] as? Bool == true && (answer["steps"] as? [Any])?.count == 10_001)
        answer = try panels.send(["do": "run", "word": String(repeating: "a", count: 10_001)])
        let message = "The run is too long to be shown step by step; try a shorter word."
        #expect(answer["reason"] as? String == message && answer["isLimit"] as? Bool == true)
        #expect(answer["steps"] == nil && answer["accepted"] == nil)
        // Few symbols, and many states after each.
        let names = (0..<300).map { "q\($0)" }
        panels = try Panels(names.joined(separator: " "), final: "")
        for name in 1...300 {
            try panels.send(["do": "setInitial", "element": "s\(name)", "is": true])
            try panels.send(["do": "setTargets", "element": "s\(name)", "symbol": "a", "targets": ["s\(name)"]])
        }
        #expect(try panels.send(["do": "run", "word": "aaa"])["steps"] is [Any])
        let reply = panels.document.handle(#"{"do":"run","word":"\#(String(repeating: "a", count: 5000))"}"#)
        #expect(reply.answer.contains(message) && reply.answer.utf8.count < 200)
    }

    @Test("a table asks its budget, and is as long as its cells")
    func largeTables() throws {
        let names = (0..<300).map { "q\($0)" }
        var panels = try Panels(names.joined(separator: " "), final: "")
        try panels.send(["do": "addTransition", "from": "s1", "to": "s2"])
        let arrow = try #require(panels.document.sketch.diagram.transitions.last?.id.number)
        let symbols = (0..<3000).map { String(format: "%04d", $0) }
        try panels.send(["do": "setSymbols", "element": "t\(arrow)", "symbols": symbols])
        let rows = try #require(try panels.ask(["ask": "table"])["rows"] as? [[String: Any]])
        #expect(rows.count == 300 && (rows[0]["cells"] as? [[String]])?.allSatisfy { $0 == ["s2"] } == true)
        for budget in [Budget(maximumBytes: 1 << 20), Budget(isCancelled: { true })] {
            let answer = try panels.ask(["ask": "table"], budget: budget)
            #expect(answer["isLimit"] as? Bool == true && answer["rows"] == nil)
        }
    }

    @Test("a request has a thousand commands at most")
    func manyCommands() throws {
        var document = EditorDocument()
        func request(_ count: Int) -> String {
            let command = #"{"do":"addState","at":[0,0]}"#
            return "{\"page\":\"p\",\"commands\":[\(Array(repeating: command, count: count).joined(separator: ","))]}"
        }
        let refused = document.handle(request(1001))
        #expect(refused.isRefused && refused.answer.contains("1000 commands at most") && document.isEmpty)
        #expect(document.handle(request(1000)).news != nil && !document.isEmpty)
    }

    @Test("a preview of words or a chain changes nothing")
    func previews() throws {
        var panels = try Panels.endsWith01()
        let revision = panels.document.revision
        for command in [
            ["do": "setWords", "words": [["word": "a"]], "preview": true],
            ["do": "setChain", "stages": [["do": "trim"]], "preview": true],
        ] as [[String: Any]] {
            #expect(try panels.send(command)["changed"] as? Bool == true)
        }
        #expect(panels.document.words.isEmpty && panels.document.chain.isEmpty && panels.document.revision == revision)
    }

    @Test("a fault in one command of a list doesn't touch the others")
    func faultyValues() throws {
        var document = EditorDocument()
        let reply = document.handle(
            #"{"commands":[{"do":"addState","at":"x"},{"do":"addState","at":[1,2]},{"do":"delete","elements":["x1"]}]}"#
        )
        #expect(!reply.isRefused && document.sketch.diagram.states.count == 1)
        let answers = try #require(try EditorDocumentTests.Page.object(reply.answer)["answers"] as? [[String: Any]])
        let errors = answers.map { $0["error"] as? String }
        #expect(errors.count == 3 && errors[1] == nil)
        #expect(errors[0]?.hasPrefix("expected a list, found") == true)
        #expect(errors[2] == "expected an element such as \"s1\" at byte 97")
        // What is no JSON is refused, and nothing of it is done.
        let broken = document.handle(#"{"commands":[{"do":"addState","at":[1,2]},{"do":"undo","at":[1,}]}"#)
        #expect(broken.isRefused && document.sketch.diagram.states.count == 1)
    }

    @Test("words, symbols and documents that differ in bytes alone are different")
    func equivalentTexts() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        var panels = try loop(on: [one])
        for (text, isNew) in [(one, true), (two, true), (two, false)] {
            #expect(try panels.send(["do": "setWords", "words": [["word": text]]])["changed"] as? Bool == isNew)
            let stages = [["do": "union", "with": text]]
            #expect(try panels.send(["do": "setChain", "stages": stages])["changed"] as? Bool == isNew)
        }
        // Pages are told of names and symbols that only their bytes tell apart.
        var page = try EditorDocumentTests.Page(panels.document)
        try page.send(["do": "rename", "element": "s1", "name": one])
        try page.send(["do": "rename", "element": "s1", "name": two])
        #expect((page.elements["s1"]?["name"] as? String).map { Array($0.utf8) } == Array(two.utf8))
        let arrow = try #require(page.elements.values.first { $0["loop"] as? Bool == true }?["id"] as? String)
        try page.send(["do": "setSymbols", "element": arrow, "symbols": [two]])
        #expect((page.elements[arrow]?["symbols"] as? [String])?.map { Array($0.utf8) } == [Array(two.utf8)])
        // The other document's symbol isn't the one that this one's text spells.
        panels.context.otherDocuments = [(2, "other", page.document)]
        let missing = try #require(try panels.ask(["ask": "compare", "with": 2])["missing"] as? [String: Any])
        #expect((missing["symbols"] as? [String])?.map { Array($0.utf8) } == [Array(two.utf8)])
    }
}
