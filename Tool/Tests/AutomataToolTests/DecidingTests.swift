import Foundation
import Testing

/// Questions about languages: exit codes, and what shows the answer.
@Suite struct DecidingTests {
    /// A command line in the folder of letters, with more automata; its exit code, and what it
    /// prints.
    @Test(arguments: [
        ("equivalent a.mata a2.att", 0, "equivalent: a.mata and a2.att accept the same words\n"),
        ("equivalent a.mata a-or-aab.mata", 1, "not equivalent: only a-or-aab.mata accepts 'aab' (3 symbols)\n"),
        ("equivalent all.mata a.mata", 1, "not equivalent: only all.mata accepts the empty word ε\n"),
        ("equivalent a.mata b.mata", 1, "not equivalent: only a.mata accepts 'a' (1 symbol)\n"),
        ("included a.mata all.mata", 0, "included: all.mata accepts every word that a.mata accepts\n"),
        ("included c.mata all.mata", 1, "not included: c.mata accepts 'c' (1 symbol), and all.mata doesn't\n"),
        ("included all.mata a.mata", 1, "not included: all.mata accepts the empty word ε, and a.mata doesn't\n"),
        ("disjoint a.mata b.mata", 0, "disjoint: no word is accepted by both a.mata and b.mata\n"),
        ("disjoint all.mata b.mata", 1, "not disjoint: both all.mata and b.mata accept 'b' (1 symbol)\n"),
        ("empty none.mata", 0, "empty: none.mata accepts no word\n"),
        ("empty a.mata", 1, "not empty: a.mata accepts 'a' (1 symbol)\n"),
        ("universal all.mata", 0, "universal: all.mata accepts every word over its symbols\n"),
        ("universal a.mata", 1, "not universal: a.mata rejects the empty word ε\n"),
        (
            "universal all.mata --over a2.att", 0,
            "universal: all.mata accepts every word over the symbols of a2.att\n"
        ),
        ("empty on.mata", 1, "not empty: on.mata accepts 'on' (a single symbol)\n"),
        ("universal all.mata --alphabet abc", 1, "not universal: all.mata rejects 'c' (1 symbol)\n"),
        ("universal all.mata --alphabet ba", 0, "universal: all.mata accepts every word over the symbols ba\n"),
        ("finite a-or-aab.mata", 0, "finite: a-or-aab.mata accepts finitely many words\n"),
        ("finite ends.mata", 1, "not finite: ends.mata accepts 0*01, that is 01, 001, 0001 and so on\n"),
        ("finite all.mata", 1, "not finite: all.mata accepts a*, that is ε, a, aa and so on\n"),
        ("unambiguous a.mata", 0, "unambiguous: no word has two accepting runs in a.mata\n"),
        (
            "unambiguous twice.mata", 1,
            """
            not unambiguous: 'ab' (2 symbols) has two accepting runs in twice.mata
              p —a→ q —b→ s
              p —a→ r —b→ s

            """
        ),
        ("deterministic a.mata", 0, "deterministic: a.mata has at most one run on every word\n"),
        (
            "deterministic twice.mata", 1,
            "not deterministic: 'a' leads from p of twice.mata both to q and to r\n"
        ),
        ("deterministic starts.mata", 1, "not deterministic: starts.mata starts both in p and in q\n"),
        ("deterministic moves.att", 1, "not deterministic: an ε-move leads from q0 of moves.att to q1\n"),
        (
            "isomorphic a.mata unreachable.mata", 0,
            "isomorphic: a.mata and unreachable.mata differ only in the names of their states\n"
        ),
        ("isomorphic a.mata dead.mata", 1, "not isomorphic: only dead.mata has a path for 'b' (1 symbol)\n"),
        ("isomorphic dead.mata mergeable.mata", 1, "not isomorphic: only dead.mata accepts 'a' (1 symbol)\n"),
        (
            "isomorphic merged.mata mergeable.mata", 1,
            "not isomorphic: only merged.mata leads 'a' (1 symbol) and 'b' (1 symbol) to the same state\n"
        ),
        ("minimal a.mata", 0, "minimal: no smaller DFA accepts the same words as a.mata\n"),
        ("minimal unreachable.mata", 1, "not minimal: no word leads to r of unreachable.mata\n"),
        ("minimal dead.mata", 1, "not minimal: no word is accepted from q of dead.mata\n"),
        (
            "minimal mergeable.mata", 1,
            "not minimal: the same words are accepted from q and from r of mergeable.mata\n"
        ),
        (
            "minimal twice.mata", 1,
            "not minimal: it isn't deterministic: 'a' leads from p of twice.mata both to q and to r\n"
        ),
    ])
    func answers(line: String, status: Int32, output: String) throws {
        let folder = try folder()
        let outcome = try Tool.run(line: line, in: folder)
        #expect(outcome.status == status)
        #expect(outcome.output == output)
        #expect(outcome.errors.isEmpty)
        let quiet = try Tool.run(line: line + " --quiet", in: folder)
        #expect(quiet.status == status)
        #expect(quiet.output.isEmpty)
        #expect(quiet.errors.isEmpty)
        let json = try Tool.run(line: line + " --json", in: folder)
        #expect(json.status == status)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(object?["answer"] as? Bool == (status == 0))
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder.letters()
        let head = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final s\n"
        try folder.write("none.mata", head + "p a q\ns a q\n")
        try folder.write("a-or-aab.mata", head + "p a s\np a q\nq a r\nr b s\n")
        try folder.write("twice.mata", head + "p a q\np a r\nq b s\nr b s\n")
        try folder.write("ends.mata", Sample.endsWith01)
        try folder.write("on.mata", head + "p on s\n")
        try folder.write("a2.att", "0\t1\ta\ta\n1\n")
        try folder.write("starts.mata", head.replacing("Initial p", with: "Initial p q") + "p a s\n")
        try folder.write("moves.att", "0\t1\t@0@\t@0@\n1\t2\ta\ta\n2\n")
        try folder.write("unreachable.mata", head + "p a s\nr b s\n")
        try folder.write("dead.mata", head + "p a s\np b q\n")
        try folder.write("merged.mata", head + "p a q\np b q\nq a s\n")
        try folder.write("mergeable.mata", head + "p a q\np b r\nq a s\nr a s\n")
        return folder
    }

