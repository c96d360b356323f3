import Foundation
import Testing

/// Commands that make automata of automata.
@Suite struct CombiningTests {
    /// The command line with spaces between its arguments, the words that the result accepts.
    @Test(arguments: [
        ("union a.mata b.mata c.mata", ["a", "b", "c"]),
        ("intersection all.mata b.mata", ["b"]),
        ("intersect all.mata c.mata", []),
        ("symmetric-difference a.mata b.mata", ["a", "b"]),
        ("concatenate a.mata b.mata c.mata", ["abc"]),
        ("star a.mata", ["", "a", "aa", "aaa"]),
        ("star a.mata --at-least 2", ["aa", "aaa"]),
        ("star a.mata --at-least 1 --at-most 2", ["a", "aa"]),
        ("star a.mata --at-most 0", [""]),
        ("complement a.mata", ["", "aa", "aaa"]),
        ("reduce a.mata", ["a"]),
        ("shuffle a.mata b.mata c.mata", ["abc", "acb", "bac", "bca", "cab", "cba"]),
        ("restrict-lengths all.mata --at-most 1", ["", "a", "b"]),
        ("restrict-lengths all.mata --at-least 2 --at-most 2", ["aa", "ab", "ba", "bb"]),
        ("prefixes b.mata", ["", "b"]),
        ("suffixes b.mata", ["", "b"]),
        ("factors b.mata", ["", "b"]),
        ("subsequences b.mata", ["", "b"]),
        ("residual a.mata --by a", [""]),
        ("neighborhood ab --alphabet ab", ["a", "b", "aa", "ab", "bb", "aab", "aba", "abb", "bab"]),
        ("neighborhood ab --distance 0", ["ab"]),
        ("homomorphism all.mata --image a=cc --image b=", ["", "cc"]),
        ("homomorphism a.mata --image a=a,c --separator ,", ["ac"]),
        ("inverse-homomorphism all.mata --image c=ab", ["", "c", "cc", "ccc"]),
        ("rename-symbols a.mata --name a=c", ["c"]),
        ("project all.mata --onto b", ["", "b", "bb", "bbb"]),
        ("substitute a.mata --for a=b.mata", ["b"]),
        ("complement a.mata --alphabet b", ["", "b", "bb", "bbb"]),
        ("complement a.mata --over a.mata", ["", "aa", "aaa"]),
        ("quotient all.mata a.mata --left", ["", "a", "b", "aa"]),
    ])
    func commandsMakeTheLanguage(line: String, expected: [String]) throws {
        let folder = try TemporaryFolder.letters()
        let result = try folder.language(line.split(separator: " ").map(String.init))
        if line.hasPrefix("quotient") {
            #expect(result.count == 15)
            #expect(result.isSuperset(of: expected))
        } else {
            #expect(result == Set(expected))
        }
    }

