import Statecharts
import TestSupport
import Testing
import WorkLimits

/// Random charts on the engine and on the reference.
@Suite struct EngineTests {
    @Test(arguments: 0..<20)
    func runsAsTheReferenceDoes(batch: Int) throws {
        for seed in 0..<(TestScope.isLong ? 5000 : 100) { try compare(UInt64(batch * 1_000_000 + seed)) }
    }

    /// Compares what each input leads to, until the reference reaches its limit.
    private func compare(_ seed: UInt64) throws {
        var source = RandomChart(seed: seed)
        let (inputs, failures) = ([ChartInput.start] + source.inputs(20), source.failures())
        let guards = Guards()
        let isTrue = { (name: String) in guards.holding.contains(name) }
        var reference = ReferenceInterpreter(source.chart, isTrue: isTrue, fails: failures.contains)
        var engine = try EngineRunner(source.chart, isTrue: isTrue, fails: failures.contains)
        var plain = try PlainEngineRunner(source.chart, isTrue: isTrue, fails: failures.contains)
        for (number, input) in inputs.enumerated() {
            if case .guards(let names) = input { guards.holding = names }
            try reference.take(input)
            if reference.isOverLimit { return }
            try engine.take(input)
            try plain.take(input)
            let expected = EngineRunner.known(reference.trace)
            let isSame =
                engine.trace == expected && engine.configuration == reference.configuration
                && plain.configuration == reference.configuration
                && plain.trace == PlainEngineRunner.known(expected) && engine.isDone == reference.isDone
            guard isSame else {
                let same = zip(engine.trace, expected).prefix { $0 == $1 }.count
                Issue.record(
                    """
                    seed \(seed), input \(number), \(input): \(plain.configuration), \(engine.configuration), \
                    not \(reference.configuration); from \(same) on \(engine.trace.dropFirst(same).prefix(5)), \
                    not \(expected.dropFirst(same).prefix(5))
                    """)
                return
            }
        }
    }
}

final class Guards {
    var holding: Set<String> = []
}

extension ChartRunner {
    mutating func take(_ input: ChartInput) throws {
        switch input {
        case .start: try start()
        case .event(let name): try send(name)
        case .time(let duration): try advance(by: duration)
        case .guards: break
        }
    }
}
