internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// The states of a graph in the order of their elimination, which adapts to changes of the graph.
///
/// Delgado and Morais: *Approximation to the smallest regular expression for a given regular
/// language*, CIAA 2004, doi:10.1007/978-3-540-30500-2_31; Han and Wood: *Obtaining shorter regular
/// expressions from finite-state automata*, Theoretical Computer Science 370, 2007,
/// doi:10.1016/j.tcs.2006.09.025; Moreira, Nabais and Reis: *State elimination ordering strategies:
/// some experimental results*, DCFS 2010, doi:10.4204/EPTCS.31.16.
struct EliminationQueue {
    /// The key of a state; states with small keys come first.
    private struct Entry {
        var rank: Double
        var weight: Double
        var state: StateID
        /// The number of earlier entries of the state.
        var version: UInt32

        static func < (left: Entry, right: Entry) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.weight != right.weight { return left.weight < right.weight }
            return left.state < right.state
        }
    }

    private let order: EliminationOrder
    /// The fixed ranks of the states.
    private var ranks: [Double]
    private var heap: [Entry] = []
    /// The last version of each state's entry, or ``removedVersion`` for removed states.
    private var versions: [UInt32]
    private static var removedVersion: UInt32 { .max }

    init(_ graph: ExpressionGraph, _ order: EliminationOrder, leavingOut left: StateSet = []) {
        self.order = order
        versions = Array(repeating: 0, count: graph.stateCount)
        for state in left { versions[Int(state)] = Self.removedVersion }
        switch order {
        case .numbers: ranks = (0..<graph.stateCount).map(Double.init)
        case .degree, .weight: ranks = Array(repeating: 0, count: graph.stateCount)
        case .cycles: ranks = CycleCount(graph).counts
        case .automatic, .bridges: ranks = BridgeStates(graph).ranks
        }
        for state in 0..<StateID(graph.stateCount) where versions[Int(state)] != Self.removedVersion {
            heap.append(entry(of: state, graph))
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Removes and returns the next state.
    mutating func next() -> StateID? {
        while let first = heap.first {
            let last = heap.removeLast()
            if !heap.isEmpty {
                heap[0] = last
                sink(0)
            }
            guard versions[Int(first.state)] == first.version else { continue }
            versions[Int(first.state)] = Self.removedVersion
            return first.state
        }
        return nil
    }

    /// Updates the keys of states whose arcs have changed.
    mutating func update(_ states: [StateID], _ graph: ExpressionGraph) {
        if order == .numbers { return }
        for state in states where Int(state) < versions.count && versions[Int(state)] != Self.removedVersion {
            versions[Int(state)] += 1
            heap.append(entry(of: state, graph))
            siftUp(heap.count - 1)
        }
    }

    private func entry(of state: StateID, _ graph: ExpressionGraph) -> Entry {
        var entry = Entry(rank: ranks[Int(state)], weight: 0, state: state, version: versions[Int(state)])
        switch order {
        case .numbers: break
        case .degree: entry.weight = Self.degree(of: state, graph)
        case .automatic, .weight, .cycles, .bridges: entry.weight = Self.weight(of: state, graph)
        }
        return entry
    }

    private static func degree(of state: StateID, _ graph: ExpressionGraph) -> Double {
        let enteringCount = graph.sources[Int(state)].count(where: { $0 != state })
        let leavingCount = graph.rows[Int(state)].count(where: { $0.target != state })
        return Double(enteringCount) * Double(leavingCount)
    }

    /// Returns the increase in the total length of labels when the state is eliminated.
    static func weight(of state: StateID, _ graph: ExpressionGraph) -> Double {
        func length(_ label: NodeID) -> Double {
            label == ExpressionAlgebra.epsilon ? 0 : Double(graph.algebra.length(of: label))
        }
        var (enteringCount, leavingCount) = (0.0, 0.0)
        var (enteringLength, leavingLength, loopLength) = (0.0, 0.0, 0.0)
        for arc in graph.rows[Int(state)] {
            if arc.target == state {
                loopLength = length(arc.label)
            } else {
                leavingCount += 1
                leavingLength += length(arc.label)
            }
        }
        for source in graph.sources[Int(state)] where source != state {
            enteringCount += 1
            enteringLength += length(graph.label(from: source, to: state))
        }
        return enteringLength * (leavingCount - 1) + leavingLength * (enteringCount - 1) + loopLength
            * (enteringCount * leavingCount - 1)
    }

    // MARK: Heap

    private mutating func sink(_ index: Int) {
        var index = index
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }

    private mutating func siftUp(_ index: Int) {
        var index = index
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }
}

/// The states that each path from the start to the end passes exactly once, except for a loop.
private struct BridgeStates {
    /// For each state, 1 if all these paths pass it, otherwise 0.
    var ranks: [Double]

    /// - Complexity: O(*n* + *m*).
    init(_ graph: ExpressionGraph) {
        ranks = Array(repeating: 0, count: graph.stateCount)
        var offsets: [UInt32] = [0]
        var targets: [StateID] = []
        for row in graph.rows {
            targets.append(contentsOf: row.map(\.target))
            offsets.append(UInt32(truncatingIfNeeded: targets.count))
        }
        let edges = EpsilonMoves(offsets: offsets, targets: targets)
        let components = StronglyConnectedComponents([TargetRows(edges)], nodeCount: graph.rows.count)
        // Components are in reverse order; a bridge is a component that no arc skips.
        var changes = [Int](repeating: 0, count: components.count + 1)
        var sizes = [Int](repeating: 0, count: components.count)
        for state in 0..<StateID(graph.rows.count) {
            let source = components[state]
            sizes[source] += 1
            for arc in graph.rows[Int(state)] {
                let target = components[arc.target]
                if source > target + 1 {
                    changes[target + 1] += 1
                    changes[source] -= 1
                }
            }
        }
        var leaps = [Int](repeating: 0, count: components.count)
        var current = 0
        for component in leaps.indices {
            current += changes[component]
            leaps[component] = current
        }
        for state in 0..<StateID(graph.stateCount) {
            let component = components[state]
            if sizes[component] == 1, leaps[component] == 0 { ranks[Int(state)] = 1 }
        }
    }
}

/// The number of cycles through each state, among those that a depth-first search closes.
private struct CycleCount {
    var counts: [Double]

    /// - Complexity: O(*n* + *m*), and the length of each cycle.
    init(_ graph: ExpressionGraph) {
        counts = Array(repeating: 0, count: graph.stateCount)
        // The position of each state on the path; 0 for new states, -1 for finished ones.
        var positions = [Int](repeating: 0, count: graph.rows.count)
        var path: [(state: StateID, next: Int)] = [(graph.start, 0)]
        positions[Int(graph.start)] = 1
        var steps = 0
        while let (state, next) = path.last {
            guard next < graph.rows[Int(state)].count else {
                positions[Int(state)] = -1
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let target = graph.rows[Int(state)][next].target
            let position = positions[Int(target)]
            if position == 0 {
                path.append((target, 0))
                positions[Int(target)] = path.count
            } else if position > 0, steps < Self.maximumSteps {
                for index in position - 1..<path.count { counts[Int(path[index].state)] += 1 }
                steps += path.count - position + 1
            }
        }
    }

    /// The maximum number of steps; there can be as many long cycles as arcs.
    private static var maximumSteps: Int { 10_000_000 }
}
