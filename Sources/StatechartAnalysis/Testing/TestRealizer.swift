internal import Statecharts

/// Makes tests of walks: finds times for their timers, and lets the engine run them.
struct TestRealizer {
    private let graph: TestGraph
    private let engine: ObservedEngine

    init?(_ graph: TestGraph, _ options: AnalysisOptions) {
        guard let engine = ObservedEngine(graph.model, options) else { return nil }
        (self.graph, self.engine) = (graph, engine)
    }

    /// Returns the test of a walk, or of its longest start that the engine makes as expected, and
    /// the number of its moves.
    func test(_ walk: [WalkCover.Move]) throws(AnalysisError) -> (test: StatechartTest, count: Int)? {
        var (count, known) = (walk.count, try times(walk[...]))
        if known == nil { known = try longestStart(walk, &count) }
        guard let known else { return nil }
        let (test, confirmed) = run(walk[..<count], known)
        guard confirmed < count else { return test.map { ($0, count) } }
        // Times may depend on what follows.
        guard let earlier = try times(walk[..<confirmed]) else { return nil }
        let (start, startCount) = run(walk[..<confirmed], earlier)
        return startCount == confirmed ? start.map { ($0, confirmed) } : nil
    }

    /// Returns the times of the longest start of a walk for which there are any, by bisection, as
    /// each start of such a walk has some.
    private func longestStart(_ walk: [WalkCover.Move], _ count: inout Int) throws(AnalysisError) -> [Duration]? {
        var (low, high, found) = (0, walk.count, [Duration]())
        while high - low > 1 {
            let middle = (low + high) / 2
            if let known = try times(walk[..<middle]) { (low, found) = (middle, known) } else { high = middle }
        }
        count = low
        return found
    }

    /// Returns times for the moves of a walk; `nil` if there are none.
    private func times(_ walk: ArraySlice<WalkCover.Move>) throws(AnalysisError) -> [Duration]? {
        let letters = walk.map { graph.edges[$0.source][$0.index].letter }
        return try Witness(
            [Letter(input: .start)] + letters, through: walk.map(\.source), in: graph.model.space
        ).times
    }

    /// Lets the engine make a walk.
    ///
    /// - Returns: The test, and the number of moves that the engine makes as expected.
    private func run(
        _ walk: ArraySlice<WalkCover.Move>, _ times: [Duration]
    ) -> (test: StatechartTest?, confirmed: Int) {
        let space = graph.model.space
        var (inputs, groups) = ([ObservedEngine.Input](), [(end: Int, outputs: [String])]())
        for (index, move) in walk.enumerated() {
            let edge = graph.edges[move.source][move.index]
            let outputs = space.oracle.trace?.lists[Int(edge.output)] ?? []
            var (event, data): (String?, Value) = (nil, .null)
            if case .event = edge.letter.input { (event, data) = graph.model.event(of: edge.letter.input) }
            let earlier = event == nil ? inputs.last : nil
            if let last = groups.last, let earlier, earlier.event == nil, earlier.time == times[index] {
                // The timer ends together with the last one.
                groups[groups.count - 1] = (index + 1, last.outputs + outputs)
            } else {
                inputs.append(.init(time: times[index], event: event, data: data))
                groups.append((index + 1, outputs))
            }
        }
        var recorder = NoRecorder()
        guard let found = engine.run(inputs, recorder: &recorder), let first = found.first else { return (nil, 0) }
        var test = StatechartTest(startOutputs: first.exactOutputs, startConfiguration: first.configuration, steps: [])
        var (time, confirmed) = (Duration.zero, 0)
        for (index, group) in groups.enumerated() {
            let move = walk[walk.startIndex + group.end - 1]
            let target = graph.edges[move.source][move.index].target
            guard index + 1 < found.count, case let seen = found[index + 1], seen.outputs == group.outputs,
                seen.configuration == space.activeStates(of: target), seen.isEnded == space.isEnded(target)
            else { return (test, confirmed) }
            let wait = inputs[index].time - time
            test.steps.append(
                .init(
                    wait: wait > .zero || inputs[index].event == nil ? wait : nil, event: inputs[index].event,
                    data: inputs[index].data,
                    outputs: seen.exactOutputs,
                    configuration: seen.configuration, isIgnored: seen.fate == .ignored))
            (time, confirmed) = (inputs[index].time, group.end)
        }
        return (test, confirmed)
    }
}
