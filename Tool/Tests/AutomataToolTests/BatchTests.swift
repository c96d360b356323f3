import Foundation
import Testing

@Suite struct BatchTests {
    /// A folder with automata at several depths.
    private func samples() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("in/a.mata", Sample.endsWith01)
        try folder.write("in/x/b.mata", Sample.endsWith01)
        try folder.write("in/x/y/c.mata", Sample.endsWith01)
        try folder.write("in/README.md", "no automaton")
        try folder.write("in/.hidden.mata", Sample.endsWith01)
        return folder
    }

    private func newFiles(_ folder: TemporaryFolder) -> [String] {
        folder.files.filter { !$0.hasPrefix("in/") }
    }

    @Test func namesKeepThePathBelowTheCommonFolder() throws {
        let folder = try samples()
        let files = ["in/a.mata", "in/x/b.mata", "./in/x/../x/y/c.mata"]
        let outcome = try Tool.start(["minimize"] + files + ["--output-dir", "out"], in: folder).finish()
        #expect(outcome.status == 0)
        #expect(newFiles(folder) == ["out/a.mata", "out/x/b.mata", "out/x/y/c.mata"])
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("3 files: 3 done in "))
        _ = try Tool.run("convert", "in/x/b.mata", "in/x/y/c.mata", "--output-dir", "o2", "--to", "json", in: folder)
        #expect(newFiles(folder).filter { $0.hasPrefix("o2") } == ["o2/b.json", "o2/y/c.json"])
        _ = try Tool.run("convert", "in/x/y/c.mata", "--output-dir", "o3", in: folder)
        #expect(newFiles(folder).filter { $0.hasPrefix("o3") } == ["o3/c.mata"])
    }

    @Test func aFolderStandsForItsAutomata() throws {
        let folder = try samples()
        for round in 0..<2 {
            // The second time the results lie in the folder that is read, and are left out.
            let arguments =
                ["minimize", "in", "--output-dir", "in/out", "--to", "jff"] + (round == 0 ? [] : ["--force"])
            #expect(try Tool.start(arguments, in: folder).finish().status == 0)
            #expect(
                folder.files.filter { $0.hasPrefix("in/out") } == [
                    "in/out/a.jff", "in/out/x/b.jff", "in/out/x/y/c.jff",
                ])
        }
        let empty = try TemporaryFolder()
        #expect(try Tool.run("minimize", empty.url.path).status == 2)
    }

    @Test func collisionsAreRefusedBeforeWorkStarts() throws {
        let folder = try samples()
        try folder.write("in/a.json", "{}")
        let outcome = try Tool.run(
            "convert", "in/a.mata", "in/x/b.mata", "in/a.json", "--to", "dot", "--output-dir", "out", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("in/a.mata"))
        #expect(outcome.errors.contains("in/a.json"))
        #expect(outcome.errors.contains("out/a.dot"))
        #expect(newFiles(folder).isEmpty)
        let twice = try Tool.run("convert", "in/a.mata", "./in/a.mata", "--output-dir", "out", in: folder)
        #expect(twice.status == 2)
        #expect(newFiles(folder).isEmpty)
    }

    @Test func anExistingFileIsRefusedBeforeWorkStarts() throws {
        let folder = try samples()
        try folder.write("out/x/b.mata", "mine")
        let outcome = try Tool.run("minimize", "in", "--output-dir", "out", in: folder)
        #expect(outcome.status == 2)
        #expect(newFiles(folder) == ["out/x/b.mata"])
        #expect(try folder.read("out/x/b.mata") == "mine")
        #expect(try Tool.run("minimize", "in", "--output-dir", "out", "-f", in: folder).status == 0)
        #expect(newFiles(folder).count == 3)
    }

    @Test func inputsAreSafe() throws {
        let folder = try samples()
        #expect(try Tool.run("minimize", "in", "--output-dir", "in", in: folder).status == 2)
        #expect(try folder.read("in/a.mata") == Sample.endsWith01)
        // In this one the result of in/b.mata is another's input, which force doesn't allow either.
        try folder.write("in/x/a.mata", Sample.endsWith01)
        let outcome = try Tool.run(
            "minimize", "in/a.mata", "in/x/a.mata", "--output-dir", "in/x", "--force", in: folder)
        #expect(outcome.status == 2)
        #expect(try folder.read("in/x/a.mata") == Sample.endsWith01)
    }

    @Test func keepGoing() throws {
        let folder = try samples()
        try folder.write("in/0.mata", "@NFA-explicit\nnonsense\n")
        let stopped = try Tool.run("minimize", "in", "--output-dir", "o1", "--jobs", "1", in: folder)
        #expect(stopped.status == 2)
        #expect(stopped.errors.contains("not started"))
        #expect(newFiles(folder).isEmpty)
        let went = try Tool.run("minimize", "in", "--output-dir", "o2", "--jobs", "2", "--keep-going", in: folder)
        #expect(went.status == 2)
        #expect(newFiles(folder) == ["o2/a.mata", "o2/x/b.mata", "o2/x/y/c.mata"])
        let lines = went.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("in/0.mata:") == true)
        #expect(lines.last?.hasPrefix("4 files: 3 done, 1 failed in ") == true)
    }

    @Test func aLimitStopsOneFileAndNotTheOthers() throws {
        let folder = try samples()
        try folder.write("in/0.mata", Sample.kth(24))
        let outcome = try Tool.run(
            "determinize", "in", "--output-dir", "o1", "--jobs", "1", "--max-states", "1000", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("in/0.mata: error: the result needs more than 1,000 states; --max-states"))
        #expect(newFiles(folder).count == 3)
        let started = Date()
        let timed = try Tool.run(
            "determinize", "in", "--output-dir", "o2", "--jobs", "1", "--timeout", "0.3", "--max-states", "100000000",
            in: folder)
        #expect(timed.status == 2)
        #expect(timed.errors.contains("in/0.mata: error: not finished within 0.3 s; --timeout raises the limit"))
        #expect(Date().timeIntervalSince(started) < 10)
        #expect(newFiles(folder).filter { $0.hasPrefix("o2") }.count == 3)
        let memory = try Tool.run("determinize", "in/0.mata", "--max-memory", "16M", in: folder)
        #expect(memory.status == 2)
        #expect(memory.errors.contains("--max-memory"))
    }

    @Test(.timeLimit(.minutes(1))) func theDefaultBudgetEndsAnExplosion() throws {
        let folder = try TemporaryFolder()
        try folder.write("kth.mata", Sample.kth(40))
        let outcome = try Tool.shell("ulimit -v 4194304; automata determinize kth.mata -o kth-dfa.mata", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("kth.mata: error: "))
        #expect(folder.files == ["kth.mata"])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNothingHalfWritten(signal: Int32) throws {
        let folder = try samples()
        try folder.write("in/z.mata", Sample.kth(26))
        let running = try Tool.start(
            [
                "determinize", "in", "--output-dir", "out", "--jobs", "1", "--max-states", "100000000", "--max-memory",
                "8G",
            ],
            in: folder)
        let deadline = Date().addingTimeInterval(20)
        while newFiles(folder).filter({ !$0.contains(".tmp") }).count < 3, Date() < deadline { usleep(5_000) }
        kill(running.process.processIdentifier, signal)
        let outcome = try running.finish()
        #expect(outcome.wasKilled)
        #expect(outcome.status == signal)
        #expect(newFiles(folder) == ["out/a.mata", "out/x/b.mata", "out/x/y/c.mata"])
    }

    @Test func aShellSees130AfterControlC() throws {
        let folder = try TemporaryFolder()
        try folder.write("kth.mata", Sample.kth(26))
        let outcome = try Tool.shell(
            "timeout -s INT 0.5 '\(Tool.executable.path)' determinize kth.mata --max-states 100000000 -o x.mata; "
                + "timeout --preserve-status -s INT 0.5 '\(Tool.executable.path)' determinize kth.mata "
                + "--max-states 100000000 -o x.mata; echo $?", in: folder)
        #expect(outcome.lines.last == "130")
        #expect(folder.files == ["kth.mata"])
    }

    @Test func severalInfosInOrder() throws {
        let folder = try samples()
        try folder.write("in/0.mata", Sample.kth(10))
        let json = try Tool.run("info", "in", "--json", "--jobs", "3", in: folder)
        #expect(json.status == 0)
        let names = try json.lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])["file"] as? String
        }
        #expect(names == ["in/0.mata", "in/a.mata", "in/x/b.mata", "in/x/y/c.mata"])
        let table = try Tool.run("info", "in", in: folder)
        #expect(table.lines.count == 5)
        #expect(table.lines[0].hasPrefix("file "))
    }
}
