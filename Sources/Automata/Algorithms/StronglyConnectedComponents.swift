/// The strongly connected components of a graph.
///
/// Edges between components lead to components with smaller numbers.
///
/// - Complexity: O(*n* + *m*).
/// - Reference: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on
///   Computing 1(2), 1972, doi:10.1137/0201010.
package struct StronglyConnectedComponents {
    /// The component number of each node, or ``noComponent`` for an excluded node.
    package let componentByNode: [UInt32]
    /// The number of components.
    package let count: Int
    /// The component number of excluded nodes.
    package static let noComponent = UInt32.max
    /// Whether each component has a cycle: an edge between two of its nodes.
    package private(set) var isCyclic: [Bool]

    /// Finds the components of the graph whose edges the rows contain, with only the given nodes,
    /// or with all nodes if `nodes` is `nil`.
    package init(_ rows: [TargetRows], nodes: StateSet? = nil, nodeCount: Int) {
        var steps = StepCount(NoWatch())
        self.init(rows, nodes: nodes, nodeCount: nodeCount, steps: &steps)
    }

    /// Finds the components, as a part of longer work.
    init<Watch: WorkWatch>(
        _ rows: [TargetRows], nodes: StateSet? = nil, nodeCount: Int, steps: inout StepCount<Watch>
    ) throws(Watch.Failure) {
        var search = Search(rows, nodes: nodes, nodeCount: nodeCount)
        try search.run(steps: &steps)
        componentByNode = search.componentByNode
        count = Int(search.count)
        isCyclic = Array(repeating: false, count: count)
        for node in 0..<StateID(nodeCount) where componentByNode[Int(node)] != Self.noComponent {
            let component = componentByNode[Int(node)]
            if isCyclic[Int(component)] { continue }
            for rows in rows where !isCyclic[Int(component)] {
                for index in rows.range(of: node)
                where rows.targets[index] != .absent && componentByNode[Int(rows.targets[index])] == component {
                    isCyclic[Int(component)] = true
                    break
                }
            }
        }
    }

    /// Whether some component has a cycle.
    var hasCycle: Bool { isCyclic.contains(true) }

    @inline(__always)
    package subscript(node: StateID) -> Int { Int(componentByNode[Int(node)]) }

    /// Returns the nodes of each component, ascending.
    package func members() -> [[StateID]] {
        var members = [[StateID]](repeating: [], count: count)
        for (node, component) in componentByNode.enumerated() where component != Self.noComponent {
            members[Int(component)].append(StateID(node))
        }
        return members
    }
}

/// A depth-first search with an explicit stack, because a path can contain all nodes.
private struct Search {
    private struct Step {
        let node: StateID
        var part: Int
        var next: Int
    }

    private let rows: [TargetRows]
    private let nodes: StateSet?
    var componentByNode: [UInt32]
    var count: UInt32 = 0
    /// The order of discovery from 1, and after that the earliest reachable node of an open
    /// component.
    private var number: [UInt32]
    private var lowest: [UInt32]
    private var discovered: UInt32 = 0
    private var open: [StateID] = []
    private var path: [Step] = []

    init(_ rows: [TargetRows], nodes: StateSet?, nodeCount: Int) {
        self.rows = rows
        self.nodes = nodes
        componentByNode = Array(repeating: StronglyConnectedComponents.noComponent, count: nodeCount)
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
                if target == .absent || componentByNode[Int(target)] != StronglyConnectedComponents.noComponent {
                    continue
                }
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

    /// Returns the next target of the node on top of the path.
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
            componentByNode[Int(member)] = count
            if member == root { break }
        }
        count += 1
    }
}
