import Foundation
import Testing

@Suite struct StatechartObserverTests {
    private static let faults = Tool.examples.appendingPathComponent("faults")
    private static func fault(_ name: String) -> String { faults.appendingPathComponent(name + ".scxml").path }

    @Test func runIsObserved() throws {
        let (crossing, rule) = (Self.fault("crossing"), Self.fault("both-green"))
        let wrong = try Tool.run(
            "statechart", "run", crossing, "north.car", "+1000", "east.car", "+60000", "--observe", rule)
        #expect(wrong.status == 1 && wrong.lines.last == "east.car: NorthGreen, EastGreen")
        #expect(
            wrong.errors.contains(
                "the observer is in 'fail' on 'entered.EastGreen', after north.car +1000 east.car"))
        let fine = try Tool.run("statechart", "run", crossing, "east.car", "+10000", "north.car", "--observe", rule)
        #expect(fine.status == 0 && fine.errors.isEmpty)
        let json = try Tool.run("statechart", "run", crossing, "north.car", "east.car", "--observe", rule, "--json")
        #expect(json.status == 1)
        #expect(
            json.lines.last?.hasSuffix(
                #""state": "fail", "event": "entered.EastGreen", "time": 0, "run": ["north.car", "east.car"]}"#) == true
        )
        let unmarked = try Tool.run("statechart", "run", crossing, "--observe", crossing)
        #expect(unmarked.status == 2 && unmarked.errors.contains("name the state in which it fails 'fail'"))
    }

    @Test func namesThatAnObserverNeverMeets() throws {
        let folder = try TemporaryFolder()
        let head = #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a"><state id="a">"#
        let tail = "</state><state id=\"fail\"/></scxml>"
        try folder.write("event.scxml", head + #"<transition event="north.caar" target="fail"/>"# + tail)
        try folder.write("state.scxml", head + #"<transition event="entered.NorthGren" target="fail"/>"# + tail)
        let crossing = Self.fault("crossing")
        for command in [["run", crossing, "north.car"], ["analyze", crossing]] {
            let event = try Tool.start(["statechart"] + command + ["--observe", "event.scxml"], in: folder).finish()
            #expect(
                event.errors.contains(
                    "event.scxml: note: the observer waits for 'north.caar', which nothing in the chart's runs has; "
                        + "did you mean north.car"), "\(event)")
            let state = try Tool.start(["statechart"] + command + ["--observe", "state.scxml"], in: folder).finish()
            #expect(state.status == 2 && state.errors.contains("'entered.NorthGren', but the chart has no such state"))
        }
        let quiet = try Tool.run("statechart", "analyze", crossing, "--observe", "event.scxml", "-q", in: folder)
        #expect(quiet.errors.isEmpty)
    }

    @Test func observersWatchAllRuns() throws {
        let outcome = try Tool.run(
            "statechart", "analyze", Self.fault("crossing"), "--observe", Self.fault("both-green"), "--json")
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                #"{"kind": "observer", "subject": "BothGreen", "events": ["north.car", "east.car"], "confirmed": true}"#
            ])
    }

    @Test func propertiesOfAllRuns() throws {
        let crossing = Self.fault("crossing")
        let property = "never entered.NorthGreen (!exited.NorthGreen)* entered.EastGreen"
        let found = try Tool.run("statechart", "analyze", crossing, "--property", property)
        #expect(found.status == 1)
        #expect(
            found.lines.first
                == "observer: a run violates '\(property)', on 'entered.EastGreen'; after north.car east.car")
        let fine = try Tool.run(
            "statechart", "analyze", crossing, "--property", "after east.car comes exited.EastGreen")
        #expect(fine.status == 0)
        let wrong = try Tool.run("statechart", "analyze", crossing, "--property", "always east.car")
        #expect(wrong.status == 2 && wrong.errors.contains("expected 'never', 'eventually', 'before' or 'after'"))
    }

    @Test func seededFaultsAreFound() throws {
        let login = try Tool.run(
            "statechart", "analyze", Self.fault("login-form"), "--never", "Enabled & PasswordInvalid")
        #expect(
            login.lines.first
                == "never: a configuration that must not be: Enabled & PasswordInvalid; after email.good password.good password.bad"
        )
        let climate = try Tool.run("statechart", "analyze", Self.fault("climate"))
        #expect(
            climate.lines.contains {
                $0.hasPrefix("livelock: 'warmer' in Cold, ") && $0.hasSuffix("; after start warmer")
            })
        let safe = try Tool.run("statechart", "analyze", Self.fault("safe"))
        #expect(safe.lines.contains("dead-transition: no run takes the transition Locked#2 (code.wrong -> Alarm)"))
        let kiosk = try Tool.run("statechart", "analyze", Self.fault("kiosk"), "--unhandled")
        #expect(kiosk.lines.contains("unhandled: the event 'order' stays deferred forever in Paying; after order"))
        #expect(kiosk.lines.contains("unreachable: no run enters the state 'Ready' (possible)"))
    }

    @Test func runsAreDrawn() throws {
        let folder = try TemporaryFolder()
        let runs = folder.path("runs")
        let arguments = [
            "statechart", "analyze", Self.fault("crossing"), "--observe", Self.fault("both-green"), "--pictures", runs,
        ]
        #expect(try Tool.start(arguments).finish().status == 1)
        let picture = try String(contentsOfFile: runs + "/1-observer.svg", encoding: .utf8)
        #expect(picture.contains(">after north.car east.car</text>"))
        #expect(picture.contains(">the observer 'BothGreen' is in 'fail' on 'entered.EastGreen'</text>"))
        // A picture isn't replaced unless that is wanted.
        #expect(try Tool.start(arguments).finish().status == 2)
        #expect(try Tool.start(arguments + ["--force"]).finish().status == 1)
    }
}
