internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// Runs whose obligations stay open: they rest, or come back to a configuration.
extension MonitoredSearch {
    /// The moves between pairs with open obligations, without those on which they are met.
    ///
    /// An obligation may be met and open again within a step. A cycle whose trace, repeated
    /// forever, never has what must happen leaves the last obligation open; on each other cycle,
    /// all of them are met. So a node also has the state of the search for that.
    private struct Graph {
        /// The pair and the state of the search of each node, in the order of the pairs' distances.
        var nodes: [Node] = []
        var ends: [UInt32] = [0]
        var targets: [UInt32] = []
        var letters: [UInt32] = []
        /// The first pair at which the run rests.
        var rest: Int?

        func range(of index: Int) -> Range<Int> { Int(ends[index])..<Int(ends[index + 1]) }
    }

    private struct Node: Hashable, Comparable {
        var pair: Int
        var search: UInt32

        static func < (one: Node, other: Node) -> Bool { (one.pair, one.search) < (other.pair, other.search) }
    }

    private struct Edge {
        var target: Node
        var letter: UInt32
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
                nodeCount: graph.nodes.count)
            (components, isCyclic) = (found.componentByNode, found.isCyclic)
        }
        var rest = Self.maximumSearch
        for index in graph.nodes.indices where isCyclic[Int(components[index])] {
            let length = lengths[graph.nodes[index].pair]
            if let best, length + 1 >= best.length || rest < 0 { break }
            let limit = best.map { $0.length - length } ?? .max
            guard let cycle = try cycle(through: index, graph, components, shorterThan: limit, &rest) else { continue }
            var found = run(to: graph.nodes[index].pair)
            for (place, step) in cycle.enumerated() {
                found.letters.append(step.letter)
                if place < cycle.count - 1 { found.states.append(pair(graph.nodes[step.index].pair).state) }
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
        var (edges, open): ([Node: [Edge]], [Node]) = ([:], [])
        guard let first = monitor.search(after: nil, over: []) else { return (graph, lengths) }
        for number in 0..<stateCount {
            lengths[number] = parents[number] == .max ? 1 : lengths[Int(parents[number])] + 1
            if monitor.isOpen(pair(number).monitor) { open.append(Node(pair: number, search: first)) }
        }
        for node in open {
            edges[node] = []
            if graph.rest == nil, rests(node.pair, exploration) { graph.rest = node.pair }
        }
        var edgeCount = 0
        while let node = open.popLast() {
            let held = byteCount + 96 * edges.count + 32 * edgeCount
            do throws(LimitError) { try steps.step(1, holding: held) } catch { throw .stopped(error) }
            let found = try self.edges(from: node, exploration)
            for edge in found where edges[edge.target] == nil {
                edges[edge.target] = []
                open.append(edge.target)
            }
            edges[node] = found
            edgeCount += found.count
        }
        graph.nodes = edges.keys.sorted()
        let indices = Dictionary(uniqueKeysWithValues: zip(graph.nodes, UInt32(0)...))
        for node in graph.nodes {
            for edge in edges[node] ?? [] {
                graph.targets.append(indices[edge.target] ?? 0)
                graph.letters.append(edge.letter)
            }
            graph.ends.append(UInt32(graph.targets.count))
        }
        return (graph, lengths)
    }

    /// Returns the moves from a node on which nothing happens that must.
    private func edges(from node: Node, _ exploration: borrowing Exploration) throws(AnalysisError) -> [Edge] {
        let (state, monitorState) = pair(node.pair)
        let moves = exploration.moves(from: state)
        var found: [Edge] = []
        for index in moves.indices {
            let move = moves[index]
            guard move.hasState, move.target < exploration.stateCount, !move.isIgnored || move.target != state else {
                continue
            }
            let trace = exploration.trace(ofMove: index, from: state)
            guard let search = monitor.search(after: node.search, over: traces.traces[Int(trace)]) else { continue }
            let (target, next) = try target(of: move, trace, from: monitorState)
            guard monitor.isOpen(next), let target else { continue }
            found.append(Edge(target: Node(pair: target, search: search), letter: move.letter))
        }
        return found
    }

    /// Returns whether nothing leads on from a pair. An event that is ignored isn't progress.
    private func rests(_ number: Int, _ exploration: borrowing Exploration) -> Bool {
        let state = pair(number).state
        if exploration.space.isEnded(state) { return true }
        return exploration.moves(from: state).allSatisfy { $0.isIgnored && $0.target == state }
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
