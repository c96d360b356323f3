import Foundation
import Testing

@Suite struct StatechartAnalysisTests {
    @Test func quietAnalysesPrintNoNotes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a"><state id="a">
            <transition event="+5=" cond="_event.origin == 'x'" target="b"/></state><state id="b"/></scxml>
            """)
        let loud = try Tool.run("statechart", "analyze", "a.scxml", "--never", "b", in: folder)
        #expect(loud.errors.contains("both answers") && loud.output.contains(#"after \+5\= (possible)"#), "\(loud)")
        #expect(try Tool.run("statechart", "analyze", "a.scxml", "--quiet", in: folder).errors.isEmpty)
        let run = try Tool.run("statechart", "run", "a.scxml", #"\+5\="#, #"\+5\==[1]"#, in: folder)
        #expect(run.lines.dropFirst() == ["+5=: a (ignored)", "+5=: a (ignored)"], "\(run)")
        let twice = try Tool.run("statechart", "run", "a.scxml", "--guard", "g=true", "--guard", "g=false", in: folder)
        #expect(twice.status == 2 && twice.errors.contains("duplicate guard 'g'; give it one answer"))
    }

    private static let crossing = Tool.examples.appendingPathComponent("faults/crossing.scxml").path

    @Test func seededFaultIsFound() throws {
        let outcome = try Tool.run("statechart", "analyze", Self.crossing, "--never", "NorthGreen & EastGreen")
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                "never: a configuration that must not be: NorthGreen & EastGreen; after north.car east.car",
                "4 configurations, 1 finding",
            ])
        let json = try Tool.run(
            "statechart", "analyze", Self.crossing, "--never", "NorthGreen & EastGreen", "--json")
        #expect(json.status == 1)
        #expect(
            json.lines == [
                #"{"kind": "never", "subject": "NorthGreen & EastGreen", "events": ["north.car", "east.car"], "confirmed": true}"#
            ])
        // The run makes what the finding says.
        let run = try Tool.run("statechart", "run", Self.crossing, "north.car", "east.car")
        #expect(run.lines.last == "east.car: NorthGreen, EastGreen")
    }

    @Test func onlyWhatIsAskedIsFound() throws {
        let never = try Tool.run(
            "statechart", "analyze", Self.crossing, "--only-asked", "--never", "NorthGreen & EastGreen")
        #expect(never.status == 1 && never.lines.count == 2 && never.lines[0].hasSuffix("after north.car east.car"))
        let refused = try Tool.run("statechart", "analyze", Self.crossing, "--only-asked")
        #expect(refused.status == 2 && refused.errors.contains("--only-asked needs --never"))
    }

    @Test func nothingIsFound() throws {
        let outcome = try Tool.run("statechart", "analyze", StatechartTests.lights)
        #expect(outcome.status == 0 && outcome.lines == ["ok: 15 configurations, 0 findings"])
        let wrong = try Tool.run("statechart", "analyze", StatechartTests.lights, "--never", "Rde")
        #expect(wrong.status == 2 && wrong.errors.contains("unknown state 'Rde'"))
    }

    @Test func unknownDataIsTold() throws {
        let login = StatechartTests.folder.appendingPathComponent("login.scxml").path
        let outcome = try Tool.run("statechart", "analyze", login, "--never", "LoggedIn")
        #expect(outcome.lines.first?.hasSuffix("after email password login (possible)") == true)
        #expect(outcome.errors.contains("both answers of these conditions are explored"))
    }

    @Test func flattenedChartsAreAutomata() throws {
        let outcome = try Tool.run("statechart", "flatten", Self.crossing)
        #expect(outcome.status == 0 && outcome.lines.first == "@NFA-explicit")
        #expect(outcome.lines.contains("NorthRed+EastRed north.car NorthGreen+EastRed"))
        let limited = try Tool.run("statechart", "flatten", Self.crossing, "--limit", "2")
        #expect(limited.status == 2)
        #expect(limited.errors.contains("more than 2 configurations") && limited.errors.contains("the region 'East'"))
    }
}
