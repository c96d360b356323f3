internal import AlgorithmSupport
internal import WorkLimits

/// Sets of variables that constrain each other, and should be close together in an order.
package struct ConstraintGraph {
    /// The variables of each edge, without repetition.
    private(set) var edges: [[Int]] = []
    let variableCount: Int
    /// The number of edges of each variable.
    private(set) var degrees: [Int]

    /// Creates a graph from the clauses and bounds of a system.
    package init(_ system: BooleanSystem) {
        variableCount = system.variableCount
        degrees = [Int](repeating: 0, count: system.variableCount)
        for clause in system.clauses { add(clause) }
        for bound in system.bounds { add(bound.literals + (bound.condition.map { [$0] } ?? [])) }
    }

    /// Creates a graph from sets of variables without repetition.
    init(edges: [[Int]], variableCount: Int) {
        (self.edges, self.variableCount) = (edges, variableCount)
        degrees = [Int](repeating: 0, count: variableCount)
        for edge in edges { for variable in edge { degrees[variable] += 1 } }
    }

    private mutating func add(_ literals: [Literal]) {
        let variables = Set(literals.map(\.variable)).sorted()
        guard variables.count > 1 else { return }
        edges.append(variables)
        for variable in variables { degrees[variable] += 1 }
    }

    /// Returns the sum, over all edges, of the distance from the first to the last variable.
    package func span(of positions: [Int]) -> Int {
        var sum = 0
        for edge in edges {
            var (first, last) = (Int.max, 0)
            for variable in edge {
                first = min(first, positions[variable])
                last = max(last, positions[variable])
            }
            sum += last - first
        }
        return sum
    }
}

extension ConstraintGraph {
    /// Returns an order of the variables with a small span.
    ///
    /// Moves each variable to the center of its edges, and each edge to the center of its
    /// variables, until the span stops falling. The first starts are the order of the numbers and a
    /// breadth-first order from end to end; random orders follow.
    ///
    /// - Parameter watch: The watch that is checked in each step.
    /// - Complexity: O(*s* (*m* + *n* log *n*)) for *n* variables, *m* variables in edges, and *s*
    ///   steps, usually fewer than *n*.
    /// - Throws: The watch's error.
    /// - Reference: F. A. Aloul, I. L. Markov, K. A. Sakallah, FORCE: a fast and easy-to-implement
    ///   variable-ordering heuristic, Great Lakes Symposium on VLSI, 2003,
    ///   doi:10.1145/764808.764839.
    package func forceOrder<Watch: WorkWatch>(
        randomStarts: Int = 8, asking watch: Watch = NoWatch()
    ) throws(Watch.Failure) -> [Int] {
        var random = SplitMix64(seed: 1)
        let numbers = Array(0..<variableCount)
        var best = try improved(numbers, watch)
        for start in 0...randomStarts {
            let found = try improved(start == 0 ? searchOrder() : numbers.shuffled(using: &random), watch)
            if found.span < best.span { best = found }
        }
        return best.order
    }

    private func improved<Watch: WorkWatch>(
        _ first: [Int], _ watch: Watch
    ) throws(Watch.Failure) -> (span: Int, order: [Int]) {
        var order = first
        var positions = [Int](repeating: 0, count: variableCount)
        for (position, variable) in order.enumerated() { positions[variable] = position }
        var best = (span: span(of: positions), order: order)
        var roundsWithoutImprovement = 0
        var sums = [Double](repeating: 0, count: variableCount)
        while roundsWithoutImprovement < 10 {
            try watch.check(bytes: 0)
            for variable in 0..<variableCount { sums[variable] = 0 }
            for edge in edges {
                var sum = 0
                for variable in edge { sum += positions[variable] }
                let center = Double(sum) / Double(edge.count)
                for variable in edge { sums[variable] += center }
            }
            for variable in 0..<variableCount {
                let degree = degrees[variable]
                sums[variable] = degree == 0 ? Double(positions[variable]) : sums[variable] / Double(degree)
            }
            order.sort { (sums[$0], positions[$0]) < (sums[$1], positions[$1]) }
            for (position, variable) in order.enumerated() { positions[variable] = position }
            let span = span(of: positions)
            roundsWithoutImprovement += 1
            if span < best.span { (best, roundsWithoutImprovement) = ((span, order), 0) }
        }
        return best
    }

    /// Returns the order of a breadth-first search that starts at a peripheral variable, neighbors
    /// with few edges first.
    ///
    /// - Reference: E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, 24th
    ///   ACM National Conference, 1969, doi:10.1145/800195.805928.
    private func searchOrder() -> [Int] {
        var edgesOfVariable = [[Int]](repeating: [], count: variableCount)
        for (index, edge) in edges.enumerated() {
            for variable in edge { edgesOfVariable[variable].append(index) }
        }
        var isPlaced = [Bool](repeating: false, count: variableCount)
        var result: [Int] = []
        for variable in 0..<variableCount where !isPlaced[variable] {
            var found = search(from: variable, edgesOfVariable)
            for _ in 0..<2 { found = search(from: found.last!, edgesOfVariable) }
            for variable in found { isPlaced[variable] = true }
            result += found
        }
        return result
    }

    private func search(from start: Int, _ edgesOfVariable: [[Int]]) -> [Int] {
        var isSeen = [Bool](repeating: false, count: variableCount)
        var isUsed = [Bool](repeating: false, count: edges.count)
        var found = [start]
        isSeen[start] = true
        var next = 0
        while next < found.count {
            var neighbors: [Int] = []
            for edge in edgesOfVariable[found[next]] where !isUsed[edge] {
                isUsed[edge] = true
                for variable in edges[edge] where !isSeen[variable] {
                    isSeen[variable] = true
                    neighbors.append(variable)
                }
            }
            found += neighbors.sorted { (degrees[$0], $0) < (degrees[$1], $1) }
            next += 1
        }
        return found
    }
}
