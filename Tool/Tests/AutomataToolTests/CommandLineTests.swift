import Foundation
import Testing

@Suite struct CommandLineTests {
    /// All commands, as the tool lists them; those of others behind these.
    static let commands: [[String]] =
        list([]) + list(["machine"]) + list(["statechart"]) + list(["components"]) + list(["features"])

    private static func list(_ parent: [String]) -> [[String]] {
        guard let outcome = try? Tool.start(parent + ["--help"]).finish() else { return [] }
        let list = outcome.lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }
        return list.compactMap { $0.firstMatch(of: /^  ([a-z-]+)/).map { parent + [String($0.output.1)] } }
    }

    @Test func commandsAreListed() { #expect(Self.commands.count > 50) }

    @Test(arguments: commands) func helpShowsAnExample(command: [String]) throws {
        let outcome = try Tool.start(command + ["--help"]).finish()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("Example:\n  automata \(command.joined(separator: " ")) "))
        #expect(outcome.output.contains("\nUSAGE: automata \(command.joined(separator: " ")) "))
        // Where a line were broken, the rest of it would stand at the margin.
        let examples = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "Example:" }.dropFirst().prefix { !$0.isEmpty }
        for line in examples { #expect(line.hasPrefix("  ") && line.count < 80, "\(line)") }
        let general = try Tool.start(command.dropLast() + ["--help"]).finish()
        #expect(general.output.contains("\n  \(command[command.count - 1])"))
    }

    /// A beginner looks at automata first.
    @Test func inspectingComesFirst() throws {
        let headings = try Tool.run("--help").lines.filter { $0.hasSuffix("SUBCOMMANDS:") }
        #expect(headings.first == "INSPECTING SUBCOMMANDS:")
    }

    @Test func versionIsThatOfTheHeader() throws {
        let header = try String(
            contentsOf: Tool.packageRoot.appendingPathComponent("CInclude/automata.h"), encoding: .utf8)
        let numbers = ["MAJOR", "MINOR", "PATCH"].compactMap { name in
            header.split(separator: "\n").first { $0.hasPrefix("#define AUTOMATA_VERSION_\(name) ") }?
                .split(separator: " ").last
        }
        #expect(numbers.count == 3)
        let outcome = try Tool.run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.output == "automata \(numbers.joined(separator: "."))\n")
    }

    /// Messages name what works.
    @Test func messagesNameTheRemedy() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", "<?xml version=\"1.0\"?><structure><type>fa</type><automaton/></structure>")
        var outcome = try Tool.run(line: "info a.mata", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("--from jff"))
        #expect(try Tool.run(line: "info a.mata --from jff", in: folder).status == 0)
        outcome = try Tool.run("regex", "--search", "--named", "aba")
        #expect(outcome.status == 2 && outcome.errors.contains("--syntax textbook"))
        #expect(try Tool.run("regex", "--search", "--named", "--syntax", "textbook", "aba").status == 0)
    }

    /// Numbers of states are written as people say them.
    @Test func statesAreCountedInThousands() throws {
        for count in ["1K", "1k", "1000"] {
            let outcome = try Tool.run("regex", "(a|b)*a(a|b){11}", "--max-states", count)
            #expect(outcome.status == 2 && outcome.errors.contains("more than 1,000 states"))
        }
        #expect(try Tool.run("regex", "ab", "--max-states", "1").errors.contains("more than 1 state;"))
        #expect(try Tool.run("regex", "(a|b)*a(a|b){11}", "--max-states", "2M").status == 0)
        #expect(try Tool.run("regex", "a", "--max-states", "99999999999G").status == 2)
    }

    @Test(arguments: [
        [], ["nonsense"], ["convert"], ["convert", "--nonsense", "x"], ["minimize", "x", "--to", "nonsense"],
        ["minimize", "x", "--algorithm", "nonsense"], ["determinize", "x", "--max-states", "0"],
        ["determinize", "x", "--max-states", "many"], ["determinize", "x", "--timeout", "-1"],
        ["determinize", "x", "--max-memory", "0"], ["minimize", "x", "--jobs", "0"], ["accepts", "x"],
        ["accepts", "-", "--words-from", "-"], ["accepts", "x", "w", "--separator", ""], ["run", "x"],
        ["convert", "x", "-o", "y", "--output-dir", "z"], ["convert", "x", "-o", ""], ["convert", "x", "y"],
        ["convert", "x", "y", "-o", "z"], ["info"], ["table", "/nonexistent/file.mata"], ["convert", "-", "-"],
        ["union"], ["union", "-", "-"], ["difference", "x"], ["symmetric-difference", "x", "y", "z"],
        ["quotient", "x"],
        ["quotient", "x", "y", "--left", "--right"], ["star", "x", "--at-least", "3", "--at-most", "2"],
        ["restrict-lengths", "x"], ["restrict-lengths", "x", "--at-most", "-1"],
        ["restrict-lengths", "x", "--at-least", "3", "--at-most", "2"], ["eval"], ["eval", "x |"], ["equivalent", "x"],
        ["equivalent", "x", "y", "--algorithm", "nonsense"], ["empty", "x", "y"], ["empty", "/nonexistent/file.mata"],
        ["recognize"], ["recognize", "-", "-"], ["recognize", "-", "--allow", "circle"],
        ["recognize", "-", "--threshold", "2"], ["recognize", "-", "--draw", "-"], ["recognize", "-", "--grid"],
        ["recognize", "-", "--draw-dir", "x"], ["recognize", "-", "--states", "-"], ["recognize", "-"],
        ["draw", "x", "--layout", "nonsense"], ["run", "x", "w", "--draw", "-"], ["run", "x", "w", "--animate"],
        ["determinize", "x", "--json"], ["minimize", "x", "--draw", "s.svg"], ["minimize", "x", "y", "--steps"],
        ["minimize", "x", "--steps", "--to", "jff"], ["determinize", "x", "--steps", "--output-dir", "d"],
        ["determinize", "x", "--steps", "-o", "s.jff"], ["determinize", "x", "--steps", "--draw", "s.png"],
        ["statechart"], ["statechart", "nonsense"], ["statechart", "help"], ["statechart", "check"],
        ["statechart", "check", "/nonexistent/file.scxml"], ["statechart", "check", "-", "-"], ["statechart", "run"],
        ["statechart", "run", "-"], ["statechart", "run", "-", "--events", "-"],
        ["statechart", "run", "x", "event", "--expect", "y"], ["statechart", "run", "x", "--timeout", "0"],
        ["statechart", "draw", "x", "y"], ["statechart", "draw", "x", "--to", "png"],
        ["statechart", "draw", "x", "-o", ""], ["statechart", "run", "x", "--draw", "-"],
        ["statechart", "convert", "x", "--to", "svg"], ["statechart", "convert", "x", "y"],
        ["statechart", "convert", "x", "-o", ""], ["statechart", "info", "-", "--from", "mata"],
        ["components"], ["components", "nonsense"], ["components", "check"], ["components", "check", "-", "-"],
        ["components", "check", "/nonexistent/file.json"], ["components", "run"], ["components", "run", "-"],
        ["components", "run", "-", "--events", "-"], ["components", "run", "x", "a.b", "--expect", "y"],
        ["components", "run", "x", "--limit", "0"], ["components", "draw", "x", "-o", ""],
        ["components", "trace", "x", "--to", "xml"],
        ["features"], ["features", "nonsense"], ["features", "count"], ["features", "count", "-"],
        ["features", "count", "/nonexistent/file.uvl"], ["features", "count", "-", "--engine", "nonsense"],
        ["features", "count", "x", "y", "--per", "size"], ["features", "count", "x", "--with", "y", "--per", "size"],
        ["features", "check", "x"], ["features", "check", "-", "-"], ["features", "products", "x", "--at", "-1"],
        ["features", "products", "x", "--all", "--limit", "3"], ["features", "sample", "x", "--count", "-1"],
        ["features", "best", "x"], ["features", "convert", "x", "--to", "svg"], ["features", "convert", "x", "-o", ""],
    ])
    func everyErrorExitsWith2(arguments: [String]) throws {
        let outcome = try Tool.start(arguments).finish()
        #expect(outcome.status == 2)
        #expect(!outcome.wasKilled)
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionScripts(shell: String) throws {
        let outcome = try Tool.run("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        for command in Self.commands.joined() { #expect(outcome.output.contains(command)) }
    }

    /// `help` completes the names of commands; bash alone is everywhere.
    @Test(arguments: [
        ("help mini", "minimize minimal"), ("help statechart ch", "check"), ("help features cou", "count"),
        ("help minimize dr", ""),
    ]) func completionOfHelp(line: String, names: String) throws {
        let outcome = try Tool.shell(
            """
            source <(automata --generate-completion-script bash)
            COMP_LINE='automata \(line)' COMP_POINT=${#COMP_LINE} COMP_WORDS=(automata \(line))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _automata automata "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[@]}"
            """)
        #expect(outcome.output == names + "\n", "\(outcome.errors)")
        for (shell, start) in [("zsh", "2:*) compadd -- accepts "), ("fish", "\"automata help\" -eq 1' -fa 'accepts ")]
        {
            #expect(try Tool.run("--generate-completion-script", shell).output.contains(start))
        }
    }

    @Test func manualPageNamesEveryCommandAndOption() throws {
        let manual = try String(
            contentsOf: Tool.packageRoot.appendingPathComponent("Documentation/automata.1"), encoding: .utf8)
        let text = manual.replacing("\\-", with: "-")
        for command in Self.commands {
            #expect(text.contains("\n.SS \(command.joined(separator: " "))\n"))
            let help = try Tool.start(command + ["--help"]).finish().output
            for word in help.split(whereSeparator: { !($0.isLetter || $0 == "-") })
            where word.hasPrefix("--") && word.count > 2 {
                #expect(text.contains(word), "\(command) \(word) is not in the manual page")
            }
        }
    }

    @Test func errorsNameFileLineAndColumn() throws {
        let folder = try TemporaryFolder()
        try folder.write("bad.mata", "@NFA-explicit\n%Initial q0\nq0 a\n")
        let outcome = try Tool.run("convert", "bad.mata", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("bad.mata:3:"))
        #expect(outcome.errors.contains(" error: "))
    }

    @Test(arguments: ["", "\u{0}\u{1}\u{2}\u{FFFD}", "hello world"]) func whatIsNoAutomatonIsAnError(text: String)
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("thing", text)
        for name in ["x.mata", "x.jff", "x.att", "x.json", "x.dot"] { try folder.write(name, text) }
        let unnamed = try Tool.run("info", "thing", in: folder)
        #expect(unnamed.status == 2)
        for name in ["x.mata", "x.jff", "x.json", "x.dot"] {
            let outcome = try Tool.run("info", name, in: folder)
            #expect(outcome.status == 2, "\(name) with \(text.debugDescription)")
            #expect(outcome.errors.hasPrefix("\(name):"))
            #expect(!outcome.wasKilled)
        }
    }

    @Test func inkAndPicturesAreNoAutomata() throws {
        let folder = try TemporaryFolder()
        let ink = try String(contentsOf: Tool.examples.appendingPathComponent("sketch.ndjson"), encoding: .utf8)
        try folder.write("a.ndjson", ink)
        try folder.write("a.json", "[[[1, 2], [3, 4]]]")
        try folder.write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
        for (name, remedy) in [
            ("a.ndjson", "automata sketch"), ("a.json", "automata sketch"), ("a.svg", "name the file of the automaton"),
        ] {
            let outcome = try Tool.run("info", name, in: folder)
            #expect(outcome.status == 2 && outcome.errors.contains(remedy), "\(outcome.errors)")
        }
    }

    /// A final state that occurs nowhere else may be a misspelled one.
    @Test func isolatedFinalStatesAreNoted() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01.replacing("%Final r", with: "%Final r rr"))
        let outcome = try Tool.run("info", "a.mata", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("note: the final state 'rr' has no transitions and isn't initial"))
    }

    @Test func messagesHaveNoColorInAFile() throws {
        let outcome = try Tool.run("info", "/nonexistent")
        #expect(!outcome.errors.contains("\u{1B}"))
    }
}

