internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// Runs whose obligations stay open: they rest, or come back to a configuration.
extension MonitoredSearch {
    /// The moves between pairs with open obligations.
    private struct Graph {
        /// The pairs, in the order of their distances.
        var pairs: [Int] = []
        /// The index of each pair in `pairs`, or `.max`.
        var indices: [UInt32] = []
        var ends: [UInt32] = [0]
        var targets: [UInt32] = []
        var letters: [UInt32] = []
        /// The first pair at which the run rests.
        var rest: Int?

        func range(of index: Int) -> Range<Int> { Int(ends[index])..<Int(ends[index + 1]) }
    }

    /// The maximum number of moves that the search for shorter cycles looks at, beyond those of one
    /// search.
    private static var maximumSearch: Int { 1 << 24 }

    /// Returns a run whose obligation stays open; `nil` if there is none.
    ///
    /// Of runs that rest, it is a shortest one. So it is of runs that come back, unless the search
    /// would take long: then one whose first part is shortest.
    mutating func openRun(_ exploration: borrowing Exploration) throws(AnalysisError) -> Violation? {
        let (graph, lengths) = try openGraph(exploration)
        var best = graph.rest.map { (length: lengths[$0], run: run(to: $0)) }
        var components: [UInt32]
        var isCyclic: [Bool]
        do {
            let found = StronglyConnectedComponents(
                [TargetRows(EpsilonMoves(offsets: graph.ends, targets: graph.targets.map { StateID(rawValue: $0) }))],
                nodeCount: graph.pairs.count)
            (components, isCyclic) = (found.componentByNode, found.isCyclic)
        }
        var rest = Self.maximumSearch
        for index in graph.pairs.indices where isCyclic[Int(components[index])] {
            let length = lengths[graph.pairs[index]]
            if let best, length + 1 >= best.length || rest < 0 { break }
            let limit = best.map { $0.length - length } ?? .max
            guard let cycle = try cycle(through: index, graph, components, shorterThan: limit, &rest) else { continue }
            var found = run(to: graph.pairs[index])
            for (place, step) in cycle.enumerated() {
                found.letters.append(step.letter)
                if place < cycle.count - 1 { found.states.append(pair(graph.pairs[step.index]).state) }
            }
            found.cycleLength = cycle.count
            best = (length + cycle.count, found)
        }
        return best?.run
    }

    private mutating func openGraph(
        _ exploration: borrowing Exploration
    ) throws(AnalysisError) -> (graph: Graph, lengths: [Int]) {
        var (graph, lengths) = (Graph(), [Int](repeating: 0, count: stateCount))
        graph.indices = [UInt32](repeating: .max, count: stateCount)
        for number in 0..<stateCount {
            lengths[number] = parents[number] == .max ? 1 : lengths[Int(parents[number])] + 1
            guard monitor.isOpen(pair(number).monitor) else { continue }
            graph.indices[number] = UInt32(graph.pairs.count)
            graph.pairs.append(number)
        }
        for number in graph.pairs {
            let held = byteCount + 12 * stateCount + 8 * graph.targets.count
            do throws(LimitError) { try steps.step(1, holding: held) } catch { throw .stopped(error) }
            let (state, monitorState) = pair(number)
            var rests = true
            let moves = exploration.moves(from: state)
            for index in moves.indices {
                let move = moves[index]
                // An event that is ignored isn't progress.
                if move.isIgnored, move.target == state { continue }
                rests = false
                guard move.hasState, move.target < exploration.stateCount else { continue }
                let trace = exploration.trace(ofMove: index, from: state)
                let (target, next) = try target(of: move, trace, from: monitorState)
                guard monitor.isOpen(next), let target, graph.indices[target] != .max else { continue }
                graph.targets.append(graph.indices[target])
                graph.letters.append(move.letter)
            }
            graph.ends.append(UInt32(graph.targets.count))
            if graph.rest == nil, rests || exploration.space.isEnded(state) { graph.rest = number }
        }
        return (graph, lengths)
    }

    /// Returns a shortest cycle through a node, breadth first.
    private mutating func cycle(
        through first: Int, _ graph: Graph, _ components: [UInt32], shorterThan limit: Int, _ rest: inout Int
    ) throws(AnalysisError) -> [(index: Int, letter: UInt32)]? {
        var parents: [Int: (index: Int, letter: UInt32)] = [:]
        var (layer, length) = ([first], 0)
        while !layer.isEmpty, length + 1 < limit {
            length += 1
            var next: [Int] = []
            for index in layer {
                let held = byteCount + 64 * parents.count
                do throws(LimitError) { try steps.step(1, holding: held) } catch { throw .stopped(error) }
                for edge in graph.range(of: index) where components[Int(graph.targets[edge])] == components[first] {
                    rest -= 1
                    let target = Int(graph.targets[edge])
                    if target == first {
                        var (cycle, at) = ([(index: first, letter: graph.letters[edge])], index)
                        while at != first, let parent = parents[at] {
                            cycle.append((at, parent.letter))
                            at = parent.index
                        }
                        return cycle.reversed()
                    }
                    if parents[target] == nil {
                        parents[target] = (index, graph.letters[edge])
                        next.append(target)
                    }
                }
            }
            layer = next
        }
        return nil
    }
}
