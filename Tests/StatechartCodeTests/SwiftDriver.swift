import StatechartCode
import StatechartTestSupport
import Statecharts
import Testing

/// Programs in Swift around generated machines, which print what these do.
enum SwiftDriver {
    static let prelude = "nonisolated(unsafe) var holding: Set<String> = []\nnonisolated(unsafe) var trace = \"\"\n"

    /// Returns the generated code of a chart, and statements that take the inputs.
    static func code(_ chart: Statechart, _ inputs: [ChartInput]) throws -> (code: String, run: String) {
        let text = try StatechartCode.swift.text(of: chart)
        let program = try StateProgram(chart)
        let number = chart.name.dropFirst(5)
        let type = "Chart\(number)"
        // Each chart's file has tables of its own.
        var code =
            "enum Space\(number) {\n"
            + text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("//") }.joined(
                separator: "\n")
        code += "\n}\nfinal class Actions\(number): Space\(number).\(type)Actions {\n"
        var comment: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("    /// ") { comment = line.dropFirst(8) }
            guard line.hasPrefix("    func ") else { continue }
            let head = line.replacing(": inout \(type))", with: ": inout Space\(number).\(type))").replacing(
                ": \(type))", with: ": Space\(number).\(type))")
            code +=
                head.hasSuffix("Bool")
                ? head + " { holding.contains(\"\(comment)\") }\n" : head + " { trace += \" \(comment)\" }\n"
            if line == "}" { break }
        }
        code += "}\n"
        let hasTimers = text.contains("func advance(by")
        var run =
            "func run\(number)() {\n    holding = []\n    trace = \"\"\n    var machine = Space\(number).\(type)(Actions\(number))\n"
        run = run.replacing("(Actions\(number))", with: "(Actions\(number)())")
        run =
            "func run\(number)() {\n    (holding, trace) = ([], \"\")\n    let actions = Actions\(number)()\n    var machine = Space\(number).\(type)(actions)\n    func show() {\n"
        run += "        var active = \"\"\n"
        for (state, entry) in program.states.enumerated() where entry.isAtomic(state) {
            run += "        if machine.activeStates.contains(.init(rawValue: \(state))!) {\n"
            run += "            active += \" \(entry.name)\"\n        }\n"
        }
        run +=
            "        let due = \(hasTimers ? "machine.deadline.map { \"\\(($0 - machine.time).components.seconds * 1000 + ($0 - machine.time).components.attoseconds / 1_000_000_000_000_000)\" } ?? \"-\"" : "\"-\"")\n"
        run +=
            "        print(\"\(number):\\(trace) |\\(active) | \\(machine.hasEnded) \\(due)\")\n        trace = \"\"\n    }\n    show()\n"
        for input in inputs.dropFirst() {
            switch input {
            case .start: break
            case .event(let event):
                let number = program.number(ofEvent: event)
                if program.events.contains(number) { run += "    machine.send(.init(rawValue: \(number))!)\n" }
            case .time(let time):
                if hasTimers { run += "    machine.advance(by: .milliseconds(\(time.milliseconds)))\n" }
            case .guards(let names):
                run += "    holding = [\(names.sorted().map { "\"\($0)\"" }.joined(separator: ", "))]\n"
            }
            run += "    show()\n"
        }
        return (code, run + "}\n")
    }
}
