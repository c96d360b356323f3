package import Automata
package import WorkLimits

/// The minimal DFAs of the intersections and complements in an expression, built from the innermost
/// operator outward.
package struct BooleanPieces {
    private var pieces: [NodeID: DFA] = [:]
    /// Whether there is a piece at each node or below it; empty if there are no pieces.
    private var containsPiece: [Bool] = []
    let measures: ExpressionMeasures

    /// Builds the DFAs in the time of building and combining the operands' automata.
    package init(_ expression: RegularExpression, root: NodeID, budget: Budget) throws(AutomataError) {
        let storage = expression.storage
        measures = ExpressionMeasures(storage)
        guard expression.hasBooleanOperators else { return }
        containsPiece = Array(repeating: false, count: storage.nodes.count)
        for (index, node) in storage.nodes.enumerated() where index <= Int(root) {
            switch node.kind {
            case .empty, .epsilon, .symbols, .assertion: break
            case .concatenation: containsPiece[index] = containsPiece[Int(node.left)] || containsPiece[Int(node.right)]
            case .union: containsPiece[index] = storage.children(of: node).contains { containsPiece[Int($0)] }
            case .star, .repetition: containsPiece[index] = containsPiece[Int(node.child)]
            case .complement:
                containsPiece[index] = true
                let operand = try expression.dfa(root: node.child, pieces: self, budget: budget)
                // Minimization merges classes of symbols, but all pieces must have the same
                // alphabet.
                pieces[NodeID(index)] = try operand.complement(budget: budget).minimized(budget: budget)
                    .aligned(to: expression.alphabet, budget: budget)
            case .intersection:
                containsPiece[index] = true
                var operands: [DFA] = []
                for child in storage.children(of: node) {
                    operands.append(
                        try expression.dfa(root: child, pieces: self, budget: budget).minimized(budget: budget))
                }
                // Small ones come first, so that large ones meet a result that is small already.
                operands.sort { $0.stateCount < $1.stateCount }
                var result = operands[0]
                for operand in operands.dropFirst() {
                    result = try result.intersection(operand, budget: budget).minimized(budget: budget)
                }
                pieces[NodeID(index)] = try result.aligned(to: expression.alphabet, budget: budget)
            }
        }
    }

    /// The DFA of a node, if it is an intersection or a complement.
    package subscript(node: NodeID) -> DFA? { pieces.isEmpty ? nil : pieces[node] }

    /// Returns whether a node has an intersection or a complement below it.
    package func hasOperators(below node: NodeID) -> Bool { !containsPiece.isEmpty && containsPiece[Int(node)] }
}
