import Foundation
import Testing

/// Charts in ECMAScript, and those that invoke others.
@Suite struct StatechartSessionTests {
    private static func scxml(_ content: String) -> String {
        """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">\(content)</scxml>
        """
    }

    @Test func otherFilesAreRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("charts/parts/list.json", "[1, 2, 3]")
        try folder.write("charts/parts/child.scxml", Self.scxml("<final id='f'/>"))
        try folder.write(
            "charts/a.scxml",
            Self.scxml(
                """
                <datamodel><data id="list" src="parts/list.json"/></datamodel>
                <state id="s">
                  <invoke id="child" src="file:parts/child.scxml"/>
                  <onentry><log label="length" expr="list.length"/></onentry>
                  <transition event="done.invoke.child" target="t"/>
                </state>
                <state id="t"/>
                """))
        let outcome = try Tool.run("statechart", "run", "charts/a.scxml", in: folder)
        #expect(outcome.status == 0 && outcome.output == "  log length: 3\nstart: t\n", "\(outcome.errors)")
    }

    @Test(arguments: ["../x.json", "/etc/passwd", "http://localhost/x", "a/../../x"])
    func otherPlacesAreRefused(place: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("charts/a.scxml", Self.scxml("<datamodel><data id=\"x\" src=\"\(place)\"/></datamodel>"))
        try folder.write("x.json", "1")
        let outcome = try Tool.run("statechart", "run", "charts/a.scxml", in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(
            outcome.errors.hasSuffix(
                ": error: '\(place)' can't be read: only files below the chart's own folder are read; put the text here\n"
            ),
            "\(outcome.errors)")
    }

    @Test func infoTellsOfSessions() throws {
        let folder = try TemporaryFolder()
        let invocation = "<state id='s'><invoke><content><scxml version='1.0'>%</scxml></content></invoke></state>"
        for (name, content) in [("a", "<state/>"), ("b", "<state><transition target='nowhere'/></state>")] {
            try folder.write(name + ".scxml", Self.scxml(invocation.replacing("%", with: content)))
        }
        let lists = try Tool.run("statechart", "info", "a.scxml", "b.scxml", in: folder).output.components(
            separatedBy: "\n\n")
        #expect(lists.count == 2 && lists[0].contains("\ninvocations     1\n"), "\(lists)")
        #expect(lists[0].contains("\nruns            yes, in a session\n"))
        #expect(lists.last?.contains("\nruns            no; automata statechart check shows why\n") == true)
    }

    /// An event that goes on to another chart isn't told to be unknown.
    @Test func eventsAreForwarded() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "child.scxml", Self.scxml("<state id='c'><transition event='go' target='f'/></state><final id='f'/>"))
        try folder.write(
            "a.scxml",
            Self.scxml(
                """
                <state id="s"><invoke src="child.scxml" autoforward="true"/><transition event="done.invoke" target="t"/></state>
                <state id="t"/>
                """))
        let outcome = try Tool.run("statechart", "run", "a.scxml", "go", "--json", in: folder)
        #expect(outcome.lines == ["[\"s\"]", "[\"t\"]"] && outcome.errors.isEmpty)
        let marked = try Tool.run("statechart", "run", "a.scxml", "stay", "go", in: folder)
        #expect(marked.lines == ["start: s", "stay: s (ignored)", "go: t"])
    }

    /// A chart that is invoked again and again counts once towards the bytes of all files.
    @Test func chartsAreReadOnce() throws {
        let folder = try TemporaryFolder()
        let child = Self.scxml("<!-- \(String(repeating: "x", count: 1 << 23)) --><final id='f'/>")
        try folder.write("child.scxml", child)
        try folder.write(
            "a.scxml",
            Self.scxml(
                "<state id='s'><invoke src='child.scxml'/><transition event='go' target='s'/>"
                    + "<transition event='error'><log label='lost'/></transition></state>"))
        let events = Array(repeating: "go", count: 12)
        let outcome = try Tool.start(["statechart", "run", "a.scxml", "--json"] + events, in: folder).finish()
        #expect(outcome.lines == Array(repeating: "[\"s\"]", count: 13) && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func placesThatAreMissingAreNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.scxml", Self.scxml("<state id='s'><invoke id='i' srcexpr='\"no\" + \"where\"'/></state>"))
        let outcome = try Tool.run("statechart", "run", "a.scxml", in: folder)
        #expect(
            outcome.errors
                == "a.scxml: note: s: the invocation 'i' doesn't begin: 'nowhere' can't be read: can't open: "
                + "No such file or directory\n", "\(outcome.errors)")
    }

    @Test func scriptsWithoutEndAreEnded() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.scxml", Self.scxml("<state id='s'><onentry><script>while (true) {}</script></onentry></state>"))
        let outcome = try Tool.run("statechart", "run", "a.scxml", "--timeout", "0.1", in: folder)
        #expect(outcome.status == 2 && outcome.errors.hasPrefix("a.scxml: error: not finished within 0.1 s"))
    }
}
