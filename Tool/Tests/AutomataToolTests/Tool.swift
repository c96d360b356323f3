import Foundation
import Testing

/// The built executable, run as a user runs it.
enum Tool {
    struct Outcome {
        var output: String
        var errors: String
        var status: Int32
        /// Whether a signal ended it, whose number `status` is then.
        var wasKilled: Bool

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let examples = packageRoot.appendingPathComponent("Examples")

    /// It lies beside the test bundle.
    static let executable: URL = {
        let folders = [
            URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
            packageRoot.appendingPathComponent(".build/debug"),
        ]
        let candidates = folders.map { $0.appendingPathComponent("automata") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[1]
    }()

    /// Runs the tool to its end.
    static func run(
        _ arguments: String..., input: String? = nil, in folder: TemporaryFolder? = nil
    ) throws -> Outcome {
        try start(arguments, input: input, in: folder).finish()
    }

    /// Runs the tool with arguments that have spaces between them, and none within.
    static func run(line: String, in folder: TemporaryFolder) throws -> Outcome {
        try start(line.split(separator: " ").map(String.init), in: folder).finish()
    }

    static func start(_ arguments: [String], input: String? = nil, in folder: TemporaryFolder? = nil) throws -> Running
    {
        try Running(executable, arguments, input: input, folder: folder)
    }

    /// Runs a line of shell in which `automata` is the tool.
    static func shell(_ line: String, in folder: TemporaryFolder? = nil) throws -> Outcome {
        let script = "automata() { '\(executable.path)' \"$@\"; }; \(line)"
        return try Running(URL(fileURLWithPath: "/bin/bash"), ["-c", script], input: nil, folder: folder).finish()
    }

    /// A run under way; its streams are files, so that it never waits for us.
    final class Running {
        let process = Process()
        private let streams = try? TemporaryFolder()
        /// Kept, as it would be removed under the run else.
        private let folder: TemporaryFolder?

        init(_ program: URL, _ arguments: [String], input: String?, folder: TemporaryFolder?) throws {
            self.folder = folder
            let streams = try #require(streams)
            // The tests may run where signals are ignored, as in the background of a script.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["--default-signal=INT,HUP", program.path] + arguments
            if let folder { process.currentDirectoryURL = folder.url }
            try streams.write("input", input ?? "")
            try streams.write("output", "")
            try streams.write("errors", "")
            process.standardInput = try FileHandle(forReadingFrom: streams.url.appendingPathComponent("input"))
            process.standardOutput = try FileHandle(forWritingTo: streams.url.appendingPathComponent("output"))
            process.standardError = try FileHandle(forWritingTo: streams.url.appendingPathComponent("errors"))
            try process.run()
        }

        func finish() throws -> Outcome {
            process.waitUntilExit()
            let streams = try #require(streams)
            return Outcome(
                output: try streams.read("output"), errors: try streams.read("errors"),
                status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
        }
    }
}

/// A folder that is removed with the value that stands for it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("automata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file, in a folder that is made where it is missing.
    func write(_ name: String, _ text: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// All files in the folder and below, hidden ones too, by name.
    var files: [String] {
        let paths = FileManager.default.subpaths(atPath: url.path) ?? []
        return paths.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path($0), isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}

/// Automata as text.
enum Sample {
    /// Words over {0, 1} that end in 01; three states, nondeterministic.
    static let endsWith01 = """
        @NFA-explicit
        %Alphabet-auto
        %Initial p
        %Final r
        p 0 p
        p 1 p
        p 0 q
        q 1 r

        """

    /// Words whose symbol `k` places from the end is an a: the DFA has 2^k states.
    static func kth(_ k: Int) -> String {
        var text = "@NFA-explicit\n%Alphabet-auto\n%Initial q0\n%Final q\(k)\nq0 a q0\nq0 b q0\nq0 a q1\n"
        for index in 1..<k { text += "q\(index) a q\(index + 1)\nq\(index) b q\(index + 1)\n" }
        return text
    }

    /// Three bytes, of which the second must be 0 or 255.
    static let bytes = """
        @NFA-explicit
        %Alphabet-auto
        %Initial a
        %Final d
        a 65 b
        b 0 c
        b 255 c
        c 10 d

        """
}
