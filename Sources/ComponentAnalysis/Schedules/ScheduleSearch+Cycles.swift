internal import AlgorithmSupport
internal import Components
internal import StateStorage

extension ScheduleSearch {
    /// A state on the path of the search, with its edges that weren't followed.
    private struct Frame {
        let state: Int
        var edges: ArraySlice<Edge>
    }

    /// Finds a run that stays in a hot state for ever, although whatever can happen again and again
    /// happens: each part handles its messages, and its timers fire.
    ///
    /// Such a run ends in a strongly connected component of the states in which it is active, in
    /// which each kind of step happens, or can't happen somewhere. Tarjan, *Depth-first search and
    /// linear graph algorithms*, SIAM J. Comput. 1972; Lichtenstein and Pnueli, *Checking that finite
    /// state concurrent programs satisfy their linear specification*, POPL 1985.
    ///
    /// - Complexity: O(*n* + *m*) for each hot state, with *n* states and *m* steps.
    mutating func cycle() throws -> Found? {
        for number in 0..<properties.hotCount {
            if let steps = try cycle(in: number) {
                return Found(
                    finding: properties.finding(stayingIn: number), steps: steps.prefix + steps.cycle,
                    repeatedCount: steps.cycle.count)
            }
        }
        return nil
    }

    private mutating func isHot(_ state: Int, _ number: Int) -> Bool {
        load(state)
        return properties.isHot(number, space, source)
    }

    private mutating func edges(of state: Int, in number: Int) throws -> [Edge] {
        load(state)
        var steps: [Space.Step] = []
        for part in 0..<space.partCount { try space.appendSteps(of: part, source, to: &steps) }
        space.appendArrival(source, to: &steps)
        var edges: [Edge] = []
        for step in steps {
            load(state)
            copySource()
            let outcome = try space.perform(step, target)
            let words = UnsafeRawPointer(target).assumingMemoryBound(to: UInt64.self)
            guard !outcome.isBeyondBound, outcome.full < 0, properties.isHot(number, space, target),
                let found = arena.find(UnsafeBufferPointer(start: words, count: space.width / 2))
            else { continue }
            edges.append(Edge(target: found, step: step))
        }
        return edges
    }

    private mutating func cycle(
        in number: Int
    ) throws -> (prefix: [Space.Step], cycle: [Space.Step])? {
        // The order in which states were met, from 1, and the earliest that each leads back to.
        let order = ScratchBuffer<UInt32>(repeating: 0, count: arena.count)
        let lowest = ScratchBuffer<UInt32>(repeating: 0, count: arena.count)
        let isOpen = ScratchBuffer<Bool>(repeating: false, count: arena.count)
        var (count, open, path) = (UInt32(0), [Int](), [Frame]())
        for root in 0..<arena.count where order[root] == 0 {
            guard isHot(root, number) else { continue }
            path.append(Frame(state: root, edges: []))
            while let frame = path.last {
                let state = frame.state
                if order[state] == 0 {
                    count += 1
                    (order[state], lowest[state], isOpen[state]) = (count, count, true)
                    open.append(state)
                    path[path.count - 1].edges = try edges(of: state, in: number)[...]
                }
                if let edge = path[path.count - 1].edges.popFirst() {
                    if order[edge.target] == 0 {
                        path.append(Frame(state: edge.target, edges: []))
                    } else if isOpen[edge.target] {
                        lowest[state] = min(lowest[state], order[edge.target])
                    }
                    continue
                }
                path.removeLast()
                if let above = path.last?.state { lowest[above] = min(lowest[above], lowest[state]) }
                guard lowest[state] == order[state] else { continue }
                var component: Set<Int> = []
                repeat {
                    component.insert(open[open.count - 1])
                    isOpen[open.removeLast()] = false
                } while !component.contains(state)
                if let cycle = try fairCycle(component, from: state, number) {
                    return (self.path(to: state), cycle)
                }
            }
        }
        return nil
    }

    /// Returns a way through a component back to a state, on which each kind of step happens or
    /// can't happen; `nil` if there is none.
    private mutating func fairCycle(
        _ component: Set<Int>, from start: Int, _ number: Int
    ) throws -> [Space.Step]? {
        var graph = FairGraph()
        for state in component {
            graph.edges[state] = try edges(of: state, in: number).filter { component.contains($0.target) }
            graph.possible[state] = try possibleKinds(in: state)
        }
        return graph.cycle(from: start)
    }

    private mutating func possibleKinds(in state: Int) throws -> Set<Int> {
        load(state)
        var steps: [Space.Step] = []
        for part in 0..<space.partCount { try space.appendSteps(of: part, source, to: &steps) }
        space.appendArrival(source, to: &steps)
        return Set(steps.map(\.fairKind))
    }
}

/// A step between two states of the search.
private struct Edge {
    let target: Int
    let step: ScheduleSpace.Step
}

extension ScheduleSpace.Step {
    /// The kind of the step: each part handles messages and fires timers, and the outside sends.
    fileprivate var fairKind: Int { 2 * part + (kind == .timeout ? 1 : 0) }
}

/// The states of a strongly connected component.
private struct FairGraph {
    var edges: [Int: [Edge]] = [:]
    /// The kinds of steps that are possible in each state.
    var possible: [Int: Set<Int>] = [:]

    func cycle(from start: Int) -> [ScheduleSpace.Step]? {
        if edges.values.allSatisfy(\.isEmpty) { return nil }
        let all = possible.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
        let happening = Set(edges.values.joined().map(\.step.fairKind))
        for kind in all where !happening.contains(kind) && possible.values.allSatisfy({ $0.contains(kind) }) {
            return nil
        }
        var (state, cycle) = (start, [ScheduleSpace.Step]())
        var missing = all.intersection(possible[start] ?? [])
        while !missing.isEmpty || state != start || cycle.isEmpty {
            guard
                let way = way(
                    from: state,
                    to: { edge in
                        missing.isEmpty
                            ? edge.target == start
                            : missing.contains(edge.step.fairKind) || !missing.isSubset(of: possible[edge.target] ?? [])
                    })
            else { return nil }
            for edge in way {
                cycle.append(edge.step)
                missing.remove(edge.step.fairKind)
                missing.formIntersection(possible[edge.target] ?? [])
                state = edge.target
            }
        }
        return cycle
    }

    /// The shortest way whose last step is a goal.
    private func way(from start: Int, to isGoal: (Edge) -> Bool) -> [Edge]? {
        var origins: [Int: (state: Int, edge: Edge)] = [:]
        var (queue, next) = ([start], 0)
        while next < queue.count {
            for edge in edges[queue[next]] ?? [] {
                if isGoal(edge) {
                    var (state, way) = (queue[next], [edge])
                    while state != start, let origin = origins[state] {
                        way.append(origin.edge)
                        state = origin.state
                    }
                    return way.reversed()
                }
                if edge.target != start, origins[edge.target] == nil {
                    origins[edge.target] = (queue[next], edge)
                    queue.append(edge.target)
                }
            }
            next += 1
        }
        return nil
    }
}
