import Foundation
import Testing

/// Mealy and Moore machines on the command line.
@Suite struct MachineTests {
    private let toggle = """
        digraph g {
        s0 [label="off"];
        s1 [label="on"];
        s0 -> s1 [label="push / click"];
        s1 -> s0 [label="push / clack"];
        __start0 [label="", shape=none];
        __start0 -> s0 [label=""];
        }
        """

    @Test func runsAndFacts() throws {
        let folder = try TemporaryFolder()
        try folder.write("toggle.dot", toggle)
        let run = try Tool.run("machine", "run", "toggle.dot", "push", "push", in: folder)
        #expect(run.status == 0 && run.output == "push/click on\npush/clack off\n", "\(run.errors)")
        let json = try Tool.run("machine", "run", "toggle.dot", "push", "--json", in: folder)
        #expect(json.output == "{\"outputs\": [\"click\"], \"states\": [\"off\", \"on\"], \"undefined\": null}\n")
        let unknown = try Tool.run("machine", "run", "toggle.dot", "pull", in: folder)
        #expect(unknown.status == 2 && unknown.errors.contains("'pull'"))
        let facts = try Tool.run("machine", "info", "toggle.dot", "--json", in: folder)
        #expect(facts.output.hasPrefix("{\"kind\": \"Mealy\", \"states\": 2, \"transitions\": 2, "))
        #expect(facts.output.contains("\"complete\": true, \"minimalStates\": 2"))
    }

    /// A machine is never an acceptor without final states, and the other way round.
    @Test func eachReaderNamesTheOther() throws {
        let folder = try TemporaryFolder()
        try folder.write("toggle.dot", toggle)
        let info = try Tool.run("info", "toggle.dot", in: folder)
        #expect(info.status == 2 && info.errors.contains("Mealy machine") && info.errors.contains("automata machine"))
        try folder.write("a.dot", "digraph { s [style=invis]; s -> p; p -> p [label=a]; p [shape=doublecircle]; }")
        let machine = try Tool.run("machine", "info", "a.dot", in: folder)
        #expect(machine.status == 2 && machine.errors.contains("input/output"))
        try folder.write("t.txt", "hello")
        #expect(try Tool.run("machine", "info", "t.txt", in: folder).errors.contains("--from (dot, json, kiss2)"))
    }

