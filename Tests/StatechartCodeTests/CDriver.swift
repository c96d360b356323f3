import Foundation
import StatechartCode
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Programs in C around generated machines, which print what these do.
enum CDriver {
    static let prelude = """
        #include <stdio.h>
        #include <inttypes.h>
        #include <string.h>
        static const char *holding;
        static int is_held(const char *name) {
            size_t length = 0, index = 0;
            const char *next = holding;
            while (name[length]) length++;
            for (; *next; next++) {
                for (index = 0; index < length && next[index] == name[index]; index++) {}
                if (index == length && next[index] == ' ' && (next == holding || next[-1] == ' ')) return 1;
            }
            return 0;
        }

        """

    /// Returns the generated code of a chart, its functions, and a function that takes the inputs.
    static func code(_ chart: Statechart, _ inputs: [ChartInput]) throws -> String {
        let name = chart.name
        let header = try StatechartCode.c.text(of: chart)
        let program = try StateProgram(chart)
        var code = "#define \(name.uppercased())_IMPLEMENTATION\n#define \(name.uppercased())_QUEUE 200\n"
        code += "#define \(name.uppercased())_NAMES\n"
        code += "#define \(name.uppercased())_TIMERS 255\n" + header
        var comment = ""
        for line in header.split(separator: "\n") {
            if line.hasPrefix("/* ") { comment = String(line.dropFirst(3).dropLast(3)) }
            if line.hasPrefix("bool \(name)_if_") {
                code += line.dropLast() + " { (void)machine; return is_held(\"\(comment)\"); }\n"
            } else if line.hasPrefix("void \(name)_do_") {
                code += line.dropLast() + " { (void)machine; printf(\" %s\", \"\(comment)\"); }\n"
            }
        }
        let hasTimers = header.contains("\(name)_next_time")
        code += "static void show_\(name)(const \(name) *machine) {\n    printf(\" |\");\n"
        for (number, state) in program.states.enumerated() where state.isAtomic(number) {
            code += "    if (\(name)_is_active(machine, (\(name)_state)\(number)))\n"
            code += "        printf(\" %s\", \(name)_state_names[\(number)]);\n"
        }
        code += "    printf(\" | %s\", \(name)_has_ended(machine) ? \"true\" : \"false\");\n"
        if hasTimers {
            code +=
                "    {\n        \(name)_time time;\n        if (\(name)_next_time(machine, &time)) printf(\" %\" PRIu64, (uint64_t)time); else printf(\" -\");\n    }\n"
        } else {
            code += "    printf(\" -\");\n"
        }
        code += "    printf(\"\\n\");\n}\n"
        code += "static void run_\(name)(void) {\n    static \(name) machine;\n    holding = \"\";\n"
        for input in inputs {
            code += "    printf(\"\(name.dropFirst(5)):\");\n"
            switch input {
            case .start: code += "    memset(&machine, 0xA5, sizeof machine);\n    \(name)_start(&machine);\n"
            case .event(let event):
                code += "    \(name)_send(&machine, (\(name)_event)\(program.number(ofEvent: event)));\n"
            case .time(let time):
                if hasTimers {
                    code += "    \(name)_advance(&machine, \(time.milliseconds));\n"
                }
            case .guards(let names): code += "    holding = \"\(names.map { $0 + " " }.joined())\";\n"
            }
            code += "    show_\(name)(&machine);\n"
        }
        return code + "}\n"
    }

    /// Compiles and runs a program; returns what it prints.
    static func run(_ code: String, named name: String, _ compiler: String, _ options: [String]) throws -> String {
        try compile(code, named: name, compiler, options) { try execute($0, []).text }
    }

    /// Compiles a file, and returns what is done with the result, by its path.
    static func compile<Result>(
        _ code: String, named name: String, _ compiler: String, _ options: [String], _ use: (String) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("code-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, target) = (folder.appendingPathComponent(name), folder.appendingPathComponent("test"))
        try Data(code.utf8).write(to: source)
        let result = try execute(compiler, options + [source.path, "-o", target.path])
        #expect(result.status == 0, "\(result.text.prefix(3000))")
        return try use(target.path)
    }

    static func execute(_ path: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