/// What the tool says where nothing fits.
@Suite struct GuidanceTests {
    @Test func unknownCommands() throws {
        let folder = try TemporaryFolder()
        for (word, hint) in [
            ("diff", "difference"), ("minimze", "minimize"), ("inclded", "included"), ("drwa", "draw"),
            ("EQUIVALENT", "equivalent"),
        ] {
            let answer = try Tool.run(word, "a.jff", in: folder)
            #expect(answer.status == 2)
            #expect(answer.errors.contains("There is no command '\(word)'. Did you mean \(hint)"), "\(answer.errors)")
        }
        let help = try Tool.run("help", "minimze", in: folder)
        #expect(help.status == 2 && help.errors.contains("no command 'minimze'. Did you mean minimize"), "\(help)")
        #expect(try Tool.run("help", "minimize", in: folder).output.contains("USAGE: automata minimize"))
        let inner = try Tool.run("statechart", "chek", "a.scxml", in: folder)
        #expect(inner.errors.contains("no command 'chek'. Did you mean check? automata statechart --help lists"))
        let short = try Tool.run("statechart", "rn", "a.scxml", in: folder)
        #expect(short.errors.contains("no command 'rn'. Did you mean run?"))
        let trace = try Tool.run("statechart", "trace", "a.scxml", in: folder)
        let none = try Tool.run("statechart", in: folder)
        for answer in [inner, trace, none] {
            #expect(answer.errors.contains("\nUsage: automata statechart <command> <file> [<options>]\n"))
            #expect(answer.errors.contains("See 'automata statechart --help' for"), "\(answer.errors)")
        }
        let far = try Tool.run("frobnicate", in: folder)
        #expect(far.errors.contains("no command 'frobnicate'. automata --help"))
        let empty = try Tool.run("", in: folder)
        #expect(empty.status == 2)
        #expect(empty.errors.contains("no command ''. automata --help"))
    }

