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
                "{\"answer\": false, \"events\": [], \"expected\": \"dark\", \"received\": \"light\", \"sequences\": 2, "
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
        ] {
            let outcome = try Tool.start(["statechart", "test", "lamp.scxml"] + arguments, in: folder).finish()
            #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
        }
    }

    /// A program without any answer differs, as one that fails later does.
    @Test func programsWithoutAnAnswer() throws {
        let folder = try folder()
        for (arguments, text) in [
            (["--", "true"], "the program has ended"),
            (["--time-limit", "0.2", "--", "sleep", "100"], "must flush each line"),
        ] {
            let outcome = try Tool.start(["statechart", "test", "lamp.scxml"] + arguments, in: folder).finish()
            #expect(outcome.status == 1 && outcome.output.hasPrefix("different: after "), "\(outcome)")
            #expect(outcome.output.contains(text), "\(outcome)")
        }
    }

    private static func chart(_ attributes: String, _ data: String, _ actions: String) -> String {
        """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" \(attributes)>
          <datamodel>\(data)</datamodel>
          <state id="A"><transition event="go">\(actions)</transition></state>
        </scxml>
        """
    }

    /// The values of outputs are those of the engine, also of variables that no condition has.
    @Test func valuesAreCompared() throws {
        let folder = try folder()
        let price = "<data id=\"price\" expr=\"5\"/>"
        for (data, actions, right, wrong) in [
            (price, "<log label=\"price\" expr=\"price\"/>", "price=5", "price"),
            ("", "<log label=\"d\" expr=\"_event.name\"/>", "d=go", "d"),
            (
                price, "<send event=\"pay\" target=\"#_bank\"><param name=\"amount\" expr=\"price\"/></send>",
                "pay@#_bank,pay@#_bank.amount=5", "pay@#_bank"
            ),
        ] {
            try folder.write("price.scxml", Self.chart("datamodel=\"automata\"", data, actions))
            for (answer, status) in [(right, 0 as Int32), (wrong, 1)] {
                try folder.write("price.sh", "while read -r line; do echo '\(answer)'; done")
                let outcome = try Tool.run(
                    "statechart", "test", "price.scxml", "--", "bash", "price.sh", in: folder)
                #expect(outcome.status == status, "\(outcome)")
            }
        }
        let wp = try Tool.run("statechart", "tests", "price.scxml", "--method", "wp", in: folder)
        #expect(wp.status == 0 && !wp.errors.contains("the chart has no outputs"), "\(wp)")
    }

    /// Only the labels of values that scripts compute are compared.
    @Test func valuesOfScripts() throws {
        let folder = try folder()
        try folder.write(
            "price.scxml",
            Self.chart(
                "datamodel=\"ecmascript\"", "<data id=\"n\" expr=\"0\"/>",
                "<log label=\"n\" expr=\"n\"/><log label=\"k\" expr=\"n+1\"/>"))
        for (answer, status) in [("n,k", 0 as Int32), ("n=0,k=1", 0), ("n=0", 1), ("m=0,k=1", 1)] {
            try folder.write("price.sh", "while read -r line; do echo '\(answer)'; done")
            let outcome = try Tool.run("statechart", "test", "price.scxml", "--", "bash", "price.sh", in: folder)
            #expect(outcome.status == status && outcome.errors.contains("only labels are"), "\(outcome)")
        }
    }

    @Test func nothingIsTested() throws {
        let login = StatechartTests.folder.appendingPathComponent("login.scxml").path
        let outcome = try Tool.run("statechart", "test", login, "--", "false")
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.errors.contains("no input was tested") && outcome.errors.contains("--guard <name>=true"),
            "\(outcome)")
    }

    @Test func linesAfterTheLastAnswer() throws {
        let folder = try folder()
        try folder.write("one.scxml", Self.chart("", "", "<log label=\"open\"/>"))
        try folder.write("lines", "open\nmore\n")
        try folder.write("more.sh", "while read -r line; do cat lines; done")
        let outcome = try Tool.run("statechart", "test", "one.scxml", "--", "bash", "more.sh", in: folder)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.output.contains("after go") && outcome.output.contains("printed 'more'"), "\(outcome)")
    }

    /// A program that is wrong only when it first runs.
    @Test func twoAnswers() throws {
        let folder = try folder()
        try folder.write(
            "first.sh", Self.shell(start: "answer=light=on; [ -e ran ] || answer=light=off; touch ran", push: "$answer")
        )
        let outcome = try Tool.run("statechart", "test", "lamp.scxml", "--json", "--", "bash", "first.sh", in: folder)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.output.contains("\"received\": \"light=off\", \"again\": \"light=on\""), "\(outcome)")
    }
}