    @Test func conversionsAndComparisons() throws {
        let folder = try TemporaryFolder()
        try folder.write("toggle.dot", toggle)
        for line in [
            "machine convert toggle.dot -o toggle.json", "machine minimize toggle.json -o minimal.dot",
            "machine convert toggle.dot --kind moore --initial-output off -o moore.dot",
            "machine convert moore.dot --kind mealy -o again.json", "machine traces toggle.dot -o traces.mata",
            "machine draw toggle.dot -o toggle.svg", "machine draw moore.dot -o moore.tex",
        ] {
            let made = try Tool.run(line: line, in: folder)
            #expect(made.status == 0, "\(line): \(made.errors)")
        }
        for other in ["toggle.json", "minimal.dot", "moore.dot", "again.json"] {
            let compared = try Tool.run("machine", "equivalent", "toggle.dot", other, in: folder)
            #expect(compared.status == 0 && compared.output.hasPrefix("equivalent: "), "\(other): \(compared)")
        }
        try folder.write("faulty.dot", toggle.replacingOccurrences(of: "clack", with: "click"))
        let faulty = try Tool.run("machine", "equivalent", "toggle.dot", "faulty.dot", in: folder)
        #expect(faulty.status == 1)
        #expect(
            faulty.output
                == "not equivalent: for push push, toggle.dot outputs click clack and faulty.dot outputs click click\n")
        let json = try Tool.run("machine", "equivalent", "toggle.dot", "faulty.dot", "--json", in: folder)
        #expect(json.output.hasPrefix("{\"answer\": false, \"word\": [\"push\", \"push\"], "))
        let completed = try Tool.run(
            line: "machine convert moore.dot --kind mealy --complete e -o complete.dot", in: folder)
        #expect(completed.status == 0, "\(completed.errors)")
        #expect(try Tool.run("machine", "convert", "toggle.dot", "--kind", "moore", in: folder).status == 2)
        #expect(try Tool.run("machine", "convert", "toggle.dot", "--to", "kiss2", in: folder).status == 2)
        let accepted = try Tool.run(
            "accepts", "traces.mata", "push/click push/clack", "--separator", " ", in: folder)
        #expect(accepted.status == 0, "\(accepted.errors)")
    }

    @Test func learning() throws {
        let folder = try TemporaryFolder()
        try folder.write("toggle.dot", toggle)
        try folder.write(
            "lamp.sh",
            """
            while read -r line; do
                answer= on=0
                for input in $line; do
                    if [ $on = 0 ]; then answer="$answer click" on=1; else answer="$answer clack" on=0; fi
                done
                echo $answer
            done
            """)
        let learned = try Tool.run("learn", "bash lamp.sh", "--inputs", "push", "-o", "lamp.dot", in: folder)
        #expect(learned.status == 0 && learned.errors.contains("words were asked"), "\(learned.errors)")
        #expect(try Tool.run("machine", "equivalent", "toggle.dot", "lamp.dot", in: folder).status == 0)
        try folder.write(
            "random.sh", "while read -r line; do for i in $line; do echo -n \"$((n++)) \"; done; echo; done")
        for (command, message) in [
            ("sleep 100", "no answer within 0.3 s"), ("true", "has ended"), ("cat /dev/null", "has ended"),
            ("bash random.sh", "make it deterministic"), ("yes x y", "one output for each input"),
        ] {
            let failed = try Tool.run(
                "learn", command, "--inputs", "push,pull", "--time-limit", "0.3", in: folder)
            #expect(failed.status == 2 && failed.errors.contains(message), "\(command): \(failed.errors)")
            #expect(failed.errors.contains("push"), "\(failed.errors)")
        }
    }

    /// One input a line, for a program that is started anew or reset.
    @Test func learningStepwise() throws {
        let folder = try TemporaryFolder()
        let lamp = """
            on=0
            while read -r line; do
                case $line in
                    push) on=$((1 - on)); if [ $on = 1 ]; then echo "click , light"; else echo; fi ;;
                    reset) on=0; echo ready ;;
                    *) echo "what is $line?" >&2; exit 1 ;;
                esac
            done
            """
        try folder.write("lamp.sh", lamp)
        try folder.write(
            "lamp.dot",
            "digraph { s [style=invis]; s -> a; a -> b [label=\"push / click,light\"]; b -> a [label=\"push / -\"]; }")
        for (options, name) in [([], "anew.dot"), (["--reset", "reset"], "reset.dot")] {
            let learned = try Tool.start(
                ["learn", "bash lamp.sh", "--inputs", "push", "--stepwise", "-o", name] + options, in: folder
            ).finish()
            #expect(learned.status == 0, "\(learned.errors)")
            let compared = try Tool.run("machine", "equivalent", "lamp.dot", name, in: folder)
            #expect(compared.status == 0, "\(compared.output)")
        }
        let failed = try Tool.run("learn", "bash lamp.sh", "--inputs", "pull", "--stepwise", in: folder)
        #expect(failed.status == 2 && failed.errors.contains("'pull'"), "\(failed.errors)")
        #expect(failed.errors.contains("ended with exit status 1"), "\(failed.errors)")
        #expect(try Tool.run("learn", "cat", "--inputs", "a", "--reset", "r").status == 2)
    }

    /// What a shell has started ends with it.
    @Test func programsEndWithWhatTheyStarted() throws {
        let folder = try TemporaryFolder()
        try folder.write("real.sh", "echo $$ >> pids; while read -r line; do echo $line; done; sleep 100")
        try folder.write("start.sh", "bash real.sh <&0 & wait")
        let learned = try Tool.run("learn", "bash start.sh", "--inputs", "a", in: folder)
        #expect(learned.status == 0, "\(learned.errors)")
        let pids = try folder.read("pids").split(separator: "\n").compactMap { Int32($0) }
        #expect(pids.count == 1)
        // The system may take a moment to end a process that was killed.
        for pid in pids {
            let hasEnded = (0..<500).contains { _ in
                let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
                return state?.contains(") Z") ?? true || usleep(10_000) != 0
            }
            #expect(hasEnded)
        }
    }

    /// What can't be learned or written is told before the program is asked.
    @Test func inputsToLearn() throws {
        let folder = try TemporaryFolder()
        for (inputs, message) in [
            ("a,a", "--inputs lists 'a' twice"), (",", "names without spaces"), ("a b", "names without spaces"),
            ("a\tb", "names without spaces"), ("a\nb", "names without spaces"),
        ] {
            let failed = try Tool.run("learn", "touch asked", "--inputs", inputs, in: folder)
            #expect(failed.status == 2 && failed.errors.contains(message), "\(failed.errors)")
            #expect(failed.errors.contains("automata learn <command>"), "\(failed.errors)")
        }
        let bits = try Tool.run("learn", "touch asked", "--inputs", "push,pull", "-o", "x.kiss2", in: folder)
        #expect(bits.status == 2 && bits.errors.contains("'push'"), "\(bits.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("asked").path))
    }

    /// Words that are longer than a pipe holds, for a program that answers while it reads, and for
    /// one that doesn't read.
    @Test(.timeLimit(.minutes(2))) func longWords() throws {
        let long = ["--inputs", "a,b", "--random", "3", "--max-length", "300000"]
        let learned = try Tool.start(["learn", "cat"] + long).finish()
        #expect(learned.status == 0 && learned.errors.contains("to test 1 hypothesis\n"), "\(learned.errors)")
        // It answers the words of one input, and then reads no more.
        let stuck = "bash -c 'for i in 1 2; do read -r line; echo $line; done; sleep 100'"
        let failed = try Tool.start(["learn", stuck] + long + ["--time-limit", "0.3"]).finish()
        #expect(failed.status == 2 && failed.errors.contains("no answer within 0.3 s"), "\(failed.errors.suffix(200))")
    }

    @Test func testSuites() throws {
        let folder = try TemporaryFolder()
        try folder.write("toggle.dot", toggle)
        let suite = try Tool.run("machine", "tests", "toggle.dot", "--extra-states", "1", in: folder)
        #expect(suite.status == 0 && !suite.lines.isEmpty)
        for line in suite.lines {
            let parts = line.split(separator: "\t").map { $0.split(separator: " ") }
            #expect(parts.count == 2 && parts[0].count == parts[1].count)
        }
        // Moore machines that differ only before the first input have different tests.
        for output in ["off", "dark"] {
            let made = try Tool.run(
                line: "machine convert toggle.dot --kind moore --initial-output \(output) -o \(output).dot", in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let tests = try Tool.run("machine", "tests", "\(output).dot", in: folder)
            #expect(tests.output == "push push push\t\(output) click clack click\n", "\(tests)")
        }
        let partial = toggle.replacingOccurrences(of: "s1 -> s0 [label=\"push / clack\"];", with: "")
        try folder.write("partial.dot", partial)
        let run = try Tool.run("machine", "run", "partial.dot", "push", "push", in: folder)
        #expect(run.status == 1 && run.output == "push/click on\n" && run.errors.contains("'push'"))
    }
}
