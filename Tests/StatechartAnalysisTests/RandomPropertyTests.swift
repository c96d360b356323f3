import AlgorithmSupport
import StatechartAnalysis
import StatechartObservers
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

@Suite("Observers and properties of random charts") struct RandomPropertyTests {
    private static let features = RandomChart.Features.all.subtracting([.timeouts, .delays, .submachines, .deferral])
    /// The length of the words that are tried.
    private static let depth = 3

    /// A chart without guards, its events and the names of what may happen in its runs.
    private struct Sample {
        var chart: Statechart
        var compiled: CompiledStatechart<ExpressionBehavior>
        var events: [String]
        var names: [String]

        /// Returns `nil` if the chart isn't valid.
        init?(_ seed: UInt64) {
            chart = RandomChart(seed: seed, features: features, sizes: 3...7).chart.withoutGuards
            guard let compiled = try? CompiledStatechart<ExpressionBehavior>(chart) else { return nil }
            self.compiled = compiled
            events = RandomChart.events.filter {
                compiled.isMentioned(event: compiled.number(ofEvent: $0))
                    && compiled.storage.tables.core.pointee.hasReaction[compiled.number(ofEvent: $0)]
            }
            names = events
            for state in compiled.stateNames where !state.isEmpty { names += ["entered." + state, "exited." + state] }
        }

        var options: AnalysisOptions {
            var options = AnalysisOptions(limit: 2000)
            (options.events, options.maximumSteps) = (events, 100)
            return options
        }

        /// Returns the length of a shortest word after which a recorder is satisfied, by running
        /// all words; `nil` if there is none of up to ``depth`` events, `.max` if a run doesn't
        /// end.
        func shortest<Recorder: StatechartRecorder>(_ recorder: Recorder, _ isFound: (Recorder) -> Bool) -> Int? {
            var (behavior, first) = (ExpressionBehavior(for: chart), recorder)
            behavior.onLog = { _ in }
            let limits = StateMachineLimits(steps: 100)
            guard let machine = try? StateMachine(compiled, running: &behavior, limits: limits, recorder: &first) else {
                return .max
            }
            if isFound(first) { return 0 }
            var layer = [(machine, behavior, first)]
            for length in 1...depth {
                var next: [(StateMachine<ExpressionBehavior>, ExpressionBehavior, Recorder)] = []
                for state in layer {
                    for event in events {
                        var (machine, behavior, recorder) = state
                        let payload = ExpressionBehavior.Payload(name: event)
                        let fate = try? machine.send(
                            .init(rawValue: event), payload, to: &behavior, recorder: &recorder)
                        if fate == nil { return .max }
                        if isFound(recorder) { return length }
                        next.append((machine, behavior, recorder))
                    }
                }
                layer = next
            }
            return nil
        }

        /// Returns what happens in a word, and in each of many repetitions of another; `nil` if an
        /// event is ignored, or a run doesn't end.
        func traces(of word: ArraySlice<String>, repeating loop: ArraySlice<String>) -> [[String]]? {
            var (behavior, recorder) = (ExpressionBehavior(for: chart), Trace())
            behavior.onLog = { _ in }
            let limits = StateMachineLimits(steps: 100)
            guard var machine = try? StateMachine(compiled, running: &behavior, limits: limits, recorder: &recorder)
            else { return nil }
            var parts: [[String]] = []
            for part in [word] + [ArraySlice<String>](repeating: loop, count: 16) {
                for event in part {
                    let payload = ExpressionBehavior.Payload(name: event)
                    let fate = try? machine.send(.init(rawValue: event), payload, to: &behavior, recorder: &recorder)
                    if fate == nil || fate == .ignored { return nil }
                }
                parts.append(recorder.names)
                recorder.names = []
            }
            return parts
        }

        /// Returns the length of the run that the analysis finds.
        func found(_ questions: AnalysisQuestions) throws -> (length: Int?, isComplete: Bool) {
            let report = try chart.analyzed(for: questions, options)
            let findings = report.findings.filter { $0.kind == .observer }
            #expect(findings.allSatisfy { $0.isConfirmed }, "\(findings)")
            let isComplete = !report.isTruncated && report.omissions.isEmpty
            return (findings.first?.events.count, isComplete && !report.findings.contains { $0.kind == .livelock })
        }
    }

    /// Collects what happens.
    private struct Trace: StatechartRecorder {
        var names: [String] = []

        mutating func began(event: String, cause: StepCause, at time: Duration) {
            if !event.isEmpty { names.append(event) }
        }
        mutating func left(_ state: String) { if !state.isEmpty { names.append("exited." + state) } }
        mutating func took(source: String, _ index: Int) {}
        mutating func entered(_ state: String) { if !state.isEmpty { names.append("entered." + state) } }
        static var recordsActions: Bool { true }
        mutating func acted(_ action: RecordedAction, _ name: String) { names.append(action.rawValue + "." + name) }
    }

