import Automata
import Diagrams
import Editing
import Foundation
import Sketches
import Testing

/// The answers to panels.
@Suite("Panels")
struct PanelTests {
    // MARK: Facts and texts

    @Test("facts tell their reasons, words and what changed")
    func facts() throws {
        var panels = try Panels.endsWith01()
        panels.context.baseline = panels.document
        func facts() throws -> [String: [String: Any]] {
            let list = try #require(try panels.ask(["ask": "facts"])["facts"] as? [[String: Any]])
            return Dictionary(uniqueKeysWithValues: list.map { ($0["name"] as? String ?? "", $0) })
        }
        var found = try facts()
        #expect(found["deterministic"]?["why"] as? String == "0 leads from q0 to q0 and to q1")
        #expect(found["total"]?["why"] as? String == "no arrow leaves q1 on 0")
        #expect(found["minimal"]?["is"] is NSNull && found["empty"]?["is"] as? Bool == false)
        #expect(found["unambiguous"]?["is"] as? Bool == true)
        var answer = try panels.ask(["ask": "facts"])
        #expect(answer["counts"] as? [String] == ["0", "0", "1", "2", "4", "8", "16", "32", "64", "128", "256"])
        #expect(panels.word(answer, "shortest") == "01" && answer["total"] as? String == "infinite")
        #expect((answer["change"] as? [String: Any])?["equal"] as? Bool == true)

        // Another way to accept 01 and more.
        try panels.send(["do": "setTargets", "element": "s2", "symbol": "0", "targets": ["s3"]])
        try panels.send(["do": "setTargets", "element": "s1", "symbol": "1", "targets": ["s1", "s2"]])
        found = try facts()
        #expect(found["unambiguous"]?["is"] as? Bool == true)
        answer = try panels.ask(["ask": "facts"])
        let change = try #require(answer["change"] as? [String: Any])
        #expect(
            panels.word(change, "gained") == "00" && change["lost"] is NSNull && change["since"] as? String == "open")

