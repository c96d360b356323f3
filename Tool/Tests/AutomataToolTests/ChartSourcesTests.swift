import Foundation
import Glibc
import Testing

/// Files that charts name: only those below the chart's own folder are read.
@Suite struct ChartSourcesTests {
    private static func scxml(_ content: String) -> String {
        """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">\(content)</scxml>
        """
    }

    private static func data(_ places: String...) -> String {
        let items = places.enumerated().map { "<data id=\"x\($0 == 0 ? "" : String($0))\" src=\"\($1)\"/>" }
        return "\n<datamodel>\(items.joined(separator: "\n"))</datamodel>\n<state id=\"s\"/>"
    }

    private static func invoke(_ place: String) -> String {
        """
        <state id="s"><invoke id="kid" src="\(place)"/>
        <transition event="error.communication" target="lost"/><transition event="done.invoke.kid" target="done"/></state>
        <state id="lost"/><state id="done"/>
        """
    }

    /// A folder with files in and beside the chart's folder, with links, a pipe and a folder.
    private func folder(_ content: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("charts/a.scxml", Self.scxml(content))
        for path in ["x", "other/x", "charts/x", "charts/parts/x"] {
            try folder.write(path, Self.scxml("<final id=\"f\"/>"))
        }
        for (link, target) in [
            ("charts/out", "../x"), ("charts/in", "x"), ("charts/folder", "../other"), ("charts/near", "parts"),
            ("charts/parts/loop", "loop"), ("charts/nowhere", "nothing"),
        ] { try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target) }
        #expect(mkfifo(folder.path("charts/pipe"), 0o600) == 0)
        return folder
    }

    private static let below = "only files below the chart's own folder are read"
    private static let folderExpected = "a part of this path is a file or a link; expected a folder"
    private static let refused: [(place: String, reason: String)] = [
        ("out", "this is a link; give the file itself"), ("in", "this is a link; give the file itself"),
        ("nowhere", "this is a link; give the file itself"),
        ("parts/loop", "this is a link; give the file itself"), ("folder/x", folderExpected),
        ("near/x", folderExpected),
        ("x/x", folderExpected), ("pipe", "this isn't a file"), ("parts", "this isn't a file"),
        (".", "this isn't a file"), ("-", "can't open: No such file or directory"),
        ("absent", "can't open: No such file or directory"), ("..", below), ("../x", below), ("parts/../../x", below),
        ("/etc/passwd", below), ("file:/etc/passwd", below), ("file:///etc/passwd", below), ("parts/", below),
        ("parts//x", below), ("file:", "the path is empty; name a file"),
    ]

    @Test(arguments: refused) func otherPlacesAreRefused(place: String, reason: String) throws {
        let folder = try folder(Self.data("x", place))
        for command in ["run", "check", "info"] {
            let outcome = try Tool.run("statechart", command, "charts/a.scxml", in: folder)
            let message = "charts/a.scxml:3:1: error: '\(place)' can't be read: \(reason); put the text here\n"
            #expect(outcome.status == 2)
            #expect(outcome.output + outcome.errors == message, "\(command)")
        }
    }

    @Test(arguments: refused) func invocationsOfOtherPlacesFail(place: String, reason: String) throws {
        let outcome = try Tool.run("statechart", "run", "charts/a.scxml", in: folder(Self.invoke(place)))
        #expect(outcome.status == 0 && outcome.lines == ["start: lost"])
        let message = "the invocation 'kid' doesn't begin: '\(place)' can't be read: \(reason)\n"
        #expect(outcome.errors == "charts/a.scxml: note: s: \(message)")
    }

    @Test(arguments: ["x", "./x", "file:x", "parts/x", "file:./parts/./x", "parts/../x"])
    func placesBelowAreRead(place: String) throws {
        let folder = try folder(Self.invoke(place))
        let outcome = try Tool.run("statechart", "run", "charts/a.scxml", in: folder)
        #expect(outcome.status == 0 && outcome.lines == ["start: done"] && outcome.errors.isEmpty)
        try folder.write("charts/a.scxml", Self.scxml(Self.data(place)))
        let check = try Tool.shell("cd charts && automata statechart check a.scxml", in: folder)
        #expect(check.status == 0 && check.output == "a.scxml: ok\n", "\(check.errors)")
    }

    /// Messages name the file and the line of a script, unless two scripts are the same.
    @Test func scriptsHaveLines() throws {
        let folder = try TemporaryFolder()
        try folder.write("lib.js", "var a = 1;\nvar b = null;\nb.c = 2;\n")
        try folder.write(
            "a.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
            <script src="lib.js"/>
            <state id="s">
            <transition event="e"><script><![CDATA[
            if (1 < 2) nobody.here();
            ]]></script></transition>
            <transition event="f" cond="none &lt; 2"/>
            <transition event="g"><log expr="twice()"/></transition>
            <transition event="h"><log expr="twice()"/></transition>
            </state></scxml>
            """)
        let outcome = try Tool.run("statechart", "run", "a.scxml", "e", "f", "g", in: folder)
        let places = ["lib.js:3: TypeError", "a.scxml:5: ReferenceError", "a.scxml:7: ReferenceError", "script:1: Ref"]
        for place in places { #expect(outcome.errors.contains(": \(place)"), "\(outcome.errors)") }
    }

    /// A dash is a name as any other within a folder.
    @Test func aFileNamedDash() throws {
        let folder = try folder(Self.invoke("-"))
        try folder.write("charts/-", Self.scxml("<final id=\"f\"/>"))
        let outcome = try Tool.run("statechart", "run", "charts/a.scxml", input: "nothing", in: folder)
        #expect(outcome.status == 0 && outcome.lines == ["start: done"])
    }

    /// A chart that doesn't come from a file has no folder.
    @Test(arguments: ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
    func chartsFromInputHaveNoFolder(name: String) throws {
        let folder = try folder("")
        let data = try Tool.run(
            "statechart", "check", name, "--from", "scxml", input: Self.scxml(Self.data("x")), in: folder)
        #expect(data.status == 2)
        #expect(data.output == "\(name):2:12: error: 'x' can't be read: \(Self.below); put the text here\n")
        let run = try Tool.run(
            "statechart", "run", name, "--from", "scxml", input: Self.scxml(Self.invoke("x")), in: folder)
        #expect(run.status == 0 && run.lines == ["start: lost"])
        #expect(
            run.errors == "\(name): note: s: the invocation 'kid' doesn't begin: 'x' can't be read: \(Self.below)\n")
    }

    // MARK: - Limits

    private func makeFile(_ name: String, of count: Int, in folder: TemporaryFolder) throws {
        try folder.write(name, "")
        #expect(truncate(folder.path(name), count) == 0)
    }

    @Test func filesHaveALimit() throws {
        let folder = try TemporaryFolder()
        try makeFile("most", of: 1 << 24, in: folder)
        try makeFile("more", of: 1 << 24 + 1, in: folder)
        try folder.write("a.scxml", Self.scxml(Self.data("most")))
        try folder.write("b.scxml", Self.scxml(Self.data("more")))
        let outcome = try Tool.run("statechart", "check", "a.scxml", "b.scxml", in: folder)
        #expect(outcome.status == 2)
        #expect(
            outcome.lines == [
                "a.scxml: ok",
                "b.scxml:2:12: error: 'more' can't be read: the input is longer than 16 MiB; put the text here",
            ])
    }

    @Test func allFilesTogetherHaveALimit() throws {
        let folder = try TemporaryFolder()
        try makeFile("most", of: 1 << 24, in: folder)
        try folder.write("one", "1")
        try folder.write("a.scxml", Self.scxml(Self.data("most", "most", "most", "most")))
        try folder.write("b.scxml", Self.scxml(Self.data("most", "most", "most", "most", "one")))
        let outcome = try Tool.run("statechart", "check", "a.scxml", "b.scxml", "--jobs", "1", in: folder)
        #expect(outcome.status == 2)
        #expect(
            outcome.lines == [
                "a.scxml: ok",
                "b.scxml:6:1: error: 'one' can't be read: all files of the chart together have more than 64 MiB; put the text here",
            ])
    }

    // MARK: - Invoked charts

    private static func child(_ content: String) -> String {
        """
        <invoke><content>
          <scxml version="1.0" datamodel="ecmascript" name="child">
            \(content)
          </scxml></content></invoke>
        """
    }

    /// Errors of charts within invocations have their own places, however deep they are.
    @Test func chartsWithinInvocationsAreChecked() throws {
        let folder = try TemporaryFolder()
        let wrong = "<state id=\"c\"><transition event=\"go\" target=\"nowhere\"/></state>"
        let deeper = "<state id=\"d\">\n\(Self.child(wrong))</state>"
        try folder.write(
            "a.scxml", Self.scxml("<state id=\"s\">\n\(Self.child(deeper))</state>\n<state id=\"t\"/>"))
        let outcome = try Tool.run("statechart", "check", "a.scxml", in: folder)
        #expect(outcome.status == 2)
        let message = "unknown target 'nowhere'; add the state or correct the name"
        #expect(
            outcome.lines == [
                "a.scxml:10:1: warning: t: no transition enters the state; add a transition, or remove the state",
                "a.scxml:7:5: error: an invoked chart/child/c: \(message)",
            ])
        let json = try Tool.run("statechart", "check", "a.scxml", "--json", in: folder)
        #expect(json.output.contains("\"line\": 7, \"column\": 5, \"path\": [\"an invoked chart\", \"child\", \"c\"]"))
        let converted = try Tool.run("statechart", "convert", "a.scxml", "-o", "a.json", in: folder)
        #expect(converted.status == 0, "\(converted.errors)")
        let again = try Tool.run("statechart", "check", "a.json", in: folder)
        #expect(
            again.status == 2 && again.lines.contains { $0.hasSuffix("error: an invoked chart/child/c: \(message)") })
        #expect(again.lines.allSatisfy { $0.split(separator: ":").count > 4 })
    }

    /// Scripts are compiled, and none runs.
    @Test func scriptsAreChecked() throws {
        let folder = try TemporaryFolder()
        let content = """
            <script>while (true) {}</script>
            <state id="s">
              <onentry><script>var x = 1;
                x = ;</script></onentry>
              <state id="inner"><transition event="go" cond="x &lt;" target="t"/></state>
            """
        let child = Self.child("<state id=\"c\"><onentry><log expr=\"let y\"/></onentry></state>")
        try folder.write("a.scxml", Self.scxml("\n\(content)\n\(child)</state>\n<state id=\"t\"/>"))
        let outcome = try Tool.run("statechart", "check", "a.scxml", in: folder)
        #expect(outcome.status == 2 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == [
                "a.scxml:3:1: error: s: the script 'var x = 1;\\x0A    x = ;' can't be compiled: line 2: empty expression not allowed",
                "a.scxml:6:3: error: s/inner: the condition 'x <' can't be compiled: the script ends too early",
                "a.scxml:9:5: error: an invoked chart/child/c: the expression 'let y' can't be compiled: "
                    + "expected an operator or the end",
            ])
        let run = try Tool.run("statechart", "check", "a.scxml", "--json", in: folder)
        #expect(run.status == 2 && run.output.contains("\"ok\": false"))
    }
}
