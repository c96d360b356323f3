import Foundation
import StatechartCode
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

extension Duration {
    var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}

/// Generated programs, compiled and run beside the reference.
@Suite struct GeneratedCodeTests {
    /// A chart, inputs, and what the reference does with them.
    private struct Sample {
        var chart: Statechart
        var inputs: [ChartInput]
        var expected: [String]
    }

    /// Returns a random chart with inputs up to the reference's limit.
    ///
    /// - Parameter sendsUnheard: Whether events that the chart doesn't mention can be sent. The
    ///   inputs end at such an event if eventless transitions follow it.
    private func sample(
        _ number: Int, _ features: RandomChart.Features, sendsUnheard: Bool = true
    ) throws -> Sample {
        var source = RandomChart(seed: UInt64(number), features: features, sizes: 3...24)
        var chart = source.chart
        chart.root.name = "chart\(number)"
        let guards = Guards()
        var reference = ReferenceInterpreter(chart, isTrue: { guards.holding.contains($0) }, fails: { _ in false })
        let program = sendsUnheard ? nil : try StateProgram(chart)
        var time = Duration.zero
        var sample = Sample(chart: chart, inputs: [], expected: [])
        for input in [.start] + source.inputs(24) {
            if case .guards(let names) = input { guards.holding = names }
            let response = try reference.response(to: input)
            if reference.isOverLimit { break }
            if case .event(let event) = input, let program, !response.trace.isEmpty,
                !program.events.contains(program.number(ofEvent: event))
            {
                break
            }
            let trace = response.trace.filter { $0.hasPrefix("perform ") }.map { String($0.dropFirst(8)) }
            if case .time(let duration) = input { time += duration }
            let left = reference.deadline.map { "\(($0 - time).milliseconds)" } ?? "-"
            sample.inputs.append(input)
            let words = ["\(number):"] + trace + ["|"] + response.configuration + ["|", "\(reference.isDone)", left]
            sample.expected.append(words.joined(separator: " "))
        }
        return sample
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs a C compiler"),
        arguments: 0..<(TestScope.isLong ? 40 : 2))
    func generatedCDoesAsTheReference(batch: Int) throws {
        let count = TestScope.isLong ? 25 : 10
        var (code, main, expected) = (CDriver.prelude, "int main(void) {\n", [String]())
        for number in batch * count..<(batch + 1) * count {
            let features: RandomChart.Features = number % 2 == 0 ? .all : [.all, .busyClock, .nestedRegions]
            let sample = try sample(number, features)
            if sample.inputs.isEmpty { continue }
            code += try CDriver.code(sample.chart, sample.inputs)
            main += "    run_chart\(number)();\n"
            expected += sample.expected
        }
        let output = try CDriver.run(
            code + main + "    return 0;\n}\n", named: "test.c", "/usr/bin/cc",
            ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"])
        let lines = output.split(separator: "\n").map(String.init)
        let difference = zip(lines, expected).first { $0 != $1 }
        #expect(difference == nil, "\(difference.map { "\($0.0)\n\($0.1)" } ?? "")")
        #expect(lines.count == expected.count)
        #expect(expected.count > 12 * count)
    }

    /// Functions see the event that is handled, also a deferred, a raised or a late one; names may
    /// have any characters.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs a C compiler"))
    func functionsSeeTheEventThatIsHandled() throws {
        var chart = Statechart("lamp")
        chart.add(Statechart.State("a"))
        chart.add(Statechart.State("b \"é\"??/\\1"))
        chart[1].entry = [[.perform("note")]]
        chart[1].deferred = ["kept"]
        chart[1].transitions = [.init(.events(["go"]), to: [chart[2].name], do: [.raise("raised")])]
        chart[2].transitions = [
            .init(.events(["kept", "raised", "other"]), to: [], do: [.perform("note")]),
            .init(.after(.seconds(1)), to: [], do: [.perform("note")]),
        ]
        let main = """

            #include <stdio.h>
            void lamp_do_note(lamp *machine) { printf("%s %d;", lamp_event_names[machine->event], machine->event); }
            int main(void) {
                lamp machine;
                lamp_start(&machine);
                lamp_send(&machine, LAMP_EVENT_KEPT);
                lamp_send(&machine, LAMP_EVENT_GO);
                lamp_send(&machine, LAMP_EVENT_OTHER);
                lamp_advance(&machine, 1000);
                printf("%s", lamp_state_names[machine.state]);
                return machine.event == LAMP_EVENT_TIMEOUT_B_1 ? 0 : 1;
            }
            """
        let code = "#define LAMP_NAMES\n#define LAMP_IMPLEMENTATION\n" + (try StatechartCode.c.text(of: chart)) + main
        let program = try StateProgram(chart)
        let events = ["kept", "raised", "other"]
        let numbers = Dictionary(uniqueKeysWithValues: events.map { ($0, program.number(ofEvent: $0)) })
        let output = try CDriver.run(
            code, named: "test.c", "/usr/bin/cc",
            ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"])
        let noted = ["raised", "kept", "other"].map { "\($0) \(numbers[$0] ?? 0);" }.joined()
        #expect(output.hasPrefix(" 0;" + noted) && output.hasSuffix(chart[2].name), "\(output)")
    }

    /// A deferred event that changes the state is the one that is taken from the queue.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs a C compiler"))
    func deferredEventsAreHandledOnce() throws {
        var chart = Statechart("lamp")
        for name in ["s1", "s2", "s3", "s4", "s5"] { chart.add(Statechart.State(name)) }
        (chart[1].deferred, chart[2].deferred) = (["a", "b"], ["a"])
        chart[1].transitions = [.init(.events(["go"]), to: ["s2"])]
        chart[2].transitions = [.init(.events(["b"]), to: ["s3"])]
        chart[3].transitions = [.init(.events(["a"]), to: ["s4"]), .init(.events(["b"]), to: ["s5"])]
        let main = """

            #include <stdio.h>
            int main(void) {
                lamp machine;
                lamp_start(&machine);
                lamp_send(&machine, LAMP_EVENT_A);
                lamp_send(&machine, LAMP_EVENT_B);
                lamp_send(&machine, LAMP_EVENT_GO);
                printf("%s", lamp_state_names[machine.state]);
                return 0;
            }
            """
        let code = "#define LAMP_NAMES\n#define LAMP_IMPLEMENTATION\n" + (try StatechartCode.c.text(of: chart)) + main
        #expect(try CDriver.run(code, named: "test.c", "/usr/bin/cc", ["-std=c99", "-Wall", "-Werror"]) == "s4")
    }

    @Test func generatedSwiftDoesAsTheReference() throws {
        let compiler = "/usr/bin/env"
        let count = TestScope.isLong ? 60 : 6
        // The last ones have one innermost active state.
        let kinds: [RandomChart.Features] = [
            .all, [.all, .busyClock, .nestedRegions],
            RandomChart.Features([.all, .busyClock]).subtracting([.regions, .orthogonalRoot, .histories]),
        ]
        var (code, main, expected) = (SwiftDriver.prelude, "", [String]())
        for number in 0..<count {
            let sample = try sample(number, kinds[number % 3], sendsUnheard: false)
            if sample.inputs.isEmpty { continue }
            let (chart, run) = try SwiftDriver.code(sample.chart, sample.inputs)
            code += chart + run
            main += "run\(number)()\n"
            expected += sample.expected
        }
        let output = try CDriver.run(
            code + main, named: "main.swift", compiler, ["swiftc", "-swift-version", "6", "-Onone"])
        let lines = output.split(separator: "\n").map(String.init)
        let difference = zip(lines, expected).first { $0 != $1 }
        #expect(difference == nil, "\(difference.map { "\($0.0)\n\($0.1)" } ?? "")")
        #expect(lines.count == expected.count && expected.count > 12 * count)
    }
}
