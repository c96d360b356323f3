import Foundation
import FoundationXML
import Testing

@Suite struct PictureTests {
    static let hasGraphviz = (try? Tool.shell("command -v dot").status) == 0
    static let hasConverter = (try? Tool.shell("command -v rsvg-convert").status) == 0

    private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        return folder
    }

    @Test func formats() throws {
        let folder = try folder()
        let svg = try Tool.run("draw", "a.mata", in: folder)
        #expect(svg.status == 0 && isXML(svg.output) && count("<circle", in: svg.output) == 4)
        #expect(try Tool.run("minimize", "a.mata", "-o", "m.svg", in: folder).status == 0)
        #expect(isXML(try folder.read("m.svg")))
        #expect(try Tool.run("draw", "a.mata", "-o", "a.tex", in: folder).status == 0)
        let tex = try folder.read("a.tex")
        #expect(tex.hasPrefix("\\begin{tikzpicture}") && tex.hasSuffix("\\end{tikzpicture}\n"))
        for format in ["tex", "tikz"] {
            #expect(try Tool.run("draw", "a.mata", "--to", format, in: folder).output == tex)
        }
        #expect(try Tool.run("draw", "a.mata", "--output-dir", "out", in: folder).status == 0)
        #expect(try folder.read("out/a.svg") == svg.output)
    }

    @Test func graphvizDrawsTheOthers() throws {
        let folder = try folder()
        let missing = try Tool.shell("PATH=/nonexistent; automata draw a.mata -o r.svg --layout dot", in: folder)
        #expect(missing.status == 2 && missing.errors.contains("Graphviz isn't installed: apt-get install graphviz"))
        #expect(!folder.exists("r.svg"))
        #expect(try Tool.shell("PATH=/nonexistent; automata draw a.mata -o r.svg", in: folder).status == 0)
        guard Self.hasGraphviz else { return }
        for arguments in ["-o p.pdf", "-o q.svg --layout dot"] {
            let outcome = try Tool.run(line: "draw a.mata \(arguments)", in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(FileManager.default.contents(atPath: folder.path("p.pdf"))?.starts(with: Data("%PDF".utf8)) == true)
        #expect(isXML(try folder.read("q.svg")))
        // Named by symbols and states that DOT would take for its own.
        try folder.write(
            "b.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial \"x\\\\\"\n%Final y\n\"x\\\\\" \"a\\\"]\" y\n")
        let outcome = try Tool.run(line: "draw b.mata -o b.svg --layout dot", in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// PDF and PNG are our own pictures; a program that prints its input stands for the converter.
    @Test func picturesAreConverted() throws {
        let folder = try folder()
        try folder.write("rsvg-convert", "#!/bin/sh\necho \"$@\"\nexec /bin/cat\n")
        try folder.write("dot", "#!/bin/sh\nexec /bin/cat\n")
        try folder.write("c.json", #"{"format": "statechart", "name": "c", "states": [{"name": "only"}]}"#)
        for (command, name) in [("draw a.mata", ">q<"), ("statechart draw c.json", ">only<")] {
            let draw = "chmod +x rsvg-convert dot; PATH=$PWD; automata \(command) --to"
            let pdf = try Tool.shell("\(draw) pdf", in: folder)
            #expect(pdf.lines.first == "--unlimited --format=pdf" && pdf.errors == "", "\(pdf.errors)")
            #expect(pdf.output.contains("<svg ") && pdf.output.contains(name))
            let png = try Tool.shell("\(draw) png", in: folder)
            #expect(png.lines.first == "--unlimited --format=png --zoom=2.0 --background-color=white")
            let other = try Tool.shell("rm rsvg-convert; \(draw) pdf", in: folder)
            #expect(other.output.hasPrefix("digraph") && other.errors.contains("apt-get install librsvg2-bin"))
            try folder.write("rsvg-convert", "#!/bin/sh\necho \"$@\"\nexec /bin/cat\n")
        }
    }

    /// PNG of at most 32,000 points, and Graphviz's pictures when the converter fails.
    @Test func largePicturesAreSmaller() throws {
        let folder = try TemporaryFolder()
        let states = (0..<800).map { index in
            #"{"name": "s\#(index)", "transitions": [{"on": "e", "to": "s\#((index + 1) % 800)"}]}"#
        }
        try folder.write(
            "c.json", #"{"format": "statechart", "name": "c", "states": [\#(states.joined(separator: ","))]}"#)
        try folder.write("rsvg-convert", "#!/bin/sh\necho \"$@\"\n")
        try folder.write("dot", "#!/bin/sh\nexec /bin/cat\n")
        let draw = "chmod +x rsvg-convert dot; PATH=$PWD:/bin; automata statechart draw c.json --to"
        let arguments = try Tool.shell("\(draw) png", in: folder).output.split(separator: " ")
        let zoom = arguments.first { $0.hasPrefix("--zoom=") }.flatMap { Double($0.dropFirst(7)) }
        #expect(zoom.map { 0 < $0 && $0 < 2 } == true, "\(arguments)")
        try folder.write("rsvg-convert", "#!/bin/sh\necho too large >&2\nexit 1\n")
        let png = try Tool.shell("\(draw) png", in: folder)
        #expect(png.output.hasPrefix("digraph"))
        #expect(png.errors.contains("failed, so Graphviz draws the picture, with its own layout: too large"))
        #expect(try Tool.shell("\(draw) pdf", in: folder).status != 0)
    }

    @Test(.enabled(if: PictureTests.hasConverter, "rsvg-convert is missing"))
    func pictureOfConverter() throws {
        let folder = try folder()
        for (name, start) in [("a.png", "\u{89}PNG"), ("a.pdf", "%PDF")] {
            let outcome = try Tool.run("draw", "a.mata", "-o", name, in: folder)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
            let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
            #expect(data.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
        }
    }

    /// Graphviz gets labels that fit into a picture; a program that prints its input stands for it.
    @Test func labelsForGraphviz() throws {
        let folder = try folder()
        try folder.write("dot", "#!/bin/sh\nexec /bin/cat\n")
        let (state, symbol) = (String(repeating: "q", count: 300), String(repeating: "s", count: 300))
        try folder.write(
            "long.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial \(state)\n%Final x&\n\(state) \(symbol) x&\n")
        let draw = "chmod +x dot; PATH=$PWD; automata draw"
        let long = try Tool.shell("\(draw) long.mata --to png", in: folder)
        #expect(long.status == 0, "\(long.errors)")
        #expect(long.lines.allSatisfy { $0.count < 100 } && long.output.contains("s…s"), "\(long.output)")
        #expect(long.output.contains("[label=\"x&amp;\" shape=doublecircle]"))
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet a\n%Initial\n%Final\n")
        #expect(try Tool.shell("\(draw) none.mata --to pdf", in: folder).output.contains("label=\"∅\""))
        let picture = try Tool.run("draw", "none.mata", in: folder).output
        #expect(isXML(picture) && picture.contains(">∅</text>") && picture.contains("width=\"65\""))
    }

    @Test func filesPlaceTheirStates() throws {
        let folder = try folder()
        try folder.write(
            "placed.dot",
            "digraph { i [shape=point]; p [shape=circle pos=\"0,0\"]; q [shape=doublecircle pos=\"0,-300\"]; i -> p; p -> q [label=a]; }"
        )
        let tall = try Tool.run("draw", "placed.dot", in: folder).output
        let wide = try Tool.run("draw", "placed.dot", "--layout", "anew", in: folder).output
        #expect(tall != wide && isXML(tall) && isXML(wide))
        func height(_ picture: String) -> Double? {
            picture.firstMatch(of: /height="([0-9.]+)"/).flatMap { Double($0.1) }
        }
        #expect(try #require(height(tall)) > 300)
        #expect(try #require(height(wide)) < 150)
    }

    @Test func tooLarge() throws {
        let folder = try folder()
        try folder.write("big.mata", Sample.kth(14))
        let big = try Tool.run("determinize", "big.mata", "--to", "svg", in: folder)
        #expect(big.status == 2 && big.output.isEmpty)
        #expect(big.errors.contains("too large for a picture") && big.errors.contains("--to dot"))
    }

    @Test func runs() throws {
        let folder = try folder()
        let outcome = try Tool.run("run", "a.mata", "1101", "--draw", "run.svg", in: folder)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("→ {p}"))
        let picture = try folder.read("run.svg")
        #expect(isXML(picture) && count("<circle", in: picture) == 20 && picture.contains(">accepted<"))
        #expect(!picture.contains("@keyframes"))
        // Files stay unless told otherwise, and a word that is rejected is drawn, too.
        #expect(try Tool.run("run", "a.mata", "1", "--draw", "run.svg", in: folder).status == 2)
        #expect(try folder.read("run.svg") == picture)
        let animated = try Tool.run("run", "a.mata", "1", "--draw", "run.svg", "--animate", "--force", in: folder)
        #expect(animated.status == 1)
        #expect(try folder.read("run.svg").contains("@keyframes"))
        let rejected = try Tool.run("run", "a.mata", "1x", "--draw", "x.svg", in: folder)
        #expect(
            rejected.status == 1 && rejected.errors.contains("nothing is drawn")
                && !folder.exists("x.svg"))
        let long = try Tool.run("run", "a.mata", String(repeating: "01", count: 50), "--draw", "l.svg", in: folder)
        #expect(long.status == 0 && long.errors.contains("the first 64 steps are drawn"))
        #expect(try folder.read("l.svg").contains("… 37 more steps"))
        // A run of 64 steps is drawn as a whole, and so is one on a long word that gets stuck
        // early.
        try folder.write("short.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a q\nq b q\n")
        for word in [String(repeating: "a", count: 64), "a" + String(repeating: "b", count: 62)] {
            let whole = try Tool.run("run", "short.mata", word, "--draw", "s.svg", "--force", in: folder)
            #expect(whole.status != 2 && !whole.errors.contains("steps are drawn"), "\(whole.errors)")
        }
        #expect(try Tool.run("run", "a.mata", "1", "--draw", "a.mata", in: folder).status == 2)
        #expect(try folder.read("a.mata") == Sample.endsWith01)
    }

    @Test func runsOverClassesAndWithoutStates() throws {
        let folder = try folder()
        #expect(try Tool.run("regex", "[a-z]+[0-9]", "-o", "n.json", in: folder).status == 0)
        #expect(try Tool.run("run", "n.json", "xy7", "--draw", "n.svg", in: folder).status == 0)
        let picture = try folder.read("n.svg")
        for letter in ["x", "y", "7"] { #expect(picture.contains(">\(letter)</text>")) }
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet-auto\n%Final y\ny a y\n")
        #expect(try Tool.run("run", "none.mata", "a", "--draw", "e.svg", in: folder).status == 1)
        #expect(try folder.read("e.svg").contains("rejected: there is no initial state"))
    }

    @Test func stepsOfDeterminization() throws {
        let folder = try folder()
        let text = try Tool.run("determinize", "a.mata", "--steps", "--draw", "s.svg", in: folder)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.output.hasPrefix("→ {p}\n  —0→ {p,q}  new\n"))
        #expect(text.output.hasSuffix("3 subsets, 1 of them final\n"))
        let picture = try folder.read("s.svg")
        // The initial one alone, then as many as are known: 1 + 2 + 3 + 3, and the ring of two.
        #expect(isXML(picture) && count("<circle", in: picture) == 11, "\(count("<circle", in: picture))")
        let json = try Tool.run("determinize", "a.mata", "--steps", "--json", "-o", "s.json", in: folder)
        #expect(json.status == 0 && json.output.isEmpty)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(try folder.read("s.json").utf8)) as? [String: Any])
        #expect((object["subsets"] as? [Any])?.count == 3 && (object["steps"] as? [Any])?.count == 6)
        #expect(object["initial"] as? [String] == ["p"])
        // States that lead to no final state are in the sets.
        try folder.write(
            "dead.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial q0\n%Final q2\nq0 a q1\nq0 b q2\n")
        let dead = try Tool.run("determinize", "dead.mata", "--steps", "--total", in: folder)
        #expect(dead.output.hasPrefix("→ {q0}\n  —a→ {q1}  new\n  —b→ {q2}  new\n{q1}\n  —a→ ∅  new\n"))
        try folder.write("big.mata", Sample.kth(8))
        let big = try Tool.run("determinize", "big.mata", "--steps", "--draw", "b.svg", in: folder)
        #expect(big.status == 0 && big.errors.contains("64 of 256 subsets are drawn"), "\(big.errors)")
        #expect(big.output.contains("… (the first 64 of 256 subsets are shown)\n256 subsets, 128 of them final"))
        let limited = try Tool.run(
            "determinize", "big.mata", "--steps", "--max-states", "100", "--draw", "c.svg", in: folder)
        #expect(limited.status == 2 && limited.output.isEmpty && !folder.exists("c.svg"))
        #expect(limited.errors.contains("--max-states raises the limit"))
    }

    @Test func stepsOfMinimization() throws {
        let folder = try folder()
        let text = try Tool.run("minimize", "a.mata", "--steps", "--draw", "m.svg", "--animate", in: folder)
        #expect(text.status == 0, "\(text.errors)")
        #expect(
            text.output.contains("round 0: final states: {{p,r}}\nround 1:\n  {{p},{p,q}} —1→ {{p},{p,r}}\n"),
            "\(text.output)")
        #expect(text.output.hasSuffix("blocks: {{p}} {{p,q}} {{p,r}}\n"))
        let picture = try folder.read("m.svg")
        #expect(
            isXML(picture) && picture.contains("the smallest total DFA: 3 states") && picture.contains("@keyframes"))
        let json = try Tool.run("minimize", "a.mata", "--steps", "--json", in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((object["pairs"] as? [Any])?.count == 3 && (object["blocks"] as? [Any])?.count == 3)
        #expect(
            json.output.contains(
                """
                "pairs": [{"states": ["{p}", "{p,q}"], "round": 1, "symbol": "1"}, \
                {"states": ["{p}", "{p,r}"], "round": 0, "symbol": null}, {"states": ["{p,q}", "{p,r}"], \
                "round": 0, "symbol": null}], "blocks"
                """))
        let refused = try Tool.run("minimize", "a.mata", "--steps", "-o", "x.jff", in: folder)
        #expect(refused.status == 2 && refused.errors.contains("the output is steps") && !folder.exists("x.jff"))
    }
}