        try panels.send(["do": "setTargets", "element": "s1", "symbol": "0", "targets": ["s1", "s2", "s3"]])
        let ambiguous = try #require(try panels.ask(["ask": "facts"])["ambiguous"] as? [String: Any])
        #expect(panels.word(ambiguous, "word") == "00")
        #expect(Set(ambiguous["runs"] as? [[String]] ?? []) == [["s1", "s1", "s3"], ["s1", "s2", "s3"]])
    }

    @Test("the table is there for every drawing, and its cells are edited")
    func table() throws {
        var panels = try Panels("p q", final: "", "p a q", "p ε q")
        try panels.send(["do": "setInitial", "element": "s1", "is": false])
        var answer = try panels.ask(["ask": "table"])
        #expect(answer["symbols"] as? [String] == ["a"] && answer["hasEpsilon"] as? Bool == true)
        try panels.send(["do": "setTargets", "element": "s2", "symbol": "b", "targets": ["s1", "s2"]])
        try panels.send(["do": "setTargets", "element": "s1", "symbol": NSNull(), "targets": []])
        answer = try panels.ask(["ask": "table"])
        #expect(answer["symbols"] as? [String] == ["a", "b"] && answer["hasEpsilon"] as? Bool == false)
        let rows = try #require(answer["rows"] as? [[String: Any]])
        #expect(rows.map { $0["cells"] as? [[String]] } == [[["s2"], []], [[], ["s1", "s2"]]])
        #expect(
            try panels.ask(["ask": "facts"])["problems"] as? [String] == ["No initial state: draw an arrow to a state"])
    }

    @Test("expressions and grammars go both ways")
    func texts() throws {
        let panels = try Panels.endsWith01()
        #expect(try panels.ask(["ask": "expression"])["text"] as? String == "(0|1)*01")
        let grammar = try #require(try panels.ask(["ask": "grammar"])["text"] as? String)
        for request in [
            ["grammar": grammar], ["expression": "(0|1)*01"], ["steps": "determinize"], ["steps": "minimize"],
        ] {
            var derived = try panels.derive(request)
            derived.context.otherDocuments = [(7, "drawing.sketch", panels.document)]
            let answer = try derived.ask(["ask": "compare", "with": 7])
            #expect(answer["equal"] as? Bool == true, "\(request)")
        }
        // A DFA of 2²¹ states is nothing to edit, an NFA of 22 is.
        let large = try panels.derive(["expression": "(a|b)*a(a|b){20}"])
        #expect(large.document.sketch.diagram.states.count == 22)
        for (request, message) in [
            (["expression": "(a"], "1:1: this '(' has no ')'; close it, or write \\( for the symbol"),
            ([:], "expected steps, a chain, an expression or a grammar"), (["steps": "union"], "unknown algorithm"),
            (["steps": "minimize", "grammar": "S -> a"], "expected steps, a chain, an expression or a grammar"),
        ] as [([String: String], String)] {
            let error = #expect(throws: EditorError.self) { try panels.derive(request) }
            #expect(error?.message.hasPrefix(message.prefix(17)) == true, "\(error?.message ?? "")")
        }
    }

    @Test("documents are compared by their shortest words")
    func comparison() throws {
        var panels = try Panels.endsWith01()
        panels.context.otherDocuments = [
            (2, "ends-with-1", try Panels("p q", final: "q", "p 0 p", "p 1 p q").document),
            (3, "nothing", EditorDocument()),
        ]
        var answer = try panels.ask(["ask": "compare", "with": 2])
        #expect(answer["equal"] as? Bool == false && panels.word(answer, "missing") == "1" && answer["extra"] is NSNull)
        answer = try panels.ask(["ask": "compare", "with": 3])
        #expect(answer["error"] as? String == "nothing isn't an automaton yet: No state: draw a circle")
        answer = try panels.ask(["ask": "compare", "with": 4])
        #expect(answer["error"] as? String == "The document to compare with isn't open; choose another document")
    }

    // MARK: Chains

    @Test("a chain works stage by stage, is saved, and is told as commands")
    func chain() throws {
        var panels = try Panels.endsWith01()
        panels.context.otherDocuments = [(2, "it's.jff", try Panels("p q", final: "q", "p 0 p", "p 1 p q").document)]
        let stages: [[String: Any]] = [
            ["do": "determinize"], ["do": "compare", "with": "it's.jff"], ["do": "complement"], ["do": "minimize"],
            ["do": "intersection", "with": "it's.jff"],
        ]
        try panels.send(["do": "setChain", "stages": stages])
        func check() throws {
            let answer = try panels.ask(["ask": "chain"])
            let found = try #require(answer["stages"] as? [[String: Any]])
            #expect(found.map { $0["states"] as? Int } == [3, nil, 3, 3, found.last?["states"] as? Int])
            #expect(panels.word(found[1], "missing") == "1")
            #expect(
                answer["command"] as? String == """
                    automata determinize drawing.sketch --to mata | automata equivalent - 'it'\\''s.jff'
                    automata determinize drawing.sketch --to mata | automata complement - | automata minimize - | \
                    automata intersection - 'it'\\''s.jff'
                    """)
        }
        try check()
        let file = try panels.document.contents(as: .sketch).bytes
        panels.document = try file.withUnsafeBytes { try EditorDocument.opening($0, name: "drawing.sketch").document }
        #expect(panels.document.chain.count == 5)
        try check()
        #expect(try panels.derive(["chain": 3]).ask(["ask": "expression"])["text"] != nil)

        panels.context.otherDocuments = []
        let found = try #require(try panels.ask(["ask": "chain"])["stages"] as? [[String: Any]])
        #expect(
            found.count == 2
                && found[1]["error"] as? String == "it's.jff isn't open; open it, or choose another document")
    }

    @Test("what explodes is stopped by its budget, and said")
    func explosion() throws {
        var panels = try Panels.endsWith01().derive(["expression": "(a|b){4}a(a|b)*"])
        try panels.send(["do": "setChain", "stages": [["do": "reverse"], ["do": "determinize"], ["do": "trim"]]])
        let budget = Budget(maximumStates: 10)
        let stages = try #require(try panels.ask(["ask": "chain"], budget: budget)["stages"] as? [[String: Any]])
        #expect(stages.count == 2 && stages[1]["isLimit"] as? Bool == true)
        for question in ["facts", "expression", "grammar"] {
            let answer = try panels.ask(["ask": question], budget: Budget(isCancelled: { true }))
            #expect(answer["revision"] as? Int == 1, "\(answer)")
        }
        for (count, states) in [(1, "1 state"), (2, "2 states")] {
            let sentence = AutomataError.cancelled(statesBuilt: count).sentence
            #expect(sentence == "This is too much work for the page, so the work was stopped after \(states)")
        }
        for request in [["expression": "ab"], ["grammar": "S -> a S | b"]] {
            let data = try JSONSerialization.data(withJSONObject: request)
            let error = #expect(throws: EditorError.self) {
                try data.withUnsafeBytes { bytes in
                    _ = try panels.document.derived(
                        by: bytes, in: panels.context, budget: Budget(isCancelled: { true }))
                }
            }
            #expect(error?.message == "This is too much work for the page, so the work was stopped")
        }
        let steps = try panels.ask(["ask": "steps", "of": "minimize"], budget: Budget(isCancelled: { true }))
        #expect(steps["isLimit"] as? Bool == true && steps["frames"] == nil)
    }

    @Test("a chain's command has the paths of files, and tells which aren't as they are shown")
    func chainFiles() throws {
        var panels = try Panels("p q", final: "q", "p a q")
        panels.context.otherDocuments = [(2, "y/a.jff", panels.document), (3, "new.sketch", panels.document)]
        panels.context.files = [
            EditorDocument.Context.File(of: "drawing.sketch", path: "../drawing.sketch", isSaved: true),
            EditorDocument.Context.File(of: "y/a.jff", path: "my week/y/a.jff", isSaved: false),
            EditorDocument.Context.File(of: "new.sketch", path: nil, isSaved: true),
        ]
        let stages = ["y/a.jff", "new.sketch", "drawing.sketch"].map { ["do": "union", "with": $0] }
        try panels.send(["do": "setChain", "stages": stages])
        let answer = try panels.ask(["ask": "chain"])
        #expect(
            answer["command"] as? String
                == "automata union ../drawing.sketch 'my week/y/a.jff' --to mata | automata union - new.sketch"
                + " | automata union - ../drawing.sketch")
        #expect(answer["unsaved"] as? [String] == ["y/a.jff", "new.sketch"])
        #expect((answer["stages"] as? [[String: Any]])?.allSatisfy { $0["error"] == nil } == true)
    }

    @Test("a chain of another version is kept until another one is set")
    func newerChain() throws {
        var panels = try Panels.endsWith01()
        try panels.send(["do": "setChain", "stages": [["do": "trim"]]])
        try panels.send(["do": "setWords", "words": [["word": "01", "want": "accept"]]])
        let text = String(decoding: try panels.document.contents(as: .sketch).bytes, as: UTF8.self)
        let newer = text.replacing("\"trim\"", with: "\"shuffle\",\"how\":[1]")
        panels.document = try Array(newer.utf8).withUnsafeBytes {
            try EditorDocument.opening($0, name: "a.sketch").document
        }
        #expect(panels.document.chain.isEmpty && panels.document.words.count == 1)
        #expect(try panels.ask(["ask": "chain"])["error"] is String)
        #expect(String(decoding: try panels.document.contents(as: .sketch).bytes, as: UTF8.self) == newer)
        try panels.send(["do": "setChain", "stages": []])
        #expect(!String(decoding: try panels.document.contents(as: .sketch).bytes, as: UTF8.self).contains("shuffle"))
    }

    @Test("chains are bounded, and a stage that is none doesn't refuse other commands")
    func chainBounds() throws {
        var panels = try Panels.endsWith01()
        let many = Array(repeating: ["do": "trim"], count: 33)
        #expect(
            try panels.send(["do": "setChain", "stages": many])["error"] as? String
                == "a chain has 32 stages at most; remove some")
        // A file has no more, either; its chain is kept as one of another version is.
        let stages = String(repeating: "{\"do\":\"trim\"},", count: 32) + "{\"do\":\"trim\"}"
        let file = Array("{\"format\":\"automata-sketch\",\"version\":1,\"chain\":[\(stages)]}".utf8)
        #expect(try file.withUnsafeBytes { try EditorDocument.opening($0, name: "a.sketch").document }.chain.isEmpty)
        // A partner without a use is dropped.
        try panels.send(["do": "setChain", "stages": [["do": "trim", "with": "b"], ["do": "union", "with": "b"]]])
        #expect(panels.document.chain.map(\.partner) == [nil, "b"])
        #expect(panels.document.chain == [Stage(.trim), Stage(.union, with: "b")])
        #expect(try panels.send(["do": "setChain"])["error"] as? String == "\"setChain\" needs stages")
        let reply = panels.document.handle(
            #"{"commands":[{"do":"addState","at":[0,90]},{"do":"setChain","stages":[{"do":"fly"}]}]}"#)
        #expect(reply.news != nil && reply.answer.contains("unknown stage \\\"fly\\\""))
        // Names of sets of sets would grow without bound.
        let deep = Array(repeating: [["do": "determinize"], ["do": "reverse"]], count: 16).joined()
        try panels.send(["do": "setChain", "stages": Array(deep)])
        let data = try JSONSerialization.data(withJSONObject: ["ask": "chain"])
        #expect(data.withUnsafeBytes { panels.document.answer($0, in: panels.context) }.utf8.count < 1 << 20)
        for number in [-1, 32] {
            #expect(throws: EditorError.self) { try panels.derive(["chain": number]) }
        }
    }

    @Test("a new drawing of the steps is what they end with, and an automaton")
    func derivedSteps() throws {
        for panels in [
            try Panels("p q", final: "", "p a q", "q a q"), try Panels("p q r", final: "q", "p a q", "r a q", "p ε r"),
            try Panels("p q z", final: "q", "p a q", "q a z", "z a z", "p b z", "q b z", "z b z"),
        ] {
            for procedure in ["determinize", "minimize", "remove-epsilon"] {
                let shown = try #require(try panels.ask(["ask": "steps", "of": procedure])["result"] as? [String: Int])
                let facts = try panels.derive(["steps": procedure]).ask(["ask": "facts"])
                #expect(facts["states"] as? Int == shown["states"], "\(procedure)")
            }
        }
        let nothing = try Panels.endsWith01().derive(["expression": "∅"]).ask(["ask": "facts"])
        #expect(nothing["states"] as? Int == 1 && panelsFact(nothing, "empty") == true)
    }

    private func panelsFact(_ answer: [String: Any], _ name: String) -> Bool? {
        (answer["facts"] as? [[String: Any]])?.first { $0["name"] as? String == name }?["is"] as? Bool
    }

    @Test("a word has a text if one spells it")
    func wordTexts() throws {
        var panels = try Panels("p q", final: "q", "p aa q")
        var answer = try panels.ask(["ask": "facts"])
        #expect(panels.word(answer, "shortest") == "aa")
        let other = try Panels("p q", final: "q", "p a q", "q a p")
        panels.context.otherDocuments = [(2, "other", other.document)]
        // No text spells the symbol a where aa is one.
        answer = try panels.ask(["ask": "compare", "with": 2])
        #expect(panels.word(answer, "missing") == "a" && panels.word(answer, "extra") == "aa")
        panels.context.otherDocuments = [(2, "other", try Panels("p q", final: "q", "p bc q").document)]
        answer = try panels.ask(["ask": "compare", "with": 2])
        let missing = try #require(answer["missing"] as? [String: Any])
        #expect(missing["text"] is NSNull && missing["symbols"] as? [String] == ["bc"])
    }

    @Test("closures reach beyond what is drawn")
    func longClosure() throws {
        let names = (0..<70).map { "q\($0)" }
        var panels = try Panels(names.joined(separator: " "), final: "q69")
        for index in 0..<69 {
            try panels.send([
                "do": "setTargets", "element": "s\(index + 1)", "symbol": NSNull(), "targets": ["s\(index + 2)"],
            ])
        }
        let captions = try panels.captions(of: "remove-epsilon")
        #expect(captions.count == 66)
        #expect(captions[1].hasSuffix(", … 58 more}\nq0 becomes final"))
    }

    @Test("questions that are none are refused, and panels say what is missing")
    func refusals() throws {
        let panels = try Panels.endsWith01()
        let questions: [[String: Any]] = [
            [:], ["ask": "x"], ["ask": "steps"], ["ask": "steps", "of": "determinize", "as": "gif"], ["ask": "compare"],
            ["ask": "compare", "with": 1e300], ["ask": "compare", "with": "a"],
        ]
        for question in questions { #expect(try panels.ask(question)["error"] is String, "\(question)") }
        let rest = Array("{\"ask\":\"facts\"} x".utf8).withUnsafeBytes {
            panels.document.answer($0, in: panels.context)
        }
        #expect(rest.contains("expected the end of the question, found 'x'"))
        for text in ["", "[]", "{\"ask\":", "\u{FEFF}{}", "nul"] {
            let answer = Array(text.utf8).withUnsafeBytes { panels.document.answer($0, in: panels.context) }
            #expect(try EditorDocumentTests.Page.object(answer)["error"] is String, "\(text)")
        }
        let empty = try Panels("", final: "")
        for question in ["facts", "expression", "grammar", "chain"] {
            #expect(try empty.ask(["ask": question])["problems"] is [String])
        }
    }
}
