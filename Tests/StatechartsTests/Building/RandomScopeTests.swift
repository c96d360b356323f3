import AlgorithmSupport
import StatechartTestSupport
import Statecharts
import Testing

/// A walk between states whose code chooses the next one.
private struct Walk: StatechartBehavior, Hashable {
    enum State: String, StatechartSymbol { case around, a, b, c, lost }
    enum Event: String, StatechartSymbol { case go, error = "error.execution" }
    typealias Payload = Int

    var (around, a, b, c): (Counter?, Counter?, Counter?, Counter?)
    static let scopes = [
        StateScope<Walk>(.around, \.around), StateScope(.a, \.a), StateScope(.b, \.b), StateScope(.c, \.c),
    ]

    static let chart: Statechart = .init("Walk", for: Self.self) {
        On(.error, to: .lost)
        Composite(.around, history: .shallow) {
            for state in [State.a, .b, .c] {
                Simple(state) {
                    Handle(.go, to: .a, .b, .c)
                    Handle(.go)
                }
            }
        }
        Simple(.lost) { On(.go, to: .around) }
    }
}

private struct Counter: ScopedState, Hashable {
    var count = 0

    /// The last target isn't declared, which is an error.
    static let targets: [Walk.State?] = [.a, .b, .c, nil, nil, .lost]

    func target(_ walk: Walk, in step: borrowing Step<Walk>) -> Walk.State? {
        Self.targets[((step.payload ?? 0) + count) % Self.targets.count]
    }

    mutating func handle(_ walk: inout Walk, in step: inout Step<Walk>) {
        count += 1
        walk.around?.count += 2
    }
}

@Suite struct RandomScopeTests {
    /// The walk as plain code.
    private struct Model: Hashable {
        var state: Walk.State? = .a
        /// The state that the history resumes, and the counts of the innermost state and of the one
        /// around.
        var (last, count, outerCount) = (Walk.State.a, 0, 0)

        mutating func go(_ number: Int) {
            guard let current = state else {
                (state, count, outerCount) = (last, 0, 0)
                return
            }
            switch Counter.targets[(number + count) % Counter.targets.count] {
            case .lost?: (state, last) = (nil, current)
            case let next?: (state, count) = (next, 0)
            case nil: (count, outerCount) = (count + 1, outerCount + 2)
            }
        }
    }

    @Test(arguments: 0..<20) func codeChoosesAsTheModel(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (walk, model) = (Walk(), Model())
        var machine = try StateMachine(CompiledStatechart(Walk.chart), running: &walk)
        var (recorded, recording) = (walk, StatechartRecording<Int>())
        var other = machine
        for _ in 0..<200 {
            let number = Int.random(in: 0..<6, using: &random)
            try machine.send(.go, number, to: &walk)
            try other.send(.go, number, to: &recorded, recorder: &recording)
            model.go(number)
            #expect(machine.activeStateNames == [(model.state ?? .lost).rawValue])
            #expect(walk.around?.count == (model.state == nil ? nil : model.outerCount))
            #expect([walk.a, walk.b, walk.c].compactMap(\.?.count) == (model.state == nil ? [] : [model.count]))
            #expect(walk == recorded && other.activeStateNames == machine.activeStateNames)
            machine = try StateMachine(machine.chart, restoring: machine.snapshot)
        }
    }
}
