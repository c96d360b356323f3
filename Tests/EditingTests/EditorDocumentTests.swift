import AlgorithmSupport
import AutomataFormats
import Diagrams
import Editing
import Foundation
import Sketches
import TestSupport
import Testing
import WorkLimits

/// What a page sees of an document.
@Suite("Editors")
struct EditorDocumentTests {
    /// A page that keeps what it is told, as a browser does.
    struct Page {
        var document: EditorDocument
        var elements: [String: [String: Any]] = [:]
        var order: [String] = []
        var status: [String: Any] = [:]

        init(_ document: EditorDocument = EditorDocument()) throws {
            self.document = document
            try take(document.scene)
        }

        /// Sends a command, takes the news and returns the answer.
        @discardableResult
        mutating func send(_ command: [String: Any]) throws -> [String: Any] {
            let data = try JSONSerialization.data(withJSONObject: command)
            let reply = document.handle(String(decoding: data, as: UTF8.self))
            if let news = reply.news { try take(news) }
            return try Self.object(reply.answer)
        }

        private mutating func take(_ scene: String) throws {
            status = try Self.object(scene)
            if status["whole"] as? Bool == true { elements = [:] }
            for element in status["elements"] as? [[String: Any]] ?? [] {
                elements[try #require(element["id"] as? String)] = element
            }
            for name in status["removed"] as? [String] ?? [] { elements[name] = nil }
            order = status["order"] as? [String] ?? order
        }

        static func object(_ text: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }

        func problems() -> [String] {
            (status["problems"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
        }

        func verdicts() -> [String?] {
            (status["words"] as? [[String: Any]] ?? []).map { $0["is"] as? String }
        }
    }

    static func circle(_ x: Double, _ y: Double) -> [[Double]] {
        (0...40).map { [x + 24 * cos(Double($0) * .pi / 20), y + 24 * sin(Double($0) * .pi / 20)] }
    }

    static func line(from start: (Double, Double), to end: (Double, Double)) -> [[Double]] {
        (0...20).map { step in
            let share = Double(step) / 20
            return [start.0 + share * (end.0 - start.0), start.1 + share * (end.1 - start.1)]
        }
    }

    @Test("a drawing becomes an automaton, and words are judged as it grows")
    func drawing() throws {
        var page = try Page()
        #expect(page.problems() == ["No state: draw a circle"])
        try page.send([
            "do": "setWords",
            "words": [
                ["word": "a", "want": "accept"], ["word": "", "want": "reject"], ["word": "b", "want": NSNull()],
            ],
        ])
        #expect(page.verdicts() == [nil, nil, nil])
        let first = try page.send(["do": "draw", "strokes": [Self.circle(100, 100)]])
        #expect(first["changed"] as? Bool == true)
        let interpretation = try #require(first["understanding"] as? [String: Any])
        #expect(interpretation["reading"] as? String == "state")
        try page.send(["do": "draw", "strokes": [Self.circle(260, 100)]])
        try page.send(["do": "draw", "strokes": [Self.line(from: (126, 100), to: (234, 100))]])
        try page.send(["do": "draw", "strokes": [Self.line(from: (30, 100), to: (74, 100))]])
        let arrow = try #require(page.elements.values.first { $0["from"] is String && $0["to"] is String })
        #expect(page.problems() == ["An arrow from q0 has no symbol: write one, or ε"])
        try page.send(["do": "setSymbols", "element": arrow["id"] as Any, "symbols": ["a"], "epsilon": false])
        let last = try #require(page.elements.values.first { $0["name"] as? String == "q1" })
        try page.send(["do": "setFinal", "element": last["id"] as Any, "is": true])
        #expect(page.problems().isEmpty)
        #expect(page.verdicts() == ["accept", "reject", "reject"])
        #expect(page.status["spoken"] as? String == "State q0, initial. State q1, final. From q0 on a to q1.")
        let run = try page.send(["do": "run", "word": "a"])
        #expect(run["accepted"] as? Bool == true)
        #expect((run["steps"] as? [[String: Any]])?.map { ($0["states"] as? [String])?.count } == [1, 1])
        #expect(run["reason"] as? String == "It ends in q1, which is final.")
        #expect(try page.send(["do": "run", "word": "ab"])["reason"] as? String == "No arrow reads b from q1.")
        // Each label and arrow is where the picture of the diagram has it.
        #expect(page.elements.values.filter { $0["kind"] as? String == "ink" }.count == 4)
        for _ in 0..<6 { try page.send(["do": "undo"]) }
        #expect(page.elements.isEmpty && page.order.isEmpty)
        #expect(page.status["canUndo"] as? Bool == false && page.status["canRedo"] as? Bool == true)
    }

    @Test("handwriting is read, and another text is chosen")
    func handwriting() throws {
        var page = try Page()
        try page.send(["do": "draw", "strokes": [Self.circle(100, 100)]])
        try page.send(["do": "draw", "strokes": [Self.circle(260, 100)]])
        try page.send(["do": "draw", "strokes": [Self.line(from: (126, 100), to: (234, 100))]])
        // A cross beside the arrow.
        let answer = try page.send([
            "do": "draw",
            "strokes": [Self.line(from: (174, 70), to: (186, 86)), Self.line(from: (186, 70), to: (174, 86))],
        ])
        let interpretation = try #require(answer["understanding"] as? [String: Any])
        #expect(interpretation["reading"] as? String == "text")
        #expect(interpretation["text"] as? String == "x")
        let texts = try #require(interpretation["texts"] as? [[String: Any]])
        #expect(texts.first?["text"] as? String == "x")
        let ink = try #require(interpretation["ink"] as? String)
        let arrow = try #require(interpretation["element"] as? String)
        #expect(page.elements[ink]?["element"] as? String == arrow)
        #expect(page.elements[arrow]?["symbols"] as? [String] == ["x"])
        let chosen = try page.send(["do": "transcribe", "ink": ink, "as": "y"])
        #expect((chosen["understanding"] as? [String: Any])?["text"] as? String == "y")
        #expect(page.elements[arrow]?["symbols"] as? [String] == ["y"])
        try page.send(["do": "undo"])
        #expect(page.elements[arrow]?["symbols"] as? [String] == ["x"])
    }

    @Test("strokes are read by the recognizers of the document, also after it was opened again")
    func recognizers() throws {
        let blind = ElementRecognizer(model: .uniform)
        let ink = Array("[\(Self.circle(100, 100))]".utf8)
        let opened = try ink.withUnsafeBytes { bytes in
            try EditorDocument.opening(bytes, name: "a.json", recognizer: blind).document
        }
        #expect(opened.sketch.diagram.states.isEmpty && opened.sketch.ink.count == 1)
        var page = try Page(opened)
        for _ in 0..<2 {
            try page.send(["do": "draw", "strokes": [Self.circle(300, 100)]])
            #expect(page.document.sketch.diagram.states.isEmpty)
            _ = page.document.replaceContents(with: EditorDocument())
        }
        page.document.setRecognizers(ElementRecognizer(), CharacterRecognizer())
        try page.send(["do": "draw", "strokes": [Self.circle(300, 100)]])
        #expect(page.document.sketch.diagram.states.count == 1)
    }

    @Test("a preview changes nothing, and the move is one step of undo")
    func previews() throws {
        var page = try Page()
        let added = try page.send(["do": "addState", "at": [50, 50]])
        let id = try #require((added["inserted"] as? [String])?.first)
        for step in 1...5 {
            let answer = try page.send(["do": "move", "elements": [id], "by": [Double(step), 0], "preview": true])
            let scene = try #require(answer["scene"] as? [String: Any])
            let shown = try #require((scene["elements"] as? [[String: Any]])?.first { $0["id"] as? String == id })
            #expect(shown["x"] as? Double == 50 + Double(step))
            #expect(page.elements[id]?["x"] as? Double == 50)
        }
        try page.send(["do": "move", "elements": [id], "by": [5, 0]])
        #expect(page.elements[id]?["x"] as? Double == 55)
        try page.send(["do": "undo"])
        #expect(page.elements[id]?["x"] as? Double == 50)
    }

    @Test("copies have new names, and arrows between copied states come with them")
    func copies() throws {
        var page = try Page()
        for x in [0.0, 200] { try page.send(["do": "addState", "at": [x, 0]]) }
        let ids = page.elements.values.compactMap { $0["id"] as? String }.sorted()
        try page.send(["do": "addTransition", "from": ids[0], "to": ids[1]])
        let fragment = try #require(try page.send(["do": "copy", "elements": ids])["fragment"] as? String)
        try page.send(["do": "delete", "elements": ids])
        try page.send(["do": "undo"])
        try page.send(["do": "paste", "fragment": fragment, "by": [0, 100]])
        #expect(page.elements.count == 6)
        let names = page.elements.values.compactMap { $0["name"] as? String }
        #expect(Set(names) == ["q0", "q1", "q2", "q3"])
    }

    @Test("what can't be understood is an error, and changes nothing")
    func errors() throws {
        var page = try Page()
        for (text, message) in [
            ("", "expected a request, found the end of the file at byte 1"),
            ("[]", "expected a request, found '[]' at byte 1"), ("{}", "expected a command with \"do\""),
            ("{\"do\":\"fly\"}", "unknown command \"fly\"; see the editor's protocol"),
            ("{\"do\":\"erase\"}", "\"erase\" needs a stroke"),
            ("{\"do\":\"rename\",\"element\":\"t1\"}", "\"rename\" needs a state"),
            ("{\"do\":\"move\",\"elements\":[\"x1\"]}", "expected an element such as \"s1\" at byte 26"),
            ("{\"do\":\"undo\"} x", "expected the end of the request, found 'x' at byte 15"),
            (
                "{\"do\":\"export\",\"as\":\"doc\"}",
                "unknown format \"doc\"; expected one of sketch, mata, jff, att, json, dot, ba, svg, tex"
            ),
        ] {
            let reply = page.document.handle(text)
            #expect(reply.news == nil)
            #expect(try Page.object(reply.answer)["error"] as? String == message, "\(reply.answer)")
        }
        let gone = try page.send(["do": "delete", "elements": ["s7"]])
        #expect(gone["changed"] as? Bool == false && gone["notice"] as? String == "That element was already deleted.")
    }

    @Test("formats open and save, places and all")
    func formats() throws {
        var page = try Page()
        for (index, place) in [[10.0, 20], [150, 90]].enumerated() {
            try page.send(["do": "addState", "at": place, "name": "p\(index)", "final": index == 1])
        }
        try page.send(["do": "addTransition", "from": "s1", "to": "s2"])
        try page.send(["do": "setSymbols", "element": "t3", "symbols": ["a", "<b>"], "epsilon": true])
        try page.send(["do": "setInitial", "element": "s1", "is": true])
        try page.send(["do": "addNote", "text": "mine", "at": [0, 0]])
        for name in ["sketch", "jff", "dot", "json", "att", "mata"] {
            let format = try #require(EditorDocument.Format(name: name))
            let (bytes, notes) = try page.document.contents(as: format)
            let (again, same) = try bytes.withUnsafeBytes { try EditorDocument.opening($0, name: "a." + name) }
            #expect(same == format)
            #expect(try again.sketch.diagram.simulate([]).isAccepted)
            #expect(try again.sketch.diagram.simulate(["<b>"]).isAccepted)
            #expect(notes.contains("1 note isn't kept") == (name != "sketch"))
            #expect(notes.contains { $0.contains("ε-move") } == (name == "mata"))
            if ["sketch", "jff", "dot"].contains(name) {
                #expect(again.sketch.diagram.states.map(\.center) == page.document.sketch.diagram.states.map(\.center))
            }
        }
        let svg = try page.send(["do": "export", "as": "svg"])
        #expect((svg["text"] as? String)?.contains("&lt;b&gt;") == true)
        let ink = Array("{\"points\":\(Self.circle(50, 50))}\n".utf8)
        let (drawn, format) = try ink.withUnsafeBytes { try EditorDocument.opening($0, name: "a.ndjson") }
        #expect(format == nil && drawn.sketch.diagram.states.count == 1)
        #expect(drawn.readingNotes.isEmpty && !drawn.scene.contains("\"notes\""))
        let error = #expect(throws: EditorError.self) {
            try Array("?".utf8).withUnsafeBytes { try EditorDocument.opening($0, name: "a.x") }
        }
        #expect(error?.message.hasPrefix("can't detect the format of a.x from its name or content;") == true)
    }

    @Test("readers of files say what they left out, until the document is changed")
    func readingNotes() throws {
        let ink = Array("{\"points\":\("\(Self.circle(50, 50))".dropLast()),[1e999,2]]}\n".utf8)
        var document = try ink.withUnsafeBytes { try EditorDocument.opening($0, name: "a.ndjson").document }
        #expect(document.readingNotes == ["a point without two finite coordinates is left out"])
        #expect(document.scene.contains("\"notes\":[\"a point without"))
        _ = document.handle(#"{"do": "addState", "at": [100, 80]}"#)
        #expect(!document.scene.contains("\"notes\""))
    }

    @Test("a word is split into the symbols of the diagram, the longest first")
    func longSymbols() throws {
        var page = try Page()
        try page.send(["do": "addState", "at": [0, 0], "final": true])
        try page.send(["do": "setInitial", "element": "s1", "is": true])
        try page.send(["do": "addTransition", "from": "s1", "to": "s1"])
        try page.send(["do": "setSymbols", "element": "t3", "symbols": ["coin", "co", "in", "é"]])
        for (word, symbols) in [("coin in", ["coin", "in"]), ("co,in", ["co", "in"]), ("éx", ["é", "x"]), ("", [])] {
            #expect(try page.send(["do": "run", "word": word])["symbols"] as? [String] == symbols)
        }
    }

    @Test("a page that follows the news sees what one sees that opens")
    func randomCommands() throws {
        for seed in 0..<UInt64(TestScope.isLong ? 200 : 3) {
            var random = SplitMix64(seed: seed)
            var page = try Page()
            for _ in 0..<100 {
                try page.send(Self.randomCommand(page, &random))
                let opened = try Page(page.document)
                #expect(NSDictionary(dictionary: page.elements) == NSDictionary(dictionary: opened.elements))
                #expect(page.order == opened.order)
                #expect(Set(page.order).isSubset(of: page.elements.keys))
            }
        }
    }

    private static func randomCommand(_ page: Page, _ random: inout SplitMix64) -> [String: Any] {
        func place() -> [Double] {
            [Double(Int.random(in: 0...400, using: &random)), Double(Int.random(in: 0...300, using: &random))]
        }
        let names = page.elements.keys.sorted()
        let element = names.randomElement(using: &random) ?? "s1"
        let state = names.filter { $0.hasPrefix("s") }.randomElement(using: &random) ?? "s1"
        let arrow = names.filter { $0.hasPrefix("t") }.randomElement(using: &random) ?? "t1"
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return ["do": "addState", "at": place()]
        case 1:
            let other = names.filter { $0.hasPrefix("s") }.randomElement(using: &random) ?? "s1"
            return ["do": "addTransition", "from": state, "to": other]
        case 2:
            return [
                "do": "setSymbols", "element": arrow, "symbols": ["a", "b"], "epsilon": Bool.random(using: &random),
            ]
        case 3: return ["do": "move", "elements": [element, state], "by": place()]
        case 4: return ["do": "delete", "elements": [element]]
        case 5: return ["do": "undo"]
        case 6: return ["do": "redo"]
        case 7: return ["do": "setFinal", "element": state, "is": Bool.random(using: &random)]
        case 8: return ["do": "setInitial", "element": state, "is": Bool.random(using: &random)]
        case 9: return ["do": "bend", "element": arrow, "through": place()]
        case 10:
            let center = place()
            return ["do": "draw", "strokes": [circle(center[0], center[1])]]
        case 11: return ["do": "write", "text": "a, c", "at": place()]
        case 12:
            return ["do": "rename", "element": state, "name": ["", "x", "<&>"].randomElement(using: &random) ?? ""]
        case 13:
            var document = page.document
            let copy = document.handle("{\"do\":\"copy\",\"elements\":[\"\(state)\",\"\(element)\"]}").answer
            return ["do": "paste", "fragment": (try? Page.object(copy))?["fragment"] ?? "", "by": [10, 10]]
        case 14: return ["do": "setWords", "words": [["word": "ab", "want": "accept"]]]
        default:
            let (start, end) = (place(), place())
            return ["do": "draw", "strokes": [line(from: (start[0], start[1]), to: (end[0], end[1]))]]
        }
    }
}
