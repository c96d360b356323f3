import Editing
import Testing

/// Algorithms step by step, as textbooks have them.
@Suite("Steps")
struct StepTests {
    @Test("the words that end with 01 (Hopcroft, Motwani, Ullman, 2.3.5)")
    func subsetsOfEndsWith01() throws {
        let panels = try Panels.endsWith01()
        #expect(
            try panels.table(of: "determinize") == [
                "→ {q0} | {q0,q1} | {q0}", "{q0,q1} | {q0,q1} | {q0,q2}", "← {q0,q2} | {q0,q1} | {q0}",
            ])
        #expect(
            try panels.captions(of: "determinize") == [
                "start in {q0}", "{q0} —0→ {q0,q1}, new\n{q0} —1→ {q0}",
                "{q0,q1} —0→ {q0,q1}\n{q0,q1} —1→ {q0,q2}, new", "{q0,q2} —0→ {q0,q1}\n{q0,q2} —1→ {q0}",
            ])
        let answer = try panels.ask(["ask": "steps", "of": "determinize"])
        let frames = try #require(answer["frames"] as? [[String: Any]])
        // At first the sets that aren't found yet are hidden, at last nothing is.
        #expect(frames.map { ($0["hidden"] as? [String] ?? []).count { $0.hasPrefix("s") } } == [2, 1, 0, 0])
        #expect(frames.map { ($0["marked"] as? [String] ?? []).count { $0.hasPrefix("s") } } == [1, 1, 1, 1])
    }

    @Test("an automaton with ε-moves and a dead end (Sipser, example 1.41)")
    func subsetsWithEpsilon() throws {
        let panels = try Panels("1 2 3", final: "1", "1 b 2", "1 ε 3", "2 a 2 3", "2 b 3", "3 a 1")
        #expect(
            try panels.table(of: "determinize") == [
                "→ ← {1,3} | {1,3} | {2}", "{2} | {2,3} | {3}", "{2,3} | {1,2,3} | {3}", "{3} | {1,3} | ∅",
                "← {1,2,3} | {1,2,3} | {2,3}",
            ])
        #expect(
            try panels.captions(of: "remove-epsilon") == [
                "the ε-moves", "closure of 1: {1,3}", "without ε-moves: 6 transitions",
            ])
    }

    @Test("exported steps have the table")
    func exports() throws {
        let panels = try Panels.endsWith01()
        for format in ["svg", "animated", "html"] {
            let text = try #require(
                try panels.ask(["ask": "steps", "of": "determinize", "as": format])["text"] as? String)
            #expect(text.contains(">→ {q0}</text>") && text.contains(">← {q0,q2}</text>"))
        }
        let slides = try #require(
            try panels.ask(["ask": "steps", "of": "minimize", "as": "html"])["text"] as? String)
        #expect(slides.contains("ArrowRight"))
    }

    /// Thompson's automaton of `(a|b)*abb` (Aho, Lam, Sethi, Ullman, figure 3.34).
    static func thompson() throws -> Panels {
        try Panels(
            "0 1 2 3 4 5 6 7 8 9 10", final: "10", "0 ε 1 7", "1 ε 2 4", "2 a 3", "3 ε 6", "4 b 5", "5 ε 6", "6 ε 1 7",
            "7 a 8", "8 b 9", "9 b 10")
    }

    @Test("Thompson's automaton of (a|b)*abb (Aho, Lam, Sethi, Ullman, figure 3.35)")
    func subsetsOfThompson() throws {
        let (a, b, c) = ("{0,1,2,4,7}", "{1,2,3,4,6,7,8}", "{1,2,4,5,6,7}")
        let (d, e) = ("{1,2,4,5,6,7,9}", "{1,2,4,5,6,7,10}")
        #expect(
            try Self.thompson().table(of: "determinize") == [
                "→ \(a) | \(b) | \(c)", "\(b) | \(b) | \(d)", "\(c) | \(b) | \(c)", "\(d) | \(b) | \(e)",
                "← \(e) | \(b) | \(c)",
            ])
    }

    @Test("pairs of states, round by round (Hopcroft, Motwani, Ullman, figure 4.8)")
    func pairs() throws {
        let panels = try Panels(
            "A B C E F G H", final: "C", "A 0 B", "A 1 F", "B 0 G", "B 1 C", "C 0 A", "C 1 C", "E 0 H", "E 1 F",
            "F 0 C",
            "F 1 G", "G 0 G", "G 1 E", "H 0 G", "H 1 C")
        #expect(
            try panels.table(of: "minimize") == [
                "B | 1", "C | 0 | 0", "E | ≡ | 1 | 0", "F | 1 | 1 | 0 | 1", "G | 2 | 1 | 0 | 2 | 1",
                "H | 1 | ≡ | 0 | 1 | 1 | 1",
            ])
        #expect(try panels.captions(of: "minimize").last == "the smallest total DFA: 5 states")
    }

    @Test("blocks of (a|b)*abb (Aho, Lam, Sethi, Ullman, example 3.40)")
    func blocks() throws {
        let panels = try Panels(
            "A B C D E", final: "E", "A a B", "A b C", "B a B", "B b D", "C a B", "C b C", "D a B", "D b E", "E a B",
            "E b C")
        #expect(
            try panels.captions(of: "minimize") == [
                "round 0: 2 blocks\n{A,B,C,D}\n{E}", "round 1: 3 blocks\n{A,B,C}\n{D}\n{E}",
                "round 2: 4 blocks\n{A,C}\n{B}\n{D}\n{E}", "the smallest total DFA: 4 states",
            ])
    }

    @Test("a DFA with three equivalent final states")
    func finalBlock() throws {
        let panels = try Panels(
            "a b c d e f", final: "c d e", "a 0 b", "a 1 c", "b 0 a", "b 1 d", "c 0 e", "c 1 f", "d 0 e", "d 1 f",
            "e 0 e",
            "e 1 f", "f 0 f", "f 1 f")
        #expect(
            try panels.table(of: "minimize") == [
                "b | ≡", "c | 0 | 0", "d | 0 | 0 | ≡", "e | 0 | 0 | ≡ | ≡", "f | 1 | 1 | 0 | 0 | 0",
            ])
    }

    @Test("steps are exported as a strip, an animation and slides")
    func exportedSteps() throws {
        let panels = try Panels.endsWith01()
        func text(_ format: String) throws -> String {
            let answer = try panels.ask(["ask": "steps", "of": "determinize", "as": format])
            return try #require(answer["text"] as? String)
        }
        #expect(try text("svg").hasPrefix("<svg "))
        #expect(try text("animated").contains("@keyframes"))
        let slides = try text("html")
        #expect(slides.hasPrefix("<!doctype html>") && !slides.contains(" src=") && !slides.contains("http-equiv"))
        #expect(slides.split(separator: "<section>").count == 5 && slides.contains("start in {q0}"))
    }
}
