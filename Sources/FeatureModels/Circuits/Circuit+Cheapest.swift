internal import WorkLimits

/// Assignments of a circuit by ascending cost, the sum of the costs of true literals.
///
/// Each node keeps its cheapest assignments as positions in the lists of its elements. Of
/// assignments with equal costs, those of earlier elements come first.
///
/// - Reference: L. Huang, D. Chiang, Better k-best parsing, IWPT 2005.
struct CheapestAssignments {
    private let circuit: Circuit
    private let costs: [Int]
    private let isAllowed: [Bool]?
    private let limit: Int
    /// The cheapest assignments of each node.
    private var lists: [[Entry]] = []
    /// The lists of each product before each of its elements was joined, except the last element.
    private var steps: [[[Entry]]] = []

    /// An assignment: positions in two lists.
    private struct Entry {
        var cost: Int
        /// The position in the list of the earlier elements, or of a sum's child.
        var position: Int32
        /// The position in the list of the element, or the number of a sum's child.
        var choice: Int32
    }

    /// Finds the cheapest assignments of all nodes.
    ///
    /// - Parameters:
    ///   - costs: The cost of each literal, by its index; their sum fits an integer.
    ///   - isAllowed: Whether each literal may be true, by its index; `nil` if all may be.
    ///   - limit: The number of assignments to find.
    /// - Complexity: O(*s* *k* log *k*) for *s* elements and *k* assignments.
    /// - Throws: `LimitError` if the budget is cancelled or its bytes are exceeded.
    init(
        _ circuit: Circuit, costs: [Int], allowing isAllowed: [Bool]?, limit: Int, budget: Budget
    ) throws(LimitError) {
        (self.circuit, self.costs, self.isAllowed, self.limit) = (circuit, costs, isAllowed, limit)
        var work = Work(LimitedSteps(BudgetWatch(budget, states: circuit.nodeCount, bytes: circuit.byteCount)))
        for node in 0..<circuit.nodeCount {
            if circuit.isSum[node] {
                lists.append(try sum(node, &work))
                steps.append([])
            } else {
                var parts: [[Entry]] = []
                lists.append(try product(node, &parts, &work))
                steps.append(parts)
            }
            work.keep(lists[node])
            try work.step(circuit.range(of: node).count)
        }
    }

    /// The work so far, which is checked within nodes, too, as the lists of one node can be long.
    private struct Work {
        private var steps: LimitedSteps
        private var keptBytes = 0

        init(_ steps: LimitedSteps) { self.steps = steps }

        mutating func keep(_ list: [Entry]) {
            keptBytes += (list.count + 4) * MemoryLayout<Entry>.stride
        }

        /// Counts steps, while a list that isn't stored yet is held.
        mutating func step(_ count: Int, holding list: [Entry] = []) throws(LimitError) {
            try steps.step(count, holding: keptBytes + list.count * MemoryLayout<Entry>.stride)
        }
    }

    /// The costs of the cheapest assignments, in ascending order.
    var sums: [Int] { lists.last?.map(\.cost) ?? [] }

    /// Returns the true literals of a cheapest assignment.
    func literals(of position: Int) -> [Literal] {
        var literals: [Literal] = []
        var open = [(node: circuit.root, position: position)]
        while let (node, position) = open.popLast() {
            let range = circuit.range(of: node)
            if circuit.isSum[node] {
                let entry = lists[node][position]
                if case .child(let child) = circuit.items[range.lowerBound + Int(entry.choice)].kind {
                    open.append((child, Int(entry.position)))
                }
                continue
            }
            var (list, entryIndex, step) = (lists[node], position, steps[node].count)
            for index in range.reversed() {
                switch circuit.items[index].kind {
                case .literal(let literal): literals.append(literal)
                case .free(let variable):
                    literals.append(values(of: variable)[Int(list[entryIndex].choice)])
                    step -= 1
                    (list, entryIndex) = (steps[node][step], Int(list[entryIndex].position))
                case .child(let child):
                    open.append((child, Int(list[entryIndex].choice)))
                    step -= 1
                    (list, entryIndex) = (steps[node][step], Int(list[entryIndex].position))
                }
            }
        }
        return literals
    }

    private func allows(_ literal: Literal) -> Bool { isAllowed?[literal.index] ?? true }

    /// Returns the allowed literals of a variable, the cheaper one first.
    private func values(of variable: Int) -> [Literal] {
        let literals = [Literal(variable, false), Literal(variable)]
        let isReversed = costs[literals[1].index] < costs[literals[0].index]
        return (isReversed ? literals.reversed() : literals).filter(allows)
    }

    private func sum(_ node: Int, _ work: inout Work) throws(LimitError) -> [Entry] {
        var entries: [Entry] = []
        for (index, position) in circuit.range(of: node).enumerated() {
            guard case .child(let child) = circuit.items[position].kind else { continue }
            for (entryIndex, entry) in lists[child].enumerated() {
                entries.append(Entry(cost: entry.cost, position: Int32(entryIndex), choice: Int32(index)))
            }
            try work.step(lists[child].count, holding: entries)
        }
        return Array(entries.sorted(by: Self.isBefore).prefix(limit))
    }

    private func product(
        _ node: Int, _ parts: inout [[Entry]], _ work: inout Work
    ) throws(LimitError) -> [Entry] {
        var list = [Entry(cost: 0, position: 0, choice: 0)]
        for position in circuit.range(of: node) {
            let costs: [Int]
            switch circuit.items[position].kind {
            case .literal(let literal):
                if !allows(literal) { list = [] }
                for index in list.indices { list[index].cost += self.costs[literal.index] }
                continue
            case .free(let variable): costs = values(of: variable).map { self.costs[$0.index] }
            case .child(let child): costs = lists[child].map(\.cost)
            }
            parts.append(list)
            work.keep(list)
            list = try joined(list, costs, &work)
        }
        return list
    }

    /// Returns the cheapest pairs of two sorted lists.
    private func joined(_ list: [Entry], _ costs: [Int], _ work: inout Work) throws(LimitError) -> [Entry] {
        var result: [Entry] = []
        for (index, entry) in list.enumerated() {
            // At least `(place + 1) * (choice + 1)` pairs cost no more than a pair.
            let most = min(costs.count, limit / (index + 1))
            if most == 0 { break }
            for choice in 0..<most {
                result.append(Entry(cost: entry.cost + costs[choice], position: Int32(index), choice: Int32(choice)))
            }
            try work.step(most, holding: result)
        }
        return Array(result.sorted(by: Self.isBefore).prefix(limit))
    }

    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        (left.cost, left.position, left.choice) < (right.cost, right.position, right.choice)
    }
}
