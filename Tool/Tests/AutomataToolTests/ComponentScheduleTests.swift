import Foundation
import Testing

/// Schedules of assemblies on the command line.
@Suite struct ComponentScheduleTests {
    private static let car = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="free">
          <state id="free">
            <transition event="start" target="driving"/><transition event="taken" target="waiting"/>
          </state>
          <state id="waiting"><transition event="start"/><transition event="free" target="free"/></state>
          <state id="driving">
            <onentry><send event="taken" target="#_tell"/><send event="leave" delay="3s"/></onentry>
            <transition event="taken"/>
            <transition event="leave" target="free"><send event="free" target="#_tell"/></transition>
          </state>
        </scxml>
        """

    private static func crossing(_ checks: String? = nil) -> String {
        let component = """
            {"chart": "car.scxml", "in": {"go": ["start"], "sign": ["taken", "free"]}, "out": {"tell": ["taken", "free"]}}
            """
        return """
            {"components": {"a": \(component), "b": \(component)},
             "channels": [{"from": "a.tell", "to": "b.sign"}, {"from": "b.tell", "to": "a.sign"}],
             "environment": {"first": "a.go", "second": "b.go"}\(checks.map { ", \"checks\": \($0)" } ?? "")}
            """
    }

    private func folder(_ checks: String? = nil) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("car.scxml", Self.car)
        try folder.write("crossing.json", Self.crossing(checks))
        return folder
    }

    private static let crash = """
        error: 'a.driving' and 'b.driving' are active at once
          1  environment sends start to a
          2  environment sends start to b
          3  a handles start from environment, sends taken to b, a is now driving
          4  b handles start from environment, sends taken to a, b is now driving