    @Test(arguments: [
        ("equivalent a.mata b.mata", ["answer": "false", "acceptedBy": "a.mata", "word": "[a]"]),
        ("equivalent a.mata a.mata", ["answer": "true"]),
        ("included a-or-aab.mata a.mata", ["answer": "false", "word": "[a,a,b]"]),
        ("universal a.mata", ["answer": "false", "word": "[]"]),
        ("finite ends.mata", ["answer": "false", "prefix": "[]", "cycle": "[0]", "suffix": "[0,1]"]),
        ("unambiguous twice.mata", ["answer": "false", "word": "[a,b]", "runs": "[[p,q,s],[p,r,s]]"]),
        (
            "deterministic twice.mata",
            ["answer": "false", "reason": "targets", "from": "p", "symbol": "a", "states": "[q,r]"]
        ),
        ("deterministic starts.mata", ["answer": "false", "reason": "initialStates", "states": "[p,q]"]),
        ("deterministic moves.att", ["answer": "false", "reason": "epsilonMove", "from": "q0", "states": "[q1]"]),
        (
            "isomorphic merged.mata mergeable.mata",
            ["answer": "false", "reason": "commonState", "in": "merged.mata", "words": "[[a],[b]]"]
        ),
        ("minimal unreachable.mata", ["answer": "false", "reason": "unreachable", "states": "[r]"]),
        ("minimal dead.mata", ["answer": "false", "reason": "dead", "states": "[q]"]),
        ("minimal mergeable.mata", ["answer": "false", "reason": "equivalent", "states": "[q,r]"]),
        ("minimal moves.att", ["answer": "false", "reason": "epsilonMove", "from": "q0", "states": "[q1]"]),
    ])
    func programsGetAnObject(line: String, expected: [String: String]) throws {
        let outcome = try Tool.run(line: line + " --json", in: folder())
        #expect(outcome.lines.count == 1)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        func text(_ value: Any) -> String {
            if let list = value as? [Any] { return "[" + list.map(text).joined(separator: ",") + "]" }
            return value as? String ?? (value as? Bool == true ? "true" : "false")
        }
        #expect(object.mapValues(text) == expected)
    }

    @Test(arguments: [
        "automatic", "antichain", "antichain-backward", "antichain-with-simulation",
        "antichain-backward-with-simulation",
        "congruence", "determinization", "hopcroft-karp",
    ])
    func algorithmsAgree(algorithm: String) throws {
        let folder = try folder()
        try folder.write("kth.mata", Sample.kth(6))
        try folder.write("kth-and-more.mata", Sample.kth(6).replacing("q0 a q0", with: "q0 a q0\nq6 b q6"))
        for (line, status) in [
            ("equivalent kth.mata kth.mata", 0), ("equivalent kth.mata kth-and-more.mata", 1),
            ("included kth.mata kth-and-more.mata", 0), ("included kth-and-more.mata kth.mata", 1),
            ("universal all.mata", 0), ("universal kth.mata", 1),
        ] {
            let outcome = try Tool.run(line: "\(line) --algorithm \(algorithm)", in: folder)
            #expect(Int(outcome.status) == status, "\(line): \(outcome.output)\(outcome.errors)")
        }
    }

    @Test func wordsHoldUpInAccepts() throws {
        let folder = try folder()
        try folder.write("kth.mata", Sample.kth(4))
        try folder.write("other.mata", Sample.kth(5))
        let outcome = try Tool.run("equivalent", "kth.mata", "other.mata", "--json", in: folder)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let word = try #require(object["word"] as? [String]).joined()
        let accepting = try #require(object["acceptedBy"] as? String)
        #expect(word.count == 4)
        for file in ["kth.mata", "other.mata"] {
            #expect(try Tool.run("accepts", file, word, in: folder).status == (file == accepting ? 0 : 1))
        }
    }

    @Test func theAnswerStandsWhereItsWordIsOutOfReach() throws {
        let folder = try folder()
        try folder.write("kth.mata", Sample.kth(12))
        try folder.write("more.mata", Sample.kth(12).replacing("q0 a q0", with: "q0 a q0\nq12 b q12"))
        let cheap = try Tool.run("included", "more.mata", "kth.mata", "--max-states", "1000", in: folder)
        #expect(cheap.status == 1)
        #expect(cheap.output.hasPrefix("not included: more.mata accepts '"))
        #expect(
            cheap.output.contains(
                "), and kth.mata doesn't; the search for a shorter word exceeds the limits; --max-states"))
        let json = try Tool.run("included", "more.mata", "kth.mata", "--max-states", "1000", "--json", in: folder)
        #expect(json.output.hasPrefix("{\"answer\": false, \"word\": [\""))
        #expect(json.output.hasSuffix("], \"shortest\": false}\n"))
        let dear = try Tool.run("included", "more.mata", "kth.mata", in: folder)
        #expect(dear.status == 1)
        #expect(dear.output.contains("accepts 'abaaaaaaaaaab' (13 symbols)"))
    }

    @Test func pipesAndStandardInput() throws {
        let folder = try folder()
        let outcome = try Tool.shell("automata eval 'a.mata & b.mata' | automata empty -", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output == "empty: standard input accepts no word\n")
        let twice = try Tool.run("equivalent", "-", "-", in: folder)
        #expect(twice.status == 2)
        #expect(twice.errors.contains("only once"))
    }

    @Test func errorsAreNoAnswers() throws {
        let folder = try folder()
        try folder.write("bad.mata", "@NFA-explicit\n%Initial q0\nq0 a\n")
        let bad = try Tool.run("equivalent", "a.mata", "bad.mata", in: folder)
        #expect(bad.status == 2)
        #expect(bad.output.isEmpty)
        #expect(bad.errors.hasPrefix("bad.mata:3:"))
        let missing = try Tool.run("included", "missing.mata", "a.mata", "--quiet", in: folder)
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("missing.mata: error: "))
        try folder.write("kth.mata", Sample.kth(22))
        let large = try Tool.run(
            "equivalent", "kth.mata", "kth.mata", "--algorithm", "determinization", "--max-states", "1000", in: folder)
        #expect(large.status == 2)
        #expect(large.errors.contains("--max-states"))
        let silent = try Tool.run("empty", "a.mata", "-q", "--json", in: folder)
        #expect(
            silent.status == 2 && silent.errors.contains("--quiet and --json exclude each other; give one of them."))
        for arguments in [["equivalent", "a.mata"], ["empty", "a.mata", "b.mata"], ["quotient", "a.mata"]] {
            #expect(try Tool.start(arguments, in: folder).finish().status == 2)
        }
    }
}