    @Test("Observers of runs and of explorations fail on words of the same lengths") func observers() throws {
        var (count, foundCount) = (0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 60) {
            guard let sample = Sample(seed), !sample.events.isEmpty else { continue }
            var random = SeededGenerator(seed: seed)
            var rule = Statechart("rule")
            let states = ["a", "b", "c", "fail"]
            for state in states {
                let index = rule.add(.init(state))
                rule[index].transitions = (0..<3).map { _ in
                    let name = sample.names.randomElement(using: &random) ?? ""
                    return .init(.events([.init(name)]), to: [states.randomElement(using: &random) ?? "a"])
                }
            }
            let (found, isComplete) = try sample.found(.init(observers: [rule]))
            let expected = sample.shortest(try StatechartObserver(rule)) { $0.failure != nil }
            guard isComplete, expected != .max else { continue }
            count += 1
            if let expected { foundCount += 1; #expect(found == expected, "seed \(seed)") }
            if let found, found <= Self.depth { #expect(expected == found, "seed \(seed)") }
        }
        #expect(count > 20 && foundCount > 10, "\(count) \(foundCount)")
    }

    @Test("Properties fail on the shortest words") func properties() throws {
        var (count, foundCount) = (0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 60) {
            guard let sample = Sample(seed), sample.names.count > 3 else { continue }
            var random = SeededGenerator(seed: seed)
            let names = sample.names.shuffled(using: &random)
            let (a, b, c) = (names[0], names[1], names[2])
            let cases: [(String, (Trace) -> Bool)] = [
                (
                    "never '\(a)' (!'\(c)')* '\(b)'",
                    { trace in
                        trace.names.indices.contains { start in
                            guard trace.names[start] == a else { return false }
                            let end = trace.names[(start + 1)...].firstIndex { $0 == b || $0 == c }
                            return end.map { trace.names[$0] == b } ?? false
                        }
                    }
                ),
                (
                    "before '\(a)' comes '\(b)'",
                    { trace in
                        let first = trace.names.firstIndex { $0 == a || $0 == b }
                        return first.map { trace.names[$0] == a } ?? false
                    }
                ),
                (
                    "never '\(a)' . '\(a)'",
                    { trace in
                        trace.names.indices.dropLast(2).contains { trace.names[$0] == a && trace.names[$0 + 2] == a }
                    }
                ),
            ]
            for (text, isWrong) in cases {
                let (found, isComplete) = try sample.found(.init(properties: [try TraceProperty(parsing: text)]))
                let expected = sample.shortest(Trace(), isWrong)
                guard isComplete, expected != .max else { continue }
                count += 1
                if let expected { foundCount += 1; #expect(found == expected, "seed \(seed): \(text)") }
                if let found, found <= Self.depth { #expect(expected == found, "seed \(seed): \(text)") }
            }
        }
        #expect(count > 60 && foundCount > 20, "\(count) \(foundCount)")
    }

    @Test("What must come is missing on runs that repeat inputs") func responses() throws {
        var (count, foundCount) = (0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 60) {
            guard let sample = Sample(seed), sample.names.count > 3 else { continue }
            var random = SeededGenerator(seed: seed)
            for _ in 0..<4 {
                let names = sample.names.shuffled(using: &random)
                let property = "after '\(names[0])' comes '\(names[1])'"
                let report = try sample.chart.analyzed(
                    for: .init(properties: [try TraceProperty(parsing: property)]), sample.options)
                let found = report.findings.first { $0.kind == .observer }
                if let found, let cycle = found.repeatedCount {
                    let parts = sample.traces(of: found.events.dropLast(cycle), repeating: found.events.suffix(cycle))
                    #expect(parts?.isViolation(of: names[0], names[1]) == true, "seed \(seed): \(property)")
                }
                let isComplete =
                    !report.isTruncated && report.omissions.isEmpty
                    && !report.findings.contains { $0.kind == .livelock }
                guard isComplete else { continue }
                count += 1
                let words = [[]] + sample.events.map { [$0] }
                let loops = sample.events.flatMap { first in [[first]] + sample.events.map { [first, $0] } }
                let isWrong = words.contains { word in
                    loops.contains {
                        sample.traces(of: word[...], repeating: $0[...])?.isViolation(of: names[0], names[1]) ?? false
                    }
                }
                if isWrong { foundCount += 1; #expect(found != nil, "seed \(seed): \(property)") }
            }
        }
        #expect(count > 60 && foundCount > 20, "\(count) \(foundCount)")
    }
}

extension AnalysisFinding {
    /// The number of inputs at the end that the run repeats.
    fileprivate var repeatedCount: Int? {
        if message.hasSuffix("its last input") { return 1 }
        let words = message.split(separator: " ")
        return words.last == "inputs" ? words.dropLast().last.flatMap { Int($0) } : nil
    }
}

extension [[String]] {
    /// Returns whether the answer to a cause never comes, if these traces, of a beginning and of
    /// many repetitions, go on as they do.
    fileprivate func isViolation(of cause: String, _ answer: String) -> Bool {
        guard let last, suffix(count / 2).allSatisfy({ $0 == last }), !last.contains(answer) else { return false }
        let all = flatMap { $0 }
        guard let place = all.lastIndex(of: cause) else { return false }
        return !all[(place + 1)...].contains(answer)
    }
}
