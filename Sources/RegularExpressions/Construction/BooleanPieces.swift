package import Automata
package import WorkLimits

/// The minimal DFAs of the intersections and complements in an expression, built from the innermost
/// one outward.
package struct BooleanPieces {
    private var pieces: [NodeID: DFA] = [:]
    /// Whether there is a piece at each node or below it; empty if there are no pieces.
    private var haveBelow: [Bool] = []
    let measures: ExpressionMeasures

    /// - Complexity: that of building and combining the operands' automata.
    package init(_ expression: RegularExpression, root: NodeID, budget: Budget) throws(AutomataError) {
        let storage = expression.storage
        measures = ExpressionMeasures(storage)
        guard expression.hasBooleanOperators else { return }
        haveBelow = Array(repeating: false, count: storage.nodes.count)
        for (index, node) in storage.nodes.enumerated() where index <= Int(root) {
            switch node.kind {
            case .empty, .epsilon, .symbols, .assertion: break
            case .concatenation: haveBelow[index] = haveBelow[Int(node.left)] || haveBelow[Int(node.right)]
            case .union: haveBelow[index] = storage.children(of: node).contains { haveBelow[Int($0)] }
            case .star, .repetition: haveBelow[index] = haveBelow[Int(node.child)]
            case .complement:
                haveBelow[index] = true
                let operand = try expression.dfa(root: node.child, pieces: self, budget: budget)
                // Minimization merges classes of symbols, but all pieces must have the same
                // alphabet.
                pieces[NodeID(index)] = try operand.complement(budget: budget).minimized(budget: budget)
                    .aligned(to: expression.alphabet, budget: budget)
            case .intersection:
                haveBelow[index] = true
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

    /// Whether a node has an intersection or a complement below it.
    package func hasOperators(below node: NodeID) -> Bool { !haveBelow.isEmpty && haveBelow[Int(node)] }
}
