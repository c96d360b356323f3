import AlgorithmSupport
import StatechartAnalysis
import Statecharts
import Testing

/// Implementations that are compared with their charts.
@Suite struct ImplementationTests {
    /// A counter of pushes that beeps at each third one, and after a second at the latest.
    private static let counter: Statechart = {
        var chart = Statechart("Counter")
        for name in ["zero", "one", "two"] { chart.add(Statechart.State(name)) }
        chart[1].transitions = [.init(.events(["push"]), to: ["one"])]
        chart[2].transitions = [
            .init(.events(["push"]), to: ["two"]), .init(.after(.seconds(1)), to: ["zero"], do: [.perform("beep")]),
        ]
        chart[3].transitions = [.init(.events(["push"]), to: ["zero"], do: [.perform("beep")])]
        for state in 1...3 { chart[state].transitions.append(.init(.events(["reset"]), to: ["zero"])) }
        return chart
    }()

    /// The chart itself, with a fault for some runs.
    private struct Counter: StatechartImplementation {
        let oracle: StatechartOracle
        var inputs: [StatechartInput] = []
        var words: [[StatechartInput]] = []
        /// The fault in the answer to the last input.
        var fault: ([StatechartInput]) -> ImplementationAnswer? = { _ in nil }

        mutating func reset() -> ImplementationAnswer? {
            inputs = []
            return nil
        }

        mutating func answer(to input: StatechartInput) -> ImplementationAnswer {
            inputs.append(input)
            return fault(inputs) ?? .output(oracle.outputs(for: inputs)?.last ?? "-")
        }
    }

    private func difference(
        _ fault: @escaping ([StatechartInput]) -> ImplementationAnswer?, in tests: [[StatechartInput]]? = nil
    ) throws -> ImplementationDifference? {
        let oracle = try StatechartOracle(Self.counter)
        let tests = try tests ?? Self.counter.tests(.transitions).tests.map(\.inputs)
        var check = ImplementationCheck(Counter(oracle: oracle, fault: fault), against: oracle)
        let found = try check.shortestDifference(in: tests)
        #expect(check.runCount >= tests.count && check.inputCount > 0)
        return found
    }

    @Test func outputsOfTheChart() throws {
        let oracle = try StatechartOracle(Self.counter)
        let push = StatechartInput.event("push")
        #expect(oracle.events.map(\.description).sorted() == ["push", "reset"])
        #expect(oracle.outputs(for: [push, push, push, .wait(.seconds(9))]) == ["-", "-", "-", "beep", "-"])
        #expect(
            oracle.outputs(for: [push, .wait(.milliseconds(999)), .wait(.milliseconds(1))]) == ["-", "-", "-", "beep"])
        #expect("\(push) \(StatechartInput.wait(.milliseconds(1500)))" == "push +1500")
    }

    /// Values of variables that no condition has are the engine's own.
    @Test func outputsHaveTheirValues() throws {
        var chart = Statechart("Price")
        chart.root.variables = [.init("price", .literal(.number(5)))]
        chart.add(Statechart.State("A"))
        chart[1].transitions = [.init(.events(["show"]), to: [], do: [.log("price", .variable("price"))])]
        #expect(try StatechartOracle(chart).outputs(for: [.event("show")]) == ["-", "price=5"])
        #expect(try chart.tests(.transitions).tests.flatMap(\.steps).map(\.outputs) == [["price=5"]])
    }

    /// A fault that shows only once is told with both answers.
    @Test func changingAnswers() throws {
        var count = 0
        let push = StatechartInput.event("push")
        let found = try #require(
            try difference(
                { _ in
                    count += 1
                    return count == 1 ? .output("beep") : nil
                }, in: [[push]]))
        #expect(found.inputs == [push] && found.received == .output("beep") && found.otherAnswer == .output("-"))
    }

    @Test func rightImplementations() throws { #expect(try difference { _ in nil } == nil) }

    @Test func faultsAreFoundByShortRuns() throws {
        let push = StatechartInput.event("push")
        // The third push is forgotten.
        let silent = try #require(try difference { $0.suffix(3) == [push, push, push] ? .output("-") : nil })
        #expect(silent.inputs == [push, push, push] && silent.expected == ["-", "-", "-", "beep"])
        #expect(silent.received == .output("-"))
        let hanging = try #require(try difference { $0.last == .event("reset") ? .failure("it hangs") : nil })
        #expect(hanging.inputs == [.event("reset")] && hanging.received == .failure("it hangs"))
    }

    /// Only what the fault needs is left of a long run.
    @Test func longRunsAreShortened() throws {
        var random = SplitMix64(seed: 5)
        let letters: [StatechartInput] = [.event("push"), .event("reset"), .wait(.seconds(1)), .event("other")]
        for _ in 0..<20 {
            let long = (0..<60).map { _ in letters[Int(random.next() % 4)] }
            let needed = Int(random.next() % 3) + 1
            // It fails after some resets, each at once after a push.
            func fails(_ inputs: [StatechartInput]) -> Bool {
                zip(inputs, inputs.dropFirst()).count { $0 == letters[0] && $1 == letters[1] } >= needed
            }
            guard fails(long) else { continue }
            let found = try #require(try difference({ fails($0) ? .failure("full") : nil }, in: [long]))
            #expect(found.inputs.count == 2 * needed && fails(found.inputs), "\(found.inputs)")
        }
    }

    @Test func startsAreCompared() throws {
        struct Wrong: StatechartImplementation {
            func reset() -> ImplementationAnswer? { .output("hello") }
            func answer(to input: StatechartInput) -> ImplementationAnswer { .output("-") }
        }
        var check = ImplementationCheck(Wrong(), against: try StatechartOracle(Self.counter))
        let found = try check.shortestDifference(in: [[.event("push")], []])
        #expect(found == nil || found?.inputs == [] && found?.expected == ["-"])
        #expect(found?.received == .output("hello"))
    }
}
