extension RegularExpression {
    /// An expression of the same language that is as short or shorter.
    ///
    /// Sound laws are applied to each node, from the leaves on, until nothing becomes shorter: ε | *rr*\* = *r*\*, *r* | *r* = *r*,
    /// *rs* | *rt* = *r*(*s* | *t*), (*r*\* | *s*)\* = (*r* | *s*)\*, *r*\*(*sr*\*)\* = (*r* | *s*)\*, *r* | *s* = *r* where *s* ⊆ *r*
    /// is plain to see, and their like. Sets of symbols are joined. The result is not a shortest expression, which is PSPACE-hard to
    /// find.
    ///
    /// - Returns: an expression of the same language whose ``length`` isn't greater.
    /// - Complexity: O(number of nodes) times a constant; a result in which parts are no longer shared can have more nodes.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where the nodes are more than the budget has states,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func simplified(budget: Budget = .default) throws(AutomataError) -> RegularExpression {
        var best = self
        var length = self.length
        for _ in 0..<Self.mostRounds {
            var algebra = ExpressionAlgebra(alphabet: alphabet)
            let root = try algebra.insert(best, budget: budget)
            let result = algebra.expression(root, over: alphabet)
            let newLength = result.length
            if newLength > length || result == best { break }
            best = result
            length = newLength
        }
        return best
    }

    /// What a round leaves to the next is little.
    private static var mostRounds: Int { 8 }
}

extension ExpressionAlgebra {
    /// A node for an expression over the same alphabet, with the laws applied.
    ///
    /// - Parameter map: what becomes of the symbols of an expression over another alphabet.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    mutating func insert(
        _ expression: RegularExpression, by map: SymbolMap? = nil, budget: Budget
    ) throws(AutomataError) -> UInt32 {
        let storage = expression.storage
        var newNodes: [UInt32] = []
        newNodes.reserveCapacity(storage.nodes.count)
        var pace = BudgetPace()
        for node in storage.nodes {
            if pace.isDue(states: nodeCount, work: work + newNodes.count) || nodeCount > budget.maximumStates {
                try budget.check(
                    statesBuilt: nodeCount, statesPending: storage.nodes.count - newNodes.count,
                    bytes: byteCount + 4 * storage.nodes.count)
            }
            let new: UInt32
            switch node.kind {
            case .empty: new = Self.empty
            case .epsilon: new = Self.epsilon
            case .symbols:
                let set = Array(storage.sets[node.first])
                new = symbols(map.map { map in set.flatMap { map.newSymbols(of: $0) }.sorted() } ?? set)
            case .assertion:
                new =
                    RegularExpression.Assertion(rawValue: UInt8(truncatingIfNeeded: node.first)).map {
                        assertion($0)
                    } ?? Self.empty
            case .concatenation: new = concatenation(newNodes[Int(node.first)], newNodes[Int(node.second)])
            case .union: new = union(storage.children(of: node).map { newNodes[Int($0)] })
            case .intersection: new = intersection(storage.children(of: node).map { newNodes[Int($0)] })
            case .star: new = star(newNodes[Int(node.first)])
            case .repetition: new = repetition(newNodes[Int(node.first)], from: node.second, to: node.third)
            case .complement: new = complement(newNodes[Int(node.first)])
            }
            newNodes.append(new)
        }
        try budget.check(statesBuilt: nodeCount, bytes: byteCount + 4 * storage.nodes.count)
        return newNodes[newNodes.count - 1]
    }
}
