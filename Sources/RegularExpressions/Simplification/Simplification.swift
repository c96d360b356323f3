public import Automata
public import WorkLimits

extension RegularExpression {
    /// Returns an expression of the same language that isn't longer.
    ///
    /// Algebraic laws are applied to each node, from the leaves up, until nothing becomes shorter:
    /// ε | *rr*\* = *r*\*, *r* | *r* = *r*, *rs* | *rt* = *r*(*s* | *t*), (*r*\* | *s*)\* = (*r* |
    /// *s*)\*, *r*\*(*sr*\*)\* = (*r* | *s*)\*, and similar laws. *r* | *s* becomes *r* if simple
    /// rules show that *s* ⊆ *r*. Sets of symbols are joined, and long repetitions *rrrr* become
    /// *r*{4}. Parts with more than a million symbols and operators are left unchanged. The result
    /// needn't be a shortest expression, which is PSPACE-hard to find.
    ///
    /// - Returns: an expression of the same language whose ``length`` isn't greater. The result can
    ///   have more nodes, because fewer parts may be shared.
    /// - Complexity: O(number of nodes), with a large constant factor.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func simplified(budget: Budget = .default) throws(AutomataError) -> RegularExpression {
        var best = self
        var length = self.length
        for _ in 0..<Self.maximumRounds {
            var algebra = ExpressionAlgebra(alphabet: alphabet)
            let root = try algebra.insert(best, budget: budget)
            let result = algebra.expression(root, over: alphabet)
            let newLength = result.length
            if newLength > length || result == best { break }
            best = result
            length = newLength
        }
        return try best.gatheringRuns(budget: budget)
    }

    /// The maximum number of rounds; one round leaves little to the next.
    private static var maximumRounds: Int { 8 }
}

extension RegularExpression {
    /// Returns the expression with *rrrr* written as *r*{4}. This comes after all other laws, which
    /// need single factors.
    private func gatheringRuns(budget: Budget) throws(AutomataError) -> RegularExpression {
        guard storage.contains(.concatenation) else { return self }
        var algebra = ExpressionAlgebra(alphabet: alphabet, laws: .runs)
        let root = try algebra.insert(self, budget: budget)
        return algebra.expression(root, over: alphabet)
    }
}

extension ExpressionAlgebra {
    /// Returns the sequence of a factor and a node, in which a run of the factor becomes a
    /// repetition if that pays.
    ///
    /// Short runs are written out, as in textbooks, except runs of character classes.
    mutating func gathered(_ part: NodeID, _ rest: NodeID) -> NodeID {
        let (body, own) = copies(part)
        var count = own
        var behind = rest
        while behind != Self.epsilon {
            let (head, tail) = split(behind)
            let (headBody, headCount) = copies(head)
            let (sum, isTooLarge) = count.addingReportingOverflow(headCount)
            guard headBody == body, count > 1 || headCount > 1, !isTooLarge, sum != unbounded else { break }
            (count, behind) = (sum, tail)
        }
        if behind != rest { return plainConcatenation(plainRepetition(body, from: count, to: count), behind) }
        let length = min(self.length(of: part), Self.maximumLength)
        let least = countsSymbols ? max(2, (11 + length) / length) : length == 1 ? 4 : max(2, (8 + length) / length)
        var next = rest
        for _ in 1..<least {
            let (head, tail) = split(next)
            if head != part { return plainConcatenation(part, rest) }
            next = tail
        }
        return plainConcatenation(plainRepetition(part, from: UInt32(least), to: UInt32(least)), next)
    }

    /// Returns *r* and 4 for *r*{4}.
    private func copies(_ node: NodeID) -> (body: NodeID, count: UInt32) {
        let shape = self[node]
        return shape.kind == .repetition && shape.least == shape.most && shape.least > 1
            ? (shape.child, shape.least) : (node, 1)
    }

    /// Inserts an expression over the same alphabet, with the laws applied.
    ///
    /// - Parameter map: the map of symbols if the expression is over another alphabet.
    mutating func insert(
        _ expression: RegularExpression, by map: SymbolMap? = nil, budget: Budget
    ) throws(AutomataError) -> NodeID {
        let storage = expression.storage
        var newNodes: [NodeID] = []
        newNodes.reserveCapacity(storage.nodes.count)
        var pace = BudgetPace()
        for node in storage.nodes {
            if pace.isDue(states: nodeCount, work: work + newNodes.count) || nodeCount > budget.maximumStates {
                try budget.check(
                    statesBuilt: nodeCount, statesPending: storage.nodes.count - newNodes.count,
                    bytes: byteCount + 4 * storage.nodes.count)
            }
            let new: NodeID
            switch node.kind {
            case .empty: new = Self.empty
            case .epsilon: new = Self.epsilon
            case .symbols:
                let set = Array(storage.sets[node.set])
                new = symbols(map.map { map in set.flatMap { map.newSymbols(of: $0) }.sorted() } ?? set)
            case .assertion: new = assertion(node.assertion)
            case .concatenation: new = concatenation(newNodes[Int(node.left)], newNodes[Int(node.right)])
            case .union: new = union(storage.children(of: node).map { newNodes[Int($0)] })
            case .intersection: new = intersection(storage.children(of: node).map { newNodes[Int($0)] })
            case .star: new = star(newNodes[Int(node.child)])
            case .repetition: new = repetition(newNodes[Int(node.child)], from: node.least, to: node.most)
            case .complement: new = complement(newNodes[Int(node.child)])
            }
            newNodes.append(new)
        }
        try budget.check(statesBuilt: nodeCount, bytes: byteCount + 4 * storage.nodes.count)
        return newNodes[newNodes.count - 1]
    }
}
