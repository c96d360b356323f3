import Foundation
import FoundationXML
import Testing

@Suite struct StatechartDrawTests {
    private static let lights = StatechartTests.lights

    @Test(arguments: StatechartTests.examples)
    func examplesAreDrawn(name: String) throws {
        let file = StatechartTests.folder.appendingPathComponent("\(name).scxml").path
        let outcome = try Tool.run("statechart", "draw", file)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("<svg "))
        #expect(XMLParser(data: Data(outcome.output.utf8)).parse())
    }

    @Test(arguments: [
        ("a.svg", "<svg "), ("a.dot", "digraph "), ("a.gv", "digraph "), ("a.mmd", "---\ntitle: "),
        ("a.puml", "@startuml"), ("a.html", "<!DOCTYPE html>"),
    ])
    func extensionsDecide(name: String, start: String) throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("statechart", "draw", Self.lights, "-o", name, in: folder).status == 0)
        #expect(try folder.read(name).hasPrefix(start))
    }

    @Test(arguments: [
        ("svg", "<svg "), ("dot", "digraph "), ("mermaid", "---\ntitle: "), ("plantuml", "@startuml"),
    ])
    func formatsAreNamed(name: String, start: String) throws {
        #expect(try Tool.run("statechart", "draw", Self.lights, "--to", name).output.hasPrefix(start))
    }

    @Test(.enabled(if: PictureTests.hasGraphviz, "Graphviz is missing"))
    func graphvizDrawsOtherPictures() throws {
        let folder = try TemporaryFolder()
        for (name, start) in [("a.png", "\u{89}PNG"), ("a.pdf", "%PDF")] {
            let outcome = try Tool.run("statechart", "draw", Self.lights, "-o", name, "--depth", "1", in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
            #expect(data.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
        }
    }

    @Test func partsAreDrawn() throws {
        let overview = try Tool.run("statechart", "draw", Self.lights, "--depth", "1")
        #expect(overview.output.contains(">Lights<") && !overview.output.contains(">Green<"))
        let inside = try Tool.run("statechart", "draw", Self.lights, "--state", "Lights", "--to", "dot")
        #expect(inside.output.contains("Green") && !inside.output.contains("label=\"Paused\""))
        let unknown = try Tool.run("statechart", "draw", Self.lights, "--state", "Light")
        #expect(unknown.status == 2 && unknown.errors.contains("the chart has no state 'Light'; did you mean Lights?"))
        #expect(try Tool.run("statechart", "draw", Self.lights, "--depth", "0").status == 2)
    }

    @Test func activeStatesAreFilled() throws {
        let active = try Tool.run("statechart", "draw", Self.lights, "--active", "Paused,Red")
        #expect(active.output.split(separator: "\n").count { $0.contains("line marked") } == 2)
        let unknown = try Tool.run("statechart", "draw", Self.lights, "--active", "Pausd")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("the chart has no state 'Pausd'; did you mean Paused?"))
    }

    @Test func submachinesAreDrawnBelow() throws {
        let file = StatechartTests.folder.appendingPathComponent("microwave.scxml").path
        #expect(try !Tool.run("statechart", "draw", file).output.contains(">Zero<"))
        #expect(try Tool.run("statechart", "draw", file, "--submachines").output.contains(">Zero<"))
        #expect(try Tool.run("statechart", "draw", file, "--submachines", "--to", "dot").status == 2)
    }

    @Test func filesAreReplacedOnlyByForce() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.svg", "old")
        let refused = try Tool.run("statechart", "draw", Self.lights, "-o", "a.svg", in: folder)
        #expect(refused.status == 2)
        #expect(try folder.read("a.svg") == "old")
        #expect(try Tool.run("statechart", "draw", Self.lights, "-o", "a.svg", "--force", in: folder).status == 0)
        #expect(try folder.read("a.svg").hasPrefix("<svg "))
        let other = try Tool.run("statechart", "draw", Self.lights, "-o", "a.gif", in: folder)
        #expect(other.status == 2)
        #expect(other.errors.contains("for pictures of statecharts"))
    }

    @Test func runsAreDrawnAtTheirEnd() throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run(
            "statechart", "run", Self.lights, "+3000", "button", "--draw", "a.svg", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.lines.last == "button: Paused")
        let lines = try folder.read("a.svg").split(separator: "\n")
        // Paused is active; Lights and Green were left; one transition was taken.
        #expect(lines.count { $0.contains("line marked") } == 1)
        #expect(lines.count { $0.contains("stroke-dasharray=\"2 3\"") } == 2)
        #expect(lines.count { $0.hasPrefix("<path") && $0.contains("stroke-width=\"2.8\"") } == 1)
        let again = try Tool.run("statechart", "run", Self.lights, "--draw", "a.svg", in: folder)
        #expect(again.status == 2)
        #expect(again.output.isEmpty)
        #expect(try Tool.run("statechart", "run", Self.lights, "--draw", "a.svg", "--force", in: folder).status == 0)
        #expect(try Tool.run("statechart", "run", Self.lights, "--draw", "a.dot", in: folder).status == 2)
        #expect(try Tool.run("statechart", "run", Self.lights, "--draw", "-", in: folder).status != 0)
        let nowhere = try Tool.run("statechart", "run", Self.lights, "--draw", "nodir/a.svg", in: folder)
        #expect(nowhere.status == 2 && nowhere.output.isEmpty)
        #expect(nowhere.errors.contains("nodir/a.svg: error: there is no folder nodir;"), "\(nowhere.errors)")
    }
}