    @Test(arguments: [
        ["features", "convert", "m.uvl"], ["features", "draw", "m.uvl"], ["statechart", "convert", "c.scxml"],
        ["statechart", "draw", "c.scxml"], ["statechart", "check", "c.scxml"], ["statechart", "info", "c.scxml"],
        ["statechart", "run", "c.scxml"],
    ]) func limitsBoundEveryFile(command: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("m.uvl", "features\n\tA\n")
        try folder.write("c.scxml", "<scxml version=\"1.0\" xmlns=\"http://www.w3.org/2005/07/scxml\"><state/></scxml>")
        #expect(try Tool.start(command, in: folder).finish().status == 0)
        let late = try Tool.start(command + ["--timeout", "0.001ms"], in: folder).finish()
        #expect(late.status == 2)
        let message = " error: not finished within 0.001ms; --timeout raises the limit\n"
        #expect(late.errors.hasSuffix(message), "\(late.errors)")
        let large = try Tool.start(command + ["--max-memory", "10"], in: folder).finish()
        #expect(large.status == 2)
        #expect(large.errors.hasSuffix("; --max-memory raises the limit\n"), "\(large.errors)")
    }

    /// Another option is proposed for a near miss alone.
    @Test func unknownOptions() throws {
        for (line, message) in [
            ("determinize x --nams", "Unknown option '--nams'. Did you mean '--names'?\n"),
            ("minimize x --names", "Unknown option '--names'\n"), ("complete x --steps", "Unknown option '--steps'\n"),
            ("run x w --js", "Unknown option '--js'\n"),
            ("convert x --too json", "Unknown option '--too'. Did you mean '--to'?\n"),
            (
                "convert x --format json",
                "Unknown option '--format'. --from names the input's format, --to the output's\n"
            ),
            (
                "match x y --max-count --json",
                "Missing value for '--max-count <count>': '--json' looks like an option, as it begins with -; if it is the value, write --max-count=--json\n"
            ),
            ("match x y --max-count -1", "invalid value '-1' for --max-count; expected 0 or more\n"),
            ("match x y -m -1", "invalid value '-1' for -m; expected 0 or more\n"),
            ("match x y -j -2", "invalid value '-2' for -j; expected 1 or more\n"),
            ("words x --length -3", "invalid value '-3' for --length; expected 0 or more\n"),
            ("sample x --seed -1", "invalid value '-1' for --seed; expected 0 or more\n"),
            ("features sample x --covering -1", "invalid value '-1' for --covering; expected 1 or more\n"),
            (
                "minimize x --max-states -5",
                "invalid value '-5' for --max-states; expected 1 to \(Int.max), such as 500K\n"
            ),
            ("recognize x --threshold -0.5", "invalid value '-0.5' for --threshold; expected 0.0 to 1.0\n"),
            (
                "minimize --output= a b -f",
                "Missing value for '--output': nothing follows the '='; write --output VALUE.\n"
            ),
            (
                "minimize x --timeout 1e10",
                "invalid value '1e10' for --timeout; expected a time above 0 and up to 1000000000 s"
            ),
            ("determinize x --jsn", "Unknown option '--jsn'. Did you mean '--json'?\n"),
        ] {
            let outcome = try Tool.run(line: line, in: TemporaryFolder())
            #expect(outcome.status == 2 && outcome.errors.hasPrefix("automata: error: " + message), "\(outcome.errors)")
        }
    }

