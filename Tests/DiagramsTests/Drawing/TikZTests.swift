import Automata
@_spi(Tool) import Diagrams
import Drawing
import Foundation
import Testing

@Suite struct TikZTests {
    @Test(arguments: [
        ("a1", "a1"), ("<>|", "\\textless{}\\textgreater{}\\textbar{}"), ("\"", "{\\ttfamily\\char34}"),
        ("'`", "\\textquotesingle{}\\textasciigrave{}"), ("---", "-{}-{}-"), ("-a-", "-a-"), (",,", ",{},"),
        ("‘,’", "\\textquoteleft{},\\textquoteright{}"), ("0–9", "0\\textendash{}9"), ("q…7", "q\\dots{}7"),
        ("#$%&_{}", "\\#\\$\\%\\&\\_\\{\\}"), ("\\~^", "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}"),
        ("∅", "\\ensuremath{\\emptyset}"),
        ("ελΣ", "\\ensuremath{\\varepsilon}\\ensuremath{\\lambda}\\ensuremath{\\Sigma}"),
        ("→", "\\ensuremath{\\rightarrow}"), ("Α", "\\ensuremath{\\mathrm{A}}"), ("␣", "\\textvisiblespace{}"),
        ("\u{7}\u{7F}", "\\textsc{bel}\\textsc{del}"), ("␀␡", "\\textsc{nul}\\textsc{del}"), ("é日", "é日"),
        ("q₀₁", "q\\ensuremath{_0}\\ensuremath{_1}"), ("aⁿ", "a\\ensuremath{^n}"),
        ("\u{85}", "\\texttt{U+85}"), ("a\u{202E}b", "a\\texttt{U+202E}b"), ("א", "\\texttt{U+5D0}"),
    ])
    func textsAreEscaped(text: String, escaped: String) {
        #expect(TeX.escaped(text) == escaped)
    }

    @Test func replacedCharactersAreTold() {
        var diagram = Diagram()
        let state = diagram.addState(at: .zero, name: "q₀")
        #expect(diagram.tikzNotes.isEmpty)
        diagram.addTransition(to: state)
        diagram.addTransition(from: state, to: state, symbols: ["\u{202E}", "א"])
        #expect(diagram.tikzNotes == ["LaTeX can't set the character U+5D0, and 1 more; the picture shows its code"])
    }

    @Test func namesHaveIndices() {
        var diagram = Diagram()
        diagram.addState(at: .zero, name: "q_$12")
        diagram.addState(at: .zero, name: "a-b3")
        diagram.addState(at: .zero, name: "∅")
        diagram.addState(at: .zero, name: "\\alpha_{1x}^2")
        diagram.addState(at: .zero, name: "{s0,\\beta'}")
        diagram.addState(at: .zero, name: "even_10")
        diagram.addState(at: .zero, radius: 32, name: "waiting_for_card")
        let text = diagram.tikz()
        #expect(text.contains(" {$a-b_3$};"))
        #expect(text.contains("q\\_\\$12};") && text.contains(" {\\ensuremath{\\emptyset}};"))
        #expect(text.contains(" {$\\alpha_{1x}^2$};") && text.contains(" {$\\{s_0,\\beta'\\}$};"))
        #expect(text.contains(" {$\\mathit{even}_{10}$};") && text.contains(" {waiting\\_ \\\\ for\\_card};"))
    }

    /// The commands are those that people write by hand.
    @Test func picturesAreOfTheLibrary() {
        var diagram = Diagram()
        let first = diagram.addState(at: .zero, name: "q0")
        let second = diagram.addState(at: Diagram.Point(x: 120, y: 0), name: "q1", isFinal: true)
        diagram.addTransition(to: first)
        diagram.addTransition(from: first, to: second, symbols: ["a"])
        diagram.addTransition(from: second, to: first, symbols: ["b"])
        diagram.addTransition(from: second, to: second, symbols: ["c"])
        diagram.layOut()
        let lines = diagram.tikz().split(separator: "\n").dropFirst(2).dropLast()
        #expect(
            lines == [
                "\\node[state, initial, initial where=left] (q0) at (0,0) {$q_0$};",
                "\\node[state, accepting] (q1) at (2.6,0) {$q_1$};",
                "\\path (q0) edge[bend left=31] node {a} (q1);",
                "\\path (q1) edge[bend left=31] node {b} (q0);",
                "\\path (q1) edge[loop above] node {c} (q1);",
            ], "\(diagram.tikz())")
    }

    /// An option after `loop` would replace its path.
    @Test func slantedLoopsAreLoops() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: .zero)
        let id = diagram.addTransition(from: state, to: state)
        var loop = try #require(diagram[id])
        loop.angle = -Double.pi / 4
        diagram.update(loop)
        #expect(diagram.tikz().contains("\\path (q0) edge[out=60, in=30, loop] (q0);"))
    }

    private static let pdfLaTeX = ["/usr/bin/pdflatex", "/usr/local/bin/pdflatex", "/Library/TeX/texbin/pdflatex"].first
    {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// All of ASCII, in symbols and in names, with and without an index, and the other signs that
    /// have commands.
    @Test(.enabled(if: pdfLaTeX != nil, "pdflatex is missing")) func pdfLaTeXTakesAllOfASCII() throws {
        var diagram = Diagram()
        let signs = "∅ελςοΩΑΣ→↔⊥⊢¬∪∖△≠·…–—‘’“”␣␇␡".unicodeScalars
        let characters = (0..<0x80).compactMap { Unicode.Scalar($0 as UInt32) } + signs
        var last: Diagram.State.ID?
        for (index, scalar) in characters.enumerated() {
            let name = index % 2 == 0 ? "n\(scalar)\(index)" : "\(scalar)q\(index)"
            let state = diagram.addState(
                at: Diagram.Point(x: Double(index % 12) * 100, y: Double(index / 12) * 100), name: name)
            diagram.addTransition(from: last, to: state, symbols: ["\(scalar)", "\(scalar)\(scalar)"])
            last = state
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tikz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            \\documentclass{article}
            \\usepackage{tikz}
            \\usetikzlibrary{automata}
            \\begin{document}
            \(diagram.tikz())
            \\end{document}

            """
        try Data(text.utf8).write(to: folder.appendingPathComponent("all.tex"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.pdfLaTeX ?? "")
        process.arguments = ["-interaction=nonstopmode", "-halt-on-error", "all.tex"]
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output.suffix(2000))")
        #expect(!output.contains("Missing character") && !output.contains("invalid in math mode"), "\(output)")
    }
}
