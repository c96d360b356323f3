/// The strongly connected components of a graph: nodes are together where each leads to the other.
///
/// Components are numbered so that one leads to components with smaller numbers only.
///
/// - Complexity: O(*n* + *m*).
/// - Reference: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on
///   Computing 1(2), 1972, doi:10.1137/0201010.
package struct StronglyConnectedComponents {
    /// The component of each node; ``leftOut`` for nodes that are left out.
    package let componentOf: [UInt32]
    /// The number of components.
    package let count: Int
    /// The component of a node that is left out.
    package static let leftOut = UInt32.max
    /// Whether a component has a cycle: an edge between two of its nodes.
    package private(set) var isCyclic: [Bool]

    /// - Parameters:
    ///   - rows: the edges of the graph, in as many kinds as there are.
    ///   - nodes: the nodes to look at; all where there is no such set.
    package init(_ rows: [TargetRows], nodes: StateSet? = nil, nodeCount: Int) {
        var steps = StepCount(Unwatched())
        self.init(rows, nodes: nodes, nodeCount: nodeCount, steps: &steps)
    }

    /// The components, as a part of longer work.
    init<Watch: WorkWatch>(
        _ rows: [TargetRows], nodes: StateSet? = nil, nodeCount: Int, steps: inout StepCount<Watch>
    ) throws(Watch.Failure) {
        var search = Search(rows, nodes: nodes, nodeCount: nodeCount)
        try search.run(steps: &steps)
        componentOf = search.componentOf
        count = Int(search.count)
        isCyclic = Array(repeating: false, count: count)
        for node in 0..<StateID(nodeCount) where componentOf[Int(node)] != Self.leftOut {
            let component = componentOf[Int(node)]
            if isCyclic[Int(component)] { continue }
            for rows in rows where !isCyclic[Int(component)] {
                for index in rows.range(of: node)
                where rows.targets[index] != .absent && componentOf[Int(rows.targets[index])] == component {
                    isCyclic[Int(component)] = true
                    break
                }
            }
        }
    }

    /// Whether some component has a cycle.
    var hasCycle: Bool { isCyclic.contains(true) }

    @inline(__always)
    subscript(node: StateID) -> Int { Int(componentOf[Int(node)]) }

    /// The nodes of each component, ascending.
    package func members() -> [[StateID]] {
        var members = [[StateID]](repeating: [], count: count)
        for (node, component) in componentOf.enumerated() where component != Self.leftOut {
            members[Int(component)].append(StateID(node))
        }
        return members
    }
}

/// Depth-first search with a stack of its own, as a path can be as long as there are nodes.
private struct Search {
    private struct Step {
        let node: StateID
        var part: Int
        var next: Int
    }

    private let rows: [TargetRows]
    private let nodes: StateSet?
    var componentOf: [UInt32]
    var count: UInt32 = 0
    /// The order of discovery from 1, and after that the earliest node of an open component that
    /// can be reached.
    private var number: [UInt32]
    private var lowest: [UInt32]
    private var discovered: UInt32 = 0
    private var open: [StateID] = []
    private var path: [Step] = []

    init(_ rows: [TargetRows], nodes: StateSet?, nodeCount: Int) {
        self.rows = rows
        self.nodes = nodes
        componentOf = Array(repeating: StronglyConnectedComponents.leftOut, count: nodeCount)
        number = Array(repeating: 0, count: nodeCount)
        lowest = number
    }

    mutating func run<Watch: WorkWatch>(steps: inout StepCount<Watch>) throws(Watch.Failure) {
        if let nodes {
            for node in nodes where number[Int(node)] == 0 { try visit(from: node, steps: &steps) }
        } else {
            for node in 0..<StateID(number.count) where number[Int(node)] == 0 {
                try visit(from: node, steps: &steps)
            }
        }
    }

    private mutating func discover(_ node: StateID) {
        discovered += 1
        number[Int(node)] = discovered
        lowest[Int(node)] = discovered
        open.append(node)
        path.append(Step(node: node, part: 0, next: rows.first?.range(of: node).lowerBound ?? 0))
    }

    private mutating func visit<Watch: WorkWatch>(
        from start: StateID, steps: inout StepCount<Watch>
    ) throws(Watch.Failure) {
        discover(start)
        while let step = path.last {
            try steps.step()
            if let target = nextTarget(of: step) {
                if target == .absent || componentOf[Int(target)] != StronglyConnectedComponents.leftOut { continue }
                if number[Int(target)] != 0 {
                    lowest[Int(step.node)] = min(lowest[Int(step.node)], number[Int(target)])
                } else if nodes?.contains(target) ?? true {
                    discover(target)
                }
                continue
            }
            path.removeLast()
            if let parent = path.last?.node {
                lowest[Int(parent)] = min(lowest[Int(parent)], lowest[Int(step.node)])
            }
            if lowest[Int(step.node)] == number[Int(step.node)] { close(step.node) }
        }
    }

    /// Goes on to the next edge of the node on top of the path.
    private mutating func nextTarget(of step: Step) -> StateID? {
        var step = step
        while step.part < rows.count {
            if step.next < rows[step.part].range(of: step.node).upperBound {
                let target = rows[step.part].targets[step.next]
                step.next += 1
                path[path.count - 1] = step
                return target
            }
            step.part += 1
            if step.part < rows.count { step.next = rows[step.part].range(of: step.node).lowerBound }
        }
        return nil
    }

    private mutating func close(_ root: StateID) {
        while let member = open.popLast() {
            componentOf[Int(member)] = count
            if member == root { break }
        }
        count += 1
    }
}
