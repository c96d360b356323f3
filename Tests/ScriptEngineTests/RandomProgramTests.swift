import Foundation
import ScriptEngine
import TestSupport
import Testing

/// Random programs log what they log in Node.js, where it is installed.
struct RandomProgramTests {
    private static let node: String? = ["/usr/bin/node", "/usr/local/bin/node"].first { (path: String) in
        access(path, X_OK) == 0
    }

    private static let runner = """
        const fs = require('fs'), vm = require('vm');
        const programs = fs.readFileSync(process.argv[1], 'utf8').split('\\0');
        process.stdout.write(programs.map(text => {
          try { return vm.runInNewContext(text, {}) } catch (e) { return '' + e }
        }).join('\\0'));
        """

    /// Returns what Node.js answers to programs.
    private func answers(to programs: [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("programs")
        try Data(programs.joined(separator: "\0").utf8).write(to: file)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Self.node ?? "")
        process.arguments = ["-e", Self.runner, file.path]
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    }

    private func log(of program: String) -> String {
        do {
            let engine = try ScriptEngine(memoryLimit: 64 << 20)
            try engine.execute(engine.compile(program: program))
            guard case .text(let text) = try engine.evaluate(engine.compile(expression: "lines.join('\\n')")) else {
                return ""
            }
            return text
        } catch {
            return "\(error)"
        }
    }

    @Test(.enabled(if: TestScope.isLong && node != nil, "\(TestScope.hint), where Node.js is installed"))
    func programsLogAsInNode() throws {
        let programs = (0..<2000).map { seed in
            var program = RandomProgram(seed: UInt64(seed))
            return program.text()
        }
        let answers = try answers(to: programs)
        #expect(answers.count == programs.count)
        for (seed, (program, answer)) in zip(programs, answers).enumerated() where !answer.hasPrefix("SyntaxError") {
            #expect(log(of: program) == answer, "program \(seed)")
        }
    }

    /// Without Node.js, random programs are at least translated and run.
    @Test func programsRun() throws {
        for seed in 0..<UInt64(20) {
            var program = RandomProgram(seed: seed)
            let engine = try ScriptEngine(memoryLimit: 64 << 20)
            try engine.execute(engine.compile(program: program.text()))
        }
    }
}
