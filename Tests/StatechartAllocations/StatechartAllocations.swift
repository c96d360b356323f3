internal import AllocationCounter
internal import Statecharts

/// A behavior of enums, as programs write it.
struct Counter: StatechartBehavior {
    enum State: String, StatechartSymbol { case idle, busy, first, second, past }
    enum Event: String, StatechartSymbol { case go, back, tick, later, sent }
    enum Guard: String, StatechartSymbol { case isEven }
    enum Action: String, StatechartSymbol { case count }

    var count = 0

    func holds(_ guard: Guard, in step: borrowing Step<Counter>) -> Bool { count % 2 == 0 }
    mutating func perform(_ action: Action, in step: inout Step<Counter>) { count += 1 }

    /// The chart.
    ///
    /// - Parameter defers: Whether a state defers an event, for which no chart is flattened.
    static func chart(defers: Bool) -> Statechart {
        Statechart("Counter", for: Counter.self) {
            Simple(.idle) {
                On(.go, to: .past)
                On(.tick, if: .isEven, do: .count)
                On(.tick) { Raise(.later) }
                On(.later) {
                    Perform(.count)
                    Send(.sent)
                    Send(.sent, after: .seconds(1))
                }
                On(.sent, do: .count)
            }
            Composite(.busy) {
                History(.past, .deep, default: .first)
                Simple(.first) {
                    Entry(.count)
                    Exit(.count)
                    On(.tick, to: .second, do: .count)
                }
                Simple(.second) { On(.tick, to: .first) }
                On(.back, to: .idle)
                if defers { Defer(.later) }
                After(.seconds(2), to: .idle)
            }
        }
    }
}

/// Allocations of a machine, by code that is optimized unless all is for debugging.
public enum StatechartAllocations {
    /// A Boolean value that indicates whether the code here is optimized.
    public static var isOptimized: Bool {
        var isOptimized = true
        func forget() -> Bool {
            isOptimized = false
            return true
        }
        assert(forget())
        return isOptimized
    }

    /// Returns the number of allocations of some rounds of all events, after as many that aren't
    /// counted.
    ///
    /// - Parameter defers: Whether a state defers an event, for which no chart is flattened.
    public static func count(defers: Bool) throws -> Int {
        var behavior = Counter()
        var machine = try StateMachine(CompiledStatechart(Counter.chart(defers: defers)), running: &behavior)
        for _ in 0..<1000 { try round(&machine, &behavior) }
        let start = allocation_count_of_thread()
        for _ in 0..<1000 { try round(&machine, &behavior) }
        return Int(allocation_count_of_thread() - start)
    }

    private static func round(
        _ machine: inout StateMachine<Counter>, _ behavior: inout Counter
    ) throws(StateMachineError) {
        // Not in a list, which would be an allocation.
        try machine.send(.tick, to: &behavior)
        try machine.send(.tick, to: &behavior)
        try machine.send(.go, to: &behavior)
        try machine.send(.tick, to: &behavior)
        // Waits until the machine is idle, if it is deferred.
        try machine.send(.later, to: &behavior)
        try machine.send(.back, to: &behavior)
        try machine.advance(by: .seconds(3), to: &behavior)
    }
}