        """

    @Test func findsAShortestRunThatFails() throws {
        let folder = try folder()
        let wiring = try Tool.run(line: "components check crossing.json", in: folder)
        #expect(wiring.status == 0 && wiring.output == "crossing.json: ok\n")
        let line = "components check crossing.json --send first.start --send second.start --never a.driving,b.driving"
        let found = try Tool.run(line: line, in: folder)
        #expect(found.status == 1 && found.output == "crossing.json: \(Self.crash)", "\(found.errors)")
        let json = try Tool.run(line: line + " --json", in: folder)
        #expect(json.status == 1)
        for part in [
            #"{"file": "crossing.json", "ok": false, "findings": [], "schedules": {"holds": false, "#,
            #""failure": {"kind": "forbiddenStates", "reason": "'a.driving' and 'b.driving' are active at once", "#,
            #""schedule": ["outside", "outside", "handle a", "handle b"], "repeated": 0, "otherwise": null}}}"#,
        ] { #expect(json.output.contains(part), "\(json.output)") }
        let holds = try Tool.run(line: "components check crossing.json --send first.start", in: folder)
        #expect(holds.status == 0)
        #expect(holds.output.hasPrefix("crossing.json: ok: all schedules hold ("), "\(holds.output)")
    }

    @Test func theFileHasItsChecks() throws {
        let folder = try folder(#"{"send": ["first.start", "second.start"], "never": [["a.driving", "b.driving"]]}"#)
        let found = try Tool.run(line: "components check crossing.json", in: folder)
        #expect(found.status == 1 && found.output == "crossing.json: \(Self.crash)", "\(found.errors)")
        let without = try Tool.run(line: "components check crossing.json --no-schedules", in: folder)
        #expect(without.status == 0 && without.output == "crossing.json: ok\n")
    }

    @Test func failingRunsAreKeptAndRepeated() throws {
        let folder = try folder(#"{"send": ["first.start", "second.start"], "never": [["a.driving", "b.driving"]]}"#)
        let saved = try Tool.run(
            line: "components check crossing.json --save crash.json --record crash.trace -o crash.svg", in: folder)
        #expect(saved.status == 1, "\(saved.errors)")
        #expect(try folder.read("crash.svg").contains("<title>crossing</title>"))
        let trace = try Tool.run(line: "components trace --from crash.trace", in: folder)
        #expect(
            trace.lines == [
                "0 ms  environment/1  environment.first > a: start",
                "0 ms  environment/2  environment.second > b: start",
            ])
        let again = try Tool.run(line: "components check crash.json", in: folder)
        #expect(again.status == 1 && again.output == "crash.json: \(Self.crash)", "\(again.errors)")
        let exists = try Tool.run(line: "components check crossing.json --save crash.json", in: folder)
        #expect(exists.status == 2 && exists.errors.contains("--force"))

        try folder.write(
            "car.scxml", Self.car.replacingOccurrences(of: "initial=\"free\"", with: "initial=\"waiting\""))
        let mended = try Tool.run(line: "components check crash.json", in: folder)
        #expect(mended.status == 0 && mended.output == "crash.json: ok: the run doesn't fail any more\n")
        let text = try folder.read("crash.json")
        try folder.write("other.json", text.replacingOccurrences(of: "handle b", with: "timeout b"))
        let impossible = try Tool.run(line: "components check other.json", in: folder)
        #expect(impossible.output == "other.json: step 4, timeout of b, isn't possible any more\n")
        func json(_ file: String) throws -> String {
            try Tool.run(line: "components check \(file) --json", in: folder).output
        }
        #expect(
            try json("crash.json").hasSuffix(
                #""repeated": "the run doesn't fail any more", "impossibleStep": null}"# + "\n"))
        #expect(try json("other.json").hasSuffix(#"possible any more", "impossibleStep": 4}"# + "\n"))
        try folder.write("damaged.json", text.replacingOccurrences(of: "handle b", with: "fly b"))
        let damaged = try Tool.run(line: "components check damaged.json", in: folder)
        #expect(damaged.status == 2)
        #expect(
            damaged.output
                == "damaged.json:11:5: error: invalid choice 'fly b'; expected a verb and a component, such as 'handle "
                + "door', or 'outside'\n")
    }

    @Test func keptRunsReplaceNoInputs() throws {
        let folder = try folder(#"{"send": ["first.start", "second.start"], "never": [["a.driving", "b.driving"]]}"#)
        #expect(try Tool.run(line: "components check crossing.json --save crash.json", in: folder).status == 1)
        let files = try ["car.scxml", "crossing.json", "crash.json"].map { ($0, try folder.read($0)) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.svg"), withDestinationPath: "car.scxml")
        for line in [
            "crossing.json --save crossing.json", "crossing.json --save car.scxml",
            "crossing.json --record crossing.json", "crossing.json --record car.scxml", "crossing.json -o link.svg",
            "crash.json --save crash.json", "crash.json --record crossing.json", "crash.json --save car.scxml",
        ] {
            let run = try Tool.run(line: "components check \(line) -f", in: folder)
            #expect(run.status == 2 && run.errors.hasSuffix("; name another file\n"), "\(line): \(run.errors)")
        }
        for (name, text) in files { #expect(try folder.read(name) == text) }
    }

    @Test func keptRunsFindTheirAssembly() throws {
        let folder = try folder(#"{"send": ["first.start", "second.start"], "never": [["a.driving", "b.driving"]]}"#)
        try folder.write("road/car.scxml", Self.car)
        try folder.write("road/crossing.json", folder.read("crossing.json"))
        let saved = try Tool.run(line: "components check road/crossing.json --save crash.json", in: folder)
        #expect(saved.status == 1)
        #expect(try folder.read("crash.json").contains(#""assembly": "road/crossing.json""#))
        let again = try Tool.run(line: "components check crash.json", in: folder)
        #expect(again.status == 1 && again.output == "crash.json: \(Self.crash)", "\(again.errors)")
        // As all files that name others, a run names only those below its folder.
        let outside = try Tool.run(line: "components check crossing.json --save road/crash.json", in: folder)
        #expect(outside.status == 2 && outside.errors.contains("save the run beside the assembly"))
        for path in ["../crossing.json", "/etc/passwd"] {
            let text = try folder.read("crash.json").replacingOccurrences(of: "road/crossing.json", with: path)
            try folder.write("road/crash.json", text)
            let refused = try Tool.run(line: "components check road/crash.json", in: folder)
            #expect(refused.status == 2 && refused.errors.contains("only files below the run's own folder are read"))
        }
    }

    @Test func keptRunsThatFailOtherwiseAreTold() throws {
        let folder = try folder(#"{"send": ["first.start", "second.start"], "never": [["a.driving", "b.driving"]]}"#)
        _ = try Tool.run(line: "components check crossing.json --save crash.json", in: folder)
        let text = try folder.read("crash.json")
        try folder.write("other.json", text.replacingOccurrences(of: "forbiddenStates", with: "stuck"))
        let other = try Tool.run(line: "components check other.json", in: folder)
        #expect(other.status == 1)
        #expect(
            other.output.hasPrefix(
                "other.json: error: fails otherwise: 'a.driving' and 'b.driving' are active at once (forbiddenStates in "
                    + "place of stuck), instead of: "),
            "\(other.output)")
        for option in ["--send first.start", "--talks", "--schedules", "--runs 3", "--mailbox 2"] {
            let run = try Tool.run(line: "components check crash.json " + option, in: folder)
            #expect(run.status == 2 && run.errors.contains("a saved run has its own checks"), "\(option)")
        }
    }

    @Test func errorsOfSchedules() throws {
        let folder = try folder()
        for (options, message) in [
            ("--never a.flying", "unknown state 'flying' in 'a'; expected free, waiting, driving"),
            ("--send third.start", "unknown port 'third' in the environment; expected first, second"),
            ("--faults theft", "expected loss, duplication, reordering or restart"), ("--send +5", "is a time"),
            ("--seed 3", "--strategy and --seed need --runs."), ("--runs 3 --strategy luck", "expected random"),
            ("--no-schedules --hot a.free", "--no-schedules checks no schedules"),
            ("crossing.json --save a.json", "name one file"), ("-o a.dot", "end the name in .svg, .mmd, .pdf or .png"),
            ("--send first.start --send second.start --ignored all --max-states 3", "--max-states raises the limit"),
        ] {
            let run = try Tool.run(line: "components check crossing.json " + options, in: folder)
            #expect(run.status == 2, "\(options): \(run.status)")
            #expect(run.errors.contains(message), "\(options): \(run.errors)")
        }
        let json = try Tool.run(
            line: "components check crossing.json --json --never a.flying --send first.start", in: folder)
        #expect(json.status == 2)
        #expect(
            json.output
                == #"{"file": "crossing.json", "ok": false, "findings": [{"severity": "error", "file": "crossing.json", "#
                + #""message": "unknown state 'flying' in 'a'; expected free, waiting, driving"}], "limit": false}"#
                + "\n",
            "\(json.output)")
        let chart = Self.car.replacingOccurrences(of: "version", with: "datamodel=\"ecmascript\" version")
            .replacingOccurrences(of: "<state id=\"free\">", with: "<script>var x = 1</script><state id=\"free\">")
        try folder.write("car.scxml", chart)
        let scripts = try Tool.run(line: "components check crossing.json --schedules", in: folder)
        #expect(scripts.status == 2)
        #expect(
            scripts.errors
                == "crossing.json: error: the part 'a' can't be explored: it is a chart with scripts; use the library's "
                + "own expressions\n")
    }
}
