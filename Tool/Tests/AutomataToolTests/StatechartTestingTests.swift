import Foundation
import Testing

/// Programs that are compared with charts.
@Suite struct StatechartTestingTests {
    private static let machines = Tool.examples.appendingPathComponent("machines")
    private static let vending = machines.appendingPathComponent("vending.scxml").path
    private static let program = machines.appendingPathComponent("vending.py").path

    /// The lamp in shell, with a place for a fault and a line at the start.
    private static func shell(start: String = "", push: String = "light=on") -> String {
        """
        on=0
        \(start)
        while read -r line; do
            case $line in
                push) if [ $on = 1 ]; then echo; else on=1; echo "\(push)"; fi ;;
                break) [ $on = 1 ] || { echo -; continue; }; echo ended; exit ;;
                restart) on=0; echo dark ;;
                +500) if [ $on = 1 ]; then on=0; echo " dark "; else echo; fi ;;
                *) echo ;;
            esac
        done
        """
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("lamp.scxml", StatechartCoverageTests.lamp)
        try folder.write("lamp.sh", Self.shell())
        return folder
    }

    @Test func theExample() throws {
        let right = try Tool.run("statechart", "test", Self.vending, "--", "python3", Self.program)
        #expect(right.status == 0 && right.output.hasPrefix("no difference; "), "\(right)")
        let faulty = try Tool.run(
            "statechart", "test", Self.vending, "--reset", "reset", "--", "python3", Self.program, "faulty")
        #expect(faulty.status == 1, "\(faulty)")
        #expect(
            faulty.output.hasPrefix("different: after coin coin cancel cancel, expected '-', received 'refund'; "),
            "\(faulty)")
        let learned = try Tool.run(
            "learn", "python3 '\(Self.program)'", "--inputs", "coin,choose,cancel,+30000", "--stepwise", "--reset",
            "reset",
            "--to", "json")
        #expect(learned.status == 0 && learned.output.contains("\"states\": 3"), "\(learned)")
    }

    @Test func programsThatAgree() throws {
        let folder = try folder()
        let plain = try Tool.run("statechart", "test", "lamp.scxml", "--", "bash", "lamp.sh", in: folder)
        #expect(plain.status == 0, "\(plain)")
        #expect(plain.errors.contains("the outputs at the start aren't compared: dark"), "\(plain)")
        let reset = try Tool.run(
            "statechart", "test", "lamp.scxml", "--json", "--reset", "restart", "--", "bash", "lamp.sh", in: folder)
        #expect(reset.status == 0 && reset.output.hasPrefix("{\"answer\": true, \"sequences\": "), "\(reset)")
        try folder.write("start.sh", Self.shell(start: "echo dark"))
        for options in [[], ["--reset", "restart"]] {
            let started = try Tool.start(
                ["statechart", "test", "lamp.scxml", "--start"] + options + ["--", "bash", "start.sh"], in: folder
            ).finish()
            #expect(started.status == 0 && started.errors.isEmpty, "\(started)")
        }
        // A chart without outputs is compared by its states.
        try folder.write(
            "door.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="Door">
              <state id="Open"><transition event="push" target="Shut"/></state>
              <state id="Shut"><transition event="pull" target="Open"/></state>
            </scxml>
            """)
        try folder.write("door.sh", "while read -r l; do [ $l = push ] && echo Shut; [ $l = pull ] && echo Open; done")
        #expect(try Tool.run("statechart", "test", "door.scxml", "--", "bash", "door.sh", in: folder).status == 0)
    }

    @Test func differences() throws {
        let folder = try folder()
        // Both lines are written at once.
        try folder.write("lines", "light=on\nmore\n")
        for (program, text) in [
            (Self.shell(push: "light=off"), "different: after push, expected 'light=on', received 'light=off'; "),
            (Self.shell(push: "$(kill -9 $$)"), "but the program has ended by signal 9"),
            (Self.shell(push: "$(sleep 100)"), "but no answer within 0.3 s"),
            (
                Self.shell().replacingOccurrences(of: "echo \"light=on\"", with: "cat lines"),
                "without being asked"
            ),
        ] {
            try folder.write("faulty.sh", program)
            let outcome = try Tool.run(
                "statechart", "test", "lamp.scxml", "--time-limit", "0.3", "--", "bash", "faulty.sh", in: folder)
            #expect(outcome.status == 1 && outcome.output.hasPrefix("different: after push"), "\(outcome)")
            #expect(outcome.output.contains(text), "\(outcome)")
        }
        try folder.write("start.sh", Self.shell(start: "echo light"))
        let start = try Tool.run(
            "statechart", "test", "lamp.scxml", "--start", "--json", "--", "bash", "start.sh", in: folder)
        #expect(start.status == 1)
        #expect(
            start.output.hasPrefix(
                "{\"answer\": false, \"events\": [], \"expected\": \"dark\", \"received\": \"light\", \"sequences\": 1, "
            ),
            "\(start)")
    }

    /// A difference at the end of a long sequence is shown without what isn't needed for it.
    @Test func differencesAreShort() throws {
        let folder = try folder()
        try folder.write(
            "faulty.sh",
            Self.shell().replacingOccurrences(
                of: "on=0; echo \" dark \"", with: "on=0; n=$((n+1)); echo dark; [ $n -lt 2 ] || exit"))
        let outcome = try Tool.run(
            "statechart", "test", "lamp.scxml", "--random", "5", "--json", "--", "bash", "faulty.sh", in: folder)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.output.contains("[\"push\", \"+500\", \"push\", \"+500\", "), "\(outcome)")
        #expect(outcome.output.contains("\"received\": null, \"failure\": \"the program has ended"), "\(outcome)")
    }

    @Test func programsThatCannotBeTested() throws {
        let folder = try folder()
        for (arguments, text) in [
            ([], "Name the program after --"), (["--"], "Name the program after --"),
            (["--", "./missing"], "there is no program './missing'"),
            (["--", "true"], "the program has ended"),
            (["--time-limit", "0.2", "--", "sleep", "100"], "must flush each line"),
        ] {
            let outcome = try Tool.start(["statechart", "test", "lamp.scxml"] + arguments, in: folder).finish()
            #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
        }
    }
}
