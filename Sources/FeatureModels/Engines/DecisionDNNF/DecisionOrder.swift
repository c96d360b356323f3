internal import AlgorithmSupport
internal import WorkLimits

/// The order in which variables are decided: the reverse of an elimination order of the graph whose
/// neighbors share a condition, so that the first decisions cut it into parts.
///
/// The elimination removes a variable with the fewest neighbors and connects these. Once all have
/// many neighbors, the rest is the core, which is decided first, by current degrees.
///
/// - Reference: A. Darwiche, Decomposable negation normal form, Journal of the ACM 48(4), 2001,
///   doi:10.1145/502090.502091; T. Korhonen, M. Järvisalo, Integrating tree decompositions into
///   decision heuristics of propositional model counters, CP 2021, doi:10.4230/LIPIcs.CP.2021.8.
struct DecisionOrder {
    /// The position of each variable in the elimination order; core variables share the last.
    private let positions: [Int32]
    private let corePosition: Int32

    /// The minimum number of neighbors of a variable in the core.
    private static let coreDegree = 128
    /// The maximum number of variables of a condition that makes them neighbors. Longer conditions
    /// are mostly bounds, of which only a number remains in any order.
    private static let longCondition = 64

    /// Finds an elimination order.
    ///
    /// - Complexity: O(*n* *d*²) for *n* variables, and at most *d* neighbors outside of the core.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    init(_ system: SortedSystem, budget: Budget) throws(LimitError) {
        let count = system.variableCount
        var steps = LimitedSteps(BudgetWatch(budget))
        var graph = EliminationGraph(neighbors: Self.neighbors(system), largeDegree: Self.coreDegree)
        var positions = [Int32](repeating: Int32(count), count: count)
        // Variables by their numbers of neighbors, some of them outdated.
        var queue = [[Int32]](repeating: [], count: Self.coreDegree)
        func enqueue(_ variable: Int) {
            let degree = graph.degrees[variable]
            if degree < Self.coreDegree { queue[degree].append(Int32(variable)) }
        }
        for variable in (0..<count).reversed() { enqueue(variable) }
        var eliminated: [(variable: Int, neighbors: [Int32])] = []
        var degree = 0
        while degree < queue.count {
            guard let variable = queue[degree].popLast().map({ Int($0) }) else {
                degree += 1
                continue
            }
            if graph.isEliminated[variable] || graph.degrees[variable] != degree { continue }
            positions[variable] = Int32(eliminated.count)
            let neighbors = graph.eliminate(variable)
            try steps.step(1 + neighbors.count)
            eliminated.append((variable, neighbors.map { Int32($0) }))
            for neighbor in neighbors {
                enqueue(neighbor)
                degree = min(degree, graph.degrees[neighbor])
            }
        }
        for (position, variable) in Self.postorder(eliminated, positions).enumerated() {
            positions[variable] = Int32(position)
        }
        self.positions = positions
        corePosition = Int32(count)
    }

    /// Returns eliminated variables in an equivalent order with each subtree contiguous. The parent
    /// of a variable is its neighbor that is eliminated first.
    ///
    /// - Reference: J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM
    ///   Journal on Matrix Analysis and Applications 11(1), 1990, doi:10.1137/0611010.
    private static func postorder(_ eliminated: [(variable: Int, neighbors: [Int32])], _ positions: [Int32]) -> [Int] {
        var children = [[Int]](repeating: [], count: eliminated.count)
        var roots: [Int] = []
        for (position, step) in eliminated.enumerated() {
            let parent = step.neighbors.map { Int(positions[Int($0)]) }.min() ?? .max
            if parent < eliminated.count { children[parent].append(position) } else { roots.append(position) }
        }
        // Parents before children, and all of it backward.
        var order: [Int] = []
        var open = roots
        while let position = open.popLast() {
            order.append(eliminated[position].variable)
            open += children[position]
        }
        return order.reversed()
    }

    private static func neighbors(_ system: SortedSystem) -> [[Int32]] {
        var neighbors = [[Int32]](repeating: [], count: system.variableCount)
        func connect(_ left: Int, _ right: Int) {
            if left == right { return }
            neighbors[left].append(Int32(right))
            neighbors[right].append(Int32(left))
        }
        func connect(_ variables: [Int]) {
            if variables.count > longCondition { return }
            for (index, variable) in variables.enumerated() {
                for other in variables[(index + 1)...] { connect(variable, other) }
            }
        }
        for (first, second) in system.pairs { connect(first.variable, second.variable) }
        for clause in system.clauses { connect(clause.map(\.variable)) }
        for bound in system.bounds {
            connect(bound.literals.map(\.variable) + (bound.condition.map { [$0.variable] } ?? []))
        }
        return neighbors.map { Array(Set($0)).sorted() }
    }

    /// Returns the literal to assume first in a part.
    ///
    /// - Parameter allowed: Whether each variable may be decided; `nil` if all may be.
    func decision(
        in part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator,
        among allowed: [Bool]?
    ) -> Literal {
        var (best, bestPosition, bestDegree) = (0, Int32(-1), -1)
        for index in part.variables {
            let variable = Int(numbers[index])
            if let allowed, !allowed[variable] { continue }
            let position = positions[variable]
            if position < bestPosition { continue }
            let degree = position == corePosition ? propagator.degree(of: variable) : 0
            if position > bestPosition || degree > bestDegree {
                (best, bestPosition, bestDegree) = (variable, position, degree)
            }
        }
        return Literal(best)
    }
}

extension Propagator {
    /// Returns the number of conditions that still restrict a variable.
    fileprivate func degree(of variable: Int) -> Int {
        var degree = 0
        for literal in 2 * variable...2 * variable + 1 {
            for position in implied.range(literal) where values[implied[position]] == 0 { degree += 1 }
            for position in clausesWith.range(literal) where trueCounts[clausesWith[position]] == 0 { degree += 1 }
            for position in boundsWith.range(literal) where isActive(bound: boundsWith[position]) { degree += 1 }
        }
        return degree
    }
}