    /// The `h` in a name that begins with a dash asks for no help.
    @Test func namesWithADash() throws {
        let folder = try TemporaryFolder()
        try folder.write("-dash.mata", Sample.endsWith01)
        try folder.write("-x.mata", Sample.endsWith01)
        for name in ["-dash.mata", "-x.mata", "-fqh"] {
            let outcome = try Tool.run("minimize", name, in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.errors.hasPrefix(
                    "automata: error: There is no option '\(name)'. If it is a file, write ./\(name), or write -- before "
                        + "arguments that begin with -.\n"), "\(outcome)")
        }
        #expect(try Tool.run("minimize", "--", "-dash.mata", in: folder).status == 0)
        #expect(try Tool.run("minimize", "./-dash.mata", in: folder).status == 0)
        #expect(try Tool.run("minimize", "-h", in: folder).output.contains("USAGE"))
        #expect(try Tool.run("minimize", "-fq", "./-x.mata", in: folder).status == 0)
    }

    @Test func helpThatCannotBeWritten() throws {
        for arguments in [
            "--help", "minimize --help", "help minimize", "--version", "--generate-completion-script bash",
        ] {
            let full = try Tool.shell("automata \(arguments) >/dev/full")
            #expect(full.status == 2)
            #expect(full.errors == "automata: error: can't write to standard output: No space left on device\n")
            let outcome = try Tool.run(line: arguments, in: TemporaryFolder())
            #expect(outcome.status == 0)
            #expect(outcome.output.hasSuffix("\n") && outcome.errors.isEmpty)
        }
        #expect(try Tool.run("--version").output == "automata 0.1.0\n")
    }

