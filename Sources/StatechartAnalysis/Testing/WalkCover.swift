internal import AlgorithmSupport
internal import Statecharts

/// Walks through a graph that cover goals: each walk goes to the nearest goal that isn't covered
/// yet, and on from there, until no goal can be reached from its end.
struct WalkCover {
    /// The goals of a walk's step.
    enum Kind { case configurations, states, transitions, pairs }

    private let graph: TestGraph
    private let kind: Kind
    /// The number of the first move from each configuration.
    private var firstMoves: [Int] = []
    /// The goals of moves, as far as they are known.
    private var goals: [Int: [Int]] = [:]
    private var covered: Set<Int> = []
    private var coveredPairs: Set<[Int]> = []
    /// The moves that didn't succeed, and how often.
    private var failures: [Int: Int] = [:]

    /// The maximum number of steps of a walk.
    static let maximumLength = 100
    /// The number of failures after which a move is no longer tried.
    private static let maximumFailureCount = 3

    /// A move, by its configuration and its place among the moves from there.
    struct Move: Hashable {
        var source: Int
        var index: Int
    }

    init(_ graph: TestGraph, _ kind: Kind) {
        (self.graph, self.kind) = (graph, kind)
        var count = 0
        for edges in graph.edges {
            firstMoves.append(count)
            count += edges.count
        }
    }

    /// The numbers of the goals that are covered.
    var coveredGoals: Set<Int> { covered }
    var coveredPairCount: Int { coveredPairs.count }

    // MARK: - Goals

    private func number(_ move: Move) -> Int { firstMoves[move.source] + move.index }

    /// Returns the goals that a move covers by itself.
    private mutating func goals(of move: Move) throws(AnalysisError) -> [Int] {
        if let known = goals[number(move)] { return known }
        let edge = graph.edges[move.source][move.index]
        let found =
            kind == .configurations ? [edge.target] : try effects(graph.model.space, edge.letter, from: move.source)
        goals[number(move)] = found
        return found
    }

    /// Returns the numbers of the states that a step enters, or of the transitions that it takes.
    private func effects(
        _ space: any StateSpace, _ letter: Letter, from state: Int?
    ) throws(AnalysisError) -> [Int] {
        space.trackCoverage()
        _ = try space.repeatMove(letter, from: state)
        guard let coverage = space.coverage else { return [] }
        let flags = kind == .states ? coverage.isEntered : coverage.isTaken
        return flags.indices.filter { flags[$0] }
    }

    /// Covers the goals of the start.
    mutating func coverStart() throws(AnalysisError) {
        guard let start = graph.start else { return }
        covered.formUnion(
            kind == .configurations ? [start] : try effects(graph.model.space, Letter(input: .start), from: nil))
    }

    /// Covers the goals of the first steps of a walk.
    ///
    /// - Returns: Whether any of them is new.
    mutating func cover(_ walk: ArraySlice<Move>) throws(AnalysisError) -> Bool {
        var (isNew, last) = (false, [Int]())
        for move in walk {
            let next = try goals(of: move)
            for goal in next {
                if covered.insert(goal).inserted { isNew = true }
                guard kind == .pairs else { continue }
                for goal in last.map({ [$0, goal] }) where coveredPairs.insert(goal).inserted { isNew = true }
            }
            last = next
        }
        return isNew
    }

    /// Returns the number of all pairs of goals that moves after each other may cover.
    mutating func pairCount() throws(AnalysisError) -> Int {
        let states = graph.reachable()
        var (before, pairs) = ([Int: Set<Int>](), Set<[Int]>())
        for state in states {
            for index in graph.edges[state].indices where !graph.edges[state][index].isWithoutEffect(in: state) {
                before[graph.edges[state][index].target, default: []].formUnion(
                    try goals(of: Move(source: state, index: index)))
            }
        }
        for state in states {
            for index in graph.edges[state].indices where !graph.edges[state][index].isWithoutEffect(in: state) {
                let next = try goals(of: Move(source: state, index: index))
                for first in before[state] ?? [] { for goal in next { pairs.insert([first, goal]) } }
            }
        }
        return pairs.count
    }

    /// Notes that a move didn't succeed.
    mutating func fail(_ move: Move) { failures[number(move), default: 0] += 1 }

    private mutating func gains(_ move: Move, after last: [Int]) throws(AnalysisError) -> Bool {
        let next = try goals(of: move)
        if next.contains(where: { !covered.contains($0) }) { return true }
        guard kind == .pairs else { return false }
        return last.contains { first in next.contains { !coveredPairs.contains([first, $0]) } }
    }

    // MARK: - Walks

    /// Returns a walk from the start that covers goals; `nil` if it can't reach one.
    ///
    /// The goals of the walk count as covered only after ``cover(_:)``.
    mutating func next(_ steps: inout LimitedSteps) throws(AnalysisError) -> [Move]? {
        guard let start = graph.start else { return nil }
        var (walk, rest) = ([Move](), self)
        while let path = try rest.path(from: walk.last, start, &steps) {
            guard walk.isEmpty || walk.count + path.count <= Self.maximumLength else { break }
            let known = walk.count
            walk += path
            _ = try rest.cover(walk[max(known - 1, 0)...])
        }
        goals = rest.goals
        return walk.isEmpty ? nil : walk
    }

    /// Returns a shortest path to the nearest move with a new goal.
    private mutating func path(
        from last: Move?, _ start: Int, _ steps: inout LimitedSteps
    ) throws(AnalysisError) -> [Move]? {
        var nodes: [(move: Move?, parent: Int)] = [(last, -1)]
        var visited: Set<Int> = []
        var next = 0
        while next < nodes.count {
            let move = nodes[next].move
            let state = move.map { graph.edges[$0.source][$0.index].target } ?? start
            let done = if kind == .pairs, let move { try goals(of: move) } else { [Int]() }
            for index in graph.edges[state].indices where !graph.edges[state][index].isWithoutEffect(in: state) {
                do throws(LimitError) { try steps.step(1, holding: nodes.count * 48) } catch { throw .stopped(error) }
                let edge = Move(source: state, index: index)
                guard failures[number(edge), default: 0] < Self.maximumFailureCount else { continue }
                if try gains(edge, after: done) { return path(to: next, nodes) + [edge] }
                let key = kind == .pairs ? number(edge) : graph.edges[state][index].target
                if visited.insert(key).inserted { nodes.append((edge, next)) }
            }
            next += 1
        }
        return nil
    }

    private func path(to node: Int, _ nodes: [(move: Move?, parent: Int)]) -> [Move] {
        var (path, node) = ([Move](), node)
        while nodes[node].parent >= 0, let move = nodes[node].move {
            path.append(move)
            node = nodes[node].parent
        }
        return path.reversed()
    }
}

extension TestGraph.Edge {
    /// Whether the move changes nothing.
    func isWithoutEffect(in state: Int) -> Bool { isIgnored && target == state && output == 0 }
}