    @Test func quotientsTakeOffTheEndOrTheBeginning() throws {
        let folder = try TemporaryFolder.letters()
        _ = try Tool.run("concatenate", "a.mata", "b.mata", "c.mata", "-o", "abc.mata", in: folder)
        _ = try Tool.run("concatenate", "b.mata", "c.mata", "-o", "bc.mata", in: folder)
        _ = try Tool.run("difference", "abc.mata", "a.mata", "b.mata", "-o", "same.mata", in: folder)
        #expect(try folder.language(["quotient", "abc.mata", "bc.mata"]) == ["a"])
        #expect(try folder.language(["quotient", "same.mata", "bc.mata", "--right"]) == ["a"])
        #expect(try folder.language(["quotient", "abc.mata", "a.mata", "--left"]) == ["bc"])
        #expect(try folder.language(["quotient", "abc.mata", "bc.mata", "--left"]).isEmpty)
        #expect(try folder.language(["prefixes", "abc.mata"]) == ["", "a", "ab", "abc"])
        #expect(try folder.language(["suffixes", "abc.mata"]) == ["", "c", "bc", "abc"])
        #expect(try folder.language(["factors", "abc.mata"]) == ["", "a", "b", "c", "ab", "bc", "abc"])
        #expect(try folder.language(["cyclic-shift", "abc.mata"]) == ["abc", "bca", "cab"])
        #expect(
            try folder.language(["subsequences", "abc.mata"]) == ["", "a", "b", "c", "ab", "bc", "ac", "abc"])
    }

    @Test func epsilonMovesAreRemovedForMata() throws {
        let folder = try TemporaryFolder.letters()
        let outcome = try Tool.run("subsequences", "a.mata", "-o", "parts.mata", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "a.mata: note: 1 ε-move was removed, as .mata has none\n")
        #expect(try folder.read("parts.mata").hasPrefix("@NFA-explicit"))
        #expect(try folder.language(["eval", "parts.mata b.mata"]) == ["b", "ab"])
        try folder.write("kth.mata", Sample.kth(50))
        let limited = try Tool.run("subsequences", "kth.mata", "--to", "mata", "--max-memory", "1K", in: folder)
        #expect(limited.status == 2)
    }

    @Test(arguments: [
        ("neighborhood ab --alphabet a", "the symbol 'b' at position 2 of the word is not in the alphabet"),
        ("neighborhood ab --all-symbols", "--all-symbols needs an automaton, not a word"),
        ("neighborhood ab --distance -1", "--distance"),
        ("complement a.mata --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("universal a.mata --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("shortest a.mata --rejected --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("shortest a.mata --over b.mata", "need --rejected"),
        ("complement a.mata --over -", "--over can't read standard input; name a file"),
        ("complement a.mata --over b.mata --alphabet b", "exclude each other"),
        ("homomorphism a.mata --image a", "expected SYMBOL=WORD, such as a=b"),
        ("inverse-homomorphism a.mata --image a", "expected SYMBOL=WORD, such as a=b"),
        ("rename-symbols a.mata --name a", "expected SYMBOL=NAME, such as a=b"),
        ("substitute a.mata --for a", "expected SYMBOL=FILE, such as a=b.mata"),
        ("homomorphism a.mata --image a=b --image a=c", "'a' is given twice"),
        ("homomorphism a.mata --image x=b", "the symbol 'x' is not in the alphabet"),
        ("inverse-homomorphism a.mata --image x=b", "the symbol 'b' at position 1 of the word is not in the alphabet"),
        ("rename-symbols a.mata --name a=", "expected a new name after ="),
        ("rename-symbols a.mata --name x=y", "the symbol 'x' is not in the alphabet"),
        ("project a.mata --onto ax", "the symbol 'x' at position 2 of the word is not in the alphabet"),
        ("substitute a.mata --for x=b.mata", "the symbol 'x' is not in the alphabet"),
        ("substitute a.mata --for a=", "expected the name of a file"),
        ("substitute a.mata --for a=missing.mata", "missing.mata"),
    ])
    func wrongArgumentsAreErrors(line: String, message: String) throws {
        let outcome = try Tool.run(line: line, in: TemporaryFolder.letters())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func symbolsThatHaveAnEqualsSign() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("signs.att", "0\t1\t=\n1\t2\ta\n2\n")
        #expect(try folder.language(["homomorphism", "signs.att", "--image", "==b"]) == ["ba"])
        #expect(try folder.language(["rename-symbols", "signs.att", "--name", "==c"]) == ["ca"])
    }

    /// Symbols that look alike are different ones, and only their bytes tell.
    @Test func symbolsAreToldApartByTheirBytes() throws {
        let folder = try TemporaryFolder.letters()
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        try folder.write("alike.att", "0\t1\t\(composed)\n1\t2\t\(decomposed)\n2\n")
        for (command, option) in [("rename-symbols", "--name"), ("homomorphism", "--image")] {
            let images = "\(option) '\(composed)=x' \(option) '\(decomposed)=y'"
            let outcome = try Tool.shell("automata \(command) alike.att \(images) | automata shortest -", in: folder)
            #expect(outcome.output == "xy\n", "\(command): \(outcome.errors)")
        }
    }

    /// What one file may take isn't what each of several may.
    @Test func filesShareTheLimits() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("large.mata", Sample.kth(2_000))
        for (files, memory, status) in [
            ("large.mata", "200K", 0), ("large.mata large.mata large.mata large.mata large.mata large.mata", "200K", 2),
        ] {
            let outcome = try Tool.shell("automata union \(files) --max-memory \(memory) -o u.mata --force", in: folder)
            #expect(outcome.status == status, "\(files): \(outcome.errors)")
            if status == 2 { #expect(outcome.errors.contains("--max-memory raises the limit")) }
        }
    }

    @Test func classesTakeAllBytes() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write(
            "bytes.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"bytes": [[[97, 97]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": [[0, 0, 0]]}
            """)
        #expect(try folder.language(["complement", "bytes.json"]).isEmpty)
        #expect(try folder.language(["complement", "bytes.json", "--alphabet", "ab"]).contains("aba"))
        let all = try folder.language(["complement", "bytes.json", "--all-symbols"])
        #expect(all == Set(TemporaryFolder.words.filter { $0.contains { $0 != "a" } }))
        #expect(try Tool.run("universal", "bytes.json", in: folder).status == 0)
        let outcome = try Tool.run("universal", "bytes.json", "--all-symbols", "--json", in: folder)
        #expect(outcome.status == 1)
        #expect(try folder.language(["eval", "bytes.json <b>"]) == ["b", "ab", "aab"])
        let rejected = try Tool.run("shortest", "bytes.json", "--rejected", "--all-symbols", in: folder)
        #expect(rejected.output == "b\n")
        for command in [["homomorphism", "--image", "a=b"], ["rename-symbols", "--name", "a=b"]] {
            let outcome = try Tool.start(command + ["bytes.json"], in: folder).finish()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("turn these into names with 'automata inverse-homomorphism'"))
        }
        let named = try Tool.shell(
            "automata inverse-homomorphism bytes.json --image a=a | automata homomorphism - --image a=bb", in: folder)
        #expect(named.status == 0)
    }

    /// A word's symbols are told apart from the others of their class.
    @Test func wordsCutClasses() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write(
            "letters.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"scalars": [[[97, 99]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": [[0, 0, 0]]}
            """)
        let near = ["neighborhood", "ab", "--distance", "0", "--over", "letters.json"]
        #expect(try folder.language(near) == ["ab"])
        let edits = ["neighborhood", "ab", "--over", "letters.json"]
        #expect(try folder.language(edits).isSuperset(of: ["a", "b", "ab", "cb", "ac", "abc", "cab"]))
        #expect(try folder.language(edits).isDisjoint(with: ["", "c", "ba", "cc", "bca"]))
        #expect(try folder.language(["project", "letters.json", "--onto", "ac"]).contains("aca"))
        #expect(try folder.language(["project", "letters.json", "--onto", "ac"]).isDisjoint(with: ["b", "ab"]))
        let foreign = try Tool.run("neighborhood", "ax", "--over", "letters.json", in: folder)
        #expect(foreign.status == 2)
        #expect(foreign.errors.contains("the symbol 'x' at position 2 of the word is not in the alphabet"))
    }

    /// Nobody keeps files open, nor a place on the stack for each.
    @Test func anyNumberOfFilesIsJoined() throws {
        let folder = try TemporaryFolder.letters()
        let outcome = try Tool.shell(
            "ulimit -n 40; automata union $(yes a.mata | head -n 3000) -o all-a.json && automata equivalent a.mata all-a.json",
            in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let many = try Tool.shell("automata concatenate $(yes a.mata | head -n 3000) | automata shortest -", in: folder)
        #expect(many.output == String(repeating: "a", count: 3_000) + "\n")
    }

    @Test func smallLimitsAreNamed() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("kth.mata", Sample.kth(12))
        let outcome = try Tool.run("complement", "kth.mata", "--max-memory", "5K", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("5,120 bytes"), "\(outcome.errors)")
    }

    /// What the process may take bounds the work as well.
    @Test func limitsOfTheProcessAreHeeded() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("kth.mata", Sample.kth(24))
        for command in ["complement kth.mata", "eval '!kth.mata'"] {
            let outcome = try Tool.shell("ulimit -v 400000; automata \(command) -o new.json", in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("this process can't get more memory"), "\(outcome.errors)")
        }
    }

    @Test func formatsMix() throws {
        let folder = try TemporaryFolder.letters()
        for (name, format) in [("b", "jff"), ("c", "att")] {
            #expect(try Tool.run("convert", "\(name).mata", "-o", "\(name).\(format)", in: folder).status == 0)
        }
        #expect(try folder.language(["eval", "a.mata & !(b.jff | c.att)"]) == ["a"])
        #expect(try folder.language(["union", "b.jff", "c.att", "a.mata"]) == ["a", "b", "c"])
        // The first file's format is that of the result.
        #expect(try Tool.run("union", "b.jff", "a.mata", in: folder).output.hasPrefix("<?xml"))
        #expect(try Tool.run("eval", "a.mata | b.jff", in: folder).output.hasPrefix("@NFA"))
        #expect(try Tool.run("eval", "a.mata | b.jff", "--to", "dot", in: folder).output.hasPrefix("digraph"))
    }

    @Test func symbolsOfTwoKindsDoNotMix() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write(
            "bytes.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"bytes": [[[97, 97]], [[98, 99]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": []}
            """)
        #expect(try Tool.run("info", "bytes.json", in: folder).status == 0)
        for arguments in [["union", "a.mata", "bytes.json"], ["equivalent", "a.mata", "bytes.json"]] {
            let outcome = try Tool.start(arguments, in: folder).finish()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("convert one side first"))
        }
    }

    @Test func formulasAreReadJointly() throws {
        let folder = try TemporaryFolder()
        let head = "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\n"
        try folder.write("left.mata", head + "p a0 q\n")
        try folder.write("right.mata", head + "p a1 q\n")
        try folder.write("both.mata", head + "p a0 & a1 q\n")
        #expect(try Tool.run("included", "both.mata", "left.mata", in: folder).status == 0)
        #expect(try Tool.run("included", "left.mata", "both.mata", in: folder).status == 1)
        let same = try Tool.shell(
            "automata eval '(left.mata & right.mata) ^ both.mata' | automata empty - --quiet", in: folder)
        #expect(same.status == 0, "\(same.errors)")
        let different = try Tool.shell(
            "automata eval '(left.mata | right.mata) ^ both.mata' | automata empty - --quiet", in: folder)
        #expect(different.status == 1, "\(different.errors)")
        let outcome = try Tool.run("disjoint", "left.mata", "right.mata", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("(a single symbol)"))
    }

    @Test func resultsComeWholeOrNotAtAll() throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("there.mata", "mine")
        let refused = try Tool.run("union", "a.mata", "b.mata", "-o", "there.mata", in: folder)
        #expect(refused.status == 2)
        #expect(try folder.read("there.mata") == "mine")
        let missing = try Tool.run("eval", "a.mata | missing.mata", "-o", "new.mata", in: folder)
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("missing.mata: "))
        #expect(!folder.exists("new.mata"))
        try folder.write("kth.mata", Sample.kth(20))
        let large = try Tool.run("eval", "!kth.mata", "--max-states", "1000", "-o", "new.mata", in: folder)
        #expect(large.status == 2)
        #expect(large.errors.contains("--max-states"))
        #expect(!folder.exists("new.mata"))
    }
}