    @Test func endingsOfPictures() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("regex", "--named", "ab", "-o", "ab.jff", in: folder).status == 0)
        let refused = try Tool.run("draw", "ab.jff", "-o", "ab.gif", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("ab.gif: error: unknown extension .gif"))
        #expect(!folder.exists("ab.gif"))
        #expect(try Tool.run("draw", "ab.jff", "-o", "ab.gif", "--to", "dot", in: folder).status == 0)
    }

    /// An output's ending that is no format's is an error that names what is spelled alike, and
    /// nothing is written.
    @Test func endingsOfOutputs() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", Sample.endsWith01)
        try folder.write("g.grm", "S -> aS | b\n")
        let choices =
            "end the name in .mata, .jff, .att, .json, .dot, .ba, .sketch, .svg, .tex, .pdf or .png, or name the format with --to"
        for (ending, remedy) in [
            ("xyz", choices), ("txt", choices), ("json.gz", "did you mean .json? --to names the format"),
            ("jfff", "did you mean .jff? --to"), ("maat", "did you mean .mata? --to"), ("d", "did you mean .dot? --to"),
        ] {
            for command in [
                "minimize m.mata", "convert m.mata", "union m.mata m.mata", "eval m.mata", "regex ab", "grammar g.grm",
            ] {
                let refused = try Tool.run(line: command + " -o r." + ending, in: folder)
                let last = ending.split(separator: ".").last ?? ""
                #expect(refused.status == 2)
                #expect(refused.output.isEmpty)
                #expect(
                    refused.errors.hasPrefix("r.\(ending): error: unknown extension .\(last); \(remedy)"),
                    "\(command): \(refused.errors)")
            }
        }
        #expect(folder.files == ["g.grm", "m.mata"])
        // A format that is named, an ending of two parts, and a name without an ending are what
        // they were.
        #expect(try Tool.run(line: "minimize m.mata -o r.xyz --to dot", in: folder).status == 0)
        #expect(try folder.read("r.xyz").hasPrefix("digraph"))
        #expect(try Tool.run(line: "minimize m.mata -o r.fst.txt", in: folder).status == 0)
        #expect(try Tool.run(line: "minimize r.fst.txt --to json --output-dir out", in: folder).status == 0)
        #expect(folder.exists("out/r.json"))
        // What is no automaton isn't written under the name of one.
        for (command, remedy) in [
            (
                "to-grammar m.mata -o g.jff",
                "the output is a grammar, but .jff is another format; end the name in .grm"
            ),
            (
                "recognize m.mata --draw g.png",
                "the output is an SVG drawing, but .png is another format; end the name in .svg"
            ),
        ] {
            let refused = try Tool.run(line: command, in: folder)
            #expect(refused.status == 2 && refused.errors.hasSuffix(": error: \(remedy)\n"), "\(refused)")
        }
        #expect(try Tool.run(line: "to-grammar m.mata -o g.txt", in: folder).status == 0)
        #expect(try Tool.run(line: "minimize m.mata -o result", in: folder).status == 0)
        #expect(try folder.read("result").hasPrefix("@NFA-explicit"))
    }

    /// An empty language is an empty text in AT&T form, and goes through a pipe where that is said.
    @Test func emptyTexts() throws {
        let folder = try TemporaryFolder()
        for word in ["a", "b"] {
            #expect(try Tool.run("regex", "--named", word, "-o", "\(word).att", in: folder).status == 0)
        }
        let both = try Tool.run("intersection", "a.att", "b.att", in: folder)
        #expect(both.output.isEmpty)
        #expect(both.errors.contains("so the AT&T text is empty"))
        #expect(both.errors.contains("a, b left out"))
        #expect(try Tool.run("empty", "-", "--from", "att", input: both.output, in: folder).status == 0)
        // Without symbols it goes together with classes as well as with names.
        try folder.write("none.att", "\n")
        #expect(try Tool.run("regex", "[a-z]+", "-o", "letters.json", in: folder).status == 0)
        let joined = try Tool.run("union", "none.att", "letters.json", "-o", "all.json", in: folder)
        #expect(joined.status == 0, "\(joined.errors)")
        #expect(try Tool.run("equivalent", "all.json", "letters.json", in: folder).status == 0)
        #expect(try Tool.run("included", "none.att", "letters.json", in: folder).status == 0)
        let none = try Tool.run("regex", "--file", "-", input: "\n\n", in: folder)
        #expect(none.status == 2)
        #expect(none.errors.contains("the file has no expression"))
    }

    /// A program that failed writes nothing: that is no automaton, unless it is said to be AT&T
    /// text.
    @Test func emptyInputsAreErrors() throws {
        let folder = try TemporaryFolder()
        let expected =
            ": error: the input is empty; check the program that wrote it, or read it as an empty language with --from att\n"
        for input in ["", "\n", "\r\n\n"] {
            let refused = try Tool.run("minimize", "-", "-o", "m.mata", input: input, in: folder)
            #expect(refused.status == 2)
            #expect(refused.errors == "-" + expected)
            #expect(try Tool.run("empty", "-", input: input, in: folder).status == 2)
            #expect(try Tool.run("empty", "-", "--from", "att", input: input, in: folder).status == 0)
            try folder.write("nothing", input)
            let file = try Tool.run("union", "nothing", "nothing", in: folder)
            #expect(file.status == 2)
            #expect(file.errors.hasSuffix("nothing" + expected))
        }
        #expect(folder.files == ["nothing"])
        let blank = try Tool.run("minimize", "-", input: "# a comment\n", in: folder)
        #expect(
            blank.errors == "-: error: can't detect the format from the name or the content; "
                + "choose a format with --from (mata, jff, att, json, dot, ba, sketch)\n")
    }
}
