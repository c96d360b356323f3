import Foundation
import Testing

@Suite("Names of files, states and symbols")
struct NamesTests {
    /// Paths are bytes: a name that isn't UTF-8 is opened where it is given, where it is listed,
    /// and where it is written.
    @Test func namesThatAreNotUTF8() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", Sample.endsWith01)
        let outcome = try Tool.shell(
            #"""
            set -e
            mkdir $'in\xff' && cp m.mata $'in\xff/caf\xe9.mata' && cp m.mata $'in\xff/\xf4\x8f\xba\xa9.mata'
            automata info $'in\xff/caf\xe9.mata' | grep file
            automata minimize $'in\xff' --output-dir $'out\xfe' --to json --quiet
            cd $'out\xfe' && for name in *; do printf '%s' "$name" | od -An -tx1; done && cd ..
            automata equivalent m.mata $'out\xfe/caf\xe9.json'
            automata eval $'in\xff/caf\xe9.mata | m.mata' -o $'all\xe9.mata' --quiet
            automata info --json $'all\xe9.mata' | cut -d, -f1
            automata minimize $'in\xff/caf\xe9.mata' -o $'all\xe9.mata' || true
            automata info $'none\xe9.mata' || true
            """#, in: folder)
        #expect(
            outcome.lines == [
                #"file           in\xFF/caf\xE9.mata"#, " 63 61 66 e9 2e 6a 73 6f 6e", " f4 8f ba a9 2e 6a 73 6f 6e",
                #"equivalent: m.mata and out\xFE/caf\xE9.json accept the same words"#, #"{"file": "all\\xE9.mata""#,
            ], "\(outcome)")
        #expect(
            outcome.errors == #"all\xE9.mata: error: the file exists already; --force replaces it"# + "\n"
                + #"none\xE9.mata: error: can't open: No such file or directory"# + "\n")
        #expect(outcome.status == 0)
    }

    /// A link to a file whose name isn't UTF-8 is followed.
    @Test func linksToNamesThatAreNotUTF8() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", Sample.endsWith01)
        let outcome = try Tool.shell(
            #"""
            cp m.mata $'caf\xe9.mata' && ln -s $'caf\xe9.mata' link.mata
            automata convert m.mata --force -o link.mata --to dot && test -L link.mata && head -c 7 $'caf\xe9.mata'
            """#, in: folder)
        #expect(outcome.output == "digraph", "\(outcome)")
    }

    /// A word that isn't UTF-8 is read by its bytes.
    @Test func wordsThatAreNotUTF8() throws {
        let folder = try TemporaryFolder()
        try folder.write("bytes.mata", Sample.bytes)
        let outcome = try Tool.shell(
            #"automata accepts --bytes bytes.mata $'A\xff\n' $'A\xfe\n' | od -An -tx1 -w24"#, in: folder)
        #expect(outcome.output.hasPrefix(" 61 63 63 65 70 74 65 64 09 41 ff 0a 0a 72 65 6a 65 63 74 65 64 09 41 fe\n"))
    }

    /// Symbols that aren't UTF-8 stay as they are in results, and what can't hold them says so.
    @Test func symbolsThatAreNotUTF8Stay() throws {
        let outcome = try Tool.shell(
            #"""
            printf '@NFA-explicit\n%%Initial p\n%%Final q\np x\xfe q\np x\xff p\np a p\n' >two.mata
            automata homomorphism two.mata --image a=a -o same.json && automata equivalent two.mata same.json --quiet; echo $?
            automata words two.mata -s $'\xff' --up-to 2 | head -n 2 | od -An -tx1
            automata accepts two.mata -s $'\xff' $'a\xffx\xfe' | cut -c 1-8
            printf 'x\xfe\n' | automata accepts two.mata -s , --words-from - | od -An -tx1
            automata regex --unit scalars '[aé]*é' -o scalars.json
            automata complement scalars.json --alphabet $'\xff' -o none.json 2>&1; echo $?
            automata to-regex two.mata 2>&1; echo $?
            """#, in: TemporaryFolder())
        #expect(
            outcome.lines == [
                "0", " 78 fe 0a 61 ff 78 fe 0a", "accepted", " 61 63 63 65 70 74 65 64 09 78 fe 0a",
                #"scalars.json: error: the symbol '\xFF' is not in the alphabet; add it, or fix the name"#, "2",
                #"two.mata: error: the symbol 'x\xFE' isn't UTF-8, and an expression can't name it; run 'automata homomorphism' to give it another name"#,
                "2",
            ], "\(outcome)")
    }

    /// Every command that takes a word reads the same bytes, and none writes anything else.
    @Test func wordsThatAreNotUTF8AreTheSameForAllCommands() throws {
        let outcome = try Tool.shell(
            #"""
            set -e
            automata regex --unit bytes $'\\xfe' -o fe.json
            automata accepts fe.json $'\xfe' | head -c 8 && echo
            automata accepts --separator , fe.json $'\xfe' | head -c 8 && echo
            automata run fe.json $'\xfe' | tail -n 1
            automata rank fe.json $'\xfe'
            automata residual fe.json --by $'\xfe' -o rest.json && automata shortest rest.json
            automata neighborhood $'\xfe' --distance 0 --over fe.json -o same.json && automata equivalent same.json fe.json
            printf '@NFA-explicit\n%%Initial p\n%%Final q\np \xfe q\nq b q\n' >named.mata
            automata accepts named.mata $'\xfeb' $'\xfe\xfe' | cut -c 1-8
            automata project named.mata --onto $'\xfe' -o one.mata && automata accepts one.mata $'\xfe' | head -c 8 && echo
            automata rename-symbols named.mata --name $'b=\xfe' || echo $?
            automata eval $'<\xfe> & fe.json' || echo $?
            """#, in: TemporaryFolder())
        #expect(
            outcome.lines == [
                "accepted", "accepted", "accepted: q1 is final", "0",
                "equivalent: same.json and fe.json accept the same words",
                "accepted", "rejected", "accepted", "2", "2",
            ], "\(outcome)")
    }

    @Test func pipesAndDevicesOfAFolderAreLeftOut() throws {
        let folder = try TemporaryFolder()
        try folder.write("all/m.mata", Sample.endsWith01)
        let outcome = try Tool.shell(
            """
            mkfifo all/fifo.mata && ln -s fifo.mata all/link.mata && ln -s /dev/zero all/zero.mata
            ln -s m.mata all/also.mata
            timeout 60 '\(Tool.executable.path)' info all | cut -d ' ' -f 1
            """, in: folder)
        #expect(outcome.lines == ["file", "all/also.mata", "all/m.mata"], "\(outcome)")
        // One that is named is read.
        let named = try Tool.shell(
            "timeout 60 cat all/m.mata > all/fifo.mata & automata info all/fifo.mata | grep states; wait", in: folder)
        #expect(named.output == "states         3\n", "\(named)")
        // Of a link that leads nowhere something must be said.
        let dangling = try Tool.shell("ln -s none all/dangling.mata && automata info all/", in: folder)
        #expect(dangling.status == 2)
        #expect(dangling.errors.hasPrefix("all/dangling.mata: error: can't open"), "\(dangling)")
    }

    /// Escape sequences, line feeds and C1 characters in names tell a terminal nothing, wherever
    /// the names are printed for people.
    @Test func controlCharactersOfNames() throws {
        let folder = try TemporaryFolder()
        let file = "e\u{1B}[31m\u{9B}1m\nf.json"
        try folder.write(
            "good.json",
            #"""
            {"format": "automata", "version": 1, "kind": "NFA", "alphabet": ["a\u001b[2J\n\u009b"], "states": ["p\u001b[2J\n\u009b", "q"],
             "initial": ["p\u001b[2J\n\u009b"], "final": ["q"],
             "transitions": [["p\u001b[2J\n\u009b", "a\u001b[2J\n\u009b", "q"], ["q", "a\u001b[2J\n\u009b", "q"],
                             ["q", "a\u001b[2J\n\u009b", "p\u001b[2J\n\u009b"]]}
            """#)
        try folder.write(file, try folder.read("good.json"))
        try folder.write("n\u{1B}\n.mata", "@NFA-explicit\n%Initial p\np \u{1B}a\n")
        try folder.write("n\u{1B}\n.grm", "S -> aS b\n")
        let word = "a\u{1B}[2J\n\u{9B}"
        let commands: [[String]] = [
            ["info", file], ["info", file, "good.json"], ["info", "--analyze", file], ["table", file],
            ["run", file, word, "--separator", ","], ["run", file, "x\u{1B}"], ["equivalent", file, "good.json"],
            ["disjoint", file, "good.json"], ["empty", file], ["universal", file], ["finite", file], ["minimal", file],
            ["deterministic", file], ["unambiguous", file], ["to-regex", file, "--steps"], ["info", "n\u{1B}\n.mata"],
            ["grammar", "--class", "n\u{1B}\n.grm", "n\u{1B}\n.grm"], ["grammar", "n\u{1B}\n.grm"],
            ["info", "none\u{1B}\n.mata"],
            ["minimize", file, "good.json", "--output-dir", "out\u{1B}\n"], ["minimize", file, "-o", "x.\u{1B}\n"],
            ["accepts", "good.json", "--input", "n\u{1B}\n.grm"], ["residual", file, "--by", "x\u{1B}\n"],
            ["frob\u{1B}\n"], ["info", "--frob\u{1B}\u{9B}"], ["info", file, "--max-states", "\u{1B}\u{9B}"],
            ["info", "-\u{1B}h"], ["rename-symbols", file, "--name", "\u{1B}\u{9B}"],
        ]
        for command in commands {
            let outcome = try Tool.start(command, in: folder).finish()
            for text in [outcome.output, outcome.errors] {
                #expect(
                    !text.unicodeScalars.contains {
                        $0 != "\n" && ($0.value < 0x20 && $0 != "\t" || 0x7F...0x9F ~= $0.value)
                    },
                    "\(command): \(text.debugDescription)")
            }
            #expect(!(outcome.output + outcome.errors).isEmpty)
        }
        let row = try Tool.run("info", file, "good.json", in: folder)
        #expect(row.lines.dropFirst().first?.hasPrefix(#"e\u{1B}[31m\u{009B}1m\nf.json  NFA"#) == true, "\(row)")
    }

    /// foma's symbols for others are symbols like any other, which is said once where an answer
    /// depends on it.
    @Test func symbolsForOthers() throws {
        let folder = try TemporaryFolder()
        let note =
            "note: in foma @_IDENTITY_SYMBOL_@ stands for all symbols that aren't named; here it is an ordinary symbol, so name all "
            + "symbols in foma\n"
        try folder.write("not-a.att", "0\t1\t@_IDENTITY_SYMBOL_@\t@_IDENTITY_SYMBOL_@\n1\n")
        try folder.write("a.att", "0\t1\ta\ta\n1\n")
        for command in [
            "accepts not-a.att b", "complement not-a.att", "equivalent a.att not-a.att", "union a.att not-a.att",
            "intersection not-a.att not-a.att", "universal not-a.att", "words not-a.att", "run not-a.att b",
            "shortest not-a.att",
        ] {
            let outcome = try Tool.run(line: command, in: folder)
            #expect(outcome.errors.hasSuffix(note), "\(command): \(outcome)")
            #expect(outcome.errors.components(separatedBy: note).count == 2, "\(command): \(outcome)")
        }
        for command in [
            "minimize not-a.att", "info not-a.att", "table not-a.att", "accepts a.att a", "union a.att a.att",
        ] {
            #expect(try Tool.run(line: command, in: folder).errors.isEmpty)
        }
        #expect(try Tool.run(line: "accepts not-a.att b --quiet", in: folder).errors.isEmpty)
        try folder.write("unknown.att", "0\t1\t@_UNKNOWN_SYMBOL_@\t@_UNKNOWN_SYMBOL_@\n1\n")
        #expect(
            try Tool.run(line: "universal unknown.att", in: folder).errors.contains("@_UNKNOWN_SYMBOL_@ stands for"))
    }
}
