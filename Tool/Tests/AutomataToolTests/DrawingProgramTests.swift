import Foundation
import Testing

/// The same automaton, as drawing programs save it: q0 is initial, q2 is final, q0 -a-> q1 -b-> q2,
/// q2 -a-> q2 and q2 -b-> q0.
@Suite("Files of drawing programs")
struct DrawingProgramTests {
    static let automaton = """
        @NFA-explicit
        %Alphabet-auto
        %Initial q0
        %Final q2
        q0 a q1
        q1 b q2
        q2 a q2
        q2 b q0
        """

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Drawings")

    @Test(arguments: [
        "abc.xopp", "abc.excalidraw", "clipboard.json", "abc.tldr", "drawn.tldr", "fsm-designer.svg", "inkscape.svg",
        "drawio.svg", "shapes.ndjson",
    ])
    func areTheAutomaton(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("expected.mata", Self.automaton)
        let outcome = try Tool.run(
            "sketch", Self.folder.appendingPathComponent(name).path, "-o", "read.mata", in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let comparison = try Tool.run("isomorphic", "expected.mata", "read.mata", in: folder)
        #expect(comparison.status == 0, "\(comparison.output)")
        #expect(try folder.read("read.mata").contains("q0"))
    }

    @Test func picturesOfOurOwnAreRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("expected.mata", Self.automaton)
        #expect(try Tool.run("draw", "expected.mata", "-o", "picture.svg", in: folder).status == 0)
        let outcome = try Tool.run("sketch", "picture.svg", "--output-dir", "out", "--to", "mata", in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try Tool.run("isomorphic", "expected.mata", "out/picture.mata", in: folder).status == 0)
    }

    @Test func resultsHaveOneExtension() throws {
        let folder = try TemporaryFolder()
        let ink = try Data(contentsOf: Self.folder.appendingPathComponent("abc.excalidraw"))
        try ink.write(to: folder.url.appendingPathComponent("a.excalidraw"))
        try folder.write("b.ndjson", "[[0,0],[9,9]]\n")
        #expect(try Tool.run("sketch", ".", "--output-dir", "out", "--to", "sketch", in: folder).status == 0)
        #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/a.sketch", "out/b.sketch"])
        try folder.write("b.json", "[[0,0],[9,9]]\n")
        let outcome = try Tool.run("sketch", ".", "--output-dir", "new", "--to", "sketch", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("the results of b.json and b.ndjson would both go here"))
        #expect(!folder.files.contains { $0.hasPrefix("new") })
        let drawings = try Tool.run("recognize", "b.json", "b.ndjson", "--draw-dir", "new", in: folder)
        #expect(
            drawings.status == 2 && drawings.errors.contains("the drawings of b.json and b.ndjson would both go here"))
    }

    @Test func otherFormatsAreToldOnce() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.rm", "reMarkable .lines file, version=6")
        for command in ["sketch", "recognize"] {
            let outcome = try Tool.run(command, "a.rm", in: folder)
            #expect(
                outcome.status == 2
                    && outcome.errors.contains(
                        "a.rm: error: this is a page of a reMarkable tablet, which can't be read; export it as SVG in the reMarkable app"
                    ))
        }
    }
}
