import Automata
import Editing
import Foundation
import Sketches
import Testing

/// Tasks with solutions.
@Suite("Exercises")
struct ExerciseTests {
    private func read(_ text: String) throws -> Exercise {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try Exercise(parsing: bytes, name: "e.exercise") { name throws(EditorError) in
                guard name == "solution.sketch" else { throw EditorError(message: "no \(name)") }
                do { return try Panels.endsWith01().document } catch { throw EditorError(message: "\(error)") }
            }
        }
    }

    private func exercise(_ members: String) throws -> Exercise {
        try read(#"{"format":"automata-exercise","version":1,"# + members + "}")
    }

    private func check(_ document: inout EditorDocument, _ exercise: Exercise) throws -> [String: Any] {
        let judgment = document.judgment(by: exercise)
        _ = document.record(judgment)
        return try EditorDocumentTests.Page.object(judgment.text(document.score))
    }

    @Test("a wrong answer gets the shortest words, a right one ends the tries")
    func solving() throws {
        let exercise = try exercise(
            #""title":"T","solution":"solution.sketch","words":[{"word":"01","want":"accept"},{"word":"1","want":"reject"}]"#
        )
        var panels = try Panels("p q", final: "q", "p 0 p", "p 1 p q")
        var answer = try check(&panels.document, exercise)
        #expect(answer["right"] as? Bool == false && answer["tries"] as? Int == 1)
        #expect(answer["verdict"] as? String == "Not yet: it shouldn't accept 1")
        #expect(panels.word(answer, "extra") == "1" && answer["missing"] is NSNull)
        #expect(answer["words"] as? [String: Int] == ["right": 1, "count": 2])
        panels = try Panels.endsWith01()
        _ = try check(&panels.document, exercise)
        answer = try check(&panels.document, exercise)
        #expect(answer["solved"] as? Bool == true && answer["tries"] as? Int == 1)
        // The score is kept in the document.
        let file = try panels.document.contents(as: .sketch).bytes
        let again = try file.withUnsafeBytes { try EditorDocument.opening($0, name: "a.sketch").document }
        #expect(again.score.isSolved && again.score.attemptCount == 1)
    }

    @Test("demands are told, feedback is bounded, panels are restricted, and the solution stays secret")
    func bounds() throws {
        let exercise = try exercise(
            #""expression":"(0|1)*01","demands":{"deterministic":true,"states":2},"feedback":"verdict","panels":["facts"]"#
        )
        var panels = try Panels.endsWith01()
        var answer = try check(&panels.document, exercise)
        #expect(answer["solved"] as? Bool == false)
        #expect(answer["unmet"] as? [String] == ["It isn't deterministic", "It has 3 states; at most 2 are allowed"])
        panels = try Panels("p", final: "p", "p 0 p")
        answer = try check(&panels.document, exercise)
        #expect(answer["verdict"] as? String == "Not yet: it doesn't accept exactly the words that it should")
        #expect(answer["missing"] == nil && answer["extra"] == nil && answer["words"] == nil)
        panels.context.exercise = exercise
        let steps = try panels.ask(["ask": "steps", "of": "minimize"])
        #expect(steps["error"] as? String == "The exercise doesn't offer this panel")
        #expect(try panels.ask(["ask": "facts"])["states"] as? Int == 1)
        #expect(throws: EditorError.self) { try panels.derive(["steps": "minimize"]) }
        let text = exercise.text(panels.document.score)
        #expect(!text.contains("(0|1)") && text.contains("deterministic"))
        var empty = EditorDocument()
        #expect(try check(&empty, exercise)["problems"] is [String] && empty.score.attemptCount == 0)
    }

    @Test(
        "faults in exercises are told with their places",
        arguments: [
            ("{}", "e.exercise:1:1: expected \"format\":\"automata-exercise\""),
            ("{\"format\":\"x\"}", "e.exercise:1:2: expected the format 'automata-exercise'"),
            ("{\"format\":\"automata-exercise\"}", "e.exercise:1:1: expected \"version\":1"),
            (
                "{\"format\":\"automata-exercise\",\"version\":1}",
                "e.exercise:1:1: expected either a file as \"solution\""
            ),
            (
                "{\"format\":\"automata-exercise\",\"version\":1,\"expression\":\"a\",\"solution\":\"solution.sketch\"}",
                "e.exercise:1:1: expected either a file as \"solution\" or an \"expression\" in the exercise"
            ),
            (
                "{\"format\":\"automata-exercise\",\"expression\":\"a\",\"expression\":\"b\"}",
                "e.exercise:1:48: duplicate key 'expression'; remove one of the two"
            ),
            (
                "{\"format\":\"automata-exercise\",\"words\":[ {\"want\":null}]}",
                "e.exercise:1:41: expected \"word\" in a word"
            ),
            ("{\"format\":\"automata-exercise\",\"version\":1.5}", "e.exercise:1:41: expected a whole number"),
            (
                "{\"format\":\"automata-exercise\",\n\"hint\":1}",
                "e.exercise:2:1: unknown key 'hint' of an exercise; remove it"
            ),
            (
                "{\"format\":\"automata-exercise\",\"panels\":[\"x\"]}",
                "e.exercise:1:31: unknown panel 'x'; expected one of facts"
            ),
            (
                "{\"format\":\"automata-exercise\",\"version\":1,\"expression\":\"(\"}",
                "e.exercise: the solution: 1:1: this '(' has no"
            ),
            (
                "{\"format\":\"automata-exercise\",\"version\":1,\"solution\":\"x.jff\"}",
                "e.exercise: the solution: no x.jff"
            ),
            ("{\"format\":\"automata-exercise\",\"words\":[{\"word\":\"a\",\"want\":\"acept\"}]}", "e.exercise:1:"),
            ("{\"format\":\"automata-exercise\",\"demands\":{\"states\":0}}", "e.exercise:1:"),
            ("{\"format\":\"automata-exercise\",\"version\":2}", "e.exercise:1:"), ("", "e.exercise:1:1: expected"),
            ("{\"format\":\"automata-exercise\",\"expression\":\"a\"} x", "e.exercise:1:49: expected the end"),
        ])
    func faults(text: String, message: String) throws {
        let error = #expect(throws: EditorError.self) { try read(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
    }

    @Test("a word may be without a verdict, and solutions keep to their budget")
    func wordsAndBudgets() throws {
        let exercise = try exercise(#""expression":"a","words":[{"word":"a","want":null},{"word":"b"}]"#)
        #expect(exercise.words == [TriedWord("a"), TriedWord("b")])
        let text = #"{"format":"automata-exercise","version":1,"expression":"(a|b)*a(a|b){9}"}"#
        for budget in [Budget(maximumStates: 5), Budget(isCancelled: { true })] {
            let error = #expect(throws: EditorError.self) {
                try Array(text.utf8).withUnsafeBytes { bytes in
                    try Exercise(parsing: bytes, name: "e", budget: budget) { _ throws(EditorError) in EditorDocument()
                    }
                }
            }
            #expect(error?.message.hasPrefix("e: the solution: This is too much work") == true)
        }
        #expect(throws: EditorError.self) {
            try Exercise(solution: Panels.endsWith01().document, budget: Budget(isCancelled: { true }))
        }
    }

    @Test("the tries of a file are whole, and counted up to a limit")
    func tries() throws {
        let exercise = try exercise(#""expression":"a""#)
        for (written, read) in [
            ("3", 3), ("1e3", 0), ("1.5", 0), ("-1", 0), ("1e300", 0), ("999999999999999999", Int(Int32.max)),
        ] {
            let file = Array(#"{"format":"automata-sketch","version":1,"score":{"tries":\#(written)}}"#.utf8)
            var document = try file.withUnsafeBytes { try EditorDocument.opening($0, name: "a.sketch").document }
            #expect(document.score.attemptCount == read, "\(written)")
            let wrong = try Panels.endsWith01().document.judgment(by: exercise)
            let isCounted = document.record(wrong)
            #expect(isCounted)
            #expect(document.score.attemptCount == min(read + 1, Int(Int32.max)))
        }
    }
}
